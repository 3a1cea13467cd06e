// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.LONG_BE;

import java.util.Arrays;

/**
 * E2.
 *
 * <p>Masayuki Kanda, Shiho Moriai, Kazumaro Aoki, Hiroki Ueda, Miyako Ohkubo, Youichi Takashima,
 * Kazuo Ohta and Tsutomu Matsumoto (NTT), 1998. "Specification of E2 - a 128-bit Block Cipher".
 * Block 128 bits, key 128, 192 or 256; an initial transformation, 12 rounds of a Feistel network, a
 * final transformation. Block and key are big-endian words.
 *
 * <p>Inside, the eight bytes of a half block stand in the order 1 6 3 8 5 2 7 4. In that order BP
 * exchanges bytes of the halves that are in the same place, and BRL is a rotation by five bytes.
 * The first S-boxes of a round and P are one table look-up a byte. Not constant-time: the look-ups
 * depend on key and data.
 */
final class E2 extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 128;
  static final int KEY_MAX = 256;
  static final int KEY_STEP = 64;

  // ---- Tables ----

  /** Rows of the matrix P, column 1 the highest bit. */
  private static final int[] P = {0x7e, 0xb7, 0xdb, 0xed, 0xdc, 0xe6, 0x73, 0xb9};

  /** T[256 i + x] is what x in place i adds to f. */
  private static final long[] T = new long[8 * 256];

  /** S[256 i + x] is s(x) in byte i, 0 the lowest. */
  private static final int[] S = new int[4 * 256];

  private static final long V = 0x0123456789abcdefL;

  /** What lengthens a key: S three and four times of V. */
  private static final long[] PADDING = new long[2];

  static {
    for (int x = 0; x < 256; x++) {
      int s = 97 * power(x, 127) + 225 & 255;
      for (int i = 0; i < 4; i++) {
        S[256 * i + x] = s << 8 * i;
      }
      for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) {
          int bit = P[5 * j % 8] >> 7 - 5 * i % 8 & 1;
          T[256 * i + x] |= (long) (bit * s) << 56 - 8 * j;
        }
      }
    }
    PADDING[0] = substitute(substitute(substitute(V)));
    PADDING[1] = substitute(PADDING[0]);
  }

  private static int power(int x, int exponent) {
    int result = 1;
    for (int i = 0; i < exponent; i++) {
      result = Tables.multiply(result, x, 0x11b);
    }
    return result;
  }

  private static long substitute(long x) {
    long y = 0;
    for (int i = 0; i < 64; i += 8) {
      y |= (long) S[(int) (x >>> i) & 255] << i;
    }
    return y;
  }

  // ---- Context ----

  private static final int ROUNDS = 12;

  /** Of the rounds, in the order of the half blocks. */
  private final long[] k = new long[2 * ROUNDS];

  /** Of the initial transformation, of the final one. */
  private final long[] added = new long[4];

  private final int[] factor = new int[8];

  E2() {
    super(BLOCK, KEY_MIN, KEY_MAX, KEY_STEP);
  }

  // ---- Functions ----

  /** Into the order of the half blocks, or back: bytes 2 and 6, 4 and 8 change places. */
  private static long reorder(long x) {
    long t = (x ^ x >>> 32) & 0x00ff00ff;
    return x ^ t ^ t << 32;
  }

  /** P of S. */
  private static long f(long x) {
    int high = (int) (x >>> 32);
    int low = (int) x;
    return T[high >>> 24]
        ^ T[256 + (high >> 16 & 255)]
        ^ T[512 + (high >> 8 & 255)]
        ^ T[768 + (high & 255)]
        ^ T[1024 + (low >>> 24)]
        ^ T[1280 + (low >> 16 & 255)]
        ^ T[1536 + (low >> 8 & 255)]
        ^ T[1792 + (low & 255)];
  }

  /** BRL of S. */
  private static long rotatedS(long x) {
    int high = (int) (x >>> 32);
    int low = (int) x;
    int newHigh =
        S[768 + (low >> 16 & 255)]
            ^ S[512 + (low >> 8 & 255)]
            ^ S[256 + (low & 255)]
            ^ S[high >>> 24];
    int newLow =
        S[768 + (high >> 16 & 255)]
            ^ S[512 + (high >> 8 & 255)]
            ^ S[256 + (high & 255)]
            ^ S[low >>> 24];
    return (long) newHigh << 32 | newLow & 0xffffffffL;
  }

  // ---- Key schedule ----

  private static final int SUBKEYS = 16;

  /** Byte i of word j, the highest being byte 0, becomes byte j of word i. */
  private static void transpose(long[] x, int start) {
    long mask = 0x00000000ffffffffL;
    for (int distance = 4; distance > 0; distance >>= 1, mask ^= mask << 8 * distance) {
      for (int j = start; j < start + 8; j++) {
        if ((j & distance) == 0) {
          long t = (x[j] ^ x[j + distance] >>> 8 * distance) & mask;
          x[j] ^= t;
          x[j + distance] ^= t << 8 * distance;
        }
      }
    }
  }

  /**
   * k1 to k16, each of two words. Byte b of l2m is byte m of k(2b+1), of l(2m+1) of k(2b+2): that
   * is a transposition, and 5j mod 8 is the order of a half block.
   */
  private static void makeSubkeys(long[] k, long[] key) {
    long[] y = new long[4];
    long[] l = new long[2 * SUBKEYS];
    long u = reorder(V);
    for (int n = 0; n < 4; n++) {
      y[n] = f(reorder(key[n]));
    }
    for (int n = 0; n < 4; n++) {
      u = f(u) ^ y[n];
    }
    for (int i = 0; i < 2 * SUBKEYS; i++) {
      y[i % 4] = f(y[i % 4]);
      u = f(u) ^ y[i % 4];
      l[16 * (i % 2) + 8 * (i / 16) + 5 * (i / 2) % 8] = u;
    }
    for (int half = 0; half < 2; half++) {
      for (int odd = 0; odd < 2; odd++) {
        int start = 16 * odd + 8 * half;
        transpose(l, start);
        for (int j = 0; j < 8; j++) {
          k[2 * (2 * j + odd) + half] = l[start + 5 * j % 8];
        }
      }
    }
    Arrays.fill(y, 0);
    Arrays.fill(l, 0);
  }

  /** The inverse of an odd number modulo 2^32: five bits, and each step doubles them. */
  private static int inverse(int x) {
    int y = 3 * x ^ 2;
    for (int i = 0; i < 3; i++) {
      y *= 2 - x * y;
    }
    return y;
  }

  private void setOuter(int place, long[] k, int added, int factor) {
    for (int i = 0; i < 2; i++) {
      long factors = reorder(k[factor + i]);
      this.added[2 * place + i] = reorder(k[added + i]);
      this.factor[4 * place + 2 * i] = (int) (factors >>> 32) | 1;
      this.factor[4 * place + 2 * i + 1] = (int) factors | 1;
    }
  }

  /** Decryption is encryption with k16, k15, k12 to k1, k14, k13. */
  private void setKeys(long[] k, boolean decrypting) {
    for (int i = 0; i < 2 * ROUNDS; i++) {
      this.k[i] = k[decrypting ? 2 * ROUNDS - 1 - i ^ 1 : i];
    }
    setOuter(decrypting ? 1 : 0, k, 24, 26);
    setOuter(decrypting ? 0 : 1, k, 30, 28);
    for (int i = 4; i < 8; i++) {
      factor[i] = inverse(factor[i]);
    }
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    long[] words = {0, 0, PADDING[0], PADDING[1]};
    long[] k = new long[2 * SUBKEYS];
    for (int i = 0; i < key.length / 8; i++) {
      words[i] = (long) LONG_BE.get(key, 8 * i);
    }
    makeSubkeys(k, words);
    setKeys(k, direction == Direction.DECRYPT);
    Arrays.fill(words, 0);
    Arrays.fill(k, 0);
  }

  // ---- Encryption ----

  /** Blocks worked on side by side, to hide the latency of each other's look-ups. */
  private static final int BATCH = 4;

  /** Bytes that BP exchanges. */
  private static final long EXCHANGED = 0x00ffff000000ffffL;

  private static long times(long x, int[] factor, int i) {
    return (x >>> 32) * factor[i] << 32 | (int) x * factor[i + 1] & 0xffffffffL;
  }

  /** IT. */
  private static long[] load(byte[] in, int i, long[] added, int[] factor) {
    long a = times((long) LONG_BE.get(in, i) ^ added[0], factor, 0);
    long b = times((long) LONG_BE.get(in, i + 8) ^ added[1], factor, 2);
    long t = (a ^ b) & EXCHANGED;
    return new long[] {a ^ t, b ^ t};
  }

  /** FT, of the exchanged halves. */
  private static void store(byte[] out, int o, long[] x, long[] added, int[] factor) {
    long t = (x[0] ^ x[1]) & EXCHANGED;
    LONG_BE.set(out, o, times(x[1] ^ t, factor, 4) ^ added[2]);
    LONG_BE.set(out, o + 8, times(x[0] ^ t, factor, 6) ^ added[3]);
  }

  /** The half x[1] goes through F; then the halves change places. */
  private static void feistelRound(long[] x, long k0, long k1) {
    long t = x[0] ^ rotatedS(f(x[1] ^ k0) ^ k1);
    x[0] = x[1];
    x[1] = t;
  }

  private void encryptBatch(byte[] in, int i, byte[] out, int o) {
    long[] k = this.k;
    long[] x = load(in, i, added, factor);
    long[] y = load(in, i + BLOCK, added, factor);
    long[] z = load(in, i + 2 * BLOCK, added, factor);
    long[] w = load(in, i + 3 * BLOCK, added, factor);
    for (int r = 0; r < 2 * ROUNDS; r += 2) {
      feistelRound(x, k[r], k[r + 1]);
      feistelRound(y, k[r], k[r + 1]);
      feistelRound(z, k[r], k[r + 1]);
      feistelRound(w, k[r], k[r + 1]);
    }
    store(out, o, x, added, factor);
    store(out, o + BLOCK, y, added, factor);
    store(out, o + 2 * BLOCK, z, added, factor);
    store(out, o + 3 * BLOCK, w, added, factor);
  }

  private void encryptOne(byte[] in, int i, byte[] out, int o) {
    long[] k = this.k;
    long[] x = load(in, i, added, factor);
    for (int r = 0; r < 2 * ROUNDS; r += 2) {
      feistelRound(x, k[r], k[r + 1]);
    }
    store(out, o, x, added, factor);
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      encryptBatch(in, i, out, o);
    }
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      encryptOne(in, i, out, o);
    }
  }

  // ---- Decryption ----

  // It is encryption, under the keys for it.

  // ---- Engine ----

  @Override
  void eraseKey() {
    Arrays.fill(k, 0);
    Arrays.fill(added, 0);
    Arrays.fill(factor, 0);
  }
}
