// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/** Electronic codebook: NIST SP 800-38A, 6.1. Equal blocks stay equal. */
final class Ecb extends Mode {
  Ecb(BlockEngine engine) {
    super(engine);
  }

  @Override
  int ivBytes() {
    return 0;
  }

  @Override
  void init(Direction direction, byte[] key) {
    engine.init(direction, key);
  }

  @Override
  void process(byte[] in, int i, byte[] out, int o, int length) {
    engine.process(in, i, out, o, blocks(length));
  }
}
