// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.LONG_LE;

import java.util.Arrays;

/**
 * MAGENTA, the Multifunctional Algorithm for General-purpose Encryption and Network
 * Telecommunication Applications.
 *
 * <p>Michael J. Jacobson Jr. and Klaus Huber (Deutsche Telekom), 1998. "The MAGENTA Block Cipher
 * Algorithm". Block 128 bits, key 128, 192 or 256; 6 rounds, 8 with 256 key bits. Block and key are
 * strings of bytes.
 *
 * <p>A byte is always met with its f, in the place of the byte it is paired with: both are one
 * look-up, and one more gives the partner's share. Not constant-time: the look-ups depend on key
 * and data. The keys of the rounds are a palindrome, so that decryption is encryption of the
 * exchanged halves.
 */
final class Magenta extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 128;
  static final int KEY_MAX = 256;
  static final int KEY_STEP = 64;

  // ---- Tables ----

  /** f of a pair's first byte, in its place; then of its second. */
  private static final int[] F = new int[2 * 256];

  /** A first byte's own value and its f, in the places of both; then a second byte's. */
  private static final int[] H = new int[2 * 256];

  /** H of f. */
  private static final int[] G = new int[2 * 256];

  static {
    for (int x = 0, power = 1; x < 255; x++) {
      F[x] = power;
      power = power << 1 ^ (power >> 7) * 0x165;
    }
    for (int x = 0; x < 256; x++) {
      F[256 + x] = F[x] << 8;
      H[x] = x | F[x] << 8;
      H[256 + x] = x << 8 | F[x];
    }
    for (int x = 0; x < 256; x++) {
      G[x] = H[F[x]];
      G[256 + x] = H[256 + F[x]];
    }
  }

  // ---- Context ----

  /** 0, 1, 2: of 128, 192, 256 bits. */
  private int size;

  /** The key's bytes, each the second of its pair. */
  private final int[] k = new int[KEY_MAX / 8];

  Magenta() {
    super(BLOCK, KEY_MIN, KEY_MAX, KEY_STEP);
  }

  // ---- Key schedule ----

  private static final int[] ROUNDS = {6, 6, 8};

  /** Which eight bytes of the key each round takes. */
  private static final int[][] ORDER = {
    {0, 0, 1, 1, 0, 0}, {0, 1, 2, 2, 1, 0}, {0, 1, 2, 3, 3, 2, 1, 0},
  };

  @Override
  void setKey(Direction direction, byte[] key) {
    size = (8 * key.length - KEY_MIN) / KEY_STEP;
    for (int i = 0; i < key.length; i++) {
      k[i] = (key[i] & 255) << 8;
    }
  }

  // ---- Encryption ----

  private static void shuffle(int[] z) {
    int[] t = new int[8];
    for (int i = 0; i < 4; i++) {
      t[2 * i] = G[z[i] & 255] ^ G[256 + (z[i + 4] & 255)];
      t[2 * i + 1] = G[z[i] >> 8 & 255] ^ G[256 + (z[i + 4] >> 8 & 255)];
    }
    for (int i = 0; i < 8; i++) {
      z[i] = t[i];
    }
  }

  /** E, of the half x and eight bytes of the key, from k[at] on. */
  private static long e(long x, int[] k, int at) {
    int[] xk = new int[8];
    int[] z = new int[8];
    for (int i = 0; i < 8; i++) {
      xk[i] = (int) (x >>> 8 * i) & 255 | k[at + i];
      z[i] = H[xk[i] & 255] ^ H[256 + (xk[i] >> 8 & 255)];
    }
    for (int j = 1; j < 3; j++) {
      shuffle(z);
      shuffle(z);
      shuffle(z);
      for (int i = 0; i < 8; i++) {
        int t = xk[i] ^ F[z[i] & 255] ^ F[256 + (z[i] >> 8 & 255)];
        z[i] = H[t & 255] ^ H[256 + (t >> 8 & 255)];
      }
    }
    shuffle(z);
    shuffle(z);
    shuffle(z);
    long y = 0;
    for (int i = 0; i < 8; i++) {
      y |= (long) F[z[i] & 255] << 8 * i;
    }
    return y;
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    encryptBlocks(in, i, out, o, blocks, 0);
  }

  private void encryptBlocks(byte[] in, int i, byte[] out, int o, int blocks, int first) {
    int[] k = this.k;
    int[] order = ORDER[size];
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      long x = (long) LONG_LE.get(in, i + first);
      long y = (long) LONG_LE.get(in, i + (first ^ 8));
      for (int r = 0; r < ROUNDS[size]; r += 2) {
        x ^= e(y, k, 8 * order[r]);
        y ^= e(x, k, 8 * order[r + 1]);
      }
      LONG_LE.set(out, o + first, x);
      LONG_LE.set(out, o + (first ^ 8), y);
    }
  }

  // ---- Decryption ----

  /** The rounds' keys read the same backwards. */
  @Override
  void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    encryptBlocks(in, i, out, o, blocks, 8);
  }

  // ---- Engine ----

  @Override
  void eraseKey() {
    size = 0;
    Arrays.fill(k, 0);
  }
}
