// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.LONG_BE;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * DFC, the Decorrelated Fast Cipher: as submitted (v1), and with the key schedule of its second
 * version (v2).
 *
 * <p>Henri Gilbert, Marc Girault, Philippe Hoogvorst, Fabrice Noilhan, Thomas Pornin, Guillaume
 * Poupard, Jacques Stern and Serge Vaudenay, 1998. "Decorrelated Fast Cipher: an AES Candidate";
 * version 2 by Louis Granboulan, Phong Nguyen, Fabrice Noilhan and Serge Vaudenay, "DFCv2" (2000).
 * Block 128 bits, key 0 to 256 in steps of 8, lengthened with digits of e; 8 rounds. A block is two
 * big-endian words.
 *
 * <p>A round is one long chain of multiplications, so several blocks are worked on side by side,
 * and fill each other's waits. Not constant-time: a look-up depends on key and data. Version 1 has
 * weak keys, which leave four rounds of eight without effect.
 */
final class Dfc extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 0;
  static final int KEY_MAX = 256;
  static final int KEY_STEP = 8;
  private static final int KEY_WORDS = KEY_MAX / 64;

  // ---- Tables ----

  /** The fraction of e: RT fills the first 32 words, KD and KC follow. */
  static final long[] E = new long[36];

  /** What a word of RT, and KC, add to the halves of a word that have changed places. */
  private static final long[] CP = new long[64];

  private static final long KD;

  static {
    int digits = 64 * E.length;
    BigInteger term = BigInteger.ONE.shiftLeft(digits + 64);
    BigInteger e = BigInteger.ZERO;
    for (int n = 1; term.signum() != 0; n++) {
      e = e.add(term);
      term = term.divide(BigInteger.valueOf(n));
    }
    for (int i = 0; i < E.length; i++) {
      E[i] = e.shiftRight(digits - 64 * i).longValue();
    }
    KD = E[32];
    for (int i = 0; i < CP.length; i++) {
      CP[i] = E[i / 2] << 32 * (i % 2) & 0xffffffff00000000L | E[33] >>> 32;
    }
  }

  // ---- Context ----

  private static final int ROUNDS = 8;

  private final boolean second;

  /** a and b of each round. */
  final long[] k = new long[2 * ROUNDS];

  private Dfc(boolean second) {
    super(BLOCK, KEY_MIN, KEY_MAX, KEY_STEP);
    this.second = second;
  }

  static Dfc v1() {
    return new Dfc(false);
  }

  static Dfc v2() {
    return new Dfc(true);
  }

  // ---- Round function ----

  /** The product's high half. */
  private static long multiplyHigh(long x, long y) {
    return Math.multiplyHigh(x, y) + (x >> 63 & y) + (y >> 63 & x);
  }

  /**
   * a x + b modulo 2^64 + 13, modulo 2^64; then the confusion permutation.
   *
   * <p>As 2^64 is -13, high 2^64 + low is low - 13 high; 13 (2^64 + 13) more, it is not negative.
   * Its own high half, which counts -13 again, is below 16, and there are no carries here to make
   * it of. But the same sum without the terms' low bytes does not overflow, and is off by so little
   * that what it has above {@code sum} is the high half, rounded.
   */
  private static long rf(long a, long b, long x) {
    long low = a * x;
    long high = multiplyHigh(a, x);
    long sum = low - 13 * high + (b + 169);
    long whole = (low >>> 8) - 13 * (high >>> 8) + ((b >>> 8) + (13L << 56));
    long taken = whole - (sum >>> 8) + (1L << 55) >>> 56;
    long y = sum - 13 * taken;
    if (sum >>> 8 == 0 && sum < 13 * taken) { // hardly ever
      y += 13;
    }
    return (Long.rotateLeft(y, 32) ^ CP[(int) (y >>> 58)]) + KD;
  }

  // ---- Key schedule ----

  private static final int KEY_ROUNDS = 4;

  /** The key, filled up with the first of the words of E from {@code filling} on. */
  private static long[] loadKey(byte[] key, int filling) {
    long[] pk = new long[KEY_WORDS];
    for (int i = 0; i < KEY_MAX / 8; i++) {
      int j = i - key.length;
      long next = j < 0 ? key[i] : E[filling + j / 8] >>> 56 - 8 * (j % 8);
      pk[i / 8] = pk[i / 8] << 8 | next & 255;
    }
    return pk;
  }

  /**
   * Each round key is the one before, encrypted in four rounds; those of version 1 have but two
   * sets of keys, in turn.
   */
  private void chainKeys(long x, long y, long[] keys) {
    for (int i = 0; i < ROUNDS; i++) {
      int set = 2 * KEY_ROUNDS * i % keys.length;
      x ^= rf(keys[set], keys[set + 1], y);
      y ^= rf(keys[set + 2], keys[set + 3], x);
      x ^= rf(keys[set + 4], keys[set + 5], y);
      y ^= rf(keys[set + 6], keys[set + 7], x);
      k[2 * i] = y;
      k[2 * i + 1] = x;
      y = x;
      x = k[2 * i];
    }
  }

  private void expandKeyV1(byte[] key) {
    int ka = 0;
    int kb = 3;
    int ks = 6;
    long[] pk = loadKey(key, ks);

    long[] keys = new long[2 * 2 * KEY_ROUNDS]; // OA, OB of each round, then EA, EB
    long high = 0xffffffff00000000L;
    int even = 2 * KEY_ROUNDS;
    keys[0] = pk[0] & high | pk[3] & ~high;
    keys[1] = pk[2] & high | pk[1] & ~high;
    keys[even] = pk[0] << 32 | pk[3] >>> 32;
    keys[even + 1] = pk[2] << 32 | pk[1] >>> 32;
    for (int i = 1; i < KEY_ROUNDS; i++) {
      for (int set = 0; set <= even; set += even) {
        keys[set + 2 * i] = keys[set] ^ E[ka + i - 1];
        keys[set + 2 * i + 1] = keys[set + 1] ^ E[kb + i - 1];
      }
    }
    chainKeys(0, 0, keys);
    Arrays.fill(pk, 0);
    Arrays.fill(keys, 0);
  }

  private void expandKeyV2(byte[] key) {
    int ks = 32;
    long[] pk = loadKey(key, ks);

    long[] keys = new long[2 * ROUNDS * KEY_ROUNDS]; // IRK
    long a = pk[0];
    long b = pk[1];
    for (int i = 0; i < ROUNDS * KEY_ROUNDS; i++) {
      int rt = 2 * (int) (E[i / 2] >>> (i % 2 == 0 ? 32 : 0) & 15);
      a ^= E[rt];
      b ^= E[rt + 1];
      keys[2 * i] = a;
      keys[2 * i + 1] = b;
    }
    chainKeys(pk[2], pk[3], keys);
    Arrays.fill(pk, 0);
    Arrays.fill(keys, 0);
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    if (second) {
      expandKeyV2(key);
    } else {
      expandKeyV1(key);
    }
    if (direction == Direction.DECRYPT) {
      reverseKeys();
    }
  }

  // ---- Encryption ----

  /** Blocks worked on side by side. */
  private static final int BATCH = 4;

  private static void encryptBatch(long[] k, byte[] in, int i, byte[] out, int o) {
    long s0 = (long) LONG_BE.get(in, i);
    long s1 = (long) LONG_BE.get(in, i + 8);
    long t0 = (long) LONG_BE.get(in, i + 16);
    long t1 = (long) LONG_BE.get(in, i + 24);
    long u0 = (long) LONG_BE.get(in, i + 32);
    long u1 = (long) LONG_BE.get(in, i + 40);
    long v0 = (long) LONG_BE.get(in, i + 48);
    long v1 = (long) LONG_BE.get(in, i + 56);
    for (int r = 0; r < 2 * ROUNDS; r += 4) {
      long a = k[r];
      long b = k[r + 1];
      s0 ^= rf(a, b, s1);
      t0 ^= rf(a, b, t1);
      u0 ^= rf(a, b, u1);
      v0 ^= rf(a, b, v1);
      a = k[r + 2];
      b = k[r + 3];
      s1 ^= rf(a, b, s0);
      t1 ^= rf(a, b, t0);
      u1 ^= rf(a, b, u0);
      v1 ^= rf(a, b, v0);
    }
    LONG_BE.set(out, o, s1);
    LONG_BE.set(out, o + 8, s0);
    LONG_BE.set(out, o + 16, t1);
    LONG_BE.set(out, o + 24, t0);
    LONG_BE.set(out, o + 32, u1);
    LONG_BE.set(out, o + 40, u0);
    LONG_BE.set(out, o + 48, v1);
    LONG_BE.set(out, o + 56, v0);
  }

  private static void encryptOne(long[] k, byte[] in, int i, byte[] out, int o) {
    long s0 = (long) LONG_BE.get(in, i);
    long s1 = (long) LONG_BE.get(in, i + 8);
    for (int r = 0; r < 2 * ROUNDS; r += 4) {
      s0 ^= rf(k[r], k[r + 1], s1);
      s1 ^= rf(k[r + 2], k[r + 3], s0);
    }
    LONG_BE.set(out, o, s1);
    LONG_BE.set(out, o + 8, s0);
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    long[] k = this.k;
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      encryptBatch(k, in, i, out, o);
    }
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      encryptOne(k, in, i, out, o);
    }
  }

  // ---- Decryption ----

  /** It is encryption with the round keys in reverse order. */
  private void reverseKeys() {
    for (int i = 0; i < ROUNDS; i++) {
      // The i-th word comes from the other end, where it is the other of its pair.
      int j = 2 * ROUNDS - 1 - i ^ 1;
      long word = k[i];
      k[i] = k[j];
      k[j] = word;
    }
  }

  // ---- Engine ----

  @Override
  void eraseKey() {
    Arrays.fill(k, 0);
  }
}
