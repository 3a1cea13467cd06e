// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What libraries call our ciphers. A name is a claim: known answers decide. */
final class Names {
  /** Beside the id, in the same spelling: small letters and digits. */
  private static final Map<String, List<String>> OTHERS =
      Map.of(
          "rijndael", List.of("aes"),
          "3des", List.of("desede", "desede3", "tripledes", "tdes", "tdea"),
          "cast256", List.of("cast6"));

  /** Modes and paddings, each with what else it is called. */
  private static final List<List<String>> SAME =
      List.of(List.of("CTR", "SIC"), List.of("PKCS5Padding", "PKCS7Padding", "PKCS5", "PKCS7"));

  /** Those that engines are made of. */
  private static final Pattern MODE = ofMode("ecb|cbc");

  private Names() {}

  private static Pattern ofMode(String modes) {
    return Pattern.compile("(.+?)[-_/](" + modes + ")([-_/].*)?", Pattern.CASE_INSENSITIVE);
  }

  /**
   * Whether {@code name}, with or without a mode of an engine or a key size, claims to be the
   * cipher.
   */
  static boolean match(String cipher, String name) {
    return claims(cipher, withoutMode(name));
  }

  /** The same of one mode: {@code AES} and {@code AES128_CTR}, of {@code CTR}. */
  static boolean match(String cipher, String mode, String name) {
    return claims(cipher, withoutMode(mode, name));
  }

  private static boolean claims(String cipher, String name) {
    String base = squeezed(name);
    String family = family(cipher);
    return matches(squeezed(cipher), base)
        || matches(squeezed(family), base)
        || OTHERS.getOrDefault(family, List.of()).stream().anyMatch(word -> matches(word, base));
  }

  /** The cipher that variants share a name with: {@code mars} of {@code mars-round1}. */
  static String family(String cipher) {
    int dash = cipher.indexOf('-');
    return dash < 0 ? cipher : cipher.substring(0, dash);
  }

  /** {@code ecb}, {@code cbc}, or nothing, of {@code AES/ECB/NoPadding} and {@code AES128_ECB}. */
  static String mode(String name) {
    Matcher parts = MODE.matcher(name);
    return parts.matches() ? parts.group(2).toLowerCase(Locale.ROOT) : "";
  }

  static String withoutMode(String name) {
    return without(MODE, name);
  }

  /** {@code AES128}, of {@code AES128_CTR} and {@code CTR}, whatever it is spelt like. */
  static String withoutMode(String mode, String name) {
    String modes = spellings(mode).stream().map(Pattern::quote).collect(Collectors.joining("|"));
    return without(ofMode(modes), name);
  }

  private static String without(Pattern mode, String name) {
    Matcher parts = mode.matcher(name);
    return parts.matches() ? parts.group(1) : name;
  }

  /** What a mode or a padding is called: as it was given, then otherwise. */
  static List<String> spellings(String word) {
    List<String> found = new ArrayList<>(List.of(word));
    SAME.stream()
        .filter(same -> same.stream().anyMatch(word::equalsIgnoreCase))
        .flatMap(List::stream)
        .filter(other -> !other.equalsIgnoreCase(word))
        .forEach(found::add);
    return found;
  }

  /** {@code Rijndael_Algorithm}, {@code RC6Engine}: what is left is a cipher's name. */
  static String ofClass(Class<?> type) {
    return type.getSimpleName().replaceFirst("(?i)_?(algorithm|engine|cipher)$", "");
  }

  private static boolean matches(String word, String base) {
    return base.startsWith(word) && base.substring(word.length()).matches("\\d{0,3}");
  }

  private static String squeezed(String name) {
    return name.toLowerCase(Locale.ROOT).replace("+", "plus").replaceAll("[^a-z0-9]", "");
  }
}
