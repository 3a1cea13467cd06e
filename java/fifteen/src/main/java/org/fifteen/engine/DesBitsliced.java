// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.DesPlanes.COLUMN;
import static org.fifteen.engine.DesPlanes.COLUMNS;
import static org.fifteen.engine.DesPlanes.PAYS_FROM;

/**
 * DES and Triple-DES, many blocks at once, a bit of 64 of them in a word. Unlike the portable
 * engine constant-time, but for the few blocks that are left to that and its set-up of a key.
 */
final class DesBitsliced extends KeyedEngine {
  // ---- Context ----

  private final Des portable;
  private final DesPlanes x = new DesPlanes();

  private DesBitsliced(Des portable) {
    super(portable);
    this.portable = portable;
  }

  static DesBitsliced single() {
    return new DesBitsliced(Des.single());
  }

  static DesBitsliced triple() {
    return new DesBitsliced(Des.triple());
  }

  @Override
  void setKey(Direction direction, byte[] key) {
    portable.init(direction, key);
  }

  // ---- Encryption ----

  private void encryptColumns(byte[] in, int i, byte[] out, int o, int columns) {
    long[] k = portable.k;
    x.load(in, i, Des.BLOCK, columns);
    for (int n = 0; n < k.length; n += Des.ROUNDS) {
      x.sixteenRounds(k, n, columns);
    }
    x.store(out, o, Des.BLOCK, columns);
  }

  @Override
  void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    while (blocks >= PAYS_FROM) {
      int columns = Math.min(blocks / COLUMN, COLUMNS);
      encryptColumns(in, i, out, o, columns);
      int done = COLUMN * columns;
      blocks -= done;
      i += done * Des.BLOCK;
      o += done * Des.BLOCK;
    }
    portable.process(in, i, out, o, blocks);
  }

  // ---- Decryption ----

  // It is encryption, under the round keys in reverse order.

  // ---- Engine ----

  @Override
  void eraseKey() {
    portable.wipe();
    x.erase();
  }
}
