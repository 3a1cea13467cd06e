// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.INT_BE;

/**
 * IDEA, many blocks at once. Unlike the portable engine constant-time, but for what is left to
 * that: a few blocks, and the set-up of a key to decrypt with.
 */
final class IdeaLanes extends IntLanes<Idea> {
  /** A batch costs as much as 65 to 71 blocks one by one, by direction and JDK: measured. */
  static final int PAYS_FROM = 72;

  IdeaLanes() {
    super(new Idea(), PAYS_FROM);
  }

  // ---- Words ----

  // They have garbage above their 16 bits.

  @Override
  void load(byte[] in, int i, int n) {
    for (int p = 0; p < Math.min(n, BATCH); p++) {
      int high = (int) INT_BE.get(in, i + 8 * p);
      int low = (int) INT_BE.get(in, i + 8 * p + 4);
      a[p] = high >>> 16;
      b[p] = high;
      c[p] = low >>> 16;
      d[p] = low;
    }
  }

  @Override
  void store(byte[] out, int o, int n) {
    for (int p = 0; p < Math.min(n, BATCH); p++) {
      INT_BE.set(out, o + 8 * p, a[p] << 16 | c[p] & 0xffff);
      INT_BE.set(out, o + 8 * p + 4, b[p] << 16 | d[p] & 0xffff);
    }
  }

  // ---- Multiplication modulo 2^16 + 1 ----

  /**
   * The product without a branch: with a and b between 1 and 2^16, their product less one fits 32
   * bits, and 2^16 is -1.
   */
  private static int mul(int a, int b) {
    int product = (a - 1 & 0xffff) * b + (b - 1);
    int difference = (product & 0xffff) - (product >>> 16);
    return difference + (difference >>> 31) + 1;
  }

  /** A subkey as {@link #mul} takes it, 0 as 2^16. */
  private static int factor(int k) {
    return (k - 1 & 0xffff) + 1;
  }

  // ---- Encryption ----

  /** The first half of a round, or the output transformation. */
  private static void addKey(int[] a, int[] b, int[] c, int[] d, int k0, int k1, int k2, int k3) {
    for (int p = 0; p < BATCH; p++) {
      a[p] = mul(a[p], k0);
      b[p] += k1;
      c[p] += k2;
      d[p] = mul(d[p], k3);
    }
  }

  /** The second half, but for the exchange of b and c. */
  private static void mix(int[] a, int[] b, int[] c, int[] d, int k4, int k5) {
    for (int p = 0; p < BATCH; p++) {
      int s = b[p] ^ d[p];
      int t = mul(a[p] ^ c[p], k4);
      int u = mul(s + t, k5);
      a[p] ^= u;
      c[p] ^= u;
      t += u;
      d[p] ^= t;
      b[p] ^= t;
    }
  }

  private static void addKey(int[] a, int[] b, int[] c, int[] d, int[] k, int i) {
    addKey(a, b, c, d, factor(k[i]), k[i + 1], k[i + 2], factor(k[i + 3]));
  }

  @Override
  void encryptBatch(int n) {
    int[] k = portable.k;
    int[] b = this.b;
    int[] c = this.c;
    for (int i = 0; i < 6 * Idea.ROUNDS; i += 6) {
      addKey(a, b, c, d, k, i);
      mix(a, b, c, d, factor(k[i + 4]), factor(k[i + 5]));
      int[] exchanged = b;
      b = c;
      c = exchanged;
    }
    addKey(a, c, b, d, k, 6 * Idea.ROUNDS);
  }

  // ---- Decryption ----

  // It is encryption, under other subkeys.
}
