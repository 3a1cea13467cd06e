// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.List;
import java.util.Random;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/** An engine for a fresh JVM, with a key and data drawn from the request's seed. */
final class Sample {
  /** The class of the engine's steps, then their words. */
  final List<String> steps;

  final byte[] data;
  final byte[] otherKey;
  private final byte[] key;
  private final BlockEngine reference;

  /**
   * @param blocks how many the data has; where not positive, as many as {@code -blocks} bytes hold
   */
  Sample(Request request, Catalogue catalogue, int blocks) {
    Entry entry = catalogue.find(request.word("engine"));
    int keyBits = request.number("key_bits", 0);
    entry.checkKeyBits(keyBits);
    steps = entry.steps(keyBits);
    BlockEngine ours = catalogue.reference(entry.cipher).make();
    reference = entry.chained() ? new Cbc(ours) : ours;
    int size = reference.blockBytes();
    Random random = new Random(request.seed());
    byte[][] keys = Work.keys(random, 2, keyBits);
    key = keys[0];
    otherKey = keys[1];
    data = Work.bytes(random, (blocks > 0 ? blocks : -blocks / size) * size);
  }

  String words() {
    return "sample key=" + Hex.encode(key);
  }

  /** The class that does the work. */
  static String engineClass(List<String> steps) throws Exception {
    Steps here = FreshMain.steps(steps);
    here.load();
    here.prepare();
    here.make();
    return here.engineClass();
  }

  /**
   * Refuses output that isn't what the reference makes of the data in so many turns, each in so
   * many calls: where a call is a chain, that matters.
   */
  void check(String output, int calls, long turns) {
    reference.init(Direction.ENCRYPT, key);
    int size = reference.blockBytes();
    byte[] in = data.clone();
    byte[] out = new byte[in.length];
    for (long turn = 1; turn <= turns; turn++) {
      int step = in.length / calls;
      for (int at = 0; at < in.length; at += step) {
        reference.process(in, at, out, at, step / size);
      }
      byte[] swap = in;
      in = out;
      out = swap;
    }
    reference.wipe();
    byte[] got = Hex.decode("output", output);
    Difference.refuse("turn " + turns, Direction.ENCRYPT, key, out, in, got, size);
  }

  /** Refuses what isn't made of the data, once, in that direction. */
  void check(String what, Direction direction, byte[] got) {
    int size = reference.blockBytes();
    byte[] expected = new byte[data.length];
    reference.init(direction, key);
    reference.process(data, 0, expected, 0, data.length / size);
    reference.wipe();
    Difference.refuse(what, direction, key, data, expected, got, size);
  }
}
