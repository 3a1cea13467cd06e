// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/** A {@code javax.crypto.Cipher} as an engine: ECB, or CBC from an IV of zeros. */
final class JceEngine implements BlockEngine {
  private final Cipher cipher;
  private final int blockBytes;
  private final IvParameterSpec iv;
  private final boolean whole;
  private final KeyMaker keys;

  /**
   * @param chained CBC: each call is a message of its own
   * @param whole each call ends with doFinal, as update need not give the last block
   */
  JceEngine(Cipher cipher, int blockBytes, boolean chained, boolean whole, KeyMaker keys) {
    this.cipher = cipher;
    this.blockBytes = blockBytes;
    this.iv = chained ? new IvParameterSpec(new byte[blockBytes]) : null;
    this.whole = whole;
    this.keys = keys;
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public void init(Direction direction, byte[] key) {
    int mode = direction == Direction.ENCRYPT ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE;
    try {
      if (iv == null) {
        cipher.init(mode, keys.make(key));
      } else {
        cipher.init(mode, keys.make(key), iv);
      }
    } catch (Exception e) {
      throw new Refusal(Refusal.inOneLine(e));
    }
  }

  @Override
  public void process(byte[] in, int inOffset, byte[] out, int outOffset, int blocks) {
    int length = blocks * blockBytes;
    if (length == 0) {
      return;
    }
    int made;
    try {
      made =
          whole
              ? cipher.doFinal(in, inOffset, length, out, outOffset)
              : cipher.update(in, inOffset, length, out, outOffset);
    } catch (GeneralSecurityException e) {
      throw new Refusal(Refusal.inOneLine(e));
    }
    if (made != length) {
      throw new Refusal(made + " bytes came of " + length);
    }
  }

  /** The JCE offers nothing that erases a key. */
  @Override
  public void wipe() {}
}
