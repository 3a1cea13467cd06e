// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.LONG_LE;

import java.util.Arrays;

/**
 * SAFER+.
 *
 * <p>James Massey, Gurgen Khachatrian and Melsik Kuregian (Cylink), 1998. "Nomination of SAFER+ as
 * Candidate Algorithm for the Advanced Encryption Standard (AES)". Block 128 bits, key 128, 192 or
 * 256; 8, 12 or 16 rounds. A block is a string of bytes; NIST's files print it back to front.
 *
 * <p>Four blocks are worked on side by side: a word has one byte of each, in four lanes of 16 bits.
 * What a round makes of the bytes fits into a lane, so the linear layer is additions of words, and
 * nothing is reduced modulo 256 but by the look-ups, which read the low byte of a lane. Not
 * constant-time: the look-ups depend on key and data.
 *
 * <p>HotSpot makes 1,660 instructions of a block, where C has 930.
 */
final class SaferPlus extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 128;
  static final int KEY_MAX = 256;
  static final int KEY_STEP = 64;

  private static final int MAX_ROUNDS = 16;

  // ---- Tables ----

  /** A byte in each of the four lanes. */
  private static final long[] EACH = new long[256];

  /** The boxes exp and log: what x makes in the first lane, then in the second, and so on. */
  private static final long[] EXP = new long[4 * 256];

  private static final long[] LOG = new long[4 * 256];

  /** The biases of round keys 1 to 32, which are B_2 to B_33 of the specification. */
  private static final byte[] BIAS = new byte[2 * MAX_ROUNDS * 16];

  static {
    int power = 1;
    for (int x = 0; x < 256; x++, power = power * 45 % 257) {
      EACH[x] = x * 0x0001000100010001L;
      for (int n = 0; n < 4; n++) {
        EXP[256 * n + x] = (power & 255L) << 16 * n; // 256 counts as 0
        LOG[256 * n + (power & 255)] = (long) x << 16 * n;
      }
    }
    // Two exponentials; one from the eighteenth word on.
    for (int i = 0; i < BIAS.length; i++) {
      int x = 17 * (i / 16 + 2) + i % 16 + 1 & 255;
      BIAS[i] = (byte) (i / 16 + 2 <= 17 ? EXP[(int) EXP[x]] : EXP[x]);
    }
  }

  // ---- Context ----

  private int rounds;
  private final byte[] k = new byte[16 * (2 * MAX_ROUNDS + 1)]; // two a round, one for the output

  SaferPlus() {
    super(BLOCK, KEY_MIN, KEY_MAX, KEY_STEP);
  }

  // ---- Key schedule ----

  /** Eight bytes at once: each rotated to the left by n, which is below 8. */
  private static long rotateBytes(long x, int n) {
    long low = (0xff >> 8 - n) * 0x0101010101010101L;
    return x << n & ~low | x >>> 8 - n & low;
  }

  /** Each pair added, modulo 256. */
  private static long addBytes(long x, long y) {
    long high = 0x8080808080808080L;
    return (x & ~high) + (y & ~high) ^ (x ^ y) & high;
  }

  /**
   * The key and its parity byte are a ring. Round key p has the 16 bytes from p on, each rotated by
   * 3 p bits, and biased.
   */
  private void expandKey(byte[] key) {
    byte[] ring = new byte[KEY_MAX / 8 + 16];
    System.arraycopy(key, 0, ring, 0, key.length);
    for (byte b : key) {
      ring[key.length] ^= b;
    }
    System.arraycopy(key, 0, ring, key.length + 1, 15);

    rounds = key.length / 2;
    System.arraycopy(key, 0, k, 0, 16);
    for (int p = 1; p <= 2 * rounds; p++) {
      for (int j = 0; j < 16; j += 8) {
        long x = rotateBytes((long) LONG_LE.get(ring, p + j), 3 * p & 7);
        LONG_LE.set(k, 16 * p + j, addBytes(x, (long) LONG_LE.get(BIAS, 16 * (p - 1) + j)));
      }
    }
    Arrays.fill(ring, (byte) 0);
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    expandKey(key);
  }

  // ---- Encryption ----

  /** Blocks worked on side by side, each in its lane of a word. */
  private static final int LANES = 4;

  /** A byte of a round key, in each lane. */
  private static long each(byte k) {
    return EACH[k & 255];
  }

  private static long lookUp(long[] table, long x, int lanes) {
    long y = table[(int) x & 255];
    if (lanes > 1) {
      y |= table[256 + ((int) (x >>> 16) & 255)];
      y |= table[512 + ((int) (x >>> 32) & 255)];
      y |= table[768 + ((int) (x >>> 48) & 255)];
    }
    return y;
  }

  /** The Pseudo-Hadamard transform of (a, b). */
  private static void pht(long[] y, int i, long a, long b) {
    y[i + 1] = a + b;
    y[i] = a + (a + b);
  }

  /** The Armenian Shuffle, and the transform of each pair. */
  private static void layer(long[] y, long[] x) {
    pht(y, 0, x[8], x[11]);
    pht(y, 2, x[12], x[15]);
    pht(y, 4, x[2], x[1]);
    pht(y, 6, x[6], x[5]);
    pht(y, 8, x[10], x[9]);
    pht(y, 10, x[14], x[13]);
    pht(y, 12, x[0], x[7]);
    pht(y, 14, x[4], x[3]);
  }

  /**
   * Written out: HotSpot compiles so long a method by itself, and better than within its caller.
   */
  private static void encryptRound(long[] x, byte[] k, int j, int lanes) {
    long x0 = lookUp(EXP, x[0] ^ each(k[j]), lanes) + each(k[j + 16]);
    long x1 = lookUp(LOG, x[1] + each(k[j + 1]), lanes) ^ each(k[j + 17]);
    long x2 = lookUp(LOG, x[2] + each(k[j + 2]), lanes) ^ each(k[j + 18]);
    long x3 = lookUp(EXP, x[3] ^ each(k[j + 3]), lanes) + each(k[j + 19]);
    long x4 = lookUp(EXP, x[4] ^ each(k[j + 4]), lanes) + each(k[j + 20]);
    long x5 = lookUp(LOG, x[5] + each(k[j + 5]), lanes) ^ each(k[j + 21]);
    long x6 = lookUp(LOG, x[6] + each(k[j + 6]), lanes) ^ each(k[j + 22]);
    long x7 = lookUp(EXP, x[7] ^ each(k[j + 7]), lanes) + each(k[j + 23]);
    long x8 = lookUp(EXP, x[8] ^ each(k[j + 8]), lanes) + each(k[j + 24]);
    long x9 = lookUp(LOG, x[9] + each(k[j + 9]), lanes) ^ each(k[j + 25]);
    long x10 = lookUp(LOG, x[10] + each(k[j + 10]), lanes) ^ each(k[j + 26]);
    long x11 = lookUp(EXP, x[11] ^ each(k[j + 11]), lanes) + each(k[j + 27]);
    long x12 = lookUp(EXP, x[12] ^ each(k[j + 12]), lanes) + each(k[j + 28]);
    long x13 = lookUp(LOG, x[13] + each(k[j + 13]), lanes) ^ each(k[j + 29]);
    long x14 = lookUp(LOG, x[14] + each(k[j + 14]), lanes) ^ each(k[j + 30]);
    long x15 = lookUp(EXP, x[15] ^ each(k[j + 15]), lanes) + each(k[j + 31]);
    long[] y = new long[16];
    long[] z = new long[16];
    pht(y, 0, x0, x1);
    pht(y, 2, x2, x3);
    pht(y, 4, x4, x5);
    pht(y, 6, x6, x7);
    pht(y, 8, x8, x9);
    pht(y, 10, x10, x11);
    pht(y, 12, x12, x13);
    pht(y, 14, x14, x15);
    layer(z, y);
    layer(y, z);
    layer(x, y);
  }

  private static void load(long[] x, byte[] in, int i, int lanes) {
    for (int j = 0; j < 16; j++) {
      x[j] = in[i + j] & 255;
      for (int n = 1; n < lanes; n++) {
        x[j] |= (in[i + 16 * n + j] & 255L) << 16 * n;
      }
    }
  }

  private static void store(byte[] out, int o, long[] x, int lanes) {
    for (int j = 0; j < 16; j++) {
      for (int n = 0; n < lanes; n++) {
        out[o + 16 * n + j] = (byte) (x[j] >> 16 * n);
      }
    }
  }

  private void encryptLanes(byte[] in, int i, byte[] out, int o, int lanes) {
    byte[] k = this.k;
    long[] x = new long[16];
    load(x, in, i, lanes);
    int j = 0;
    for (int r = 0; r < rounds; r++, j += 32) {
      encryptRound(x, k, j, lanes);
    }
    for (int n = 0; n < 16; n += 4, j += 4) {
      x[n] ^= each(k[j]);
      x[n + 1] += each(k[j + 1]);
      x[n + 2] += each(k[j + 2]);
      x[n + 3] ^= each(k[j + 3]);
    }
    store(out, o, x, lanes);
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    for (; blocks >= LANES; blocks -= LANES, i += LANES * BLOCK, o += LANES * BLOCK) {
      encryptLanes(in, i, out, o, LANES);
    }
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      encryptLanes(in, i, out, o, 1);
    }
  }

  // ---- Decryption ----

  /**
   * The transform's inverse is a - b, 2 b - a. With every odd word of the state kept negative it
   * has no subtraction: the shuffle never takes an odd word to an even place.
   */
  private static void inversePht(long[] y, int i, long a, long minusB) {
    y[i] = a + minusB;
    y[i + 1] = minusB + (a + minusB);
  }

  private static void inverseLayer(long[] y, long[] x) {
    inversePht(y, 0, x[12], x[5]);
    inversePht(y, 2, x[4], x[15]);
    inversePht(y, 4, x[14], x[7]);
    inversePht(y, 6, x[6], x[13]);
    inversePht(y, 8, x[0], x[9]);
    inversePht(y, 10, x[8], x[1]);
    inversePht(y, 12, x[2], x[11]);
    inversePht(y, 14, x[10], x[3]);
  }

  /**
   * Zeros modulo 256 that keep a lane from borrowing from the next: LITTLE is more than two bytes'
   * sum, and GREAT more than the layers, of which a row sums to 55 at most, make of LITTLE and a
   * byte. The layers make at least 257 of it.
   */
  private static final long LITTLE = 0x0200020002000200L;

  private static final long GREAT = 0xff00ff00ff00ff00L;

  /** Written out as encryptRound is. */
  private static void decryptRound(long[] x, byte[] k, int j, int lanes) {
    long[] y = new long[16];
    long[] z = new long[16];
    inversePht(y, 0, x[0], x[1]);
    inversePht(y, 2, x[2], x[3]);
    inversePht(y, 4, x[4], x[5]);
    inversePht(y, 6, x[6], x[7]);
    inversePht(y, 8, x[8], x[9]);
    inversePht(y, 10, x[10], x[11]);
    inversePht(y, 12, x[12], x[13]);
    inversePht(y, 14, x[14], x[15]);
    inverseLayer(z, y);
    inverseLayer(y, z);
    inverseLayer(z, y);
    x[0] = lookUp(LOG, z[0] - each(k[j + 16]), lanes) ^ each(k[j]);
    x[1] = LITTLE + each(k[j + 1]) - lookUp(EXP, GREAT - z[1] ^ each(k[j + 17]), lanes);
    x[2] = LITTLE - each(k[j + 2]) + lookUp(EXP, z[2] ^ each(k[j + 18]), lanes);
    x[3] = LITTLE - (lookUp(LOG, GREAT - z[3] - each(k[j + 19]), lanes) ^ each(k[j + 3]));
    x[4] = lookUp(LOG, z[4] - each(k[j + 20]), lanes) ^ each(k[j + 4]);
    x[5] = LITTLE + each(k[j + 5]) - lookUp(EXP, GREAT - z[5] ^ each(k[j + 21]), lanes);
    x[6] = LITTLE - each(k[j + 6]) + lookUp(EXP, z[6] ^ each(k[j + 22]), lanes);
    x[7] = LITTLE - (lookUp(LOG, GREAT - z[7] - each(k[j + 23]), lanes) ^ each(k[j + 7]));
    x[8] = lookUp(LOG, z[8] - each(k[j + 24]), lanes) ^ each(k[j + 8]);
    x[9] = LITTLE + each(k[j + 9]) - lookUp(EXP, GREAT - z[9] ^ each(k[j + 25]), lanes);
    x[10] = LITTLE - each(k[j + 10]) + lookUp(EXP, z[10] ^ each(k[j + 26]), lanes);
    x[11] = LITTLE - (lookUp(LOG, GREAT - z[11] - each(k[j + 27]), lanes) ^ each(k[j + 11]));
    x[12] = lookUp(LOG, z[12] - each(k[j + 28]), lanes) ^ each(k[j + 12]);
    x[13] = LITTLE + each(k[j + 13]) - lookUp(EXP, GREAT - z[13] ^ each(k[j + 29]), lanes);
    x[14] = LITTLE - each(k[j + 14]) + lookUp(EXP, z[14] ^ each(k[j + 30]), lanes);
    x[15] = LITTLE - (lookUp(LOG, GREAT - z[15] - each(k[j + 31]), lanes) ^ each(k[j + 15]));
  }

  private void decryptLanes(byte[] in, int i, byte[] out, int o, int lanes) {
    byte[] k = this.k;
    long[] x = new long[16];
    load(x, in, i, lanes);
    int j = 32 * rounds;
    for (int n = 0; n < 16; n += 4) {
      x[n] ^= each(k[j + n]);
      x[n + 1] = LITTLE + each(k[j + n + 1]) - x[n + 1];
      x[n + 2] = LITTLE - each(k[j + n + 2]) + x[n + 2];
      x[n + 3] = LITTLE - (x[n + 3] ^ each(k[j + n + 3]));
    }
    for (int r = 0; r < rounds; r++) {
      j -= 32;
      decryptRound(x, k, j, lanes);
    }
    for (int n = 1; n < 16; n += 2) {
      x[n] = GREAT - x[n];
    }
    store(out, o, x, lanes);
  }

  @Override
  void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    for (; blocks >= LANES; blocks -= LANES, i += LANES * BLOCK, o += LANES * BLOCK) {
      decryptLanes(in, i, out, o, LANES);
    }
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      decryptLanes(in, i, out, o, 1);
    }
  }

  // ---- Engine ----

  @Override
  void eraseKey() {
    Arrays.fill(k, (byte) 0);
    rounds = 0;
  }
}
