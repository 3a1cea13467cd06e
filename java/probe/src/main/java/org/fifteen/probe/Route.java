// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;

/**
 * How a provider's {@code Cipher} for a transformation is reached: what it is called there, whether
 * the provider wants to be registered, and how it takes keys. Plain, it is the transformation
 * itself with a {@code SecretKeySpec}; any other was found by {@link Routes}. A request has it in
 * one word.
 */
final class Route {
  private static final String SEPARATOR = ",";
  private static final int FIXED = 2; // words before the key's

  final String transformation;
  private final boolean registered;

  /** As {@link KeyMaker#words} has them. */
  private final String[] keys;

  private final boolean plain;

  private Route(String transformation, boolean registered, String[] keys, boolean plain) {
    this.transformation = transformation;
    this.registered = registered;
    this.keys = keys;
    this.plain = plain;
  }

  Route(String transformation, boolean registered, List<String> keys) {
    this(transformation, registered, keys.toArray(new String[0]), false);
  }

  /** As a program asks every provider. */
  static Route plain(String transformation) {
    String[] keys = {"plain", transformation.split("/")[0]};
    return new Route(transformation, false, keys, true);
  }

  /** The one that a request tells, or the plain one. */
  static Route told(Request request) {
    if (!request.has("route")) {
      return plain(request.word("transformation"));
    }
    String[] words = request.word("route").split(SEPARATOR);
    if (words.length < FIXED + 2) {
      throw new Refusal("route=" + request.word("route") + " is none: take what messages gives");
    }
    String[] keys = Arrays.copyOfRange(words, FIXED, words.length);
    return new Route(words[0], Boolean.parseBoolean(words[1]), keys, false);
  }

  /** For a request; nothing, of the plain one. */
  String word() {
    return plain
        ? ""
        : String.join(SEPARATOR, transformation, Boolean.toString(registered))
            + SEPARATOR
            + String.join(SEPARATOR, keys);
  }

  /** For people; nothing, of the plain one. */
  String inWords() {
    return plain ? "" : transformation + keysInWords() + (registered ? ", registered" : "");
  }

  private String keysInWords() {
    switch (keys[0]) {
      case "plain":
        return "";
      case "translated":
        return ", keys by SecretKeyFactory " + keys[1];
      case "spec":
        return ", keys by SecretKeyFactory " + keys[1] + " of " + keys[2];
      default:
        return ", keys of " + keys[2];
    }
  }

  /** What is done once, before the first {@link #cipher}. */
  void register(Provider provider) {
    if (registered) {
      Security.addProvider(provider);
    }
  }

  Cipher cipher(Provider provider) throws GeneralSecurityException {
    return Cipher.getInstance(transformation, provider);
  }

  Key key(Provider provider, byte[] bytes) {
    if (keys.length == 0) {
      throw new Refusal("how its keys are made cannot be told to another JVM");
    }
    try {
      return JceSteps.key(provider, keys, bytes);
    } catch (Exception e) {
      throw new Refusal(Refusal.inOneLine(e));
    }
  }
}
