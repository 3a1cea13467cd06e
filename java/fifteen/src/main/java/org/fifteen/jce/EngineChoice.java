// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Engines;
import org.fifteen.engine.ModeEngine;
import org.fifteen.engine.Tweakable;

/**
 * A cipher's engines as one: for each call the last in the list that pays for so many blocks.
 *
 * <p>An engine that no call has needed is neither made nor keyed.
 */
final class EngineChoice implements BlockEngine {
  private static final byte[] NO_KEY = {};
  private static final int NONE = -1;

  private final List<Engines.Engine> known;
  private final KeySizes keySizes;
  private final int blockBytes;
  final BlockEngine[] made; // a test sees which
  private final boolean[] takes; // the key
  final boolean[] keyed; // a test sees which
  private int last = NONE; // what was taken last, and is for so many blocks in a call
  private int from;
  private int to;
  private Direction direction;
  private byte[] key = NO_KEY;
  private byte[] tweak;

  /**
   * @param known a cipher's engines, as {@link #known} tells them
   * @param keySizes those taken, each of which the first engine takes
   */
  EngineChoice(List<Engines.Engine> known, KeySizes keySizes, int blockBytes) {
    this.known = known;
    this.keySizes = keySizes;
    this.blockBytes = blockBytes;
    made = new BlockEngine[known.size()];
    takes = new boolean[known.size()];
    keyed = new boolean[known.size()];
  }

  /** The first engine of a cipher, by the manifest's id, then those that pay. */
  static List<Engines.Engine> known(String cipher) {
    List<Engines.Engine> all =
        Engines.ALL.stream().filter(e -> e.cipher.equals(cipher)).collect(Collectors.toList());
    return all.stream().filter(e -> e == all.get(0) || e.paysFrom > 0).collect(Collectors.toList());
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  /** Sets the tweak of this key's engines; a cipher without one takes null alone. */
  void setTweak(byte[] tweak) {
    this.tweak = tweak;
  }

  @Override
  public void init(Direction direction, byte[] key) {
    keySizes.check(8 * key.length);
    wipe();
    this.direction = direction;
    this.key = key.clone();
    for (int e = 0; e < takes.length; e++) {
      takes[e] = KeySizes.of(known.get(e)).has(8 * key.length);
    }
  }

  @Override
  public void process(byte[] in, int inOffset, byte[] out, int outOffset, int blocks) {
    keyed(blocks).process(in, inOffset, out, outOffset, blocks);
  }

  /** The engine for so many blocks in a call, if it does modes itself; else null. */
  ModeEngine modes(int blocks) {
    choose(blocks); // and key only what will be used: the mode may go block by block
    return made[last] instanceof ModeEngine ? (ModeEngine) keyed(blocks) : null;
  }

  /** The engine for so many blocks in a call, with the key, if there is one. */
  private BlockEngine keyed(int blocks) {
    choose(blocks);
    if (!keyed[last] && key != NO_KEY) {
      setKey(last);
    }
    return made[last];
  }

  private void choose(int blocks) {
    if (last == NONE || blocks < from || blocks > to) {
      take(choice(blocks));
    }
  }

  private void take(int e) {
    if (made[e] == null) {
      made[e] = known.get(e).make();
    }
    last = e;
    from = e == 0 ? Integer.MIN_VALUE : known.get(e).paysFrom;
    to = Integer.MAX_VALUE;
    for (int better = e + 1; better < takes.length; better++) {
      if (takes[better]) {
        to = Math.min(to, known.get(better).paysFrom - 1);
      }
    }
  }

  /** The index of the engine for so many blocks in a call; the first if there is no key. */
  private int choice(int blocks) {
    int e = known.size() - 1;
    while (e > 0 && !pays(e, blocks)) {
      e--;
    }
    return e;
  }

  /** The name of that engine. */
  String chosen(int blocks) {
    return known.get(choice(blocks)).name;
  }

  private boolean pays(int e, int blocks) {
    return takes[e] && blocks >= known.get(e).paysFrom;
  }

  private void setKey(int e) {
    if (tweak != null) {
      ((Tweakable) made[e]).setTweak(tweak);
    }
    made[e].init(direction, key);
    keyed[e] = true;
  }

  @Override
  public void wipe() {
    for (int e = 0; e < made.length; e++) {
      if (keyed[e]) {
        made[e].wipe();
        keyed[e] = false;
      }
    }
    last = NONE;
    Arrays.fill(takes, false);
    Arrays.fill(key, (byte) 0);
    key = NO_KEY;
  }
}
