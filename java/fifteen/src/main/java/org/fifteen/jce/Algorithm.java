// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.fifteen.jce.Manners.BOUNCY_CASTLE;
import static org.fifteen.jce.Manners.SUN_JCE;

import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Engines;
import org.fifteen.engine.Tweakable;

/** A cipher as JCE knows it: the one table that every service comes from. */
final class Algorithm {
  /** An object identifier of a cipher in a mode, for one size of key. */
  static final class Oid {
    final String id;
    final String mode;
    final int keyBits;

    private Oid(String id, String mode, int keyBits) {
      this.id = id;
      this.mode = mode;
      this.keyBits = keyBits;
    }
  }

  /** The manifest's id. */
  final String cipher;

  /** JCE's name. */
  final String name;

  final List<String> aliases;
  final KeySizes keySizes;

  /** What a KeyGenerator makes unless it is told, in bits as stored. */
  final int defaultKeyBits;

  final Manners manners;
  final List<Oid> oids = new ArrayList<>();

  /** As the engines have it; here too, so that no engine is made before it is asked for. */
  final int blockBytes;

  /** Whether each byte of a key has a bit of parity. */
  final boolean parity;

  /** The names of the modes that {@link Modes} has of it. */
  final List<String> modes;

  private final List<Engines.Engine> engines;
  private final boolean backToFront;

  static final List<Algorithm> ALL =
      List.of(
          new Algorithm("rijndael", "AES", 128, 256, SUN_JCE, new KeySizes(128, 256, 64))
              .nist("2.16.840.1.101.3.4.1", "ECB", "CBC", "OFB", "CFB", null, "GCM")
              .oid("2.16.840.1.101.3.4.2", "ECB", 128) // these three are Bouncy Castle's alone
              .oid("2.16.840.1.101.3.4.22", "ECB", 192)
              .oid("2.16.840.1.101.3.4.42", "ECB", 256),
          new Algorithm("rijndael", "Rijndael", 128, 192, BOUNCY_CASTLE),
          new Algorithm("rijndael-b160", "Rijndael-b160", 160, 256, BOUNCY_CASTLE),
          new Algorithm("rijndael-b192", "Rijndael-b192", 192, 256, BOUNCY_CASTLE),
          new Algorithm("rijndael-b224", "Rijndael-b224", 224, 256, BOUNCY_CASTLE),
          new Algorithm("rijndael-b256", "Rijndael-b256", 256, 256, BOUNCY_CASTLE),
          new Algorithm("cast256", "CAST6", 128, 256, BOUNCY_CASTLE, "CAST-256"),
          new Algorithm("crypton-v0.5", "CRYPTON-v0.5", 128, 256, BOUNCY_CASTLE),
          new Algorithm("crypton-v1.0", "CRYPTON-v1.0", 128, 256, BOUNCY_CASTLE, "CRYPTON"),
          new Algorithm("deal", "DEAL", 128, 256, BOUNCY_CASTLE),
          new Algorithm("des", "DES", 64, 64, SUN_JCE).oid("1.3.14.3.2.7", "CBC", 64),
          new Algorithm("3des", "DESede", 64, 192, SUN_JCE, "TripleDES", "TDEA", "DES-EDE3")
              .oid("1.2.840.113549.3.7", "CBC", 192),
          new Algorithm("dfc", "DFC", 128, 256, BOUNCY_CASTLE),
          new Algorithm("dfc-v2", "DFC-v2", 128, 256, BOUNCY_CASTLE),
          new Algorithm("e2", "E2", 128, 256, BOUNCY_CASTLE),
          new Algorithm("frog", "FROG", 128, 256, BOUNCY_CASTLE),
          new Algorithm("hpc", "HPC", 128, 256, BOUNCY_CASTLE, "HastyPudding"),
          new Algorithm("hpc-b64", "HPC-b64", 64, 256, BOUNCY_CASTLE),
          new Algorithm("hpc-1999", "HPC-1999", 128, 256, BOUNCY_CASTLE),
          new Algorithm("hpc-1999-b64", "HPC-1999-b64", 64, 256, BOUNCY_CASTLE),
          new Algorithm("idea", "IDEA", 64, 128, BOUNCY_CASTLE)
              .oid("1.3.6.1.4.1.188.7.1.1.2", "CBC", 128),
          new Algorithm("loki97", "LOKI97", 128, 256, BOUNCY_CASTLE),
          new Algorithm("magenta", "MAGENTA", 128, 256, BOUNCY_CASTLE),
          new Algorithm("mars", "MARS", 128, 256, BOUNCY_CASTLE),
          new Algorithm("mars-round1", "MARS-round1", 128, 256, BOUNCY_CASTLE),
          new Algorithm("rc6", "RC6", 128, 256, BOUNCY_CASTLE),
          new Algorithm("saferplus", "SAFER+", 128, 256, BOUNCY_CASTLE),
          new Algorithm("serpent", "Serpent", 128, 192, BOUNCY_CASTLE)
              .nist("1.3.6.1.4.1.11591.13.2", "ECB", "CBC", "OFB", "CFB"),
          new Algorithm("serpent", "Tnepres", 128, 192, BOUNCY_CASTLE),
          new Algorithm("twofish", "Twofish", 128, 256, BOUNCY_CASTLE));

