// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.Integer.rotateLeft;
import static java.lang.Integer.rotateRight;

import java.util.Arrays;

/**
 * MARS, many blocks at once.
 *
 * <p>Not constant-time, like the portable engine: the look-ups depend on key and data.
 */
final class MarsLanes extends IntLanes<Mars> {
  /** A batch costs as much as 113 to 126 blocks one by one, by direction and JDK: measured. */
  static final int PAYS_FROM = 128;

  // What a round has looked up.
  private final int[] s0 = new int[BATCH];
  private final int[] s1 = new int[BATCH];
  private final int[] s2 = new int[BATCH];
  private final int[] s3 = new int[BATCH];

  private MarsLanes(Mars portable) {
    super(portable, PAYS_FROM);
  }

  static MarsLanes round1() {
    return new MarsLanes(Mars.round1());
  }

  static MarsLanes round2() {
    return new MarsLanes(Mars.round2());
  }

  // ---- Mixing ----

  /** For each byte of a word, from the low one up. */
  private static void lookUp(int[] s0, int[] s1, int[] s2, int[] s3, int[] a, int rotation) {
    for (int p = 0; p < BATCH; p++) {
      int x = rotateLeft(a[p], rotation);
      s0[p] = Mars.s0(x);
      s1[p] = Mars.s1(x >> 8);
      s2[p] = Mars.s0(x >> 16);
      s3[p] = Mars.s1(x >> 24);
    }
  }

  private static void add(int[] x, int[] y) {
    for (int p = 0; p < BATCH; p++) {
      x[p] += y[p];
    }
  }

  private static void subtract(int[] x, int[] y) {
    for (int p = 0; p < BATCH; p++) {
      x[p] -= y[p];
    }
  }

  private static void mix(
      int[] a, int[] b, int[] c, int[] d, int[] s0, int[] s1, int[] s2, int[] s3) {
    for (int p = 0; p < BATCH; p++) {
      b[p] = (b[p] ^ s0[p]) + s1[p];
      c[p] += s2[p];
      d[p] ^= s3[p];
      a[p] = rotateRight(a[p], 24);
    }
  }

  private void mixForward(int[] a, int[] b, int[] c, int[] d) {
    lookUp(s0, s1, s2, s3, a, 0);
    mix(a, b, c, d, s0, s1, s2, s3);
  }

  private void forwardMixing(int[] a, int[] b, int[] c, int[] d) {
    for (int i = 0; i < 2; i++) {
      mixForward(a, b, c, d);
      add(a, d);
      mixForward(b, c, d, a);
      add(b, c);
      mixForward(c, d, a, b);
      mixForward(d, a, b, c);
    }
  }

  private static void mixBack(
      int[] a, int[] b, int[] c, int[] d, int[] s0, int[] s1, int[] s2, int[] s3) {
    for (int p = 0; p < BATCH; p++) {
      b[p] ^= s1[p];
      c[p] -= s0[p];
      d[p] = d[p] - s3[p] ^ s2[p];
      a[p] = rotateLeft(a[p], 24);
    }
  }

  /** S1 has the low byte here: rotated by one, each is where its S-box is looked up. */
  private void mixBackward(int[] a, int[] b, int[] c, int[] d) {
    lookUp(s0, s1, s2, s3, a, 8);
    mixBack(a, b, c, d, s0, s1, s2, s3);
  }

  private void backwardMixing(int[] a, int[] b, int[] c, int[] d) {
    for (int i = 0; i < 2; i++) {
      mixBackward(a, b, c, d);
      mixBackward(b, c, d, a);
      subtract(c, b);
      mixBackward(c, d, a, b);
      subtract(d, a);
      mixBackward(d, a, b, c);
    }
  }

  // ---- Encryption ----

  private static void lookUp(int[] s, int[] a, int k) {
    for (int p = 0; p < BATCH; p++) {
      s[p] = Mars.S[a[p] + k & 511];
    }
  }

