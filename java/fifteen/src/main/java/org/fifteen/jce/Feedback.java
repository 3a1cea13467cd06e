// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.fifteen.jce.Words.xor;

import java.util.Arrays;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/**
 * What CFB and OFB share: units of whole bytes, of which the last may be cut short, and an engine
 * that always encrypts.
 */
abstract class Feedback extends Mode {
  final int unit;
  final byte[] keystream; // a block for each unit

  Feedback(BlockEngine engine, int unit, int units) {
    super(engine);
    this.unit = unit;
    keystream = new byte[units * block];
  }

  @Override
  final int unit() {
    return unit;
  }

  @Override
  final boolean mayEndAt(int length) {
    return true;
  }

  @Override
  void init(Direction direction, byte[] key) {
    engine.init(Direction.ENCRYPT, key);
  }

  /** The register stays where the whole units have left it. */
  @Override
  final void finish(byte[] in, int i, byte[] out, int o, int length) {
    int rest = length % unit;
    int whole = length - rest;
    process(in, i, out, o, whole);
    if (rest > 0) {
      engine.process(register, 0, keystream, 0, 1);
      xor(in, i + whole, keystream, 0, out, o + whole, rest);
    }
  }

  @Override
  void wipe() {
    super.wipe();
    Arrays.fill(keystream, (byte) 0);
  }
}
