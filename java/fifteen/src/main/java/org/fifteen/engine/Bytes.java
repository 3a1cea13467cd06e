// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** What every engine needs of bytes and words. */
final class Bytes {
  /** Words in byte arrays: {@code (int) INT_LE.get(array, offset)} is one machine load. */
  static final VarHandle INT_LE =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  static final VarHandle INT_BE =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  static final VarHandle LONG_LE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  static final VarHandle LONG_BE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Bytes() {}

  /**
   * The key as little-endian words, filled up with zeros to {@code count} words.
   *
   * <p>Not by way of a padded copy: the C2 compiler of JDK 17 loses bytes when the words of a fresh
   * {@code Arrays.copyOf} are read.
   */
  static void loadWords(int[] words, int count, byte[] key) {
    Arrays.fill(words, 0, count, 0);
    for (int i = 0; i < key.length / 4; i++) {
      words[i] = (int) INT_LE.get(key, 4 * i);
    }
    for (int i = key.length & ~3; i < key.length; i++) {
      words[i / 4] |= (key[i] & 255) << 8 * (i % 4);
    }
  }
}
