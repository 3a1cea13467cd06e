// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.security.Key;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.crypto.SecretKey;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Engines;

/**
 * A provider's own API that mirrors {@code javax.crypto}, as those have that are older: a class
 * that makes objects of itself by name, {@code getInstance}, which are given a key for a direction
 * and then work through bytes.
 */
final class Mirror implements BlockEngine {
  /** {@code update} before {@code doFinal}; what else a library may call it, after them. */
  private static final List<String> WORK = List.of("update", "crypt", "process", "doFinal");

  public interface Init {
    void init(Object cipher, Key key) throws Exception;
  }

  public interface InitByMode {
    void init(Object cipher, int mode, Key key) throws Exception;
  }

  public interface InitBySide {
    void init(Object cipher, boolean encrypt, Key key) throws Exception;
  }

  public interface Run {
    int run(Object cipher, byte[] in, int inOffset, int length, byte[] out, int outOffset)
        throws Exception;
  }

  /** A class that looks like a cipher, by one of its factories and one method that works. */
  interface Api {
    Mirror make(String transformation, Provider provider, int blockBytes, KeyMaker keys)
        throws Exception;
  }

  /** What the library made. */
  final Object cipher;

  private final int blockBytes;
  private final Init encrypt;
  private final Init decrypt;
  private final Run run;
  private final KeyMaker keys;

  private Mirror(
      Object cipher, int blockBytes, Init encrypt, Init decrypt, Run run, KeyMaker keys) {
    this.cipher = cipher;
    this.blockBytes = blockBytes;
    this.encrypt = encrypt;
    this.decrypt = decrypt;
    this.run = run;
    this.keys = keys;
  }

  /** The ways through every class beside the provider that is called a cipher and makes itself. */
  static List<Way> ways(
      String nameOrClass,
      Provider provider,
      List<String> names,
      Engines.Engine cipher,
      List<KeyMaker> makers) {
    Security.addProvider(provider); // a library's own lookup knows registered ones only
    int blockBytes = cipher.make().blockBytes();
    List<Way> ways = new ArrayList<>();
    for (Class<?> type : Beside.classes(provider.getClass(), "Cipher")) {
      List<Api> apis = apis(type);
      for (int n = 0; n < apis.size(); n++) {
        Api api = apis.get(n);
        for (String transformation : transformations(names)) {
          for (KeyMaker keys : makers) {
            ways.add(
                new Way(
                    transformation,
                    false,
                    MirrorSteps.words(nameOrClass, type, n, transformation, blockBytes, keys),
                    () -> api.make(transformation, provider, blockBytes, keys)));
          }
        }
      }
    }
    return ways;
  }

  private static List<String> transformations(List<String> names) {
    List<String> forms = List.of("%s/ECB", "%s/ECB/NoPadding", "%s/ECB/NONE", "%s");
    return names.stream()
        .flatMap(name -> forms.stream().map(form -> String.format(form, name)))
        .collect(Collectors.toList());
  }

  /** In the same order in every JVM. */
  static List<Api> apis(Class<?> type) {
    Init encrypt = init(type, Direction.ENCRYPT);
    Init decrypt = init(type, Direction.DECRYPT);
    List<Api> apis = new ArrayList<>();
    for (Method factory : factories(type)) {
      for (Method method : encrypt == null || decrypt == null ? List.<Method>of() : runs(type)) {
        Run run = Link.as(Run.class, method);
        apis.add(
            (transformation, provider, blockBytes, keys) ->
                new Mirror(
                    instance(factory, transformation, provider),
                    blockBytes,
                    encrypt,
                    decrypt,
                    run,
                    keys));
      }
    }
    return apis;
  }

  // ---- What looks like a cipher ----

  /** {@code static C getInstance(String)}, with the provider or its name before without. */
  private static List<Method> factories(Class<?> type) {
    List<Method> found =
        methods(type, m -> Modifier.isStatic(m.getModifiers()) && m.getReturnType() == type);
    found.removeIf(m -> m.getParameterCount() == 0 || m.getParameterCount() > 2);
    found.removeIf(m -> m.getParameterTypes()[0] != String.class);
    found.removeIf(
        m ->
            m.getParameterCount() == 2
                && !List.of(String.class, Provider.class).contains(m.getParameterTypes()[1]));
    found.sort(
        Comparator.comparing((Method m) -> -m.getParameterCount()).thenComparing(Method::toString));
    return found;
  }

