// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.Integer.rotateLeft;
import static java.lang.Integer.rotateRight;
import static org.fifteen.engine.Bytes.INT_LE;

import java.util.Arrays;

/**
 * Serpent, as submitted to the AES competition (Serpent-1).
 *
 * <p>Ross Anderson, Eli Biham and Lars Knudsen, 1998. "Serpent: A Proposal for the Advanced
 * Encryption Standard". Block 128 bits, key 0 to 256 in steps of 8; 32 rounds. A block is four
 * little-endian words, the order of NESSIE and of today's libraries; the NIST submission prints
 * keys and blocks back to front.
 *
 * <p>In bitslice mode: bit i of the four words is the i-th input of the 32 equal S-boxes of a
 * round, so an S-box is a boolean function of words, and the permutations IP and FP vanish.
 * Constant-time.
 */
final class Serpent extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 0;
  static final int KEY_MAX = 256;
  static final int KEY_STEP = 8;
  private static final int KEY_BYTES = KEY_MAX / 8;

  // ---- S-boxes ----

  // Word 0 holds the low bits. The round keys spare us every complement: a function of and, or,
  // and-not and exclusive or takes 0 to 0, so sbox1 is S-box 1 of inputs that differ by what S-box
  // 1 takes to 0 (ZERO_1), and inverseSbox1 gives outputs that differ by that. The same key is
  // right for both. The circuits are those of C's serpent_rounds.h, which says how they were found.

  private static void set(int[] x, int a, int b, int c, int d) {
    x[0] = a;
    x[1] = b;
    x[2] = c;
    x[3] = d;
  }

  static void sbox0(int[] x) {
    int a = x[0], b = x[1], c = x[2], d = x[3];
    int t1 = a & d, t2 = c ^ d, t3 = a ^ d, t4 = b ^ t1, t5 = b & t3;
    int t6 = c ^ t4, t7 = t2 ^ t5, t8 = a ^ t5, t9 = t7 | t8, t10 = t6 & t7;
    int t11 = t4 ^ t9, t12 = t8 ^ t10, t13 = t7 ^ t12;
    set(x, t12, t13, t11, t6);
  }

  static void sbox1(int[] x) {
    int a = x[0], b = x[1], c = x[2], d = x[3];
    int t1 = a ^ b, t2 = a & b, t3 = c ^ t2, t4 = d | t1, t5 = b ^ t4;
    int t6 = d ^ t3, t7 = t3 & t5, t8 = t1 ^ t6, t9 = t3 ^ t5, t10 = t7 ^ t8;
    int t11 = t8 & t9, t12 = t9 ^ t10, t13 = t3 ^ t11;
    set(x, t13, t12, t6, t10);
  }

  static void sbox2(int[] x) {
    int a = x[0], b = x[1], c = x[2], d = x[3];
    int t1 = ~c & a, t2 = d ^ t1, t3 = a | d, t4 = c ^ t3, t5 = b ^ c;
    int t6 = a ^ t5, t7 = ~t2 & b, t8 = t4 | t6, t9 = t2 ^ t5, t10 = t6 ^ t7;
    int t11 = t2 ^ t8, t12 = t4 ^ t7, t13 = t11 ^ t12;
    set(x, t9, t13, t11, t10);
  }

  static void sbox3(int[] x) {
    int a = x[0], b = x[1], c = x[2], d = x[3];
    int t1 = b | d, t2 = a ^ b, t3 = ~a & t1, t4 = c ^ t1, t5 = b & c;
    int t6 = d ^ t4, t7 = t3 | t5, t8 = b & t6, t9 = ~t6 & t7, t10 = t2 | t8;
    int t11 = t2 ^ t9, t12 = t4 ^ t10, t13 = t11 & t12, t14 = t6 ^ t13, t15 = t7 ^ t13;
    set(x, t11, t15, t12, t14);
  }

  static void sbox4(int[] x) {
    int a = x[0], b = x[1], c = x[2], d = x[3];
    int t1 = a ^ d, t2 = a & d, t3 = c ^ t2, t4 = b & t1, t5 = b ^ t1;
    int t6 = t3 ^ t4, t7 = d ^ t3, t8 = t3 & t5, t9 = ~t8 & t7, t10 = t6 & t7;
    int t11 = b ^ t9, t12 = b | t6, t13 = t5 ^ t12, t14 = t5 ^ t10;
    set(x, t6, t11, t14, t13);
  }

  static void sbox5(int[] x) {
    int a = x[0], b = x[1], c = x[2], d = x[3];
    int t1 = b ^ d, t2 = ~a & b, t3 = a ^ t1, t4 = c ^ t2, t5 = d | t3;
    int t6 = a ^ t4, t7 = t4 ^ t5, t8 = d & t4, t9 = t3 ^ t8, t10 = d ^ t6;
    int t11 = t6 & t7, t12 = t3 ^ t11, t13 = t9 & t11, t14 = t10 ^ t13;
    set(x, t7, t9, t12, t14);
  }

  static void sbox6(int[] x) {
    int a = x[0], b = x[1], c = x[2], d = x[3];
    int t1 = a ^ d, t2 = a | d, t3 = b ^ d, t4 = b ^ c, t5 = t2 ^ t4;
    int t6 = t1 & t4, t7 = b ^ t1, t8 = t3 ^ t6, t9 = b ^ t5, t10 = t8 | t9;
    int t11 = t7 ^ t10, t12 = t8 & t11, t13 = t8 ^ t11, t14 = t9 ^ t12;
    set(x, t13, t5, t11, t14);
  }

  static void sbox7(int[] x) {
    int a = x[0], b = x[1], c = x[2], d = x[3];
    int t1 = b & c, t2 = b ^ c, t3 = d ^ t1, t4 = a ^ c, t5 = a | t3;
    int t6 = t3 & t4, t7 = c ^ t6, t8 = t2 ^ t5, t9 = t2 & t5, t10 = t3 ^ t7;
    int t11 = t7 | t8, t12 = t3 ^ t9, t13 = t10 ^ t11, t14 = t4 ^ t12, t15 = t11 ^ t12;
    set(x, t15, t14, t13, t8);
  }

  static void inverseSbox0(int[] x) {
    int a = x[0], b = x[1], c = x[2], d = x[3];
    int t1 = a ^ b, t2 = a | b, t3 = c ^ t2, t4 = d | t1, t5 = a ^ t4;
    int t6 = d ^ t3, t7 = t3 ^ t5, t8 = t1 ^ t6, t9 = t5 & t7, t10 = t8 ^ t9;
    int t11 = t7 | t8, t12 = t5 ^ t11, t13 = t7 ^ t10;
    set(x, t10, t12, t6, t13);
  }

  static void inverseSbox1(int[] x) {
    int a = x[0], b = x[1], c = x[2], d = x[3];
    int t1 = b ^ c, t2 = b | d, t3 = b ^ d, t4 = a ^ t2, t5 = a | t3;
    int t6 = t1 ^ t5, t7 = t1 ^ t4, t8 = d ^ t4, t9 = t6 | t7, t10 = t3 ^ t9;
    int t11 = t8 ^ t9, t12 = ~t8 & t6, t13 = t10 ^ t12, t14 = t6 ^ t11;
    set(x, t14, t11, t13, t7);
  }

  static void inverseSbox2(int[] x) {
    int a = x[0], b = x[1], c = x[2], d = x[3];
    int t1 = b ^ c, t2 = a ^ d, t3 = d | t1, t4 = d ^ t1, t5 = c ^ t3;
    int t6 = t2 | t5, t7 = t1 ^ t6, t8 = t4 | t5, t9 = t2 ^ t8, t10 = t2 & t5;
    int t11 = t4 ^ t10, t12 = ~t7 & t9, t13 = t5 ^ t12;
    set(x, t9, t11, t7, t13);
  }

  static void inverseSbox3(int[] x) {
    int a = x[0], b = x[1], c = x[2], d = x[3];
    int t1 = b & c, t2 = b ^ c, t3 = a ^ t1, t4 = b ^ t3, t5 = d ^ t3;
    int t6 = d | t4, t7 = t4 & t5, t8 = t2 ^ t6, t9 = t3 ^ t7, t10 = t8 | t9;
    int t11 = t6 & t8, t12 = t4 ^ t10, t13 = t9 ^ t11, t14 = t5 ^ t11, t15 = t12 ^ t13;
    set(x, t8, t12, t14, t15);
  }

  static void inverseSbox4(int[] x) {
    int a = x[0], b = x[1], c = x[2], d = x[3];
    int t1 = c & d, t2 = b | d, t3 = b ^ t1, t4 = a & t2, t5 = c ^ t4;
    int t6 = t1 | t4, t7 = a | t3, t8 = d ^ t5, t9 = t3 ^ t5, t10 = t7 ^ t8;
    int t11 = t9 | t10, t12 = ~a & t10, t13 = t6 ^ t11, t14 = t3 ^ t12;
    set(x, t10, t14, t13, t9);
  }

  static void inverseSbox5(int[] x) {
    int a = x[0], b = x[1], c = x[2], d = x[3];
    int t1 = b | c, t2 = a ^ t1, t3 = d ^ t2, t4 = a & t3, t5 = b ^ t4;
    int t6 = ~b & a, t7 = a | c, t8 = ~t6 & t3, t9 = c ^ t8, t10 = t5 ^ t7;
    int t11 = t5 & t9, t12 = t6 ^ t9, t13 = t5 ^ t9, t14 = t2 ^ t11;
    set(x, t13, t12, t14, t10);
  }

  static void inverseSbox6(int[] x) {
    int a = x[0], b = x[1], c = x[2], d = x[3];
    int t1 = ~a & c, t2 = a ^ c, t3 = d ^ t1, t4 = d | t2, t5 = c ^ t4;
    int t6 = b ^ t3, t7 = t2 ^ t6, t8 = t5 ^ t6, t9 = b & t8, t10 = t7 ^ t9;
    int t11 = t7 | t8, t12 = t3 ^ t11, t13 = t8 ^ t10;
    set(x, t10, t6, t12, t13);
  }

  static void inverseSbox7(int[] x) {
    int a = x[0], b = x[1], c = x[2], d = x[3];
    int t1 = a ^ c, t2 = a & d, t3 = c | d, t4 = d ^ t1, t5 = b | t2;
    int t6 = ~t1 & t3, t7 = b ^ t3, t8 = t2 ^ t3, t9 = t5 ^ t6, t10 = t7 | t8;
    int t11 = t4 ^ t10, t12 = ~t2 & t11, t13 = t7 ^ t12, t14 = t9 & t13, t15 = t8 ^ t14;
    set(x, t11, t13, t9, t15);
  }

  // ---- Context ----

  static final int ROUNDS = 32;

  /** Where in w the last eight rounds' keys begin, and the key after the last round. */
  private static final int LAST_ROUNDS = 8 + 4 * (ROUNDS - 8);

  private static final int LAST_KEY = 8 + 4 * ROUNDS;

  /** The padded key, then the round keys. */
  final int[] w = new int[8 + 4 * (ROUNDS + 1)];

  Serpent() {
    super(BLOCK, KEY_MIN, KEY_MAX, KEY_STEP);
  }

  // ---- Key schedule ----

  /** A short key is followed by a one bit, then by zeros. */
  private static void loadKey(int[] w, byte[] key) {
    Bytes.loadWords(w, 8, key);
    if (key.length < KEY_BYTES) {
      w[key.length / 4] |= 1 << 8 * (key.length % 4);
    }
  }

  /** What each S-box takes to 0, and its inverse 0 to. */
  static final int ZERO_0 = 13;

  static final int ZERO_1 = 5;
  static final int ZERO_2 = 12;
  static final int ZERO_3 = 0;
  static final int ZERO_4 = 5;
  static final int ZERO_5 = 8;
  static final int ZERO_6 = 15;
  static final int ZERO_7 = 3;

  private static void expandKey(int[] w) {
    // Rotated on its own, the last word is one operation from the next.
    int last = w[7];
    for (int i = 0; i < 4 * (ROUNDS + 1); i++) {
      last = rotateLeft(w[i] ^ w[i + 3] ^ w[i + 5] ^ 0x9e3779b9 ^ i, 11) ^ rotateLeft(last, 11);
      w[i + 8] = last;
    }
    int[] x = new int[4];
    for (int k = 8; ; k += 32) {
      load(x, w, k, ZERO_3);
      sbox3(x);
      if (k == LAST_KEY) {
        store(w, k, x, 0);
        break;
      }
      store(w, k, x, ZERO_0);
      load(x, w, k + 4, ZERO_2);
      sbox2(x);
      store(w, k + 4, x, ZERO_1);
      load(x, w, k + 8, ZERO_1);
      sbox1(x);
      store(w, k + 8, x, ZERO_2);
      load(x, w, k + 12, ZERO_0);
      sbox0(x);
      store(w, k + 12, x, ZERO_3);
      load(x, w, k + 16, ZERO_7);
      sbox7(x);
      store(w, k + 16, x, ZERO_4);
      load(x, w, k + 20, ZERO_6);
      sbox6(x);
      store(w, k + 20, x, ZERO_5);
      load(x, w, k + 24, ZERO_5);
      sbox5(x);
      store(w, k + 24, x, ZERO_6);
      load(x, w, k + 28, ZERO_4);
      sbox4(x);
      store(w, k + 28, x, ZERO_7);
    }
  }

  /** With those words complemented whose bit is set. */
  private static void load(int[] x, int[] w, int i, int zero) {
    set(x, w[i], w[i + 1], w[i + 2], w[i + 3]);
    complement(x, zero);
  }

  private static void store(int[] w, int i, int[] x, int zero) {
    complement(x, zero);
    w[i] = x[0];
    w[i + 1] = x[1];
    w[i + 2] = x[2];
    w[i + 3] = x[3];
  }

  static void complement(int[] x, int words) {
    x[0] ^= -(words & 1);
    x[1] ^= -(words >> 1 & 1);
    x[2] ^= -(words >> 2 & 1);
    x[3] ^= -(words >> 3);
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    loadKey(w, key);
    expandKey(w);
  }

  // ---- Encryption ----

  /** Blocks worked on side by side: an S-box alone can't keep the processor busy. */
  private static final int BATCH = 2;

  private static int[] load(byte[] in, int i) {
    return new int[] {
      (int) INT_LE.get(in, i),
      (int) INT_LE.get(in, i + 4),
      (int) INT_LE.get(in, i + 8),
      (int) INT_LE.get(in, i + 12)
    };
  }

  private static void store(byte[] out, int o, int[] x) {
    INT_LE.set(out, o, x[0]);
    INT_LE.set(out, o + 4, x[1]);
    INT_LE.set(out, o + 8, x[2]);
    INT_LE.set(out, o + 12, x[3]);
  }

  private static void addKey(int[] x, int[] w, int k) {
    x[0] ^= w[k];
    x[1] ^= w[k + 1];
    x[2] ^= w[k + 2];
    x[3] ^= w[k + 3];
  }

  static void transform(int[] x) {
    int a = rotateLeft(x[0], 13);
    int c = rotateLeft(x[2], 3);
    int b = rotateLeft(x[1] ^ a ^ c, 1);
    int d = rotateLeft(x[3] ^ c ^ a << 3, 7);
    set(x, rotateLeft(a ^ b ^ d, 5), b, rotateLeft(c ^ d ^ b << 7, 22), d);
  }

  /** The eighth without its transformation, which the last round does not have. */
  private static void eightRounds(int[] x, int[] w, int k) {
    addKey(x, w, k);
    sbox0(x);
    transform(x);
    addKey(x, w, k + 4);
    sbox1(x);
    transform(x);
    addKey(x, w, k + 8);
    sbox2(x);
    transform(x);
    addKey(x, w, k + 12);
    sbox3(x);
    transform(x);
    addKey(x, w, k + 16);
    sbox4(x);
    transform(x);
    addKey(x, w, k + 20);
    sbox5(x);
    transform(x);
    addKey(x, w, k + 24);
    sbox6(x);
    transform(x);
    addKey(x, w, k + 28);
    sbox7(x);
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    int[] w = this.w;
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      int[] x = load(in, i);
      int[] y = load(in, i + BLOCK);
      for (int k = 8; ; k += 32) {
        eightRounds(x, w, k);
        eightRounds(y, w, k);
        if (k == LAST_ROUNDS) {
          break;
        }
        transform(x);
        transform(y);
      }
      addKey(x, w, LAST_KEY);
      addKey(y, w, LAST_KEY);
      store(out, o, x);
      store(out, o + BLOCK, y);
    }
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      int[] x = load(in, i);
      for (int k = 8; ; k += 32) {
        eightRounds(x, w, k);
        if (k == LAST_ROUNDS) {
          break;
        }
        transform(x);
      }
      addKey(x, w, LAST_KEY);
      store(out, o, x);
    }
  }

  // ---- Decryption ----

  static void inverseTransform(int[] x) {
    int b = x[1];
    int d = x[3];
    int c = rotateRight(x[2], 22) ^ d ^ b << 7;
    int a = rotateRight(x[0], 5) ^ b ^ d;
    set(
        x,
        rotateRight(a, 13),
        rotateRight(b, 1) ^ a ^ c,
        rotateRight(c, 3),
        rotateRight(d, 7) ^ c ^ a << 3);
  }

  /** The eighth without its transformation, likewise. */
  private static void eightInverseRounds(int[] x, int[] w, int k) {
    inverseSbox7(x);
    addKey(x, w, k + 28);
    inverseTransform(x);
    inverseSbox6(x);
    addKey(x, w, k + 24);
    inverseTransform(x);
    inverseSbox5(x);
    addKey(x, w, k + 20);
    inverseTransform(x);
    inverseSbox4(x);
    addKey(x, w, k + 16);
    inverseTransform(x);
    inverseSbox3(x);
    addKey(x, w, k + 12);
    inverseTransform(x);
    inverseSbox2(x);
    addKey(x, w, k + 8);
    inverseTransform(x);
    inverseSbox1(x);
    addKey(x, w, k + 4);
    inverseTransform(x);
    inverseSbox0(x);
    addKey(x, w, k);
  }

  @Override
  void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    int[] w = this.w;
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      int[] x = load(in, i);
      int[] y = load(in, i + BLOCK);
      addKey(x, w, LAST_KEY);
      addKey(y, w, LAST_KEY);
      for (int k = LAST_ROUNDS; ; k -= 32) {
        eightInverseRounds(x, w, k);
        eightInverseRounds(y, w, k);
        if (k == 8) {
          break;
        }
        inverseTransform(x);
        inverseTransform(y);
      }
      store(out, o, x);
      store(out, o + BLOCK, y);
    }
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      int[] x = load(in, i);
      addKey(x, w, LAST_KEY);
      for (int k = LAST_ROUNDS; ; k -= 32) {
        eightInverseRounds(x, w, k);
        if (k == 8) {
          break;
        }
        inverseTransform(x);
      }
      store(out, o, x);
    }
  }

  // ---- Engine ----

  @Override
  void eraseKey() {
    Arrays.fill(w, 0);
  }
}
