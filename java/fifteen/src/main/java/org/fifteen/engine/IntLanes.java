// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.fifteen.engine.Bytes.INT_LE;

import java.util.Arrays;

/** Many blocks at once, of four words of 32 bits. */
abstract class IntLanes<E extends KeyedEngine> extends Lanes<E> {
  /** The words of block p are a[p], b[p], c[p] and d[p]. */
  final int[] a = new int[BATCH];

  final int[] b = new int[BATCH];
  final int[] c = new int[BATCH];
  final int[] d = new int[BATCH];

  IntLanes(E portable, int paysFrom) {
    super(portable, paysFrom);
  }

  /** Little-endian words. */
  @Override
  void load(byte[] in, int i, int n) {
    for (int p = 0; p < Math.min(n, BATCH); p++) {
      a[p] = (int) INT_LE.get(in, i + 16 * p);
      b[p] = (int) INT_LE.get(in, i + 16 * p + 4);
      c[p] = (int) INT_LE.get(in, i + 16 * p + 8);
      d[p] = (int) INT_LE.get(in, i + 16 * p + 12);
    }
  }

  @Override
  void store(byte[] out, int o, int n) {
    for (int p = 0; p < Math.min(n, BATCH); p++) {
      INT_LE.set(out, o + 16 * p, a[p]);
      INT_LE.set(out, o + 16 * p + 4, b[p]);
      INT_LE.set(out, o + 16 * p + 8, c[p]);
      INT_LE.set(out, o + 16 * p + 12, d[p]);
    }
  }

  // ---- Steps ----

  /** Over a whole batch. */
  static void add(int[] x, int k) {
    for (int p = 0; p < BATCH; p++) {
      x[p] += k;
    }
  }

  /** Sets the words of block p. */
  static void set(int[] a, int[] b, int[] c, int[] d, int p, int ap, int bp, int cp, int dp) {
    a[p] = ap;
    b[p] = bp;
    c[p] = cp;
    d[p] = dp;
  }

  @Override
  void eraseBatch() {
    Arrays.fill(a, 0);
    Arrays.fill(b, 0);
    Arrays.fill(c, 0);
    Arrays.fill(d, 0);
  }
}
