// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.LONG_BE;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** LOKI97: the subkeys, and the halves after each round. */
class Loki97IntermediateTest {
  @Test
  void intermediateValues() throws IOException {
    Intermediate.check("loki97", Loki97IntermediateTest::compute);
  }

  private static void compute(Intermediate entry) {
    byte[] key = entry.take("KEY");
    long[] sk = new long[Loki97.SUBKEYS];
    Loki97.expandKey(sk, key);
    entry.give("SK", sk);

    byte[] in = entry.take("PT");
    Loki97 loki97 = new Loki97();
    loki97.setKey(Direction.ENCRYPT, key);
    long[] x = {(long) LONG_BE.get(in, 0), (long) LONG_BE.get(in, 8)};
    long[] left = new long[Loki97.ROUNDS];
    long[] right = new long[Loki97.ROUNDS];
    for (int i = 0; i < Loki97.ROUNDS; i++) {
      Loki97.encryptRound(loki97.k, Loki97.ROUND_WORDS * i, x, (i + 1) % 2, i % 2);
      left[i] = x[(i + 1) % 2];
      right[i] = x[i % 2];
    }
    entry.give("L", left);
    entry.give("R", right);
    byte[] out = new byte[Loki97.BLOCK];
    loki97.encrypt(in, 0, out, 0, 1);
    entry.give("CT", out);
  }
}
