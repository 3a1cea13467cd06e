// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/**
 * The procedure of Dray, "Report on the NIST Java AES Candidate Algorithm Analysis" (1999), section
 * 4.4: so many operations through the NIST/Cryptix API, by reflection, timed as a whole, in this
 * JVM and without a warm-up.
 *
 * <p>What it leaves open: the keys are set in turn, since one that is set again may be skipped, and
 * each block's output is the next one's input, so that the last shows whether all were right. An
 * operation that is too slow for the published number is repeated for as long as it may take.
 */
final class NistJava {
  private static final int KEYS = 16;

  private final byte[][] keys;
  private final byte[] block;
  private final NistApi api;
  private final BlockEngine reference;
  private final int operations;
  private final long limit;

  NistJava(Request request, Catalogue catalogue) {
    Entry entry = catalogue.find(request.word("engine"));
    int keyBits = request.number("key_bits", 0);
    entry.checkKeyBits(keyBits);
    operations = request.number("operations", 1, 50_000);
    limit = request.number("seconds", 1, 3600) * 1_000_000_000L;
    Random random = new Random(request.seed());
    keys = Work.keys(random, KEYS, keyBits);
    reference = catalogue.reference(entry.cipher).make();
    block = Work.bytes(random, reference.blockBytes());
    api = NistApi.of(entry, catalogue);
  }

  static Map<String, Object> answer(Request request, Catalogue catalogue) {
    request.only("procedure engine key_bits operations seconds seed");
    NistJava study = new NistJava(request, catalogue);
    switch (request.word("procedure")) {
      case "nist-java-keysetup":
        return study.keySetup();
      case "nist-java-heap":
        return study.heap();
      case "nist-java-encrypt":
        return study.process(Direction.ENCRYPT);
      default:
        return study.process(Direction.DECRYPT);
    }
  }

  private Map<String, Object> keySetup() {
    check("before", call(api.makeKey, keys[0]), keys[0]);
    Loop loop = new Loop(api.makeKey, new Object[1], keys);
    check("after", loop.last, keys[(loop.done - 1) % KEYS]);
    return loop.answer(0);
  }

  private Map<String, Object> process(Direction direction) {
    Method method = direction == Direction.ENCRYPT ? api.blockEncrypt : api.blockDecrypt;
    Object sessionKey = call(api.makeKey, keys[0]);
    check("before", sessionKey, keys[0]);
    Loop loop = new Loop(method, new Object[] {block, 0, sessionKey}, null);
    byte[] expected = block.clone();
    reference.init(direction, keys[0]);
    for (int i = 0; i < loop.done; i++) {
      reference.process(expected, 0, expected, 0, 1);
    }
    compare("the last output", direction, keys[0], expected, (byte[]) loop.last);
    return loop.answer(block.length);
  }

  /** Bytes that one block allocates, encrypted and then decrypted; not at the first call. */
  private Map<String, Object> heap() {
    Object sessionKey = call(api.makeKey, keys[0]);
    check("before", sessionKey, keys[0]);
    List<Long> values = new ArrayList<>();
    for (Method method : List.of(api.blockEncrypt, api.blockDecrypt)) {
      long before = Allocation.bytes();
      call(method, block, 0, sessionKey);
      values.add(Allocation.bytes() - before);
    }
    return Map.of("values", values, "unit", "bytes", "calls", 1, "bytes", block.length);
  }

  /** Both directions of a block under a session key. */
  private void check(String when, Object sessionKey, byte[] key) {
    for (Direction direction : Direction.values()) {
      Method method = direction == Direction.ENCRYPT ? api.blockEncrypt : api.blockDecrypt;
      byte[] expected = new byte[block.length];
      reference.init(direction, key);
      reference.process(block, 0, expected, 0, 1);
      compare(when, direction, key, expected, (byte[]) call(method, block, 0, sessionKey));
    }
  }

  private void compare(String what, Direction direction, byte[] key, byte[] expected, byte[] got) {
    Difference.refuse(what, direction, key, block, expected, got, block.length);
  }

  private static Object call(Method method, Object... arguments) {
    try {
      return method.invoke(null, arguments);
    } catch (IllegalAccessException | InvocationTargetException problem) {
      throw new IllegalStateException(problem);
    }
  }

  /** What is timed. The number of calls doubles until it is all, or would take too long. */
  private final class Loop {
    private final Method method;
    private final Object[] arguments;
    private final byte[][] inputs;
    private Object last;
    private int done;
    private long spent;

    /**
     * @param arguments of the first call, the first of them to be replaced
     * @param inputs what it is replaced by, in turn; null: by the output of the call before
     */
    Loop(Method method, Object[] arguments, byte[][] inputs) {
      this.method = method;
      this.arguments = arguments;
      this.inputs = inputs;
      last = arguments[0];
      long start = System.nanoTime();
      while (done < operations && 2 * spent <= limit) {
        go(Math.min(operations, Math.max(1, 2 * done)));
        spent = System.nanoTime() - start;
      }
    }

    private void go(int until) {
      for (; done < until; done++) {
        arguments[0] = inputs == null ? last : inputs[done % inputs.length];
        last = call(method, arguments);
      }
    }

    /** One value: the time that the calls took together. */
    Map<String, Object> answer(int bytes) {
      return Map.of(
          "values", List.of(spent), "unit", "ns", "calls", done, "bytes", (long) done * bytes);
    }
  }
}
