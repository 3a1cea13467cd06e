// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.Integer.rotateLeft;
import static java.lang.Integer.rotateRight;
import static org.fifteen.engine.Bytes.INT_LE;
import static org.fifteen.engine.Bytes.LONG_LE;

import java.util.Arrays;

/**
 * AES by rows; its keys of 32 and 64 bits are for study and offer no security.
 *
 * <p>Guido Bertoni, Luca Breveglieri, Pasqualina Fragneto, Marco Macchetti and Stefano Marchesin,
 * 2002. "Efficient Software Implementation of AES on 32-Bit Platforms" (CHES 2002, LNCS 2523): the
 * state is transposed. EaesB of Boris Damjanovic and Dejan Simic, "Comparative Implementation
 * Analysis of AES Algorithm" (Journal of Information Technology and Applications 1, 2011), which
 * adds the short keys. With keys of 128 bits and more it is FIPS 197 (2001). Block 128 bits, key
 * 32, 64, 128, 192, 256; Nk + 6 rounds. Bytes fill the state column by column; a row is one word,
 * column 0 in its low byte, so that MixColumns works on four columns at once. The only tables are
 * the S-box and its inverse.
 *
 * <p>Not constant-time: the look-ups depend on key and data.
 */
final class AesRowwise extends KeyedEngine {
  private static final int BLOCK = 16;
  private static final byte[] S = Rijndael.Boxes.S;
  private static final byte[] IS = Rijndael.Boxes.IS;

  // ---- Context ----

  private int rounds;
  private int[] k; // round keys, first to last, each by rows

  AesRowwise(int keyMin, int keyMax, int keyStep) {
    super(BLOCK, keyMin, keyMax, keyStep);
  }

  // ---- Key schedule ----

  private static int fold(long x) {
    int low = (int) x ^ (int) x >>> 16;
    return (low ^ low >>> 8) & 255;
  }

  /**
   * FIPS 197, 5.2, transposed. A column is the sum of the one before it and the one Nk before it.
   * So of a row, whose next Nk bytes are made at once, each is the sum of the bytes up to its
   * place.
   */
  @Override
  void setKey(Direction direction, byte[] key) {
    eraseKey();
    int keyWords = key.length / 4;
    rounds = keyWords + 6;
    int columns = 4 * (rounds + 1);
    int room = columns + 8;
    long[] row = new long[4]; // of Nk columns; the bytes above them are garbage
    byte[] rows = new byte[4 * room];
    byte[] last = new byte[4];
    int roundConstant = 1;
    for (int i = 0; i < key.length; i++) {
      row[i % 4] |= (key[i] & 255L) << 8 * (i / 4);
    }
    for (int at = 0; at < columns; at += keyWords) {
      for (int i = 0; i < 4; i++) {
        LONG_LE.set(rows, room * i + at, row[i]);
        last[i] = S[(int) (row[i] >>> 8 * (keyWords - 1)) & 255];
      }
      row[0] ^= roundConstant;
      roundConstant = roundConstant << 1 ^ (roundConstant >> 7) * 0x11b;
      for (int i = 0; i < 4; i++) {
        long x = row[i] ^ last[(i + 1) % 4] & 255;
        if (keyWords > 6) { // column 4 takes in column 3 by way of the S-box
          int sum = fold(x);
          x ^= (long) (sum ^ S[sum] & 255) << 32;
        }
        x ^= x << 8;
        x ^= x << 16;
        row[i] = x ^ x << 32;
      }
    }
    k = new int[columns];
    for (int i = 0; i < columns; i++) {
      k[i] = (int) INT_LE.get(rows, room * (i % 4) + (i & ~3));
    }
    Arrays.fill(row, 0);
    Arrays.fill(rows, (byte) 0);
    Arrays.fill(last, (byte) 0);
  }

  // ---- Encryption ----

  /** Each byte times x in GF(2^8). */
  private static int timesX(int a) {
    return (a & 0x7f7f7f7f) << 1 ^ (a >>> 7 & 0x01010101) * 0x1b;
  }

  private static int subRow(byte[] box, int row) {
    return box[row & 255] & 255
        | (box[row >> 8 & 255] & 255) << 8
        | (box[row >> 16 & 255] & 255) << 16
        | box[row >>> 24] << 24;
  }

  // A transposition is to take turns with bytes, then with halves of words.

  private static int evenBytes(int a, int b) {
    return a & 0x00ff00ff | (b & 0x00ff00ff) << 8;
  }

  private static int oddBytes(int a, int b) {
    return a >>> 8 & 0x00ff00ff | b & 0xff00ff00;
  }

  private static int lowHalves(int a, int b) {
    return a & 0xffff | b << 16;
  }

