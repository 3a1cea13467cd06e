// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Engines;

/** An engine of ours, out of the list of engines. Words: cipher, name. */
final class OwnSteps implements Steps {
  private final String[] words;
  private Engines.Engine found;
  private BlockEngine engine;

  OwnSteps(String[] words) {
    this.words = words;
  }

  @Override
  public void load() {
    found = Engines.find(words[0], words[1]);
  }

  @Override
  public void make() {
    engine = found.make();
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
