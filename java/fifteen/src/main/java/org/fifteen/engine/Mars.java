// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.Integer.rotateLeft;
import static java.lang.Integer.rotateRight;
import static org.fifteen.engine.Bytes.INT_LE;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * MARS, with the key schedule of the second round (the "tweak" of May 1999) or of the first.
 *
 * <p>Carolynn Burwick, Don Coppersmith, Edward D'Avignon, Rosario Gennaro, Shai Halevi, Charanjit
 * Jutla, Stephen Matyas, Luke O'Connor, Mohammad Peyravian, David Safford and Nevenko Zunic (IBM),
 * 1998. "MARS - a candidate cipher for AES" (June 1998; revised September 1999). Block 128 bits,
 * key 128 to 448 in steps of 32 (round 1: to 1248); 8 rounds of forward mixing, 16 of the keyed
 * core, 8 of backward mixing. A block is four little-endian words.
 *
 * <p>Decryption is encryption of the words in reverse order, with the keys in reverse order and the
 * core's additions and rotations undone; the two mixing phases are each other's inverse in just
 * that way. Not constant-time: the look-ups depend on key and data.
 */
final class Mars extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 128;
  static final int KEY_MAX = 448;
  static final int ROUND1_KEY_MAX = 1248;
  static final int KEY_STEP = 32;

  // ---- Tables ----

  /**
   * Words 5k to 5k+4 are the SHA-1 digest of the words 5k, c1, c2, c3; then, in each half, a word
   * that agrees with a later one in two bytes or more is multiplied by 3. c1 and c2 are fractions
   * of e and pi, c3 is what made the best table.
   */
  static final int[] S = new int[512];

  static {
    byte[] seed = new byte[16];
    INT_LE.set(seed, 4, 0xb7e15162);
    INT_LE.set(seed, 8, 0x243f6a88);
    INT_LE.set(seed, 12, 0x02917d59);
    MessageDigest sha1;
    try {
      sha1 = MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-1", e);
    }
    byte[] digest = {};
    for (int i = 0; i < 512; i++) {
      if (i % 5 == 0) {
        INT_LE.set(seed, 0, i);
        digest = sha1.digest(seed);
      }
      S[i] = (int) INT_LE.get(digest, 4 * (i % 5));
    }
    for (int i = 0; i < 512; i++) {
      for (int j = i + 1; j < (i < 256 ? 256 : 512); j++) {
        if (equalBytes(S[i], S[j]) >= 2) {
          S[i] *= 3;
          break;
        }
      }
    }
  }

  private static int equalBytes(int x, int y) {
    int equal = 0;
    for (int mask = 255; mask != 0; mask <<= 8) {
      if (((x ^ y) & mask) == 0) {
        equal++;
      }
    }
    return equal;
  }

  // ---- Context ----

  private static final int KEYS = 40;

  private final boolean round1;
  int[] k; // K of the specification

  private Mars(boolean round1, int keyMax) {
    super(BLOCK, KEY_MIN, keyMax, KEY_STEP);
    this.round1 = round1;
  }

  static Mars round1() {
    return new Mars(true, ROUND1_KEY_MAX);
  }

  static Mars round2() {
    return new Mars(false, KEY_MAX);
  }

  // ---- Key schedule ----

  /**
   * To each word comes the S-box entry that the low nine bits of the word before choose; the last
   * word is before the first. They are read as the high nine bits before the rotation, not to wait
   * for it.
   */
  private static void stir(int[] t, int start, int words, int passes) {
    int x = t[start + words - 1] & 511;
    for (int pass = 0; pass < passes; pass++) {
      for (int i = start; i < start + words; i++) {
        int sum = t[i] + S[x];
        t[i] = rotateLeft(sum, 9);
        x = sum >>> 23;
      }
    }
  }

  /**
   * A multiplier is to be 3 mod 4 and to have no ten equal bits in a row. Runs of ten or more are
   * broken by a pattern, but for the bits at their ends. In round 1 a run of zeros that reaches bit
   * 31 does not end there.
   */
  private static int multiplier(int k, int rotation, int round) {
    int w = k | 3;
    int m = ~(w ^ w << 1) & ~(w ^ w >>> 1) & 0x7ffffffe; // equal to both neighbours
    m &= m >> 1;
    m &= m >> 2;
    m &= m >> 4; // the lowest of eight such
    m |= m << 1;
    m |= m << 2;
    m |= m << 4; // and all eight
    if (round == 1) {
      m |= m << 1 & ~w & 0x80000000;
    }
    return w ^ (rotateLeft(S[265 + (k & 3)], rotation) & m & ~3);
  }

  private static int[] expandKey(byte[] key) {
    int[] k = new int[KEYS];
    int[] t = new int[15];
    int keyWords = key.length / 4;
    for (int i = 0; i < keyWords; i++) {
      t[i] = (int) INT_LE.get(key, 4 * i);
    }
    t[keyWords] = keyWords;
    for (int j = 0; j < 4; j++) {
      for (int i = 0; i < 15; i++) {
        t[i] ^= rotateLeft(t[(i + 8) % 15] ^ t[(i + 13) % 15], 3) ^ (4 * i + j);
      }
      stir(t, 0, 15, 4);
      for (int i = 0; i < 10; i++) {
        k[10 * j + i] = t[4 * i % 15];
      }
    }
    for (int i = 5; i < 37; i += 2) {
      k[i] = multiplier(k[i], k[i - 1], 2);
    }
    Arrays.fill(t, 0);
    return k;
  }

  /**
   * T[-7] to T[-1] of round 1's specification are S-box entries, T[39] is the length of the key.
   * Stirring begins with T[1], so T[0] moves to the end.
   */
  private static int[] expandKeyRound1(byte[] key) {
    int[] k = new int[KEYS];
    int[] t = new int[7 + KEYS + 1];
    int keyWords = key.length / 4;
    System.arraycopy(S, 0, t, 0, 7);
    for (int i = 0, j = 0; i < KEYS - 1; i++) {
      t[i + 7] = rotateLeft(t[i] ^ t[i + 5], 3) ^ (int) INT_LE.get(key, 4 * j) ^ i;
      j = j + 1 < keyWords ? j + 1 : 0;
    }
    t[7 + KEYS - 1] = keyWords;
    t[7 + KEYS] = t[7];
    stir(t, 8, KEYS, 7);
    for (int i = 1; i <= KEYS; i++) {
      k[7 * i % KEYS] = t[7 + i];
    }
    for (int i = 5; i < 37; i += 2) {
      k[i] = multiplier(k[i], k[i + 3], 1);
    }
    Arrays.fill(t, 0);
    return k;
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    eraseKey();
    k = round1 ? expandKeyRound1(key) : expandKey(key);
  }

  // ---- Encryption ----

  /** Blocks worked on side by side, to hide the latency of each other's look-ups. */
  private static final int BATCH = 2;

  static int s0(int x) {
    return S[x & 255];
  }

  static int s1(int x) {
    return S[256 + (x & 255)];
  }

  static void forwardMixing(int[] x) {
    int a = x[0];
    int b = x[1];
    int c = x[2];
    int d = x[3];
    for (int i = 0; i < 2; i++) {
      b = (b ^ s0(a)) + s1(a >> 8);
      c += s0(a >> 16);
      d ^= s1(a >> 24);
      a = rotateRight(a, 24) + d;

      c = (c ^ s0(b)) + s1(b >> 8);
      d += s0(b >> 16);
      a ^= s1(b >> 24);
      b = rotateRight(b, 24) + c;

      d = (d ^ s0(c)) + s1(c >> 8);
      a += s0(c >> 16);
      b ^= s1(c >> 24);
      c = rotateRight(c, 24);

      a = (a ^ s0(d)) + s1(d >> 8);
      b += s0(d >> 16);
      c ^= s1(d >> 24);
      d = rotateRight(d, 24);
    }
    x[0] = a;
    x[1] = b;
    x[2] = c;
    x[3] = d;
  }

  static void backwardMixing(int[] x) {
    int a = x[0];
    int b = x[1];
    int c = x[2];
    int d = x[3];
    for (int i = 0; i < 2; i++) {
      b ^= s1(a);
      c -= s0(a >> 24);
      d = (d - s1(a >> 16)) ^ s0(a >> 8);
      a = rotateLeft(a, 24);

      c ^= s1(b);
      d -= s0(b >> 24);
      a = (a - s1(b >> 16)) ^ s0(b >> 8);
      b = rotateLeft(b, 24);

      c -= b;
      d ^= s1(c);
      a -= s0(c >> 24);
      b = (b - s1(c >> 16)) ^ s0(c >> 8);
      c = rotateLeft(c, 24);

      d -= a;
      a ^= s1(d);
      b -= s0(d >> 24);
      c = (c - s1(d >> 16)) ^ s0(d >> 8);
      d = rotateLeft(d, 24);
    }
    x[0] = a;
    x[1] = b;
    x[2] = c;
    x[3] = d;
  }

  /**
   * Rounds of the core, in its forward or its backward mode; after four the words are back in their
   * places.
   */
  static void fourRounds(int[] x, int[] k, int start, boolean forward) {
    int a = x[0];
    int b = x[1];
    int c = x[2];
    int d = x[3];
    for (int i = start; i < start + 8; i += 2) {
      int t = rotateLeft(a, 13);
      int m = a + k[i];
      int p = rotateLeft(t * k[i + 1], 5);
      int r = rotateLeft(p, 5);
      int l = rotateLeft(S[m & 511] ^ p ^ r, r);
      c += rotateLeft(m, p);
      if (forward) {
        b += l;
        d ^= r;
      } else {
        d += l;
        b ^= r;
      }
      a = b;
      b = c;
      c = d;
      d = t;
    }
    x[0] = a;
    x[1] = b;
    x[2] = c;
    x[3] = d;
  }

  static void loadPlain(int[] x, byte[] in, int i, int[] k) {
    x[0] = (int) INT_LE.get(in, i) + k[0];
    x[1] = (int) INT_LE.get(in, i + 4) + k[1];
    x[2] = (int) INT_LE.get(in, i + 8) + k[2];
    x[3] = (int) INT_LE.get(in, i + 12) + k[3];
  }

  static void storeCipher(byte[] out, int o, int[] x, int[] k) {
    INT_LE.set(out, o, x[0] - k[36]);
    INT_LE.set(out, o + 4, x[1] - k[37]);
    INT_LE.set(out, o + 8, x[2] - k[38]);
    INT_LE.set(out, o + 12, x[3] - k[39]);
  }

  private static void encryptBatch(int[] k, byte[] in, int i, byte[] out, int o) {
    int[] x = new int[4];
    int[] y = new int[4];
    loadPlain(x, in, i, k);
    loadPlain(y, in, i + BLOCK, k);
    forwardMixing(x);
    forwardMixing(y);
    for (int r = 4; r < 20; r += 8) {
      fourRounds(x, k, r, true);
      fourRounds(y, k, r, true);
    }
    for (int r = 20; r < 36; r += 8) {
      fourRounds(x, k, r, false);
      fourRounds(y, k, r, false);
    }
    backwardMixing(x);
    backwardMixing(y);
    storeCipher(out, o, x, k);
    storeCipher(out, o + BLOCK, y, k);
  }

  private static void encryptOne(int[] k, byte[] in, int i, byte[] out, int o) {
    int[] x = new int[4];
    loadPlain(x, in, i, k);
    forwardMixing(x);
    for (int r = 4; r < 20; r += 8) {
      fourRounds(x, k, r, true);
    }
    for (int r = 20; r < 36; r += 8) {
      fourRounds(x, k, r, false);
    }
    backwardMixing(x);
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

  private static void fourInverseRounds(int[] x, int[] k, int start, boolean forward) {
    int a = x[0];
    int b = x[1];
    int c = x[2];
    int d = x[3];
    for (int i = start + 8; i > start; i -= 2) {
      int t = rotateRight(a, 13);
      int m = t + k[i - 2];
      int p = rotateLeft(a * k[i - 1], 5);
      int r = rotateLeft(p, 5);
      int l = rotateLeft(S[m & 511] ^ p ^ r, r);
      c -= rotateLeft(m, p);
      if (forward) {
        b -= l;
        d ^= r;
      } else {
        d -= l;
        b ^= r;
      }
      a = b;
      b = c;
      c = d;
      d = t;
    }
    x[0] = a;
    x[1] = b;
    x[2] = c;
    x[3] = d;
  }

  private static void loadCipher(int[] x, byte[] in, int i, int[] k) {
    x[0] = (int) INT_LE.get(in, i + 12) + k[39];
    x[1] = (int) INT_LE.get(in, i + 8) + k[38];
    x[2] = (int) INT_LE.get(in, i + 4) + k[37];
    x[3] = (int) INT_LE.get(in, i) + k[36];
  }

  private static void storePlain(byte[] out, int o, int[] x, int[] k) {
    INT_LE.set(out, o + 12, x[0] - k[3]);
    INT_LE.set(out, o + 8, x[1] - k[2]);
    INT_LE.set(out, o + 4, x[2] - k[1]);
    INT_LE.set(out, o, x[3] - k[0]);
  }

  private static void decryptBatch(int[] k, byte[] in, int i, byte[] out, int o) {
    int[] x = new int[4];
    int[] y = new int[4];
    loadCipher(x, in, i, k);
    loadCipher(y, in, i + BLOCK, k);
    forwardMixing(x);
    forwardMixing(y);
    for (int r = 36; r > 20; r -= 8) {
      fourInverseRounds(x, k, r - 8, true);
      fourInverseRounds(y, k, r - 8, true);
    }
    for (int r = 20; r > 4; r -= 8) {
      fourInverseRounds(x, k, r - 8, false);
      fourInverseRounds(y, k, r - 8, false);
    }
    backwardMixing(x);
    backwardMixing(y);
    storePlain(out, o, x, k);
    storePlain(out, o + BLOCK, y, k);
  }

  private static void decryptOne(int[] k, byte[] in, int i, byte[] out, int o) {
    int[] x = new int[4];
    loadCipher(x, in, i, k);
    forwardMixing(x);
    for (int r = 36; r > 20; r -= 8) {
      fourInverseRounds(x, k, r - 8, true);
    }
    for (int r = 20; r > 4; r -= 8) {
      fourInverseRounds(x, k, r - 8, false);
    }
    backwardMixing(x);
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