  private static int highHalves(int a, int b) {
    return a >>> 16 | b & 0xffff0000;
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    int[] k = this.k;
    int last = 4 * rounds;
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      int a = evenBytes((int) INT_LE.get(in, i), (int) INT_LE.get(in, i + 4));
      int b = oddBytes((int) INT_LE.get(in, i), (int) INT_LE.get(in, i + 4));
      int c = evenBytes((int) INT_LE.get(in, i + 8), (int) INT_LE.get(in, i + 12));
      int d = oddBytes((int) INT_LE.get(in, i + 8), (int) INT_LE.get(in, i + 12));
      int s0 = lowHalves(a, c) ^ k[0];
      int s1 = lowHalves(b, d) ^ k[1];
      int s2 = highHalves(a, c) ^ k[2];
      int s3 = highHalves(b, d) ^ k[3];
      for (int r = 4; r < last; r += 4) {
        a = subRow(S, s0);
        b = rotateRight(subRow(S, s1), 8);
        c = rotateRight(subRow(S, s2), 16);
        d = rotateRight(subRow(S, s3), 24);
        int all = a ^ b ^ c ^ d;
        s0 = a ^ all ^ timesX(a ^ b) ^ k[r];
        s1 = b ^ all ^ timesX(b ^ c) ^ k[r + 1];
        s2 = c ^ all ^ timesX(c ^ d) ^ k[r + 2];
        s3 = d ^ all ^ timesX(d ^ a) ^ k[r + 3];
      }
      s0 = subRow(S, s0) ^ k[last];
      s1 = rotateRight(subRow(S, s1), 8) ^ k[last + 1];
      s2 = rotateRight(subRow(S, s2), 16) ^ k[last + 2];
      s3 = rotateRight(subRow(S, s3), 24) ^ k[last + 3];
      a = evenBytes(s0, s1);
      b = oddBytes(s0, s1);
      c = evenBytes(s2, s3);
      d = oddBytes(s2, s3);
      INT_LE.set(out, o, lowHalves(a, c));
      INT_LE.set(out, o + 4, lowHalves(b, d));
      INT_LE.set(out, o + 8, highHalves(a, c));
      INT_LE.set(out, o + 12, highHalves(b, d));
    }
  }

  // ---- Decryption ----

  @Override
  void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    int[] k = this.k;
    int last = 4 * rounds;
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      int a = evenBytes((int) INT_LE.get(in, i), (int) INT_LE.get(in, i + 4));
      int b = oddBytes((int) INT_LE.get(in, i), (int) INT_LE.get(in, i + 4));
      int c = evenBytes((int) INT_LE.get(in, i + 8), (int) INT_LE.get(in, i + 12));
      int d = oddBytes((int) INT_LE.get(in, i + 8), (int) INT_LE.get(in, i + 12));
      int s0 = lowHalves(a, c) ^ k[last];
      int s1 = lowHalves(b, d) ^ k[last + 1];
      int s2 = highHalves(a, c) ^ k[last + 2];
      int s3 = highHalves(b, d) ^ k[last + 3];
      for (int r = last - 4; r > 0; r -= 4) {
        a = subRow(IS, s0) ^ k[r];
        b = subRow(IS, rotateLeft(s1, 8)) ^ k[r + 1];
        c = subRow(IS, rotateLeft(s2, 16)) ^ k[r + 2];
        d = subRow(IS, rotateLeft(s3, 24)) ^ k[r + 3];
        // The inverse of MixColumns is MixColumns after 4x^2 + 5, as the paper has it.
        int even = timesX(timesX(a ^ c));
        int odd = timesX(timesX(b ^ d));
        a ^= even;
        b ^= odd;
        c ^= even;
        d ^= odd;
        int all = a ^ b ^ c ^ d;
        s0 = a ^ all ^ timesX(a ^ b);
        s1 = b ^ all ^ timesX(b ^ c);
        s2 = c ^ all ^ timesX(c ^ d);
        s3 = d ^ all ^ timesX(d ^ a);
      }
      s0 = subRow(IS, s0) ^ k[0];
      s1 = subRow(IS, rotateLeft(s1, 8)) ^ k[1];
      s2 = subRow(IS, rotateLeft(s2, 16)) ^ k[2];
      s3 = subRow(IS, rotateLeft(s3, 24)) ^ k[3];
      a = evenBytes(s0, s1);
      b = oddBytes(s0, s1);
      c = evenBytes(s2, s3);
      d = oddBytes(s2, s3);
      INT_LE.set(out, o, lowHalves(a, c));
      INT_LE.set(out, o + 4, lowHalves(b, d));
      INT_LE.set(out, o + 8, highHalves(a, c));
      INT_LE.set(out, o + 12, highHalves(b, d));
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
