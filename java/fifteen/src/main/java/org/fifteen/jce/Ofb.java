// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.fifteen.jce.Words.xor;

import java.util.Arrays;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/**
 * Output feedback: NIST SP 800-38A, 6.4, where the unit is a block; with smaller units that of FIPS
 * 81. The register is the last block of IV and keystream.
 */
final class Ofb extends Mode {
  private final int unit;
  private final byte[] keystream;

  Ofb(BlockEngine engine, int unit) {
    super(engine);
    this.unit = unit;
    keystream = new byte[block];
  }

  @Override
  int unit() {
    return unit;
  }

  @Override
  boolean mayEndAt(int length) {
    return true;
  }

  @Override
  void init(Direction direction, byte[] key) {
    engine.init(Direction.ENCRYPT, key);
  }

  @Override
  void process(byte[] in, int i, byte[] out, int o, int length) {
    for (int n = 0; n < length; n += unit) {
      engine.process(register, 0, keystream, 0, 1);
      xor(in, i + n, keystream, 0, out, o + n, Math.min(unit, length - n));
      System.arraycopy(register, unit, register, 0, block - unit);
      System.arraycopy(keystream, 0, register, block - unit, unit);
    }
  }

  @Override
  void wipe() {
    super.wipe();
    Arrays.fill(keystream, (byte) 0);
  }
}
