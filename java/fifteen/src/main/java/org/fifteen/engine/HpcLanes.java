// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.LONG_BE;

import java.util.Arrays;

/**
 * The Hasty Pudding Cipher, many blocks at once.
 *
 * <p>Not constant-time, like the portable engine: the look-ups depend on key and data.
 */
final class HpcLanes extends Lanes<Hpc> implements Tweakable {
  /** A batch costs as much as 75 to 110 blocks one by one, by direction and JDK: measured. */
  static final int PAYS_FROM = 112;

  private final boolean medium;
  private final int words;

  /** Word w of block p is s[w][p]. */
  private final long[][] s;

  // The words of the key that the data asks for.
  private final long[] k = new long[BATCH];
  private final long[] kk = new long[BATCH];

  HpcLanes(int subcipher, int revision) {
    super(new Hpc(subcipher, revision), PAYS_FROM);
    medium = subcipher == Hpc.MEDIUM;
    words = blockBytes() / 8;
    s = new long[words][BATCH];
  }

  @Override
  public int tweakBytes() {
    return portable.tweakBytes();
  }

  @Override
  public void setTweak(byte[] tweak) {
    portable.setTweak(tweak);
  }

  // ---- Words ----

  private static void load(long[] s, byte[] in, int i, int step, int n) {
    for (int p = 0; p < Math.min(n, BATCH); p++) {
      s[p] = (long) LONG_BE.get(in, i + step * p);
    }
  }

  private static void store(byte[] out, int o, int step, long[] s, int n) {
    for (int p = 0; p < Math.min(n, BATCH); p++) {
      LONG_BE.set(out, o + step * p, s[p]);
    }
  }

  @Override
  void load(byte[] in, int i, int n) {
    for (int w = 0; w < words; w++) {
      load(s[w], in, i + 8 * w, 8 * words, n);
    }
  }

  @Override
  void store(byte[] out, int o, int n) {
    for (int w = 0; w < words; w++) {
      store(out, o + 8 * w, 8 * words, s[w], n);
    }
  }

  // ---- Steps ----

  private static void add(long[] s, long k) {
    for (int p = 0; p < BATCH; p++) {
      s[p] += k;
    }
  }

  /** The word of the key that each word names. */
  private static void lookUp(long[] k, long[] s, long[] kx) {
    int mask = kx.length - 1;
    for (int p = 0; p < BATCH; p++) {
      k[p] = kx[(int) s[p] & mask];
    }
  }

  // ---- Encryption ----

  private static void mediumFirst(long[] a, long[] b, long[] k, long spice0, long spice4) {
    for (int p = 0; p < BATCH; p++) {
      long s0 = a[p] ^ k[p] << 8;
      long s1 = b[p] + k[p] ^ s0;
      a[p] = Hpc.mediumFirst(s0, s1, spice0, spice4);
      b[p] = s1 + (spice0 >>> 4);
    }
  }

  private static void mediumShift(long[] a, long[] k, long[] kk, long[] kx, long spice7, int i) {
    int mask = kx.length - 1;
    for (int p = 0; p < BATCH; p++) {
      long s0 = Hpc.mediumShift(a[p], spice7);
      int t = (int) s0 & mask;
      a[p] = s0;
      k[p] = kx[t];
      kk[p] = kx[t + 3 * i + 1 & mask];
    }
  }

  private static void mediumSecond(
      long[] a, long[] b, long[] k, long[] kk, long spice1, long spice2, long roundKey, int i) {
    for (int p = 0; p < BATCH; p++) {
      long both = k[p] ^ kk[p];
      long s0 = Hpc.mediumKeys(a[p], kk[p], both);
      long s1 = (b[p] ^ k[p]) + (both >>> 5) + s0;
      a[p] = Hpc.mediumSecond(s0, s1, spice1, spice2, roundKey, i);
      b[p] = s1;
    }
  }

