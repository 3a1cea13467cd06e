// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Engines;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Our count of what an iteration allocates is that of JMH's {@code -prof gc}, but for what JMH and
 * the comparison take between two iterations: that is in theirs alone, and little beside thousands
 * of key set-ups.
 */
class AllocationTest {
  private static final int KEYS = 16;
  private static final byte[] ZEROS = new byte[16];

  @Test
  void ourCountIsJmhs() throws Exception {
    System.setProperty("jmh.ignoreLock", "true");
    RunResult run =
        new Runner(
                new OptionsBuilder()
                    .include(Cell.class.getName() + ".setKeys$")
                    .param("request", request())
                    .addProfiler(GCProfiler.class)
                    .forks(1)
                    .warmupIterations(1)
                    .warmupTime(TimeValue.milliseconds(300))
                    .measurementIterations(2)
                    .measurementTime(TimeValue.milliseconds(300))
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .runSingle();
    double invocations =
        run.getAggregatedResult().getIterationResults().stream()
            .mapToLong(iteration -> iteration.getMetadata().getMeasuredOps())
            .sum();
    double ours = run.getSecondaryResults().get("allocatedBytes").getScore() / invocations;
    double theirs = run.getSecondaryResults().get("gc.alloc.rate.norm").getScore();
    assertTrue(ours >= KEYS * 16, "a key set-up of Twofish allocates: " + ours);
    assertEquals(theirs, ours, 0.05 * theirs);
  }

  /** A key set-up of Twofish, and what it makes of zeros under zeros. */
  private static String request() {
    BlockEngine engine = Engines.find("twofish", "portable").make();
    engine.init(Direction.ENCRYPT, ZEROS);
    byte[] out = new byte[16];
    engine.process(ZEROS, 0, out, 0, 1);
    return String.format(
        "time cell=x engine=java/twofish/portable operation=keysetup-encrypt key_bits=128 seed=1"
            + " known_key=%s known_plain=%s known_cipher=%s",
        Hex.encode(ZEROS), Hex.encode(ZEROS), Hex.encode(out));
  }
}
