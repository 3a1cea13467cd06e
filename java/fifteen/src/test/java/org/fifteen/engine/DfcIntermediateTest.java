// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** DFC: the constants made of e, and the round keys of both versions. */
class DfcIntermediateTest {
  @Test
  void intermediateValues() throws IOException {
    Intermediate.check("dfc", DfcIntermediateTest::compute);
  }

  private static void compute(Intermediate entry) {
    entry.give("RT", Arrays.copyOf(Dfc.E, 32));
    entry.give("KD", new long[] {Dfc.E[32]});
    entry.give("KC", new int[] {(int) (Dfc.E[33] >>> 32)});

    if (!entry.has("KEY")) {
      return;
    }
    Dfc first = Dfc.v1();
    first.setKey(Direction.ENCRYPT, entry.take("KEY"));
    entry.give("K1", keys(first));
    Dfc second = Dfc.v2();
    second.setKey(Direction.ENCRYPT, entry.take("KEY"));
    entry.give("K2", keys(second));
  }

  /** a and b of each round. */
  private static long[] keys(Dfc dfc) {
    long[] keys = new long[16];
    for (int i = 0; i < 8; i++) {
      keys[2 * i] = dfc.k[Dfc.FORMS * i];
      keys[2 * i + 1] = dfc.k[Dfc.FORMS * i + 1] - 169;
    }
    return keys;
  }
}
