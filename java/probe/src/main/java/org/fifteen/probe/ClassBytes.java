// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * The verb {@code class-bytes}: what an engine's class files take without debug information, and
 * those of every class of the same library that they name, directly or not.
 */
final class ClassBytes {
  private ClassBytes() {}

  static Map<String, Object> answer(Request request, Catalogue catalogue) throws Exception {
    request.only("cell engine");
    Entry entry = catalogue.find(request.word("engine"));
    String engineClass = Sample.engineClass(entry.steps(entry.keyMin));
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("engine_class", engineClass);
    answer.put("classes", of(engineClass, ClassLoader.getSystemClassLoader()));
    return answer;
  }

  /** The classes by name, the engine's first, each with its bytes. */
  static Map<String, Integer> of(String engineClass, ClassLoader loader) throws IOException {
    String library = library(engineClass, loader);
    Map<String, Integer> found = new LinkedHashMap<>();
    Deque<String> left = new ArrayDeque<>(Set.of(engineClass));
    while (!left.isEmpty()) {
      String name = left.remove();
      if (found.containsKey(name) || !library.equals(library(name, loader))) {
        continue;
      }
      Stripped stripped = new Stripped(name, loader);
      found.put(name, stripped.bytes);
      left.addAll(stripped.named);
    }
    return found;
  }

  /** The jar or folder of a class; of the JDK's own, the package; of none, nothing. */
  private static String library(String name, ClassLoader loader) {
    URL url = loader.getResource(file(name));
    if (url == null) {
      return "";
    }
    String place = url.toString();
    if (place.startsWith("jrt:")) {
      return place.substring(0, place.lastIndexOf('/'));
    }
    int inJar = place.indexOf("!/");
    return place.substring(0, inJar >= 0 ? inJar : place.length() - file(name).length());
  }

  private static String file(String name) {
    return name.replace('.', '/') + ".class";
  }

  /** A class file without debug information, and the classes that it names. */
  private static final class Stripped {
    final int bytes;
    final Set<String> named = new TreeSet<>();

    Stripped(String name, ClassLoader loader) throws IOException {
      ClassReader reader;
      try (InputStream in = loader.getResourceAsStream(file(name))) {
        reader = new ClassReader(in);
      }
      ClassWriter writer = new ClassWriter(0);
      reader.accept(new Names(writer), ClassReader.SKIP_DEBUG);
      bytes = writer.toByteArray().length;
    }

    /** A remapper sees every name in a class; this one changes none. */
    private final class Names extends ClassRemapper {
      Names(ClassVisitor writer) {
        super(
            Opcodes.ASM9,
            writer,
            new Remapper(Opcodes.ASM9) {
              @Override
              public String map(String internalName) {
                named.add(internalName.replace('/', '.'));
                return internalName;
              }
            });
      }
    }
  }
}
