// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.ArrayList;
import java.util.List;

/** Every engine of this run, from every source. */
final class Catalogue {
  final List<Entry> entries = new ArrayList<>();

  /** What --plugin named, for a fork that needs the same catalogue. */
  final String plugin;

  /**
   * @param plugin a source that is there only when asked for: {@code faulty}, or nothing
   */
  Catalogue(String plugin) {
    this.plugin = plugin;
    List<EngineSource> sources = new ArrayList<>(List.of(new OwnEngines(), new BouncyCastle()));
    if (plugin.equals("faulty")) {
      sources.add(new Faulty());
    } else if (!plugin.isEmpty()) {
      throw new Refusal("no plug-in " + plugin + "; there is: faulty");
    }
    sources.forEach(source -> entries.addAll(source.entries()));
  }

  Entry find(String id) {
    return entries.stream()
        .filter(e -> e.id.equals(id))
        .findFirst()
        .orElseThrow(() -> new Refusal("no engine " + id));
  }

  /** What every other engine of the cipher is compared with: our first, portable if there is. */
  Entry reference(String cipher) {
    return entries.stream()
        .filter(e -> e.cipher.equals(cipher) && e.library.equals("fifteen"))
        .findFirst()
        .orElseThrow(() -> new Refusal("no engine of " + cipher));
  }
}
