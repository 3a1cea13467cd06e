// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.Integer.rotateLeft;
import static java.lang.Integer.rotateRight;
import static org.fifteen.engine.Bytes.INT_LE;

import java.util.Arrays;

/**
 * RC6-32/20/b.
 *
 * <p>Ronald Rivest, Matthew Robshaw, Raymond Sidney and Yiqun Lisa Yin, 1998. "The RC6 Block
 * Cipher", version 1.1 (1998). Block 128 bits, key 0 to 2040 in steps of 8; 20 rounds. A block is
 * four little-endian words.
 *
 * <p>No table and no branch depends on key or data: constant-time where multiplication and rotation
 * by a variable amount are.
 */
final class Rc6 extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 0;
  static final int KEY_MAX = 2040;
  static final int KEY_STEP = 8;

  // ---- Context ----

  private static final int ROUNDS = 20;
  static final int KEYS = 2 * ROUNDS + 4;

  int[] k; // S of the specification

  Rc6() {
    super(BLOCK, KEY_MIN, KEY_MAX, KEY_STEP);
  }

  // ---- Key schedule ----

  private static final int P = 0xb7e15163; // e - 2
  private static final int Q = 0x9e3779b9; // the golden ratio - 1

  /** Appendix A. {@code l} is the user's key as words, and mixed as {@code k} is. */
  private static int[] expandKey(byte[] key) {
    int[] k = new int[KEYS];
    int[] l = new int[Math.max((key.length + 3) / 4, 1)];
    Bytes.loadWords(l, l.length, key);

    for (int i = 0; i < KEYS; i++) {
      k[i] = P + i * Q;
    }
    int a = 0;
    int b = 0;
    int sum = P; // a + k[i], ready before b is
    for (int i = 0, j = 0, steps = 3 * Math.max(l.length, KEYS); steps > 0; steps--) {
      a = rotateLeft(sum + b, 3);
      k[i] = a;
      if (++i == KEYS) {
        i = 0;
      }
      sum = a + k[i];
      b = rotateLeft(l[j] + a + b, a + b);
      l[j] = b;
      if (++j == l.length) {
        j = 0;
      }
    }
    Arrays.fill(l, 0);
    return k;
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    eraseKey();
    k = expandKey(key);
  }

  // ---- Encryption ----

  /** Blocks worked on side by side, to hide the latency of each other's multiplications. */
  private static final int BATCH = 2;

  static int f(int x) {
    return rotateLeft(x * (2 * x + 1), 5);
  }

  /** After four rounds the words are back in their places. */
  private static void fourRounds(int[] x, int[] k, int i) {
    int a = x[0];
    int b = x[1];
    int c = x[2];
    int d = x[3];
    int t = f(b);
    int u = f(d);
    a = rotateLeft(a ^ t, u) + k[i];
    c = rotateLeft(c ^ u, t) + k[i + 1];
    t = f(c);
    u = f(a);
    b = rotateLeft(b ^ t, u) + k[i + 2];
    d = rotateLeft(d ^ u, t) + k[i + 3];
    t = f(d);
    u = f(b);
    c = rotateLeft(c ^ t, u) + k[i + 4];
    a = rotateLeft(a ^ u, t) + k[i + 5];
    t = f(a);
    u = f(c);
    x[3] = rotateLeft(d ^ t, u) + k[i + 6];
    x[1] = rotateLeft(b ^ u, t) + k[i + 7];
    x[0] = a;
    x[2] = c;
  }

  private static void loadPlain(int[] x, byte[] in, int i, int[] k) {
    x[0] = (int) INT_LE.get(in, i);
    x[1] = (int) INT_LE.get(in, i + 4) + k[0];
    x[2] = (int) INT_LE.get(in, i + 8);
    x[3] = (int) INT_LE.get(in, i + 12) + k[1];
  }

  private static void storeCipher(byte[] out, int o, int[] x, int[] k) {
    INT_LE.set(out, o, x[0] + k[KEYS - 2]);
    INT_LE.set(out, o + 4, x[1]);
    INT_LE.set(out, o + 8, x[2] + k[KEYS - 1]);
    INT_LE.set(out, o + 12, x[3]);
  }

  private static void encryptBatch(int[] k, byte[] in, int i, byte[] out, int o) {
    int[] x = new int[4];
    int[] y = new int[4];
    loadPlain(x, in, i, k);
    loadPlain(y, in, i + BLOCK, k);
    for (int r = 2; r < KEYS - 2; r += 8) {
      fourRounds(x, k, r);
      fourRounds(y, k, r);
    }
    storeCipher(out, o, x, k);
    storeCipher(out, o + BLOCK, y, k);
  }

  private static void encryptOne(int[] k, byte[] in, int i, byte[] out, int o) {
    int[] x = new int[4];
    loadPlain(x, in, i, k);
    for (int r = 2; r < KEYS - 2; r += 8) {
      fourRounds(x, k, r);
    }
    storeCipher(out, o, x, k);
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      encryptBatch(k, in, i, out, o);
    }
    if (blocks > 0) {
      encryptOne(k, in, i, out, o);
    }
  }

  // ---- Decryption ----

  private static void fourInverseRounds(int[] x, int[] k, int i) {
    int a = x[0];
    int b = x[1];
    int c = x[2];
    int d = x[3];
    int t = f(a);
    int u = f(c);
    b = rotateRight(b - k[i + 7], t) ^ u;
    d = rotateRight(d - k[i + 6], u) ^ t;
    t = f(d);
    u = f(b);
    a = rotateRight(a - k[i + 5], t) ^ u;
    c = rotateRight(c - k[i + 4], u) ^ t;
    t = f(c);
    u = f(a);
    d = rotateRight(d - k[i + 3], t) ^ u;
    b = rotateRight(b - k[i + 2], u) ^ t;
    t = f(b);
    u = f(d);
    x[2] = rotateRight(c - k[i + 1], t) ^ u;
    x[0] = rotateRight(a - k[i], u) ^ t;
    x[1] = b;
    x[3] = d;
  }

  private static void loadCipher(int[] x, byte[] in, int i, int[] k) {
    x[0] = (int) INT_LE.get(in, i) - k[KEYS - 2];
    x[1] = (int) INT_LE.get(in, i + 4);
    x[2] = (int) INT_LE.get(in, i + 8) - k[KEYS - 1];
    x[3] = (int) INT_LE.get(in, i + 12);
  }

  private static void storePlain(byte[] out, int o, int[] x, int[] k) {
    INT_LE.set(out, o, x[0]);
    INT_LE.set(out, o + 4, x[1] - k[0]);
    INT_LE.set(out, o + 8, x[2]);
    INT_LE.set(out, o + 12, x[3] - k[1]);
  }

  private static void decryptBatch(int[] k, byte[] in, int i, byte[] out, int o) {
    int[] x = new int[4];
    int[] y = new int[4];
    loadCipher(x, in, i, k);
    loadCipher(y, in, i + BLOCK, k);
    for (int r = KEYS - 2; r > 2; r -= 8) {
      fourInverseRounds(x, k, r - 8);
      fourInverseRounds(y, k, r - 8);
    }
    storePlain(out, o, x, k);
    storePlain(out, o + BLOCK, y, k);
  }

  private static void decryptOne(int[] k, byte[] in, int i, byte[] out, int o) {
    int[] x = new int[4];
    loadCipher(x, in, i, k);
    for (int r = KEYS - 2; r > 2; r -= 8) {
      fourInverseRounds(x, k, r - 8);
    }
    storePlain(out, o, x, k);
  }

  @Override
  void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      decryptBatch(k, in, i, out, o);
    }
    if (blocks > 0) {
      decryptOne(k, in, i, out, o);
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
