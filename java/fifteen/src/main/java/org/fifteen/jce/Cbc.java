// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.fifteen.jce.Words.xor;

import java.util.Arrays;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.ModeEngine;

/** Cipher block chaining: NIST SP 800-38A, 6.2. The register is the last block of ciphertext. */
final class Cbc extends Mode {
  private final byte[] scratch;
  private boolean decrypting;

  Cbc(BlockEngine engine) {
    super(engine);
    scratch = new byte[batch * block];
  }

  @Override
  void init(Direction direction, byte[] key) {
    engine.init(direction, key);
    decrypting = direction == Direction.DECRYPT;
  }

  @Override
  void process(byte[] in, int i, byte[] out, int o, int length) {
    int blocks = blocks(length);
    ModeEngine modes = modes(blocks);
    if (modes != null) {
      modes.cbc(register, in, i, out, o, blocks);
    } else if (decrypting) {
      decrypt(in, i, out, o, length);
    } else {
      encrypt(in, i, out, o, length);
    }
  }

  private void encrypt(byte[] in, int i, byte[] out, int o, int length) {
    for (int n = 0; n < length; n += block) {
      xor(in, i + n, register, 0, register, 0, block);
      engine.process(register, 0, register, 0, 1);
      System.arraycopy(register, 0, out, o + n, block);
    }
  }

  private void decrypt(byte[] in, int i, byte[] out, int o, int length) {
    for (int done = 0, n; done < length; done += n) {
      n = Math.min(length - done, scratch.length);
      engine.process(in, i + done, scratch, 0, n / block);
      xor(scratch, 0, register, 0, scratch, 0, block);
      xor(scratch, block, in, i + done, scratch, block, n - block);
      System.arraycopy(in, i + done + n - block, register, 0, block);
      System.arraycopy(scratch, 0, out, o + done, n); // only now: it may be the input
    }
  }

  @Override
  void wipe() {
    super.wipe();
    Arrays.fill(scratch, (byte) 0);
  }
}
