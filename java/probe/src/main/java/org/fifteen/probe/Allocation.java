// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What this thread has allocated so far. */
final class Allocation {
  /** Small run-time images come without the module that counts. */
  static final boolean COUNTED = ModuleLayer.boot().findModule("jdk.management").isPresent();

  private Allocation() {}

  static long bytes() {
    if (!COUNTED) {
      return 0;
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
