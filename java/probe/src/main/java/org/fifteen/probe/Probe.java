// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.fifteen.engine.BlockEngine;

/** The Java probe: answers requests of docs/probe-protocol.md, one at a time. */
public final class Probe {
  private static final String USAGE = "usage: probe --out FILE [--plugin SPEC]...";

  private final Catalogue catalogue;

  private Probe(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  public static void main(String[] args) {
    InputStream requests = System.in; // before plug-ins are there: Catalogue
    Probe probe = null;
    OutputStream out = null;
    try {
      String file = null;
      List<String> plugins = new ArrayList<>();
      for (int i = 0; i < args.length; i += 2) {
        if (i + 1 < args.length && args[i].equals("--plugin")) {
          plugins.add(args[i + 1]);
        } else if (i + 1 < args.length && args[i].equals("--out") && file == null) {
          file = args[i + 1];
        } else {
          throw new Refusal(USAGE);
        }
      }
      if (file == null) {
        throw new Refusal(USAGE);
      }
      probe = new Probe(new Catalogue(plugins));
      out = new FileOutputStream(file, true);
    } catch (Throwable problem) { // whatever a plug-in does when it is loaded
      System.err.println("probe: " + Refusal.inOneLine(problem));
      Runtime.getRuntime().halt(2);
    }
    try {
      probe.serve(requests, out);
      Runtime.getRuntime().halt(0); // threads that a library left behind keep nobody waiting
    } catch (IOException e) {
      System.err.println("probe: " + e.getMessage());
      System.exit(1);
    }
  }

  private void serve(InputStream requests, OutputStream out) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(requests, StandardCharsets.UTF_8));
    int number = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("request", ++number);
      answer.putAll(answer(line));
      // In one write, so that a probe that is killed leaves no half line if that can be helped.
      out.write((Json.write(answer) + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    }
  }

  private Map<String, Object> answer(String line) {
    try {
      Request request = new Request(line);
      switch (request.verb) {
        case "list":
          return list(request.only("cipher"));
        case "providers":
          return Providers.answer(request);
        case "crypt":
          return Crypt.answer(request, catalogue);
        case "mct":
          return MonteCarlo.answer(request, catalogue);
        case "time":
          return Timing.answer(request, catalogue);
        case "first-use":
          return FirstUse.answer(request, catalogue);
        case "warm-up":
          return WarmUp.answer(request, catalogue);
        case "memory":
          return Memory.answer(request, catalogue);
        case "heap":
          return Heap.answer(request, catalogue);
        case "class-bytes":
          return ClassBytes.answer(request, catalogue);
        case "names":
          return Messages.names(request);
        case "messages":
          return Messages.describe(request, catalogue);
        case "message":
          return Messages.time(request, catalogue);
        case "first-message":
          return Messages.first(request, catalogue);
        case "published":
          return Published.answer(request, catalogue);
        default:
          throw new Refusal("no verb '" + request.verb + "'");
      }
    } catch (Throwable problem) {
      // Whatever an engine does, it ends its own request only.
      return Map.of("error", Refusal.inOneLine(problem));
    }
  }

  private Map<String, Object> list(Request request) {
    Predicate<String> ciphers =
        request.has("cipher") ? Set.of(request.word("cipher").split(","))::contains : c -> true;
    Map<String, Object> jvm = new LinkedHashMap<>();
    jvm.put("version", System.getProperty("java.version"));
    jvm.put("vendor", System.getProperty("java.vendor"));
    jvm.put("vm_name", System.getProperty("java.vm.name"));
    jvm.put("vm_version", System.getProperty("java.vm.version"));
    jvm.put("home", System.getProperty("java.home"));
    jvm.put("options", JvmOptions.inForce());
    jvm.put("flags", ManagementFactory.getRuntimeMXBean().getInputArguments());
    jvm.put("time_flags", Timing.JVM_ARGS);
    Map<String, Object> toolchain = new LinkedHashMap<>();
    String family = System.getProperty("java.vm.name").split(" ")[0].toLowerCase(Locale.ROOT);
    toolchain.put("name", family + "-" + System.getProperty("java.version"));
    toolchain.put("version", System.getProperty("java.vm.name") + " " + jvm.get("vm_version"));
    toolchain.put("flags", JvmOptions.with(Timing.JVM_ARGS));
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("probe", "java");
    answer.put("toolchain", toolchain);
    answer.put("jvm", jvm);
    answer.put(
        "engines",
        catalogue.entries(ciphers).stream().map(Probe::describe).collect(Collectors.toList()));
    answer.put(
        "refused",
        catalogue.refused(ciphers).stream().map(Probe::refusal).collect(Collectors.toList()));
    return answer;
  }

  private static Map<String, Object> refusal(Offer offer) {
    return Map.of("engine", offer.id, "cipher", offer.cipher, "reason", offer.reason);
  }

  private static Map<String, Object> describe(Entry e) {
    BlockEngine engine = e.make();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("engine", e.id);
    fields.put("cipher", e.cipher);
    fields.put("name", e.name);
    fields.put("library", e.library);
    fields.put("version", e.version);
    fields.put("needs", "");
    fields.put("usable", true);
    fields.put("block_bytes", engine.blockBytes());
    fields.put("key_bits_min", e.keyMin);
    fields.put("key_bits_max", e.keyMax);
    fields.put("key_bits_step", e.keyStep);
    fields.put("tweak_bytes", Crypt.tweakBytes(engine));
    fields.put("batch", e.batch);
    fields.put("pays_from", e.paysFrom);
    fields.put("context_bytes", null);
    return fields;
  }
}
