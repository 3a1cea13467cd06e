// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Another JVM like this one, by launcher, flags and class path, for one measurement. */
final class FreshJvm {
  private static final long LIMIT_SECONDS = 50; // below the lab's own patience

  /** From start to end of the process, as seen from here, in nanoseconds. */
  final long wallNs;

  private final Map<String, String> told;

  private FreshJvm(Map<String, String> told, long wallNs) {
    this.told = told;
    this.wallNs = wallNs;
  }

  /**
   * Runs {@code main} and reads what it tells.
   *
   * @param more flags beside this JVM's own and those of {@code time}
   * @param request the words for the main, which gets {@code started=} too, by nanoTime
   * @param steps the class of the engine's steps, then their words
   */
  static FreshJvm run(
      Class<? extends FreshMain> main, List<String> more, String request, List<String> steps)
      throws IOException, InterruptedException {
    return run(main, more, request, steps, "");
  }

  /**
   * @param input for its standard input
   */
  static FreshJvm run(
      Class<? extends FreshMain> main,
      List<String> more,
      String request,
      List<String> steps,
      String input)
      throws IOException, InterruptedException {
    Path answer = Files.createTempFile("fifteen", ".answer");
    Path printed = Files.createTempFile("fifteen", ".printed");
    try {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
      command.addAll(Timing.JVM_ARGS);
      command.addAll(more);
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
      long started = System.nanoTime();
      command.addAll(List.of(answer.toString(), request + " started=" + started));
      command.addAll(steps);
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      Process process = builder.redirectOutput(printed.toFile()).start();
      feed(process, input);
      end(process);
      long wallNs = System.nanoTime() - started;
      return new FreshJvm(read(answer, printed.toFile(), process.exitValue()), wallNs);
    } finally {
      Files.deleteIfExists(answer);
      Files.deleteIfExists(printed);
    }
  }

  private static void feed(Process process, String input) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // It ended before it read all: how it ended is said elsewhere.
    }
  }

  private static void end(Process process) throws InterruptedException {
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new Refusal("no end within " + LIMIT_SECONDS + " s in a fresh JVM");
      }
    } finally {
      process.destroyForcibly();
    }
  }

  private static Map<String, String> read(Path answer, File printed, int status)
      throws IOException {
    Map<String, String> told = new LinkedHashMap<>();
    for (String line : Files.readAllLines(answer)) {
      int equals = line.indexOf('=');
      told.put(line.substring(0, equals), line.substring(equals + 1));
    }
    if (told.containsKey("error")) {
      throw new Refusal(told.get("error"));
    }
    if (told.isEmpty()) {
      String[] lines =
          new String(Files.readAllBytes(printed.toPath()), StandardCharsets.UTF_8).split("\\R");
      throw new Refusal(
          "the fresh JVM ended with status " + status + ": " + lines[lines.length - 1]);
    }
    return told;
  }

  String text(String name) {
    return told.get(name);
  }

  long number(String name) {
    return Long.parseLong(told.get(name));
  }

  /** All that was told whose name ends so, in order, as numbers. */
  Map<String, Object> numbers(String suffix) {
    Map<String, Object> found = new LinkedHashMap<>();
    for (String name : told.keySet()) {
      if (name.endsWith(suffix)) {
        found.put(name, number(name));
      }
    }
    return found;
  }
}
