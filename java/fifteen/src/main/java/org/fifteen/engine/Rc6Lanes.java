// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.Integer.rotateLeft;
import static java.lang.Integer.rotateRight;

/** RC6-32/20/b, many blocks at once. As constant-time as the portable engine. */
final class Rc6Lanes extends IntLanes<Rc6> {
  /** A batch costs as much as 37 to 46 blocks one by one, by direction and JDK: measured. */
  static final int PAYS_FROM = 48;

  Rc6Lanes() {
    super(new Rc6(), PAYS_FROM);
  }

  // ---- Steps ----

  /** The words are rotated by the next call, which names them in another order. */
  private static void round(int[] a, int[] b, int[] c, int[] d, int k0, int k1) {
    for (int p = 0; p < BATCH; p++) {
      int t = Rc6.f(b[p]);
      int u = Rc6.f(d[p]);
      a[p] = rotateLeft(a[p] ^ t, u) + k0;
      c[p] = rotateLeft(c[p] ^ u, t) + k1;
    }
  }

  private static void inverseRound(int[] a, int[] b, int[] c, int[] d, int k0, int k1) {
    for (int p = 0; p < BATCH; p++) {
      int t = Rc6.f(b[p]);
      int u = Rc6.f(d[p]);
      a[p] = rotateRight(a[p] - k0, u) ^ t;
      c[p] = rotateRight(c[p] - k1, t) ^ u;
    }
  }

  // ---- Encryption ----

  @Override
  void encryptBatch(int n) {
    int[] k = portable.k;
    add(b, k[0]);
    add(d, k[1]);
    for (int i = 2; i < Rc6.KEYS - 2; i += 8) {
      round(a, b, c, d, k[i], k[i + 1]);
      round(b, c, d, a, k[i + 2], k[i + 3]);
      round(c, d, a, b, k[i + 4], k[i + 5]);
      round(d, a, b, c, k[i + 6], k[i + 7]);
    }
    add(a, k[Rc6.KEYS - 2]);
    add(c, k[Rc6.KEYS - 1]);
  }

  // ---- Decryption ----

  @Override
  void decryptBatch(int n) {
    int[] k = portable.k;
    add(a, -k[Rc6.KEYS - 2]);
    add(c, -k[Rc6.KEYS - 1]);
    for (int i = Rc6.KEYS - 2; i > 2; i -= 8) {
      inverseRound(d, a, b, c, k[i - 2], k[i - 1]);
      inverseRound(c, d, a, b, k[i - 4], k[i - 3]);
      inverseRound(b, c, d, a, k[i - 6], k[i - 5]);
      inverseRound(a, b, c, d, k[i - 8], k[i - 7]);
    }
    add(b, -k[0]);
    add(d, -k[1]);
  }
}
