// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    /** Blocks that it takes at once where they are many, else 1. */
    public final int batch;

    /**
     * Blocks of a call from which it beats the engines of its cipher before it; measured. Of a
     * native engine with a bit of each block in a register: blocks under one key, as in C. 0: it is
     * the first, or never does.
     */
    public final int paysFrom;

    private final Supplier<BlockEngine> supplier;

    Engine(
        String cipher,
        String name,
        int keyMin,
        int keyMax,
        int keyStep,
        int batch,
        int paysFrom,
        Supplier<BlockEngine> supplier) {
      this.cipher = cipher;
      this.name = name;
      this.keyMin = keyMin;
      this.keyMax = keyMax;
      this.keyStep = keyStep;
      this.batch = batch;
      this.paysFrom = paysFrom;
      this.supplier = supplier;
    }

    /** A new engine without a key. */
    public BlockEngine make() {
      return supplier.get();
    }
  }

  private static final List<Engine> IN_JAVA =
      List.of(
          portable("null", Null.KEY_MIN, Null.KEY_MAX, Null.KEY_STEP, Null::new),
          rijndael("rijndael", 128),
          aes("rijndael", "ttable", 128, 256, AesTtable::new),
          aes("rijndael", "rowwise", 128, 256, AesRowwise::new),
          rijndael("rijndael-b160", 160),
          rijndael("rijndael-b192", 192),
          rijndael("rijndael-b224", 224),
          rijndael("rijndael-b256", 256),
          aes("aes32", "ttable", 32, 32, AesTtable::new),
          aes("aes32", "rowwise", 32, 32, AesRowwise::new),
          aes("aes64", "ttable", 64, 64, AesTtable::new),
          aes("aes64", "rowwise", 64, 64, AesRowwise::new),
          portable("cast256", Cast256.KEY_MIN, Cast256.KEY_MAX, Cast256.KEY_STEP, Cast256::new),
          portable(
              "crypton-v0.5", Crypton.KEY_MIN, Crypton.KEY_MAX, Crypton.KEY_STEP, Crypton::v05),
          portable(
              "crypton-v1.0", Crypton.KEY_MIN, Crypton.KEY_MAX, Crypton.KEY_STEP, Crypton::v10),
          portable("deal", Deal.KEY_MIN, Deal.KEY_MAX, Deal.KEY_STEP, Deal::new),
          bitsliced("deal", Deal.KEY_MIN, Deal.KEY_MAX, DealBitsliced::new),
          portable("des", Des.KEY_BITS, Des.KEY_BITS, Des.KEY_STEP, Des::single),
          bitsliced("des", Des.KEY_BITS, Des.KEY_BITS, DesBitsliced::single),
          portable("3des", Des.TRIPLE_KEY_MIN, Des.TRIPLE_KEY_MAX, Des.KEY_STEP, Des::triple),
          bitsliced("3des", Des.TRIPLE_KEY_MIN, Des.TRIPLE_KEY_MAX, DesBitsliced::triple),
          portable("dfc", Dfc.KEY_MIN, Dfc.KEY_MAX, Dfc.KEY_STEP, Dfc::v1),
          portable("dfc-v2", Dfc.KEY_MIN, Dfc.KEY_MAX, Dfc.KEY_STEP, Dfc::v2),
          portable("e2", E2.KEY_MIN, E2.KEY_MAX, E2.KEY_STEP, E2::new),
          portable("frog", Frog.KEY_MIN, Frog.KEY_MAX, Frog.KEY_STEP, Frog::new),
          hpc("hpc", Hpc.MEDIUM, Hpc.JUNE_1998),
          hpcLanes("hpc", Hpc.MEDIUM, Hpc.JUNE_1998),
          hpc("hpc-b64", Hpc.SHORT, Hpc.JUNE_1998),
          hpcLanes("hpc-b64", Hpc.SHORT, Hpc.JUNE_1998),
          hpc("hpc-1999", Hpc.MEDIUM, Hpc.MAY_1999),
          hpcLanes("hpc-1999", Hpc.MEDIUM, Hpc.MAY_1999),
          hpc("hpc-1999-b64", Hpc.SHORT, Hpc.MAY_1999),
          hpcLanes("hpc-1999-b64", Hpc.SHORT, Hpc.MAY_1999),
          portable("idea", Idea.KEY_MIN, Idea.KEY_MAX, Idea.KEY_STEP, Idea::new),
          lanes(
              "idea",
              Idea.KEY_MIN,
              Idea.KEY_MAX,
              Idea.KEY_STEP,
              IdeaLanes.PAYS_FROM,
              IdeaLanes::new),
          portable("loki97", Loki97.KEY_MIN, Loki97.KEY_MAX, Loki97.KEY_STEP, Loki97::new),
          portable("magenta", Magenta.KEY_MIN, Magenta.KEY_MAX, Magenta.KEY_STEP, Magenta::new),
          portable("mars", Mars.KEY_MIN, Mars.KEY_MAX, Mars.KEY_STEP, Mars::round2),
          lanes(
              "mars",
              Mars.KEY_MIN,
              Mars.KEY_MAX,
              Mars.KEY_STEP,
              MarsLanes.PAYS_FROM,
              MarsLanes::round2),
          portable("mars-round1", Mars.KEY_MIN, Mars.ROUND1_KEY_MAX, Mars.KEY_STEP, Mars::round1),
          lanes(
              "mars-round1",
              Mars.KEY_MIN,
              Mars.ROUND1_KEY_MAX,
              Mars.KEY_STEP,
              MarsLanes.PAYS_FROM,
              MarsLanes::round1),
          portable("rc6", Rc6.KEY_MIN, Rc6.KEY_MAX, Rc6.KEY_STEP, Rc6::new),
          lanes("rc6", Rc6.KEY_MIN, Rc6.KEY_MAX, Rc6.KEY_STEP, Rc6Lanes.PAYS_FROM, Rc6Lanes::new),
          portable(
              "saferplus",
              SaferPlus.KEY_MIN,
              SaferPlus.KEY_MAX,
              SaferPlus.KEY_STEP,
              SaferPlus::new),
          portable("serpent", Serpent.KEY_MIN, Serpent.KEY_MAX, Serpent.KEY_STEP, Serpent::new),
          lanes(
              "serpent",
              Serpent.KEY_MIN,
              Serpent.KEY_MAX,
              Serpent.KEY_STEP,
              SerpentLanes.PAYS_FROM,
              SerpentLanes::new),
          portable("twofish", Twofish.KEY_MIN, Twofish.KEY_MAX, Twofish.KEY_STEP, Twofish::new));

  /** With the native ones, which take a while to load: for those who go through the whole list. */
  private static final class Whole extends AbstractList<Engine> {
    private static final class Loaded {
      static final List<Engine> LIST = new ArrayList<>(IN_JAVA);

      static {
        Native.addTo(LIST);
      }
    }

    @Override
    public Engine get(int i) {
      return Loaded.LIST.get(i);
    }

    @Override
    public int size() {
      return Loaded.LIST.size();
    }
  }

  /** Every engine; within a cipher portable first, if there is one, and a native one last. */
  public static final List<Engine> ALL = new Whole();

  private Engines() {}

  private static Engine portable(
      String cipher, int keyMin, int keyMax, int keyStep, Supplier<BlockEngine> supplier) {
    return new Engine(cipher, "portable", keyMin, keyMax, keyStep, 1, 0, supplier);
  }

  private static Engine lanes(
      String cipher,
      int keyMin,
      int keyMax,
      int keyStep,
      int paysFrom,
      Supplier<BlockEngine> supplier) {
    return new Engine(cipher, "lanes", keyMin, keyMax, keyStep, Lanes.BATCH, paysFrom, supplier);
  }

  private static Engine bitsliced(
      String cipher, int keyMin, int keyMax, Supplier<BlockEngine> supplier) {
    return new Engine(
        cipher,
        "bitsliced",
        keyMin,
        keyMax,
        Des.KEY_STEP,
        DesPlanes.COLUMN * DesPlanes.COLUMNS,
        DesPlanes.PAYS_FROM,
        supplier);
  }

  private static Engine hpc(String cipher, int subcipher, int revision) {
    return portable(
        cipher, Hpc.KEY_MIN, Hpc.KEY_MAX, Hpc.KEY_STEP, () -> new Hpc(subcipher, revision));
  }

  private static Engine hpcLanes(String cipher, int subcipher, int revision) {
    return lanes(
        cipher,
        Hpc.KEY_MIN,
        Hpc.KEY_MAX,
        Hpc.KEY_STEP,
        HpcLanes.PAYS_FROM,
        () -> new HpcLanes(subcipher, revision));
  }

  private static Engine rijndael(String cipher, int blockBits) {
    return portable(
        cipher,
        Rijndael.KEY_MIN,
        Rijndael.KEY_MAX,
        Rijndael.KEY_STEP,
        () -> new Rijndael(blockBits));
  }

  /** FIPS 197's sizes of key, or one of those below them; each engine takes sizes as told. */
  private static Engine aes(
      String cipher, String name, int keyMin, int keyMax, AesConstructor constructor) {
    return new Engine(
        cipher, name, keyMin, keyMax, 64, 1, 0, () -> constructor.make(keyMin, keyMax, 64));
  }

  private interface AesConstructor {
    BlockEngine make(int keyMin, int keyMax, int keyStep);
  }

  /**
   * The engine with that cipher and name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Engine find(String cipher, String name) {
    return named(IN_JAVA, cipher, name)
        .or(() -> named(ALL, cipher, name))
        .orElseThrow(() -> new IllegalArgumentException("no engine " + cipher + "/" + name));
  }

  private static Optional<Engine> named(List<Engine> list, String cipher, String name) {
    return list.stream().filter(e -> e.cipher.equals(cipher) && e.name.equals(name)).findFirst();
  }
}
