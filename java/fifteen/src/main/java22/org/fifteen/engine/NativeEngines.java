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

  private static final String IDENTITY = "null"; // where there is nothing to save
  private static final String SHORTEST = "rc6"; // a block of it takes less than the call

  /**
   * Blocks of a batch from which registers hold a bit of each, and a key is spread likewise: a few
   * blocks don't pay for that. All others, but for the shortest, were measured on JDK 25: a call
   * costs less than C saves at a single block, key set-up included.
   */
  private static final int BITS = 256;

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
        if (!file.toFile().delete()) { // then it goes with the JVM
          file.toFile().deleteOnExit();
        }
      }
    }
  }

  /**
   * The library stays as long as a function that was found in it can be reached: Library holds
   * some, an engine holds its Library, and is itself held until each of its calls has returned.
   */
  @SuppressWarnings("restricted") // what was asked for above
  private static Library load(Path file) {
    return new Library(SymbolLookup.libraryLookup(file, Arena.ofAuto()));
  }

  private static List<Engines.Engine> engines(Library library) {
    Map<String, Library.Engine> ciphers = new LinkedHashMap<>();
    for (Library.Engine any : library.engines()) {
      ciphers.computeIfAbsent(any.cipher, cipher -> library.best(cipher, any.keyMax));
    }
    return ciphers.values().stream().map(best -> engine(library, best)).toList();
  }

  private static Engines.Engine engine(Library library, Library.Engine best) {
    return new Engines.Engine(
        best.cipher,
        "native",
        best.keyMin,
        best.keyMax,
        best.keyStep,
        best.batch,
        paysFrom(library, best),
        () ->
            best.tweakBytes == 0
                ? new NativeEngine(library, best)
                : new NativeEngine.Tweaked(library, best));
  }

  private static int paysFrom(Library library, Library.Engine best) {
    if (best.cipher.equals(IDENTITY)) {
      return 0;
    }
    if (best.cipher.equals(SHORTEST)) {
      return 2;
    }
    return best.batch < BITS ? 1 : Math.toIntExact(library.paysFrom(best));
  }
}
