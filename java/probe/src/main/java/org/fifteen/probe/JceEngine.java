// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.security.GeneralSecurityException;
import java.security.Key;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/** A {@code javax.crypto.Cipher} as an engine: ECB, or CBC from an IV of zeros. */
final class JceEngine implements BlockEngine {
  /** How a call works through its blocks. */
  enum Call {
    /** It is a part of one long message. */
    UPDATE,
    /** It is a message: update need not give the last block. */
    FINAL,
    /**
     * Likewise, of a cipher that must be given its key again after each, against the JCE's word.
     */
    INIT_AND_FINAL
  }

  private final Cipher cipher;
  private final int blockBytes;
  private final IvParameterSpec iv;
  private final Call call;
  private final KeyMaker keys;
  private int mode;
  private Key key;
  private boolean used;

  /**
   * @param chained CBC: each call is a message of its own
   */
  JceEngine(Cipher cipher, int blockBytes, boolean chained, Call call, KeyMaker keys) {
    this.cipher = cipher;
    this.blockBytes = blockBytes;
    this.iv = chained ? new IvParameterSpec(new byte[blockBytes]) : null;
    this.call = call;
    this.keys = keys;
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public void init(Direction direction, byte[] key) {
    mode = direction == Direction.ENCRYPT ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE;
    try {
      this.key = keys.make(key);
      init();
    } catch (Exception e) {
      throw new Refusal(Refusal.inOneLine(e));
    }
    used = false;
  }

  private void init() throws GeneralSecurityException {
    if (iv == null) {
      cipher.init(mode, key);
    } else {
      cipher.init(mode, key, iv);
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
      if (call == Call.UPDATE) {
        made = cipher.update(in, inOffset, length, out, outOffset);
      } else {
        if (used && call == Call.INIT_AND_FINAL) {
          init();
        }
        used = true;
        made = cipher.doFinal(in, inOffset, length, out, outOffset);
      }
    } catch (GeneralSecurityException e) {
      throw new Refusal(Refusal.inOneLine(e));
    }
    if (made != length) {
      throw new Refusal(made + " bytes came of " + length);
    }
  }

  /** The JCE offers nothing that erases a cipher's key. */
  @Override
  public void wipe() {
    key = null;
  }
}
