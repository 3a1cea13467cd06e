// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.Integer.rotateLeft;
import static java.lang.Integer.rotateRight;
import static org.fifteen.engine.Bytes.INT_LE;

import java.util.Arrays;

/**
 * Rijndael: AES, and its other block and key sizes.
 *
 * <p>Joan Daemen and Vincent Rijmen, 1998. FIPS 197 (2001) for blocks of 128 bits and keys of 128,
 * 192 and 256; "The Design of Rijndael" (2002), chapter 3, for the others. Block and key 128 to 256
 * bits in steps of 32; max(Nb, Nk) + 6 rounds. Bytes fill the state column by column; a column is
 * one little-endian word.
 *
 * <p>SubBytes, ShiftRows and MixColumns of a column are four table look-ups. Not constant-time: the
 * look-ups depend on key and data.
 *
 * <p>HotSpot makes 960 instructions of a block of 128 bits, where C has 650: of the 90 of a round,
 * C2 spends 22 on spilling words and 11 on loading the tables' addresses. Of longer blocks it makes
 * 1,480 to 2,870, where C has 870 to 1,800.
 */
final class Rijndael extends KeyedEngine {
  static final int KEY_MIN = 128;
  static final int KEY_MAX = 256;
  static final int KEY_STEP = 32;

  // ---- Tables (FIPS 197, 5.1.1; The Design of Rijndael 4.2) ----

  /** The S-box and its inverse, apart: {@link AesRowwise} has no other tables. */
  static final class Boxes {
    static final byte[] S = new byte[256];
    static final byte[] IS = new byte[256];

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
    }

    private Boxes() {}

