// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What libraries call our ciphers. A name is a claim: known answers decide. */
final class Names {
  /** Beside the id, in the same spelling: small letters and digits. */
  private static final Map<String, List<String>> OTHERS =
      Map.of(
          "rijndael", List.of("aes"),
          "3des", List.of("desede", "desede3", "tripledes", "tdes", "tdea"),
          "cast256", List.of("cast6"));

  private static final Pattern MODE =
      Pattern.compile("(.+?)[-_/](ecb|cbc)([-_/].*)?", Pattern.CASE_INSENSITIVE);

  private Names() {}

  /** Whether {@code name}, with or without a mode or a key size, claims to be the cipher. */
  static boolean match(String cipher, String name) {
    String base = squeezed(withoutMode(name));
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
    Matcher parts = MODE.matcher(name);
    return parts.matches() ? parts.group(1) : name;
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
