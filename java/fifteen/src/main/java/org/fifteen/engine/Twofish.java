// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.Integer.rotateLeft;
import static java.lang.Integer.rotateRight;
import static org.fifteen.engine.Bytes.INT_LE;

import java.util.Arrays;

/**
 * Twofish, with full keying.
 *
 * <p>Bruce Schneier, John Kelsey, Doug Whiting, David Wagner, Chris Hall and Niels Ferguson, 1998.
 * "Twofish: A 128-Bit Block Cipher"; the section numbers below are its own. Block 128 bits, key 0
 * to 256 in steps of 8, lengthened with zeros to 128, 192 or 256; 16 rounds. A block is four
 * little-endian words.
 *
 * <p>A key-dependent S-box and its column of the MDS matrix are one table look-up. Not
 * constant-time: the look-ups depend on key and data.
 *
 * <p>An index is cut off by its table's own length, where it has to be cut off: C2 knows no length
 * of a table that hangs on the key, and only so makes no check of each look-up.
 */
final class Twofish extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 0;
  static final int KEY_MAX = 256;
  static final int KEY_STEP = 8;
  private static final int KEY_WORDS = KEY_MAX / 32;

  // ---- Tables (4.3.5, 4.2) ----

  /** q0, then q1. */
  private static final byte[] Q = new byte[2 * 256];

  /** For each byte of h, its column of the MDS matrix times what the last q-permutation makes. */
  private static final int[] M = new int[4 * 256];

  static {
    makePermutation(
        0, "817d6f320b59eca4", "ecb81235f4a6709d", "ba5e6d90c8f32471", "d7f4126e9b3085ca");
    makePermutation(
        1, "28bdf76e31940ac5", "1e2b4c376da5f908", "4c75169a0ed82b3f", "b951c3de647f208a");
    makeColumn(0, 1, 0x01, 0x5b, 0xef, 0xef);
    makeColumn(1, 0, 0xef, 0xef, 0x5b, 0x01);
    makeColumn(2, 1, 0x5b, 0xef, 0x01, 0xef);
    makeColumn(3, 0, 0x5b, 0x01, 0xef, 0x5b);
  }

  private static void makePermutation(int q, String t0, String t1, String t2, String t3) {
    for (int x = 0; x < 256; x++) {
      int a = x >> 4;
      int b = x & 15;
      int c = digit(t0, a ^ b);
      int d = digit(t1, mix(a, b));
      Q[256 * q + x] = (byte) (digit(t3, mix(c, d)) << 4 | digit(t2, c ^ d));
    }
  }

  private static int mix(int a, int b) {
    return (a ^ b >> 1 ^ b << 3 ^ a << 3) & 15;
  }

  private static int digit(String table, int i) {
    return Character.digit(table.charAt(i), 16);
  }

  private static void makeColumn(int j, int q, int row0, int row1, int row2, int row3) {
    for (int x = 0; x < 256; x++) {
      int y = Q[256 * q + x] & 255;
      M[256 * j + x] =
          Tables.multiply(y, row0, 0x169)
              | Tables.multiply(y, row1, 0x169) << 8
              | Tables.multiply(y, row2, 0x169) << 16
              | Tables.multiply(y, row3, 0x169) << 24;
    }
  }

  // ---- Context ----

  static final int ROUNDS = 16;

  /** What a byte of its input adds to g: a table for the lowest, and for each of the next. */
  final int[] s0 = new int[256];

  final int[] s1 = new int[256];
  final int[] s2 = new int[256];
  final int[] s3 = new int[256];

  /** Four words to whiten the input, four the output, two a round. */
  final int[] k = new int[8 + 2 * ROUNDS];

  Twofish() {
    super(BLOCK, KEY_MIN, KEY_MAX, KEY_STEP);
  }

  // ---- Key schedule ----

  /**
   * The matrix RS times eight key bytes (4.3): the remainder of their division by x^4 + (a + 1/a)
   * x^3 + a x^2 + (a + 1/a) x + 1 over GF(2^8), where a is 2.
   */
  private static int rsRemainder(int low, int high) {
    int r = high;
    for (int i = 0; i < 8; i++) {
      if (i == 4) {
        r ^= low;
      }
      int top = r >>> 24;
      int twice = top << 1 ^ (top >> 7) * 0x14d;
      int half = top >> 1 ^ (top & 1) * (0x14d >> 1);
      r = r << 8 ^ (twice ^ half) << 24 ^ twice << 16 ^ (twice ^ half) << 8 ^ top;
    }
    return r;
  }

  /**
   * What byte j of its input, x, adds to h (4.3.2). {@code list} has byte j of each word of the
   * list, the first in its low byte; bit j of a constant says which q-permutation stands in column
   * j. The last of them is in M.
   */
  private static int hColumn(int j, int x, int list, int words) {
    if (words > 3) {
      x = Q[256 * (0x9 >> j & 1) + x] & 255 ^ list >>> 24;
    }
    if (words > 2) {
      x = Q[256 * (0x3 >> j & 1) + x] & 255 ^ list >> 16 & 255;
    }
    x = Q[256 * (0xa >> j & 1) + x] & 255 ^ list >> 8 & 255;
    x = Q[256 * (0xc >> j & 1) + x] & 255 ^ list & 255;
    return M[256 * j + x];
  }

  /** h of the word that has x in each byte. */
  private static int h(int x, int[] list, int words) {
    return hColumn(0, x, list[0], words)
        ^ hColumn(1, x, list[1], words)
        ^ hColumn(2, x, list[2], words)
        ^ hColumn(3, x, list[3], words);
  }

  /** A list, which is every second word from w[i] on, by columns. */
  private static int[] loadList(int[] w, int i) {
    int[] list = new int[4];
    for (int j = 0; j < 4; j++) {
      list[j] =
          w[i] >> 8 * j & 255
              | (w[i + 2] >> 8 * j & 255) << 8
              | (w[i + 4] >> 8 * j & 255) << 16
              | w[i + 6] >> 8 * j << 24;
    }
    return list;
  }

  /** w is the key, of which the first {@code words} pairs of words count. */
  private void expandKey(int[] w, int words) {
    int[] remainders = new int[KEY_WORDS];
    for (int i = 0; i < words; i++) {
      remainders[2 * (words - 1 - i)] = rsRemainder(w[2 * i], w[2 * i + 1]);
    }
    int[] even = loadList(w, 0);
    int[] odd = loadList(w, 1);
    int[] list = loadList(remainders, 0);
    for (int i = 0; i < 8 + 2 * ROUNDS; i += 2) {
      int a = h(i, even, words);
      int b = rotateLeft(h(i + 1, odd, words), 8);
      k[i] = a + b;
      k[i + 1] = rotateLeft(a + 2 * b, 9);
    }
    fillColumn(0, s0, list[0], words);
    fillColumn(1, s1, list[1], words);
    fillColumn(2, s2, list[2], words);
    fillColumn(3, s3, list[3], words);
    Arrays.fill(remainders, 0);
    Arrays.fill(even, 0);
    Arrays.fill(odd, 0);
    Arrays.fill(list, 0);
  }

  /** With a constant j this compiles to fewer instructions than a loop over j. */
  private static void fillColumn(int j, int[] s, int list, int words) {
    for (int x = 0; x < 256; x++) {
      s[x] = hColumn(j, x, list, words);
    }
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    int[] w = new int[KEY_WORDS];
    Bytes.loadWords(w, KEY_WORDS, key);
    expandKey(w, key.length <= 16 ? 2 : key.length <= 24 ? 3 : 4);
    Arrays.fill(w, 0);
  }

  // ---- Encryption ----

  /** Blocks worked on side by side, to hide the latency of each other's look-ups. */
  private static final int BATCH = 2;

  private static int at(int[] s, int x) {
    return s[x & s.length - 1];
  }

  private int g(int x) {
    return at(s0, x) ^ at(s1, x >>> 8) ^ at(s2, x >>> 16) ^ s3[x >>> 24];
  }

  /** g(x <<< 8). */
  private int gRotated(int x) {
    return at(s1, x) ^ at(s2, x >>> 8) ^ at(s3, x >>> 16) ^ s0[x >>> 24];
  }

  void encryptRound(int[] k, int i, int[] x, int from, int to) {
    int t0 = g(x[from]);
    int t1 = gRotated(x[from + 1]);
    x[to] = rotateRight(x[to] ^ (t0 + t1 + k[i]), 1);
    x[to + 1] = rotateLeft(x[to + 1], 1) ^ (t0 + 2 * t1 + k[i + 1]);
  }

  static int[] load(byte[] in, int i, int[] k, int n) {
    return new int[] {
      (int) INT_LE.get(in, i) ^ k[n],
      (int) INT_LE.get(in, i + 4) ^ k[n + 1],
      (int) INT_LE.get(in, i + 8) ^ k[n + 2],
      (int) INT_LE.get(in, i + 12) ^ k[n + 3]
    };
  }

  /** The exchange of halves after the last round is undone. */
  static void store(byte[] out, int o, int[] x, int[] k, int n) {
    INT_LE.set(out, o, x[2] ^ k[n]);
    INT_LE.set(out, o + 4, x[3] ^ k[n + 1]);
    INT_LE.set(out, o + 8, x[0] ^ k[n + 2]);
    INT_LE.set(out, o + 12, x[1] ^ k[n + 3]);
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    int[] k = this.k;
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      int[] x = load(in, i, k, 0);
      int[] y = load(in, i + BLOCK, k, 0);
      for (int r = 0; r < ROUNDS; r += 2) {
        encryptRound(k, 8 + 2 * r, x, 0, 2);
        encryptRound(k, 8 + 2 * r, y, 0, 2);
        encryptRound(k, 10 + 2 * r, x, 2, 0);
        encryptRound(k, 10 + 2 * r, y, 2, 0);
      }
      store(out, o, x, k, 4);
      store(out, o + BLOCK, y, k, 4);
    }
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      int[] x = load(in, i, k, 0);
      for (int r = 0; r < ROUNDS; r += 2) {
        encryptRound(k, 8 + 2 * r, x, 0, 2);
        encryptRound(k, 10 + 2 * r, x, 2, 0);
      }
      store(out, o, x, k, 4);
    }
  }

  // ---- Decryption ----

  private void decryptRound(int[] k, int i, int[] x, int from, int to) {
    int t0 = g(x[from]);
    int t1 = gRotated(x[from + 1]);
    x[to] = rotateLeft(x[to], 1) ^ (t0 + t1 + k[i]);
    x[to + 1] = rotateRight(x[to + 1] ^ (t0 + 2 * t1 + k[i + 1]), 1);
  }

  @Override
  void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    int[] k = this.k;
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      int[] x = load(in, i, k, 4);
      int[] y = load(in, i + BLOCK, k, 4);
      for (int r = ROUNDS - 2; r >= 0; r -= 2) {
        decryptRound(k, 10 + 2 * r, x, 0, 2);
        decryptRound(k, 10 + 2 * r, y, 0, 2);
        decryptRound(k, 8 + 2 * r, x, 2, 0);
        decryptRound(k, 8 + 2 * r, y, 2, 0);
      }
      store(out, o, x, k, 0);
      store(out, o + BLOCK, y, k, 0);
    }
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      int[] x = load(in, i, k, 4);
      for (int r = ROUNDS - 2; r >= 0; r -= 2) {
        decryptRound(k, 10 + 2 * r, x, 0, 2);
        decryptRound(k, 8 + 2 * r, x, 2, 0);
      }
      store(out, o, x, k, 0);
    }
  }

  // ---- Engine ----

  @Override
  void eraseKey() {
    Arrays.fill(s0, 0);
    Arrays.fill(s1, 0);
    Arrays.fill(s2, 0);
    Arrays.fill(s3, 0);
    Arrays.fill(k, 0);
  }
}
