// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.LONG_BE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** HPC: the constants, Permb, the key expansion, and the state after each round. */
class HpcIntermediateTest {
  @Test
  void intermediateValues() throws IOException {
    Intermediate.check("hpc", HpcIntermediateTest::compute);
  }

  private static void compute(Intermediate entry) {
    entry.give("PERMB", Hpc.PERMB);
    entry.give("PERMBI", Hpc.PERMBI);
    if (!entry.has("KEY")) {
      return;
    }
    int subcipher = entry.take("SUBCIPHER")[0];
    long[] kx = new long[256];
    Hpc.expandKey(kx, entry.take("KEY"), subcipher, Hpc.JUNE_1998);
    entry.give("KX", words(kx, 0, 8));
    entry.give("KX248", words(kx, 248, 8));

    if (!entry.has("PT")) {
      return;
    }
    byte[] tweak = entry.take("SPICE");
    byte[] in = entry.take("PT");
    long[] spice = new long[8];
    for (int i = 0; i < 8; i++) {
      spice[i] = (long) LONG_BE.get(tweak, 8 * i);
    }
    long[] s = new long[in.length / 8];
    for (int i = 0; i < s.length; i++) {
      s[i] = (long) LONG_BE.get(in, 8 * i) + kx[8 * in.length + i];
    }
    for (int i = 0; i < 8; i++) {
      if (subcipher == Hpc.MEDIUM) {
        Hpc.mediumRound(s, 1, kx, spice, i);
      } else {
        Hpc.shortRound(s, 1, kx, spice, i);
      }
      entry.give("R" + i, s);
    }
    Hpc engine = new Hpc(subcipher, Hpc.JUNE_1998);
    engine.setTweak(tweak);
    engine.init(Direction.ENCRYPT, entry.take("KEY"));
    byte[] out = new byte[in.length];
    engine.process(in, 0, out, 0, 1);
    entry.give("CT", out);
  }

  private static long[] words(long[] all, int from, int count) {
    return Arrays.copyOfRange(all, from, from + count);
  }

  @Test
  void theConstantsAreDigits() {
    BigInteger one = BigInteger.TEN.pow(40);
    BigInteger pi = arccot(5, one).multiply(BigInteger.valueOf(4)).subtract(arccot(239, one));
    assertEquals(Hpc.PI19, digits(pi.multiply(BigInteger.valueOf(4)), 19));
    BigInteger e = BigInteger.ZERO;
    BigInteger term = one;
    for (long n = 1; term.signum() > 0; n++) {
      e = e.add(term);
      term = term.divide(BigInteger.valueOf(n));
    }
    assertEquals(Hpc.E19, digits(e, 19));
    assertEquals(Hpc.R220, digits(one.multiply(one).shiftLeft(1).sqrt(), 20));
  }

  private static BigInteger arccot(long x, BigInteger one) {
    BigInteger sum = BigInteger.ZERO;
    BigInteger power = one.divide(BigInteger.valueOf(x));
    for (long n = 1; power.signum() != 0; n += 2) {
      sum = sum.add(power.divide(BigInteger.valueOf(n)));
      power = power.divide(BigInteger.valueOf(-x * x));
    }
    return sum;
  }

  /** The first digits of a number below ten with 40 decimal places. */
  private static long digits(BigInteger number, int count) {
    return number.divide(BigInteger.TEN.pow(41 - count)).longValue();
  }
}
