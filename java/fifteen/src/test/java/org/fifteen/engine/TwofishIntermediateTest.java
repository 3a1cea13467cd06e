// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Twofish: the keys of whitening and rounds, and the state after each round. */
class TwofishIntermediateTest {
  @Test
  void intermediateValues() throws IOException {
    Intermediate.check("twofish", TwofishIntermediateTest::compute);
  }

  private static void compute(Intermediate entry) {
    Twofish twofish = new Twofish();
    twofish.setKey(Direction.ENCRYPT, entry.take("KEY"));
    int[] k = twofish.k;
    entry.give("K", k);

    int[] x = Twofish.load(entry.take("PT"), 0, k, 0);
    entry.give("R0", x);
    for (int r = 0; r < Twofish.ROUNDS; r++) {
      int from = r % 2 * 2;
      twofish.encryptRound(k, 8 + 2 * r, x, from, from ^ 2);
      entry.give("R" + (r + 1), x);
    }
    byte[] out = new byte[Twofish.BLOCK];
    Twofish.store(out, 0, x, k, 4);
    entry.give("CT", out);
  }
}
