// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The engines of the C library, one a cipher, where the program lets us call C. */
final class NativeEngines {
  /**
   * The system property. Not set: the library of this jar, if the JVM lets us without a warning.
   * {@code true}: even with one. A path: that library, likewise. {@code false}: none.
   */
  private static final String PROPERTY = "org.fifteen.native";

  private static final String NONE = "no native engines: ";

  /** The jar's folder for this machine. */
  private static final String PLATFORM =
      System.getProperty("os.name") + "-" + System.getProperty("os.arch");

  /**
   * Measured on JDK 25: a call costs less than C saves at a single block, key set-up included; but
   * for the cipher in which there is nothing to save.
   */
  private static final int PAYS_FROM = 1;

  private static final String IDENTITY = "null";

  private NativeEngines() {}

  /** Adds them to the list. Returns a line for the log: whose they are, or why there are none. */
  static String addTo(List<Engines.Engine> engines) {
    String wish = System.getProperty(PROPERTY, "");
    if (wish.equals("false")) {
      return NONE + PROPERTY + " is false";
    }
    if (wish.isEmpty() && !NativeEngines.class.getModule().isNativeAccessEnabled()) {
      return NONE + "this JVM has no --enable-native-access for them";
    }
    try {
      Library library = wish.isEmpty() || wish.equals("true") ? ofJar() : load(Path.of(wish));
      engines.addAll(engines(library));
      return "native engines of libfifteen " + library.version + " for " + PLATFORM;
    } catch (Exception | LinkageError e) { // whatever it is, Java is enough
      return NONE + e;
    }
  }

  /** By way of a file of our own, which is needed no longer than to load it. */
  private static Library ofJar() throws IOException {
    String name = PLATFORM + "/libfifteen.so";
    try (InputStream in = NativeEngines.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException("this jar has no " + name);
      }
      Path file = Files.createTempFile("libfifteen", ".so");
      try {
        try (OutputStream out = Files.newOutputStream(file)) {
          in.transferTo(out);
        }
        return load(file);
      } finally {
        Files.delete(file);
      }
    }
  }

  @SuppressWarnings("restricted") // what was asked for above
  private static Library load(Path file) {
    return new Library(SymbolLookup.libraryLookup(file, Arena.global()));
  }

  private static List<Engines.Engine> engines(Library library) {
    Map<String, NativeEngine.Choice> ciphers = new LinkedHashMap<>();
    for (Library.Engine engine : library.engines()) {
      ciphers.putIfAbsent(engine.cipher, new NativeEngine.Choice(library, engine));
    }
    return ciphers.values().stream().map(NativeEngines::engine).toList();
  }

  private static Engines.Engine engine(NativeEngine.Choice choice) {
    Library.Engine first = choice.first;
    return new Engines.Engine(
        first.cipher,
        "native",
        first.keyMin,
        first.keyMax,
        first.keyStep,
        choice.of(first.keyMax / 8).batch,
        first.cipher.equals(IDENTITY) ? 0 : PAYS_FROM,
        () -> first.tweakBytes == 0 ? new NativeEngine(choice) : new NativeEngine.Tweaked(choice));
  }
}
