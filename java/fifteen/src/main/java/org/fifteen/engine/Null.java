// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

/**
 * null: the identity cipher. It proves nothing and protects nothing: what the lab measures of it is
 * the cost of the lab itself.
 *
 * <p>Block 128 bits; any NIST key size, ignored.
 */
final class Null extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 128;
  static final int KEY_MAX = 256;
  static final int KEY_STEP = 64;

  // ---- Context ----

  Null() {
    super(BLOCK, KEY_MIN, KEY_MAX, KEY_STEP);
  }

  // ---- Key schedule ----

  @Override
  void setKey(Direction direction, byte[] key) {}

  // ---- Encryption and decryption ----

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    System.arraycopy(in, i, out, o, BLOCK * blocks);
  }

  // ---- Engine ----

  @Override
  void eraseKey() {}
}
