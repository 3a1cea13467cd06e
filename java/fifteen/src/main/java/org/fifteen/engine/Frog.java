// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.LONG_LE;

import java.util.Arrays;

/**
 * FROG.
 *
 * <p>Dianelos Georgoudis, Damian Leroux and Billy Simon Chaves (TecApro), 1998. "The FROG
 * Encryption Algorithm" (1998). Block 128 bits, key 5 to 125 bytes; 8 rounds. Everything is a
 * string of bytes.
 *
 * <p>A step substitutes one byte of the block and adds it to two others, the next one and one that
 * the key chooses. Eight blocks go side by side: one word has byte j of all of them, so that only
 * the substitution is done for each. Not constant-time: the look-ups depend on key and data.
 */
final class Frog extends KeyedEngine {
  static final int BLOCK = 16;
  static final int KEY_MIN = 40;
  static final int KEY_MAX = 1000;
  static final int KEY_STEP = 8;

  // ---- Constants ----

  private static final int ROUNDS = 8;
  private static final int LANES = 8;

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

  /**
   * A substitution as bytes among zeros: that of x is byte 8 x + 8, and a word loaded n bytes
   * earlier has it in byte n and nothing else.
   */
  private static final int BOX = 8 * 257;

  // The internal key, XorBu with each byte in all lanes of a word.
  private final long[] xorBu = new long[ROUNDS * BLOCK];
  private final byte[] bombPermu = new byte[ROUNDS * BLOCK];
  private final byte[] box = new byte[ROUNDS * BOX]; // SubstPermu, or the inverses to decrypt

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
          box[BOX * r + 8 * x + 8] = y;
        } else {
          box[BOX * r + 8 * (y & 255) + 8] = (byte) x;
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
      encryptOne(block, block, 0, block, 0);
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

  private static final long[] MASKS = {0x00ff00ff00ff00ffL, 0x0000ffff0000ffffL, 0xffffffffL};

  /** 8 by 8 bytes, the words from x[i] on; its own inverse. */
  private static void transpose(long[] x, int i) {
    for (int s = 0; s < 3; s++) {
      int step = 1 << s;
      for (int n = 0; n < LANES; n++) {
        if ((n & step) == 0) {
          long t = (x[i + n] >>> 8 * step ^ x[i + n + step]) & MASKS[s];
          x[i + n] ^= t << 8 * step;
          x[i + n + step] ^= t;
        }
      }
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

  private static long word(byte[] box, int i, long x) {
    return (long) LONG_LE.get(box, i + 8 * (int) (x & 255));
  }

  /** With the box from box[i] on. */
  private static long substitute(byte[] box, int i, long x) {
    return word(box, i + 8, x)
        ^ word(box, i + 7, x >>> 8)
        ^ word(box, i + 6, x >>> 16)
        ^ word(box, i + 5, x >>> 24)
        ^ word(box, i + 4, x >>> 32)
        ^ word(box, i + 3, x >>> 40)
        ^ word(box, i + 2, x >>> 48)
        ^ word(box, i + 1, x >>> 56);
  }

  // ---- Encryption ----

  /** Two groups of lanes at once, since a step waits for its look-ups. */
  private void encryptPair(long[] x, long[] y, byte[] in, int i, byte[] out, int o) {
    loadLanes(x, in, i);
    loadLanes(y, in, i + BLOCK * LANES);
    for (int n = 0; n < ROUNDS * BLOCK; n++) {
      int b = n / BLOCK * BOX;
      int j = n % BLOCK;
      int next = (n + 1) % BLOCK;
      int bomb = bombPermu[n];
      long s = substitute(box, b, x[j] ^ xorBu[n]);
      long t = substitute(box, b, y[j] ^ xorBu[n]);
      x[j] = s;
      y[j] = t;
      x[next] ^= s;
      y[next] ^= t;
      x[bomb] ^= s;
      y[bomb] ^= t;
    }
    storeLanes(out, o, x);
    storeLanes(out, o + BLOCK * LANES, y);
  }

  private void encryptGroup(long[] x, byte[] in, int i, byte[] out, int o) {
    loadLanes(x, in, i);
    for (int n = 0; n < ROUNDS * BLOCK; n++) {
      int j = n % BLOCK;
      long s = substitute(box, n / BLOCK * BOX, x[j] ^ xorBu[n]);
      x[j] = s;
      x[(n + 1) % BLOCK] ^= s;
      x[bombPermu[n]] ^= s;
    }
    storeLanes(out, o, x);
  }

  /** A byte goes from step to step in a register: BombPermu has neither it nor the next. */
  private void encryptOne(byte[] x, byte[] in, int i, byte[] out, int o) {
    System.arraycopy(in, i, x, 0, BLOCK);
    int y = x[0];
    for (int n = 0; n < ROUNDS * BLOCK; n++) {
      byte s = box[n / BLOCK * BOX + 8 + 8 * ((y ^ (int) xorBu[n]) & 255)];
      x[bombPermu[n]] ^= s;
      x[n % BLOCK] = s;
      y = s ^ x[(n + 1) % BLOCK];
    }
    x[0] = (byte) y;
    System.arraycopy(x, 0, out, o, BLOCK);
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    long[] x = new long[BLOCK];
    long[] y = new long[BLOCK];
    for (; blocks >= 2 * LANES; blocks -= 2 * LANES) {
      encryptPair(x, y, in, i, out, o);
      i += 2 * LANES * BLOCK;
      o += 2 * LANES * BLOCK;
    }
    for (; blocks >= LANES; blocks -= LANES, i += LANES * BLOCK, o += LANES * BLOCK) {
      encryptGroup(x, in, i, out, o);
    }
    byte[] block = new byte[BLOCK];
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      encryptOne(block, in, i, out, o);
    }
  }

  // ---- Decryption ----

  private void decryptPair(long[] x, long[] y, byte[] in, int i, byte[] out, int o) {
    loadLanes(x, in, i);
    loadLanes(y, in, i + BLOCK * LANES);
    for (int n = ROUNDS * BLOCK - 1; n >= 0; n--) {
      int b = n / BLOCK * BOX;
      int j = n % BLOCK;
      int next = (n + 1) % BLOCK;
      int bomb = bombPermu[n];
      long s = x[j];
      long t = y[j];
      x[bomb] ^= s;
      y[bomb] ^= t;
      x[next] ^= s;
      y[next] ^= t;
      x[j] = substitute(box, b, s) ^ xorBu[n];
      y[j] = substitute(box, b, t) ^ xorBu[n];
    }
    storeLanes(out, o, x);
    storeLanes(out, o + BLOCK * LANES, y);
  }

  private void decryptGroup(long[] x, byte[] in, int i, byte[] out, int o) {
    loadLanes(x, in, i);
    for (int n = ROUNDS * BLOCK - 1; n >= 0; n--) {
      int j = n % BLOCK;
      long s = x[j];
      x[bombPermu[n]] ^= s;
      x[(n + 1) % BLOCK] ^= s;
      x[j] = substitute(box, n / BLOCK * BOX, s) ^ xorBu[n];
    }
    storeLanes(out, o, x);
  }

  private void decryptOne(byte[] x, byte[] in, int i, byte[] out, int o) {
    System.arraycopy(in, i, x, 0, BLOCK);
    for (int n = ROUNDS * BLOCK - 1; n >= 0; n--) {
      int j = n % BLOCK;
      byte y = x[j];
      x[bombPermu[n]] ^= y;
      x[(n + 1) % BLOCK] ^= y;
      x[j] = (byte) (box[n / BLOCK * BOX + 8 + 8 * (y & 255)] ^ xorBu[n]);
    }
    System.arraycopy(x, 0, out, o, BLOCK);
  }

  @Override
  void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    long[] x = new long[BLOCK];
    long[] y = new long[BLOCK];
    for (; blocks >= 2 * LANES; blocks -= 2 * LANES) {
      decryptPair(x, y, in, i, out, o);
      i += 2 * LANES * BLOCK;
      o += 2 * LANES * BLOCK;
    }
    for (; blocks >= LANES; blocks -= LANES, i += LANES * BLOCK, o += LANES * BLOCK) {
      decryptGroup(x, in, i, out, o);
    }
    byte[] block = new byte[BLOCK];
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      decryptOne(block, in, i, out, o);
    }
  }

  // ---- Engine ----

  @Override
  void eraseKey() {
    Arrays.fill(xorBu, 0);
    Arrays.fill(bombPermu, (byte) 0);
    Arrays.fill(box, (byte) 0);
  }
}
