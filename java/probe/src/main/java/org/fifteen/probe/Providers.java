// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.Provider;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The verb {@code providers}: the classes of JCE providers on the class path, as a service file or
 * a module says them, or else as they are found: every class is looked at.
 */
final class Providers {
  private static final String SERVICE = "META-INF/services/" + Provider.class.getName();

  /** What kept a class from being looked at, the first time. */
  private String problem = "";

  private Providers() {}

  static Map<String, Object> answer(Request request) throws IOException {
    request.only("");
    Providers search = new Providers();
    Set<String> found = new LinkedHashSet<>(said());
    if (found.isEmpty()) {
      found.addAll(search.seen());
    }
    return Map.of("providers", found, "problem", search.problem);
  }

  /** The class path behind the probe itself. */
  private static Collection<Path> places() {
    String[] parts = System.getProperty("java.class.path").split(File.pathSeparator);
    Set<Path> places = new LinkedHashSet<>();
    for (int i = 1; i < parts.length; i++) {
      places.add(Path.of(parts[i]));
    }
    return places;
  }

  private static Set<String> said() throws IOException {
    Set<String> names = new LinkedHashSet<>();
    for (URL file : Collections.list(ClassLoader.getSystemResources(SERVICE))) {
      try (InputStream in = file.openStream()) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        text.lines().map(line -> line.replaceFirst("#.*", "").strip()).forEach(names::add);
      }
    }
    for (Path place : places()) {
      try {
        ModuleFinder.of(place)
            .findAll()
            .forEach(module -> names.addAll(provided(module.descriptor())));
      } catch (FindException e) {
        // It is no module, which is no fault.
      }
    }
    names.removeIf(name -> name.isEmpty() || name.startsWith("org.fifteen."));
    return names;
  }

  private static Collection<String> provided(ModuleDescriptor module) {
    return module.provides().stream()
        .filter(provides -> provides.service().equals(Provider.class.getName()))
        .flatMap(provides -> provides.providers().stream())
        .collect(Collectors.toList());
  }

  private Set<String> seen() {
    Set<String> names = new LinkedHashSet<>();
    for (Path place : places()) {
      Beside.names(place).stream().filter(this::isProvider).forEach(names::add);
    }
    return names;
  }

  private boolean isProvider(String name) {
    try {
      Class<?> type = Class.forName(name, false, Providers.class.getClassLoader());
      if (!Provider.class.isAssignableFrom(type) || Modifier.isAbstract(type.getModifiers())) {
        return false;
      }
      type.getDeclaredConstructor();
      return true;
    } catch (NoSuchMethodException e) {
      return false; // an inner part of one
    } catch (ClassNotFoundException | LinkageError | SecurityException e) {
      problem = problem.isEmpty() ? Refusal.inOneLine(e) : problem;
      return false;
    }
  }
}
