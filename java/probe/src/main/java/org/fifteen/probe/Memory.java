// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fifteen.engine.Direction;
import org.openjdk.jol.info.GraphStats;
import org.openjdk.jol.vm.VM;
import org.openjdk.jol.vm.VirtualMachine;

/**
 * The verb {@code memory}: live bytes, by JOL, of an instance that has a key and has worked, and of
 * the tables that all instances share. The former is what one more instance takes: two graphs
 * together less one of them, as what an instance shares, with its provider say, is in both. The
 * latter are the arrays in static fields of the engine's classes ({@link ClassBytes}).
 */
final class Memory extends FreshMain {
  /** So that JOL may ask the JVM itself for sizes, and read the JDK's fields. */
  private static final List<String> FLAGS =
      List.of("-Djdk.attach.allowAttachSelf=true", "-Djol.magicFieldOffset=true");

  /** How long what is shared is waited for; where nothing else runs, two walks are enough. */
  private static final long REST_NS = 20_000_000_000L;

  public static void main(String[] args) {
    new Memory().serve(args);
  }

  @Override
  void run(Request request) throws Exception {
    byte[] data = request.bytes("data");
    byte[] out = new byte[data.length];
    Steps one = used(request.bytes("key"), data, out);
    Steps other = used(request.bytes("other_key"), data, new byte[data.length]);
    tell("instance_bytes", beside(one.instance(), other.instance()));
    tell("tables_bytes", bytes(tables(one.engineClass())));
    tell("sizes", sizes());
    tell("output", Hex.encode(out));
  }

  /** Who told the sizes: JOL prints, and says to nobody, whether it could ask the JVM. */
  private static String sizes() throws ReflectiveOperationException {
    VM.current();
    Class<?> agent = Class.forName("org.openjdk.jol.vm.InstrumentationSupport$Installer");
    boolean told = agent.getField("INSTRUMENTATION").get(null) != null;
    return told ? "by the JVM" : "by the layout of fields, as no agent can be attached";
  }

  private Steps used(byte[] key, byte[] data, byte[] out) throws Exception {
    Steps steps = steps();
    steps.load();
    steps.prepare();
    steps.make();
    steps.init(Direction.ENCRYPT, key);
    steps.process(data, out);
    return steps;
  }

  /**
   * Bytes of the other's graph that are not in the one's. What they share, a provider say, may grow
   * between two walks, as the first makes the JDK cache constructors: it is walked before and
   * after, and all again until both say the same.
   */
  private static long beside(Object one, Object other) {
    long end = System.nanoTime() + REST_NS;
    long before = bytes(one);
    while (System.nanoTime() < end) {
      long both = bytes(one, other);
      long after = bytes(one);
      if (before == after) {
        return both - after;
      }
      before = after;
    }
    throw new IllegalStateException("what its instances share does not keep its size");
  }

  private static long bytes(Object... roots) {
    return roots.length == 0 ? 0 : GraphStats.parseInstance(roots).totalSize();
  }

  /** Of classes that are not initialised the fields are still null. */
  private static Object[] tables(String engineClass) throws Exception {
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    VirtualMachine vm = VM.current();
    List<Object> tables = new ArrayList<>();
    for (String name : ClassBytes.of(engineClass, loader).keySet()) {
      Class<?> holder = Class.forName(name, false, loader);
      for (Field field : holder.getDeclaredFields()) {
        boolean isTable = Modifier.isStatic(field.getModifiers()) && field.getType().isArray();
        Object table =
            isTable && !field.isSynthetic() ? vm.getObject(holder, vm.fieldOffset(field)) : null;
        if (table != null) {
          tables.add(table);
        }
      }
    }
    return tables.toArray();
  }

  // ---- In the probe ----

  static Map<String, Object> answer(Request request, Catalogue catalogue)
      throws IOException, InterruptedException {
    request.only("cell engine key_bits seed");
    Sample sample = new Sample(request, catalogue, 1);
    String words =
        String.format(
            "%s other_key=%s data=%s",
            sample.words(), Hex.encode(sample.otherKey), Hex.encode(sample.data));
    FreshJvm jvm = FreshJvm.run(Memory.class, FLAGS, words, sample.steps);
    sample.check(jvm.text("output"), 1, 1);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("instance_bytes", jvm.number("instance_bytes"));
    answer.put("tables_bytes", jvm.number("tables_bytes"));
    answer.put("sizes", jvm.text("sizes"));
    return answer;
  }
}
