// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What steps of known cost cost in a fresh JVM: that much, in the right place. */
class FreshJvmTest {
  private static final List<String> PARTS =
      List.of("load", "make", "init", "first_block", "second_block");
  private static final String WORDS =
      "sample key=00 other_key=01 data=0001 first=00 second=01 calls=100 ms=1000";

  private static FreshJvm run(Class<? extends FreshMain> main, Class<?> steps) throws Exception {
    return FreshJvm.run(main, List.of(), WORDS, List.of(steps.getName()));
  }

  // ---- First use ----

  private static void assertSleptIn(String part, int sleepMs, FreshJvm jvm) {
    for (String each : PARTS) {
      boolean slept = jvm.number(each) >= sleepMs * 1_000_000L;
      assertEquals(each.equals(part), slept, each + " took " + jvm.number(each) + " ns");
    }
    assertTrue(jvm.wallNs > jvm.number("jvm_start") + jvm.number(part));
  }

  @ParameterizedTest
  @CsvSource({
    "SleepsInLoad, load",
    "SleepsInMake, make",
    "SleepsInInit, init",
    "SleepsInFirstBlock, first_block"
  })
  void sleepIsSeenInItsStep(String steps, String part) throws Exception {
    Class<?> type = Class.forName(KnownSteps.class.getName() + "$" + steps);
    assertSleptIn(part, KnownSteps.SLEEP_MS, run(FirstUse.class, type));
  }

  @Test
  void sleepInAProvidersConstructorIsSeenWhereItIsLoaded() throws Exception {
    List<String> steps =
        List.of(
            JceSteps.class.getName(),
            SleepyProvider.class.getName(),
            "false",
            "Copy",
            "0",
            "false",
            "plain",
            "Copy");
    FreshJvm jvm = FreshJvm.run(FirstUse.class, List.of(), WORDS, steps);
    assertTrue(jvm.number("load") >= SleepyProvider.SLEEP_MS * 1_000_000L);
    assertEquals("0001", jvm.text("output"));
  }

  // ---- Heap ----

  @Test
  void allocationIsCountedToTheByteInItsStep() throws Exception {
    String preloaded = KnownSteps.Allocates.Engine.class.getName();
    List<String> steps = List.of(KnownSteps.Allocates.class.getName());
    FreshJvm jvm = FreshJvm.run(Heap.class, Heap.FLAGS, WORDS, steps, preloaded);
    assertEquals(0, jvm.number("load"));
    assertEquals(16 + KnownSteps.ARRAY_BYTES, jvm.number("make")); // the instance and the table
    assertEquals(KnownSteps.ARRAY_BYTES, jvm.number("init"));
    assertEquals(KnownSteps.ARRAY_BYTES, jvm.number("first_block"));
    assertEquals(KnownSteps.ARRAY_BYTES, jvm.number("second_block"));
  }

  // ---- Memory ----

  /** A header of 12 bytes and two references of 4, to a multiple of 8; arrays have 16 before. */
  @Test
  void whatIsSharedIsNotOfTheInstance() throws Exception {
    FreshJvm jvm = run(Memory.class, KnownSteps.Shares.class);
    assertEquals(24 + 16 + 4 * 100, jvm.number("instance_bytes"));
    assertEquals(16 + 4 * KnownSteps.ARRAY, jvm.number("tables_bytes"));
  }

  @Test
  void whatIsSharedMayGrowMeanwhile() throws Exception {
    FreshJvm jvm = run(Memory.class, KnownSteps.SharesWhatGrows.class);
    assertEquals(24 + 16 + 4 * 100, jvm.number("instance_bytes"));
  }

  // ---- Warm-up ----

  @Test
  void callsAreCountedUpToTheLastAndEachPointIsOfTheCallsSince() throws Exception {
    FreshJvm jvm = run(WarmUp.class, KnownSteps.SleepsInFirstBlock.class);
    String[] calls = jvm.text("calls").split(" ");
    String[] times = jvm.text("call_ns").split(" ");
    assertEquals("1", calls[0]);
    assertEquals("100", calls[calls.length - 1]);
    assertEquals(calls.length, times.length);
    assertTrue(Double.parseDouble(times[0]) >= KnownSteps.SLEEP_MS * 1e6);
    assertTrue(Double.parseDouble(times[1]) < KnownSteps.SLEEP_MS * 1e6);
  }

  @Test
  void warmUpEndsWithItsTime() throws Exception {
    FreshJvm jvm =
        FreshJvm.run(
            WarmUp.class,
            List.of(),
            "sample key=00 data=00 calls=1000000 ms=1",
            List.of(KnownSteps.SleepsInFirstBlock.class.getName()));
    assertEquals("1 ", jvm.text("calls"));
  }

  // ---- What goes wrong ----

  @Test
  void anExitIsOneLine() {
    Refusal refusal =
        assertThrows(Refusal.class, () -> run(FirstUse.class, KnownSteps.Exits.class));
    assertEquals("the fresh JVM ended with status 3: so long", refusal.getMessage());
  }

  @Test
  void whatIsThrownIsOneLineAndItsThreadsKeepNobody() {
    Refusal refusal =
        assertThrows(Refusal.class, () -> run(FirstUse.class, KnownSteps.ThrowsAndStays.class));
    assertEquals("IllegalStateException: no luck", refusal.getMessage());
  }

  @Test
  void aWrongBlockIsRefused() {
    Request request = new Request("first-use engine=java/null/portable key_bits=128 seed=1");
    Sample sample = new Sample(request, new Catalogue(List.of()), 2);
    String right = Hex.encode(sample.data);
    sample.check(right, 1, 1);
    String wrong = (right.startsWith("0") ? "1" : "0") + right.substring(1);
    assertThrows(Refusal.class, () -> sample.check(wrong, 1, 1));
  }
}
