// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.Long.rotateLeft;
import static org.fifteen.engine.Bytes.LONG_BE;

import java.util.Arrays;

/**
 * LOKI97.
 *
 * <p>Lawrie Brown, Josef Pieprzyk and Jennifer Seberry, 1998. "Introducing the new LOKI97 Block
 * Cipher" (June 1998); the section numbers below are its own. Block 128 bits, key 128, 192 or 256;
 * 16 rounds. Block and key are big-endian words.
 *
 * <p>The tables of the S-boxes and of P are apart: they take 22 KiB, which leaves the first-level
 * cache room; with P in Sa's S-boxes they would take 100. Not constant-time: the look-ups depend on
 * key and data.
 */
final class Loki97 extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 128;
  static final int KEY_MAX = 256;
  static final int KEY_STEP = 64;

  // ---- Tables (2.4, 2.3) ----

  /** Chars, whose loads have no sign to mask off. */
  private static final char[] S1 = makeBox(13, 0x2911);

  private static final char[] S2 = makeBox(11, 0xaa7);

  /** Where P puts the output of Sa's first S-box; each further S-box is one bit higher. */
  private static final long[] P = new long[256];

  static {
    for (int x = 0; x < 256; x++) {
      for (int j = 0; j < 8; j++) {
        P[x] |= (long) (x >> j & 1) << 8 * j;
      }
    }
  }

  /** The low eight bits of the cube of the inverted input. */
  private static char[] makeBox(int bits, int polynomial) {
    char[] box = new char[1 << bits];
    for (int i = 0; i < box.length; i++) {
      int x = box.length - 1 - i;
      int square = Tables.multiply(x, x, polynomial);
      box[i] = (char) (Tables.multiply(x, square, polynomial) & 255);
    }
    return box;
  }

  // ---- Context ----

  static final int ROUNDS = 16;
  static final int SUBKEYS = 3 * ROUNDS;
  static final int ROUND_WORDS = 5;
  private static final int K_WORDS = ROUNDS * ROUND_WORDS;

  /**
   * Five words a round: the first is added before f and the last after it, SK(3i-2) and SK(3i); the
   * others are f's second input, SK(3i-1), split.
   */
  final long[] k = new long[K_WORDS];

  Loki97() {
    super(BLOCK, KEY_MIN, KEY_MAX, KEY_STEP);
  }

  // ---- Function f (2.3) ----

  /**
   * B as f takes it: its lower half, twice, for KP; then, of its upper half, what precedes the
   * input bytes 6, 4, 2, 0 and 7, 5, 3, 1 of Sb: by turns three bits for S2 and five for S1. (The
   * upper half is what the figure and the test values have; the text of 2.3 has the lower there,
   * too.)
   */
  private static void split(long b, long[] parts, int i) {
    long lower = b & 0xffffffffL;
    long upper = b >>> 32;
    long spread = (upper | upper << 16) & 0x0000ffff0000ffffL;
    parts[i] = lower | lower << 32;
    parts[i + 1] = spread << 14 & 0x0700000007000000L | spread << 8 & 0x00001f0000001f00L;
    parts[i + 2] = spread << 11 & 0x0700000007000000L | spread << 3 & 0x00001f0000001f00L;
  }

  /** Sb(P(Sa(E(KP(A, B)))), B), with b[i] to b[i + 2] = split(B). */
  private static long f(long a, long[] b, int i) {
    long d = a ^ (a ^ rotateLeft(a, 32)) & b[i];
    long e =
        P[s1(rotateLeft(d, 8))]
            | P[s2(d >>> 48)] << 1
            | P[s1(d >>> 40)] << 2
            | P[s2(d >>> 32)] << 3
            | P[s2(d >>> 24)] << 4
            | P[s1(d >>> 16)] << 5
            | P[s2(d >>> 8)] << 6
            | P[s1(d)] << 7;
    long even = e & 0x00ff00ff00ff00ffL | b[i + 1];
    long odd = e >>> 8 & 0x00ff00ff00ff00ffL | b[i + 2];
    int high = s2(odd >>> 48) << 24 | s2(even >>> 48) << 16 | s1(odd >>> 32) << 8 | s1(even >>> 32);
    int low = s2(odd >>> 16) << 24 | s2(even >>> 16) << 16 | s1(odd) << 8 | s1(even);
    return (long) high << 32 | low & 0xffffffffL;
  }

  private static int s1(long x) {
    return S1[(int) x & 0x1fff];
  }

  private static int s2(long x) {
    return S2[(int) x & 0x7ff];
  }

  // ---- Key schedule (2.2) ----

  private static final long DELTA = 0x9e3779b97f4a7c15L; // (sqrt(5) - 1) 2^63

  private static long fWhole(long a, long b, long[] parts) {
    split(b, parts, 0);
    return f(a, parts, 0);
  }

  /** SK(1) is sk[0]. */
  static void expandKey(long[] sk, byte[] key) {
    long[] parts = new long[3];
    long k4 = (long) LONG_BE.get(key, 0);
    long k3 = (long) LONG_BE.get(key, 8);
    long k2 = key.length > 16 ? (long) LONG_BE.get(key, 16) : fWhole(k3, k4, parts);
    long k1 = key.length > 24 ? (long) LONG_BE.get(key, 24) : fWhole(k4, k3, parts);
    long sum = DELTA;
    for (int i = 0; i < SUBKEYS; i++, sum += DELTA) {
      sk[i] = k4 ^ fWhole(k1 + (k3 + sum), k2, parts);
      k4 = k3;
      k3 = k2;
      k2 = k1;
      k1 = sk[i];
    }
    Arrays.fill(parts, 0);
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    long[] sk = new long[SUBKEYS];
    expandKey(sk, key);
    for (int i = 0; i < ROUNDS; i++) {
      k[ROUND_WORDS * i] = sk[3 * i];
      split(sk[3 * i + 1], k, ROUND_WORDS * i + 1);
      k[ROUND_WORDS * i + 4] = sk[3 * i + 2];
    }
    Arrays.fill(sk, 0);
  }

  // ---- Encryption (2.1) ----

  /** Blocks worked on side by side, to hide the latency of each other's look-ups. */
  private static final int BATCH = 2;

  static void encryptRound(long[] k, int i, long[] x, int from, int to) {
    x[from] += k[i];
    x[to] ^= f(x[from], k, i + 1);
    x[from] += k[i + 4];
  }

  private static void encryptBatch(long[] k, byte[] in, int i, byte[] out, int o) {
    long[] x = {(long) LONG_BE.get(in, i), (long) LONG_BE.get(in, i + 8)};
    long[] y = {(long) LONG_BE.get(in, i + BLOCK), (long) LONG_BE.get(in, i + BLOCK + 8)};
    for (int r = 0; r < K_WORDS; r += 2 * ROUND_WORDS) {
      encryptRound(k, r, x, 1, 0);
      encryptRound(k, r, y, 1, 0);
      encryptRound(k, r + ROUND_WORDS, x, 0, 1);
      encryptRound(k, r + ROUND_WORDS, y, 0, 1);
    }
    LONG_BE.set(out, o, x[1]);
    LONG_BE.set(out, o + 8, x[0]);
    LONG_BE.set(out, o + BLOCK, y[1]);
    LONG_BE.set(out, o + BLOCK + 8, y[0]);
  }

  private static void encryptOne(long[] k, byte[] in, int i, byte[] out, int o) {
    long[] x = {(long) LONG_BE.get(in, i), (long) LONG_BE.get(in, i + 8)};
    for (int r = 0; r < K_WORDS; r += 2 * ROUND_WORDS) {
      encryptRound(k, r, x, 1, 0);
      encryptRound(k, r + ROUND_WORDS, x, 0, 1);
    }
    LONG_BE.set(out, o, x[1]);
    LONG_BE.set(out, o + 8, x[0]);
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      encryptBatch(k, in, i, out, o);
    }
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      encryptOne(k, in, i, out, o);
    }
  }

  // ---- Decryption (2.1) ----

  private static void decryptRound(long[] k, int i, long[] x, int from, int to) {
    x[from] -= k[i + 4];
    x[to] ^= f(x[from], k, i + 1);
    x[from] -= k[i];
  }

  private static void decryptBatch(long[] k, byte[] in, int i, byte[] out, int o) {
    long[] x = {(long) LONG_BE.get(in, i + 8), (long) LONG_BE.get(in, i)};
    long[] y = {(long) LONG_BE.get(in, i + BLOCK + 8), (long) LONG_BE.get(in, i + BLOCK)};
    for (int r = K_WORDS; r > 0; r -= 2 * ROUND_WORDS) {
      decryptRound(k, r - ROUND_WORDS, x, 0, 1);
      decryptRound(k, r - ROUND_WORDS, y, 0, 1);
      decryptRound(k, r - 2 * ROUND_WORDS, x, 1, 0);
      decryptRound(k, r - 2 * ROUND_WORDS, y, 1, 0);
    }
    LONG_BE.set(out, o, x[0]);
    LONG_BE.set(out, o + 8, x[1]);
    LONG_BE.set(out, o + BLOCK, y[0]);
    LONG_BE.set(out, o + BLOCK + 8, y[1]);
  }

  private static void decryptOne(long[] k, byte[] in, int i, byte[] out, int o) {
    long[] x = {(long) LONG_BE.get(in, i + 8), (long) LONG_BE.get(in, i)};
    for (int r = K_WORDS; r > 0; r -= 2 * ROUND_WORDS) {
      decryptRound(k, r - ROUND_WORDS, x, 0, 1);
      decryptRound(k, r - 2 * ROUND_WORDS, x, 1, 0);
    }
    LONG_BE.set(out, o, x[0]);
    LONG_BE.set(out, o + 8, x[1]);
  }

  @Override
  void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      decryptBatch(k, in, i, out, o);
    }
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      decryptOne(k, in, i, out, o);
    }
  }

  // ---- Engine ----

  @Override
  void eraseKey() {
    Arrays.fill(k, 0);
  }
}