    static int twice(int x) {
      return x << 1 ^ (x >> 7) * 0x11b;
    }
  }

  private static final byte[] S = Boxes.S;
  private static final byte[] IS = Boxes.IS;
  private static final int[] T = new int[4 * 256]; // T0 to T3, one after the other
  private static final int[] IT = new int[4 * 256];

  static {
    for (int x = 0; x < 256; x++) {
      int s = S[x] & 255;
      int t = Boxes.twice(s) | s << 8 | s << 16 | (Boxes.twice(s) ^ s) << 24;
      int i = IS[x] & 255;
      int i2 = Boxes.twice(i);
      int i4 = Boxes.twice(i2);
      int i8 = Boxes.twice(i4);
      int it = i8 ^ i4 ^ i2 | (i8 ^ i) << 8 | (i8 ^ i4 ^ i) << 16 | (i8 ^ i2 ^ i) << 24;
      for (int row = 0; row < 4; row++) {
        T[256 * row + x] = rotateLeft(t, 8 * row);
        IT[256 * row + x] = rotateLeft(it, 8 * row);
      }
    }
  }

  // ---- Context ----

  private static final int BLOCK = 16; // the usual one

  private final int columns; // Nb
  private final int[] wide; // the state of more than four columns, twice
  private boolean inverse;
  private int rounds;
  private int[] k;

  Rijndael(int blockBits) {
    super(blockBits / 8, KEY_MIN, KEY_MAX, KEY_STEP);
    columns = blockBits / 32;
    wide = new int[columns > 4 ? 16 : 0];
  }

  // ---- Key schedule ----

  private static int subWord(int x) {
    return lastColumn(x, x, x, x);
  }

  private static int inverseMixColumn(int x) {
    return IT[S[x & 255] & 255]
        ^ IT[256 + (S[x >> 8 & 255] & 255)]
        ^ IT[512 + (S[x >> 16 & 255] & 255)]
        ^ IT[768 + (S[x >>> 24] & 255)];
  }

  /** FIPS 197, 5.2, for any number of words; the round constants go on doubling. */
  static int[] expandKey(byte[] key, int words) {
    int[] w = new int[words];
    int keyWords = key.length / 4;
    int roundConstant = 1;
    int last = 0; // the last word, not to wait for its store
    for (int i = 0; i < keyWords; i++) {
      last = (int) INT_LE.get(key, 4 * i);
      w[i] = last;
    }
    for (int i = keyWords, column = 0; i < w.length; i++) {
      if (column == 0) {
        last = subWord(rotateRight(last, 8)) ^ roundConstant;
        roundConstant = Boxes.twice(roundConstant);
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

  /**
   * FIPS 197, 5.3.5: the round keys of the equivalent inverse cipher, last to first. The columns
   * too stand last to first, in the state as well: so InvShiftRows is ShiftRows.
   */
  static void invertKey(int[] w, int columns) {
    for (int i = 0, j = w.length - 1; i < j; i++, j--) {
      int x = w[i];
      w[i] = w[j];
      w[j] = x;
    }
    for (int i = columns; i < w.length - columns; i++) {
      w[i] = inverseMixColumn(w[i]);
    }
  }

  /**
   * Both of these for AES with a key of 128 bits, in three fifths of the time. InvMixColumns is
   * linear: of four words only the one out of SubWord is looked up again, the others are sums.
   */
  private static int[] expandInvertedKey128(byte[] key) {
    int a = (int) INT_LE.get(key, 0);
    int b = (int) INT_LE.get(key, 4);
    int c = (int) INT_LE.get(key, 8);
    int d = (int) INT_LE.get(key, 12);
    int invertedB = inverseMixColumn(b);
    int invertedC = inverseMixColumn(c);
    int invertedD = inverseMixColumn(d);
    int roundConstant = 1;
    int[] w = new int[4 * 11];
    putBackwards(w, 40, a, b, c, d);
    for (int i = 36; i >= 0; i -= 4) {
      a ^= subWord(rotateRight(d, 8)) ^ roundConstant;
      b ^= a;
      c ^= b;
      d ^= c;
      roundConstant = Boxes.twice(roundConstant);
      int invertedA = inverseMixColumn(a);
      invertedB ^= invertedA;
      invertedC ^= invertedB;
      invertedD ^= invertedC;
      putBackwards(w, i, invertedA, invertedB, invertedC, invertedD);
    }
    putBackwards(w, 0, a, b, c, d); // the last ones stay as they were
    return w;
  }

  private static void putBackwards(int[] w, int i, int a, int b, int c, int d) {
    w[i] = d;
    w[i + 1] = c;
    w[i + 2] = b;
    w[i + 3] = a;
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    eraseKey();
    rounds = Math.max(columns, key.length / 4) + 6;
    inverse = direction == Direction.DECRYPT;
    if (inverse && columns == 4 && key.length == 16) {
      k = expandInvertedKey128(key);
    } else {
      k = expandKey(key, columns * (rounds + 1));
      if (inverse) {
        invertKey(k, columns);
      }
    }
  }

  // ---- Encryption ----

  /** Blocks of 128 bits worked on side by side, to hide the latency of each other's look-ups. */
  private static final int BATCH = 2;

  static int column(int a, int b, int c, int d) {
    return T[a & 255] ^ T[256 + (b >> 8 & 255)] ^ T[512 + (c >> 16 & 255)] ^ T[768 + (d >>> 24)];
  }

  static int lastColumn(int a, int b, int c, int d) {
    return S[a & 255] & 255
        | (S[b >> 8 & 255] & 255) << 8
        | (S[c >> 16 & 255] & 255) << 16
        | S[d >>> 24] << 24;
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    if (columns > 4) {
      cryptWide(in, i, out, o, blocks);
    } else {
      encryptNarrow(in, i, out, o, blocks);
    }
  }

  private void encryptNarrow(byte[] in, int i, byte[] out, int o, int blocks) {
    int[] k = this.k;
    int last = 4 * rounds;
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      int s0 = (int) INT_LE.get(in, i) ^ k[0];
      int s1 = (int) INT_LE.get(in, i + 4) ^ k[1];
      int s2 = (int) INT_LE.get(in, i + 8) ^ k[2];
      int s3 = (int) INT_LE.get(in, i + 12) ^ k[3];
      int u0 = (int) INT_LE.get(in, i + 16) ^ k[0];
      int u1 = (int) INT_LE.get(in, i + 20) ^ k[1];
      int u2 = (int) INT_LE.get(in, i + 24) ^ k[2];
      int u3 = (int) INT_LE.get(in, i + 28) ^ k[3];
      for (int r = 4; r < last; r += 4) {
        int t0 = column(s0, s1, s2, s3) ^ k[r];
        int t1 = column(s1, s2, s3, s0) ^ k[r + 1];
        int t2 = column(s2, s3, s0, s1) ^ k[r + 2];
        int t3 = column(s3, s0, s1, s2) ^ k[r + 3];
        int v0 = column(u0, u1, u2, u3) ^ k[r];
        int v1 = column(u1, u2, u3, u0) ^ k[r + 1];
        int v2 = column(u2, u3, u0, u1) ^ k[r + 2];
        int v3 = column(u3, u0, u1, u2) ^ k[r + 3];
        s0 = t0;
        s1 = t1;
        s2 = t2;
        s3 = t3;
        u0 = v0;
        u1 = v1;
        u2 = v2;
        u3 = v3;
      }
      INT_LE.set(out, o, lastColumn(s0, s1, s2, s3) ^ k[last]);
      INT_LE.set(out, o + 4, lastColumn(s1, s2, s3, s0) ^ k[last + 1]);
      INT_LE.set(out, o + 8, lastColumn(s2, s3, s0, s1) ^ k[last + 2]);
      INT_LE.set(out, o + 12, lastColumn(s3, s0, s1, s2) ^ k[last + 3]);
      INT_LE.set(out, o + 16, lastColumn(u0, u1, u2, u3) ^ k[last]);
      INT_LE.set(out, o + 20, lastColumn(u1, u2, u3, u0) ^ k[last + 1]);
      INT_LE.set(out, o + 24, lastColumn(u2, u3, u0, u1) ^ k[last + 2]);
      INT_LE.set(out, o + 28, lastColumn(u3, u0, u1, u2) ^ k[last + 3]);
    }
    if (blocks > 0) {
      int s0 = (int) INT_LE.get(in, i) ^ k[0];
      int s1 = (int) INT_LE.get(in, i + 4) ^ k[1];
      int s2 = (int) INT_LE.get(in, i + 8) ^ k[2];
      int s3 = (int) INT_LE.get(in, i + 12) ^ k[3];
      for (int r = 4; r < last; r += 4) {
        int t0 = column(s0, s1, s2, s3) ^ k[r];
        int t1 = column(s1, s2, s3, s0) ^ k[r + 1];
        int t2 = column(s2, s3, s0, s1) ^ k[r + 2];
        int t3 = column(s3, s0, s1, s2) ^ k[r + 3];
        s0 = t0;
        s1 = t1;
        s2 = t2;
        s3 = t3;
      }
      INT_LE.set(out, o, lastColumn(s0, s1, s2, s3) ^ k[last]);
      INT_LE.set(out, o + 4, lastColumn(s1, s2, s3, s0) ^ k[last + 1]);
      INT_LE.set(out, o + 8, lastColumn(s2, s3, s0, s1) ^ k[last + 2]);
      INT_LE.set(out, o + 12, lastColumn(s3, s0, s1, s2) ^ k[last + 3]);
    }
  }

  // ---- Decryption ----

  static int inverseColumn(int a, int b, int c, int d) {
    return IT[a & 255]
        ^ IT[256 + (b >> 8 & 255)]
        ^ IT[512 + (c >> 16 & 255)]
        ^ IT[768 + (d >>> 24)];
  }

  static int lastInverseColumn(int a, int b, int c, int d) {
    return IS[a & 255] & 255
        | (IS[b >> 8 & 255] & 255) << 8
        | (IS[c >> 16 & 255] & 255) << 16
        | IS[d >>> 24] << 24;
  }

  @Override
  void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    if (columns > 4) {
      cryptWide(in, i, out, o, blocks);
    } else {
      decryptNarrow(in, i, out, o, blocks);
    }
  }

  private void decryptNarrow(byte[] in, int i, byte[] out, int o, int blocks) {
    int[] k = this.k;
    int last = 4 * rounds;
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      int s0 = (int) INT_LE.get(in, i + 12) ^ k[0];
      int s1 = (int) INT_LE.get(in, i + 8) ^ k[1];
      int s2 = (int) INT_LE.get(in, i + 4) ^ k[2];
      int s3 = (int) INT_LE.get(in, i) ^ k[3];
      int u0 = (int) INT_LE.get(in, i + 28) ^ k[0];
      int u1 = (int) INT_LE.get(in, i + 24) ^ k[1];
      int u2 = (int) INT_LE.get(in, i + 20) ^ k[2];
      int u3 = (int) INT_LE.get(in, i + 16) ^ k[3];
      for (int r = 4; r < last; r += 4) {
        int t0 = inverseColumn(s0, s1, s2, s3) ^ k[r];
        int t1 = inverseColumn(s1, s2, s3, s0) ^ k[r + 1];
        int t2 = inverseColumn(s2, s3, s0, s1) ^ k[r + 2];
        int t3 = inverseColumn(s3, s0, s1, s2) ^ k[r + 3];
        int v0 = inverseColumn(u0, u1, u2, u3) ^ k[r];
        int v1 = inverseColumn(u1, u2, u3, u0) ^ k[r + 1];
        int v2 = inverseColumn(u2, u3, u0, u1) ^ k[r + 2];
        int v3 = inverseColumn(u3, u0, u1, u2) ^ k[r + 3];
        s0 = t0;
        s1 = t1;
        s2 = t2;
        s3 = t3;
        u0 = v0;
        u1 = v1;
        u2 = v2;
        u3 = v3;
      }
      INT_LE.set(out, o + 12, lastInverseColumn(s0, s1, s2, s3) ^ k[last]);
      INT_LE.set(out, o + 8, lastInverseColumn(s1, s2, s3, s0) ^ k[last + 1]);
      INT_LE.set(out, o + 4, lastInverseColumn(s2, s3, s0, s1) ^ k[last + 2]);
      INT_LE.set(out, o, lastInverseColumn(s3, s0, s1, s2) ^ k[last + 3]);
      INT_LE.set(out, o + 28, lastInverseColumn(u0, u1, u2, u3) ^ k[last]);
      INT_LE.set(out, o + 24, lastInverseColumn(u1, u2, u3, u0) ^ k[last + 1]);
      INT_LE.set(out, o + 20, lastInverseColumn(u2, u3, u0, u1) ^ k[last + 2]);
      INT_LE.set(out, o + 16, lastInverseColumn(u3, u0, u1, u2) ^ k[last + 3]);
    }
    if (blocks > 0) {
      int s0 = (int) INT_LE.get(in, i + 12) ^ k[0];
      int s1 = (int) INT_LE.get(in, i + 8) ^ k[1];
      int s2 = (int) INT_LE.get(in, i + 4) ^ k[2];
      int s3 = (int) INT_LE.get(in, i) ^ k[3];
      for (int r = 4; r < last; r += 4) {
        int t0 = inverseColumn(s0, s1, s2, s3) ^ k[r];
        int t1 = inverseColumn(s1, s2, s3, s0) ^ k[r + 1];
        int t2 = inverseColumn(s2, s3, s0, s1) ^ k[r + 2];
        int t3 = inverseColumn(s3, s0, s1, s2) ^ k[r + 3];
        s0 = t0;
        s1 = t1;
        s2 = t2;
        s3 = t3;
      }
      INT_LE.set(out, o + 12, lastInverseColumn(s0, s1, s2, s3) ^ k[last]);
      INT_LE.set(out, o + 8, lastInverseColumn(s1, s2, s3, s0) ^ k[last + 1]);
      INT_LE.set(out, o + 4, lastInverseColumn(s2, s3, s0, s1) ^ k[last + 2]);
      INT_LE.set(out, o, lastInverseColumn(s3, s0, s1, s2) ^ k[last + 3]);
    }
  }

  // ---- More than four columns, both ways ----

  /**
   * Here the state's columns are s0, s1 and on, and then s0 again: so no index goes around. Which
   * of the choices is taken hangs on the object alone; they cost nothing.
   */
  private void cryptWide(byte[] in, int i, byte[] out, int o, int blocks) {
    int[] k = this.k;
    int[] s = wide;
    int n = columns;
    int last = n * rounds;
    for (; blocks > 0; blocks--, i += 4 * n, o += 4 * n) {
      for (int j = 0; j < n; j++) {
        s[j] = (int) INT_LE.get(in, i + 4 * place(j)) ^ k[j];
        s[j + n] = s[j];
      }
      int s0 = s[0];
      int s1 = s[1];
      int s2 = s[2];
      int s3 = s[3];
      int s4 = s[4];
      int s5 = s[5];
      int s6 = s[6];
      int s7 = s[7];
      int s8 = s[8];
      int s9 = s[9];
      int s10 = s[10];
      int s11 = s[11];
      for (int r = n; r < last; r += n) {
        int t0 = wideColumn(s0, s1, s2, s3, s4) ^ k[r];
        int t1 = wideColumn(s1, s2, s3, s4, s5) ^ k[r + 1];
        int t2 = wideColumn(s2, s3, s4, s5, s6) ^ k[r + 2];
        int t3 = wideColumn(s3, s4, s5, s6, s7) ^ k[r + 3];
        int t4 = wideColumn(s4, s5, s6, s7, s8) ^ k[r + 4];
        s5 = n > 5 ? wideColumn(s5, s6, s7, s8, s9) ^ k[r + 5] : t0;
        s6 = n > 6 ? wideColumn(s6, s7, s8, s9, s10) ^ k[r + 6] : n > 5 ? t0 : t1;
        s7 = n > 7 ? wideColumn(s7, s8, s9, s10, s11) ^ k[r + 7] : n > 6 ? t0 : n > 5 ? t1 : t2;
        s8 = n > 7 ? t0 : n > 6 ? t1 : t2;
        s9 = n > 7 ? t1 : t2;
        s10 = n > 7 ? t2 : t3;
        s11 = t3;
        s0 = t0;
        s1 = t1;
        s2 = t2;
        s3 = t3;
        s4 = t4;
      }
      s[0] = s0;
      s[1] = s1;
      s[2] = s2;
      s[3] = s3;
      s[4] = s4;
      s[5] = s5;
      s[6] = s6;
      s[7] = s7;
      s[8] = s8;
      s[9] = s9;
      s[10] = s10;
      s[11] = s11;
      for (int j = 0; j < n; j++) {
        int x = lastWideColumn(s[j], s[j + 1], s[j + 2], s[j + 3], s[j + 4]);
        INT_LE.set(out, o + 4 * place(j), x ^ k[last + j]);
      }
    }
  }

  /** The place in a block of column j. */
  private int place(int j) {
    return inverse ? columns - 1 - j : j;
  }

  /**
   * A column of a full round, of those that ShiftRows may move there: its offsets are 1, 2, 3; with
   * 7 columns 1, 2, 4; with 8 columns 1, 3, 4 (The Design of Rijndael 3.4.2).
   */
  private int wideColumn(int a, int b, int c, int d, int e) {
    int row2 = columns > 7 ? d : c;
    int row3 = columns > 6 ? e : d;
    return inverse ? inverseColumn(a, b, row2, row3) : column(a, b, row2, row3);
  }

  private int lastWideColumn(int a, int b, int c, int d, int e) {
    int row2 = columns > 7 ? d : c;
    int row3 = columns > 6 ? e : d;
    return inverse ? lastInverseColumn(a, b, row2, row3) : lastColumn(a, b, row2, row3);
  }

  // ---- Engine ----

  @Override
  void eraseKey() {
    if (k != null) {
      Arrays.fill(k, 0);
      k = null;
    }
    Arrays.fill(wide, 0);
  }
}
