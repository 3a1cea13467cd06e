// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import org.fifteen.engine.Engines;

/** An engine of ours, out of the list of engines. Words: cipher, name. */
final class OwnSteps extends EngineSteps {
  private Engines.Engine found;

  OwnSteps(String[] words) {
    super(words);
  }

  @Override
  public void load() {
    found = Engines.find(words[0], words[1]);
  }

  @Override
  public void make() {
    engine = found.make();
  }
}
