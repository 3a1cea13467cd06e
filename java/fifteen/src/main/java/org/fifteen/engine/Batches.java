// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

/**
 * Many blocks at once, and what they have in common however they are laid out: the portable engine
 * holds the key, and works on the blocks that are too few.
 */
abstract class Batches<E extends KeyedEngine> extends KeyedEngine {
  final E portable;

  private final int batch;
  private final int unit;
  private final int paysFrom;

  /**
   * At most {@code batch} blocks at once, a multiple of {@code unit}; so do fewer, but for fewer
   * than {@code paysFrom} the portable engine is faster: measured.
   */
  Batches(E portable, int batch, int unit, int paysFrom) {
    super(portable);
    this.portable = portable;
    this.batch = batch;
    this.unit = unit;
    this.paysFrom = paysFrom;
  }

  /** Reads a batch of n blocks, as of which many the others are. */
  abstract void load(byte[] in, int i, int n);

  /** Encrypts the batch in place. */
  abstract void encryptBatch(int n);

  /** Decrypts likewise; for many a cipher this is encryption under other round keys. */
  void decryptBatch(int n) {
    encryptBatch(n);
  }

  /** Writes the batch. */
  abstract void store(byte[] out, int o, int n);

  /** Erases it. */
  abstract void eraseBatch();

  @Override
  final void setKey(Direction direction, byte[] key) {
    portable.init(direction, key);
  }

  /** Encrypts or decrypts, as the key was set for. */
  @Override
  final void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    while (blocks >= paysFrom) {
      int n = Math.min(blocks - blocks % unit, batch);
      load(in, i, n);
      if (decrypting()) {
        decryptBatch(n);
      } else {
        encryptBatch(n);
      }
      store(out, o, n);
      blocks -= n;
      i += n * blockBytes();
      o += n * blockBytes();
    }
    portable.process(in, i, out, o, blocks);
  }

  @Override
  final void eraseKey() {
    portable.wipe();
    eraseBatch();
  }
}
