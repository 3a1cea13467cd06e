// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * An entry of test/intermediate/NAME.txt: what an engine has inside, round keys and states, as
 * published; or of another such file, named from there. C is held against the same file.
 */
public final class Intermediate {
  private static final Path FOLDER = Path.of("..", "..", "test", "intermediate");

  private final int number;
  private final Map<String, String> digits = new LinkedHashMap<>();
  private final Set<String> used = new HashSet<>();

  private Intermediate(int number, String text) {
    this.number = number;
    String name = null;
    for (String line : text.split("\n")) {
      int equals = line.indexOf('=');
      if (equals >= 0) {
        name = line.substring(0, equals);
      }
      String more = line.substring(equals + 1).replaceAll("\\s", "").toLowerCase();
      digits.merge(name, more, String::concat);
    }
  }

  /**
   * Calls {@code compute} for each entry. There it takes the inputs and gives whatever the file may
   * list; all that an entry lists must have been taken or given, and be right.
   */
  public static void check(String name, Consumer<Intermediate> compute) throws IOException {
    String text = Files.readString(FOLDER.resolve(name + ".txt")).replaceAll("(?m)^#.*\n", "");
    int entries = 0;
    for (String part : text.trim().split("\n\\s*\n")) {
      Intermediate entry = new Intermediate(++entries, part.trim());
      compute.accept(entry);
      entry.digits.keySet().removeAll(entry.used);
      assertEquals(Set.of(), entry.digits.keySet(), "entry " + entries + ": nothing gives these");
    }
    assertFalse(text.isBlank(), name + " has no entry");
  }

  public boolean has(String name) {
    return digits.containsKey(name);
  }

  public byte[] take(String name) {
    assertTrue(has(name), "entry " + number + " has no " + name);
    used.add(name);
    String hex = digits.get(name);
    byte[] bytes = new byte[hex.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    }
    return bytes;
  }

  public void give(String name, byte[] x) {
    StringBuilder text = new StringBuilder();
    for (byte b : x) {
      text.append(String.format("%02x", b));
    }
    compare(name, text.toString());
  }

  /** Words, printed as numbers. */
  void give(String name, int[] x) {
    StringBuilder text = new StringBuilder();
    for (int word : x) {
      text.append(String.format("%08x", word));
    }
    compare(name, text.toString());
  }

  /** Words, printed as bytes, the low one first. */
  void giveLe(String name, int[] x) {
    int[] swapped = new int[x.length];
    Arrays.setAll(swapped, i -> Integer.reverseBytes(x[i]));
    give(name, swapped);
  }

  void give(String name, long[] x) {
    StringBuilder text = new StringBuilder();
    for (long word : x) {
      text.append(String.format("%016x", word));
    }
    compare(name, text.toString());
  }

  private void compare(String name, String made) {
    if (has(name)) {
      used.add(name);
      assertEquals(digits.get(name), made, "entry " + number + ", " + name);
    }
  }
}
