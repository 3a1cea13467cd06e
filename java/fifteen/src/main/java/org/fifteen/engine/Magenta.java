// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.LONG_LE;

import java.util.Arrays;

/**
 * MAGENTA, the Multifunctional Algorithm for General-purpose Encryption and Network
 * Telecommunication Applications.
 *
 * <p>Michael J. Jacobson Jr. and Klaus Huber (Deutsche Telekom), 1998. "The MAGENTA Block Cipher
 * Algorithm". Block 128 bits, key 128, 192 or 256; 6 rounds, 8 with 256 key bits. Block and key are
 * strings of bytes.
 *
 * <p>A byte is kept in one word with the byte that PE pairs it with. What a byte and its f add to
 * the next word is one look-up. Not constant-time: the look-ups depend on key and data.
 */
final class Magenta extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 128;
  static final int KEY_MAX = 256;
  static final int KEY_STEP = 64;

  // ---- Tables ----

  // The first 256 entries are for what a word's first byte gives, the others for its second.

  /** f(x): 2^x modulo x^8 + x^6 + x^5 + x^2 + 1, and f(255) is 0. */
  private static final int[] F = new int[2 * 256];

  /** What PE needs of x: x at its own end of the word, f(x) at the other. */
  private static final int[] H = new int[2 * 256];

  /** What PE needs of f(x). */
  private static final int[] G = new int[2 * 256];

  static {
    for (int x = 0, power = 1; x < 255; x++) {
      F[x] = power;
      power = power << 1 ^ (power >> 7) * 0x165;
    }
    for (int x = 0; x < 256; x++) {
      F[256 + x] = F[x] << 24;
      H[x] = x | F[x] << 24;
      H[256 + x] = x << 24 | F[x];
    }
    for (int x = 0; x < 256; x++) {
      G[x] = H[F[x]];
      G[256 + x] = H[256 + F[x]];
    }
  }

  // ---- Context ----

  /** 0, 1, 2: of 128, 192, 256 bits. */
  private int size;

  /** The key's bytes, each as the second of its word. */
  private final int[] k = new int[KEY_MAX / 8];

  Magenta() {
    super(BLOCK, KEY_MIN, KEY_MAX, KEY_STEP);
  }

  // ---- Key schedule ----

  /** Which eight bytes of the key each round takes. */
  private static final int[][] ORDER = {
    {0, 0, 1, 1, 0, 0}, {0, 1, 2, 2, 1, 0}, {0, 1, 2, 3, 3, 2, 1, 0},
  };

  @Override
  void setKey(Direction direction, byte[] key) {
    size = (8 * key.length - KEY_MIN) / KEY_STEP;
    for (int i = 0; i < key.length; i++) {
      k[i] = key[i] << 24;
    }
  }

  // ---- Encryption ----

  private static int pair(int[] table, int first, int second) {
    return table[first & 255] ^ table[256 + (second & 255)];
  }

  /** Pi: the words' bytes are looked up, each by PE, and shuffled. */
  private static void pi(int[] z) {
    int t0 = pair(G, z[0], z[4]);
    int t1 = pair(G, z[0] >>> 24, z[4] >>> 24);
    int t2 = pair(G, z[1], z[5]);
    int t3 = pair(G, z[1] >>> 24, z[5] >>> 24);
    int t4 = pair(G, z[2], z[6]);
    int t5 = pair(G, z[2] >>> 24, z[6] >>> 24);
    int t6 = pair(G, z[3], z[7]);
    int t7 = pair(G, z[3] >>> 24, z[7] >>> 24);
    z[0] = t0;
    z[1] = t1;
    z[2] = t2;
    z[3] = t3;
    z[4] = t4;
    z[5] = t5;
    z[6] = t6;
    z[7] = t7;
  }

  /**
   * T is four times Pi, from the look-ups of the first, which {@link #begin} makes, to those of the
   * last; their outer f is left to {@link #again} and {@link #last}.
   */
  private static void t(int[] z) {
    pi(z);
    pi(z);
    pi(z);
  }

  /** Byte i of the half x, and of eight bytes of the key. */
  private static int join(long x, int[] k, int at, int i) {
    return (int) (x >>> 8 * i) & 255 | k[at + i];
  }

  private static int begin(int xk) {
    return pair(H, xk, xk >>> 24);
  }

  private static int again(int xk, int z) {
    return begin(xk ^ pair(F, z, z >>> 24));
  }

  private static long last(int z, int i) {
    return (long) F[z & 255] << 8 * i;
  }

  /**
   * E, of the half x and eight bytes of the key, from k[at] on: the first half of C(3). The bytes i
   * of both halves are one word, and S makes words of just those that come out of T together.
   */
  private static long e(long x, int[] k, int at) {
    int xk0 = join(x, k, at, 0);
    int xk1 = join(x, k, at, 1);
    int xk2 = join(x, k, at, 2);
    int xk3 = join(x, k, at, 3);
    int xk4 = join(x, k, at, 4);
    int xk5 = join(x, k, at, 5);
    int xk6 = join(x, k, at, 6);
    int xk7 = join(x, k, at, 7);
    int[] z = {
      begin(xk0), begin(xk1), begin(xk2), begin(xk3), begin(xk4), begin(xk5), begin(xk6), begin(xk7)
    };
    for (int j = 1; j < 3; j++) {
      t(z);
      z[0] = again(xk0, z[0]);
      z[1] = again(xk1, z[1]);
      z[2] = again(xk2, z[2]);
      z[3] = again(xk3, z[3]);
      z[4] = again(xk4, z[4]);
      z[5] = again(xk5, z[5]);
      z[6] = again(xk6, z[6]);
      z[7] = again(xk7, z[7]);
    }
    t(z);
    long low = last(z[0], 0) | last(z[1], 1) | last(z[2], 2) | last(z[3], 3);
    long high = last(z[4], 4) | last(z[5], 5) | last(z[6], 6) | last(z[7], 7);
    return low | high;
  }

  /** The half that starts at {@code left} is the first. */
  private void crypt(byte[] in, int i, byte[] out, int o, int blocks, int left) {
    int[] k = this.k;
    int[] order = ORDER[size];
    int right = left ^ 8;
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      long x = (long) LONG_LE.get(in, i + left);
      long y = (long) LONG_LE.get(in, i + right);
      for (int r = 0; r < order.length; r += 2) {
        x ^= e(y, k, 8 * order[r]);
        y ^= e(x, k, 8 * order[r + 1]);
      }
      LONG_LE.set(out, o + left, x);
      LONG_LE.set(out, o + right, y);
    }
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    crypt(in, i, out, o, blocks, 0);
  }

  // ---- Decryption ----

  /** The rounds' keys read the same backwards. */
  @Override
  void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    crypt(in, i, out, o, blocks, 8);
  }

  // ---- Engine ----

  @Override
  void eraseKey() {
    size = 0;
    Arrays.fill(k, 0);
  }
}
