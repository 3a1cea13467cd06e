// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What this thread has allocated so far. */
final class Allocation {
  /** Small run-time images come without the module that counts. */
  static final boolean COUNTED = ModuleLayer.boot().findModule("jdk.management").isPresent();

  /** Asked for once, as asking allocates. */
  private static final ThreadMXBean THREADS =
      COUNTED ? (ThreadMXBean) ManagementFactory.getThreadMXBean() : null;

  private Allocation() {}

  static long bytes() {
    return COUNTED ? THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) : 0;
  }
}
