// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
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
 * way of calling it. For the same reason it is the parent process that says whether the output is
 * right: block by block, which here would teach the compiler that calls are of one block.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@AuxCounters(AuxCounters.Type.EVENTS)
public class Cell {
  /** The line of the protocol. */
  @Param("")
  String request;

  /** The probe's plug-ins, separated by spaces. */
  @Param("")
  String plugins;

  /** CPU time of this thread in an iteration; JMH clears it after the set-up. */
  public long cpuNs;

  /** Bytes that this thread allocated in an iteration. */
  public long allocatedBytes;

  /** Turns of {@link #process} in an iteration; more than JMH measures. */
  public long turns;

  /** What came of them: {@link Work#check} compares it. */
  public long digest;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long cpuBefore;
  private long allocatedBefore;

  private Entry entry;
  private KnownAnswer knownAnswer;
  private Work work;

  private BlockEngine engine;
  private Direction direction;
  private byte[][] keys;
  private byte[] from;
  private byte[] to;
  private long turn;

  /** What the laps of this iteration came to, added up. */
  private long laps;

  private int blocksPerCall;
  private int callBytes;

  /** Draws keys and data from the seed and checks the known answer. */
  @Setup(Level.Trial)
  public void prepare() {
    Request words = new Request(request);
    entry = Catalogue.of(plugins).find(words.word("engine"));
    work = new Work(words, entry);
    knownAnswer = new KnownAnswer(words);
    knownAnswer.check(entry, work.blocksPerCall);

    direction = work.direction;
    keys = work.keys;
    from = new byte[work.in.length];
    to = new byte[work.in.length];
    blocksPerCall = work.blocksPerCall;
    callBytes = blocksPerCall * work.blockBytes;
    engine = entry.makeTimed();
    engine.init(direction, work.lastKey());
  }

  @Setup(Level.Iteration)
  public void start() {
    System.arraycopy(work.in, 0, from, 0, from.length);
    turn = 0;
    laps = 0;
    allocatedBefore = Allocation.bytes();
    cpuBefore = threads.getCurrentThreadCpuTime();
  }

  /**
   * Encrypts or decrypts; every call has its own place in the input and in the output. The output
   * is the next turn's input: a cipher is a permutation, so that what is wrong once stays wrong to
   * the end of the lap, and comparing there proves every call.
   */
  @Benchmark
  public void process() {
    byte[] in = from;
    byte[] out = to;
    for (int at = 0; at < in.length; at += callBytes) {
      engine.process(in, at, out, at, blocksPerCall);
    }
    endTurn(in, out);
  }

  private void endTurn(byte[] in, byte[] out) {
    from = out;
    to = in;
    if (++turn % Work.LAP == 0) {
      laps += Work.digest(from, to);
      System.arraycopy(work.in, 0, from, 0, from.length);
    }
  }

  @Benchmark
  public void setKeys() {
    for (byte[] key : keys) {
      engine.init(direction, key);
    }
  }

  /** {@link #process} with a new key for every call, which counts. */
  @Benchmark
  public void rekey() {
    byte[] in = from;
    byte[] out = to;
    int at = 0;
    for (byte[] key : keys) {
      engine.init(direction, key);
      engine.process(in, at, out, at, blocksPerCall);
      at += callBytes;
    }
    endTurn(in, out);
  }

  @TearDown(Level.Iteration)
  public void finish() {
    cpuNs = threads.getCurrentThreadCpuTime() - cpuBefore;
    allocatedBytes = Allocation.bytes() - allocatedBefore;
    turns = turn;
    digest = work.keySetup ? work.digestOfKeys(engine) : laps;
    if (turn % Work.LAP != 0) {
      digest += Work.digest(from, to);
    }
  }

  @TearDown(Level.Trial)
  public void checkAgain() {
    knownAnswer.check(entry, work.blocksPerCall);
  }
}
