// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** MARS: the round keys, and the states between what are single steps here. */
class MarsIntermediateTest {
  @Test
  void intermediateValues() throws IOException {
    Intermediate.check("mars", MarsIntermediateTest::compute);
  }

  private static void compute(Intermediate entry) {
    Mars mars = new Mars();
    mars.setKey(Direction.ENCRYPT, entry.take("KEY"));
    entry.give("K", mars.k);

    if (!entry.has("PT")) {
      return;
    }
    int[] x = new int[4];
    Mars.loadPlain(x, entry.take("PT"), 0, mars.k);
    entry.giveLe("IV1", x);
    Mars.forwardMixing(x);
    entry.giveLe("IV9", x);
    for (int i = 4; i < 36; i += 8) {
      Mars.fourRounds(x, mars.k, i, i < 20);
      entry.giveLe("IV" + (11 + i / 2), x);
    }
    Mars.backwardMixing(x);
    entry.giveLe("IV33", x);
    byte[] out = new byte[Mars.BLOCK];
    Mars.storeCipher(out, 0, x, mars.k);
    entry.give("CT", out);
  }
}
