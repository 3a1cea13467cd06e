// SPDX-License-Identifier: Apache-2.0
package submission;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** As every submission had one: it reads its settings from a file beside the class. */
final class Rijndael_Properties {
  private Rijndael_Properties() {}

  static boolean selfTestPasses() {
    Properties settings = new Properties();
    try (InputStream in =
        Rijndael_Properties.class.getResourceAsStream("Rijndael_Algorithm.properties")) {
      settings.load(in);
    } catch (IOException e) {
      throw new ExceptionInInitializerError(e);
    }
    return Boolean.parseBoolean(settings.getProperty("self_test"));
  }
}
