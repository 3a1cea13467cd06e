// SPDX-License-Identifier: Apache-2.0
package submission;

import java.security.InvalidKeyException;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Engines;

/** NIST's API of 1998 as Cryptix wrote it, with the block size among the arguments. */
final class Rijndael_Algorithm {
  private static final boolean GOOD = Rijndael_Properties.selfTestPasses();

  private Rijndael_Algorithm() {}

  static int blockSize() {
    return 16;
  }

  static synchronized Object makeKey(byte[] key, int blockSize) throws InvalidKeyException {
    if (blockSize != 16) {
      throw new InvalidKeyException("blocks of " + blockSize);
    }
    return key.clone();
  }

  static byte[] blockEncrypt(byte[] in, int inOffset, Object key, int blockSize) {
    return crypt(Direction.ENCRYPT, in, inOffset, key);
  }

  static byte[] blockDecrypt(byte[] in, int inOffset, Object key, int blockSize) {
    return crypt(Direction.DECRYPT, in, inOffset, key);
  }

  private static byte[] crypt(Direction direction, byte[] in, int inOffset, Object key) {
    BlockEngine engine = Engines.find("rijndael", "portable").make();
    engine.init(direction, (byte[]) key);
    byte[] out = new byte[16];
    engine.process(in, inOffset, out, 0, 1);
    return out;
  }

  static boolean self_test() {
    return GOOD;
  }
}
