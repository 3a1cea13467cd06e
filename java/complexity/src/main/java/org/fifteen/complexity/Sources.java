// SPDX-License-Identifier: Apache-2.0
package org.fifteen.complexity;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/** Finds Java sources in files, folders and archives, archives within archives among them. */
final class Sources {
  private static final int ENTRY_BYTES = 64 << 20; // of an archive's entry; more is no source
  private static final int DEPTH = 4; // of archives in archives

  private final BiConsumer<String, String> sources;
  private final BiConsumer<String, String> refused;

  /**
   * Finds nothing yet.
   *
   * @param sources is given each source's name and text
   * @param refused is given the name of each archive that can't be read, and why
   */
  Sources(BiConsumer<String, String> sources, BiConsumer<String, String> refused) {
    this.sources = sources;
    this.refused = refused;
  }

  /**
   * All that is under a path, in the order of names.
   *
   * @throws IOException if it can't be read
   */
  void read(Path path) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(path)) {
      files = all.filter(Files::isRegularFile).sorted().collect(Collectors.toList());
    }
    for (Path file : files) {
      if (isSource(file.toString()) || isArchive(file.toString())) {
        read(file.toString(), Files.readAllBytes(file), 0);
      }
    }
  }

  private void read(String name, byte[] bytes, int depth) throws IOException {
    if (isSource(name)) {
      sources.accept(name, text(bytes));
    } else if (isArchive(name) && depth < DEPTH) {
      try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
          if (isSource(entry.getName()) || isArchive(entry.getName())) {
            read(name + "!" + entry.getName(), entry(zip, entry), depth + 1);
          }
        }
      } catch (ZipException | EOFException | IllegalArgumentException e) {
        refused.accept(name, "a broken archive: " + e.getMessage());
      }
    }
  }

  private static byte[] entry(ZipInputStream zip, ZipEntry entry) throws IOException {
    byte[] bytes = zip.readNBytes(ENTRY_BYTES);
    if (bytes.length == ENTRY_BYTES) {
      throw new ZipException(entry.getName() + " is too large");
    }
    return bytes;
  }

  private static boolean isSource(String name) {
    return lower(name).endsWith(".java");
  }

  private static boolean isArchive(String name) {
    return lower(name).endsWith(".zip") || lower(name).endsWith(".jar");
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** UTF-8 if it is that, else ISO 8859-1, in which every byte is a character. */
  static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }
}
