// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/**
 * The verb {@code published}: published procedures, in this JVM and without a warm-up, as they were
 * run. Here are those of Sterbenz and Lipp, "Performance of the AES Candidate Algorithms in Java"
 * (2000), section 4.1; others have files of their own.
 *
 * <p>One deviation: there, each key is set up 1024 times before the next. As a provider may skip
 * the schedule of a key that it already has, we go through all keys, 1024 times.
 */
final class Published {
  static Map<String, Object> answer(Request request, Catalogue catalogue)
      throws IOException, InterruptedException {
    switch (request.word("procedure")) {
      case "iaik-keysetup":
        request.only("procedure engine key_bits direction repeats keys setups seed");
        return new Published(
                request, catalogue, Crypt.direction(request.word("direction", "encrypt")))
            .keySetup(request);
      case "iaik-encrypt":
        request.only("procedure engine key_bits repeats arrays array_bytes seed");
        return new Published(request, catalogue, Direction.ENCRYPT).process(request);
      case "iaik-decrypt":
        request.only("procedure engine key_bits repeats arrays array_bytes seed");
        return new Published(request, catalogue, Direction.DECRYPT).process(request);
      case "nist-java-keysetup":
      case "nist-java-encrypt":
      case "nist-java-decrypt":
      case "nist-java-heap":
        return NistJava.answer(request, catalogue);
      case "whole-file":
        return WholeFile.answer(request, catalogue);
      case "file-series":
        return FileSeries.answer(request, catalogue);
      default:
        throw new Refusal("no procedure " + request.word("procedure"));
    }
  }

  private final Direction direction;
  private final int keyBits;
  private final int repeats;
  private final Random random;
  private final BlockEngine engine;
  private final BlockEngine reference;
  private final List<Long> values = new ArrayList<>();

  private Published(Request request, Catalogue catalogue, Direction direction) {
    Entry entry = catalogue.find(request.word("engine"));
    this.direction = direction;
    keyBits = request.number("key_bits", 0);
    entry.checkKeyBits(keyBits);
    repeats = request.number("repeats", 1, 128);
    random = new Random(request.seed());
    engine = entry.make();
    reference = catalogue.reference(entry.cipher).make();
  }

  private Map<String, Object> keySetup(Request request) {
    int keyCount = request.number("keys", 2, 32);
    int setups = request.number("setups", 1, 1024);
    byte[] block = Work.bytes(random, engine.blockBytes());
    for (int repeat = 0; repeat < repeats; repeat++) {
      byte[][] keys = Work.keys(random, keyCount, keyBits);
      byte[] last = keys[keyCount - 1];
      engine.init(direction, last);
      check("before", last, block);
      long start = System.nanoTime();
      for (int i = 0; i < setups; i++) {
        for (byte[] key : keys) {
          engine.init(direction, key);
        }
      }
      values.add(System.nanoTime() - start);
      check("after", last, block);
    }
    return answer((long) setups * keyCount, 0);
  }

  private Map<String, Object> process(Request request) {
    int arrays = request.number("arrays", 1, 2048);
    int blockBytes = engine.blockBytes();
    int arrayBytes = request.number("array_bytes", blockBytes, 1024);
    if (arrayBytes % blockBytes != 0) {
      throw new Refusal("array_bytes=" + arrayBytes + " is not whole blocks of " + blockBytes);
    }
    byte[] in = Work.bytes(random, arrayBytes);
    byte[] out = new byte[arrayBytes];
    for (int repeat = 0; repeat < repeats; repeat++) {
      byte[] key = Work.keys(random, 1, keyBits)[0];
      engine.init(direction, key);
      check("before", key, in);
      long start = System.nanoTime();
      for (int i = 0; i < arrays; i++) {
        for (int at = 0; at < arrayBytes; at += blockBytes) {
          engine.process(in, at, out, at, 1);
        }
      }
      values.add(System.nanoTime() - start);
      compare("timed output", key, in, out);
      check("after", key, in);
    }
    return answer((long) arrays * arrayBytes / blockBytes, (long) arrays * arrayBytes);
  }

  /** Works through {@code in}, outside of the clock, a block a call as inside of it. */
  private void check(String when, byte[] key, byte[] in) {
    byte[] out = new byte[in.length];
    for (int at = 0; at < in.length; at += engine.blockBytes()) {
      engine.process(in, at, out, at, 1);
    }
    compare(when, key, in, out);
  }

  private void compare(String when, byte[] key, byte[] in, byte[] out) {
    byte[] expected = new byte[in.length];
    reference.init(direction, key);
    reference.process(in, 0, expected, 0, in.length / engine.blockBytes());
    Difference.refuse(when, direction, key, in, expected, out, engine.blockBytes());
  }

  private Map<String, Object> answer(long calls, long bytes) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("values", values);
    answer.put("unit", "ns");
    answer.put("calls", calls);
    answer.put("bytes", bytes);
    return answer;
  }
}
