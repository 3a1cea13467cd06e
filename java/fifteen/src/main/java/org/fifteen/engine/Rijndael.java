// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.INT_LE;

import java.util.Arrays;

/**
 * Rijndael with 128-bit blocks (AES, and its key sizes in between).
 *
 * <p>Joan Daemen and Vincent Rijmen, 1998. FIPS-197 (2001) for 128, 192 and 256 bits; "The Design
 * of Rijndael" (2002), chapter 3, for 160 and 224. Block 128 bits, key 128 to 256 in steps of 32;
 * max(Nk, 4) + 6 rounds. Bytes fill the state column by column; a column is one little-endian word.
 *
 * <p>SubBytes, ShiftRows and MixColumns of a column are four table look-ups. Two blocks side by
 * side hide the latency of each other's. Not constant-time: the look-ups depend on key and data.
 */
final class Rijndael extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 128;
  static final int KEY_MAX = 256;
  static final int KEY_STEP = 32;

  // ---- Tables (FIPS-197 5.1.1; The Design of Rijndael 4.2) ----

  private static final byte[] S = new byte[256];
  private static final byte[] IS = new byte[256];
  private static final int[] T0 = new int[256];
  private static final int[] T1 = new int[256];
  private static final int[] T2 = new int[256];
  private static final int[] T3 = new int[256];
  private static final int[] IT0 = new int[256];
  private static final int[] IT1 = new int[256];
  private static final int[] IT2 = new int[256];
  private static final int[] IT3 = new int[256];

  static {
    int[] powers = new int[255];
    int[] log = new int[256];
    for (int i = 0, x = 1; i < 255; i++, x ^= twice(x)) {
      powers[i] = x;
      log[x] = i;
    }
    for (int x = 0; x < 256; x++) {
      int inverse = x == 0 ? 0 : powers[(255 - log[x]) % 255];
      int y = inverse | inverse << 8;
      int s = (y ^ y >> 4 ^ y >> 5 ^ y >> 6 ^ y >> 7 ^ 0x63) & 255;
      S[x] = (byte) s;
      IS[s] = (byte) x;
    }
    for (int x = 0; x < 256; x++) {
      int s = S[x] & 255;
      int t = twice(s) | s << 8 | s << 16 | (twice(s) ^ s) << 24;
      T0[x] = t;
      T1[x] = Integer.rotateLeft(t, 8);
      T2[x] = Integer.rotateLeft(t, 16);
      T3[x] = Integer.rotateLeft(t, 24);
      int i = IS[x] & 255;
      int i2 = twice(i);
      int i4 = twice(i2);
      int i8 = twice(i4);
      int it = i8 ^ i4 ^ i2 | (i8 ^ i) << 8 | (i8 ^ i4 ^ i) << 16 | (i8 ^ i2 ^ i) << 24;
      IT0[x] = it;
      IT1[x] = Integer.rotateLeft(it, 8);
      IT2[x] = Integer.rotateLeft(it, 16);
      IT3[x] = Integer.rotateLeft(it, 24);
    }
  }

  private static int twice(int x) {
    return x << 1 ^ (x >> 7) * 0x11b;
  }

  // ---- Context ----

  private int rounds;
  private int[] k;

  Rijndael() {
    super(BLOCK, KEY_MIN, KEY_MAX, KEY_STEP);
  }

  // ---- Key schedule ----

  private static int subWord(int x) {
    return S[x & 255] & 255
        | (S[x >> 8 & 255] & 255) << 8
        | (S[x >> 16 & 255] & 255) << 16
        | S[x >>> 24] << 24;
  }

  private static int inverseMixColumn(int x) {
    return IT0[S[x & 255] & 255]
        ^ IT1[S[x >> 8 & 255] & 255]
        ^ IT2[S[x >> 16 & 255] & 255]
        ^ IT3[S[x >>> 24] & 255];
  }

  /** FIPS-197 5.2. */
  private static int[] expandKey(byte[] key, int rounds) {
    int[] w = new int[4 * (rounds + 1)];
    int keyWords = key.length / 4;
    int roundConstant = 1;
    int last = 0; // the last word, not to wait for its store
    for (int i = 0; i < keyWords; i++) {
      last = (int) INT_LE.get(key, 4 * i);
      w[i] = last;
    }
    for (int i = keyWords, column = 0; i < w.length; i++) {
      if (column == 0) {
        last = subWord(Integer.rotateRight(last, 8)) ^ roundConstant;
        roundConstant = twice(roundConstant);
      } else if (keyWords > 6 && column == 4) {
        last = subWord(last);
      }
      last ^= w[i - keyWords];
      w[i] = last;
      if (++column == keyWords) {
        column = 0;
      }
    }
    return w;
  }

  /** FIPS-197 5.3.5. */
  private static void invertKey(int[] w) {
    for (int i = 0, j = w.length - 4; i < j; i += 4, j -= 4) {
      for (int n = 0; n < 4; n++) {
        int x = w[i + n];
        w[i + n] = w[j + n];
        w[j + n] = x;
      }
    }
    for (int i = 4; i < w.length - 4; i++) {
      w[i] = inverseMixColumn(w[i]);
    }
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    eraseKey();
    rounds = key.length / 4 + 6;
    int[] w = expandKey(key, rounds);
    if (direction == Direction.DECRYPT) {
      invertKey(w);
    }
    k = w;
  }

  // ---- Encryption ----

  private static int column(int a, int b, int c, int d) {
    return T0[a & 255] ^ T1[b >> 8 & 255] ^ T2[c >> 16 & 255] ^ T3[d >>> 24];
  }

  private static int lastColumn(int a, int b, int c, int d) {
    return S[a & 255] & 255
        | (S[b >> 8 & 255] & 255) << 8
        | (S[c >> 16 & 255] & 255) << 16
        | S[d >>> 24] << 24;
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    int[] k = this.k;
    int last = 4 * rounds;
    for (; blocks > 1; blocks -= 2, i += 2 * BLOCK, o += 2 * BLOCK) {
      int a = (int) INT_LE.get(in, i + 0) ^ k[0];
      int b = (int) INT_LE.get(in, i + 4) ^ k[1];
      int c = (int) INT_LE.get(in, i + 8) ^ k[2];
      int d = (int) INT_LE.get(in, i + 12) ^ k[3];
      int a2 = (int) INT_LE.get(in, i + 16) ^ k[0];
      int b2 = (int) INT_LE.get(in, i + 20) ^ k[1];
      int c2 = (int) INT_LE.get(in, i + 24) ^ k[2];
      int d2 = (int) INT_LE.get(in, i + 28) ^ k[3];
      for (int r = 4; r < last; r += 4) {
        int w = column(a, b, c, d) ^ k[r + 0];
        int x = column(b, c, d, a) ^ k[r + 1];
        int y = column(c, d, a, b) ^ k[r + 2];
        int z = column(d, a, b, c) ^ k[r + 3];
        int w2 = column(a2, b2, c2, d2) ^ k[r + 0];
        int x2 = column(b2, c2, d2, a2) ^ k[r + 1];
        int y2 = column(c2, d2, a2, b2) ^ k[r + 2];
        int z2 = column(d2, a2, b2, c2) ^ k[r + 3];
        a = w;
        b = x;
        c = y;
        d = z;
        a2 = w2;
        b2 = x2;
        c2 = y2;
        d2 = z2;
      }
      INT_LE.set(out, o + 0, lastColumn(a, b, c, d) ^ k[last + 0]);
      INT_LE.set(out, o + 4, lastColumn(b, c, d, a) ^ k[last + 1]);
      INT_LE.set(out, o + 8, lastColumn(c, d, a, b) ^ k[last + 2]);
      INT_LE.set(out, o + 12, lastColumn(d, a, b, c) ^ k[last + 3]);
      INT_LE.set(out, o + 16, lastColumn(a2, b2, c2, d2) ^ k[last + 0]);
      INT_LE.set(out, o + 20, lastColumn(b2, c2, d2, a2) ^ k[last + 1]);
      INT_LE.set(out, o + 24, lastColumn(c2, d2, a2, b2) ^ k[last + 2]);
      INT_LE.set(out, o + 28, lastColumn(d2, a2, b2, c2) ^ k[last + 3]);
    }
    if (blocks > 0) {
      int a = (int) INT_LE.get(in, i + 0) ^ k[0];
      int b = (int) INT_LE.get(in, i + 4) ^ k[1];
      int c = (int) INT_LE.get(in, i + 8) ^ k[2];
      int d = (int) INT_LE.get(in, i + 12) ^ k[3];
      for (int r = 4; r < last; r += 4) {
        int w = column(a, b, c, d) ^ k[r + 0];
        int x = column(b, c, d, a) ^ k[r + 1];
        int y = column(c, d, a, b) ^ k[r + 2];
        int z = column(d, a, b, c) ^ k[r + 3];
        a = w;
        b = x;
        c = y;
        d = z;
      }
      INT_LE.set(out, o + 0, lastColumn(a, b, c, d) ^ k[last + 0]);
      INT_LE.set(out, o + 4, lastColumn(b, c, d, a) ^ k[last + 1]);
      INT_LE.set(out, o + 8, lastColumn(c, d, a, b) ^ k[last + 2]);
      INT_LE.set(out, o + 12, lastColumn(d, a, b, c) ^ k[last + 3]);
    }
  }

  // ---- Decryption ----

  private static int inverseColumn(int a, int b, int c, int d) {
    return IT0[a & 255] ^ IT1[b >> 8 & 255] ^ IT2[c >> 16 & 255] ^ IT3[d >>> 24];
  }

  private static int lastInverseColumn(int a, int b, int c, int d) {
    return IS[a & 255] & 255
        | (IS[b >> 8 & 255] & 255) << 8
        | (IS[c >> 16 & 255] & 255) << 16
        | IS[d >>> 24] << 24;
  }

  @Override
  void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    int[] k = this.k;
    int last = 4 * rounds;
    for (; blocks > 1; blocks -= 2, i += 2 * BLOCK, o += 2 * BLOCK) {
      int a = (int) INT_LE.get(in, i + 0) ^ k[0];
      int b = (int) INT_LE.get(in, i + 4) ^ k[1];
      int c = (int) INT_LE.get(in, i + 8) ^ k[2];
      int d = (int) INT_LE.get(in, i + 12) ^ k[3];
      int a2 = (int) INT_LE.get(in, i + 16) ^ k[0];
      int b2 = (int) INT_LE.get(in, i + 20) ^ k[1];
      int c2 = (int) INT_LE.get(in, i + 24) ^ k[2];
      int d2 = (int) INT_LE.get(in, i + 28) ^ k[3];
      for (int r = 4; r < last; r += 4) {
        int w = inverseColumn(a, d, c, b) ^ k[r + 0];
        int x = inverseColumn(b, a, d, c) ^ k[r + 1];
        int y = inverseColumn(c, b, a, d) ^ k[r + 2];
        int z = inverseColumn(d, c, b, a) ^ k[r + 3];
        int w2 = inverseColumn(a2, d2, c2, b2) ^ k[r + 0];
        int x2 = inverseColumn(b2, a2, d2, c2) ^ k[r + 1];
        int y2 = inverseColumn(c2, b2, a2, d2) ^ k[r + 2];
        int z2 = inverseColumn(d2, c2, b2, a2) ^ k[r + 3];
        a = w;
        b = x;
        c = y;
        d = z;
        a2 = w2;
        b2 = x2;
        c2 = y2;
        d2 = z2;
      }
      INT_LE.set(out, o + 0, lastInverseColumn(a, d, c, b) ^ k[last + 0]);
      INT_LE.set(out, o + 4, lastInverseColumn(b, a, d, c) ^ k[last + 1]);
      INT_LE.set(out, o + 8, lastInverseColumn(c, b, a, d) ^ k[last + 2]);
      INT_LE.set(out, o + 12, lastInverseColumn(d, c, b, a) ^ k[last + 3]);
      INT_LE.set(out, o + 16, lastInverseColumn(a2, d2, c2, b2) ^ k[last + 0]);
      INT_LE.set(out, o + 20, lastInverseColumn(b2, a2, d2, c2) ^ k[last + 1]);
      INT_LE.set(out, o + 24, lastInverseColumn(c2, b2, a2, d2) ^ k[last + 2]);
      INT_LE.set(out, o + 28, lastInverseColumn(d2, c2, b2, a2) ^ k[last + 3]);
    }
    if (blocks > 0) {
      int a = (int) INT_LE.get(in, i + 0) ^ k[0];
      int b = (int) INT_LE.get(in, i + 4) ^ k[1];
      int c = (int) INT_LE.get(in, i + 8) ^ k[2];
      int d = (int) INT_LE.get(in, i + 12) ^ k[3];
      for (int r = 4; r < last; r += 4) {
        int w = inverseColumn(a, d, c, b) ^ k[r + 0];
        int x = inverseColumn(b, a, d, c) ^ k[r + 1];
        int y = inverseColumn(c, b, a, d) ^ k[r + 2];
        int z = inverseColumn(d, c, b, a) ^ k[r + 3];
        a = w;
        b = x;
        c = y;
        d = z;
      }
      INT_LE.set(out, o + 0, lastInverseColumn(a, d, c, b) ^ k[last + 0]);
      INT_LE.set(out, o + 4, lastInverseColumn(b, a, d, c) ^ k[last + 1]);
      INT_LE.set(out, o + 8, lastInverseColumn(c, b, a, d) ^ k[last + 2]);
      INT_LE.set(out, o + 12, lastInverseColumn(d, c, b, a) ^ k[last + 3]);
    }
  }

  // ---- Engine ----

  @Override
  void eraseKey() {
    if (k != null) {
      Arrays.fill(k, 0);
      k = null;
    }
  }
}
