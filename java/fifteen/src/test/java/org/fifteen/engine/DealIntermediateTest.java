// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** DEAL: the round keys, and the halves after each round. */
class DealIntermediateTest {
  @Test
  void intermediateValues() throws IOException {
    Intermediate.check("deal", DealIntermediateTest::compute);
  }

  /**
   * IP as Cryptix prints it: the right half before the left, the bits of every byte from last to
   * first. So come bits 1 of all bytes, bits 3, 5, 7, 2, 4, 6, 8.
   */
  private static void initialPermutation(byte[] out, int o, byte[] in) {
    for (int i = 0; i < 8; i++) {
      int bit = i < 4 ? 2 * i + 1 : 2 * i - 6;
      for (int j = 0; j < 8; j++) {
        out[o + i] |= (byte) ((in[j] >> 8 - bit & 1) << 7 - j);
      }
    }
  }

  private static void giveHalves(Intermediate entry, String name, long[] left, long[] right) {
    byte[] bytes = new byte[8];
    byte[] both = new byte[Deal.BLOCK];
    Des.store(bytes, 0, 8, left, 1);
    initialPermutation(both, 0, bytes);
    Des.store(bytes, 0, 8, right, 1);
    initialPermutation(both, 8, bytes);
    entry.give(name, both);
  }

  private static void compute(Intermediate entry) {
    Deal deal = new Deal();
    byte[] key = entry.take("KEY");
    deal.setKey(Direction.ENCRYPT, key);
    int rounds = deal.k.length / Des.ROUNDS;
    byte[][] rk = new byte[rounds][8];
    Deal.makeRoundKeys(rk, key);
    for (int i = 0; i < rounds; i++) {
      entry.give("RK" + i, rk[i]);
    }

    byte[] block = entry.take("PT");
    long[] l = new long[2];
    long[] r = new long[2];
    long[] work = new long[2];
    Des.load(l, 1, block, 0, 8);
    Des.load(r, 1, block, 8, 8);
    giveHalves(entry, "IP(PT)", l, r);
    for (int i = 0; i < rounds; i += 2) {
      Des.add(r, l, work, 1, deal.k, Des.ROUNDS * i);
      giveHalves(entry, "CT" + (i + 1), r, l);
      Des.add(l, r, work, 1, deal.k, Des.ROUNDS * (i + 1));
      giveHalves(entry, "CT" + (i + 2), l, r);
    }
    byte[] out = new byte[Deal.BLOCK];
    Des.store(out, 0, 8, l, 1);
    Des.store(out, 8, 8, r, 1);
    entry.give("CT", out);
  }
}
