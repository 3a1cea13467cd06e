// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.DesPlanes.COLUMN;
import static org.fifteen.engine.DesPlanes.COLUMNS;
import static org.fifteen.engine.DesPlanes.PAYS_FROM;

/**
 * DES and Triple-DES, many blocks at once, a bit of 64 of them in a word. Unlike the portable
 * engine constant-time, but for the few blocks that are left to that and its set-up of a key.
 */
final class DesBitsliced extends Batches<Des> {
  private final DesPlanes x = new DesPlanes();

  private DesBitsliced(Des portable) {
    super(portable, COLUMN * COLUMNS, COLUMN, PAYS_FROM);
  }

  static DesBitsliced single() {
    return new DesBitsliced(Des.single());
  }

  static DesBitsliced triple() {
    return new DesBitsliced(Des.triple());
  }

  @Override
  void load(byte[] in, int i, int n) {
    x.load(in, i, Des.BLOCK, n / COLUMN);
  }

  @Override
  void store(byte[] out, int o, int n) {
    x.store(out, o, Des.BLOCK, n / COLUMN);
  }

  // ---- Encryption ----

  @Override
  void encryptBatch(int n) {
    long[] k = portable.k;
    for (int i = 0; i < k.length; i += Des.ROUNDS) {
      x.sixteenRounds(k, i, n / COLUMN);
    }
  }

  // ---- Decryption ----

  // It is encryption, under the round keys in reverse order.

  // ---- Engine ----

  @Override
  void eraseBatch() {
    x.erase();
  }
}
