// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Random;
import org.bouncycastle.crypto.engines.TnepresEngine;
import org.bouncycastle.crypto.params.KeyParameter;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Engines;
import org.junit.jupiter.api.Test;

/** Bouncy Castle's Tnepres is our Serpent with every string back to front, as NIST printed it. */
class TnepresTest {
  private static final int BLOCK = 16;

  @Test
  void serpentBackToFront() {
    Random random = new Random(1);
    BlockEngine ours = Engines.find("serpent", "portable").make();
    TnepresEngine theirs = new TnepresEngine();
    for (int i = 0; i < 3000; i++) {
      byte[] key = new byte[16 + 8 * (i % 3)];
      byte[] block = new byte[BLOCK];
      random.nextBytes(key);
      random.nextBytes(block);
      for (Direction direction : Direction.values()) {
        byte[] expected = new byte[BLOCK];
        theirs.init(direction == Direction.ENCRYPT, new KeyParameter(reversed(key)));
        theirs.processBlock(reversed(block), 0, expected, 0);
        byte[] made = new byte[BLOCK];
        ours.init(direction, key);
        ours.process(block, 0, made, 0, 1);
        assertArrayEquals(reversed(expected), made);
      }
    }
  }

  private static byte[] reversed(byte[] string) {
    byte[] turned = new byte[string.length];
    for (int i = 0; i < string.length; i++) {
      turned[i] = string[string.length - 1 - i];
    }
    return turned;
  }
}
