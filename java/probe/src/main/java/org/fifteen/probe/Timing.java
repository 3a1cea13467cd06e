// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** The verb {@code time}: one JMH fork of one cell. */
final class Timing {
  /**
   * Collector and heap are the same on every machine. The heap's pages are fetched beforehand, as a
   * key set-up that allocates would otherwise be charged for the first use of each.
   */
  static final List<String> JVM_ARGS =
      List.of("-XX:+UseSerialGC", "-Xms256m", "-Xmx256m", "-Xmn128m", "-XX:+AlwaysPreTouch");

  private Timing() {}

  static Map<String, Object> answer(Request request, Catalogue catalogue) throws RunnerException {
    request.only(
        "cell engine operation key_bits blocks seed iterations warmup iteration_ms jvm_args"
            + " known_key known_plain known_cipher");
    Entry entry = catalogue.find(request.word("engine"));
    Work work = new Work(request, entry);
    List<String> jvmArgs = jvmArgs(request);
    Iterations iterations = fork(Cell.class.getName() + '.' + work.method(), request, catalogue);
    work.check(catalogue.reference(entry.cipher).make(), iterations.turns, iterations.digests);

    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("cell", request.word("cell"));
    answer.put("engine", entry.id);
    answer.put("operation", request.word("operation"));
    answer.put("key_bits", request.number("key_bits", 0));
    answer.put("blocks", request.number("blocks", 0, 0));
    answer.put("calls", work.calls);
    answer.put("bytes", work.keySetup || work.rekey ? 0 : work.in.length);
    answer.put("wall_ns", iterations.wallNs);
    answer.put("cpu_ns", iterations.cpuNs);
    answer.put("allocated_bytes", Allocation.COUNTED ? iterations.allocatedBytes : null);
    answer.put("invocations", iterations.invocations);
    answer.put("warmup_ns", iterations.warmupNs);
    answer.put("ticks", null);
    answer.put("core_cycles", null);
    answer.put("instructions", null);
    answer.put("tick_hz", null);
    answer.put("core_per_tick", null);
    answer.put("empty_ns", null);
    answer.put("jvm_args", jvmArgs);
    return answer;
  }

  private static List<String> jvmArgs(Request request) {
    return request.has("jvm_args")
        ? List.of(request.word("jvm_args").split(","))
        : JvmOptions.with(JVM_ARGS);
  }

  /** One JMH fork of a benchmark with the parameters {@code request} and {@code plugins}. */
  static Iterations fork(String benchmark, Request request, Catalogue catalogue)
      throws RunnerException {
    TimeValue time = TimeValue.milliseconds(request.number("iteration_ms", 1, 100));
    // Neither a second probe's run nor a look for compiler blackholes, which no cell uses, concerns
    // us; the latter would cost a JVM start.
    System.setProperty("jmh.ignoreLock", "true");
    System.setProperty("jmh.blackhole.autoDetect", "false");
    Iterations iterations = new Iterations();
    Options options =
        new OptionsBuilder()
            .include(benchmark + '$')
            .param("request", request.line)
            .param("plugins", String.join(" ", catalogue.plugins))
            .forks(1)
            .threads(1)
            .warmupIterations(request.number("warmup", 0, 5))
            .warmupTime(time)
            .measurementIterations(request.number("iterations", 1, 5))
            .measurementTime(time)
            .shouldDoGC(false)
            .shouldFailOnError(true)
            .jvmArgs(jvmArgs(request).toArray(new String[0]))
            .build();
    new Runner(options, iterations).runSingle();
    return iterations;
  }

  /** Keeps the raw iterations, the warm-up's too; what the fork prints goes to standard output. */
  static final class Iterations implements OutputFormat {
    final List<Double> wallNs = new ArrayList<>();
    final List<Double> cpuNs = new ArrayList<>();
    final List<Double> allocatedBytes = new ArrayList<>();
    final List<Long> invocations = new ArrayList<>();
    final List<Double> warmupNs = new ArrayList<>();

    /** Of the warm-up's iterations, then of those that count. */
    final List<Long> turns = new ArrayList<>();

    final List<Long> digests = new ArrayList<>();

    @Override
    public void iterationResult(
        BenchmarkParams benchmark, IterationParams params, int iteration, IterationResult data) {
      turns.add((long) data.getSecondaryResults().get("turns").getScore());
      digests.add((long) data.getSecondaryResults().get("digest").getScore());
      double ns = data.getPrimaryResult().getScore();
      if (params.getType() == IterationType.WARMUP) {
        warmupNs.add(ns);
        return;
      }
      long count = data.getMetadata().getMeasuredOps();
      wallNs.add(ns);
      cpuNs.add(data.getSecondaryResults().get("cpuNs").getScore() / count);
      allocatedBytes.add(data.getSecondaryResults().get("allocatedBytes").getScore() / count);
      invocations.add(count);
    }

    @Override
    public void write(int b) {
      System.out.write(b);
    }

    @Override
    public void write(byte[] b) throws IOException {
      System.out.write(b);
    }

    @Override
    public void flush() {
      System.out.flush();
    }

    // JMH's own report, which nobody reads.

    @Override
    public void iteration(BenchmarkParams benchmark, IterationParams params, int iteration) {}

    @Override
    public void startBenchmark(BenchmarkParams benchmark) {}

    @Override
    public void endBenchmark(BenchmarkResult result) {}

    @Override
    public void startRun() {}

    @Override
    public void endRun(Collection<RunResult> results) {}

    @Override
    public void print(String text) {}

    @Override
    public void println(String text) {}

    @Override
    public void verbosePrintln(String text) {}

    @Override
    public void close() {}
  }
}
