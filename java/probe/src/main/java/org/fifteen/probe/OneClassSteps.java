// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

/**
 * A lightweight class, or one with NIST's API. Words: the kind of {@link OneClass}, the class, its
 * block in bytes, and which of its ways to go. To load the class is not to initialise it: that is
 * part of making an instance, or a key where there is no instance.
 */
final class OneClassSteps extends EngineSteps {
  private Way way;

  OneClassSteps(String[] words) {
    super(words);
  }

  @Override
  public void load() {
    OneClass.load(words[1]);
  }

  @Override
  public void prepare() {
    boolean nist = words[0].equals(NistClass.class.getName());
    OneClass peer = nist ? new NistClass(words[1], null, "") : new Lightweight(words[1], null, "");
    way = peer.ways(Integer.parseInt(words[2])).get(Integer.parseInt(words[3]));
  }

  @Override
  public void make() {
    engine = way.make();
  }

  @Override
  public String engineClass() {
    return words[1];
  }
}
