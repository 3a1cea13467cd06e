// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/**
 * The procedure {@code file-series}: the processing time of a file, without disk and without class
 * initialisation, as in Damjanović and Simić, "Performance evaluation of AES algorithm under Linux
 * operating system" (2013), section 3, in this JVM and without a warm-up.
 *
 * <p>The file is in memory, and another array takes the output. The engine has its key, and has
 * worked on one block, before the first clock is read. With {@code repeats=1} and a JVM for each
 * request that is the paper's first series; with {@code repeats=6} the second, of which the
 * estimator disregards the first value.
 */
final class FileSeries {
  private static final String WORDS =
      "procedure engine key_bits direction bytes chunk repeats start seed";

  private final Direction direction;
  private final BlockEngine engine;
  private final BlockEngine reference;
  private final byte[] key;
  private final byte[] in;
  private final byte[] out;

  /** Bytes of one call. */
  private final int chunk;

  static Map<String, Object> answer(Request request, Catalogue catalogue) {
    return new FileSeries(request.only(WORDS), catalogue).measure(request.number("repeats", 1, 1));
  }

  private FileSeries(Request request, Catalogue catalogue) {
    Entry entry = catalogue.find(request.word("engine"));
    int keyBits = request.number("key_bits", 0);
    entry.checkKeyBits(keyBits);
    direction = Crypt.direction(request.word("direction", "encrypt"));
    engine = entry.make();
    reference = catalogue.reference(entry.cipher).make();
    int size = wholeBlocks(request, "bytes");
    chunk = Math.min(size, wholeBlocks(request, "chunk"));
    Random random = new Random(request.seed());
    key = Work.keys(random, 1, keyBits)[0];
    in = Work.bytes(random, size);
    out = new byte[size];
  }

  private int wholeBlocks(Request request, String name) {
    int bytes = request.number(name, engine.blockBytes());
    if (bytes % engine.blockBytes() != 0) {
      throw new Refusal(
          name + "=" + bytes + " is not whole blocks of " + engine.blockBytes() + " bytes");
    }
    return bytes;
  }

  private Map<String, Object> measure(int repeats) {
    engine.init(direction, key);
    engine.process(in, 0, out, 0, 1);
    List<Long> values = new ArrayList<>();
    List<Long> digests = new ArrayList<>();
    for (int repeat = 0; repeat < repeats; repeat++) {
      values.add(processed());
      CRC32 digest = new CRC32();
      digest.update(out);
      digests.add(digest.getValue());
    }
    engine.wipe();
    // Only now: the reference may be the same code, and would have it compiled before the clock.
    long expected = expected();
    for (int repeat = 0; repeat < repeats; repeat++) {
      if (digests.get(repeat) != expected) {
        throw new Refusal("the timed output of repeat " + (repeat + 1) + " is wrong");
      }
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("values", values);
    answer.put("unit", "ns");
    answer.put("calls", (in.length + chunk - 1) / chunk);
    answer.put("bytes", in.length);
    return answer;
  }

  /** Nanoseconds of the whole file. */
  private long processed() {
    long start = System.nanoTime();
    for (int at = 0; at < in.length; at += chunk) {
      engine.process(in, at, out, at, Math.min(chunk, in.length - at) / engine.blockBytes());
    }
    return System.nanoTime() - start;
  }

  /** The digest of what the reference makes of the file, a chunk at a time. */
  private long expected() {
    reference.init(direction, key);
    CRC32 digest = new CRC32();
    byte[] part = new byte[chunk];
    for (int at = 0; at < in.length; at += chunk) {
      int length = Math.min(chunk, in.length - at);
      reference.process(in, at, part, 0, length / reference.blockBytes());
      digest.update(part, 0, length);
    }
    reference.wipe();
    return digest.getValue();
  }
}
