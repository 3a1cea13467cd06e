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
    for (; n <= length - 8; n += 8) {
      LONG_LE.set(out, o + n, (long) LONG_LE.get(a, i + n) ^ (long) LONG_LE.get(b, j + n));
    }
    for (; n < length; n++) {
      out[o + n] = (byte) (a[i + n] ^ b[j + n]);
    }
  }
}
