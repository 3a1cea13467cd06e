// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
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

  /** A fork with a thread that a library left behind ends after that many seconds, not after 30. */
  private static final String[] SHUTDOWN = {
    "-Djmh.shutdownTimeout=1", "-Djmh.shutdownTimeout.step=1"
  };

  /** The words that {@link #fork} reads. */
  static final String FORK = " iterations warmup settle iteration_ms jvm_args";

  /** How many times longer each further warm-up is. */
  private static final int LONGER = 4;

  private static final double LONGEST_WARMUP_NS = 10e9;

  /** Of so many last iterations the later half tells whether times still fall. */
  private static final int LAST = 8;

  private static final double FALLING = 1.1; // all of them, to the half before
  private static final double LEAP = 1.5; // any of them: noise is less, what was compiled now more

  private Timing() {}

  static Map<String, Object> answer(Request request, Catalogue catalogue) throws RunnerException {
    request.only(
        "cell engine operation key_bits blocks seed known_key known_plain known_cipher" + FORK);
    Entry entry = catalogue.find(request.word("engine"));
    Work work = new Work(request, entry);
    List<String> jvmArgs = jvmArgs(request);
    Iterations iterations =
        fork(
            Cell.class.getName() + '.' + work.method(),
            request,
            catalogue,
            one -> work.check(catalogue.reference(entry.cipher).make(), one.turns, one.digests));

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
    answer.put("unsettled_ns", iterations.unsettledNs);
    answer.put("settled", iterations.settled());
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

  /**
   * One JMH fork of a benchmark with the parameters {@code request} and {@code plugins}, checked;
   * again with a longer warm-up while the JIT is at work, until that is {@code settle=} times as
   * long, or would take too long.
   */
  static Iterations fork(
      String benchmark, Request request, Catalogue catalogue, Consumer<Iterations> check)
      throws RunnerException {
    // Neither a second probe's run nor a look for compiler blackholes, which no cell uses, concerns
    // us; the latter would cost a JVM start.
    System.setProperty("jmh.ignoreLock", "true");
    System.setProperty("jmh.blackhole.autoDetect", "false");
    int warmup = request.number("warmup", 0, 5);
    int longest = warmup * request.number("settle", 1, 1);
    List<List<Double>> unsettledNs = new ArrayList<>();
    while (true) {
      Iterations iterations = fork(benchmark, request, catalogue, warmup);
      check.accept(iterations);
      int longer = Math.min(LONGER * warmup, longest);
      if (iterations.settled()
          || longer == warmup
          || longer * iterations.longestNs() > LONGEST_WARMUP_NS) {
        iterations.unsettledNs.addAll(unsettledNs);
        return iterations;
      }
      unsettledNs.add(iterations.allNs());
      warmup = longer;
    }
  }

  private static Iterations fork(String benchmark, Request request, Catalogue catalogue, int warmup)
      throws RunnerException {
    TimeValue time = TimeValue.milliseconds(request.number("iteration_ms", 1, 100));
    Iterations iterations = new Iterations();
    Options options =
        new OptionsBuilder()
            .include(benchmark + '$')
            .param("request", request.line)
            .param("plugins", String.join(" ", catalogue.plugins))
            .forks(1)
            .threads(1)
            .warmupIterations(warmup)
            .warmupTime(time)
            .measurementIterations(request.number("iterations", 1, 5))
            .measurementTime(time)
            .shouldDoGC(false)
            .shouldFailOnError(true)
            .jvmArgs(jvmArgs(request).toArray(new String[0]))
            .jvmArgsAppend(SHUTDOWN)
            .build();
    new Runner(options, iterations).runSingle();
    return iterations;
  }

  /** Whether times no longer fall: the later half of the last ones isn't less than the other. */
  static boolean settled(List<Double> ns) {
    List<Double> last = ns.subList(Math.max(0, ns.size() - LAST), ns.size());
    List<Double> later = last.subList(last.size() / 2, last.size());
    double before = median(last.subList(0, last.size() / 2));
    return before <= median(later) * FALLING && before <= Collections.min(later) * LEAP;
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
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

    /** Of forks before this one, in which the JIT was still at work. */
    final List<List<Double>> unsettledNs = new ArrayList<>();

    /** The thread's time of every iteration, the warm-up's too: another's load doesn't count. */
    private final List<Double> allCpuNs = new ArrayList<>();

    private double longestNs;

    /** Every iteration's, the warm-up's first. */
    List<Double> allNs() {
      List<Double> all = new ArrayList<>(warmupNs);
      all.addAll(wallNs);
      return all;
    }

    boolean settled() {
      return Timing.settled(allCpuNs);
    }

    /** What the longest iteration took. */
    double longestNs() {
      return longestNs;
    }

    @Override
    public void iterationResult(
        BenchmarkParams benchmark, IterationParams params, int iteration, IterationResult data) {
      turns.add((long) data.getSecondaryResults().get("turns").getScore());
      digests.add((long) data.getSecondaryResults().get("digest").getScore());
      double ns = data.getPrimaryResult().getScore();
      long count = data.getMetadata().getMeasuredOps();
      double cpu = data.getSecondaryResults().get("cpuNs").getScore() / count;
      longestNs = Math.max(longestNs, ns * count);
      allCpuNs.add(cpu);
      if (params.getType() == IterationType.WARMUP) {
        warmupNs.add(ns);
        return;
      }
      wallNs.add(ns);
      cpuNs.add(cpu);
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
