// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import java.util.Arrays;

/**
 * DEAL.
 *
 * <p>Lars Knudsen, submitted by Richard Outerbridge, 1998. "DEAL - A 128-bit Block Cipher" (1998).
 * Block 128 bits, key 128, 192 or 256; 6 rounds, or 8 with a key of 256 bits. Bytes are as DES
 * takes them; bits are counted from 1, the most significant of the first byte.
 *
 * <p>A round is a whole DES on one half of the block, added to the other half. The halves stay as
 * DES has them after IP and E: between one DES and the next, the permutations cancel. Not
 * constant-time: DES's look-ups depend on key and data.
 *
 * <p>HotSpot makes 4,450 instructions of a block, where C has 3,290.
 */
final class Deal extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 128;
  static final int KEY_MAX = 256;
  static final int KEY_STEP = 64;

  private static final int BATCH = Des.BATCH;

  // ---- Context ----

  long[] k; // DES's round keys for each RK

  Deal() {
    super(BLOCK, KEY_MIN, KEY_MAX, KEY_STEP);
  }

  // ---- Key schedule ----

  private static final byte[] FIXED = {
    0x01, 0x23, 0x45, 0x67, (byte) 0x89, (byte) 0xab, (byte) 0xcd, (byte) 0xef
  };

  /**
   * The parts of the key, in turn, in a chain of DES under a fixed key. Once all have been used,
   * each further one has a bit changed: the first, the second, and so on.
   */
  static void makeRoundKeys(byte[][] rk, byte[] key) {
    int parts = key.length / 8;
    long[] k = new long[Des.ROUNDS];
    long[] x = new long[2];
    long[] y = new long[2];
    long[] work = new long[2];
    byte[] sum = new byte[8];
    Des.expandKey(k, 0, 1, FIXED, 0);
    for (int i = 0; i < rk.length; i++) {
      for (int n = 0; n < 8; n++) {
        sum[n] ^= key[8 * (i % parts) + n];
      }
      if (i >= parts) {
        sum[0] ^= (byte) (0x80 >> i - parts);
      }
      Des.load(x, 1, sum, 0, 8);
      Arrays.fill(y, 0);
      Des.add(y, x, work, 1, k, 0);
      Des.store(sum, 0, 8, y, 1);
      System.arraycopy(sum, 0, rk[i], 0, 8);
    }
    Arrays.fill(sum, (byte) 0);
    Arrays.fill(x, 0);
    Arrays.fill(y, 0);
    Arrays.fill(work, 0);
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    eraseKey();
    byte[][] rk = new byte[8 * key.length == 256 ? 8 : 6][8];
    makeRoundKeys(rk, key);
    k = new long[rk.length * Des.ROUNDS];
    for (int i = 0; i < rk.length; i++) {
      Des.expandKey(k, Des.ROUNDS * i, 1, rk[i], 0);
      Arrays.fill(rk[i], (byte) 0);
    }
  }

  // ---- Encryption ----

  /** Two rounds at a time, so that the halves need no exchange; as many blocks as DES has lanes. */
  private void encryptLanes(
      long[] l, long[] r, long[] work, int lanes, byte[] in, int i, byte[] out, int o) {
    Des.load(l, lanes, in, i, BLOCK);
    Des.load(r, lanes, in, i + 8, BLOCK);
    for (int n = 0; n < k.length; n += 2 * Des.ROUNDS) {
      Des.add(r, l, work, lanes, k, n);
      Des.add(l, r, work, lanes, k, n + Des.ROUNDS);
    }
    Des.store(out, o, BLOCK, l, lanes);
    Des.store(out, o + 8, BLOCK, r, lanes);
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    long[] l = new long[2 * BATCH];
    long[] r = new long[2 * BATCH];
    long[] work = new long[2 * BATCH];
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      encryptLanes(l, r, work, BATCH, in, i, out, o);
    }
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      encryptLanes(l, r, work, 1, in, i, out, o);
    }
  }

  // ---- Decryption ----

  private void decryptLanes(
      long[] l, long[] r, long[] work, int lanes, byte[] in, int i, byte[] out, int o) {
    Des.load(l, lanes, in, i, BLOCK);
    Des.load(r, lanes, in, i + 8, BLOCK);
    for (int n = k.length; n > 0; n -= 2 * Des.ROUNDS) {
      Des.add(l, r, work, lanes, k, n - Des.ROUNDS);
      Des.add(r, l, work, lanes, k, n - 2 * Des.ROUNDS);
    }
    Des.store(out, o, BLOCK, l, lanes);
    Des.store(out, o + 8, BLOCK, r, lanes);
  }

  @Override
  void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    long[] l = new long[2 * BATCH];
    long[] r = new long[2 * BATCH];
    long[] work = new long[2 * BATCH];
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      decryptLanes(l, r, work, BATCH, in, i, out, o);
    }
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      decryptLanes(l, r, work, 1, in, i, out, o);
    }
  }

  // ---- Engine ----

  @Override
  void eraseKey() {
    if (k != null) {
      Arrays.fill(k, 0);
      k = null;
    }
  }
}
