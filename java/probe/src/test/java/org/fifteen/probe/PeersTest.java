// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Engines;
import org.junit.jupiter.api.Test;

/** Names claim, answers decide. */
class PeersTest {
  private static final String ENGINES = "org.bouncycastle.crypto.engines.";
  private static final Engines.Engine RIJNDAEL = Engines.find("rijndael", "portable");

  // ---- Names ----

  @Test
  void namesInManySpellingsClaimACipher() {
    for (String name : List.of("AES", "AES128_ECB", "AES_256/ECB/NoPadding", "Rijndael")) {
      assertTrue(Names.match("rijndael", name), name);
    }
    assertTrue(Names.match("saferplus", "SAFER+"));
    assertTrue(Names.match("saferplus", "SAFER_PLUS"));
    assertTrue(Names.match("3des", "DES-EDE3"));
    assertTrue(Names.match("cast256", "CAST-256/CBC/NoPadding"));
    assertTrue(Names.match("mars-round1", "MARS"));
  }

  @Test
  void namesOfOthersDoNot() {
    for (String name : List.of("AES/GCM/NoPadding", "AESWrap", "PBEWithAES", "AES128_OFB")) {
      assertFalse(Names.match("rijndael", name), name);
    }
    assertFalse(Names.match("des", "DESede"));
    assertFalse(Names.match("cast256", "CAST5"));
    assertFalse(Names.match("saferplus", "SAFER++"));
  }

  // ---- Answers ----

  /** An engine of ours under another's name, with what is wrong with it. */
  private static Way way(String name, Engines.Engine engine, int onlyBits, int wrongBits) {
    return new Way(name, false, List.of(), () -> new Odd(engine.make(), onlyBits, wrongBits));
  }

  @Test
  void eachKeySizeGoesTheWayThatFits() {
    Fit fit = new Fit(RIJNDAEL, List.of(way("a", RIJNDAEL, 128, 0), way("b", RIJNDAEL, 192, 0)));
    assertArrayEquals(new int[] {128, 192, 64}, fit.keySizes());
    assertEquals("a, b", fit.name());
    BlockEngine engine = fit.make(false);
    for (int bits : new int[] {128, 192, 128}) {
      engine.init(Direction.ENCRYPT, new byte[bits / 8]);
    }
  }

  /** As Bouncy Castle's AES, and its much slower Rijndael, which has keys of 160 bits too. */
  @Test
  void anotherWayForAnUnusualSizeDoesNotTakeTheUsualOnes() {
    Way aes = new Way("a", false, List.of(), () -> new Odd(RIJNDAEL.make(), 0, 160));
    Fit fit = new Fit(RIJNDAEL, List.of(aes, way("b", RIJNDAEL, 0, 0)));
    assertEquals("a a b a a", ordered(fit, 128, 192, 160, 224, 256));
    Fit reversed = new Fit(RIJNDAEL, List.of(way("b", RIJNDAEL, 192, 0), aes));
    assertEquals("a a", ordered(reversed, 128, 192));
  }

  private static String ordered(Fit fit, int... bits) {
    return Arrays.stream(bits)
        .mapToObj(size -> fit.ways.get(size).name)
        .collect(Collectors.joining(" "));
  }

  @Test
  void aWayThatIsWrongForAUsualKeySizeIsToldAsWrong() {
    Fit fit = new Fit(RIJNDAEL, List.of(way("a", RIJNDAEL, 0, 256)));
    assertEquals("a: wrong answers with keys of 256 bits", fit.wrong());
    Fit other = new Fit(RIJNDAEL, List.of(way("a", RIJNDAEL, 0, 256), way("b", RIJNDAEL, 0, 0)));
    assertEquals(null, other.wrong());
  }

  @Test
  void anotherCipherIsWrongAndNothingIsRefused() {
    Engines.Engine twofish = Engines.find("twofish", "portable");
    Fit fit = new Fit(RIJNDAEL, List.of(way("a", twofish, 0, 0)));
    assertTrue(fit.ways.isEmpty());
    assertEquals("a: wrong answers with keys of 128 bits", fit.wrong());
  }

  private static final class Odd implements BlockEngine {
    private final BlockEngine engine;
    private final int onlyBits;
    private final int wrongBits;
    private int bits;

    Odd(BlockEngine engine, int onlyBits, int wrongBits) {
      this.engine = engine;
      this.onlyBits = onlyBits;
      this.wrongBits = wrongBits;
    }

    @Override
    public int blockBytes() {
      return engine.blockBytes();
    }

    @Override
    public void init(Direction direction, byte[] key) {
      bits = 8 * key.length;
      if (onlyBits != 0 && bits != onlyBits) {
        throw new IllegalArgumentException("a key of " + bits + " bits");
      }
      engine.init(direction, key);
    }

    @Override
    public void process(byte[] in, int inOffset, byte[] out, int outOffset, int blocks) {
      engine.process(in, inOffset, out, outOffset, blocks);
      out[outOffset] ^= bits == wrongBits ? (byte) 1 : 0;
    }

    @Override
    public void wipe() {
      engine.wipe();
    }
  }

  @Test
  void aChainIsTheJdksCbc() throws Exception {
    Random random = new Random(1);
    byte[] key = Work.bytes(random, 16);
    byte[] in = Work.bytes(random, 5 * 16);
    for (Direction direction : Direction.values()) {
      Cipher cipher = Cipher.getInstance("AES/CBC/NoPadding");
      int mode = direction == Direction.ENCRYPT ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE;
      cipher.init(mode, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
      BlockEngine chain = new Cbc(RIJNDAEL.make());
      byte[] out = new byte[in.length];
      chain.init(direction, key);
      chain.process(in, 0, out, 0, 5);
      assertArrayEquals(cipher.doFinal(in), out);
    }
  }

  // ---- Libraries ----

  private static List<Entry> entries(String plugin) {
    Catalogue catalogue = new Catalogue(List.of(plugin));
    List<Entry> entries = new java.util.ArrayList<>(catalogue.entries(cipher -> true));
    entries.removeIf(entry -> entry.library.equals("fifteen"));
    return entries;
  }

  @Test
  void aLightweightClassTellsItsCipherAndTakesABlockSize() {
    Entry twofish = entries("lightweight:" + ENGINES + "TwofishEngine@x").get(0);
    assertEquals("java/x/twofish", twofish.id);
    Entry wide = entries("lightweight:" + ENGINES + "RijndaelEngine=rijndael-b256").get(0);
    assertEquals(32, wide.make().blockBytes());
  }

  @Test
  void whatIsBackToFrontIsSaidToBe() {
    Catalogue catalogue =
        new Catalogue(List.of("lightweight:" + ENGINES + "TnepresEngine=serpent"));
    Offer offer = catalogue.refused(cipher -> true).get(0);
    assertEquals("TnepresEngine: every string is back to front", offer.reason);
    assertThrows(Refusal.class, () -> catalogue.find(offer.id));
  }

  @Test
  void aProviderIsAskedForOneCipherAlone() {
    Catalogue catalogue = new Catalogue(List.of("jce:SunJCE@JDK"));
    assertEquals("AES/ECB/NoPadding", catalogue.find("java/JDK/rijndael").name);
    assertThrows(Refusal.class, () -> catalogue.find("java/JDK/mars"));
  }

  @Test
  void plugInsThatAreNoneAreRefused() {
    for (String plugin : List.of("nonsense", "jce:X=rijndael", "nist:java.lang.String", "jce:X")) {
      assertThrows(Refusal.class, () -> new Catalogue(List.of(plugin)), plugin);
    }
  }
}
