// SPDX-License-Identifier: Apache-2.0
package odd.own;

import java.security.spec.KeySpec;

/** Transparent: the bytes. */
public final class RawKeySpec implements KeySpec {
  private final byte[] bytes;

  public RawKeySpec(byte[] bytes) {
    this.bytes = bytes;
  }

  public byte[] bytes() {
    return bytes;
  }
}
