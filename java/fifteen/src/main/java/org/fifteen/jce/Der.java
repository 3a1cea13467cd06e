// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** As much of ASN.1's DER (ITU-T X.690) as parameters need: one element, and what is in it. */
final class Der {
  static final int INTEGER = 0x02;
  static final int OCTET_STRING = 0x04;
  static final int SEQUENCE = 0x30;

  private final byte[] bytes;
  private int at;

  /** Reads elements one after the other. */
  Der(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The content of the next element, which must have that tag. */
  byte[] next(int tag) throws IOException {
    if (bytes.length - at < 2 || bytes[at] != tag) {
      throw new IOException("not the DER that was expected: no tag " + tag + " at byte " + at);
    }
    int length = bytes[at + 1] & 255;
    at += 2;
    if (length > 127) {
      length = longLength(length & 127);
    }
    if (length > bytes.length - at) {
      throw new IOException("the DER is cut off: an element goes on after byte " + bytes.length);
    }
    byte[] content = new byte[length];
    System.arraycopy(bytes, at, content, 0, length);
    at += length;
    return content;
  }

  private int longLength(int digits) throws IOException {
    long length = 0;
    if (digits < 1 || digits > 4 || digits > bytes.length - at) {
      throw new IOException("not DER: a length of " + digits + " bytes at byte " + at);
    }
    for (int n = 0; n < digits; n++) {
      length = length << 8 | bytes[at++] & 255;
    }
    if (length < 128 || length >>> 8 * (digits - 1) == 0 || length > Integer.MAX_VALUE) {
      throw new IOException("not DER: a length that is not the shortest, or too long");
    }
    return (int) length;
  }

  boolean atEnd() {
    return at == bytes.length;
  }

  /** Refuses more bytes. */
  void end() throws IOException {
    if (!atEnd()) {
      throw new IOException("not DER alone: more follows at byte " + at);
    }
  }

  static byte[] element(int tag, byte[]... contents) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int length = 0;
    for (byte[] content : contents) {
      length += content.length;
    }
    out.write(tag);
    if (length < 128) {
      out.write(length);
    } else {
      int digits = (39 - Integer.numberOfLeadingZeros(length)) / 8;
      out.write(128 | digits);
      for (int n = digits - 1; n >= 0; n--) {
        out.write(length >>> 8 * n);
      }
    }
    for (byte[] content : contents) {
      out.write(content, 0, content.length);
    }
    return out.toByteArray();
  }
}
