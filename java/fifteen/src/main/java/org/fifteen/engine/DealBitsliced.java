// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.DesPlanes.COLUMN;
import static org.fifteen.engine.DesPlanes.COLUMNS;
import static org.fifteen.engine.DesPlanes.PAYS_FROM;

/** DEAL, many blocks at once, over DES with a bit of 64 blocks in a word; as constant-time. */
final class DealBitsliced extends Batches<Deal> {
  private final DesPlanes l = new DesPlanes();
  private final DesPlanes r = new DesPlanes();
  private final DesPlanes work = new DesPlanes();

  DealBitsliced() {
    super(new Deal(), COLUMN * COLUMNS, COLUMN, PAYS_FROM);
  }

  @Override
  void load(byte[] in, int i, int n) {
    l.load(in, i, Deal.BLOCK, n / COLUMN);
    r.load(in, i + 8, Deal.BLOCK, n / COLUMN);
  }

  @Override
  void store(byte[] out, int o, int n) {
    l.store(out, o, Deal.BLOCK, n / COLUMN);
    r.store(out, o + 8, Deal.BLOCK, n / COLUMN);
  }

  // ---- Encryption ----

  /** Two rounds at a time, so that the halves need no exchange. */
  @Override
  void encryptBatch(int n) {
    int columns = n / COLUMN;
    long[] k = portable.k;
    for (int i = 0; i < k.length; i += 2 * Des.ROUNDS) {
      r.add(l, work, k, i, columns);
      l.add(r, work, k, i + Des.ROUNDS, columns);
    }
  }

  // ---- Decryption ----

  @Override
  void decryptBatch(int n) {
    int columns = n / COLUMN;
    long[] k = portable.k;
    for (int i = k.length; i > 0; i -= 2 * Des.ROUNDS) {
      l.add(r, work, k, i - Des.ROUNDS, columns);
      r.add(l, work, k, i - 2 * Des.ROUNDS, columns);
    }
  }

  // ---- Engine ----

  @Override
  void eraseBatch() {
    l.erase();
    r.erase();
    work.erase();
  }
}
