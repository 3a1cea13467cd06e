// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Engines;

/**
 * Which of several ways give what our engine of the cipher gives, and with which key sizes: found
 * by trying. What becomes an engine is then verified like any other.
 */
final class Fit {
  private static final int STEP = 32;
  private static final int LONGEST = 512;
  private static final int KEYS = 2;
  private static final int BLOCKS = 3;

  /** Key bits: the way that fits. */
  final SortedMap<Integer, Way> ways = new TreeMap<>();

  /** Why no way could be gone: the first reason; or null. */
  String refused;

  private final Engines.Engine cipher;
  private final List<Wrong> wrongs = new ArrayList<>();

  /** A way's wrong answer with a key of a size that everybody knows. */
  private static final class Wrong {
    final Way way;
    final int bits;
    final String difference;

    Wrong(Way way, int bits, String difference) {
      this.way = way;
      this.bits = bits;
      this.difference = difference;
    }
  }

  Fit(Engines.Engine cipher, List<Way> candidates) {
    this.cipher = cipher;
    for (int bits : sizes(cipher)) {
      // Ways that fit other sizes come first, but never before an earlier one of them: a library's
      // engine for every size may be the slow one. No engine has both kinds.
      candidates.stream()
          .filter(way -> ways.isEmpty() || way.chained == chained())
          .sorted(Comparator.comparing(way -> !ways.containsValue(way)))
          .filter(way -> fits(way, bits))
          .findFirst()
          .ifPresent(way -> ways.put(bits, way));
    }
  }

  /** Key sizes that the cipher has, of those that a library may have. */
  private static List<Integer> sizes(Engines.Engine cipher) {
    List<Integer> sizes = new ArrayList<>();
    for (int bits = STEP; bits <= Math.min(LONGEST, cipher.keyMax); bits += STEP) {
      if (bits >= cipher.keyMin && (bits - cipher.keyMin) % cipher.keyStep == 0) {
        sizes.add(bits);
      }
    }
    return sizes;
  }

  private boolean fits(Way way, int bits) {
    String difference;
    try {
      difference = difference(way, bits);
    } catch (Throwable problem) { // whatever a library does, it ends this trial only
      if (refused == null && usual(bits)) {
        refused = way.name + ": " + Refusal.inOneLine(problem);
      }
      return false;
    }
    if (difference != null && usual(bits)) {
      wrongs.add(new Wrong(way, bits, difference));
    }
    return difference == null;
  }

  /** Libraries pad keys of unheard-of sizes, each in its own way: that is no fault. */
  private boolean usual(int bits) {
    return cipher.keyMin == cipher.keyMax || bits >= 128 && bits % 64 == 0;
  }

  /**
   * The first wrong answer that counts, or null: of any way, where none fits; else of a way that
   * fits other keys, where no other does these.
   */
  String wrong() {
    return wrongs.stream()
        .filter(w -> ways.isEmpty() || ways.containsValue(w.way) && !ways.containsKey(w.bits))
        .map(w -> w.way.name + ": " + w.difference)
        .findFirst()
        .orElse(null);
  }

  /** What is wrong with the way's answers, or null. */
  private String difference(Way way, int bits) {
    BlockEngine theirs = way.makeUnchained();
    BlockEngine ours = cipher.make();
    int size = ours.blockBytes();
    Random random = new Random(bits);
    for (byte[] key : Work.keys(random, KEYS, bits)) {
      byte[] in = Work.bytes(random, BLOCKS * size);
      for (Direction direction : Direction.values()) {
        byte[] expected = run(ours, direction, key, in, BLOCKS);
        byte[] got = run(theirs, direction, key, in, BLOCKS);
        if (Arrays.equals(got, expected)
            && Arrays.equals(oneByOne(theirs, direction, key, in), expected)) {
          continue;
        }
        byte[] turned = reversed(run(ours, direction, reversed(key), reversed(in), BLOCKS));
        return Arrays.equals(got, turned)
            ? "every string is back to front"
            : "wrong answers with keys of " + bits + " bits";
      }
    }
    return null;
  }

  private static byte[] run(
      BlockEngine engine, Direction direction, byte[] key, byte[] in, int blocks) {
    byte[] out = new byte[blocks * engine.blockBytes()];
    engine.init(direction, key);
    engine.process(in, 0, out, 0, blocks);
    return out;
  }

  private static byte[] oneByOne(BlockEngine engine, Direction direction, byte[] key, byte[] in) {
    byte[] out = new byte[in.length];
    engine.init(direction, key);
    for (int at = 0; at < in.length; at += engine.blockBytes()) {
      engine.process(in, at, out, at, 1);
    }
    return out;
  }

  private static byte[] reversed(byte[] string) {
    byte[] turned = new byte[string.length];
    for (int i = 0; i < string.length; i++) {
      turned[i] = string[string.length - 1 - i];
    }
    return turned;
  }

  /** The longest evenly spaced run of key sizes that fit: from, to, in steps of. */
  int[] keySizes() {
    int[] best = {ways.firstKey(), ways.firstKey(), STEP};
    int most = 1;
    for (int from : ways.keySet()) {
      for (int next : ways.tailMap(from + 1).keySet()) {
        int to = next;
        while (ways.containsKey(to + next - from)) {
          to += next - from;
        }
        int count = 1 + (to - from) / (next - from);
        if (count > most) {
          most = count;
          best = new int[] {from, to, next - from};
        }
      }
    }
    return best;
  }

  /** What the ways that are used are called, each once. */
  String name() {
    List<String> names = new ArrayList<>();
    for (Way way : ways.values()) {
      if (!names.contains(way.name)) {
        names.add(way.name);
      }
    }
    return String.join(", ", names);
  }

  /** Of the way that keys of this size go. */
  List<String> steps(int keyBits) {
    return ways.get(keyBits).steps;
  }

  boolean chained() {
    return ways.get(ways.firstKey()).chained;
  }

  /** An engine that goes each key size's way; {@code chained}: a call is a chain. */
  BlockEngine make(boolean chained) {
    return new Engine(ways, chained);
  }

  private static final class Engine implements BlockEngine {
    private final Map<Integer, Way> ways;
    private final boolean chained;
    private Way way;
    private BlockEngine engine;

    Engine(SortedMap<Integer, Way> ways, boolean chained) {
      this.ways = ways;
      this.chained = chained;
      go(ways.get(ways.firstKey()));
    }

    private void go(Way other) {
      way = other;
      engine = chained ? way.make() : way.makeUnchained();
    }

    @Override
    public int blockBytes() {
      return engine.blockBytes();
    }

    @Override
    public void init(Direction direction, byte[] key) {
      Way other = ways.get(8 * key.length);
      if (other != way) {
        go(other);
      }
      engine.init(direction, key);
    }

    @Override
    public void process(byte[] in, int inOffset, byte[] out, int outOffset, int blocks) {
      engine.process(in, inOffset, out, outOffset, blocks);
    }

    @Override
    public void wipe() {
      engine.wipe();
    }
  }
}
