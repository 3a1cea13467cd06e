// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The options of this JVM: those that it was started with, and those that are in force. */
final class JvmOptions {
  /** What tells the lab's modes apart: compilers, the interpreter, AES instructions, Graal. */
  private static final List<String> TOLD =
      List.of("TieredStopAtLevel", "UseCompiler", "UseAES", "UseAESIntrinsics", "UseJVMCICompiler");

  private JvmOptions() {}

  /** What this JVM was started with, and then {@code more}, each once. */
  static List<String> with(List<String> more) {
    Set<String> args =
        new LinkedHashSet<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
    args.addAll(more);
    return new ArrayList<>(args);
  }

  /** The value of each option that tells modes apart, as far as this JVM has it and says it. */
  static Map<String, Object> inForce() {
    Map<String, Object> values = new LinkedHashMap<>();
    if (!Allocation.COUNTED) {
      return values; // the same module says both
    }
    HotSpotDiagnosticMXBean diagnostics =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    for (String name : TOLD) {
      try {
        values.put(name, diagnostics.getVMOption(name).getValue());
      } catch (IllegalArgumentException e) {
        // another kind of JVM, or another processor
      }
    }
    return values;
  }
}
