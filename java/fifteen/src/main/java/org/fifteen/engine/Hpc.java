// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.Long.rotateLeft;
import static java.lang.Long.rotateRight;
import static org.fifteen.engine.Bytes.LONG_BE;

import java.util.Arrays;

/**
 * The Hasty Pudding Cipher: HPC-Medium at 128 bits, HPC-Short at 64 bits.
 *
 * <p>Richard Schroeppel, 1998. "Hasty Pudding Cipher Specification" (June 1998, revised May 1999).
 * The revision adds a statement to the key expansion and makes another cipher: here it is apart,
 * under the name of its year. Block 128 or 64 bits, key 0 to 2048 in steps of 8, spice (the tweak)
 * 512; 8 rounds. Key, block and spice are big-endian 64-bit words; a last word of less than 64 bits
 * is the number that its bytes make. BACKUP is 0.
 *
 * <p>Not constant-time: the look-ups depend on key and data.
 */
final class Hpc extends KeyedEngine implements Tweakable {
  static final int KEY_MIN = 0;
  static final int KEY_MAX = 2048;
  static final int KEY_STEP = 8;

  // ---- Tables ----

  static final long[] PERMB = permb();
  static final long[] PERMBI = permbi(PERMB);

  /**
   * The fraction of e in words of 64 bits; of these the first sixteen whose last hexadecimal digits
   * differ, the places 12 and 14 exchanged. Less its index, each sends the index to the digit.
   */
  private static long[] permb() {
    long[] words = new long[16];
    int digits = 0; // those that there are, a bit each
    int i = 0;
    for (long word : Tables.fractionOfE(40)) {
      if (i < 16 && (digits >> (word & 15) & 1) == 0) {
        digits |= 1 << (word & 15);
        words[i++] = word;
      }
    }
    long twelfth = words[12];
    words[12] = words[14];
    words[14] = twelfth;
    for (i = 0; i < 16; i++) {
      words[i] -= i;
    }
    return words;
  }

  /** From the digit back to the index. */
  private static long[] permbi(long[] permb) {
    long[] words = new long[16];
    for (int i = 0; i < 16; i++) {
      words[(int) (permb[i] + i & 15)] = permb[i];
    }
    return words;
  }

  // ---- Constants ----

  static final long PI19 = 3141592653589793238L; // digits of pi
  static final long E19 = 2718281828459045235L; // of e
  static final long R220 = Long.parseUnsignedLong("14142135623730950488"); // of sqrt(2)

  static final int SHORT = 2; // the numbers of the sub-ciphers
  static final int MEDIUM = 3;

  static final int SHORT_BITS = 64;
  static final int MEDIUM_BITS = 128;

  static final int ROUNDS = 8;

  // ---- Context ----

  private static final int WORDS = 256;
  private static final int SPICE = 8;

  private final int subcipher;
  private final int revision;
  final long[] kx = new long[WORDS]; // KX of the specification
  final long[] spice = new long[SPICE];
  private final long[] s = new long[2 * BATCH]; // the blocks at work

  Hpc(int subcipher, int revision) {
    super((subcipher == MEDIUM ? MEDIUM_BITS : SHORT_BITS) / 8, KEY_MIN, KEY_MAX, KEY_STEP);
    this.subcipher = subcipher;
    this.revision = revision;
  }

  // ---- Key schedule ----

  static final int JUNE_1998 = 0;
  static final int MAY_1999 = 1;

  private static final int PASSES = 3;

  /** The stirring function. The revision is against Wagner's equivalent keys. */
  private static void stir(long[] kx, int revision) {
    long s0 = kx[248];
    long s1 = kx[249];
    long s2 = kx[250];
    long s3 = kx[251];
    long s4 = kx[252];
    long s5 = kx[253];
    long s6 = kx[254];
    long s7 = kx[255];
    for (int j = 0; j < PASSES; j++) {
      for (int i = 0; i < WORDS; i++) {
        s0 ^= (kx[i] ^ kx[(i + 83) % WORDS]) + kx[(int) s0 & 255];
        if (revision == MAY_1999) {
          s2 += kx[i];
        }
        s1 += s0;
        s3 ^= s2;
        s5 -= s4;
        s7 ^= s6;
        s3 += s0 >>> 13;
        s4 ^= s1 << 11;
        s5 ^= s3 << (s1 & 31);
        s6 += s2 >>> 17;
        s7 |= s3 + s4;
        s2 -= s5;
        s0 -= s6 ^ i;
        s1 ^= s5 + PI19;
        s2 += s7 >>> j;
        s2 ^= s1;
        s4 -= s3;
        s6 ^= s5;
        s0 += s7;
        kx[i] = s2 + s6;
      }
    }
  }

