// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.lang.reflect.Constructor;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import org.fifteen.engine.Engines;

/**
 * A JCE provider, asked: what it calls a cipher, how it takes keys, whether it wants to be
 * registered, and whether it has an API of its own.
 */
final class Jce extends Peer {
  /** What the plug-in was told. */
  final String nameOrClass;

  final Provider provider;
  private final Set<String> keys;
  private boolean registered;

  Jce(String nameOrClass, String library) {
    this(nameOrClass, provider(nameOrClass), library);
  }

  private Jce(String nameOrClass, Provider provider, String library) {
    super(library == null ? provider.getName() : library, version(provider));
    this.nameOrClass = nameOrClass;
    this.provider = provider;
    keys = keys(provider);
  }

  // ---- The provider ----

  private static Provider provider(String nameOrClass) {
    Provider installed = Security.getProvider(nameOrClass);
    return installed != null ? installed : Patience.of(() -> made(nameOrClass), Patience.LONG);
  }

  private static Provider made(String name) {
    try {
      Class<?> type = Class.forName(name);
      Constructor<?> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      return (Provider) constructor.newInstance();
    } catch (ClassNotFoundException e) {
      throw new Refusal("no provider " + name + ": neither installed nor on the class path");
    } catch (ClassCastException e) {
      throw new Refusal(name + " is no java.security.Provider");
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      throw new Refusal("the provider " + name + " cannot be made: " + Refusal.inOneLine(e));
    }
  }

  /** Its jar's version; the JDK's, of the JDK's own; else what it says itself. */
  private static String version(Provider provider) {
    if (provider.getClass().getModule().isNamed()) {
      return System.getProperty("java.version");
    }
    String version = version(provider.getClass());
    return version.isEmpty() ? provider.getVersionStr() : version;
  }

  // ---- Its names ----

  /** {@code Cipher.AES}, {@code Alg.Alias.Cipher.Rijndael}: from wherever a provider says it. */
  private static Set<String> keys(Provider provider) {
    Set<String> keys = new TreeSet<>();
    for (Provider.Service service : provider.getServices()) {
      keys.add(service.getType() + "." + service.getAlgorithm());
    }
    provider.keySet().forEach(key -> keys.add(key.toString()));
    Collections.list(provider.propertyNames()).forEach(key -> keys.add(key.toString()));
    return keys;
  }

  /** What may mean the cipher: names before aliases, {@code AES} before {@code AES_128}. */
  private List<String> names(String type, String cipher) {
    return names(type, name -> Names.match(cipher, name));
  }

  List<String> names(String type, Predicate<String> wanted) {
    return Stream.of(type + ".", "Alg.Alias." + type + ".")
        .flatMap(prefix -> names(prefix).filter(wanted))
        .distinct()
        .collect(Collectors.toList());
  }

  private Stream<String> names(String prefix) {
    return keys.stream()
        .filter(key -> key.startsWith(prefix) && !key.contains(" "))
        .map(key -> key.substring(prefix.length()))
        .sorted(Comparator.comparing(String::length));
  }

  // ---- The ways to a cipher ----

  @Override
  List<Supplier<List<Way>>> ways(Engines.Engine cipher) {
    List<String> names = names("Cipher", cipher.cipher);
    if (names.isEmpty()) {
      return List.of();
    }
    KeyMaker.Asker keys = keys(cipher.cipher);
    List<Supplier<List<Way>>> groups = new ArrayList<>();
    for (Supplier<List<KeyMaker>> some : keys.kinds(names)) {
      groups.add(() -> ways(names, cipher, some.get()));
    }
    groups.add(
        () -> {
          Security.addProvider(provider);
          registered = true;
          return ways(names, cipher, keys.all(names));
        });
    groups.add(() -> Mirror.ways(nameOrClass, provider, names, cipher, keys.all(names)));
    return groups;
  }

  KeyMaker.Asker keys(String cipher) {
    return new KeyMaker.Asker(
        provider, names("SecretKeyFactory", cipher), names("KeyGenerator", cipher));
  }

  private List<Way> ways(List<String> names, Engines.Engine cipher, List<KeyMaker> makers) {
    int blockBytes = cipher.make().blockBytes();
    List<Way> ways = new ArrayList<>();
    for (boolean chained : new boolean[] {false, true}) {
      for (String transformation : transformations(names, chained)) {
        for (KeyMaker keys : makers) {
          for (JceEngine.Call call : JceEngine.Call.values()) {
            if (chained && call == JceEngine.Call.UPDATE) {
              continue; // a call must begin with the IV
            }
            ways.add(
                new Way(
                    transformation,
                    chained,
                    steps(transformation, chained ? blockBytes : 0, call, keys),
                    () ->
                        new JceEngine(
                            Cipher.getInstance(transformation, provider),
                            blockBytes,
                            chained,
                            call,
                            keys)));
          }
        }
      }
    }
    return ways;
  }

  private List<String> steps(
      String transformation, int ivBytes, JceEngine.Call call, KeyMaker keys) {
    List<String> steps = new ArrayList<>();
    steps.addAll(List.of(JceSteps.class.getName(), nameOrClass));
    steps.addAll(List.of(Boolean.toString(registered), transformation, Integer.toString(ivBytes)));
    steps.add(Boolean.toString(call != JceEngine.Call.UPDATE));
    steps.addAll(keys.words());
    return steps;
  }

  /** Everything that may be ECB, or CBC, without padding, under any of the names. */
  private static Set<String> transformations(List<String> names, boolean chained) {
    String mode = chained ? "cbc" : "ecb";
    Set<String> found = new LinkedHashSet<>();
    for (String name : names) {
      if (name.contains("/") ? isPlain(name, mode) : Names.mode(name).equals(mode)) {
        found.add(name);
      }
      if (!name.contains("/") && mode.startsWith(Names.mode(name))) {
        found.add(name + "/" + mode.toUpperCase(Locale.ROOT) + "/NoPadding");
      }
    }
    names.stream().filter(name -> !chained && Names.mode(name).isEmpty()).forEach(found::add);
    return found;
  }

  /** {@code AES/ECB/NoPadding} or {@code AES/ECB}, of {@code ecb}. */
  private static boolean isPlain(String name, String mode) {
    return Names.mode(name).equals(mode) && name.matches("(?i)[^/]+/[^/]+(/NoPadding)?");
  }
}
