// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

/**
 * An engine that does modes of operation itself, where modes over {@link #process} would cost more.
 *
 * <p>The chain is a block: what links the first block to those before it. It is moved on to what
 * links the next. All else is as for {@link #process}.
 */
public interface ModeEngine extends BlockEngine {
  /**
   * CBC, NIST SP 800-38A, 6.2, in the direction of the key.
   *
   * @param chain the last block of ciphertext, or the IV
   */
  void cbc(byte[] chain, byte[] in, int inOffset, byte[] out, int outOffset, int blocks);

  /**
   * CTR, NIST SP 800-38A, 6.5, both ways; the key is set for encryption.
   *
   * @param chain the next counter block, all of which counts, big-endian, and wraps around
   */
  void ctr(byte[] chain, byte[] in, int inOffset, byte[] out, int outOffset, int blocks);
}
