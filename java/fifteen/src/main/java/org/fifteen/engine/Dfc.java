// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.Long.rotateLeft;
import static org.fifteen.engine.Bytes.LONG_BE;

import java.util.Arrays;

/**
 * DFC, the Decorrelated Fast Cipher: as submitted (v1), and with the key schedule of its second
 * version (v2).
 *
 * <p>Henri Gilbert, Marc Girault, Philippe Hoogvorst, Fabrice Noilhan, Thomas Pornin, Guillaume
 * Poupard, Jacques Stern and Serge Vaudenay, 1998. "Decorrelated Fast Cipher: an AES Candidate"; v2
 * by Louis Granboulan, Phong Nguyen, Fabrice Noilhan and Serge Vaudenay, "DFCv2" (2000). Block 128
 * bits, key 0 to 256 in steps of 8, lengthened with digits of e; 8 rounds. A block is two
 * big-endian words.
 *
 * <p>Coppersmith found weak keys in v1. Not constant-time: the look-ups depend on key and data.
 *
 * <p>HotSpot makes 370 instructions of a block, where C has 190: it has no unsigned high product,
 * no carry, and too few registers for the blocks.
 */
final class Dfc extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 0;
  static final int KEY_MAX = 256;
  static final int KEY_STEP = 8;
  private static final int KEY_WORDS = KEY_MAX / 64;

  // ---- Tables ----

  /** The fraction of e: RT fills the first 32 words, KD and KC follow. */
  static final long[] E = Tables.fractionOfE(36);

  /** What a word of RT, and KC, add to the halves of a word that have changed places. */
  private static final long[] CP = new long[64];

  private static final long KD;

  static {
    KD = E[32];
    for (int i = 0; i < CP.length; i++) {
      CP[i] = E[i / 2] << 32 * (i % 2) & 0xffffffff00000000L | E[33] >>> 32;
    }
  }

  // ---- Context ----

  private static final int ROUNDS = 8;

  /** Words of a round key: a, and b in the two forms that {@link #rf} adds. */
  static final int FORMS = 3;

  private final boolean second;

  final long[] k = new long[FORMS * ROUNDS];

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

  /** b is stored with 13 (2^64 + 13) and, over 256, with the half that rounds. */
  private static void setRoundKey(long[] k, int i, long a, long b) {
    k[i] = a;
    k[i + 1] = b + 169;
    k[i + 2] = (b >>> 8) + (13L << 56) + (1L << 55);
  }

  /**
   * a x + b modulo 2^64 + 13, modulo 2^64; then the confusion permutation.
   *
   * <p>2^64 is -13 there: high 2^64 + low is low - 13 high, which is not negative with 13 (2^64 +
   * 13) more. What it then has above the word {@code sum} is below 16 and counts -13 again. There
   * are no carries here to make it of; but the same sum of the terms without their low bytes does
   * not overflow, and is so nearly right that its distance from the word, rounded, is it.
   */
  private static long rf(long[] k, int i, long x) {
    long low = k[i] * x;
    long high = multiplyHigh(k[i], x);
    long sum = low - 13 * high + k[i + 1];
    long above = (low >>> 8) - 13 * (high >>> 8) + k[i + 2] - (sum >>> 8) >>> 56;
    long y = sum - 13 * above;
    if (sum >>> 8 == 0 && sum < 13 * above) { // in one of 2^57
      y += 13;
    }
    return (rotateLeft(y, 32) ^ CP[(int) (y >>> 58)]) + KD;
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
   * Each round key is the one before, encrypted in four rounds; v1 has but two sets of keys for
   * that, in turn.
   */
  private void chainKeys(long a, long b, long[] keys) {
    for (int i = 0; i < ROUNDS; i++) {
      int set = FORMS * KEY_ROUNDS * i % keys.length;
      a ^= rf(keys, set, b);
      b ^= rf(keys, set + FORMS, a);
      a ^= rf(keys, set + 2 * FORMS, b);
      b ^= rf(keys, set + 3 * FORMS, a);
      long t = a;
      a = b;
      b = t;
      setRoundKey(k, FORMS * i, a, b);
    }
  }

  private void expandKeyV1(byte[] key) {
    long high = 0xffffffff00000000L;
    long[] pk = loadKey(key, 6); // KS

    long[] keys = new long[FORMS * 2 * KEY_ROUNDS]; // OA and OB, then EA and EB
    long oa = pk[0] & high | pk[3] & ~high;
    long ob = pk[2] & high | pk[1] & ~high;
    long ea = pk[0] << 32 | pk[3] >>> 32;
    long eb = pk[2] << 32 | pk[1] >>> 32;
    for (int i = 0; i < KEY_ROUNDS; i++) {
      long ka = i == 0 ? 0 : E[i - 1];
      long kb = i == 0 ? 0 : E[i + 2];
      setRoundKey(keys, FORMS * i, oa ^ ka, ob ^ kb);
      setRoundKey(keys, FORMS * (KEY_ROUNDS + i), ea ^ ka, eb ^ kb);
    }
    chainKeys(0, 0, keys);
    Arrays.fill(pk, 0);
    Arrays.fill(keys, 0);
  }

  private void expandKeyV2(byte[] key) {
    long[] pk = loadKey(key, 32); // KS

    long[] keys = new long[FORMS * ROUNDS * KEY_ROUNDS]; // IRK
    long a = pk[0];
    long b = pk[1];
    for (int i = 0; i < ROUNDS * KEY_ROUNDS; i++) {
      int rt = 2 * (int) (E[i / 2] >>> (i % 2 == 0 ? 32 : 0) & 15);
      a ^= E[rt];
      b ^= E[rt + 1];
      setRoundKey(keys, FORMS * i, a, b);
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

  /** Blocks worked on side by side, to hide the latency of each other's multiplications. */
  private static final int BATCH = 4;

  /** The exchange of halves after the last round is undone. */
  private static void encryptBatch(long[] k, byte[] in, int i, byte[] out, int o) {
    long s0 = (long) LONG_BE.get(in, i);
    long s1 = (long) LONG_BE.get(in, i + 8);
    long t0 = (long) LONG_BE.get(in, i + 16);
    long t1 = (long) LONG_BE.get(in, i + 24);
    long u0 = (long) LONG_BE.get(in, i + 32);
    long u1 = (long) LONG_BE.get(in, i + 40);
    long v0 = (long) LONG_BE.get(in, i + 48);
    long v1 = (long) LONG_BE.get(in, i + 56);
    for (int r = 0; r < FORMS * ROUNDS; r += 2 * FORMS) {
      s0 ^= rf(k, r, s1);
      t0 ^= rf(k, r, t1);
      u0 ^= rf(k, r, u1);
      v0 ^= rf(k, r, v1);
      s1 ^= rf(k, r + FORMS, s0);
      t1 ^= rf(k, r + FORMS, t0);
      u1 ^= rf(k, r + FORMS, u0);
      v1 ^= rf(k, r + FORMS, v0);
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
    for (int r = 0; r < FORMS * ROUNDS; r += 2 * FORMS) {
      s0 ^= rf(k, r, s1);
      s1 ^= rf(k, r + FORMS, s0);
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
    for (int i = 0, j = FORMS * (ROUNDS - 1); i < j; i += FORMS, j -= FORMS) {
      for (int n = 0; n < FORMS; n++) {
        long word = k[i + n];
        k[i + n] = k[j + n];
        k[j + n] = word;
      }
    }
  }

  // ---- Engine ----

  @Override
  void eraseKey() {
    Arrays.fill(k, 0);
  }
}
