// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The verb {@code heap}: bytes allocated, whether or not they live, for key set-up and for a block,
 * as NIST's report on the candidates in Java (1999), section 4.3, has them: in a JVM without a
 * warm-up, so that the tables that a class makes when it is initialised count. The interpreter
 * alone runs, as a compiler may find that an object needs no heap. Loading a class is not the
 * cipher's doing, and done before: in 1999 it took no heap of Java's.
 */
final class Heap extends FirstUse {
  static final List<String> FLAGS = List.of("-Xint");

  public static void main(String[] args) {
    new Heap().serve(args);
  }

  @Override
  void run(Request request) throws Exception {
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    BufferedReader names =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String name = names.readLine(); name != null; name = names.readLine()) {
      Class.forName(name, false, loader);
    }
    useViews();
    meter(); // what it allocates at its first call is not the engine's
    super.run(request);
  }

  /**
   * Of all that an engine may be the first to ask of the JDK, this alone takes tens of kilobytes.
   */
  private static void useViews() {
    byte[] bytes = new byte[8];
    for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
      VarHandle ints = MethodHandles.byteArrayViewVarHandle(int[].class, order);
      ints.set(bytes, 0, (int) ints.get(bytes, 0));
      VarHandle longs = MethodHandles.byteArrayViewVarHandle(long[].class, order);
      longs.set(bytes, 0, (long) longs.get(bytes, 0));
    }
  }

  @Override
  long meter() {
    return Allocation.bytes();
  }

  // ---- In the probe ----

  static Map<String, Object> answer(Request request, Catalogue catalogue) throws Exception {
    request.only("cell engine key_bits seed");
    if (!Allocation.COUNTED) {
      throw new Refusal("this JVM has no module jdk.management, which counts what is allocated");
    }
    Sample sample = new Sample(request, catalogue, 2);
    Set<String> classes =
        ClassBytes.of(Sample.engineClass(sample.steps), ClassLoader.getSystemClassLoader())
            .keySet();
    FreshJvm jvm =
        FreshJvm.run(
            Heap.class, FLAGS, twoBlocks(sample), sample.steps, String.join("\n", classes));
    sample.check(jvm.text("output"), 2, 1);
    Map<String, Object> answer = new LinkedHashMap<>();
    putParts(answer, jvm, "_bytes");
    return answer;
  }
}
