// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import java.util.Objects;

/**
 * What is the same for every engine: the checks, whether a key is set, and the direction.
 *
 * <p>Engines may keep a block's words in small arrays that never leave a method and what is inlined
 * into it: C2 then mostly keeps them in registers. Of Twofish's, LOKI97's and SAFER+'s it leaves 32
 * bytes a block or so to the collector; the report's memory table shows what every engine leaves.
 */
abstract class KeyedEngine implements BlockEngine {
  private final int blockBytes;
  private final int keyMin;
  private final int keyMax;
  private final int keyStep;
  private boolean keyed;
  private boolean decrypting;

  /** Block in bytes; key sizes in bits, as stored: from, to, in steps of. */
  KeyedEngine(int blockBytes, int keyMin, int keyMax, int keyStep) {
    this.blockBytes = blockBytes;
    this.keyMin = keyMin;
    this.keyMax = keyMax;
    this.keyStep = keyStep;
  }

  /** For the same blocks and keys as another. */
  KeyedEngine(KeyedEngine other) {
    this(other.blockBytes, other.keyMin, other.keyMax, other.keyStep);
  }

  /** Sets up a key of a size that has been checked. */
  abstract void setKey(Direction direction, byte[] key);

  /** Encrypts blocks in ranges that have been checked. */
  abstract void encrypt(byte[] in, int i, byte[] out, int o, int blocks);

  /** Decrypts likewise; for many a cipher this is encryption under other round keys. */
  void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    encrypt(in, i, out, o, blocks);
  }

  /** Erases what {@link #setKey} left, if anything. */
  abstract void eraseKey();

  /** The direction of the key. */
  final boolean decrypting() {
    return decrypting;
  }

  @Override
  public final int blockBytes() {
    return blockBytes;
  }

  @Override
  public final void init(Direction direction, byte[] key) {
    Objects.requireNonNull(direction, "no direction");
    int bits = 8 * key.length;
    if (bits < keyMin || bits > keyMax || (bits - keyMin) % keyStep != 0) {
      String sizes = keyMin == keyMax ? "" : " to " + keyMax + " in steps of " + keyStep;
      throw new IllegalArgumentException(
          "a key of " + bits + " bits; this cipher takes " + keyMin + sizes);
    }
    setKey(direction, key);
    decrypting = direction == Direction.DECRYPT;
    keyed = true;
  }

  /** What {@link #process} throws before it does anything. */
  final void check(byte[] in, int inOffset, byte[] out, int outOffset, int blocks) {
    if (!keyed) {
      throw new IllegalStateException("no key is set: call init first");
    }
    long bytes = (long) blocks * blockBytes;
    if (blocks < 0 || bytes > Integer.MAX_VALUE) {
      throw new IndexOutOfBoundsException("a count of " + blocks + " blocks");
    }
    Objects.checkFromIndexSize(inOffset, (int) bytes, in.length);
    Objects.checkFromIndexSize(outOffset, (int) bytes, out.length);
  }

  @Override
  public final void process(byte[] in, int inOffset, byte[] out, int outOffset, int blocks) {
    check(in, inOffset, out, outOffset, blocks);
    if (decrypting) {
      decrypt(in, inOffset, out, outOffset, blocks);
    } else {
      encrypt(in, inOffset, out, outOffset, blocks);
    }
  }

  @Override
  public final void wipe() {
    eraseKey();
    keyed = false;
  }
}
