// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

/**
 * Serpent-1, many blocks at once. Constant-time.
 *
 * <p>Each S-box has a loop of its own, which is reached through a table: inlined into one method,
 * so many loops are more than C2 works through.
 */
final class SerpentLanes extends IntLanes<Serpent> {
  /** A batch costs as much as 46 to 59 blocks one by one, by direction and JDK: measured. */
  static final int PAYS_FROM = 64;

  SerpentLanes() {
    super(new Serpent(), PAYS_FROM);
  }

  // ---- Steps ----

  /** What is done with a round key. */
  private interface Step {
    void apply(int[] a, int[] b, int[] c, int[] d, int k0, int k1, int k2, int k3);
  }

  /** The addition of the key, and an S-box. */
  private static final Step[] SBOXES = {
    (a, b, c, d, k0, k1, k2, k3) -> {
      for (int p = 0; p < BATCH; p++) {
        int[] x = {a[p] ^ k0, b[p] ^ k1, c[p] ^ k2, d[p] ^ k3};
        Serpent.sbox0(x);
        set(a, b, c, d, p, x[0], x[1], x[2], x[3]);
      }
    },
    (a, b, c, d, k0, k1, k2, k3) -> {
      for (int p = 0; p < BATCH; p++) {
        int[] x = {a[p] ^ k0, b[p] ^ k1, c[p] ^ k2, d[p] ^ k3};
        Serpent.sbox1(x);
        set(a, b, c, d, p, x[0], x[1], x[2], x[3]);
      }
    },
    (a, b, c, d, k0, k1, k2, k3) -> {
      for (int p = 0; p < BATCH; p++) {
        int[] x = {a[p] ^ k0, b[p] ^ k1, c[p] ^ k2, d[p] ^ k3};
        Serpent.sbox2(x);
        set(a, b, c, d, p, x[0], x[1], x[2], x[3]);
      }
    },
    (a, b, c, d, k0, k1, k2, k3) -> {
      for (int p = 0; p < BATCH; p++) {
        int[] x = {a[p] ^ k0, b[p] ^ k1, c[p] ^ k2, d[p] ^ k3};
        Serpent.sbox3(x);
        set(a, b, c, d, p, x[0], x[1], x[2], x[3]);
      }
    },
    (a, b, c, d, k0, k1, k2, k3) -> {
      for (int p = 0; p < BATCH; p++) {
        int[] x = {a[p] ^ k0, b[p] ^ k1, c[p] ^ k2, d[p] ^ k3};
        Serpent.sbox4(x);
        set(a, b, c, d, p, x[0], x[1], x[2], x[3]);
      }
    },
    (a, b, c, d, k0, k1, k2, k3) -> {
      for (int p = 0; p < BATCH; p++) {
        int[] x = {a[p] ^ k0, b[p] ^ k1, c[p] ^ k2, d[p] ^ k3};
        Serpent.sbox5(x);
        set(a, b, c, d, p, x[0], x[1], x[2], x[3]);
      }
    },
    (a, b, c, d, k0, k1, k2, k3) -> {
      for (int p = 0; p < BATCH; p++) {
        int[] x = {a[p] ^ k0, b[p] ^ k1, c[p] ^ k2, d[p] ^ k3};
        Serpent.sbox6(x);
        set(a, b, c, d, p, x[0], x[1], x[2], x[3]);
      }
    },
    (a, b, c, d, k0, k1, k2, k3) -> {
      for (int p = 0; p < BATCH; p++) {
        int[] x = {a[p] ^ k0, b[p] ^ k1, c[p] ^ k2, d[p] ^ k3};
        Serpent.sbox7(x);
        set(a, b, c, d, p, x[0], x[1], x[2], x[3]);
      }
    },
  };

