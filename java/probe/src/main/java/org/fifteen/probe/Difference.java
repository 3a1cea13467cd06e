// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.Arrays;
import java.util.Locale;
import org.fifteen.engine.Direction;

/** Compares what an engine gave with what it should have given. */
final class Difference {
  private Difference() {}

  /** Refuses {@code got} if it isn't {@code expected}, and names the first block that differs. */
  static void refuse(
      String what,
      Direction direction,
      byte[] key,
      byte[] in,
      byte[] expected,
      byte[] got,
      int blockBytes) {
    int at = Arrays.mismatch(expected, got);
    if (at >= 0) {
      int block = at - at % blockBytes;
      throw new Refusal(
          String.format(
              "%s: wrong in block %d of %d: %s key=%s in=%s expected=%s got=%s",
              what,
              block / blockBytes,
              expected.length / blockBytes,
              direction.name().toLowerCase(Locale.ROOT),
              Hex.encode(key),
              Hex.encode(in, block, blockBytes),
              Hex.encode(expected, block, blockBytes),
              Hex.encode(got, block, blockBytes)));
    }
  }
}
