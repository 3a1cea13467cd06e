// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.function.Supplier;
import org.fifteen.engine.BlockEngine;

/**
 * A class with the NIST/Cryptix API, to be called by reflection, as NIST's test application did.
 */
final class NistApi {
  final Method makeKey;
  final Method blockEncrypt;
  final Method blockDecrypt;

  private NistApi(Class<?> algorithm) {
    makeKey = method(algorithm, "makeKey", byte[].class);
    blockEncrypt = method(algorithm, "blockEncrypt", byte[].class, int.class, null);
    blockDecrypt = method(algorithm, "blockDecrypt", byte[].class, int.class, null);
  }

  /** The engine's own class, if it has this API as it was published; else {@link NistAlgorithm}. */
  static NistApi of(Entry entry, Catalogue catalogue) {
    return catalogue
        .nistClass(entry.id)
        .map(NistApi::new)
        .filter(NistApi::whole)
        .orElseGet(() -> new NistApi(new Loader(entry).algorithm()));
  }

  private boolean whole() {
    return makeKey != null && blockEncrypt != null && blockDecrypt != null;
  }

  /** The static that takes these, or null. */
  private static Method method(Class<?> algorithm, String name, Class<?>... takes) {
    for (Method method : algorithm.getDeclaredMethods()) {
      if (method.getName().equals(name)
          && Modifier.isStatic(method.getModifiers())
          && NistClass.takes(method, takes)
          && method.trySetAccessible()) {
        return method;
      }
    }
    return null;
  }

  /** Defines {@link NistAlgorithm} once more, and is where that class has its engines from. */
  private static final class Loader extends ClassLoader implements Supplier<BlockEngine> {
    private final Entry entry;

    Loader(Entry entry) {
      super(entry.id, NistApi.class.getClassLoader());
      this.entry = entry;
    }

    Class<?> algorithm() {
      try {
        return Class.forName(NistAlgorithm.class.getName(), true, this);
      } catch (ClassNotFoundException impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    @Override
    public BlockEngine get() {
      return entry.make();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.equals(NistAlgorithm.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = getParent().getResourceAsStream(file)) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException problem) {
        throw new ClassNotFoundException(name, problem);
      }
    }
  }
}
