// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fifteen.engine.Direction;

/**
 * The verb {@code warm-up}: the time of a call against calls made, from the first of a fresh JVM
 * on. The clock is read at some call numbers only, a quarter of the calls made further on each, so
 * that it costs nothing where calls are short; a time is the mean of the calls since the last.
 */
final class WarmUp extends FreshMain {
  private static final int CHUNK_BYTES = 1024;

  public static void main(String[] args) {
    new WarmUp().serve(args);
  }

  @Override
  void run(Request request) throws Exception {
    byte[] in = request.bytes("data");
    byte[] out = new byte[in.length];
    long most = request.number("calls", 1);
    long endNs = 1_000_000L * request.number("ms", 1);
    StringBuilder calls = new StringBuilder();
    StringBuilder callNs = new StringBuilder();
    Steps steps = steps();
    steps.load();
    steps.prepare();
    steps.make();
    steps.init(Direction.ENCRYPT, request.bytes("key"));
    long start = System.nanoTime();
    long before = start;
    long made = 0;
    while (made < most && before - start < endNs) {
      long upTo = Math.min(most, made + 1 + made / 4);
      long since = made;
      for (; made < upTo; made++) {
        steps.process(in, out);
        byte[] swap = in;
        in = out;
        out = swap;
      }
      long now = System.nanoTime();
      calls.append(made).append(' ');
      callNs.append((double) (now - before) / (made - since)).append(' ');
      before = System.nanoTime();
    }
    tell("calls", calls);
    tell("call_ns", callNs);
    tell("output", Hex.encode(in));
  }

  // ---- In the probe ----

  static Map<String, Object> answer(Request request, Catalogue catalogue)
      throws IOException, InterruptedException {
    request.only("cell engine key_bits seed calls ms");
    Sample sample = new Sample(request, catalogue, -CHUNK_BYTES);
    String words =
        String.format(
            "%s data=%s calls=%d ms=%d",
            sample.words(),
            Hex.encode(sample.data),
            request.number("calls", 1, 1_000_000),
            request.number("ms", 1, 1000));
    FreshJvm jvm = FreshJvm.run(WarmUp.class, List.of(), words, sample.steps);
    List<Long> calls = new ArrayList<>();
    for (String number : jvm.text("calls").split(" ")) {
      calls.add(Long.valueOf(number));
    }
    List<Double> callNs = new ArrayList<>();
    for (String number : jvm.text("call_ns").split(" ")) {
      callNs.add(Double.valueOf(number));
    }
    sample.check(jvm.text("output"), 1, calls.get(calls.size() - 1));
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("call_bytes", sample.data.length);
    answer.put("calls", calls);
    answer.put("call_ns", callNs);
    return answer;
  }
}
