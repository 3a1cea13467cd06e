// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.fifteen.jce.Words.xor;

import org.fifteen.engine.BlockEngine;

/**
 * Output feedback: NIST SP 800-38A, 6.4, where the unit is a block; with smaller units that of FIPS
 * 81. The register is the last block of IV and keystream.
 */
final class Ofb extends Feedback {
  Ofb(BlockEngine engine, int unit) {
    super(engine, unit, 1);
  }

  @Override
  void process(byte[] in, int i, byte[] out, int o, int length) {
    for (int n = 0; n < length; n += unit) {
      engine.process(register, 0, keystream, 0, 1);
      xor(in, i + n, keystream, 0, out, o + n, unit);
      System.arraycopy(register, unit, register, 0, block - unit);
      System.arraycopy(keystream, 0, register, block - unit, unit);
    }
  }
}
