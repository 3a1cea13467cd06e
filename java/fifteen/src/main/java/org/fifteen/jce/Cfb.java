// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.fifteen.jce.Words.xor;

import java.util.Arrays;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/**
 * Cipher feedback in units of whole bytes: NIST SP 800-38A, 6.3. The register is the last block of
 * IV and ciphertext.
 */
final class Cfb extends Feedback {
  private final byte[] history; // the register and the ciphertext after it
  private boolean decrypting;

  Cfb(BlockEngine engine, int unit) {
    super(engine, unit, BATCH_BYTES / engine.blockBytes());
    history = new byte[block + batch * unit];
  }

  @Override
  void init(Direction direction, byte[] key) {
    super.init(direction, key);
    decrypting = direction == Direction.DECRYPT;
  }

  @Override
  void process(byte[] in, int i, byte[] out, int o, int length) {
    if (decrypting) {
      decrypt(in, i, out, o, length);
    } else {
      encrypt(in, i, out, o, length);
    }
  }

  private void encrypt(byte[] in, int i, byte[] out, int o, int length) {
    for (int n = 0; n < length; n += unit) {
      engine.process(register, 0, keystream, 0, 1);
      xor(in, i + n, keystream, 0, out, o + n, unit);
      System.arraycopy(register, unit, register, 0, block - unit);
      System.arraycopy(out, o + n, register, block - unit, unit);
    }
  }

  /** Every block that the engine needs is known beforehand. */
  private void decrypt(byte[] in, int i, byte[] out, int o, int length) {
    for (int done = 0, n; done < length; done += n) {
      n = Math.min(length - done, batch * unit);
      System.arraycopy(register, 0, history, 0, block);
      System.arraycopy(in, i + done, history, block, n);
      System.arraycopy(history, n, register, 0, block);
      if (unit == block) {
        engine.process(history, 0, keystream, 0, n / block);
        xor(history, block, keystream, 0, out, o + done, n);
      } else {
        decryptUnits(n / unit, out, o + done);
      }
    }
  }

  private void decryptUnits(int units, byte[] out, int o) {
    for (int u = 0; u < units; u++) {
      System.arraycopy(history, u * unit, keystream, u * block, block);
    }
    engine.process(keystream, 0, keystream, 0, units);
    for (int u = 0; u < units; u++) {
      xor(history, block + u * unit, keystream, u * block, out, o + u * unit, unit);
    }
  }

  @Override
  void wipe() {
    super.wipe();
    Arrays.fill(history, (byte) 0);
  }
}
