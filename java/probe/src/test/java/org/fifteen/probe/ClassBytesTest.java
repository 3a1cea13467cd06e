// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiled with debug information and without: both count as the latter. */
class ClassBytesTest {
  private static final Map<String, String> SOURCES =
      Map.of(
          "Engine",
          "class Engine { Helper helper; static class Inner { int x; }"
              + " int run(int x) { int y = x + 1; return helper.step(y) + new Inner().x; } }",
          "Helper",
          "class Helper { int step(int x) { return Deep.twice(x) + Integer.bitCount(x); } }",
          "Deep",
          "class Deep { static int twice(int x) { return 2 * x; } }",
          "Stranger",
          "class Stranger { }");

  @TempDir Path folder;

  private Path compiled(String debug) throws IOException {
    Path classes = Files.createDirectory(folder.resolve(debug.substring(1).replace(':', '-')));
    for (Map.Entry<String, String> source : SOURCES.entrySet()) {
      Files.writeString(classes.resolve(source.getKey() + ".java"), source.getValue());
    }
    String place = classes.toString();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                debug,
                "-d",
                place,
                "-sourcepath",
                place,
                place + "/Engine.java",
                place + "/Stranger.java");
    assertEquals(0, status);
    return classes;
  }

  private static Map<String, Integer> sizes(Path classes) throws IOException {
    URL[] path = {classes.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, null)) {
      return ClassBytes.of("Engine", loader);
    }
  }

  @Test
  void theEngineAndAllThatItNamesOfItsLibraryAndNothingElse() throws IOException {
    Map<String, Integer> sizes = sizes(compiled("-g:none"));
    assertEquals("Engine", sizes.keySet().iterator().next());
    assertEquals(Set.of("Engine", "Engine$Inner", "Helper", "Deep"), sizes.keySet());
  }

  @Test
  void withoutDebugInformationAClassIsAsLargeAsItsFile() throws IOException {
    Path plain = compiled("-g:none");
    for (Map.Entry<String, Integer> size : sizes(plain).entrySet()) {
      long file = Files.size(plain.resolve(size.getKey() + ".class"));
      assertEquals(file, (long) size.getValue(), size.getKey());
    }
  }

  @Test
  void debugInformationDoesNotCount() throws IOException {
    Path debug = compiled("-g");
    Map<String, Integer> sizes = sizes(debug);
    assertEquals(sizes(compiled("-g:none")), sizes);
    assertTrue(Files.size(debug.resolve("Engine.class")) > sizes.get("Engine"));
  }
}
