// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PatienceTest {
  @Test
  void anInterpreterIsGivenMoreTime() {
    int compiled = Patience.slowness("mixed mode, sharing");
    assertEquals(compiled, Patience.slowness("mixed mode, emulated-client, sharing"));
    assertTrue(compiled < Patience.slowness("interpreted mode, sharing"));
  }

  @Test
  void patienceIsWholeSeconds() {
    assertEquals(3, Patience.seconds("3"));
    int usual = Patience.seconds(null);
    assertEquals(usual, Patience.seconds("0"));
    assertEquals(usual, Patience.seconds("3 s"));
  }

  @Test
  void whatIsThrownIsARefusalInOneLine() {
    assertEquals(7, Patience.of(() -> 7));
    Refusal refusal =
        assertThrows(Refusal.class, () -> Patience.of(PatienceTest::refuse), "it returned");
    assertTrue(refusal.getMessage().contains("not today"), refusal.getMessage());
  }

  private static Object refuse() {
    throw new IllegalStateException("not today");
  }
}
