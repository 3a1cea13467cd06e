// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Every engine of this run, from every source. */
final class Catalogue {
  private static final Pattern PLUGIN =
      Pattern.compile("(jce|lightweight|nist):([^=@]+)(?:=([^@]+))?(?:@(.+))?");

  /** What each --plugin named, for a fork that needs the same catalogue. */
  final List<String> plugins;

  private final EngineSource own = new OwnEngines();
  private final List<EngineSource> sources = new ArrayList<>(List.of(own));
  private final Map<String, Entry> found = new HashMap<>();

  /**
   * @param plugins sources that are there only when asked for, as docs/probe-protocol.md has them
   */
  Catalogue(List<String> plugins) {
    this.plugins = plugins;
    if (!plugins.isEmpty()) {
      System.setIn(InputStream.nullInputStream()); // some read it, or close it
    }
    plugins.forEach(plugin -> sources.add(source(plugin)));
  }

  /** The catalogue whose plug-ins are named in one string, separated by spaces. */
  static Catalogue of(String plugins) {
    return new Catalogue(plugins.isEmpty() ? List.of() : List.of(plugins.split(" ")));
  }

  private static EngineSource source(String plugin) {
    if (plugin.equals("faulty")) {
      return new Faulty();
    }
    Matcher parts = PLUGIN.matcher(plugin);
    if (!parts.matches() || parts.group(1).equals("jce") && parts.group(3) != null) {
      throw new Refusal(
          "no plug-in "
              + plugin
              + "; there are: faulty, jce:PROVIDER, lightweight:CLASS[=CIPHER], nist:CLASS[=CIPHER]");
    }
    switch (parts.group(1)) {
      case "jce":
        return new Jce(parts.group(2), parts.group(4));
      case "lightweight":
        return new Lightweight(parts.group(2), parts.group(3), parts.group(4));
      default:
        return new NistClass(parts.group(2), parts.group(3), parts.group(4));
    }
  }

  /** Every engine of the ciphers wanted that can be asked for; libraries are looked through now. */
  List<Entry> entries(Predicate<String> ciphers) {
    return sources.stream().flatMap(s -> s.entries(ciphers).stream()).collect(Collectors.toList());
  }

  /** What libraries offer of them and can't be asked for. */
  List<Offer> refused(Predicate<String> ciphers) {
    return sources.stream().flatMap(s -> s.refused(ciphers).stream()).collect(Collectors.toList());
  }

  Entry find(String id) {
    return found.computeIfAbsent(id, this::look);
  }

  private Entry look(String id) {
    return sources.stream()
        .map(source -> source.find(id))
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow(() -> new Refusal("no engine " + id));
  }

  /** The class with NIST's API that an engine is; nothing, of all others. */
  Optional<Class<?>> nistClass(String id) {
    return sources.stream()
        .filter(source -> source instanceof NistClass && source.find(id).isPresent())
        .<Class<?>>map(source -> ((NistClass) source).type)
        .findFirst();
  }

  /** The one JCE provider that was asked for. */
  Jce provider() {
    return sources.stream()
        .filter(Jce.class::isInstance)
        .map(Jce.class::cast)
        .findFirst()
        .orElseThrow(() -> new Refusal("no provider: start the probe with --plugin jce:PROVIDER"));
  }

  /** What every other engine of the cipher is compared with: our first, portable if there is. */
  Entry reference(String cipher) {
    return own.entries(cipher::equals).stream()
        .findFirst()
        .orElseThrow(() -> new Refusal("no engine of " + cipher));
  }
}
