// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

/** Bytes in hexadecimal, lower case. Java has its own only from 17 on. */
final class Hex {
  private static final String DIGITS = "0123456789abcdef";

  private Hex() {}

  static String encode(byte[] bytes) {
    return encode(bytes, 0, bytes.length);
  }

  static String encode(byte[] bytes, int from, int count) {
    StringBuilder text = new StringBuilder(2 * count);
    for (int i = from; i < from + count; i++) {
      text.append(DIGITS.charAt(bytes[i] >> 4 & 15)).append(DIGITS.charAt(bytes[i] & 15));
    }
    return text.toString();
  }

  /**
   * @param name what {@code text} is, for the error
   */
  static byte[] decode(String name, String text) {
    byte[] bytes = new byte[text.length() / 2];
    int wrong = text.length() % 2;
    for (int i = 0; i < bytes.length; i++) {
      int octet = DIGITS.indexOf(text.charAt(2 * i)) << 4 | DIGITS.indexOf(text.charAt(2 * i + 1));
      wrong |= octet >> 8;
      bytes[i] = (byte) octet;
    }
    if (wrong != 0) {
      throw new Refusal(name + " is not whole bytes in lower-case hexadecimal");
    }
    return bytes;
  }
}
