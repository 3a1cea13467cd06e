// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.fifteen.jce.Words.LONG_LE;
import static org.fifteen.jce.Words.xor;

import java.util.Arrays;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/**
 * XTS: IEEE 1619 and NIST SP 800-38E, with ciphertext stealing where the data is not whole blocks.
 *
 * <p>A message is a data unit of at least one block, the IV its tweak. The key is two keys of the
 * cipher: for the data, for the tweak. The register is the next block's tweak.
 */
final class Xts extends Mode {
  private static final int BLOCK = 16;
  private static final int MAX_BYTES = BLOCK << 20; // of a data unit: SP 800-38E

  private final BlockEngine tweakEngine;
  private final byte[] tweaks;
  private final byte[] last = new byte[2 * BLOCK];
  private boolean decrypting;
  private int bytes; // of this data unit, so far

  /** Two engines of one cipher of 128-bit blocks. */
  Xts(BlockEngine engine, BlockEngine tweakEngine) {
    super(engine);
    this.tweakEngine = tweakEngine;
    tweaks = new byte[batch * BLOCK];
  }

  /** The last whole block may be stolen from. */
  @Override
  int reserve() {
    return BLOCK;
  }

  @Override
  boolean mayEndAt(int length) {
    return length >= BLOCK;
  }

  @Override
  String needs() {
    return "at least " + BLOCK;
  }

  @Override
  void setTweak(byte[] tweak) {
    super.setTweak(tweak);
    setTweak(tweakEngine, tweak);
  }

  @Override
  void init(Direction direction, byte[] key) {
    if (key.length % 2 != 0) {
      throw new IllegalArgumentException(
          "a key of " + key.length + " bytes; XTS takes two keys of one size, one after the other");
    }
    byte[] half = new byte[key.length / 2];
    try {
      System.arraycopy(key, half.length, half, 0, half.length);
      tweakEngine.init(Direction.ENCRYPT, half);
      System.arraycopy(key, 0, half, 0, half.length);
      engine.init(direction, half);
    } finally {
      Arrays.fill(half, (byte) 0);
    }
    decrypting = direction == Direction.DECRYPT;
  }

  @Override
  void start(byte[] iv) {
    tweakEngine.process(iv, 0, register, 0, 1);
    bytes = 0;
  }

  @Override
  void checkMore(long length) {
    if (length > MAX_BYTES - bytes) {
      throw new IllegalStateException("an XTS data unit has at most " + MAX_BYTES + " bytes");
    }
  }

  @Override
  void process(byte[] in, int i, byte[] out, int o, int length) {
    bytes += length;
    for (int done = 0, n; done < length; done += n) {
      n = Math.min(length - done, tweaks.length);
      nextTweaks(n);
      xor(in, i + done, tweaks, 0, out, o + done, n);
      engine.process(out, o + done, out, o + done, n / BLOCK);
      xor(out, o + done, tweaks, 0, out, o + done, n);
    }
  }

  /** Each is the one before times the generator of GF(2^128), its first byte the least. */
  private void nextTweaks(int length) {
    long low = (long) LONG_LE.get(register, 0);
    long high = (long) LONG_LE.get(register, 8);
    for (int n = 0; n < length; n += BLOCK) {
      LONG_LE.set(tweaks, n, low);
      LONG_LE.set(tweaks, n + 8, high);
      long carry = high >> 63 & 0x87;
      high = high << 1 | low >>> 63;
      low = low << 1 ^ carry;
    }
    LONG_LE.set(register, 0, low);
    LONG_LE.set(register, 8, high);
  }

  @Override
  void finish(byte[] in, int i, byte[] out, int o, int length) {
    int rest = length % BLOCK;
    int whole = rest == 0 ? length : length - rest - BLOCK;
    process(in, i, out, o, whole);
    if (rest > 0) {
      steal(in, i + whole, out, o + whole, rest);
    }
  }

  /** The last whole block and {@code rest} bytes more. */
  private void steal(byte[] in, int i, byte[] out, int o, int rest) {
    bytes += BLOCK + rest;
    System.arraycopy(in, i, last, 0, BLOCK + rest);
    nextTweaks(2 * BLOCK);
    int first = decrypting ? BLOCK : 0; // the tweaks in turn, or the second one first
    underTweak(first);
    for (int n = 0; n < rest; n++) {
      byte stolen = last[n];
      last[n] = last[BLOCK + n];
      last[BLOCK + n] = stolen;
    }
    underTweak(BLOCK - first);
    System.arraycopy(last, 0, out, o, BLOCK + rest);
    Arrays.fill(last, (byte) 0);
  }

  private void underTweak(int tweak) {
    xor(last, 0, tweaks, tweak, last, 0, BLOCK);
    engine.process(last, 0, last, 0, 1);
    xor(last, 0, tweaks, tweak, last, 0, BLOCK);
  }

  @Override
  void wipe() {
    super.wipe();
    tweakEngine.wipe();
    Arrays.fill(tweaks, (byte) 0);
  }
}
