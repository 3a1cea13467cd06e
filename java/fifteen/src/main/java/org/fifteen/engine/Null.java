// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

/**
 * null: the identity cipher. It proves nothing and protects nothing: what the lab measures of it is
 * the cost of the lab itself.
 *
 * <p>Block 128 bits; any NIST key size, ignored.
 */
final class Null implements BlockEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 128;
  static final int KEY_MAX = 256;
  static final int KEY_STEP = 64;

  // ---- Context ----

  private boolean keyed;

  // ---- Key schedule ----

  @Override
  public void init(Direction direction, byte[] key) {
    Bytes.checkKey(key, KEY_MIN, KEY_MAX, KEY_STEP, direction);
    keyed = true;
  }

  // ---- Encryption and decryption ----

  @Override
  public void process(byte[] in, int inOffset, byte[] out, int outOffset, int blocks) {
    Bytes.checkProcess(keyed, BLOCK, in, inOffset, out, outOffset, blocks);
    System.arraycopy(in, inOffset, out, outOffset, BLOCK * blocks);
  }

  // ---- Engine ----

  @Override
  public int blockBytes() {
    return BLOCK;
  }

  @Override
  public void wipe() {
    keyed = false;
  }
}