  private static Object instance(Method factory, String transformation, Provider provider)
      throws Exception {
    Class<?>[] takes = factory.getParameterTypes();
    try {
      if (takes.length == 1) {
        return factory.invoke(null, transformation);
      }
      return factory.invoke(
          null, transformation, takes[1] == String.class ? provider.getName() : provider);
    } catch (InvocationTargetException e) {
      throw new Refusal(Refusal.inOneLine(e));
    }
  }

  /** {@code initEncrypt(Key)}, {@code init(int mode, Key)} or {@code init(boolean, Key)}. */
  private static Init init(Class<?> type, Direction direction) {
    String word = direction.name().toLowerCase(Locale.ROOT);
    for (Method m : methods(type, m -> !Modifier.isStatic(m.getModifiers()))) {
      List<Class<?>> takes = Arrays.asList(m.getParameterTypes());
      String name = m.getName().toLowerCase(Locale.ROOT);
      if (!name.startsWith("init") || takes.isEmpty() || !isKey(takes.get(takes.size() - 1))) {
        continue;
      }
      if (takes.size() == 1 && name.endsWith(word)) {
        return Link.as(Init.class, m);
      }
      if (takes.size() == 2 && takes.get(0) == int.class) {
        InitByMode init = Link.as(InitByMode.class, m);
        int mode = mode(type, direction);
        return (cipher, key) -> init.init(cipher, mode, key);
      }
      if (takes.size() == 2 && takes.get(0) == boolean.class) {
        InitBySide init = Link.as(InitBySide.class, m);
        return (cipher, key) -> init.init(cipher, direction == Direction.ENCRYPT, key);
      }
    }
    return null;
  }

  private static boolean isKey(Class<?> type) {
    return type == Key.class || type == SecretKey.class;
  }

  /** The class's own constant, {@code ENCRYPT} or {@code ENCRYPT_MODE}; else javax.crypto's. */
  private static int mode(Class<?> type, Direction direction) {
    for (java.lang.reflect.Field field : type.getFields()) {
      boolean constant = Modifier.isStatic(field.getModifiers()) && field.getType() == int.class;
      if (constant && field.getName().startsWith(direction.name())) {
        try {
          return field.getInt(null);
        } catch (IllegalAccessException e) {
          throw new Refusal(Refusal.inOneLine(e));
        }
      }
    }
    return direction == Direction.ENCRYPT ? 1 : 2;
  }

  /** {@code int update(byte[] in, int inOffset, int length, byte[] out, int outOffset)}. */
  private static List<Method> runs(Class<?> type) {
    List<Class<?>> wanted = List.of(byte[].class, int.class, int.class, byte[].class, int.class);
    List<Method> found =
        methods(
            type,
            m ->
                !Modifier.isStatic(m.getModifiers())
                    && m.getReturnType() == int.class
                    && WORK.contains(m.getName())
                    && Arrays.asList(m.getParameterTypes()).equals(wanted));
    found.sort((a, b) -> WORK.indexOf(a.getName()) - WORK.indexOf(b.getName()));
    return found;
  }

  private static List<Method> methods(Class<?> type, Predicate<Method> wanted) {
    return Arrays.stream(type.getMethods())
        .filter(wanted)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  // ---- The engine ----

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public void init(Direction direction, byte[] key) {
    try {
      (direction == Direction.ENCRYPT ? encrypt : decrypt).init(cipher, keys.make(key));
    } catch (Exception e) {
      throw new Refusal(Refusal.inOneLine(e));
    }
  }

  @Override
  public void process(byte[] in, int inOffset, byte[] out, int outOffset, int blocks) {
    int length = blocks * blockBytes;
    if (length == 0) {
      return;
    }
    int made;
    try {
      made = run.run(cipher, in, inOffset, length, out, outOffset);
    } catch (Exception e) {
      throw new Refusal(Refusal.inOneLine(e));
    }
    if (made != length) {
      throw new Refusal(made + " bytes came of " + length);
    }
  }

  /** Such an API offers nothing that erases a key. */
  @Override
  public void wipe() {}
}
