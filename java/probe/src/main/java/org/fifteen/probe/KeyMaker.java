// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.Provider;
import java.security.spec.KeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.DESKeySpec;
import javax.crypto.spec.DESedeKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** Makes of a string of bytes what a provider takes for a key. */
interface KeyMaker {
  Key make(byte[] key) throws Exception;

  /** How {@link JceSteps} does the same: in words. */
  default List<String> words() {
    return List.of();
  }

  static KeyMaker told(KeyMaker maker, String... words) {
    return new KeyMaker() {
      @Override
      public Key make(byte[] key) throws Exception {
        return maker.make(key);
      }

      @Override
      public List<String> words() {
        return List.of(words);
      }
    };
  }

  /** A constructor of a key, or of what describes one. */
  public interface OfBytes {
    Object make(byte[] key) throws Exception;
  }

  public interface OfBytesAndName {
    Object make(byte[] key, String algorithm) throws Exception;
  }

  /** SecretKeySpec, as most providers have it: the algorithm is the cipher's name. */
  static List<KeyMaker> plain(List<String> names) {
    Set<String> algorithms = new LinkedHashSet<>();
    for (String name : names) {
      algorithms.add(Names.withoutMode(name));
    }
    List<KeyMaker> makers = new ArrayList<>();
    // A provider that looks at the name wants its own: the shortest is the plain one.
    String algorithm = algorithms.iterator().next().replaceFirst("[-_]\\d+$", "");
    makers.add(told(key -> new SecretKeySpec(key, algorithm), "plain", algorithm));
    return makers;
  }

  /** Keys of the provider's own making, found by asking it. */
  final class Asker {
    private static final List<Class<?>> STANDARD =
        List.of(SecretKeySpec.class, DESKeySpec.class, DESedeKeySpec.class);

    private final Provider provider;
    private final List<SecretKeyFactory> factories;
    private final List<String> generators;

    Asker(Provider provider, List<String> factories, List<String> generators) {
      this.provider = provider;
      this.factories = factories(provider, factories);
      this.generators = generators;
    }

    /** The simplest first; a kind is looked for when it is asked for. */
    List<Supplier<List<KeyMaker>>> kinds(List<String> names) {
      return List.of(() -> plain(names), this::ofFactories, this::ofSpecs, this::ofKeyClasses);
    }

    List<KeyMaker> all(List<String> names) {
      return kinds(names).stream()
          .flatMap(kind -> kind.get().stream())
          .collect(Collectors.toList());
    }

    /** The provider's SecretKeyFactory, on what every provider may know. */
    private List<KeyMaker> ofFactories() {
      List<KeyMaker> makers = new ArrayList<>();
      for (SecretKeyFactory factory : factories) {
        String name = factory.getAlgorithm();
        makers.add(
            told(key -> factory.translateKey(new SecretKeySpec(key, name)), "translated", name));
        STANDARD.forEach(spec -> makers.addAll(bySpec(factory, spec)));
      }
      return makers;
    }

    /** The provider's SecretKeyFactory, on every KeySpec that lies beside the provider. */
    private List<KeyMaker> ofSpecs() {
      List<KeyMaker> makers = new ArrayList<>();
      for (Class<?> spec : factories.isEmpty() ? List.<Class<?>>of() : specs()) {
        factories.forEach(factory -> makers.addAll(bySpec(factory, spec)));
      }
      return makers;
    }

    private List<Class<?>> specs() {
      List<Class<?>> specs = Beside.classes(provider.getClass(), "(?i)spec|param");
      specs.removeIf(type -> !KeySpec.class.isAssignableFrom(type));
      return specs;
    }

    /** The class of a key that the provider's KeyGenerator gives. */
    private List<KeyMaker> ofKeyClasses() {
      List<KeyMaker> makers = new ArrayList<>();
      for (String name : generators) {
        try {
          Class<?> type = KeyGenerator.getInstance(name, provider).generateKey().getClass();
          for (OfBytes constructor : constructors(type, name)) {
            KeyMaker maker = key -> (Key) constructor.make(key);
            makers.add(told(maker, "class", name, type.getName()));
          }
        } catch (GeneralSecurityException | RuntimeException | LinkageError e) {
          // Then it is no way to a key.
        }
      }
      return makers;
    }

    private static List<KeyMaker> bySpec(SecretKeyFactory factory, Class<?> spec) {
      List<KeyMaker> makers = new ArrayList<>();
      String name = factory.getAlgorithm();
      for (OfBytes constructor : constructors(spec, name)) {
        KeyMaker maker = key -> factory.generateSecret((KeySpec) constructor.make(key));
        makers.add(told(maker, "spec", name, spec.getName()));
      }
      return makers;
    }

    private static List<SecretKeyFactory> factories(Provider provider, List<String> names) {
      List<SecretKeyFactory> found = new ArrayList<>();
      for (String name : names) {
        try {
          found.add(SecretKeyFactory.getInstance(name, provider));
        } catch (GeneralSecurityException | RuntimeException | LinkageError e) {
          // It is listed, and not there.
        }
      }
      return found;
    }

    /** Those that take the key's bytes, alone or with the name of an algorithm. */
    private static List<OfBytes> constructors(Class<?> type, String name) {
      List<OfBytes> found = new ArrayList<>();
      if (Modifier.isAbstract(type.getModifiers())) {
        return found;
      }
      for (Constructor<?> constructor : type.getDeclaredConstructors()) {
        List<Class<?>> takes = Arrays.asList(constructor.getParameterTypes());
        if (takes.equals(List.of(byte[].class))) {
          found.add(Link.as(OfBytes.class, constructor));
        } else if (takes.equals(List.of(byte[].class, String.class))) {
          OfBytesAndName both = Link.as(OfBytesAndName.class, constructor);
          found.add(key -> both.make(key, name));
        }
      }
      return found;
    }
  }
}
