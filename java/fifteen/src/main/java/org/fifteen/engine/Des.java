// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.Integer.rotateLeft;
import static java.lang.Long.rotateLeft;
import static java.lang.Long.rotateRight;
import static org.fifteen.engine.Bytes.LONG_LE;

import java.util.Arrays;

/**
 * DES, and Triple-DES with two or three keys.
 *
 * <p>IBM (Horst Feistel, Walter Tuchman, Don Coppersmith and others) with the NSA, 1975;
 * Triple-DES, 1979. FIPS 46-3 (1999); NIST SP 800-67. Block 64 bits; DES: key 64 bits, 16 rounds;
 * Triple-DES (encrypt, decrypt, encrypt): key 128 (first and third alike) or 192 bits, 48 rounds.
 * The eighth bit of every key byte is parity and ignored. Bit 1 of the standard is the most
 * significant of the first byte.
 *
 * <p>A half block is kept expanded by E, S-box inputs 1 to 8 in the low six bits of a byte each,
 * S1's in the highest. So a round is an exclusive-or with the round key and eight look-ups of what
 * S, P and E make of an input. Not constant-time: the look-ups depend on key and data.
 *
 * <p>HotSpot makes 840 instructions of a DES block, where C has 600.
 */
final class Des extends KeyedEngine {
  static final int BLOCK = 8;
  static final int KEY_BITS = 64;
  static final int TRIPLE_KEY_MIN = 128;
  static final int TRIPLE_KEY_MAX = 192;
  static final int KEY_STEP = 64;

  // ---- Tables (FIPS 46-3, appendix 1) ----

  /** Rows 0 to 3 of S1 to S8, one hexadecimal digit an entry. */
  private static final String[] SBOXES = {
    "e4d12fb83a6c5907", "0f74e2d1a6cb9538", "41e8d62bfc973a50", "fc8249175b3ea06d",
    "f18e6b34972dc05a", "3d47f28ec01a69b5", "0e7ba4d158c6932f", "d8a13f42b67c05e9",
    "a09e63f51dc7b428", "d709346a285ecbf1", "d6498f30b12c5ae7", "1ad069874fe3b52c",
    "7de3069a1285bc4f", "d8b56f03472c1ae9", "a690cb7df13e5284", "3f06a1d8945bc72e",
    "2c417ab6853fd0e9", "eb2c47d150fa3986", "421bad78f9c5630e", "b8c71e2d6f09a453",
    "c1af92680d34e75b", "af427c9561de0b38", "9ef528c3704a1db6", "432c95fabe17608d",
    "4b2ef08d3c975a61", "d0b7491ae35c2f86", "14bdc37eaf680592", "6bd814a7950fe23c",
    "d2846fb1a93e50c7", "1fd8a374c56b0e92", "7b419ce206adf358", "21e74a8dfc90356b"
  };

  static final int[] P = {
    16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10,
    2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25
  };

  private static final int[][] PC2 = {
    {14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2},
    {41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32}
  };

  private static final int[] LEFT_SHIFTS = {
    1, 2, 4, 6, 8, 10, 12, 14, 15, 17, 19, 21, 23, 25, 27, 28
  };

  /**
   * SP[64 n + x] is what input x of S-box n + 1 adds to an expanded half block. The length is such
   * that a whole byte may be an index, which HotSpot then need not check.
   */
  private static final long[] SP = new long[7 * 64 + 256];

  /** PC2_C[128 n + x] is what bits 7 n + 1 to 7 n + 7 of C, read as x, add to a round key. */
  private static final int[] PC2_C = new int[4 * 128];

  private static final int[] PC2_D = new int[4 * 128];

  static {
    for (int n = 0; n < 8; n++) {
      for (int x = 0; x < 64; x++) {
        int row = x >> 4 & 2 | x & 1;
        int s = Character.digit(SBOXES[4 * n + row].charAt(x >> 1 & 15), 16);
        int half = permute(s << 28 - 4 * n, 32, 0, P);
        for (int m = 0; m < 8; m++) {
          SP[64 * n + x] |= (rotateLeft(half, 4 * m + 5) & 63L) << 56 - 8 * m;
        }
      }
    }
    for (int n = 0; n < 4; n++) {
      for (int x = 0; x < 128; x++) {
        PC2_C[128 * n + x] = sixes(permute(x << 21 - 7 * n, 28, 0, PC2[0]));
        PC2_D[128 * n + x] = sixes(permute(x << 21 - 7 * n, 28, 28, PC2[1]));
      }
    }
  }