  private void encryptMedium(long[] a, long[] b) {
    long[] kx = portable.kx;
    long[] spice = portable.spice;
    add(a, kx[Hpc.MEDIUM_BITS]);
    add(b, kx[Hpc.MEDIUM_BITS + 1]);
    for (int i = 0; i < Hpc.ROUNDS; i++) {
      lookUp(k, a, kx);
      mediumFirst(a, b, k, spice[i], spice[i ^ 4]);
      mediumShift(a, k, kk, kx, spice[i ^ 7], i);
      mediumSecond(a, b, k, kk, spice[i ^ 1], spice[i ^ 2], kx[Hpc.MEDIUM_BITS + 16 + i], i);
    }
    add(a, kx[Hpc.MEDIUM_BITS + 8]);
    add(b, kx[Hpc.MEDIUM_BITS + 9]);
  }

  private static void shortFirst(long[] s, long[] k, long spice0, long spice7, int i) {
    for (int p = 0; p < BATCH; p++) {
      s[p] = Hpc.shortFirst(s[p], k[p] + spice0, spice7, i);
    }
  }

  private static void lookUpBoth(long[] k, long[] s, long[] kx, long spice4, int i) {
    int mask = kx.length - 1;
    for (int p = 0; p < BATCH; p++) {
      int t = (int) s[p] & mask;
      k[p] = Hpc.shortKey(kx[t], kx[t + 3 * i + 1 & mask], spice4);
    }
  }

  private static void shortSecond(long[] s, long[] k, long spice1) {
    for (int p = 0; p < BATCH; p++) {
      s[p] = Hpc.shortSecond(s[p], k[p], spice1);
    }
  }

  private static void shortThird(long[] s, long spice2) {
    long[] permb = Hpc.PERMB;
    for (int p = 0; p < BATCH; p++) {
      s[p] = Hpc.shortThird(s[p], permb[(int) s[p] & 15], spice2);
    }
  }

  private void encryptShort(long[] s) {
    long[] kx = portable.kx;
    long[] spice = portable.spice;
    add(s, kx[Hpc.SHORT_BITS]);
    for (int i = 0; i < Hpc.ROUNDS; i++) {
      lookUp(k, s, kx);
      shortFirst(s, k, spice[i], spice[i ^ 7], i);
      lookUpBoth(k, s, kx, spice[i ^ 4], i);
      shortSecond(s, k, spice[i ^ 1] ^ Hpc.PI19 + Hpc.SHORT_BITS);
      shortThird(s, spice[i ^ 2]);
    }
    add(s, kx[Hpc.SHORT_BITS + 8]);
  }

  @Override
  void encryptBatch(int n) {
    if (medium) {
      encryptMedium(s[0], s[1]);
    } else {
      encryptShort(s[0]);
    }
  }

  // ---- Decryption ----

  private static void mediumSecondInverse(
      long[] a, long[] b, long spice1, long spice2, long roundKey, int i) {
    for (int p = 0; p < BATCH; p++) {
      long s0 = Hpc.mediumSecondInverse(a[p], b[p], spice1, spice2, roundKey, i);
      a[p] = s0;
      b[p] -= s0;
    }
  }

  private static void lookUp(long[] k, long[] kk, long[] s, long[] kx, int i) {
    int mask = kx.length - 1;
    for (int p = 0; p < BATCH; p++) {
      int t = (int) s[p] & mask;
      k[p] = kx[t];
      kk[p] = kx[t + 3 * i + 1 & mask];
    }
  }

  private static void mediumKeysInverse(long[] a, long[] b, long[] k, long[] kk) {
    for (int p = 0; p < BATCH; p++) {
      long both = k[p] ^ kk[p];
      a[p] = Hpc.mediumKeysInverse(a[p], kk[p], both);
      b[p] = b[p] - (both >>> 5) ^ k[p];
    }
  }

  private static void mediumShiftInverse(long[] a, long spice7) {
    for (int p = 0; p < BATCH; p++) {
      a[p] = Hpc.mediumShiftInverse(a[p], spice7);
    }
  }

