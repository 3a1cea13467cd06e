// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.Integer.rotateLeft;
import static org.fifteen.engine.Bytes.INT_LE;

import java.util.Arrays;

/**
 * CRYPTON v0.5, as submitted to NIST, and v1.0, the designer's revision.
 *
 * <p>Chae Hoon Lim (Future Systems), 1998. "CRYPTON: A New 128-bit Block Cipher" (v0.5);
 * "Specification and Analysis of CRYPTON Version 1.0". Block 128 bits, key 64 to 256 in steps of
 * 32, lengthened with zeros to 256; 12 rounds. A block is four little-endian words, the rows of an
 * array of bytes. v1.0 has other S-boxes and another key schedule, and its even rounds are turned
 * by two columns, not by one.
 *
 * <p>A round is gamma (S-boxes), pi (bits of a column), tau (transposition) and sigma (round key);
 * the first three of a byte are one table look-up. Decryption is encryption under other round keys.
 * Not constant-time: the look-ups depend on key and data.
 *
 * <p>C folds a look-up into an exclusive or; here each is a load of its own: 770 to 1410
 * instructions a block, as C2 happens to inline, where C has 757.
 */
final class Crypton extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 64;
  static final int KEY_MAX = 256;
  static final int KEY_STEP = 32;
  private static final int KEY_WORDS = KEY_MAX / 32;

  private static final int ROUNDS = 12;

  private enum Version {
    V05,
    V10
  }

  // ---- Tables ----

  /** The S-boxes 0 to 3 of v0.5. */
  private static final byte[] S_V05 = new byte[4 * 256];

  private static final byte[] S_V10 = new byte[4 * 256];

  /** The output of each S-box in every byte, under the mask that pi puts on it. */
  private static final int[] T_V05 = new int[4 * 256];

  private static final int[] T_V10 = new int[4 * 256];

  /** The same, turned for even rounds. */
  private static final byte[] EVEN_S_V05 = new byte[4 * 256];

  private static final byte[] EVEN_S_V10 = new byte[4 * 256];
  private static final int[] EVEN_T_V05 = new int[4 * 256];
  private static final int[] EVEN_T_V10 = new int[4 * 256];

  /** What v1.0 adds to the round keys of encryption, and of decryption. */
  private static final int[] C = new int[2 * 4 * (ROUNDS + 1)];

  private static final int[] MASKS = {0x3fcff3fc, 0xfc3fcff3, 0xf3fc3fcf, 0xcff3fc3f};

  /** Fractions of the square roots of 3, 5, 7, 11, and of 13, 17, 19, 23. */
  private static final int[] P = {0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f};

  private static final int[] Q = {0x9b05688c, 0x1f83d9ab, 0x5be0cd19, 0xcbbb9d5d};

  static {
    makeBoxesV05("f968994c626a135f", "af4752e693c8d1b0", "04842f8d11f72bef");
    makeBoxesV10("fea1b58d9327064c", "bad78e05f634192c");
    for (int i = 0; i < 4 * 256; i++) {
      T_V05[i] = (S_V05[i] & 255) * 0x01010101 & MASKS[i / 256];
      T_V10[i] = (S_V10[i] & 255) * 0x01010101 & MASKS[i / 256];
    }
    for (int i = 0; i < 4 * 256; i++) {
      int turned = i + 256 * evenTurn(Version.V05) & 1023;
      EVEN_S_V05[i] = S_V05[turned];
      EVEN_T_V05[i] = T_V05[turned];
      turned = i + 256 * evenTurn(Version.V10) & 1023;
      EVEN_S_V10[i] = S_V10[turned];
      EVEN_T_V10[i] = T_V10[turned];
    }
    for (int r = 0; r <= ROUNDS; r++) {
      for (int i = 0; i < 4; i++) {
        int mask = rotateLeft(0xacacacac, i);
        int c = P[2] + r * P[1];
        int turned = rotateLeft(c, 8 * (r % 2 == 0 ? i + evenTurn(Version.V10) : i));
        C[4 * r + i] = c ^ mask;
        C[4 * (ROUNDS + 1) + 4 * r + i] = phiWord(turned) ^ mask;
      }
    }
  }

  /** S0 is a Feistel network of three 4-bit boxes, S1 its inverse; then they come again. */
  private static void makeBoxesV05(String p0, String p1, String p2) {
    for (int x = 0; x < 256; x++) {
      int left = x >> 4;
      int right = x & 15;
      left ^= digit(p0, right);
      right ^= digit(p1, left);
      left ^= digit(p2, right);
      int y = left << 4 | right;
      S_V05[x] = S_V05[512 + x] = (byte) y;
      S_V05[256 + y] = S_V05[768 + y] = (byte) x;
    }
  }

  /**
   * Two 4-bit boxes, a linear map, given by what it makes of each bit, and the boxes' inverses are
   * an involution, S. S0 and S1 are S rotated by 1 and 3, S2 and S3 their inverses.
   */
  private static void makeBoxesV10(String p0, String p1) {
    int[] images = {0x16, 0x41, 0x68, 0x82, 0x28, 0x92, 0x14, 0x49};
    for (int x = 0; x < 256; x++) {
      int substituted = digit(p1, x >> 4) << 4 | digit(p0, x & 15);
      int mixed = 0;
      for (int bit = 0; bit < 8; bit++) {
        mixed ^= (substituted >> bit & 1) * images[bit];
      }
      int y = inverseDigit(p1, mixed >> 4) << 4 | inverseDigit(p0, mixed & 15);
      S_V10[x] = (byte) (y << 1 | y >> 7);
      S_V10[256 + x] = (byte) (y << 3 | y >> 5);
      S_V10[512 + (S_V10[x] & 255)] = (byte) x;
      S_V10[768 + (S_V10[256 + x] & 255)] = (byte) x;
    }
  }

  private static int digit(String box, int i) {
    return Character.digit(box.charAt(i), 16);
  }

  private static int inverseDigit(String box, int y) {
    return box.indexOf(Character.forDigit(y, 16));
  }

  // ---- Context ----

  private final Version version;
  private final int[] k = new int[4 * (ROUNDS + 1)];

  /** Two blocks before and after a round: their bytes are read from memory, not shifted out. */
  private final byte[] x = new byte[2 * BLOCK];

  private final byte[] y = new byte[2 * BLOCK];

  private Crypton(Version version) {
    super(BLOCK, KEY_MIN, KEY_MAX, KEY_STEP);
    this.version = version;
  }

  static Crypton v05() {
    return new Crypton(Version.V05);
  }

  static Crypton v10() {
    return new Crypton(Version.V10);
  }

  // ---- Rounds ----

  /** The columns by which an even round is turned against an odd one. */
  private static int evenTurn(Version v) {
    return v == Version.V05 ? 1 : 2;
  }

  // Chosen among constants, not kept in a field: so C2 knows the lengths, and checks no index.

  private static int[] table(Version v) {
    return v == Version.V05 ? T_V05 : T_V10;
  }

  private static int[] evenTable(Version v) {
    return v == Version.V05 ? EVEN_T_V05 : EVEN_T_V10;
  }

  private static byte[] evenBoxes(Version v) {
    return v == Version.V05 ? EVEN_S_V05 : EVEN_S_V10;
  }

  /** gamma, pi and tau of the block at x[n]. */
  private static int column(int[] t, int i, byte[] x, int n) {
    return t[256 * (i & 3) + (x[n + i] & 255)]
        ^ t[256 * (i + 1 & 3) + (x[n + 4 + i] & 255)]
        ^ t[256 * (i + 2 & 3) + (x[n + 8 + i] & 255)]
        ^ t[256 * (i + 3 & 3) + (x[n + 12 + i] & 255)];
  }

  /** gamma and tau. */
  private static int lastColumn(byte[] s, int i, byte[] x, int n) {
    return s[256 * (i & 3) + (x[n + i] & 255)] & 255
        | (s[256 * (i + 1 & 3) + (x[n + 4 + i] & 255)] & 255) << 8
        | (s[256 * (i + 2 & 3) + (x[n + 8 + i] & 255)] & 255) << 16
        | s[256 * (i + 3 & 3) + (x[n + 12 + i] & 255)] << 24;
  }

  // ---- Key schedule ----

  /** pi and sigma. */
  private static void permute(int turn, int[] k, int[] x) {
    int a = x[0];
    int b = x[1];
    int c = x[2];
    int d = x[3];
    for (int i = 0; i < 4; i++) {
      x[i] =
          a & MASKS[i + turn & 3]
              ^ b & MASKS[i + turn + 1 & 3]
              ^ c & MASKS[i + turn + 2 & 3]
              ^ d & MASKS[i + turn + 3 & 3]
              ^ k[i];
    }
  }

  private static int phiWord(int x) {
    return x & 0xcffccffc
        ^ rotateLeft(x, 8) & 0xf33ff33f
        ^ rotateLeft(x, 16) & 0xfccffccf
        ^ rotateLeft(x, 24) & 0x3ff33ff3;
  }

  /**
   * phi: tau, pi and tau. What it does to a round key, it does to the sum of block and key. It is
   * its own inverse.
   */
  private static void phi(int turn, int[] k, int i) {
    k[i] = phiWord(rotateLeft(k[i], 8 * turn));
    k[i + 1] = phiWord(rotateLeft(k[i + 1], 8 * turn + 8));
    k[i + 2] = phiWord(rotateLeft(k[i + 2], 8 * turn + 16));
    k[i + 3] = phiWord(rotateLeft(k[i + 3], 8 * turn + 24));
  }

  /** The even bytes of two words. */
  private static int evenBytes(int low, int high) {
    low &= 0x00ff00ff;
    high &= 0x00ff00ff;
    return (low | low >> 8) & 0x0000ffff | (high << 16 | high << 8) & 0xffff0000;
  }

  /**
   * The expanded keys: either half of the user key goes through a round, v0.5's with pi first and a
   * key, then takes the sum of the other's words.
   */
  private void expandKey(int[] key, int[] u, int[] w) {
    int turn = evenTurn(version);
    boolean old = version == Version.V05;
    for (int i = 0; i < 4; i++) {
      int low = key[2 * i];
      int high = key[2 * i + 1];
      u[i] = old ? low : evenBytes(low, high);
      w[i] = old ? high : evenBytes(low >>> 8, high >>> 8);
    }
    if (old) {
      permute(0, P, u);
      permute(turn, Q, w);
    }
    for (int i = 0; i < 4; i++) {
      INT_LE.set(x, 4 * i, u[i]);
      INT_LE.set(x, BLOCK + 4 * i, w[i]);
    }
    for (int i = 0; i < 4; i++) {
      u[i] = old ? lastColumn(S_V05, i, x, 0) : column(T_V10, i, x, 0);
      w[i] = old ? lastColumn(EVEN_S_V05, i, x, BLOCK) : column(EVEN_T_V10, i, x, BLOCK);
    }
    int t0 = u[0] ^ u[1] ^ u[2] ^ u[3];
    int t1 = w[0] ^ w[1] ^ w[2] ^ w[3];
    for (int i = 0; i < 4; i++) {
      u[i] ^= t1;
      w[i] ^= t0;
    }
  }

  /**
   * Writes x to k[i] as round key r and makes it round key r + 2: two words are rotated, of which
   * {@code turned} is the first, and two take a constant.
   */
  private static void nextKeyV05(boolean decrypting, int r, int turned, int[] x, int[] k, int i) {
    int a = 8 * (r % 3 + 1);
    int b = 8 * ((r + 1) % 3 + 1);
    int other = 1 - turned;
    copy(x, k, i);
    x[turned] = rotateLeft(x[turned], decrypting ? -a : a);
    x[turned + 2] = rotateLeft(x[turned + 2], decrypting ? -b : b);
    x[other] ^= 0x01010101 << r / 2;
    x[other + 2] ^= 0x01010101 << r / 2;
  }

  private static void copy(int[] x, int[] k, int i) {
    k[i] = x[0];
    k[i + 1] = x[1];
    k[i + 2] = x[2];
    k[i + 3] = x[3];
  }

  private static void scheduleV05(boolean decrypting, int[] e, int[] o, int[] k, int i, int step) {
    for (int r = 0; r < ROUNDS; r += 4, i += 4 * step) {
      nextKeyV05(decrypting, r, 0, e, k, i);
      nextKeyV05(decrypting, r + 1, 1, o, k, i + step);
      nextKeyV05(decrypting, r + 2, 1, e, k, i + 2 * step);
      nextKeyV05(decrypting, r + 3, 0, o, k, i + 3 * step);
    }
    copy(e, k, i);
  }

  /** Every byte rotated. */
  private static int rotateBytes(int x, int n) {
    int low = 0x01010101 * (0xff >> n);
    return (x & low) << n | (x & ~low) >>> 8 - n;
  }

  private static void scheduleV10(boolean decrypting, int[] e, int[] o, int[] k, int i, int step) {
    int c = decrypting ? 4 * (ROUNDS + 1) : 0;
    for (int r = 0; r < ROUNDS; r += 2, c += 8, i += 2 * step) {
      addConstants(e, c, k, i);
      addConstants(o, c + 4, k, i + step);
      int e0 = e[0];
      int o3 = o[3];
      e[0] = rotateLeft(e[1], decrypting ? 16 : 24);
      e[1] = rotateLeft(e[2], decrypting ? 24 : 16);
      e[2] = rotateBytes(e[3], 6);
      e[3] = rotateBytes(e0, 6);
      o[3] = rotateLeft(o[2], decrypting ? 8 : 16);
      o[2] = rotateLeft(o[1], decrypting ? 16 : 8);
      o[1] = rotateBytes(o[0], 2);
      o[0] = rotateBytes(o3, 2);
    }
    addConstants(e, c, k, i);
  }

  private static void addConstants(int[] x, int c, int[] k, int i) {
    k[i] = x[0] ^ C[c];
    k[i + 1] = x[1] ^ C[c + 1];
    k[i + 2] = x[2] ^ C[c + 2];
    k[i + 3] = x[3] ^ C[c + 3];
  }

  /**
   * Decryption's round keys are phi of encryption's, last to first. phi turns the direction of
   * rotations, so that they too can be made one from the other. It is undone in the key of a last
   * round, which has no pi.
   */
  @Override
  void setKey(Direction direction, byte[] key) {
    int[] words = new int[KEY_WORDS];
    int[] u = new int[4];
    int[] w = new int[4];
    Bytes.loadWords(words, KEY_WORDS, key);
    expandKey(words, u, w);
    boolean decrypting = direction == Direction.DECRYPT;
    if (decrypting) {
      phi(evenTurn(version), u, 0);
      phi(0, w, 0);
    }
    int first = decrypting ? 4 * ROUNDS : 0;
    int step = decrypting ? -4 : 4;
    if (version == Version.V05) {
      scheduleV05(decrypting, u, w, k, first, step);
    } else {
      scheduleV10(decrypting, u, w, k, first, step);
    }
    phi(evenTurn(version), k, 4 * ROUNDS);
    Arrays.fill(words, 0);
    Arrays.fill(u, 0);
    Arrays.fill(w, 0);
    Arrays.fill(x, (byte) 0);
  }

  // ---- Encryption ----

  /** Blocks worked on side by side, to hide the latency of each other's look-ups. */
  private static final int BATCH = 2;

  private static void load(byte[] in, int i, int[] k, byte[] x, int n) {
    INT_LE.set(x, n, (int) INT_LE.get(in, i) ^ k[0]);
    INT_LE.set(x, n + 4, (int) INT_LE.get(in, i + 4) ^ k[1]);
    INT_LE.set(x, n + 8, (int) INT_LE.get(in, i + 8) ^ k[2]);
    INT_LE.set(x, n + 12, (int) INT_LE.get(in, i + 12) ^ k[3]);
  }

  private static void fullRound(int[] t, int[] k, int i, byte[] x, byte[] y) {
    INT_LE.set(y, 0, column(t, 0, x, 0) ^ k[i]);
    INT_LE.set(y, 4, column(t, 1, x, 0) ^ k[i + 1]);
    INT_LE.set(y, 8, column(t, 2, x, 0) ^ k[i + 2]);
    INT_LE.set(y, 12, column(t, 3, x, 0) ^ k[i + 3]);
  }

  /** A batch is written out: of so many calls of fullRound C2 inlines but some. */
  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    int[] t = table(version);
    int[] evenT = evenTable(version);
    byte[] evenS = evenBoxes(version);
    int[] k = this.k;
    byte[] x = this.x;
    byte[] y = this.y;
    int last = 4 * ROUNDS;
    for (; blocks >= BATCH; blocks -= BATCH, i += BATCH * BLOCK, o += BATCH * BLOCK) {
      load(in, i, k, x, 0);
      load(in, i + BLOCK, k, x, BLOCK);
      INT_LE.set(y, 0, column(t, 0, x, 0) ^ k[4]);
      INT_LE.set(y, 4, column(t, 1, x, 0) ^ k[5]);
      INT_LE.set(y, 8, column(t, 2, x, 0) ^ k[6]);
      INT_LE.set(y, 12, column(t, 3, x, 0) ^ k[7]);
      INT_LE.set(y, 16, column(t, 0, x, 16) ^ k[4]);
      INT_LE.set(y, 20, column(t, 1, x, 16) ^ k[5]);
      INT_LE.set(y, 24, column(t, 2, x, 16) ^ k[6]);
      INT_LE.set(y, 28, column(t, 3, x, 16) ^ k[7]);
      for (int r = 8; r < last; r += 8) {
        INT_LE.set(x, 0, column(evenT, 0, y, 0) ^ k[r]);
        INT_LE.set(x, 4, column(evenT, 1, y, 0) ^ k[r + 1]);
        INT_LE.set(x, 8, column(evenT, 2, y, 0) ^ k[r + 2]);
        INT_LE.set(x, 12, column(evenT, 3, y, 0) ^ k[r + 3]);
        INT_LE.set(x, 16, column(evenT, 0, y, 16) ^ k[r]);
        INT_LE.set(x, 20, column(evenT, 1, y, 16) ^ k[r + 1]);
        INT_LE.set(x, 24, column(evenT, 2, y, 16) ^ k[r + 2]);
        INT_LE.set(x, 28, column(evenT, 3, y, 16) ^ k[r + 3]);
        INT_LE.set(y, 0, column(t, 0, x, 0) ^ k[r + 4]);
        INT_LE.set(y, 4, column(t, 1, x, 0) ^ k[r + 5]);
        INT_LE.set(y, 8, column(t, 2, x, 0) ^ k[r + 6]);
        INT_LE.set(y, 12, column(t, 3, x, 0) ^ k[r + 7]);
        INT_LE.set(y, 16, column(t, 0, x, 16) ^ k[r + 4]);
        INT_LE.set(y, 20, column(t, 1, x, 16) ^ k[r + 5]);
        INT_LE.set(y, 24, column(t, 2, x, 16) ^ k[r + 6]);
        INT_LE.set(y, 28, column(t, 3, x, 16) ^ k[r + 7]);
      }
      INT_LE.set(out, o, lastColumn(evenS, 0, y, 0) ^ k[last]);
      INT_LE.set(out, o + 4, lastColumn(evenS, 1, y, 0) ^ k[last + 1]);
      INT_LE.set(out, o + 8, lastColumn(evenS, 2, y, 0) ^ k[last + 2]);
      INT_LE.set(out, o + 12, lastColumn(evenS, 3, y, 0) ^ k[last + 3]);
      INT_LE.set(out, o + 16, lastColumn(evenS, 0, y, 16) ^ k[last]);
      INT_LE.set(out, o + 20, lastColumn(evenS, 1, y, 16) ^ k[last + 1]);
      INT_LE.set(out, o + 24, lastColumn(evenS, 2, y, 16) ^ k[last + 2]);
      INT_LE.set(out, o + 28, lastColumn(evenS, 3, y, 16) ^ k[last + 3]);
    }
    if (blocks > 0) {
      encryptOne(in, i, out, o);
    }
  }

  private void encryptOne(byte[] in, int i, byte[] out, int o) {
    int[] t = table(version);
    int[] evenT = evenTable(version);
    byte[] evenS = evenBoxes(version);
    load(in, i, k, x, 0);
    fullRound(t, k, 4, x, y);
    for (int r = 8; r < 4 * ROUNDS; r += 8) {
      fullRound(evenT, k, r, y, x);
      fullRound(t, k, r + 4, x, y);
    }
    INT_LE.set(out, o, lastColumn(evenS, 0, y, 0) ^ k[4 * ROUNDS]);
    INT_LE.set(out, o + 4, lastColumn(evenS, 1, y, 0) ^ k[4 * ROUNDS + 1]);
    INT_LE.set(out, o + 8, lastColumn(evenS, 2, y, 0) ^ k[4 * ROUNDS + 2]);
    INT_LE.set(out, o + 12, lastColumn(evenS, 3, y, 0) ^ k[4 * ROUNDS + 3]);
  }

  // ---- Decryption ----

  // It is encryption, under the keys for it.

  // ---- Engine ----

  @Override
  void eraseKey() {
    Arrays.fill(k, 0);
    Arrays.fill(x, (byte) 0);
    Arrays.fill(y, (byte) 0);
  }
}
