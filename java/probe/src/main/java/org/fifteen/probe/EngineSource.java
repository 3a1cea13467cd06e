// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.List;

/** Where engines come from: ourselves, or a library. That is all that a peer is. */
interface EngineSource {
  List<Entry> entries();
}
