// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.List;
import java.util.Optional;

/** Where engines come from: ourselves, or a library. */
interface EngineSource {
  /** Every engine. */
  List<Entry> entries();

  /** What a library offers and can't be asked for, as it is wrong or doesn't work. */
  default List<Offer> refused() {
    return List.of();
  }

  /** One engine, without a look at the others. */
  default Optional<Entry> find(String id) {
    return entries().stream().filter(entry -> entry.id.equals(id)).findFirst();
  }
}
