// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import java.util.Formatter;

/** Bytes in hexadecimal. */
final class Hex {
  private Hex() {}

  static byte[] bytes(String hex) {
    byte[] bytes = new byte[hex.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
    }
    return bytes;
  }

  static String of(byte[] bytes) {
    try (Formatter hex = new Formatter()) {
      for (byte b : bytes) {
        hex.format("%02x", b);
      }
      return hex.toString();
    }
  }
}