  /** Their inverses: the S-box first. */
  private static final Step[] INVERSE_SBOXES = {
    (a, b, c, d, k0, k1, k2, k3) -> {
      for (int p = 0; p < BATCH; p++) {
        int[] x = {a[p], b[p], c[p], d[p]};
        Serpent.inverseSbox0(x);
        set(a, b, c, d, p, x[0] ^ k0, x[1] ^ k1, x[2] ^ k2, x[3] ^ k3);
      }
    },
    (a, b, c, d, k0, k1, k2, k3) -> {
      for (int p = 0; p < BATCH; p++) {
        int[] x = {a[p], b[p], c[p], d[p]};
        Serpent.inverseSbox1(x);
        set(a, b, c, d, p, x[0] ^ k0, x[1] ^ k1, x[2] ^ k2, x[3] ^ k3);
      }
    },
    (a, b, c, d, k0, k1, k2, k3) -> {
      for (int p = 0; p < BATCH; p++) {
        int[] x = {a[p], b[p], c[p], d[p]};
        Serpent.inverseSbox2(x);
        set(a, b, c, d, p, x[0] ^ k0, x[1] ^ k1, x[2] ^ k2, x[3] ^ k3);
      }
    },
    (a, b, c, d, k0, k1, k2, k3) -> {
      for (int p = 0; p < BATCH; p++) {
        int[] x = {a[p], b[p], c[p], d[p]};
        Serpent.inverseSbox3(x);
        set(a, b, c, d, p, x[0] ^ k0, x[1] ^ k1, x[2] ^ k2, x[3] ^ k3);
      }
    },
    (a, b, c, d, k0, k1, k2, k3) -> {
      for (int p = 0; p < BATCH; p++) {
        int[] x = {a[p], b[p], c[p], d[p]};
        Serpent.inverseSbox4(x);
        set(a, b, c, d, p, x[0] ^ k0, x[1] ^ k1, x[2] ^ k2, x[3] ^ k3);
      }
    },
    (a, b, c, d, k0, k1, k2, k3) -> {
      for (int p = 0; p < BATCH; p++) {
        int[] x = {a[p], b[p], c[p], d[p]};
        Serpent.inverseSbox5(x);
        set(a, b, c, d, p, x[0] ^ k0, x[1] ^ k1, x[2] ^ k2, x[3] ^ k3);
      }
    },
    (a, b, c, d, k0, k1, k2, k3) -> {
      for (int p = 0; p < BATCH; p++) {
        int[] x = {a[p], b[p], c[p], d[p]};
        Serpent.inverseSbox6(x);
        set(a, b, c, d, p, x[0] ^ k0, x[1] ^ k1, x[2] ^ k2, x[3] ^ k3);
      }
    },
    (a, b, c, d, k0, k1, k2, k3) -> {
      for (int p = 0; p < BATCH; p++) {
        int[] x = {a[p], b[p], c[p], d[p]};
        Serpent.inverseSbox7(x);
        set(a, b, c, d, p, x[0] ^ k0, x[1] ^ k1, x[2] ^ k2, x[3] ^ k3);
      }
    },
  };

  private static final Step ADD_KEY =
      (a, b, c, d, k0, k1, k2, k3) -> {
        for (int p = 0; p < BATCH; p++) {
          set(a, b, c, d, p, a[p] ^ k0, b[p] ^ k1, c[p] ^ k2, d[p] ^ k3);
        }
      };

  private static void transform(int[] a, int[] b, int[] c, int[] d) {
    for (int p = 0; p < BATCH; p++) {
      int[] x = {a[p], b[p], c[p], d[p]};
      Serpent.transform(x);
      set(a, b, c, d, p, x[0], x[1], x[2], x[3]);
    }
  }

  private static void inverseTransform(int[] a, int[] b, int[] c, int[] d) {
    for (int p = 0; p < BATCH; p++) {
      int[] x = {a[p], b[p], c[p], d[p]};
      Serpent.inverseTransform(x);
      set(a, b, c, d, p, x[0], x[1], x[2], x[3]);
    }
  }

  /** With round key r. */
  private void apply(Step step, int r) {
    int[] w = portable.w;
    int k = 8 + 4 * r;
    step.apply(a, b, c, d, w[k], w[k + 1], w[k + 2], w[k + 3]);
  }

  // ---- Encryption ----

  @Override
  void encryptBatch(int n) {
    int last = Serpent.ROUNDS - 1;
    for (int r = 0; r < last; r++) {
      apply(SBOXES[r % 8], r);
      transform(a, b, c, d);
    }
    apply(SBOXES[last % 8], last);
    apply(ADD_KEY, last + 1);
  }

  // ---- Decryption ----

  @Override
  void decryptBatch(int n) {
    int last = Serpent.ROUNDS - 1;
    apply(ADD_KEY, last + 1);
    apply(INVERSE_SBOXES[last % 8], last);
    for (int r = last - 1; r >= 0; r--) {
      inverseTransform(a, b, c, d);
      apply(INVERSE_SBOXES[r % 8], r);
    }
  }
}
