// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.fifteen.engine.Engines;

/**
 * A library that is asked what it has. Of each of our ciphers that it names, the ways to it are
 * tried, and what gives our engine's answers is an engine: {@code java/LIBRARY/CIPHER}.
 */
abstract class Peer implements EngineSource {
  /** The null cipher is no cipher, and nobody's AES has keys as short as these. */
  private static final Set<String> OURS_ALONE = Set.of("null", "aes32", "aes64");

  private final String library;
  final String version;
  private final Map<String, Optional<Offer>> offers = new HashMap<>();

  Peer(String library, String version) {
    this.library = library;
    this.version = version;
  }

  /**
   * Groups of ways to a cipher, the simplest first: the next group is looked at where none of the
   * ways in this one works. Nothing, if the library doesn't name the cipher.
   */
  abstract List<Supplier<List<Way>>> ways(Engines.Engine cipher);

  @Override
  public List<Entry> entries(Predicate<String> ciphers) {
    return offers(ciphers)
        .map(offer -> offer.entry)
        .filter(Objects::nonNull)
        .collect(Collectors.toList());
  }

  /** Variants share a name: what doesn't answer as one of them does as another, or is one fault. */
  @Override
  public List<Offer> refused(Predicate<String> ciphers) {
    Set<String> found =
        entries(ciphers).stream().map(e -> Names.family(e.cipher)).collect(Collectors.toSet());
    return offers(ciphers)
        .filter(offer -> offer.entry == null && found.add(Names.family(offer.cipher)))
        .collect(Collectors.toList());
  }

  @Override
  public Optional<Entry> find(String id) {
    String cipher = id.substring(id.lastIndexOf('/') + 1);
    if (!id.equals(id(cipher))) {
      return Optional.empty();
    }
    Optional<Offer> offer =
        references().filter(e -> e.cipher.equals(cipher)).findFirst().flatMap(this::offer);
    if (offer.isPresent() && offer.get().entry == null) {
      throw new Refusal(id + ": " + offer.get().reason);
    }
    return offer.map(found -> found.entry);
  }

  private String id(String cipher) {
    return "java/" + library + "/" + cipher;
  }

  private Stream<Offer> offers(Predicate<String> ciphers) {
    return references()
        .filter(engine -> ciphers.test(engine.cipher))
        .map(this::offer)
        .flatMap(Optional::stream);
  }

  /** The first of our engines of each cipher. */
  private static Stream<Engines.Engine> references() {
    Map<String, Engines.Engine> first = new LinkedHashMap<>();
    Engines.ALL.forEach(engine -> first.putIfAbsent(engine.cipher, engine));
    return first.values().stream().filter(engine -> !OURS_ALONE.contains(engine.cipher));
  }

  private Optional<Offer> offer(Engines.Engine cipher) {
    return offers.computeIfAbsent(cipher.cipher, name -> look(cipher));
  }

  /** What the library has of a cipher; nothing where it doesn't say that it has it. */
  private Optional<Offer> look(Engines.Engine cipher) {
    try {
      return Optional.ofNullable(Patience.of(() -> tryOut(cipher)));
    } catch (Refusal refusal) {
      return Optional.of(Offer.refused(id(cipher.cipher), cipher.cipher, refusal.getMessage()));
    }
  }

  private Offer tryOut(Engines.Engine cipher) {
    String wrong = null;
    String refused = null;
    List<Supplier<List<Way>>> groups = ways(cipher);
    for (Supplier<List<Way>> group : groups) {
      Fit fit = new Fit(cipher, group.get());
      if (!fit.ways.isEmpty()) {
        return fit.wrong() == null
            ? Offer.of(entry(cipher.cipher, fit))
            : refused(cipher, fit.wrong());
      }
      wrong = wrong == null ? fit.wrong() : wrong;
      refused = refused == null ? fit.refused : refused;
    }
    String reason = wrong == null ? refused : wrong;
    return groups.isEmpty() ? null : refused(cipher, reason == null ? "not to be had" : reason);
  }

  private Offer refused(Engines.Engine cipher, String reason) {
    return Offer.refused(id(cipher.cipher), cipher.cipher, reason);
  }

  private Entry entry(String cipher, Fit fit) {
    int[] sizes = fit.keySizes();
    return new Entry(
            id(cipher),
            cipher,
            fit.name(),
            library,
            version,
            sizes[0],
            sizes[1],
            sizes[2],
            1,
            0,
            () -> fit.make(false),
            fit.chained() ? () -> fit.make(true) : null)
        .withSteps(fit::steps);
  }

  /** The version of what a class was loaded from, as its jar says in one way or another. */
  static String version(Class<?> type) {
    String version =
        type.getPackage() == null ? null : type.getPackage().getImplementationVersion();
    return version == null ? Beside.manifest(type, "Bundle-Version") : version;
  }
}
