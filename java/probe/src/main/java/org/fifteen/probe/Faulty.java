// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Engines;

/**
 * Engines that misbehave in known ways, for the tests of the lab's gates and of its clock: present
 * only with {@code --plugin faulty}.
 */
final class Faulty implements EngineSource {
  private enum Fault {
    /** From its ten-thousandth call on, one bit of the output is wrong. */
    WRONG_LATER,
    /** Once in ten thousand calls, one bit of the output is wrong. */
    WRONG_SELDOM,
    /** Every call throws. */
    THROWS,
    /** No call returns. */
    HANGS,
    /** The first call ends the process. */
    CRASHES,
    /** Every call writes to standard output what looks like an answer and what is no text. */
    PRINTS,
    /** Every call first sleeps for a millisecond. */
    SLEEPS_1MS,
    /** Every call first keeps the processor busy for ten microseconds. */
    SPINS_10US
  }

  private static final long WRONG_CALL = 10_000;
  private static final long SLEEP_NS = 1_000_000;
  private static final long SPIN_NS = 10_000;

  @Override
  public List<Entry> entries(Predicate<String> ciphers) {
    List<Entry> entries = new ArrayList<>();
    for (String cipher : List.of("null", "rijndael")) {
      if (!ciphers.test(cipher)) {
        continue;
      }
      Engines.Engine good = Engines.find(cipher, "portable");
      for (Fault fault : Fault.values()) {
        String name = fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
        entries.add(
            new Entry(
                "java/faulty/" + cipher + "/" + name,
                cipher,
                name,
                "faulty",
                Versions.of("fifteen"),
                good.keyMin,
                good.keyMax,
                good.keyStep,
                good.batch,
                0,
                () -> new Engine(good.make(), fault)));
      }
    }
    return entries;
  }

  /** A good engine, and what is wrong with it. A call is a key set-up or a run of blocks. */
  private static final class Engine implements BlockEngine {
    private final BlockEngine good;
    private final Fault fault;
    private long calls;

    Engine(BlockEngine good, Fault fault) {
      this.good = good;
      this.fault = fault;
    }

    @Override
    public int blockBytes() {
      return good.blockBytes();
    }

    @Override
    public void init(Direction direction, byte[] key) {
      misbehave();
      good.init(direction, key);
    }

    @Override
    public void process(byte[] in, int inOffset, byte[] out, int outOffset, int blocks) {
      misbehave();
      good.process(in, inOffset, out, outOffset, blocks);
      if (fault == Fault.WRONG_LATER && calls >= WRONG_CALL
          || fault == Fault.WRONG_SELDOM && calls % WRONG_CALL == 0) {
        out[outOffset] ^= 1;
      }
    }

    @Override
    public void wipe() {
      good.wipe();
    }

    private void misbehave() {
      calls++;
      long start = System.nanoTime();
      switch (fault) {
        case THROWS:
          throw new UnsupportedOperationException("this engine always throws");
        case HANGS:
          while (true) {
            LockSupport.park();
          }
        case CRASHES:
          Runtime.getRuntime().halt(3);
          break;
        case PRINTS:
          System.out.println("{\"request\":1,\"data\":\"00\"}\u0000\u001b[31m garbage");
          break;
        case SLEEPS_1MS:
          while (System.nanoTime() - start < SLEEP_NS) {
            LockSupport.parkNanos(SLEEP_NS - (System.nanoTime() - start));
          }
          break;
        case SPINS_10US:
          while (System.nanoTime() - start < SPIN_NS) {
            Thread.onSpinWait();
          }
          break;
        default:
          break;
      }
    }
  }
}
