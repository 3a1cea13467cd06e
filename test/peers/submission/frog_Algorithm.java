// SPDX-License-Identifier: Apache-2.0
package submission;

import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Engines;

/** Wrong as FROG's was: the offset is where copying starts, but not where it ends. */
public final class frog_Algorithm {
  private frog_Algorithm() {}

  public static Object makeKey(byte[] key) {
    return key.clone();
  }

  public static byte[] blockEncrypt(byte[] in, int inOffset, Object key) {
    return crypt(Direction.ENCRYPT, in, inOffset, key);
  }

  public static byte[] blockDecrypt(byte[] in, int inOffset, Object key) {
    return crypt(Direction.DECRYPT, in, inOffset, key);
  }

  private static byte[] crypt(Direction direction, byte[] in, int inOffset, Object key) {
    byte[] block = new byte[16];
    for (int i = inOffset, j = 0; i < block.length; i++, j++) {
      block[j] = in[i];
    }
    BlockEngine engine = Engines.find("frog", "portable").make();
    engine.init(direction, (byte[]) key);
    engine.process(block, 0, block, 0, 1);
    return block;
  }
}
