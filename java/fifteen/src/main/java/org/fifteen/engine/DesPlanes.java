// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.LONG_BE;

import java.util.Arrays;

/**
 * Many blocks of DES, a bit of 64 of them in a word ("bitslicing"; Eli Biham, 1997).
 *
 * <p>The n-th bits of all blocks are a plane, whose words are its columns. IP, E and P cost
 * nothing, as they only say which plane is meant, and an S-box is a circuit of some fifty gates,
 * one column after another. To and from that shape blocks go as 64 by 64 matrices of bits that are
 * transposed.
 *
 * <p>The circuits give S(x) + S(0). So a half is off by f(0) after an odd number of additions to
 * it: the keys of the rounds that then read it make up for that, and eight additions to each half
 * leave nothing.
 */
final class DesPlanes {
  /** Blocks in a column. */
  static final int COLUMN = 64;

  /** With half as many, what comes before and after a circuit weighs; twice as many gain little. */
  static final int COLUMNS = 16;

  /** A column alone takes longer than the portable engine needs for its blocks, two don't. */
  static final int PAYS_FROM = 2 * COLUMN;

  /** Those of a half block, as S-boxes take them by E, and as they come by way of P. */
  private static final class Half {
    final long[][][] inputs = new long[8][6][];
    final long[][][] outputs = new long[8][4][];

    Half(long[][] planes) {
      for (int s = 0; s < 8; s++) {
        for (int i = 0; i < 6; i++) {
          inputs[s][i] = planes[4 * s + i + 31 & 31];
        }
      }
      for (int i = 0; i < 32; i++) {
        outputs[(Des.P[i] - 1) / 4][(Des.P[i] - 1) % 4] = planes[i];
      }
    }
  }

  /** By bits of the block, the first of the standard in x[0]. */
  private long[][] x = new long[64][COLUMNS];

  /** The same where the halves have changed places. */
  private long[][] exchanged = new long[64][];

  private Half left;
  private Half right;

  DesPlanes() {
    long[][] l = new long[32][];
    long[][] r = new long[32][];
    for (int i = 0; i < 32; i++) {
      int bit = 57 - 8 * (i % 8) + 2 * (i / 8); // IP
      l[i] = x[bit];
      r[i] = x[bit - 1];
    }
    left = new Half(l);
    right = new Half(r);
    for (int i = 0; i < 64; i++) {
      exchanged[i] = x[i ^ 1];
    }
  }

  void erase() {
    for (long[] plane : x) {
      Arrays.fill(plane, 0);
    }
  }

  // ---- Transposition ----

  /** The bits of y[i] under the mask change places with those of y[j], so much higher. */
  private static void exchange(long[] y, int i, int j, int shift, long mask) {
    long t = (y[i] ^ y[j] >>> shift) & mask;
    y[i] ^= t;
    y[j] ^= t << shift;
  }

  /** Four by four fields of so many bits; of every two of them, and of every one, the lower. */
  private static void transpose(
      long[] a, long[] b, long[] c, long[] d, int bits, long two, long one, int columns) {
    for (int p = 0; p < columns; p++) {
      long[] y = {a[p], b[p], c[p], d[p]};
      exchange(y, 0, 2, 2 * bits, two);
      exchange(y, 1, 3, 2 * bits, two);
      exchange(y, 0, 1, bits, one);
      exchange(y, 2, 3, bits, one);
      a[p] = y[0];
      b[p] = y[1];
      c[p] = y[2];
      d[p] = y[3];
    }
  }

  private static void transpose(long[][] x, int bits, long two, long one, int columns) {
    for (int i = 0; i < 64; i++) {
      if ((i & 3 * bits) == 0) {
        transpose(x[i], x[i + bits], x[i + 2 * bits], x[i + 3 * bits], bits, two, one, columns);
      }
    }
  }

  /** Blocks to planes, or back. */
  private static void transpose(long[][] x, int columns) {
    transpose(x, 16, 0x00000000ffffffffL, 0x0000ffff0000ffffL, columns);
    transpose(x, 4, 0x00ff00ff00ff00ffL, 0x0f0f0f0f0f0f0f0fL, columns);
    transpose(x, 1, 0x3333333333333333L, 0x5555555555555555L, columns);
  }

  /** Reads so many columns of blocks that are {@code step} bytes apart. */
  void load(byte[] in, int i, int step, int columns) {
    for (long[] blocks : x) {
      for (int p = 0; p < columns; p++, i += step) {
        blocks[p] = (long) LONG_BE.get(in, i);
      }
    }
    transpose(x, columns);
  }

  /** Writes them likewise; the planes are of no use then. */
  void store(byte[] out, int o, int step, int columns) {
    transpose(x, columns);
    for (long[] blocks : x) {
      for (int p = 0; p < columns; p++, o += step) {
        LONG_BE.set(out, o, blocks[p]);
      }
    }
  }

  // ---- Encryption ----

  private static final long F_OF_0 = Des.f(0);

  /** Adds f of the one half, but for f(0), to the other. */
  private static void addF(Half to, Half from, long k, int columns) {
    DesCircuits.s1(to.outputs[0], from.inputs[0], k >>> 56, columns);
    DesCircuits.s2(to.outputs[1], from.inputs[1], k >>> 48, columns);
    DesCircuits.s3(to.outputs[2], from.inputs[2], k >>> 40, columns);
    DesCircuits.s4(to.outputs[3], from.inputs[3], k >>> 32, columns);
    DesCircuits.s5(to.outputs[4], from.inputs[4], k >>> 24, columns);
    DesCircuits.s6(to.outputs[5], from.inputs[5], k >>> 16, columns);
    DesCircuits.s7(to.outputs[6], from.inputs[6], k >>> 8, columns);
    DesCircuits.s8(to.outputs[7], from.inputs[7], k, columns);
  }

  /** DES with the round keys from k[i] on. The last exchange of halves is one of names. */
  void sixteenRounds(long[] k, int i, int columns) {
    for (int n = i; n < i + Des.ROUNDS; n += 4) {
      addF(left, right, k[n], columns);
      addF(right, left, k[n + 1] ^ F_OF_0, columns);
      addF(left, right, k[n + 2] ^ F_OF_0, columns);
      addF(right, left, k[n + 3], columns);
    }
    Half half = left;
    left = right;
    right = half;
    long[][] planes = x;
    x = exchanged;
    exchanged = planes;
  }

  // ---- Inside another cipher ----

  /** Adds DES(the blocks of {@code from}), with the round keys from k[i] on. */
  void add(DesPlanes from, DesPlanes work, long[] k, int i, int columns) {
    for (int n = 0; n < 64; n++) {
      System.arraycopy(from.x[n], 0, work.x[n], 0, columns);
    }
    work.sixteenRounds(k, i, columns);
    for (int n = 0; n < 64; n++) {
      long[] to = x[n];
      long[] y = work.x[n];
      for (int p = 0; p < columns; p++) {
        to[p] ^= y[p];
      }
    }
  }
}