  private static void mediumFirstInverse(long[] a, long[] b, long spice0, long spice4) {
    for (int p = 0; p < BATCH; p++) {
      long s1 = b[p] - (spice0 >>> 4);
      long s0 = Hpc.mediumFirstInverse(a[p], s1, spice0, spice4);
      a[p] = s0;
      b[p] = s1 ^ s0;
    }
  }

  private static void mediumKeyInverse(long[] a, long[] b, long[] kx) {
    int mask = kx.length - 1;
    for (int p = 0; p < BATCH; p++) {
      long k = kx[(int) a[p] & mask];
      a[p] ^= k << 8;
      b[p] -= k;
    }
  }

  private void decryptMedium(long[] a, long[] b) {
    long[] kx = portable.kx;
    long[] spice = portable.spice;
    add(a, -kx[Hpc.MEDIUM_BITS + 8]);
    add(b, -kx[Hpc.MEDIUM_BITS + 9]);
    for (int i = Hpc.ROUNDS - 1; i >= 0; i--) {
      mediumSecondInverse(a, b, spice[i ^ 1], spice[i ^ 2], kx[Hpc.MEDIUM_BITS + 16 + i], i);
      lookUp(k, kk, a, kx, i);
      mediumKeysInverse(a, b, k, kk);
      mediumShiftInverse(a, spice[i ^ 7]);
      mediumFirstInverse(a, b, spice[i], spice[i ^ 4]);
      mediumKeyInverse(a, b, kx);
    }
    add(a, -kx[Hpc.MEDIUM_BITS]);
    add(b, -kx[Hpc.MEDIUM_BITS + 1]);
  }

  private static void shortThirdInverse(long[] s, long spice2) {
    long[] permbi = Hpc.PERMBI;
    for (int p = 0; p < BATCH; p++) {
      long s0 = Hpc.shortThirdInverse(s[p], spice2);
      s[p] = s0 - permbi[(int) s0 & 15];
    }
  }

  private static void shortSecondInverse(long[] s, long spice1) {
    for (int p = 0; p < BATCH; p++) {
      s[p] = Hpc.shortSecondInverse(s[p], spice1);
    }
  }

  private static void shortFirstInverse(long[] s, long[] k, long spice7, int i) {
    for (int p = 0; p < BATCH; p++) {
      s[p] = Hpc.shortFirstInverse(s[p], k[p], spice7, i);
    }
  }

  private static void shortKeyInverse(long[] s, long[] kx, long spice0) {
    int mask = kx.length - 1;
    for (int p = 0; p < BATCH; p++) {
      s[p] = Hpc.shortKeyInverse(s[p], kx[(int) s[p] & mask] + spice0);
    }
  }

  private void decryptShort(long[] s) {
    long[] kx = portable.kx;
    long[] spice = portable.spice;
    add(s, -kx[Hpc.SHORT_BITS + 8]);
    for (int i = Hpc.ROUNDS - 1; i >= 0; i--) {
      shortThirdInverse(s, spice[i ^ 2]);
      shortSecondInverse(s, spice[i ^ 1] ^ Hpc.PI19 + Hpc.SHORT_BITS);
      lookUpBoth(k, s, kx, spice[i ^ 4], i);
      shortFirstInverse(s, k, spice[i ^ 7], i);
      shortKeyInverse(s, kx, spice[i]);
    }
    add(s, -kx[Hpc.SHORT_BITS]);
  }

  @Override
  void decryptBatch(int n) {
    if (medium) {
      decryptMedium(s[0], s[1]);
    } else {
      decryptShort(s[0]);
    }
  }

  // ---- Engine ----

  @Override
  void eraseBatch() {
    for (long[] word : s) {
      Arrays.fill(word, 0);
    }
    Arrays.fill(k, 0);
    Arrays.fill(kk, 0);
  }
}
