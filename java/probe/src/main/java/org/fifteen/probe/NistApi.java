// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.fifteen.engine.BlockEngine;

/**
 * A class with the NIST/Cryptix API, to be called by reflection, as NIST's test application did.
 */
final class NistApi {
  final Method makeKey;
  final Method blockEncrypt;
  final Method blockDecrypt;

  NistApi(Class<?> algorithm) {
    try {
      makeKey = algorithm.getMethod("makeKey", byte[].class);
      blockEncrypt = algorithm.getMethod("blockEncrypt", byte[].class, int.class, Object.class);
      blockDecrypt = algorithm.getMethod("blockDecrypt", byte[].class, int.class, Object.class);
    } catch (NoSuchMethodException missing) {
      throw new Refusal(algorithm.getName() + " has no method " + missing.getMessage());
    }
  }

  /** The engine in this API's clothes. */
  static NistApi of(Entry entry) {
    try {
      return new NistApi(Class.forName(NistAlgorithm.class.getName(), true, new Loader(entry)));
    } catch (ClassNotFoundException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Defines {@link NistAlgorithm} once more, and is where that class has its engines from. */
  private static final class Loader extends ClassLoader implements Supplier<BlockEngine> {
    private final Entry entry;

    Loader(Entry entry) {
      super(entry.id, NistApi.class.getClassLoader());
      this.entry = entry;
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