  static void expandKey(long[] kx, byte[] key, int subcipher, int revision) {
    kx[0] = PI19 + subcipher;
    kx[1] = E19 * 8 * key.length;
    kx[2] = rotateLeft(R220, subcipher);
    for (int i = 3; i < WORDS; i++) {
      kx[i] = kx[i - 1] + (kx[i - 2] ^ rotateRight(kx[i - 3], 23));
    }
    for (int i = 0; i < key.length; i += 8) {
      long word = 0;
      for (int j = i; j < i + 8 && j < key.length; j++) {
        word = word << 8 | key[j] & 255;
      }
      kx[i / 8] ^= word;
    }
    stir(kx, revision);
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    expandKey(kx, key, subcipher, revision);
  }

  @Override
  public int tweakBytes() {
    return 8 * SPICE;
  }

  @Override
  public void setTweak(byte[] tweak) {
    if (tweak.length != 8 * SPICE) {
      throw new IllegalArgumentException(
          "a tweak of " + tweak.length + " bytes; this cipher takes " + 8 * SPICE);
    }
    for (int i = 0; i < SPICE; i++) {
      spice[i] = (long) LONG_BE.get(tweak, 8 * i);
    }
  }

  // ---- Encryption ----

  /**
   * Blocks worked on side by side, round by round, to fill each other's waits; so many, since the
   * JIT unrolls the loops over them, and their ends cost.
   */
  private static final int BATCH = 64;

  // A round is in the parts that HpcLanes takes one by one, each with many blocks: look-ups stand
  // between them, and a shift by an amount that the data gives is apart.

  static long mediumFirst(long s0, long s1, long spice0, long spice4) {
    s0 -= s1 >>> 11;
    s0 ^= s1 << 2;
    s0 -= spice4;
    s0 += s0 << 32 ^ PI19 + MEDIUM_BITS;
    s0 ^= s0 >>> 17;
    s0 ^= s0 >>> 34;
    s0 ^= spice0;
    s0 += spice0 << 5;
    return s0 ^ spice0 >>> 4;
  }

  static long mediumShift(long s0, long spice7) {
    s0 += s0 << 22 + (s0 & 31);
    s0 ^= s0 >>> 23;
    return s0 - spice7;
  }

  static long mediumKeys(long s0, long kk, long both) {
    s0 ^= kk << 8;
    s0 -= both << 12;
    return s0 ^ both & ~255L;
  }

  static long mediumSecond(long s0, long s1, long spice1, long spice2, long roundKey, int i) {
    s0 += s1 << 3;
    s0 ^= spice2;
    s0 += roundKey;
    s0 += s0 << 22;
    s0 ^= s1 >>> 4;
    s0 += spice1;
    return s0 ^ s0 >>> 33 + i;
  }

  static void mediumRound(long[] s, int blocks, long[] kx, long[] spice, int i) {
    long spice0 = spice[i];
    long spice1 = spice[i ^ 1];
    long spice2 = spice[i ^ 2];
    long spice4 = spice[i ^ 4];
    long spice7 = spice[i ^ 7];
    long roundKey = kx[MEDIUM_BITS + 16 + i];
    int mask = kx.length - 1; // 255; so spelt, it spares the check of the index
    for (int n = 0; n < blocks; n++) {
      long s0 = s[2 * n];
      long s1 = s[2 * n + 1];
      long k = kx[(int) s0 & mask];
      s1 += k;
      s0 ^= k << 8;
      s1 ^= s0;
      s0 = mediumFirst(s0, s1, spice0, spice4);
      s1 += spice0 >>> 4;
      s0 = mediumShift(s0, spice7);
      int t = (int) s0 & mask;
      k = kx[t];
      long kk = kx[t + 3 * i + 1 & mask];
      s1 ^= k;
      s1 += (k ^ kk) >>> 5;
      s0 = mediumKeys(s0, kk, k ^ kk);
      s1 += s0;
      s0 = mediumSecond(s0, s1, spice1, spice2, roundKey, i);
      s[2 * n] = s0;
      s[2 * n + 1] = s1;
    }
  }

