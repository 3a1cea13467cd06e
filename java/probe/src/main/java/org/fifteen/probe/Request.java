// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** One line of the protocol: a verb, then {@code name=value} words. */
final class Request {
  final String line;
  final String verb;
  private final Map<String, String> words = new LinkedHashMap<>();

  Request(String line) {
    String[] parts = line.split(" ", -1);
    this.line = line;
    verb = parts[0];
    for (String part : Arrays.asList(parts).subList(1, parts.length)) {
      int equals = part.indexOf('=');
      if (equals < 1) {
        throw new Refusal("not name=value: '" + part + "'");
      }
      String name = part.substring(0, equals);
      if (words.put(name, part.substring(equals + 1)) != null) {
        throw new Refusal(name + " is given twice");
      }
    }
  }

  /** Refuses every word that is not among {@code names}, a list separated by spaces. */
  Request only(String names) {
    for (String name : words.keySet()) {
      if (!Arrays.asList(names.split(" ")).contains(name)) {
        throw new Refusal(verb + " has no word " + name + "; it has: " + names);
      }
    }
    return this;
  }

  boolean has(String name) {
    return words.containsKey(name);
  }

  String word(String name) {
    String value = words.get(name);
    if (value == null) {
      throw new Refusal(verb + " needs " + name + "=");
    }
    return value;
  }

  String word(String name, String otherwise) {
    return words.getOrDefault(name, otherwise);
  }

  byte[] bytes(String name) {
    return Hex.decode(name, word(name));
  }

  int number(String name, int min) {
    return atLeast(name, word(name), min);
  }

  int number(String name, int min, int otherwise) {
    return atLeast(name, word(name, Integer.toString(otherwise)), min);
  }

  /** A seed: any number of 64 bits. */
  long seed() {
    try {
      return Long.parseUnsignedLong(word("seed"));
    } catch (NumberFormatException e) {
      throw new Refusal("seed=" + word("seed") + " is not a whole number of 64 bits");
    }
  }

  private static int atLeast(String name, String value, int min) {
    try {
      int number = Integer.parseInt(value);
      if (number >= min) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new Refusal(name + "=" + value + " is not a whole number from " + min + " up");
  }
}
