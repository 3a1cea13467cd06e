// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.INT_LE;
import static org.fifteen.engine.Rijndael.column;
import static org.fifteen.engine.Rijndael.inverseColumn;
import static org.fifteen.engine.Rijndael.lastColumn;
import static org.fifteen.engine.Rijndael.lastInverseColumn;

import java.util.Arrays;

/**
 * AES by tables; its keys of 32 and 64 bits are for study and offer no security.
 *
 * <p>Boris Damjanovic and Dejan Simic, 2011. "Comparative Implementation Analysis of AES Algorithm"
 * (Journal of Information Technology and Applications 1), where this is EaesG, after Brian Gladman:
 * four tables of 256 words to encrypt and four to decrypt, one block at a time. With keys of 128
 * bits and more it is FIPS 197 (2001). Block 128 bits, key 32, 64, 128, 192, 256; Nk + 6 rounds.
 * Bytes fill the state column by column; a column is one little-endian word.
 *
 * <p>Not constant-time: the look-ups depend on key and data.
 */
final class AesTtable extends KeyedEngine {
  private static final int BLOCK = 16;

  // ---- Context ----

  private int rounds;
  private int[] k; // to decrypt, Rijndael.invertKey's

  AesTtable(int keyMin, int keyMax, int keyStep) {
    super(BLOCK, keyMin, keyMax, keyStep);
  }

  // ---- Key schedule ----

  @Override
  void setKey(Direction direction, byte[] key) {
    eraseKey();
    rounds = key.length / 4 + 6;
    int[] w = Rijndael.expandKey(key, 4 * (rounds + 1));
    if (direction == Direction.DECRYPT) {
      Rijndael.invertKey(w, 4);
    }
    k = w;
  }

  // ---- Encryption ----

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    int[] k = this.k;
    int last = 4 * rounds;
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      int s0 = (int) INT_LE.get(in, i) ^ k[0];
      int s1 = (int) INT_LE.get(in, i + 4) ^ k[1];
      int s2 = (int) INT_LE.get(in, i + 8) ^ k[2];
      int s3 = (int) INT_LE.get(in, i + 12) ^ k[3];
      for (int r = 4; r < last; r += 4) {
        int t0 = k[r] ^ column(s0, s1, s2, s3);
        int t1 = k[r + 1] ^ column(s1, s2, s3, s0);
        int t2 = k[r + 2] ^ column(s2, s3, s0, s1);
        int t3 = k[r + 3] ^ column(s3, s0, s1, s2);
        s0 = t0;
        s1 = t1;
        s2 = t2;
        s3 = t3;
      }
      INT_LE.set(out, o, k[last] ^ lastColumn(s0, s1, s2, s3));
      INT_LE.set(out, o + 4, k[last + 1] ^ lastColumn(s1, s2, s3, s0));
      INT_LE.set(out, o + 8, k[last + 2] ^ lastColumn(s2, s3, s0, s1));
      INT_LE.set(out, o + 12, k[last + 3] ^ lastColumn(s3, s0, s1, s2));
    }
  }

  // ---- Decryption ----

  @Override
  void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    int[] k = this.k;
    int last = 4 * rounds;
    for (; blocks > 0; blocks--, i += BLOCK, o += BLOCK) {
      int s0 = (int) INT_LE.get(in, i + 12) ^ k[0];
      int s1 = (int) INT_LE.get(in, i + 8) ^ k[1];
      int s2 = (int) INT_LE.get(in, i + 4) ^ k[2];
      int s3 = (int) INT_LE.get(in, i) ^ k[3];
      for (int r = 4; r < last; r += 4) {
        int t0 = k[r] ^ inverseColumn(s0, s1, s2, s3);
        int t1 = k[r + 1] ^ inverseColumn(s1, s2, s3, s0);
        int t2 = k[r + 2] ^ inverseColumn(s2, s3, s0, s1);
        int t3 = k[r + 3] ^ inverseColumn(s3, s0, s1, s2);
        s0 = t0;
        s1 = t1;
        s2 = t2;
        s3 = t3;
      }
      INT_LE.set(out, o + 12, k[last] ^ lastInverseColumn(s0, s1, s2, s3));
      INT_LE.set(out, o + 8, k[last + 1] ^ lastInverseColumn(s1, s2, s3, s0));
      INT_LE.set(out, o + 4, k[last + 2] ^ lastInverseColumn(s2, s3, s0, s1));
      INT_LE.set(out, o, k[last + 3] ^ lastInverseColumn(s3, s0, s1, s2));
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
