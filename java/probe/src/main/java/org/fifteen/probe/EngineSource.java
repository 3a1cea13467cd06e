// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Where engines come from: ourselves, or a library. */
interface EngineSource {
  /** Every engine of the ciphers wanted; a library isn't asked for others. */
  List<Entry> entries(Predicate<String> ciphers);

  /** What a library offers of them and can't be asked for, as it is wrong or doesn't work. */
  default List<Offer> refused(Predicate<String> ciphers) {
    return List.of();
  }

  /** One engine, without a look at the others. */
  default Optional<Entry> find(String id) {
    return entries(cipher -> true).stream().filter(entry -> entry.id.equals(id)).findFirst();
  }
}
