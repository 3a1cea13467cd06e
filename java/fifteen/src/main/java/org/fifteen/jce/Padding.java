// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import java.util.Arrays;
import java.util.Locale;
import javax.crypto.BadPaddingException;
import javax.crypto.NoSuchPaddingException;

/** What fills the last block of a message. */
enum Padding {
  /** Nothing does. */
  NONE {
    @Override
    int bytes(int length, int block) {
      return 0;
    }

    @Override
    void fill(byte[] data, int from, int to) {}

    @Override
    int lengthWithout(byte[] data, int length, int block) {
      return length;
    }
  },

  /** RFC 5652, 6.3: each byte is their number, 1 to a block. */
  PKCS7 {
    @Override
    int bytes(int length, int block) {
      return block - length % block;
    }

    @Override
    void fill(byte[] data, int from, int to) {
      Arrays.fill(data, from, to, (byte) (to - from));
    }

    /** Looks at the whole block, whatever is in it, so that time doesn't tell what is wrong. */
    @Override
    int lengthWithout(byte[] data, int length, int block) throws BadPaddingException {
      int count = data[length - 1] & 255;
      int bad = count - 1 | block - count; // negative if out of range
      for (int n = 1; n <= block; n++) {
        int inPadding = n - count - 1 >> 31;
        bad |= -(data[length - n] & 255 ^ count) & inPadding;
      }
      if (bad < 0) {
        throw new BadPaddingException("the last block is not padded rightly: is the key right?");
      }
      return length - count;
    }
  },

  /** Zeros, a block of them where the message is whole blocks; its own last zeros are lost. */
  ZEROS {
    @Override
    int bytes(int length, int block) {
      return block - length % block;
    }

    @Override
    void fill(byte[] data, int from, int to) {
      Arrays.fill(data, from, to, (byte) 0);
    }

    @Override
    int lengthWithout(byte[] data, int length, int block) {
      int end = length;
      while (end > length - block && data[end - 1] == 0) {
        end--;
      }
      return end;
    }
  };

  /** How many bytes to add to a message of {@code length}. */
  abstract int bytes(int length, int block);

  abstract void fill(byte[] data, int from, int to);

  /** The length of a message of {@code length} bytes, at least a block, when the padding is off. */
  abstract int lengthWithout(byte[] data, int length, int block) throws BadPaddingException;

  /** The names of all, as JCE spells them in a transformation. */
  static final String NAMES = "NOPADDING|PKCS5PADDING|PKCS7PADDING|ZEROBYTEPADDING";

  static Padding named(String name) throws NoSuchPaddingException {
    switch (name.toUpperCase(Locale.ROOT)) {
      case "NOPADDING":
        return NONE;
      case "PKCS5PADDING":
      case "PKCS7PADDING":
        return PKCS7;
      case "ZEROBYTEPADDING":
        return ZEROS;
      default:
        throw new NoSuchPaddingException(
            name + "; there are NoPadding, PKCS5Padding, PKCS7Padding, ZeroBytePadding");
    }
  }
}