  /** The bits of x that the table names, bit first + 1 the highest of {@code bits}. */
  private static int permute(int x, int bits, int first, int[] table) {
    int y = 0;
    for (int b : table) {
      y = y << 1 | x >>> bits + first - b & 1;
    }
    return y;
  }

  /** Four times six bits, a byte each. */
  private static int sixes(int x) {
    return (x & 0xfc0000) << 6 | (x & 0x3f000) << 4 | (x & 0xfc0) << 2 | x & 0x3f;
  }

  // ---- Context ----

  static final int ROUNDS = 16;
  private static final int TRIPLE_ROUNDS = 3 * ROUNDS;

  private final int rounds;
  long[] k;

  private Des(int rounds, int keyMin, int keyMax) {
    super(BLOCK, keyMin, keyMax, KEY_STEP);
    this.rounds = rounds;
  }

  static Des single() {
    return new Des(ROUNDS, KEY_BITS, KEY_BITS);
  }

  static Des triple() {
    return new Des(TRIPLE_ROUNDS, TRIPLE_KEY_MIN, TRIPLE_KEY_MAX);
  }

  // ---- Permutations ----

  /**
   * The 8 by 8 bits of a block or key whose bytes are, last to first, x: byte n of the result, from
   * the highest, is the bits n of all bytes. IP and PC-1 are made of these columns.
   */
  private static long transpose(long x) {
    long t = (x ^ x >>> 7) & 0x00aa00aa00aa00aaL;
    x ^= t ^ t << 7;
    t = (x ^ x >>> 14) & 0x0000cccc0000ccccL;
    x ^= t ^ t << 14;
    t = (x ^ x >>> 28) & 0x00000000f0f0f0f0L;
    return x ^ t ^ t << 28;
  }

  private static long loadColumns(byte[] in, int i) {
    return transpose((long) LONG_LE.get(in, i));
  }

  private static void storeColumns(byte[] out, int o, long x) {
    LONG_LE.set(out, o, transpose(x));
  }

  /** E: from four bytes of a half, each the low one of 16 bits. */
  private static long expand(long x) {
    x &= 0x00ff00ff00ff00ffL;
    return x << 5 & 0x1f001f001f001f00L
        | rotateRight(x, 3) & 0x2000200020002000L
        | x << 1 & 0x003e003e003e003eL
        | rotateLeft(x, 9) & 0x0001000100010001L;
  }

  /** The inverse of E. */
  private static long contract(long x) {
    return x >>> 5 & 0x00f000f000f000f0L | x >>> 1 & 0x000f000f000f000fL;
  }

  // ---- Key schedule ----

  /** Sixteen round keys from k[i] on, {@code step} apart. */
  static void expandKey(long[] k, int i, int step, byte[] key, int offset) {
    // PC-1, both halves twice over so that a shift is a rotation.
    long x = loadColumns(key, offset);
    long c = x >>> 36;
    long d = (x & 0xff00) << 12 | x >>> 4 & 0xff000 | x >>> 20 & 0xff0 | x >>> 32 & 0xf;
    c |= c << 28;
    d |= d << 28;
    for (int r = 0; r < ROUNDS; r++, i += step) {
      int ci = (int) (c >>> 28 - LEFT_SHIFTS[r]);
      int di = (int) (d >>> 28 - LEFT_SHIFTS[r]);
      int high =
          PC2_C[ci >> 21 & 127]
              | PC2_C[128 + (ci >> 14 & 127)]
              | PC2_C[256 + (ci >> 7 & 127)]
              | PC2_C[384 + (ci & 127)];
      int low =
          PC2_D[di >> 21 & 127]
              | PC2_D[128 + (di >> 14 & 127)]
              | PC2_D[256 + (di >> 7 & 127)]
              | PC2_D[384 + (di & 127)];
      k[i] = (long) high << 32 | low;
    }
  }

