// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import java.util.List;
import java.util.function.Supplier;

/** The one list of engines. */
public final class Engines {
  /** What there is to know of an engine before it is made. */
  public static final class Engine {
    /** The manifest's id of the cipher: {@code serpent}. */
    public final String cipher;

    /** The engine's own name: {@code portable}. */
    public final String name;

    /** Key sizes in bits, as stored: from, to, in steps of. */
    public final int keyMin;

    public final int keyMax;
    public final int keyStep;

    /** Blocks under one key from which it beats the portable engine; measured. */
    public final int paysFrom;

    private final Supplier<BlockEngine> supplier;

    private Engine(
        String cipher,
        String name,
        int keyMin,
        int keyMax,
        int keyStep,
        int paysFrom,
        Supplier<BlockEngine> supplier) {
      this.cipher = cipher;
      this.name = name;
      this.keyMin = keyMin;
      this.keyMax = keyMax;
      this.keyStep = keyStep;
      this.paysFrom = paysFrom;
      this.supplier = supplier;
    }

    /** A new engine without a key. */
    public BlockEngine make() {
      return supplier.get();
    }
  }

  /** Every engine, portable first within a cipher. */
  public static final List<Engine> ALL =
      List.of(
          portable("null", Null.KEY_MIN, Null.KEY_MAX, Null.KEY_STEP, Null::new),
          portable(
              "crypton-v0.5", Crypton.KEY_MIN, Crypton.KEY_MAX, Crypton.KEY_STEP, Crypton::v05),
          portable(
              "crypton-v1.0", Crypton.KEY_MIN, Crypton.KEY_MAX, Crypton.KEY_STEP, Crypton::v10),
          portable("des", Des.KEY_BITS, Des.KEY_BITS, Des.KEY_STEP, Des::single),
          portable("3des", Des.TRIPLE_KEY_MIN, Des.TRIPLE_KEY_MAX, Des.KEY_STEP, Des::triple),
          portable("idea", Idea.KEY_MIN, Idea.KEY_MAX, Idea.KEY_STEP, Idea::new),
          portable("mars", Mars.KEY_MIN, Mars.KEY_MAX, Mars.KEY_STEP, Mars::new),
          portable("rc6", Rc6.KEY_MIN, Rc6.KEY_MAX, Rc6.KEY_STEP, Rc6::new),
          portable(
              "rijndael", Rijndael.KEY_MIN, Rijndael.KEY_MAX, Rijndael.KEY_STEP, Rijndael::new),
          portable("serpent", Serpent.KEY_MIN, Serpent.KEY_MAX, Serpent.KEY_STEP, Serpent::new),
          portable("twofish", Twofish.KEY_MIN, Twofish.KEY_MAX, Twofish.KEY_STEP, Twofish::new));

  private Engines() {}

  private static Engine portable(
      String cipher, int keyMin, int keyMax, int keyStep, Supplier<BlockEngine> supplier) {
    return new Engine(cipher, "portable", keyMin, keyMax, keyStep, 0, supplier);
  }

  /**
   * The engine with that cipher and name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Engine find(String cipher, String name) {
    return ALL.stream()
        .filter(e -> e.cipher.equals(cipher) && e.name.equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no engine " + cipher + "/" + name));
  }
}
