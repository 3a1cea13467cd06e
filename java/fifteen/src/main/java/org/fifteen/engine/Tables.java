// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import java.math.BigInteger;

/** What several ciphers compute their tables with. */
final class Tables {
  private Tables() {}

  /** The binary fraction of e, 64 digits a word. */
  static long[] fractionOfE(int words) {
    int digits = 64 * words;
    BigInteger e = BigInteger.ZERO;
    BigInteger term = BigInteger.ONE.shiftLeft(digits + 64); // 64 more, for what divisions drop
    for (int n = 1; term.signum() != 0; n++) {
      e = e.add(term);
      term = term.divide(BigInteger.valueOf(n));
    }
    long[] fraction = new long[words];
    for (int i = 0; i < words; i++) {
      fraction[i] = e.shiftRight(digits - 64 * i).longValue();
    }
    return fraction;
  }

  /** The product modulo a polynomial over GF(2). */
  static int multiply(int x, int y, int polynomial) {
    int product = 0;
    for (; y != 0; y >>= 1) {
      product ^= (y & 1) * x;
      x <<= 1;
      x = Math.min(x, x ^ polynomial); // the one of lower degree
    }
    return product;
  }
}