  private void encryptMedium(byte[] in, int i, byte[] out, int o, int blocks) {
    while (blocks > 0) {
      int count = Math.min(blocks, BATCH);
      for (int n = 0; n < count; n++) {
        s[2 * n] = (long) LONG_BE.get(in, i + 16 * n) + kx[MEDIUM_BITS];
        s[2 * n + 1] = (long) LONG_BE.get(in, i + 16 * n + 8) + kx[MEDIUM_BITS + 1];
      }
      mediumRound(s, count, kx, spice, 0);
      mediumRound(s, count, kx, spice, 1);
      mediumRound(s, count, kx, spice, 2);
      mediumRound(s, count, kx, spice, 3);
      mediumRound(s, count, kx, spice, 4);
      mediumRound(s, count, kx, spice, 5);
      mediumRound(s, count, kx, spice, 6);
      mediumRound(s, count, kx, spice, 7);
      for (int n = 0; n < count; n++) {
        LONG_BE.set(out, o + 16 * n, s[2 * n] + kx[MEDIUM_BITS + 8]);
        LONG_BE.set(out, o + 16 * n + 8, s[2 * n + 1] + kx[MEDIUM_BITS + 9]);
      }
      blocks -= count;
      i += 16 * count;
      o += 16 * count;
    }
  }

  // The shifts for blocks of 64 bits.
  private static final int LBH = 32;
  private static final int LBQ = 16;
  private static final int LBT = 22;
  private static final int GAP = 0;

  static long shortFirst(long s0, long k, long spice7, int i) {
    s0 += k << 8;
    s0 ^= k >>> GAP & ~255L;
    s0 += s0 << LBH + i;
    s0 ^= spice7;
    s0 -= spice7 >>> GAP + i;
    s0 += spice7 >>> 13;
    return s0 ^ s0 >>> LBH;
  }

  static long shortKey(long k, long kk, long spice4) {
    return kk + rotateRight(k ^ spice4, 23);
  }

  static long shortSecond(long s0, long k, long spice1) {
    s0 ^= k << 8;
    s0 -= k >>> GAP & ~255L;
    s0 -= s0 << LBH;
    s0 += spice1 << 3;
    s0 ^= spice1 >>> GAP + 2;
    s0 -= spice1;
    return s0 ^ s0 >>> LBQ;
  }

  static long shortThird(long s0, long permb, long spice2) {
    s0 += permb;
    s0 ^= spice2 >>> GAP + 4;
    s0 += s0 << LBT + (s0 & 15);
    s0 += spice2;
    return s0 ^ s0 >>> LBH;
  }

  static void shortRound(long[] s, int blocks, long[] kx, long[] spice, int i) {
    long spice0 = spice[i];
    long spice1 = spice[i ^ 1] ^ PI19 + SHORT_BITS;
    long spice2 = spice[i ^ 2];
    long spice4 = spice[i ^ 4];
    long spice7 = spice[i ^ 7];
    long[] permb = PERMB;
    int mask = kx.length - 1;
    for (int n = 0; n < blocks; n++) {
      long s0 = s[n];
      s0 = shortFirst(s0, kx[(int) s0 & mask] + spice0, spice7, i);
      int t = (int) s0 & mask;
      long k = shortKey(kx[t], kx[t + 3 * i + 1 & mask], spice4);
      s0 = shortSecond(s0, k, spice1);
      s[n] = shortThird(s0, permb[(int) s0 & 15], spice2);
    }
  }

