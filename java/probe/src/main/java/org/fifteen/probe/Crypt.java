// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Tweakable;

/** The verb {@code crypt}: whole blocks in ECB, in one of four layouts. */
final class Crypt {
  /** Bytes before and after a buffer that no engine may touch. */
  private static final int GUARD = 64;

  private static final byte GUARD_BYTE = (byte) 0xa5;

  private Crypt() {}

  static Map<String, Object> answer(Request request, Catalogue catalogue) {
    request.only("engine direction key data tweak layout");
    Direction direction = direction(request.word("direction"));
    BlockEngine engine = keyed(request, catalogue, direction);
    byte[] data = blocks(request, "data", engine);
    try {
      return Map.of("data", Hex.encode(run(engine, data, request.word("layout", "plain"))));
    } finally {
      engine.wipe();
    }
  }

  static Direction direction(String word) {
    if (!word.equals("encrypt") && !word.equals("decrypt")) {
      throw new Refusal("direction=" + word + " is neither encrypt nor decrypt");
    }
    return Direction.valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** The engine that the request names, under the request's tweak and key. */
  static BlockEngine keyed(Request request, Catalogue catalogue, Direction direction) {
    Entry entry = catalogue.find(request.word("engine"));
    byte[] key = request.bytes("key");
    entry.checkKeyBits(8 * key.length);
    BlockEngine engine = entry.make();
    if (request.has("tweak")) {
      setTweak(entry, engine, request.bytes("tweak"));
    }
    engine.init(direction, key);
    return engine;
  }

  private static void setTweak(Entry entry, BlockEngine engine, byte[] tweak) {
    int size = tweakBytes(engine);
    if (tweak.length != size) {
      throw new Refusal(entry.cipher + " takes a tweak of " + size + " bytes, not " + tweak.length);
    }
    if (engine instanceof Tweakable) {
      ((Tweakable) engine).setTweak(tweak);
    }
  }

  static int tweakBytes(BlockEngine engine) {
    return engine instanceof Tweakable ? ((Tweakable) engine).tweakBytes() : 0;
  }

  /** The bytes of a word, which must be whole blocks. */
  static byte[] blocks(Request request, String name, BlockEngine engine) {
    byte[] data = request.bytes(name);
    if (data.length % engine.blockBytes() != 0) {
      throw new Refusal(
          name + " of " + data.length + " bytes is not whole blocks of " + engine.blockBytes());
    }
    return data;
  }

  private static byte[] run(BlockEngine engine, byte[] data, String layout) {
    boolean unaligned = layout.equals("unaligned");
    int from = GUARD + (unaligned ? 31 : 0); // low bits set: + is no ^
    int to = GUARD + (unaligned ? 63 : 0);
    byte[] in = guarded(data, from);
    byte[] out = guarded(new byte[data.length], to);
    int size = engine.blockBytes();
    int blocks = data.length / size;
    switch (layout) {
      case "plain":
      case "unaligned":
        engine.process(in, from, out, to, blocks);
        break;
      case "in-place":
        out = in;
        engine.process(in, from, in, from, blocks);
        break;
      case "one-by-one":
        for (int at = 0; at < data.length; at += size) {
          engine.process(in, from + at, out, to + at, 1);
        }
        break;
      default:
        throw new Refusal("no layout " + layout);
    }
    byte[] result = Arrays.copyOfRange(out, to, to + data.length);
    if (out != in && !Arrays.equals(in, guarded(data, from))) {
      throw new Refusal("the engine changed its input");
    }
    if (!Arrays.equals(out, guarded(result, to))) {
      throw new Refusal("the engine wrote outside its output");
    }
    return result;
  }

  private static byte[] guarded(byte[] data, int offset) {
    byte[] buffer = new byte[offset + data.length + GUARD];
    Arrays.fill(buffer, GUARD_BYTE);
    System.arraycopy(data, 0, buffer, offset, data.length);
    return buffer;
  }
}
