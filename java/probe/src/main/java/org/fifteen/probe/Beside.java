// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The classes that lie beside a class, in its jar or its folder. */
final class Beside {
  private static final String SUFFIX = ".class";

  private Beside() {}

  /** Those whose simple name has {@code pattern} in it, not initialised; others are not loaded. */
  static List<Class<?>> classes(Class<?> anchor, String pattern) {
    Pattern wanted = Pattern.compile(pattern);
    List<Class<?>> found = new ArrayList<>();
    for (String name : names(anchor)) {
      if (wanted.matcher(name.substring(name.lastIndexOf('.') + 1)).find()) {
        try {
          found.add(Class.forName(name, false, anchor.getClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
          // It needs what isn't there: then nobody can use it.
        }
      }
    }
    return found;
  }

  /** What the manifest of a class's jar says, or nothing. */
  static String manifest(Class<?> anchor, String attribute) {
    Path place = place(anchor);
    if (place == null || Files.isDirectory(place)) {
      return "";
    }
    try (JarFile jar = new JarFile(place.toFile())) {
      Manifest manifest = jar.getManifest();
      String value = manifest == null ? null : manifest.getMainAttributes().getValue(attribute);
      return value == null ? "" : value;
    } catch (IOException e) {
      return "";
    }
  }

  private static List<String> names(Class<?> anchor) {
    Path place = place(anchor);
    return place == null ? List.of() : names(place);
  }

  /** The names of all classes in a jar or a folder; of anything else, none. */
  static List<String> names(Path place) {
    try {
      return Files.isDirectory(place) ? inFolder(place) : inJar(place.toFile());
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The jar or folder; null for the JDK's own classes. */
  private static Path place(Class<?> anchor) {
    CodeSource source = anchor.getProtectionDomain().getCodeSource();
    try {
      return source == null || source.getLocation() == null
          ? null
          : Path.of(source.getLocation().toURI());
    } catch (URISyntaxException | IllegalArgumentException e) {
      return null;
    }
  }

  private static List<String> inJar(File file) throws IOException {
    try (JarFile jar = new JarFile(file)) {
      return named(jar.stream().map(entry -> entry.getName()));
    }
  }

  private static List<String> inFolder(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return named(files.map(file -> folder.relativize(file).toString().replace('\\', '/')));
    }
  }

  private static List<String> named(Stream<String> files) {
    return files
        .filter(file -> file.endsWith(SUFFIX) && !file.startsWith("META-INF/"))
        .filter(file -> !file.endsWith("module-info.class"))
        .map(file -> file.substring(0, file.length() - SUFFIX.length()).replace('/', '.'))
        .sorted()
        .collect(Collectors.toList());
  }
}
