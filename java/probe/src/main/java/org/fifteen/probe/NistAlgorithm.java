// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.security.InvalidKeyException;
import java.util.Arrays;
import java.util.function.Supplier;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/**
 * The NIST/Cryptix API of 1998 over one of this run's engines.
 *
 * <p>Its methods are static and none says which cipher is meant, so that each engine needs a class
 * of its own. They all are this one, defined once by each {@link NistApi.Loader}, which gives it
 * its engines. It touches public classes only: to the package's others it is a stranger.
 */
public final class NistAlgorithm {
  private static final int BLOCK_BYTES = make().blockBytes();

  private NistAlgorithm() {}

  /** The block size in bytes. */
  public static int blockSize() {
    return BLOCK_BYTES;
  }

  /**
   * A session key, which serves both directions: two keyed engines.
   *
   * @throws InvalidKeyException if the cipher has no keys of that size
   */
  public static Object makeKey(byte[] key) throws InvalidKeyException {
    BlockEngine[] keyed = {make(), make()};
    try {
      keyed[0].init(Direction.ENCRYPT, key);
      keyed[1].init(Direction.DECRYPT, key);
    } catch (IllegalArgumentException problem) {
      throw new InvalidKeyException(problem.getMessage());
    }
    return keyed;
  }

  /** Encrypts one block of {@code in}; the result is a new array. */
  public static byte[] blockEncrypt(byte[] in, int inOffset, Object sessionKey) {
    return process(in, inOffset, ((BlockEngine[]) sessionKey)[0]);
  }

  /** Decrypts likewise. */
  public static byte[] blockDecrypt(byte[] in, int inOffset, Object sessionKey) {
    return process(in, inOffset, ((BlockEngine[]) sessionKey)[1]);
  }

  /** Whether a block comes back, under a key of each size that the cipher takes. */
  public static boolean self_test() {
    int sizes = 0;
    for (int bytes = 4; bytes <= 32; bytes += 4) {
      byte[] block = new byte[BLOCK_BYTES];
      Arrays.fill(block, (byte) bytes);
      try {
        Object key = makeKey(Arrays.copyOf(new byte[] {1, 2, 3, 4}, bytes));
        if (!Arrays.equals(block, blockDecrypt(blockEncrypt(block, 0, key), 0, key))) {
          return false;
        }
        sizes++;
      } catch (InvalidKeyException otherSize) {
        continue;
      }
    }
    return sizes > 0;
  }

  private static byte[] process(byte[] in, int inOffset, BlockEngine engine) {
    byte[] out = new byte[BLOCK_BYTES];
    engine.process(in, inOffset, out, 0, 1);
    return out;
  }

  @SuppressWarnings("unchecked")
  private static BlockEngine make() {
    return ((Supplier<BlockEngine>) NistAlgorithm.class.getClassLoader()).get();
  }
}
