// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.fifteen.jce.Words.LONG_BE;

import java.util.Arrays;

/**
 * GCM's hash over GF(2^128): NIST SP 800-38D, 6.4.
 *
 * <p>Products of polynomials come from integer multiplication of numbers with one bit in four,
 * whose carries fall into the gaps, after Thomas Pornin's BearSSL; so there is no table, no set-up
 * to speak of, and no access that hangs on data. Constant-time where the processor's multiplication
 * is.
 */
final class Ghash {
  private static final int BLOCK = 16;

  // Words h1 h0 as they are, the first bits highest, and with the bits of each turned round.
  private long h0;
  private long h1;
  private long h0r;
  private long h1r;
  private long y0;
  private long y1;
  private final byte[] partial = new byte[BLOCK];
  private int held; // in partial

  /** Sets the key, one block, and begins. */
  void init(byte[] key) {
    h1 = (long) LONG_BE.get(key, 0);
    h0 = (long) LONG_BE.get(key, 8);
    h1r = Long.reverse(h1);
    h0r = Long.reverse(h0);
    start();
  }

  void start() {
    y0 = y1 = 0;
    Arrays.fill(partial, (byte) 0);
    held = 0;
  }

  void update(byte[] in, int i, int length) {
    int rest = length;
    if (held > 0) {
      int n = Math.min(BLOCK - held, length);
      System.arraycopy(in, i, partial, held, n);
      held += n;
      rest -= n;
      if (held == BLOCK) {
        held = 0;
        blocks(partial, 0, BLOCK);
      }
    }
    int whole = rest & -BLOCK;
    int at = i + length - rest;
    blocks(in, at, whole);
    System.arraycopy(in, at + whole, partial, held, rest - whole);
    held += rest - whole;
  }

  /** Fills a block that has been begun with zeros. */
  void pad() {
    if (held > 0) {
      Arrays.fill(partial, held, BLOCK, (byte) 0);
      held = 0;
      blocks(partial, 0, BLOCK);
    }
  }

  /** Ends with a block of two lengths, in bytes here, and writes the hash there. */
  void finish(long first, long second, byte[] out) {
    pad();
    LONG_BE.set(partial, 0, 8 * first);
    LONG_BE.set(partial, 8, 8 * second);
    blocks(partial, 0, BLOCK);
    LONG_BE.set(out, 0, y1);
    LONG_BE.set(out, 8, y0);
  }

  private void blocks(byte[] in, int i, int length) {
    long y0 = this.y0;
    long y1 = this.y1;
    for (int n = 0; n < length; n += BLOCK) {
      y1 ^= (long) LONG_BE.get(in, i + n);
      y0 ^= (long) LONG_BE.get(in, i + n + 8);
      long y0r = Long.reverse(y0);
      long y1r = Long.reverse(y1);
      // Karatsuba's three products of 64 bits by 64; of each, the low half as it is and the high
      // half by way of the reversed words.
      long z0 = lowHalf(y0, h0);
      long z1 = lowHalf(y1, h1);
      long z2 = lowHalf(y0 ^ y1, h0 ^ h1) ^ z0 ^ z1;
      long z0h = lowHalf(y0r, h0r);
      long z1h = lowHalf(y1r, h1r);
      long z2h = lowHalf(y0r ^ y1r, h0r ^ h1r) ^ z0h ^ z1h;
      z0h = Long.reverse(z0h) >>> 1;
      z1h = Long.reverse(z1h) >>> 1;
      z2h = Long.reverse(z2h) >>> 1;
      // 255 bits, and one up: GCM writes the first bit of a polynomial highest.
      long v0 = z0;
      long v1 = z0h ^ z2;
      long v2 = z1 ^ z2h;
      long v3 = z1h << 1 | v2 >>> 63;
      v2 = v2 << 1 | v1 >>> 63;
      v1 = v1 << 1 | v0 >>> 63;
      v0 <<= 1;
      // Modulo x^128 + x^7 + x^2 + x + 1, two words in turn.
      v2 ^= v0 ^ v0 >>> 1 ^ v0 >>> 2 ^ v0 >>> 7;
      v1 ^= v0 << 63 ^ v0 << 62 ^ v0 << 57;
      y1 = v3 ^ v1 ^ v1 >>> 1 ^ v1 >>> 2 ^ v1 >>> 7;
      y0 = v2 ^ v1 << 63 ^ v1 << 62 ^ v1 << 57;
    }
    this.y0 = y0;
    this.y1 = y1;
  }

  /** The low 64 bits of the product of two polynomials over GF(2). */
  private static long lowHalf(long x, long y) {
    long m0 = 0x1111111111111111L;
    long m1 = m0 << 1;
    long m2 = m0 << 2;
    long m3 = m0 << 3;
    long x0 = x & m0;
    long x1 = x & m1;
    long x2 = x & m2;
    long x3 = x & m3;
    long y0 = y & m0;
    long y1 = y & m1;
    long y2 = y & m2;
    long y3 = y & m3;
    return (x0 * y0 ^ x1 * y3 ^ x2 * y2 ^ x3 * y1) & m0
        | (x0 * y1 ^ x1 * y0 ^ x2 * y3 ^ x3 * y2) & m1
        | (x0 * y2 ^ x1 * y1 ^ x2 * y0 ^ x3 * y3) & m2
        | (x0 * y3 ^ x1 * y2 ^ x2 * y1 ^ x3 * y0) & m3;
  }

  void wipe() {
    h0 = h1 = h0r = h1r = 0;
    start();
  }
}
