// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits for what a library may never answer. */
final class Patience {
  /** For one cipher. */
  private static final int SECONDS = 10;

  /** For a provider, some of which test themselves first. */
  static final int LONG = 40;

  private Patience() {}

  static <T> T of(Supplier<T> work) {
    return of(work, SECONDS);
  }

  /**
   * What {@code work} gives; a Refusal where it gives nothing in time. The thread is left to it.
   */
  static <T> T of(Supplier<T> work, int seconds) {
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
}