  /** The words are rotated by the next call, which names them in another order. */
  private static void round(int[] a, int[] b, int[] c, int[] d, int[] s, int k0, int k1) {
    for (int i = 0; i < BATCH; i++) {
      int t = rotateLeft(a[i], 13);
      int m = a[i] + k0;
      int p = rotateLeft(t * k1, 5);
      int r = rotateLeft(p, 5);
      b[i] += rotateLeft(s[i] ^ p ^ r, r);
      c[i] += rotateLeft(m, p);
      d[i] ^= r;
      a[i] = t;
    }
  }

  /** In the forward mode; the backward mode has b and d exchanged. */
  private void keyedRound(int[] a, int[] b, int[] c, int[] d, int i) {
    int[] k = portable.k;
    lookUp(s0, a, k[i]);
    round(a, b, c, d, s0, k[i], k[i + 1]);
  }

  @Override
  void encryptBatch(int n) {
    int[] k = portable.k;
    add(a, k[0]);
    add(b, k[1]);
    add(c, k[2]);
    add(d, k[3]);
    forwardMixing(a, b, c, d);
    for (int i = 4; i < 20; i += 8) {
      keyedRound(a, b, c, d, i);
      keyedRound(b, c, d, a, i + 2);
      keyedRound(c, d, a, b, i + 4);
      keyedRound(d, a, b, c, i + 6);
    }
    for (int i = 20; i < 36; i += 8) {
      keyedRound(a, d, c, b, i);
      keyedRound(b, a, d, c, i + 2);
      keyedRound(c, b, a, d, i + 4);
      keyedRound(d, c, b, a, i + 6);
    }
    backwardMixing(a, b, c, d);
    add(a, -k[36]);
    add(b, -k[37]);
    add(c, -k[38]);
    add(d, -k[39]);
  }

  // ---- Decryption ----

  private static void rotateBack(int[] a) {
    for (int p = 0; p < BATCH; p++) {
      a[p] = rotateRight(a[p], 13);
    }
  }

  private static void inverseRound(int[] a, int[] b, int[] c, int[] d, int[] s, int k0, int k1) {
    for (int i = 0; i < BATCH; i++) {
      int m = a[i] + k0;
      int p = rotateLeft(rotateLeft(a[i], 13) * k1, 5);
      int r = rotateLeft(p, 5);
      b[i] -= rotateLeft(s[i] ^ p ^ r, r);
      c[i] -= rotateLeft(m, p);
      d[i] ^= r;
    }
  }

  private void keyedInverseRound(int[] a, int[] b, int[] c, int[] d, int i) {
    int[] k = portable.k;
    rotateBack(a);
    lookUp(s0, a, k[i]);
    inverseRound(a, b, c, d, s0, k[i], k[i + 1]);
  }

  @Override
  void decryptBatch(int n) {
    int[] k = portable.k;
    add(a, k[36]);
    add(b, k[37]);
    add(c, k[38]);
    add(d, k[39]);
    forwardMixing(d, c, b, a);
    for (int i = 28; i >= 20; i -= 8) {
      keyedInverseRound(d, c, b, a, i + 6);
      keyedInverseRound(c, b, a, d, i + 4);
      keyedInverseRound(b, a, d, c, i + 2);
      keyedInverseRound(a, d, c, b, i);
    }
    for (int i = 12; i >= 4; i -= 8) {
      keyedInverseRound(d, a, b, c, i + 6);
      keyedInverseRound(c, d, a, b, i + 4);
      keyedInverseRound(b, c, d, a, i + 2);
      keyedInverseRound(a, b, c, d, i);
    }
    backwardMixing(d, c, b, a);
    add(a, -k[0]);
    add(b, -k[1]);
    add(c, -k[2]);
    add(d, -k[3]);
  }

  // ---- Engine ----

  @Override
  void eraseBatch() {
    super.eraseBatch();
    Arrays.fill(s0, 0);
    Arrays.fill(s1, 0);
    Arrays.fill(s2, 0);
    Arrays.fill(s3, 0);
  }
}