  /** A cipher with the key sizes of its first engine; block and default key in bits. */
  private Algorithm(
      String cipher,
      String name,
      int blockBits,
      int defaultKeyBits,
      Manners manners,
      String... aliases) {
    this(
        cipher,
        name,
        blockBits,
        defaultKeyBits,
        manners,
        KeySizes.of(EngineChoice.known(cipher).get(0)),
        aliases);
  }

  private Algorithm(
      String cipher,
      String name,
      int blockBits,
      int defaultKeyBits,
      Manners manners,
      KeySizes keySizes,
      String... aliases) {
    this.cipher = cipher;
    this.name = name;
    this.defaultKeyBits = defaultKeyBits;
    this.manners = manners;
    this.keySizes = keySizes;
    this.aliases = new ArrayList<>(List.of(aliases));
    backToFront = name.equals("Tnepres"); // the order of the AES submission: Serpent spelt so
    parity = cipher.equals("des") || cipher.equals("3des");
    if (!backToFront && !name.equals("AES") && !cipher.equalsIgnoreCase(name)) {
      this.aliases.add(cipher.toUpperCase(Locale.ROOT));
    }
    blockBytes = blockBits / 8;
    modes = Modes.names(blockBytes);
    engines = EngineChoice.known(cipher);
  }

  /** Arcs as NIST's of AES: 1, 2, ... for 128-bit keys, from 21 for 192, from 41 for 256. */
  private Algorithm nist(String arc, String... modes) {
    for (int key = 0; key < 3; key++) {
      for (int mode = 0; mode < modes.length; mode++) {
        if (modes[mode] != null) {
          oid(arc + "." + (20 * key + mode + 1), modes[mode], 128 + 64 * key);
        }
      }
    }
    return this;
  }

  private Algorithm oid(String id, String mode, int keyBits) {
    oids.add(new Oid(id, mode, keyBits));
    return this;
  }

  /** A new engine, without a key. */
  BlockEngine engine() {
    EngineChoice engine = new EngineChoice(engines, keySizes, blockBytes);
    return backToFront ? new BackToFront(engine) : engine;
  }

  boolean hasGcm() {
    return blockBytes == 16;
  }

  private boolean isCalled(String other) {
    return name.equalsIgnoreCase(other)
        || aliases.stream().anyMatch(n -> n.equalsIgnoreCase(other));
  }

  /** A copy of a key's bytes. */
  byte[] keyBytes(Key key) throws InvalidKeyException {
    if (key == null) {
      throw new InvalidKeyException("no key");
    }
    if (manners.takesAnySecretKey() && !(key instanceof SecretKey)) {
      throw new InvalidKeyException("not a secret key: " + key.getClass().getName());
    }
    if (!manners.takesAnySecretKey() && !"RAW".equalsIgnoreCase(key.getFormat())) {
      throw new InvalidKeyException(
          "not a secret key in its bytes: its format is " + key.getFormat());
    }
    return encoded(key);
  }

  /** A copy of what a key of any kind tells, unless it was destroyed. */
  static byte[] encoded(Key key) throws InvalidKeyException {
    byte[] bytes;
    try {
      bytes = key.getEncoded();
    } catch (IllegalStateException e) {
      throw new InvalidKeyException(e.getMessage());
    }
    if (bytes == null) {
      throw new InvalidKeyException("the key doesn't tell its bytes");
    }
    // what another class tells may be the key itself and not a copy
    boolean copied = key instanceof RawKey || key.getClass() == SecretKeySpec.class;
    return copied ? bytes : bytes.clone();
  }

  /** Refuses a key for another cipher; one for Rijndael is one for AES. */
  void checkName(Key key) throws InvalidKeyException {
    String other = key.getAlgorithm();
    if (ALL.stream().noneMatch(a -> a.cipher.equals(cipher) && a.isCalled(other))) {
      throw new InvalidKeyException("a key for " + other + ", not for " + name);
    }
  }

  byte[] spice(SpiceParameterSpec params) throws InvalidAlgorithmParameterException {
    byte[] spice = params.getSpice();
    BlockEngine engine = engines.get(0).make();
    int spiceBytes = engine instanceof Tweakable ? ((Tweakable) engine).tweakBytes() : 0;
    if (spiceBytes == 0) {
      throw new InvalidAlgorithmParameterException(name + " takes no spice");
    }
    if (spice.length != spiceBytes) {
      throw new InvalidAlgorithmParameterException(
          "spice of " + spice.length + " bytes; that of " + name + " has " + spiceBytes);
    }
    return spice;
  }
}
