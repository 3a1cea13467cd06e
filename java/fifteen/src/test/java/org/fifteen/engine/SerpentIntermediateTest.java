// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Serpent: the padded key and the round keys. */
class SerpentIntermediateTest {
  private static final int[] ZERO = {
    Serpent.ZERO_0, Serpent.ZERO_1, Serpent.ZERO_2, Serpent.ZERO_3,
    Serpent.ZERO_4, Serpent.ZERO_5, Serpent.ZERO_6, Serpent.ZERO_7,
  };

  @Test
  void intermediateValues() throws IOException {
    Intermediate.check("serpent", SerpentIntermediateTest::compute);
  }

  private static void compute(Intermediate entry) {
    byte[] reversed = entry.take("KEY");
    byte[] key = new byte[reversed.length];
    for (int i = 0; i < key.length; i++) {
      key[i] = reversed[key.length - 1 - i];
    }
    Serpent serpent = new Serpent();
    serpent.setKey(Direction.ENCRYPT, key);
    giveReversed(entry, "LONG_KEY", serpent.w, 0, 8);
    for (int i = 0; i <= Serpent.ROUNDS; i++) {
      int k = 8 + 4 * i;
      int[] x = Arrays.copyOfRange(serpent.w, k, k + 4);
      if (i < Serpent.ROUNDS) {
        Serpent.complement(x, ZERO[i % 8]); // back to the specification's
      }
      giveReversed(entry, "SK" + i, x, 0, 4);
    }
  }

  /** As NIST's files have it: the last word first. */
  private static void giveReversed(Intermediate entry, String name, int[] w, int start, int count) {
    int[] reversed = new int[count];
    for (int i = 0; i < count; i++) {
      reversed[i] = w[start + count - 1 - i];
    }
    entry.give(name, reversed);
  }
}
