// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The versions of the libraries that are built into the probe, as Maven knows them. */
final class Versions {
  private static final Properties VERSIONS = new Properties();

  static {
    try (InputStream in = Versions.class.getResourceAsStream("versions.properties")) {
      VERSIONS.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Versions() {}

  static String of(String library) {
    return VERSIONS.getProperty(library);
  }
}
