// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.ArrayList;
import java.util.List;

/** Every engine of this run, from every source. */
final class Catalogue {
  final List<Entry> entries = new ArrayList<>();

  /** What each --plugin named, for a fork that needs the same catalogue. */
  final List<String> plugins;

  /**
   * @param plugins sources that are there only when asked for
   */
  Catalogue(List<String> plugins) {
    this.plugins = plugins;
    entries.addAll(new OwnEngines().entries());
    plugins.forEach(plugin -> entries.addAll(source(plugin).entries()));
  }

  /** The catalogue whose plug-ins are named in one string, separated by spaces. */
  static Catalogue of(String plugins) {
    return new Catalogue(plugins.isEmpty() ? List.of() : List.of(plugins.split(" ")));
  }

  private static EngineSource source(String plugin) {
    switch (plugin) {
      case "faulty":
        return new Faulty();
      case "bouncycastle":
        return new BouncyCastle();
      default:
        throw new Refusal("no plug-in " + plugin + "; there are: faulty, bouncycastle");
    }
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
