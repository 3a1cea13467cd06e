// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

/**
 * A block cipher with a tweak: a second input beside the key, which may be public and is cheap to
 * change.
 *
 * <p>The tweak is zeros until it is set, then stays, whatever keys are set, until {@link #wipe},
 * after which it is zeros again.
 */
public interface Tweakable extends BlockEngine {
  /** The size of the tweak in bytes. */
  int tweakBytes();

  /**
   * Sets the tweak, before or after a key.
   *
   * @param tweak is not kept and not changed
   * @throws IllegalArgumentException if it is not of {@link #tweakBytes} bytes; the tweak set
   *     before then stays
   */
  void setTweak(byte[] tweak);
}
