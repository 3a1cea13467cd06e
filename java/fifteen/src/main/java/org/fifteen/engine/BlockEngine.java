// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

/**
 * One keyed block cipher, in ECB.
 *
 * <p>An engine is keyed with {@link #init}, which may be called again at any time, and then works
 * on whole blocks. It is not thread-safe. Keys and blocks are strings of bytes in the order that
 * the cipher's specification, or the convention named in {@code ciphers.toml}, gives them.
 *
 * <p>This is not a mode of operation: ECB leaks which blocks are equal.
 */
public interface BlockEngine {
  /** The block size in bytes. */
  int blockBytes();

  /**
   * Sets the key.
   *
   * @param direction what {@link #process} shall do from now on
   * @param key the key as stored, parity bits included; it is not kept and not changed
   * @throws IllegalArgumentException if the cipher has no keys of that size; the key set before
   *     then stays
   */
  void init(Direction direction, byte[] key);

  /**
   * Encrypts or decrypts {@code blocks} whole blocks.
   *
   * <p>{@code in} and {@code out} may be the same array at the same offset; any other overlap is
   * not allowed.
   *
   * @throws IndexOutOfBoundsException if a range leaves its array; nothing is written then
   * @throws IllegalStateException if no key is set
   */
  void process(byte[] in, int inOffset, byte[] out, int outOffset, int blocks);

  /** Erases the key. The engine must be keyed again before its next use. */
  void wipe();
}
