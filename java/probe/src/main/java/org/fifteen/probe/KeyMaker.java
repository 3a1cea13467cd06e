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
import java.util.List;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.DESKeySpec;
import javax.crypto.spec.DESedeKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** Makes of a string of bytes what a provider takes for a key; found by asking the provider. */
final class KeyMaker {
  /** A constructor of a key, or of what describes one. */
  public interface OfBytes {
    Object make(byte[] key) throws Exception;
  }

  public interface OfBytesAndName {
    Object make(byte[] key, String algorithm) throws Exception;
  }

  private interface Maker {
    Key make(byte[] key) throws Exception;
  }

  private static final List<Class<?>> STANDARD =
      List.of(SecretKeySpec.class, DESKeySpec.class, DESedeKeySpec.class);

  /** The words that make the same maker in another JVM: {@link #of}. */
  final List<String> words;

  private final Maker maker;

  private KeyMaker(List<String> words, Maker maker) {
    this.words = words;
    this.maker = maker;
  }

  Key make(byte[] key) throws Exception {
    return maker.make(key);
  }

  /**
   * @param words {@code plain ALGORITHM}, {@code translate FACTORY}, {@code spec FACTORY CLASS} or
   *     {@code class ALGORITHM CLASS}
   */
  static KeyMaker of(Provider provider, List<String> words) throws ReflectiveOperationException {
    String name = words.get(1);
    return new KeyMaker(words, maker(provider, words.get(0), name, words));
  }

  private static Maker maker(Provider provider, String kind, String name, List<String> words)
      throws ReflectiveOperationException {
    if (kind.equals("plain")) {
      return key -> new SecretKeySpec(key, name);
    }
    if (kind.equals("class")) {
      OfBytes keys = ofBytes(type(provider, words.get(2)), name);
      return key -> (Key) keys.make(key);
    }
    SecretKeyFactory factory;
    try {
      factory = SecretKeyFactory.getInstance(name, provider);
    } catch (GeneralSecurityException e) {
      throw new Refusal(Refusal.inOneLine(e));
    }
    if (kind.equals("translate")) {
      return key -> factory.translateKey(new SecretKeySpec(key, name));
    }
    OfBytes specs = ofBytes(type(provider, words.get(2)), name);
    return key -> factory.generateSecret((KeySpec) specs.make(key));
  }

  private static Class<?> type(Provider provider, String name) throws ClassNotFoundException {
    return Class.forName(name, true, provider.getClass().getClassLoader());
  }

  /** A constructor that takes the key's bytes, alone or with the name of an algorithm. */
  private static OfBytes ofBytes(Class<?> type, String algorithm) {
    if (!Modifier.isAbstract(type.getModifiers())) {
      for (Constructor<?> constructor : type.getDeclaredConstructors()) {
        List<Class<?>> takes = Arrays.asList(constructor.getParameterTypes());
        if (takes.equals(List.of(byte[].class))) {
          return Link.as(OfBytes.class, constructor);
        }
        if (takes.equals(List.of(byte[].class, String.class))) {
          OfBytesAndName both = Link.as(OfBytesAndName.class, constructor);
          return key -> both.make(key, algorithm);
        }
      }
    }
    throw new Refusal(type.getName() + " is not made of a key's bytes");
  }

  // ---- By asking ----

  /** What a provider may take, by the names that it has for a cipher. */
  static final class Asker {
    private final Provider provider;
    private final List<String> names;
    private final List<String> factories;
    private final List<String> generators;

    Asker(Provider provider, List<String> names, List<String> factories, List<String> generators) {
      this.provider = provider;
      this.names = names;
      this.factories = factories;
      this.generators = generators;
    }

    List<KeyMaker> all() {
      List<KeyMaker> all = new ArrayList<>(plain());
      all.addAll(ofFactories());
      all.addAll(ofSpecs());
      all.addAll(ofKeyClasses());
      return all;
    }

    /** SecretKeySpec, as most have it; who looks at its algorithm wants the plainest name. */
    List<KeyMaker> plain() {
      String algorithm = Names.withoutMode(names.get(0)).replaceFirst("[-_]\\d+$", "");
      return made(List.of(List.of("plain", algorithm)));
    }

    /** The provider's SecretKeyFactory, on what every provider may know. */
    List<KeyMaker> ofFactories() {
      List<List<String>> words = new ArrayList<>();
      for (String factory : factories) {
        words.add(List.of("translate", factory));
        STANDARD.forEach(spec -> words.add(List.of("spec", factory, spec.getName())));
      }
      return made(words);
    }

    /** The provider's SecretKeyFactory, on every KeySpec that lies beside the provider. */
    List<KeyMaker> ofSpecs() {
      List<List<String>> words = new ArrayList<>();
      if (!factories.isEmpty()) {
        for (Class<?> spec : Beside.classes(provider.getClass(), "(?i)spec|param")) {
          if (KeySpec.class.isAssignableFrom(spec)) {
            factories.forEach(name -> words.add(List.of("spec", name, spec.getName())));
          }
        }
      }
      return made(words);
    }

    /** The class of a key that the provider's KeyGenerator gives. */
    List<KeyMaker> ofKeyClasses() {
      List<List<String>> words = new ArrayList<>();
      for (String name : generators) {
        try {
          Class<?> type = KeyGenerator.getInstance(name, provider).generateKey().getClass();
          words.add(List.of("class", name, type.getName()));
        } catch (GeneralSecurityException | RuntimeException | LinkageError e) {
          // Then it is no way to a key.
        }
      }
      return made(words);
    }

    private List<KeyMaker> made(List<List<String>> all) {
      List<KeyMaker> makers = new ArrayList<>();
      for (List<String> words : all) {
        try {
          makers.add(of(provider, words));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
          // Then it is no way to a key.
        }
      }
      return makers;
    }
  }
}
