// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

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
}