  private void encryptShort(byte[] in, int i, byte[] out, int o, int blocks) {
    while (blocks > 0) {
      int count = Math.min(blocks, BATCH);
      for (int n = 0; n < count; n++) {
        s[n] = (long) LONG_BE.get(in, i + 8 * n) + kx[SHORT_BITS];
      }
      shortRound(s, count, kx, spice, 0);
      shortRound(s, count, kx, spice, 1);
      shortRound(s, count, kx, spice, 2);
      shortRound(s, count, kx, spice, 3);
      shortRound(s, count, kx, spice, 4);
      shortRound(s, count, kx, spice, 5);
      shortRound(s, count, kx, spice, 6);
      shortRound(s, count, kx, spice, 7);
      for (int n = 0; n < count; n++) {
        LONG_BE.set(out, o + 8 * n, s[n] + kx[SHORT_BITS + 8]);
      }
      blocks -= count;
      i += 8 * count;
      o += 8 * count;
    }
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    if (subcipher == MEDIUM) {
      encryptMedium(in, i, out, o, blocks);
    } else {
      encryptShort(in, i, out, o, blocks);
    }
  }

  // ---- Decryption ----

  static long mediumSecondInverse(
      long s0, long s1, long spice1, long spice2, long roundKey, int i) {
    s0 ^= s0 >>> 33 + i;
    s0 -= spice1;
    s0 ^= s1 >>> 4;
    s0 -= s0 - (s0 << 22) << 22;
    s0 -= roundKey;
    s0 ^= spice2;
    return s0 - (s1 << 3);
  }

  static long mediumKeysInverse(long s0, long kk, long both) {
    s0 ^= both & ~255L;
    s0 += both << 12;
    return s0 ^ kk << 8;
  }

  static long mediumShiftInverse(long s0, long spice7) {
    s0 += spice7;
    s0 ^= s0 >>> 23;
    s0 ^= s0 >>> 46;
    int t = 22 + ((int) s0 & 31);
    return s0 - (s0 - (s0 << t) << t);
  }

  static long mediumFirstInverse(long s0, long s1, long spice0, long spice4) {
    s0 ^= spice0 >>> 4;
    s0 -= spice0 << 5;
    s0 ^= spice0;
    s0 ^= s0 >>> 17;
    s0 -= s0 - (PI19 + MEDIUM_BITS) << 32 ^ PI19 + MEDIUM_BITS;
    s0 += spice4;
    s0 ^= s1 << 2;
    return s0 + (s1 >>> 11);
  }

  private static void mediumInverseRound(long[] s, int blocks, long[] kx, long[] spice, int i) {
    long spice0 = spice[i];
    long spice1 = spice[i ^ 1];
    long spice2 = spice[i ^ 2];
    long spice4 = spice[i ^ 4];
    long spice7 = spice[i ^ 7];
    long roundKey = kx[MEDIUM_BITS + 16 + i];
    int mask = kx.length - 1; // 255; so spelt, it spares the check of the index
    for (int n = 0; n < blocks; n++) {
      long s0 = s[2 * n];
      long s1 = s[2 * n + 1];
      s0 = mediumSecondInverse(s0, s1, spice1, spice2, roundKey, i);
      s1 -= s0;
      int t = (int) s0 & mask;
      long k = kx[t];
      long kk = kx[t + 3 * i + 1 & mask];
      s0 = mediumKeysInverse(s0, kk, k ^ kk);
      s1 -= (k ^ kk) >>> 5;
      s1 ^= k;
      s0 = mediumShiftInverse(s0, spice7);
      s1 -= spice0 >>> 4;
      s0 = mediumFirstInverse(s0, s1, spice0, spice4);
      s1 ^= s0;
      k = kx[(int) s0 & mask];
      s0 ^= k << 8;
      s1 -= k;
      s[2 * n] = s0;
      s[2 * n + 1] = s1;
    }
  }

