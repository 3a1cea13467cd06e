// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import org.fifteen.engine.Engines;

/** Sizes of keys in bits, as stored: from, to, in steps of. */
final class KeySizes {
  final int min;
  final int max;
  final int step;

  KeySizes(int min, int max, int step) {
    this.min = min;
    this.max = max;
    this.step = step;
  }

  /** Those of an engine, but for the key of no bytes, which JCE doesn't have. */
  static KeySizes of(Engines.Engine engine) {
    return new KeySizes(Math.max(engine.keyMin, 8), engine.keyMax, engine.keyStep);
  }

  boolean has(int bits) {
    return bits >= min && bits <= max && (bits - min) % step == 0;
  }

  /**
   * Refuses other sizes.
   *
   * @throws IllegalArgumentException with one line
   */
  void check(int bits) {
    if (!has(bits)) {
      throw new IllegalArgumentException("a key of " + bits + " bits; there are keys of " + this);
    }
  }

  /** As in {@code 128, 192, 256} or {@code 8 to 256 in steps of 8}. */
  @Override
  public String toString() {
    if ((max - min) / step > 4) {
      return min + " to " + max + " in steps of " + step;
    }
    StringBuilder all = new StringBuilder().append(min);
    for (int bits = min + step; bits <= max; bits += step) {
      all.append(", ").append(bits);
    }
    return all.toString();
  }
}
