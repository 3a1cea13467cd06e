// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** When a fork's times have settled. */
class TimingTest {
  @Test
  void whatIsStillCompiledHasNotSettled() {
    assertFalse(Timing.settled(List.of(900.0, 800.0, 700.0, 600.0, 500.0, 400.0, 300.0, 200.0)));
    assertFalse(Timing.settled(List.of(100.0, 100.0, 100.0, 100.0, 100.0, 89.0, 89.0, 89.0)));
    assertFalse(Timing.settled(List.of(100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 8.0)));
  }

  @Test
  void whatWasCompiledBeforeTheLastIterationsHas() {
    assertTrue(
        Timing.settled(List.of(9e6, 9e5, 101.0, 99.0, 100.0, 97.0, 103.0, 99.0, 96.0, 98.0)));
    assertTrue(Timing.settled(List.of(100.0, 100.0, 110.0, 120.0)), "slower is not unsettled");
    assertTrue(
        Timing.settled(List.of(100.0, 99.0, 130.0, 101.0, 100.0, 98.0, 140.0, 99.0)), "noise");
    assertTrue(Timing.settled(List.of(7.0)));
  }
}