  private void decryptMedium(byte[] in, int i, byte[] out, int o, int blocks) {
    while (blocks > 0) {
      int count = Math.min(blocks, BATCH);
      for (int n = 0; n < count; n++) {
        s[2 * n] = (long) LONG_BE.get(in, i + 16 * n) - kx[MEDIUM_BITS + 8];
        s[2 * n + 1] = (long) LONG_BE.get(in, i + 16 * n + 8) - kx[MEDIUM_BITS + 9];
      }
      mediumInverseRound(s, count, kx, spice, 7);
      mediumInverseRound(s, count, kx, spice, 6);
      mediumInverseRound(s, count, kx, spice, 5);
      mediumInverseRound(s, count, kx, spice, 4);
      mediumInverseRound(s, count, kx, spice, 3);
      mediumInverseRound(s, count, kx, spice, 2);
      mediumInverseRound(s, count, kx, spice, 1);
      mediumInverseRound(s, count, kx, spice, 0);
      for (int n = 0; n < count; n++) {
        LONG_BE.set(out, o + 16 * n, s[2 * n] - kx[MEDIUM_BITS]);
        LONG_BE.set(out, o + 16 * n + 8, s[2 * n + 1] - kx[MEDIUM_BITS + 1]);
      }
      blocks -= count;
      i += 16 * count;
      o += 16 * count;
    }
  }

  static long shortThirdInverse(long s0, long spice2) {
    s0 ^= s0 >>> LBH;
    s0 -= spice2;
    int t = LBT + ((int) s0 & 15);
    s0 -= s0 - (s0 << t) << t;
    return s0 ^ spice2 >>> GAP + 4;
  }

  static long shortSecondInverse(long s0, long spice1) {
    s0 ^= s0 >>> LBQ;
    s0 ^= s0 >>> 2 * LBQ;
    s0 += spice1;
    s0 ^= spice1 >>> GAP + 2;
    s0 -= spice1 << 3;
    return s0 + (s0 << LBH);
  }

  static long shortFirstInverse(long s0, long k, long spice7, int i) {
    s0 += k >>> GAP & ~255L;
    s0 ^= k << 8;
    s0 ^= s0 >>> LBH;
    s0 -= spice7 >>> 13;
    s0 += spice7 >>> GAP + i;
    s0 ^= spice7;
    return s0 - (s0 << LBH + i);
  }

  static long shortKeyInverse(long s0, long k) {
    s0 ^= k >>> GAP & ~255L;
    return s0 - (k << 8);
  }

  private static void shortInverseRound(long[] s, int blocks, long[] kx, long[] spice, int i) {
    long spice0 = spice[i];
    long spice1 = spice[i ^ 1] ^ PI19 + SHORT_BITS;
    long spice2 = spice[i ^ 2];
    long spice4 = spice[i ^ 4];
    long spice7 = spice[i ^ 7];
    long[] permbi = PERMBI;
    int mask = kx.length - 1;
    for (int n = 0; n < blocks; n++) {
      long s0 = shortThirdInverse(s[n], spice2);
      s0 = shortSecondInverse(s0 - permbi[(int) s0 & 15], spice1);
      int t = (int) s0 & mask;
      long k = shortKey(kx[t], kx[t + 3 * i + 1 & mask], spice4);
      s0 = shortFirstInverse(s0, k, spice7, i);
      s[n] = shortKeyInverse(s0, kx[(int) s0 & mask] + spice0);
    }
  }

  private void decryptShort(byte[] in, int i, byte[] out, int o, int blocks) {
    while (blocks > 0) {
      int count = Math.min(blocks, BATCH);
      for (int n = 0; n < count; n++) {
        s[n] = (long) LONG_BE.get(in, i + 8 * n) - kx[SHORT_BITS + 8];
      }
      shortInverseRound(s, count, kx, spice, 7);
      shortInverseRound(s, count, kx, spice, 6);
      shortInverseRound(s, count, kx, spice, 5);
      shortInverseRound(s, count, kx, spice, 4);
      shortInverseRound(s, count, kx, spice, 3);
      shortInverseRound(s, count, kx, spice, 2);
      shortInverseRound(s, count, kx, spice, 1);
      shortInverseRound(s, count, kx, spice, 0);
      for (int n = 0; n < count; n++) {
        LONG_BE.set(out, o + 8 * n, s[n] - kx[SHORT_BITS]);
      }
      blocks -= count;
      i += 8 * count;
      o += 8 * count;
    }
  }

  @Override
  void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    if (subcipher == MEDIUM) {
      decryptMedium(in, i, out, o, blocks);
    } else {
      decryptShort(in, i, out, o, blocks);
    }
  }

  // ---- Engine ----

  @Override
  void eraseKey() {
    Arrays.fill(kx, 0);
    Arrays.fill(spice, 0);
    Arrays.fill(s, 0);
  }
}
