// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.INT_LE;

import java.util.Arrays;

/**
 * Many blocks at once: each step of a cipher is a plain loop over all of them, of which C2 makes
 * vector instructions.
 *
 * <p>A block is four words, and each of the four stands in an array of its own. The key, and the
 * blocks that are too few for a batch, are the portable engine's.
 *
 * <p>C2 vectorises a loop or leaves it as it is, and does not say which. What it takes was found by
 * trying, on JDK 17 and 25, with AVX2 and AVX-512: a step of one round at most, in a static method
 * of its own; few such methods that are inlined into one.
 *
 * <p>Measured on the same JVMs by thread CPU time, key set-up and one batch take less than the
 * portable engine needs for both: it pays from one batch on.
 */
abstract class Lanes<E extends KeyedEngine> extends KeyedEngine {
  /** With half as many, what comes before and after a loop weighs; twice as many gain little. */
  static final int BATCH = 256;

  /** It holds the key. */
  final E portable;

  /** The words of block p are a[p], b[p], c[p] and d[p]. */
  final int[] a = new int[BATCH];

  final int[] b = new int[BATCH];
  final int[] c = new int[BATCH];
  final int[] d = new int[BATCH];

  private boolean decrypting;

  Lanes(E portable) {
    super(portable);
    this.portable = portable;
  }

  /** Encrypts the batch in place. */
  abstract void encryptBatch();

  /** Decrypts likewise. */
  abstract void decryptBatch();

  /** Reads a batch: four little-endian words a block. */
  void load(byte[] in, int i) {
    for (int p = 0; p < BATCH; p++) {
      a[p] = (int) INT_LE.get(in, i + 16 * p);
      b[p] = (int) INT_LE.get(in, i + 16 * p + 4);
      c[p] = (int) INT_LE.get(in, i + 16 * p + 8);
      d[p] = (int) INT_LE.get(in, i + 16 * p + 12);
    }
  }

  /** Writes it likewise. */
  void store(byte[] out, int o) {
    for (int p = 0; p < BATCH; p++) {
      INT_LE.set(out, o + 16 * p, a[p]);
      INT_LE.set(out, o + 16 * p + 4, b[p]);
      INT_LE.set(out, o + 16 * p + 8, c[p]);
      INT_LE.set(out, o + 16 * p + 12, d[p]);
    }
  }

  @Override
  final void setKey(Direction direction, byte[] key) {
    portable.init(direction, key);
    decrypting = direction == Direction.DECRYPT;
  }

  /** Encrypts or decrypts, as the key was set for. */
  @Override
  final void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    int bytes = BATCH * blockBytes();
    for (; blocks >= BATCH; blocks -= BATCH, i += bytes, o += bytes) {
      load(in, i);
      if (decrypting) {
        decryptBatch();
      } else {
        encryptBatch();
      }
      store(out, o);
    }
    portable.process(in, i, out, o, blocks);
  }

  @Override
  final void eraseKey() {
    portable.wipe();
    Arrays.fill(a, 0);
    Arrays.fill(b, 0);
    Arrays.fill(c, 0);
    Arrays.fill(d, 0);
  }
}
