// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.DesPlanes.COLUMN;
import static org.fifteen.engine.DesPlanes.COLUMNS;
import static org.fifteen.engine.DesPlanes.PAYS_FROM;

/** DEAL, many blocks at once, over DES with a bit of 64 blocks in a word; as constant-time. */
final class DealBitsliced extends KeyedEngine {
  private static final int BLOCK = Deal.BLOCK;

  // ---- Context ----

  private final Deal portable = new Deal();
  private final DesPlanes l = new DesPlanes();
  private final DesPlanes r = new DesPlanes();
  private final DesPlanes work = new DesPlanes();

  private boolean decrypting;

  DealBitsliced() {
    super(BLOCK, Deal.KEY_MIN, Deal.KEY_MAX, Deal.KEY_STEP);
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    portable.init(direction, key);
    decrypting = direction == Direction.DECRYPT;
  }

  // ---- Encryption ----

  /** Two rounds at a time, so that the halves need no exchange. */
  private void encryptColumns(int columns) {
    long[] k = portable.k;
    for (int n = 0; n < k.length; n += 2 * Des.ROUNDS) {
      r.add(l, work, k, n, columns);
      l.add(r, work, k, n + Des.ROUNDS, columns);
    }
  }

  /** Encrypts or decrypts, as the key was set for. */
  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    while (blocks >= PAYS_FROM) {
      int columns = Math.min(blocks / COLUMN, COLUMNS);
      l.load(in, i, BLOCK, columns);
      r.load(in, i + 8, BLOCK, columns);
      if (decrypting) {
        decryptColumns(columns);
      } else {
        encryptColumns(columns);
      }
      l.store(out, o, BLOCK, columns);
      r.store(out, o + 8, BLOCK, columns);
      int done = COLUMN * columns;
      blocks -= done;
      i += done * BLOCK;
      o += done * BLOCK;
    }
    portable.process(in, i, out, o, blocks);
  }

  // ---- Decryption ----

  private void decryptColumns(int columns) {
    long[] k = portable.k;
    for (int n = k.length; n > 0; n -= 2 * Des.ROUNDS) {
      l.add(r, work, k, n - Des.ROUNDS, columns);
      r.add(l, work, k, n - 2 * Des.ROUNDS, columns);
    }
  }

  // ---- Engine ----

  @Override
  void eraseKey() {
    portable.wipe();
    l.erase();
    r.erase();
    work.erase();
  }
}
