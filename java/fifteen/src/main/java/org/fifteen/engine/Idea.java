// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.INT_BE;

import java.util.Arrays;

/**
 * IDEA.
 *
 * <p>Xuejia Lai and James Massey, 1991. Lai, "On the Design and Security of Block Ciphers", ETH
 * Series in Information Processing 1 (1992), chapter 3. Block 64 bits, key 128; 8 rounds and an
 * output transformation. Block and key are big-endian 16-bit words.
 *
 * <p>Not constant-time: a product with the word 0, which stands for 2^16, takes another path.
 */
final class Idea extends KeyedEngine {
  static final int BLOCK = 8;
  static final int KEY_MIN = 128;
  static final int KEY_MAX = 128;
  static final int KEY_STEP = 64;

  // ---- Context ----

  static final int ROUNDS = 8;
  private static final int SUBKEYS = 6 * ROUNDS + 4;

  int[] k;

  Idea() {
    super(BLOCK, KEY_MIN, KEY_MAX, KEY_STEP);
  }

  // ---- Multiplication modulo 2^16 + 1 ----

  /**
   * 2^16 is -1, so that a product is its low half minus its high half. Works on, and returns, the
   * low 16 bits; those above may be anything in a.
   */
  private static int mul(int a, int b) {
    int product = (a & 0xffff) * b;
    int low = product & 0xffff;
    int high = product >>> 16;
    if (product == 0) {
      return 1 - a - b;
    }
    int difference = low - high;
    return difference - (difference >> 31);
  }

  /** a^(2^16 - 1), by the exponents 2^2 - 1, 2^4 - 1 and 2^8 - 1. */
  private static int invert(int a) {
    for (int n = 1; n < 16; n *= 2) {
      int x = a;
      for (int i = 0; i < n; i++) {
        x = mul(x, x & 0xffff);
      }
      a = mul(x, a & 0xffff);
    }
    return a;
  }

  // ---- Key schedule ----

  /** The key's eight words, then those of the key rotated by 25, and so on. */
  private static int[] expandKey(byte[] key) {
    int[] ek = new int[SUBKEYS];
    long high = (long) (int) INT_BE.get(key, 0) << 32 | (int) INT_BE.get(key, 4) & 0xffffffffL;
    long low = (long) (int) INT_BE.get(key, 8) << 32 | (int) INT_BE.get(key, 12) & 0xffffffffL;
    for (int i = 0; ; i += 8) {
      for (int j = 0; j < 4; j++) {
        ek[i + j] = (int) (high >>> 48 - 16 * j) & 0xffff;
      }
      if (i + 4 == SUBKEYS) {
        return ek;
      }
      for (int j = 0; j < 4; j++) {
        ek[i + 4 + j] = (int) (low >>> 48 - 16 * j) & 0xffff;
      }
      long x = high << 25 | low >>> 39;
      low = low << 25 | high >>> 39;
      high = x;
    }
  }

  /**
   * The subkeys of the inverse cipher. All multiplicative inverses come from that of one product
   * (Montgomery's trick).
   */
  private static int[] invertKey(int[] ek) {
    int[] dk = new int[SUBKEYS];
    int[] products = new int[2 * ROUNDS + 2];
    int product = 1;
    for (int r = 0, i = 0; r <= ROUNDS; r++) {
      products[i++] = product;
      product = mul(product, ek[6 * r]);
      products[i++] = product;
      product = mul(product, ek[6 * r + 3]);
    }
    int inverse = invert(product);
    for (int r = ROUNDS, i = 2 * ROUNDS + 2; r >= 0; r--) {
      int d = 6 * (ROUNDS - r);
      dk[d + 3] = mul(products[--i], inverse & 0xffff) & 0xffff;
      inverse = mul(inverse, ek[6 * r + 3]);
      dk[d] = mul(products[--i], inverse & 0xffff) & 0xffff;
      inverse = mul(inverse, ek[6 * r]);
    }
    for (int r = 0; r <= ROUNDS; r++) {
      int d = 6 * r;
      int e = 6 * (ROUNDS - r);
      int swapped = r != 0 && r != ROUNDS ? 1 : 0;
      dk[d + 1 + swapped] = -ek[e + 1] & 0xffff;
      dk[d + 2 - swapped] = -ek[e + 2] & 0xffff;
      if (r != ROUNDS) {
        dk[d + 4] = ek[e - 2];
        dk[d + 5] = ek[e - 1];
      }
    }
    Arrays.fill(products, 0);
    return dk;
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    eraseKey();
    int[] ek = expandKey(key);
    if (direction == Direction.DECRYPT) {
      k = invertKey(ek);
      Arrays.fill(ek, 0);
    } else {
      k = ek;
    }
  }

  // ---- Encryption ----

  /** Blocks worked on side by side, to hide the latency of each other's products. */
  private static final int BATCH = 2;

  /** Words have garbage above their 16 bits. */
  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    int[] k = this.k;
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      int b = (int) INT_BE.get(in, i);
      int d = (int) INT_BE.get(in, i + 4);
      int a = b >>> 16;
      int c = d >>> 16;
      int b2 = (int) INT_BE.get(in, i + 8);
      int d2 = (int) INT_BE.get(in, i + 12);
      int a2 = b2 >>> 16;
      int c2 = d2 >>> 16;
      for (int r = 0; r < 6 * ROUNDS; r += 6) {
        a = mul(a, k[r]);
        b += k[r + 1];
        c += k[r + 2];
        d = mul(d, k[r + 3]);
        int t = mul(a ^ c, k[r + 4]);
        int u = mul((b ^ d) + t, k[r + 5]);
        t += u;
        int x = b ^ t;
        a ^= u;
        b = c ^ u;
        c = x;
        d ^= t;
        a2 = mul(a2, k[r]);
        b2 += k[r + 1];
        c2 += k[r + 2];
        d2 = mul(d2, k[r + 3]);
        int t2 = mul(a2 ^ c2, k[r + 4]);
        int u2 = mul((b2 ^ d2) + t2, k[r + 5]);
        t2 += u2;
        int x2 = b2 ^ t2;
        a2 ^= u2;
        b2 = c2 ^ u2;
        c2 = x2;
        d2 ^= t2;
      }
      store(out, o, k, a, b, c, d);
      store(out, o + BLOCK, k, a2, b2, c2, d2);
    }
    if (blocks > 0) {
      int b = (int) INT_BE.get(in, i);
      int d = (int) INT_BE.get(in, i + 4);
      int a = b >>> 16;
      int c = d >>> 16;
      for (int r = 0; r < 6 * ROUNDS; r += 6) {
        a = mul(a, k[r]);
        b += k[r + 1];
        c += k[r + 2];
        d = mul(d, k[r + 3]);
        int t = mul(a ^ c, k[r + 4]);
        int u = mul((b ^ d) + t, k[r + 5]);
        t += u;
        int x = b ^ t;
        a ^= u;
        b = c ^ u;
        c = x;
        d ^= t;
      }
      store(out, o, k, a, b, c, d);
    }
  }

  /** The output transformation. */
  private static void store(byte[] out, int o, int[] k, int a, int b, int c, int d) {
    int n = 6 * ROUNDS;
    INT_BE.set(out, o, mul(a, k[n]) << 16 | c + k[n + 1] & 0xffff);
    INT_BE.set(out, o + 4, b + k[n + 2] << 16 | mul(d, k[n + 3]) & 0xffff);
  }

  // ---- Decryption ----

  // It is encryption, under the keys for it.

  // ---- Engine ----

  @Override
  void eraseKey() {
    if (k != null) {
      Arrays.fill(k, 0);
      k = null;
    }
  }
}
