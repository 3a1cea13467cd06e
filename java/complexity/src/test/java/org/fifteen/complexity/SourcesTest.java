// SPDX-License-Identifier: Apache-2.0
package org.fifteen.complexity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources are found in folders and in archives, in either encoding. */
class SourcesTest {
  @TempDir Path folder;

  private static byte[] zip(String name, byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("README"));
      zip.putNextEntry(new ZipEntry(name));
      zip.write(content);
    }
    return bytes.toByteArray();
  }

  private Map<String, String> read(Path path) throws IOException {
    Map<String, String> found = new TreeMap<>();
    BiConsumer<String, String> sink =
        (name, text) -> found.put(folder.relativize(Path.of(name)).toString(), text);
    new Sources(sink, (name, why) -> sink.accept(name, "refused")).read(path);
    return found;
  }

  @Test
  void sourcesAreFound() throws IOException {
    byte[] latin = "// \u00e9".getBytes(StandardCharsets.ISO_8859_1);
    Files.createDirectories(folder.resolve("a/b"));
    Files.write(folder.resolve("a/b/Latin.java"), latin);
    Files.writeString(folder.resolve("a/Utf.JAVA"), "// \u00e9");
    Files.writeString(folder.resolve("a/not.txt"), "class C { }");
    Files.write(folder.resolve("cd.zip"), zip("java.jar", zip("p/In.java", latin)));
    assertEquals(
        Map.of(
            "a/b/Latin.java",
            "// \u00e9",
            "a/Utf.JAVA",
            "// \u00e9",
            "cd.zip!java.jar!p/In.java",
            "// \u00e9"),
        read(folder));
    assertEquals(1, read(folder.resolve("a/b/Latin.java")).size());
  }

  @Test
  void aBrokenArchiveIsRefusedAndNoMore() throws IOException {
    byte[] noise = new byte[10_000];
    new Random(1).nextBytes(noise);
    byte[] broken = zip("In.java", noise);
    broken[broken.length / 2] ^= 1;
    Files.write(folder.resolve("a.zip"), broken);
    Files.write(folder.resolve("b.zip"), Arrays.copyOf(broken, 1000));
    Files.writeString(folder.resolve("c.java"), "");
    assertEquals(Map.of("a.zip", "refused", "b.zip", "refused", "c.java", ""), read(folder));
  }
}
