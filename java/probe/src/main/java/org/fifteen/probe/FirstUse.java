// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fifteen.engine.Direction;

/**
 * The verb {@code first-use}: what an engine's first two blocks cost in a JVM that has done nothing
 * before, step by step. {@link Heap} takes the same steps and reads another meter between them.
 */
class FirstUse extends FreshMain {
  private final long entered = System.nanoTime();

  public static void main(String[] args) {
    new FirstUse().serve(args);
  }

  @Override
  void run(Request request) throws Exception {
    Steps steps = steps();
    byte[] key = request.bytes("key");
    byte[] first = request.bytes("first");
    byte[] second = request.bytes("second");
    byte[] firstOut = new byte[first.length];
    byte[] secondOut = new byte[second.length];
    Direction direction = Direction.ENCRYPT; // the probe's word: no step loads its class
    long start = meter();
    steps.load();
    long loaded = meter();
    steps.prepare();
    long prepared = meter();
    steps.make();
    long made = meter();
    steps.init(direction, key);
    long keyed = meter();
    steps.process(first, firstOut);
    long once = meter();
    steps.process(second, secondOut);
    long twice = meter();
    tell("jvm_start", entered - Long.parseLong(request.word("started")));
    tell("load", loaded - start);
    tell("make", made - prepared);
    tell("init", keyed - made);
    tell("first_block", once - keyed);
    tell("second_block", twice - once);
    tell("output", Hex.encode(firstOut) + Hex.encode(secondOut));
  }

  /** What is read between the steps. */
  long meter() {
    return System.nanoTime();
  }

  // ---- In the probe ----

  static Map<String, Object> answer(Request request, Catalogue catalogue) throws Exception {
    request.only("cell engine key_bits seed");
    Sample sample = new Sample(request, catalogue, 2);
    FreshJvm jvm = FreshJvm.run(FirstUse.class, List.of(), twoBlocks(sample), sample.steps);
    sample.check(jvm.text("output"), 2, 1);
    long startNs = jvm.number("jvm_start");
    if (startNs < 0 || startNs > jvm.wallNs) {
      // HotSpot's nanoTime is the system's monotonic clock, but no specification promises that.
      throw new Refusal("here nanoTime is not one clock for all processes");
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("wall_ns", jvm.wallNs);
    answer.put("jvm_start_ns", startNs);
    putParts(answer, jvm, "_ns");
    return answer;
  }

  static String twoBlocks(Sample sample) {
    int half = sample.data.length / 2;
    return sample.words()
        + " first="
        + Hex.encode(sample.data, 0, half)
        + " second="
        + Hex.encode(sample.data, half, half);
  }

  static void putParts(Map<String, Object> answer, FreshJvm jvm, String unit) {
    for (String part : List.of("load", "make", "init", "first_block", "second_block")) {
      answer.put(part + unit, jvm.number(part));
    }
  }
}