  private static void reverse(long[] k) {
    for (int i = 0, j = k.length - 1; i < j; i++, j--) {
      long x = k[i];
      k[i] = k[j];
      k[j] = x;
    }
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    eraseKey();
    long[] w = new long[rounds];
    expandKey(w, 0, 1, key, 0);
    if (rounds == TRIPLE_ROUNDS) {
      expandKey(w, 2 * ROUNDS - 1, -1, key, 8);
      if (8 * key.length == TRIPLE_KEY_MAX) {
        expandKey(w, 2 * ROUNDS, 1, key, 16);
      } else {
        System.arraycopy(w, 0, w, 2 * ROUNDS, ROUNDS);
      }
    }
    if (direction == Direction.DECRYPT) {
      reverse(w);
    }
    k = w;
  }

  // ---- Encryption ----

  /**
   * S, P and E of a half block to which a round key was added. Every bit of the result comes from
   * one S-box, so that or, addition and exclusive-or are the same here; taking turns they keep the
   * compiler from making one long chain.
   */
  static long f(long x) {
    int high = (int) (x >>> 32);
    int low = (int) x;
    return ((SP[high >>> 24] | SP[64 + (high >>> 16 & 255)])
            + (SP[128 + (high >>> 8 & 255)] | SP[192 + (high & 255)]))
        ^ ((SP[256 + (low >>> 24)] | SP[320 + (low >>> 16 & 255)])
            + (SP[384 + (low >>> 8 & 255)] | SP[448 + (low & 255)]));
  }

  /**
   * A round waits for its look-ups; with several blocks at once there is always something to do.
   */
  static final int BATCH = 3;

  /**
   * Sixteen rounds and the last exchange of halves, for BATCH blocks; x has l and r of each.
   * HotSpot would move so many variables to vector registers and back, which takes longer than an
   * array.
   */
  private static void sixteenRounds(long[] x, long[] k, int i) {
    for (int n = i; n < i + ROUNDS; n += 2) {
      x[0] ^= f(x[1] ^ k[n]);
      x[2] ^= f(x[3] ^ k[n]);
      x[4] ^= f(x[5] ^ k[n]);
      x[1] ^= f(x[0] ^ k[n + 1]);
      x[3] ^= f(x[2] ^ k[n + 1]);
      x[5] ^= f(x[4] ^ k[n + 1]);
    }
    for (int n = 0; n < 2 * BATCH; n += 2) {
      long l = x[n];
      x[n] = x[n + 1];
      x[n + 1] = l;
    }
  }

  /** The same for one block or BATCH. */
  private static void sixteenRounds(long[] x, int lanes, long[] k, int i) {
    if (lanes == BATCH) {
      sixteenRounds(x, k, i);
    } else {
      long l = x[0];
      long r = x[1];
      for (int n = i; n < i + ROUNDS; n += 2) {
        l ^= f(r ^ k[n]);
        r ^= f(l ^ k[n + 1]);
      }
      x[0] = r;
      x[1] = l;
    }
  }

  private void encryptLanes(long[] x, int lanes, byte[] in, int i, byte[] out, int o) {
    load(x, lanes, in, i, BLOCK);
    for (int n = 0; n < k.length; n += ROUNDS) {
      sixteenRounds(x, lanes, k, n);
    }
    store(out, o, BLOCK, x, lanes);
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    long[] x = new long[2 * BATCH];
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      encryptLanes(x, BATCH, in, i, out, o);
    }
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      encryptLanes(x, 1, in, i, out, o);
    }
  }

  // ---- Decryption ----

  // It is encryption, under the round keys in reverse order.

  // ---- Inside another cipher ----

  /**
   * One block or BATCH, {@code step} bytes apart, between IP and its inverse, each half expanded by
   * E. All of that is linear: such blocks can be added.
   */
  static void load(long[] x, int lanes, byte[] in, int i, int step) {
    for (int n = 0; n < lanes; n++) {
      long columns = loadColumns(in, i + step * n);
      x[2 * n] = expand(columns);
      x[2 * n + 1] = expand(columns >>> 8);
    }
  }

  static void store(byte[] out, int o, int step, long[] x, int lanes) {
    for (int n = 0; n < lanes; n++) {
      storeColumns(out, o + step * n, contract(x[2 * n]) | contract(x[2 * n + 1]) << 8);
    }
  }

  /** To each block of {@code to} DES(the one of {@code from}), with the round keys from k[i] on. */
  static void add(long[] to, long[] from, long[] work, int lanes, long[] k, int i) {
    for (int n = 0; n < 2 * lanes; n++) {
      work[n] = from[n];
    }
    sixteenRounds(work, lanes, k, i);
    for (int n = 0; n < 2 * lanes; n++) {
      to[n] ^= work[n];
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
