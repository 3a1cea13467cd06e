// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Byte arrays eight bytes at a time: each {@code get} or {@code set} is one machine access. */
final class Words {
  static final VarHandle LONG_LE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  static final VarHandle LONG_BE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Words() {}

  /** out = a ^ b over {@code length} bytes; out may be a or b, at the same offset. */
  static void xor(byte[] a, int i, byte[] b, int j, byte[] out, int o, int length) {
    int n = 0;
    for (; n <= length - 32; n += 32) {
      long w0 = (long) LONG_LE.get(a, i + n) ^ (long) LONG_LE.get(b, j + n);
      long w1 = (long) LONG_LE.get(a, i + n + 8) ^ (long) LONG_LE.get(b, j + n + 8);
      long w2 = (long) LONG_LE.get(a, i + n + 16) ^ (long) LONG_LE.get(b, j + n + 16);
      long w3 = (long) LONG_LE.get(a, i + n + 24) ^ (long) LONG_LE.get(b, j + n + 24);
      LONG_LE.set(out, o + n, w0);
      LONG_LE.set(out, o + n + 8, w1);
      LONG_LE.set(out, o + n + 16, w2);
      LONG_LE.set(out, o + n + 24, w3);
    }
    for (; n <= length - 8; n += 8) {
      LONG_LE.set(out, o + n, (long) LONG_LE.get(a, i + n) ^ (long) LONG_LE.get(b, j + n));
    }
    for (; n < length; n++) {
      out[o + n] = (byte) (a[i + n] ^ b[j + n]);
    }
  }
}
