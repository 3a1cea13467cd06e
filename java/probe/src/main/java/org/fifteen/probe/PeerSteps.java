// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import org.fifteen.engine.Direction;

/**
 * An engine of a library without a plain way to it. Words: the plug-in, the engine's id. What
 * {@link #load} takes is more than the library's own: it is looked through.
 */
final class PeerSteps implements Steps {
  private final String[] words;
  private Entry entry;
  private Adapter engine;

  PeerSteps(String[] words) {
    this.words = words;
  }

  @Override
  public void load() {
    entry = Catalogue.of(words[0]).find(words[1]);
  }

  @Override
  public void make() {
    engine = (Adapter) entry.make();
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
    return engine.adapted();
  }

  @Override
  public String engineClass() {
    return engine.adapted().getClass().getName();
  }
}
