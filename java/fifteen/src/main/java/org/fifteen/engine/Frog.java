// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.LONG_LE;

import java.util.Arrays;

/**
 * FROG.
 *
 * <p>Dianelos Georgoudis, Damian Leroux and Billy Simon Chaves (TecApro), 1998. "The FROG
 * Encryption Algorithm". Block 128 bits, key 40 to 1000 in steps of 8; 8 rounds. Block and key are
 * strings of bytes; NIST's files print them back to front.
 *
 * <p>A step substitutes one byte of the block and adds it to two others, the next one and one that
 * the key chooses. Eight blocks go side by side: one word has byte j of all of them, so that only
 * the substitution is done for each. Not constant-time: the look-ups depend on key and data.
 *
 * <p>HotSpot makes 1,300 instructions of a block, where C has 840.
 */
final class Frog extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 40;
  static final int KEY_MAX = 1000;
  static final int KEY_STEP = 8;

  // ---- Tables ----

  /**
   * randomSeed: the first groups of five digits of "A Million Random Digits with 100,000 Normal
   * Deviates" (RAND, 1955), modulo 256.
   */
  private static final String SEED =
      "7115e812715c3f9d7cc1a6c57e38e5e59ca23611e659bd57a90051cc0846cbe1"
          + "a03ba7bd649d540b07821d33202d87ed8b2111dd1832594a15cdbff2543503e6"
          + "e7760f0f6b041522039c39425dffbf035587cdc8b9cc3425231844b9c90ae0ea"
          + "0778c973d86739ff5d6e2af9440e1d3780542598dd89270bfc329023b2be2ba2"
          + "67f96d08eb219e6ffccda9360a14ddc9b2e059b8b641c90a3c06bfae4f621aa0"
          + "fc333f4f06667bad31036ee95a9ee4d2d1ed1e5f1cb3ccdc48a34da6c062a519"
          + "91a25bd429e66e066bbb7f2652621e43e150d0863cfa9957943c42a5481da552"
          + "d3cf00b1ce0d060e5cf83cc9845f23d776b179b41b53831a272e0c";

  private static final byte[] SEED_BYTES = new byte[SEED.length() / 2];

  static {
    for (int i = 0; i < SEED_BYTES.length; i++) {
      SEED_BYTES[i] = (byte) Integer.parseInt(SEED.substring(2 * i, 2 * i + 2), 16);
    }
  }

  // ---- Context ----

  private static final int ROUNDS = 8;

  // The internal key, XorBu with each byte in all lanes of a word. The boxes are SubstPermu or, to
  // decrypt, the inverses; as words they need no widening.
  private final long[] xorBu = new long[ROUNDS * BLOCK];
  private final byte[] bombPermu = new byte[ROUNDS * BLOCK];
  private final long[][] box = new long[ROUNDS][256];

  Frog() {
    super(BLOCK, KEY_MIN, KEY_MAX, KEY_STEP);
  }

  // ---- Key schedule ----

  private static final int ROUND_KEY = 2 * BLOCK + 256;
  private static final long DIGITS = 0xfedcba9876543210L;
  private static final long ONES = 0x0040201008040201L; // in seven fields of nine bits

  /** Takes an element out of a list of up to 16 digits. */
  private static int take(long[] lists, int n, int index) {
    long list = lists[n];
    long after = -1L << 4 * index;
    lists[n] = list & ~after | list >>> 4 & after;
    return (int) (list >>> 4 * index) & 15;
  }

  /**
   * makePermutation: byte by byte an index, counted on from the last one, into what is left of 0 to
   * 255. That is eight groups of two lists. {@code starts} has the elements before groups 1 to 7 in
   * its fields: one subtraction finds those that begin at an index or before it.
   */
  private static void makePermutation256(byte[] p, int i) {
    long starts = 0;
    long[] lists = new long[16];
    int[] lefts = new int[8]; // elements in a group's first list
    for (int n = 7; n > 0; n--) {
      starts = starts << 9 | 32 * n;
    }
    Arrays.fill(lists, DIGITS);
    Arrays.fill(lefts, 16);
    int index = 0;
    for (int size = 256; size > 0; size--, i++) {
      index += (p[i] & 255) % size;
      index -= index >= size ? size : 0;
      long rests = (ONES << 8) + ONES * index - starts;
      long begun = rests >>> 8 & ONES;
      int group = (int) (begun * ONES >>> 54) & 7; // their number
      int rest = group == 0 ? index : (int) (rests >>> 9 * group - 9) & 255;
      int left = lefts[group];
      int right = rest >= left ? 1 : 0;
      starts -= begun ^ ONES;
      lefts[group] = left - 1 + right;
      rest -= left & -right;
      p[i] = (byte) (32 * group + 16 * right + take(lists, 2 * group + right, rest));
    }
  }

  private static void makePermutation16(byte[] p, int i) {
    long[] list = {DIGITS};
    int index = 0;
    for (int size = BLOCK; size > 0; size--, i++) {
      index = (index + (p[i] & 255)) % size;
      p[i] = (byte) take(list, 0, index);
    }
  }

  /** Joins the cycles of BombPermu into one, then lets no byte point at the next. */
  private static void mendBombPermu(byte[] p, int i) {
    int used = 0;
    int j = 0;
    for (int n = 0; n < BLOCK - 1; n++) {
      if (p[i + j] == 0) {
        int k = j;
        do {
          k = (k + 1) % BLOCK;
        } while ((used >> k & 1) != 0);
        p[i + j] = (byte) k;
        int last = k;
        while (p[i + last] != k) {
          last = p[i + last];
        }
        p[i + last] = 0;
      }
      used |= 1 << j;
      j = p[i + j];
    }
    for (j = 0; j < BLOCK; j++) {
      if (p[i + j] == (j + 1) % BLOCK) {
        p[i + j] = (byte) ((j + 2) % BLOCK);
      }
    }
  }

  /** makeInternalKey */
  private void makeInternalKey(byte[] raw, Direction direction) {
    for (int r = 0; r < ROUNDS; r++) {
      int subst = ROUND_KEY * r + BLOCK;
      int bomb = subst + 256;
      for (int j = 0; j < BLOCK; j++) {
        xorBu[BLOCK * r + j] = (raw[ROUND_KEY * r + j] & 255) * 0x0101010101010101L;
      }
      makePermutation256(raw, subst);
      for (int x = 0; x < 256; x++) {
        byte y = raw[subst + x];
        if (direction == Direction.ENCRYPT) {
          box[r][x] = y & 255;
        } else {
          box[r][y & 255] = x;
        }
      }
      makePermutation16(raw, bomb);
      mendBombPermu(raw, bomb);
      System.arraycopy(raw, bomb, bombPermu, BLOCK * r, BLOCK);
    }
  }

  /**
   * hashKey: key and seed, repeated, make a first internal key; with that the second is encrypted
   * out of the start of the key, in a chain.
   */
  private void hashKey(Direction direction, byte[] key) {
    byte[] raw = new byte[ROUNDS * ROUND_KEY];
    byte[] block = new byte[BLOCK];
    for (int i = 0; i < raw.length; i++) {
      raw[i] = (byte) (SEED_BYTES[i % SEED_BYTES.length] ^ key[i % key.length]);
    }
    makeInternalKey(raw, Direction.ENCRYPT);

    System.arraycopy(key, 0, block, 0, Math.min(key.length, BLOCK));
    block[0] ^= (byte) key.length;
    for (int i = 0; i < raw.length; i += BLOCK) {
      encryptOne(block, 0, block, 0);
      System.arraycopy(block, 0, raw, i, BLOCK);
    }
    makeInternalKey(raw, direction);
    Arrays.fill(raw, (byte) 0);
    Arrays.fill(block, (byte) 0);
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    hashKey(direction, key);
  }

  // ---- Lanes ----

  private static final int LANES = 8;

  private static void exchange(long[] x, int a, int b, int shift, long mask) {
    long t = (x[a] >>> shift ^ x[b]) & mask;
    x[a] ^= t << shift;
    x[b] ^= t;
  }

  /** 8 by 8 bytes, the words from x[i] on; its own inverse. */
  private static void transpose(long[] x, int i) {
    for (int n = i; n < i + 4; n++) {
      exchange(x, n, n + 4, 32, 0x00000000ffffffffL);
    }
    for (int n = i; n < i + 8; n += 4) {
      exchange(x, n, n + 2, 16, 0x0000ffff0000ffffL);
      exchange(x, n + 1, n + 3, 16, 0x0000ffff0000ffffL);
      exchange(x, n, n + 1, 8, 0x00ff00ff00ff00ffL);
      exchange(x, n + 2, n + 3, 8, 0x00ff00ff00ff00ffL);
    }
  }

  private static void loadLanes(long[] x, byte[] in, int i) {
    for (int n = 0; n < LANES; n++) {
      x[n] = (long) LONG_LE.get(in, i + BLOCK * n);
      x[n + 8] = (long) LONG_LE.get(in, i + BLOCK * n + 8);
    }
    transpose(x, 0);
    transpose(x, 8);
  }

  private static void storeLanes(byte[] out, int o, long[] x) {
    transpose(x, 0);
    transpose(x, 8);
    for (int n = 0; n < LANES; n++) {
      LONG_LE.set(out, o + BLOCK * n, x[n]);
      LONG_LE.set(out, o + BLOCK * n + 8, x[n + 8]);
    }
  }

  /** Masked by its length, the index needs no check. */
  private static long look(long[] box, long x) {
    return box[(int) x & box.length - 1];
  }

  private static long substitute(long[] box, long x) {
    return look(box, x)
        | look(box, x >>> 8) << 8
        | look(box, x >>> 16) << 16
        | look(box, x >>> 24) << 24
        | look(box, x >>> 32) << 32
        | look(box, x >>> 40) << 40
        | look(box, x >>> 48) << 48
        | look(box, x >>> 56) << 56;
  }

  /** Groups of lanes worked on side by side, to hide the latency of each other's look-ups. */
  private static final int GROUPS = 2;

  private static final int BATCH = GROUPS * LANES;

  // ---- Encryption ----

  private static void encryptRound(
      long[] x, long[] y, long[] box, long[] xorBu, byte[] bombPermu, int i) {
    long s = x[0];
    long t = y[0];
    for (int j = 0; j < BLOCK; j++) {
      int bomb = bombPermu[i + j];
      s = substitute(box, s ^ xorBu[i + j]);
      t = substitute(box, t ^ xorBu[i + j]);
      x[bomb] ^= s;
      y[bomb] ^= t;
      x[j] = s;
      y[j] = t;
      s ^= x[(j + 1) % BLOCK];
      t ^= y[(j + 1) % BLOCK];
    }
    x[0] = s;
    y[0] = t;
  }

  /** With one group the second is idle. */
  private void encryptGroups(long[] x, long[] y, byte[] in, int i, byte[] out, int o, int groups) {
    loadLanes(x, in, i);
    if (groups == GROUPS) {
      loadLanes(y, in, i + BLOCK * LANES);
    }
    for (int r = 0; r < ROUNDS; r++) {
      encryptRound(x, y, box[r], xorBu, bombPermu, BLOCK * r);
    }
    storeLanes(out, o, x);
    if (groups == GROUPS) {
      storeLanes(out, o + BLOCK * LANES, y);
    }
  }

  /**
   * The byte at work goes from step to step in a register: BombPermu points neither at it nor at
   * the next one.
   */
  private void encryptOne(byte[] in, int i, byte[] out, int o) {
    int[] x = new int[BLOCK];
    for (int j = 0; j < BLOCK; j++) {
      x[j] = in[i + j];
    }
    int y = x[0];
    for (int r = 0; r < ROUNDS; r++) {
      for (int j = 0; j < BLOCK; j++) {
        y = (int) look(box[r], y ^ xorBu[BLOCK * r + j]);
        x[bombPermu[BLOCK * r + j]] ^= y;
        x[j] = y;
        y ^= x[(j + 1) % BLOCK];
      }
    }
    x[0] = y;
    for (int j = 0; j < BLOCK; j++) {
      out[o + j] = (byte) x[j];
    }
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    long[] x = new long[BLOCK];
    long[] y = new long[BLOCK];
    for (; blocks >= BATCH; blocks -= BATCH, i += BLOCK * BATCH, o += BLOCK * BATCH) {
      encryptGroups(x, y, in, i, out, o, GROUPS);
    }
    for (; blocks >= LANES; blocks -= LANES, i += BLOCK * LANES, o += BLOCK * LANES) {
      encryptGroups(x, y, in, i, out, o, 1);
    }
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      encryptOne(in, i, out, o);
    }
  }

  // ---- Decryption ----

  private static void decryptRound(
      long[] x, long[] y, long[] box, long[] xorBu, byte[] bombPermu, int i) {
    for (int j = BLOCK - 1; j >= 0; j--) {
      int bomb = bombPermu[i + j];
      int next = (j + 1) % BLOCK;
      long s = x[j];
      long t = y[j];
      x[bomb] ^= s;
      y[bomb] ^= t;
      x[next] ^= s;
      y[next] ^= t;
      x[j] = substitute(box, s) ^ xorBu[i + j];
      y[j] = substitute(box, t) ^ xorBu[i + j];
    }
  }

  private void decryptGroups(long[] x, long[] y, byte[] in, int i, byte[] out, int o, int groups) {
    loadLanes(x, in, i);
    if (groups == GROUPS) {
      loadLanes(y, in, i + BLOCK * LANES);
    }
    for (int r = ROUNDS - 1; r >= 0; r--) {
      decryptRound(x, y, box[r], xorBu, bombPermu, BLOCK * r);
    }
    storeLanes(out, o, x);
    if (groups == GROUPS) {
      storeLanes(out, o + BLOCK * LANES, y);
    }
  }

  private void decryptOne(byte[] in, int i, byte[] out, int o) {
    int[] x = new int[BLOCK];
    for (int j = 0; j < BLOCK; j++) {
      x[j] = in[i + j];
    }
    for (int r = ROUNDS - 1; r >= 0; r--) {
      for (int j = BLOCK - 1; j >= 0; j--) {
        int y = x[j];
        x[bombPermu[BLOCK * r + j]] ^= y;
        x[(j + 1) % BLOCK] ^= y;
        x[j] = (int) (look(box[r], y) ^ xorBu[BLOCK * r + j]);
      }
    }
    for (int j = 0; j < BLOCK; j++) {
      out[o + j] = (byte) x[j];
    }
  }

  @Override
  void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    long[] x = new long[BLOCK];
    long[] y = new long[BLOCK];
    for (; blocks >= BATCH; blocks -= BATCH, i += BLOCK * BATCH, o += BLOCK * BATCH) {
      decryptGroups(x, y, in, i, out, o, GROUPS);
    }
    for (; blocks >= LANES; blocks -= LANES, i += BLOCK * LANES, o += BLOCK * LANES) {
      decryptGroups(x, y, in, i, out, o, 1);
    }
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      decryptOne(in, i, out, o);
    }
  }

  // ---- Engine ----

  @Override
  void eraseKey() {
    Arrays.fill(xorBu, 0);
    Arrays.fill(bombPermu, (byte) 0);
    for (long[] b : box) {
      Arrays.fill(b, 0);
    }
  }
}
