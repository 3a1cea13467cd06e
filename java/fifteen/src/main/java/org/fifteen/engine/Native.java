// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import java.lang.System.Logger.Level;
import java.util.List;

/**
 * Where the engines of the C library come from: the class NativeEngines, which a jar that a JDK of
 * 22 or newer built has for such JVMs ({@code src/main/java22}).
 */
final class Native {
  /** The first Java that can give arrays to C. */
  private static final int FIRST = 22;

  private static final String NONE = "no native engines: ";

  private Native() {}

  /**
   * Adds them to the list. Returns a line that says whose they are, or why there are none; it is in
   * the log, too, where there may be any.
   */
  static String addTo(List<Engines.Engine> engines) {
    int java = Runtime.version().feature();
    if (java < FIRST) {
      return NONE + "they need Java " + FIRST + ", and this is " + java;
    }
    String said = addThere(engines);
    System.getLogger(Native.class.getPackageName()).log(Level.DEBUG, said);
    return said;
  }

  private static String addThere(List<Engines.Engine> engines) {
    try {
      Class<?> there = Class.forName(Native.class.getPackageName() + ".NativeEngines");
      return (String) there.getDeclaredMethod("addTo", List.class).invoke(null, engines);
    } catch (ClassNotFoundException e) {
      return NONE + "this jar has none, or isn't read as a multi-release jar";
    } catch (ReflectiveOperationException | LinkageError e) { // whatever it is, Java is enough
      return NONE + e;
    }
  }
}
