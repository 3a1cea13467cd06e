// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

/**
 * Many blocks at once: each step of a cipher is a plain loop over all of them, of which C2 makes
 * vector instructions. Each word of a block stands in an array of its own.
 *
 * <p>The key, and the blocks that are too few for a batch, are the portable engine's.
 *
 * <p>C2 vectorises a loop or leaves it as it is, and does not say which. What it takes was found by
 * trying, on JDK 17 and 25, with AVX2 and AVX-512: a step of one round at most, in a static method
 * of its own; few such methods that are inlined into one; no look-up, nor a shift of a {@code long}
 * by an amount of each block's own: for these there are other loops.
 *
 * <p>Measured on the same JVMs by thread CPU time, key set-up and one batch take less than the
 * portable engine needs for both: it pays from one batch on.
 */
abstract class Lanes<E extends KeyedEngine> extends KeyedEngine {
  /** With half as many, what comes before and after a loop weighs; twice as many gain little. */
  static final int BATCH = 256;

  /** It holds the key. */
  final E portable;

  private boolean decrypting;

  Lanes(E portable) {
    super(portable);
    this.portable = portable;
  }

  /** Reads a batch. */
  abstract void load(byte[] in, int i);

  /** Encrypts the batch in place. */
  abstract void encryptBatch();

  /** Decrypts likewise. */
  abstract void decryptBatch();

  /** Writes the batch. */
  abstract void store(byte[] out, int o);

  /** Erases it. */
  abstract void eraseBatch();

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
    eraseBatch();
  }
}
