// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/** The steps with what is, or was made, an engine of ours in shape. */
abstract class EngineSteps implements Steps {
  final String[] words;
  BlockEngine engine;

  EngineSteps(String[] words) {
    this.words = words;
  }

  @Override
  public void init(Direction direction, byte[] key) {
    engine.init(direction, key);
  }

  @Override
  public void process(byte[] in, byte[] out) {
    engine.process(in, 0, out, 0, in.length / engine.blockBytes());
  }

  @Override
  public Object instance() {
    return engine;
  }
}
