// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.fifteen.engine.Direction;

/** Steps of known cost, a class each, for a fresh JVM. */
abstract class KnownSteps implements Steps {
  static final int SLEEP_MS = 300;

  /** What each allocates where it says so: with its header, 1016 bytes. */
  static final int ARRAY = 1000;

  static final int ARRAY_BYTES = 1016;

  static Object kept;

  @Override
  public void load() throws Exception {}

  @Override
  public void make() throws Exception {}

  @Override
  public void init(Direction direction, byte[] key) throws Exception {}

  @Override
  public void process(byte[] in, byte[] out) throws Exception {
    System.arraycopy(in, 0, out, 0, in.length);
  }

  @Override
  public Object instance() {
    return this;
  }

  static final class SleepsInLoad extends KnownSteps {
    SleepsInLoad(String[] words) {}

    @Override
    public void load() throws Exception {
      Thread.sleep(SLEEP_MS);
    }
  }

  static final class SleepsInMake extends KnownSteps {
    SleepsInMake(String[] words) {}

    @Override
    public void make() throws Exception {
      Thread.sleep(SLEEP_MS);
    }
  }

  static final class SleepsInInit extends KnownSteps {
    SleepsInInit(String[] words) {}

    @Override
    public void init(Direction direction, byte[] key) throws Exception {
      Thread.sleep(SLEEP_MS);
    }
  }

  /** In the first block, not in the second. */
  static final class SleepsInFirstBlock extends KnownSteps {
    private boolean slept;

    SleepsInFirstBlock(String[] words) {}

    @Override
    public void process(byte[] in, byte[] out) throws Exception {
      if (!slept) {
        Thread.sleep(SLEEP_MS);
        slept = true;
      }
      super.process(in, out);
    }
  }

  /** A table in a class that is initialised when an instance is made, another array in each key. */
  static final class Allocates extends KnownSteps {
    private Engine engine;

    Allocates(String[] words) {}

    static final class Engine {
      static final byte[] TABLE = new byte[ARRAY];
      byte[] key;
    }

    @Override
    public void make() {
      engine = new Engine();
    }

    @Override
    public void init(Direction direction, byte[] key) {
      engine.key = new byte[ARRAY];
    }

    @Override
    public void process(byte[] in, byte[] out) throws Exception {
      super.process(in, out);
      kept = new byte[ARRAY];
    }

    @Override
    public Object instance() {
      return engine;
    }
  }

  /** An instance that holds one array of its own, and one that all instances share. */
  static final class Shares extends KnownSteps {
    private final Engine engine = new Engine();

    Shares(String[] words) {}

    static final class Engine {
      static final int[] TABLE = new int[ARRAY];
      final int[] shared = TABLE;
      final int[] own = new int[100];
    }

    @Override
    public Object instance() {
      return engine;
    }
  }

  /** As the caches that a JVM fills at its leisure: what is shared grows, and comes to rest. */
  static final class SharesWhatGrows extends KnownSteps {
    private final Engine engine = new Engine();

    SharesWhatGrows(String[] words) {}

    static final class Engine {
      private static final AtomicReference<Object[]> CHAIN = new AtomicReference<>();
      final AtomicReference<Object[]> shared = CHAIN;
      final int[] own = new int[100];
    }

    @Override
    public void make() {
      Thread grower =
          new Thread(
              () -> {
                for (int links = 0; links < 10_000; links++) {
                  Engine.CHAIN.getAndUpdate(chain -> new Object[] {chain});
                  LockSupport.parkNanos(100_000);
                }
              });
      grower.setDaemon(true);
      grower.start();
    }

    @Override
    public Object instance() {
      return engine;
    }
  }

  static final class Exits extends KnownSteps {
    Exits(String[] words) {}

    @Override
    public void load() {
      System.out.println("so long");
      System.exit(3);
    }
  }

  /** Throws, and leaves a thread that would keep the JVM. */
  static final class ThrowsAndStays extends KnownSteps {
    ThrowsAndStays(String[] words) {}

    @Override
    public void load() {
      new Thread(
              () -> {
                while (true) {
                  Thread.onSpinWait();
                }
              })
          .start();
      throw new IllegalStateException("no luck");
    }
  }
}
