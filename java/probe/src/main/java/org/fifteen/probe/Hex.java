// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

/** Bytes in hexadecimal, lower case. Java has its own only from 17 on. */
final class Hex {
  private Hex() {}

  static String encode(byte[] bytes) {
    return encode(bytes, 0, bytes.length);
  }

  static String encode(byte[] bytes, int from, int count) {
    StringBuilder text = new StringBuilder(2 * count);
    for (int i = from; i < from + count; i++) {
      text.append(Character.forDigit(bytes[i] >> 4 & 15, 16));
      text.append(Character.forDigit(bytes[i] & 15, 16));
    }
    return text.toString();
  }

  /**
   * @param name what {@code text} is, for the error
   */
  static byte[] decode(String name, String text) {
    if (text.length() % 2 != 0 || !text.matches("[0-9a-f]*+")) {
      throw new Refusal(name + " is not whole bytes in lower-case hexadecimal");
    }
    byte[] bytes = new byte[text.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(text.substring(2 * i, 2 * i + 2), 16);
    }
    return bytes;
  }
}
