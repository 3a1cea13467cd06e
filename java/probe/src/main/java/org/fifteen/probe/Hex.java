// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/**
 * Bytes in hexadecimal, lower case. Java has its own only from 17 on.
 *
 * <p>By arrays, without a call for each digit: a probe's JVM is young, and interprets it.
 */
final class Hex {
  private static final byte[] DIGITS = "0123456789abcdef".getBytes(ISO_8859_1);
  private static final int[] VALUES = new int[256];

  static {
    Arrays.fill(VALUES, -1);
    for (int value = 0; value < DIGITS.length; value++) {
      VALUES[DIGITS[value]] = value;
    }
  }

  private Hex() {}

  static String encode(byte[] bytes) {
    return encode(bytes, 0, bytes.length);
  }

  static String encode(byte[] bytes, int from, int count) {
    byte[] digits = new byte[2 * count];
    for (int i = 0; i < count; i++) {
      digits[2 * i] = DIGITS[bytes[from + i] >> 4 & 15];
      digits[2 * i + 1] = DIGITS[bytes[from + i] & 15];
    }
    return new String(digits, ISO_8859_1);
  }

  /**
   * @param name what {@code text} is, for the error
   */
  static byte[] decode(String name, String text) {
    byte[] digits = text.getBytes(ISO_8859_1);
    byte[] bytes = new byte[digits.length / 2];
    int wrong = digits.length % 2;
    for (int i = 0; i < bytes.length; i++) {
      int octet = VALUES[digits[2 * i] & 255] << 4 | VALUES[digits[2 * i + 1] & 255];
      wrong |= octet >> 8;
      bytes[i] = (byte) octet;
    }
    if (wrong != 0) {
      throw new Refusal(name + " is not whole bytes in lower-case hexadecimal");
    }
    return bytes;
  }
}
