// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * The C library's engines in the list: none where they can't be. Maven runs this once more on a JVM
 * that can call C, with the jar, if it was told of one.
 */
class NativeTest {
  private static final boolean OF_A_JAR =
      Engines.class.getResource("Engines.class").getProtocol().equals("jar");

  private final List<Engines.Engine> engines = new ArrayList<>();
  private final String said = Native.addTo(engines);

  @Test
  void thereAreAllOrNoneAndALineSaysSo() {
    Set<String> all = Engines.ALL.stream().map(e -> e.cipher).collect(Collectors.toSet());
    Set<String> ciphers = engines.stream().map(e -> e.cipher).collect(Collectors.toSet());
    assertEquals(OF_A_JAR ? all : Set.of(), ciphers, said);
    assertTrue(said.startsWith(OF_A_JAR ? "native engines of libfifteen " : "no native engines: "));
    assertEquals(1, said.lines().count(), said);
  }

  @Test
  void theListHasThemAfterTheOthers() {
    List<String> last =
        Engines.ALL.stream()
            .skip(Engines.ALL.size() - engines.size())
            .map(e -> e.cipher + "/" + e.name)
            .collect(Collectors.toList());
    assertEquals(
        engines.stream().map(e -> e.cipher + "/native").collect(Collectors.toList()), last, said);
  }

  @Test
  void theyTakeTheKeysOfTheFirstOfTheirCipher() {
    for (Engines.Engine e : engines) {
      Engines.Engine first =
          Engines.ALL.stream().filter(f -> f.cipher.equals(e.cipher)).findFirst().get();
      assertEquals(first.keyMin, e.keyMin, e.cipher);
      assertEquals(first.keyMax, e.keyMax, e.cipher);
      assertEquals(first.keyStep, e.keyStep, e.cipher);
      assertEquals(
          first.make() instanceof Tweakable, e.make() instanceof Tweakable, e.cipher + "'s tweak");
    }
  }

  /** As where a server loads a program anew, again and again. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aLibraryGoesWithItsClassLoader() throws Exception {
    assumeTrue(OF_A_JAR, said);
    Set<String> before = mapped();
    loadAnew();
    Set<String> anew = mapped();
    anew.removeAll(before);
    assertFalse(anew.isEmpty());
    for (int n = 0; !Collections.disjoint(anew, mapped()) && n < 100; n++) {
      System.gc();
      Thread.sleep(20); // the JVM unmaps by a thread of its own
    }
    assertTrue(Collections.disjoint(anew, mapped()));
  }

  private static void loadAnew() throws Exception {
    URL jar = Engines.class.getProtectionDomain().getCodeSource().getLocation();
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar}, platform)) {
      Class<?> engines = loader.loadClass(Engines.class.getName());
      assertEquals(Engines.ALL.size(), ((List<?>) engines.getField("ALL").get(null)).size());
    }
  }

  /** The libraries in this process's memory, each by the name of the file that it was. */
  private static Set<String> mapped() throws IOException {
    try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
      return maps.filter(line -> line.contains("libfifteen"))
          .map(line -> line.substring(line.indexOf('/')))
          .collect(Collectors.toSet());
    }
  }
}
