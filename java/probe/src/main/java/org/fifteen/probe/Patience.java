// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits for what a library may never answer. */
final class Patience {
  /** For one cipher: docs/probe-protocol.md, FIFTEEN_PATIENCE. */
  private static final int SECONDS = seconds(System.getenv("FIFTEEN_PATIENCE"));

  private static final int INTERPRETED = 5; // times as long where nothing is compiled

  /** For a provider, some of which test themselves first. */
  static final int LONG = 4 * SECONDS;

  private Patience() {}

  static <T> T of(Supplier<T> work) {
    return of(work, SECONDS);
  }

  /**
   * What {@code work} gives; a Refusal where it gives nothing in time. The thread is left to it.
   */
  static <T> T of(Supplier<T> work, int compiledSeconds) {
    int seconds = compiledSeconds * slowness(System.getProperty("java.vm.info", ""));
    FutureTask<T> task = new FutureTask<>(work::get);
    Thread thread = new Thread(task, "a look at a library");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(seconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new Refusal("it hangs: no answer within " + seconds + " s");
    } catch (ExecutionException | InterruptedException e) {
      throw new Refusal(Refusal.inOneLine(e));
    }
  }

  static int seconds(String asked) {
    return asked != null && asked.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(asked) : 10;
  }

  /** Times as long that a JVM takes, which says this of how it runs ({@code java.vm.info}). */
  static int slowness(String info) {
    return info.contains("interpreted") ? INTERPRETED : 1;
  }
}
