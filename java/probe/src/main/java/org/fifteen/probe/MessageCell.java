// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import javax.crypto.Cipher;
import org.fifteen.engine.BlockEngine;
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
 * {@link Messages} in a JVM of their own. Here an iteration's last output is compared, all of it,
 * and some more at the end; the parent says whether the last bytes of every one are right. The
 * counters are {@link Cell}'s: JMH takes none from a common class above.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@AuxCounters(AuxCounters.Type.EVENTS)
public class MessageCell {
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

  /** Messages in an iteration; more than JMH measures. */
  public long turns;

  /** {@link Messages#digest} of the sum of what they left. */
  public long digest;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private long cpuBefore;
  private long allocatedBefore;
  private Messages messages;
  private Cipher cipher;
  private BlockEngine engine;
  private long count;
  private long sum;

  @Setup(Level.Trial)
  public void prepare() throws GeneralSecurityException {
    Request asked = new Request(request);
    messages = Messages.withAnswers(asked, Catalogue.of(plugins));
    if (asked.has("engine")) {
      engine = Messages.engine(asked).make();
      return;
    }
    cipher = messages.cipher();
  }

  @Setup(Level.Iteration)
  public void start() throws GeneralSecurityException {
    if (engine == null) {
      messages.rewind(cipher);
    } else {
      messages.rewind();
    }
    count = 0;
    sum = 0;
    allocatedBefore = Allocation.bytes();
    cpuBefore = threads.getCurrentThreadCpuTime();
  }

  @Benchmark
  public void process() throws GeneralSecurityException {
    sum += messages.next(cipher);
    count++;
  }

  /** With an engine of ours in the cipher's place. */
  @Benchmark
  public void bare() {
    sum += messages.next(engine);
    count++;
  }

  @TearDown(Level.Iteration)
  public void finish() {
    cpuNs = threads.getCurrentThreadCpuTime() - cpuBefore;
    allocatedBytes = Allocation.bytes() - allocatedBefore;
    turns = count;
    digest = Messages.digest(sum);
    messages.checkLast();
  }

  @TearDown(Level.Trial)
  public void checkMore() throws GeneralSecurityException {
    if (engine == null) {
      messages.checkMore(cipher);
    } else {
      messages.checkMore(engine);
    }
  }
}
