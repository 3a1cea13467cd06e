// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One cell, in a JVM of its own, so that the compiler's profile is that of this engine and of this
 * way of calling it. For the same reason the expected output comes from the parent process: one
 * made here block by block would teach the compiler that calls are of one block.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@AuxCounters(AuxCounters.Type.EVENTS)
public class Cell {
  /** The line of the protocol. */
  @Param("")
  String request;

  /** The file with the expected output. */
  @Param("")
  String expectedFile;

  /** The probe's plug-in, or nothing. */
  @Param("")
  String plugin;

  /** CPU time of this thread in an iteration; JMH clears it after the set-up. */
  public long cpuNs;

  /** Bytes that this thread allocated in an iteration. */
  public long allocatedBytes;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long cpuBefore;
  private long allocatedBefore;

  private Entry entry;
  private KnownAnswer knownAnswer;
  private Work work;
  private byte[] expected;

  private BlockEngine engine;
  private Direction direction;
  private byte[][] keys;
  private byte[] in;
  private byte[] out;
  private int blocksPerCall;
  private int callBytes;

  /** Draws keys and data from the seed and checks the known answer. */
  @Setup(Level.Trial)
  public void prepare() throws IOException {
    Request words = new Request(request);
    entry = new Catalogue(plugin).find(words.word("engine"));
    work = new Work(words, entry);
    knownAnswer = new KnownAnswer(words);
    knownAnswer.check(entry, work.blocksPerCall);
    expected = Files.readAllBytes(Path.of(expectedFile));

    direction = work.direction;
    keys = work.keys;
    in = work.in;
    out = new byte[in.length];
    blocksPerCall = work.blocksPerCall;
    callBytes = blocksPerCall * work.blockBytes;
    engine = entry.make();
    engine.init(direction, work.lastKey());
  }

  @Setup(Level.Iteration)
  public void start() {
    Arrays.fill(out, (byte) 0);
    allocatedBefore = Allocation.bytes();
    cpuBefore = threads.getCurrentThreadCpuTime();
  }

  /** Encrypts or decrypts; every call has its own place in the input and in the output. */
  @Benchmark
  public void process() {
    for (int at = 0; at < in.length; at += callBytes) {
      engine.process(in, at, out, at, blocksPerCall);
    }
  }

  @Benchmark
  public void setKeys() {
    for (byte[] key : keys) {
      engine.init(direction, key);
    }
  }

  @TearDown(Level.Iteration)
  public void check() {
    cpuNs = threads.getCurrentThreadCpuTime() - cpuBefore;
    allocatedBytes = Allocation.bytes() - allocatedBefore;
    if (work.keySetup) {
      engine.process(in, 0, out, 0, 1);
    }
    Difference.refuse(
        "timed output", direction, work.lastKey(), in, expected, out, work.blockBytes);
  }

  @TearDown(Level.Trial)
  public void checkAgain() {
    knownAnswer.check(entry, work.blocksPerCall);
  }
}
