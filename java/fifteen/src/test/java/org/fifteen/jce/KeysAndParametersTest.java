// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.fifteen.jce.CipherContractTest.assertOneLine;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.InvalidParameterException;
import java.security.Provider;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.InvalidParameterSpecException;
import java.security.spec.KeySpec;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.DESKeySpec;
import javax.crypto.spec.DESedeKeySpec;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeysAndParametersTest {
  private static final Provider PROVIDER = new FifteenProvider();

  // ---- Keys ----

  @Test
  void everyCipherTakesTheKeysMadeForIt() throws Exception {
    for (Algorithm a : Algorithm.ALL) {
      KeyGenerator generator = KeyGenerator.getInstance(a.name, PROVIDER);
      SecretKey key = generator.generateKey();
      assertEquals(a.defaultKeyBits, 8 * key.getEncoded().length, a.name);
      assertEquals(a.name, key.getAlgorithm());
      assertEquals("RAW", key.getFormat());
      Cipher cipher = Cipher.getInstance(a.name, PROVIDER);
      for (int bits = a.keySizes.min; bits <= a.keySizes.max; bits += a.keySizes.step) {
        generator.init(bits);
        cipher.init(Cipher.ENCRYPT_MODE, generator.generateKey());
      }
      int none = a.keySizes.max + a.keySizes.step;
      assertOneLine(assertThrows(InvalidParameterException.class, () -> generator.init(none)));
    }
  }

  @ParameterizedTest
  @CsvSource({"DES, 56, 8", "DES, 64, 8", "DESede, 112, 24", "DESede, 128, 16", "DESede, 168, 24"})
  void keysOfDesHaveOddParity(String name, int bits, int bytes) throws Exception {
    KeyGenerator generator = KeyGenerator.getInstance(name, PROVIDER);
    generator.init(bits);
    byte[] key = generator.generateKey().getEncoded();
    assertEquals(bytes, key.length);
    for (byte b : key) {
      assertEquals(1, Integer.bitCount(b & 255) % 2);
    }
    boolean twice = Arrays.equals(Arrays.copyOf(key, 8), Arrays.copyOfRange(key, bytes - 8, bytes));
    assertEquals(bits <= 112, twice, "the third key is the first");
  }

  @Test
  void aDestroyedKeyIsGone() throws Exception {
    SecretKey key = KeyGenerator.getInstance("Serpent", PROVIDER).generateKey();
    SecretKey copy = new SecretKeySpec(key.getEncoded(), "Serpent");
    Cipher cipher = Cipher.getInstance("Serpent", PROVIDER);
    cipher.init(Cipher.ENCRYPT_MODE, key);
    byte[] sealed = cipher.doFinal(new byte[5]);
    assertFalse(key.isDestroyed());
    key.destroy();
    assertTrue(key.isDestroyed());
    assertThrows(IllegalStateException.class, key::getEncoded);
    assertOneLine(
        assertThrows(InvalidKeyException.class, () -> cipher.init(Cipher.DECRYPT_MODE, key)));
    cipher.init(Cipher.WRAP_MODE, copy);
    assertOneLine(assertThrows(InvalidKeyException.class, () -> cipher.wrap(key)));
    assertNotEquals(key, copy);
    assertEquals("Serpent key, destroyed", key.toString());
    cipher.init(Cipher.DECRYPT_MODE, copy);
    assertArrayEquals(new byte[5], cipher.doFinal(sealed));
  }

  /** A key of another's class, which tells its own bytes and not a copy. */
  private static final class OpenKey implements SecretKey {
    private static final long serialVersionUID = 1;

    private final String algorithm;
    private final byte[] bytes;

    OpenKey(String algorithm, int size) {
      this.algorithm = algorithm;
      bytes = new byte[size];
      Arrays.fill(bytes, (byte) 2);
    }

    @Override
    public String getAlgorithm() {
      return algorithm;
    }

    @Override
    public String getFormat() {
      return "RAW";
    }

    @Override
    public byte[] getEncoded() {
      return bytes;
    }
  }

  @Test
  void nobodysKeyIsErasedOrChanged() throws Exception {
    OpenKey key = new OpenKey("DES", 8);
    byte[] before = key.bytes.clone();
    Cipher cipher = Cipher.getInstance("DES", PROVIDER);
    cipher.init(Cipher.ENCRYPT_MODE, key);
    assertArrayEquals(before, key.bytes, "init");
    cipher.init(Cipher.WRAP_MODE, new SecretKeySpec(before, "DES"));
    cipher.wrap(key);
    assertArrayEquals(before, key.bytes, "wrap");
    new BlockCipherSpi(Algorithm.ALL.get(0), PROVIDER, "ECB", Padding.NONE).engineGetKeySize(key);
    assertArrayEquals(before, key.bytes, "engineGetKeySize");
    SecretKeyFactory factory = SecretKeyFactory.getInstance("DES", PROVIDER);
    factory.translateKey(key);
    assertArrayEquals(before, key.bytes, "translateKey");
    factory.getKeySpec(key, DESKeySpec.class);
    assertArrayEquals(before, key.bytes, "getKeySpec");
    assertEquals(new RawKey("DES", before), key);
    assertArrayEquals(before, key.bytes, "equals");
  }

  @Test
  void anUnwrappedKeyOfXtsCanBeDestroyed() throws Exception {
    SecretKey both = new SecretKeySpec(Hex.bytes("01".repeat(32) + "02".repeat(32)), "Serpent");
    Cipher wrapping = Cipher.getInstance("Serpent", PROVIDER);
    SecretKey key = KeyGenerator.getInstance("Serpent", PROVIDER).generateKey();
    wrapping.init(Cipher.WRAP_MODE, key);
    byte[] wrapped = wrapping.wrap(both);
    wrapping.init(Cipher.UNWRAP_MODE, key);
    SecretKey unwrapped = (SecretKey) wrapping.unwrap(wrapped, "Serpent", Cipher.SECRET_KEY);
    Cipher.getInstance("Serpent/XTS/NoPadding", PROVIDER).init(Cipher.ENCRYPT_MODE, unwrapped);
    unwrapped.destroy();
    assertTrue(unwrapped.isDestroyed());
    SecretKeyFactory factory = SecretKeyFactory.getInstance("Serpent", PROVIDER);
    assertThrows(InvalidKeyException.class, () -> factory.translateKey(both));
  }

  @Test
  void aKeyEqualsAnotherOfItsBytes() throws Exception {
    SecretKey key = KeyGenerator.getInstance("AES", PROVIDER).generateKey();
    SecretKey same = new SecretKeySpec(key.getEncoded(), "AES");
    assertEquals(key, same);
    assertEquals(same, key);
    assertEquals(same.hashCode(), key.hashCode());
    assertNotEquals(key, new SecretKeySpec(key.getEncoded(), "Serpent"));
    assertFalse(key.toString().contains(Hex.of(key.getEncoded())));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(key);
    }
    ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    assertEquals(key, in.readObject());
  }

  /** As JDKs reckon it in different ways; and a table finds the key when it is destroyed. */
  @Test
  void aKeysHashIsThatOfItsSpecificationAndStays() {
    for (String name : new String[] {"AES", "desede", "TripleDES", "Serpent"}) {
      for (int bytes = 1; bytes < 40; bytes++) {
        byte[] secret = new byte[bytes];
        Arrays.fill(secret, (byte) (200 + bytes));
        RawKey key = new RawKey(name, secret);
        int hash = new SecretKeySpec(secret, name).hashCode();
        assertEquals(hash, key.hashCode());
        key.destroy();
        assertEquals(hash, key.hashCode());
      }
    }
  }

  @Test
  void factoriesGoBetweenKeysAndSpecifications() throws Exception {
    for (Algorithm a : Algorithm.ALL) {
      SecretKeyFactory factory = SecretKeyFactory.getInstance(a.name, PROVIDER);
      byte[] bytes = new byte[a.defaultKeyBits / 8];
      Arrays.fill(bytes, (byte) 1); // of odd parity
      SecretKeySpec spec = new SecretKeySpec(bytes, a.name);
      SecretKey key = factory.generateSecret(spec);
      assertEquals(spec, key);
      assertEquals(spec, factory.getKeySpec(key, SecretKeySpec.class));
      assertEquals(spec, factory.translateKey(spec));
      assertThrows(InvalidKeySpecException.class, () -> factory.getKeySpec(key, KeyOfNone.class));
      SecretKeySpec none = new SecretKeySpec(new byte[a.keySizes.max / 8 + 1], a.name);
      assertOneLine(
          assertThrows(InvalidKeySpecException.class, () -> factory.generateSecret(none)));
    }
  }

  private interface KeyOfNone extends KeySpec {}

  @ParameterizedTest
  @CsvSource({"DES, 8, AES", "DESede, 24, DES", "AES, 16, Serpent", "Serpent, 16, AES"})
  void aFactoryTakesNoKeyOfAnother(String name, int bytes, String other) throws Exception {
    SecretKeyFactory factory = SecretKeyFactory.getInstance(name, PROVIDER);
    SecretKeySpec key = new SecretKeySpec(new byte[bytes], other);
    assertOneLine(assertThrows(InvalidKeyException.class, () -> factory.translateKey(key)));
    assertOneLine(assertThrows(InvalidKeySpecException.class, () -> factory.generateSecret(key)));
    assertOneLine(
        assertThrows(
            InvalidKeySpecException.class, () -> factory.getKeySpec(key, SecretKeySpec.class)));
  }

  @ParameterizedTest
  @CsvSource({"DES, 8", "DESede, 24"})
  void aFactorySetsTheParityOfDes(String name, int bytes) throws Exception {
    SecretKeyFactory factory = SecretKeyFactory.getInstance(name, PROVIDER);
    SecretKeySpec even = new SecretKeySpec(new byte[bytes], name);
    assertEquals("01".repeat(bytes), Hex.of(factory.translateKey(even).getEncoded()));
    assertEquals("01".repeat(bytes), Hex.of(factory.generateSecret(even).getEncoded()));
  }

  @Test
  void keysOfDesHaveSpecificationsOfTheirOwn() throws Exception {
    byte[] bytes = new byte[24];
    Arrays.fill(bytes, (byte) 0x31);
    SecretKeyFactory des = SecretKeyFactory.getInstance("DES", PROVIDER);
    SecretKey single = des.generateSecret(new DESKeySpec(bytes));
    assertArrayEquals(
        new DESKeySpec(bytes).getKey(),
        ((DESKeySpec) des.getKeySpec(single, DESKeySpec.class)).getKey());
    SecretKeyFactory triple = SecretKeyFactory.getInstance("DESede", PROVIDER);
    SecretKey three = triple.generateSecret(new DESedeKeySpec(bytes));
    assertArrayEquals(
        bytes, ((DESedeKeySpec) triple.getKeySpec(three, DESedeKeySpec.class)).getKey());
    assertThrows(InvalidKeySpecException.class, () -> des.generateSecret(new DESedeKeySpec(bytes)));
    assertThrows(InvalidKeySpecException.class, () -> des.generateSecret(null));
  }

  // ---- Parameters ----

  @Test
  void anIvIsAnOctetString() throws Exception {
    AlgorithmParameters params = AlgorithmParameters.getInstance("Serpent", PROVIDER);
    byte[] iv = Hex.bytes("000102030405060708090a0b0c0d0e0f");
    params.init(new IvParameterSpec(iv));
    assertEquals("0410" + Hex.of(iv), Hex.of(params.getEncoded()));
    assertEquals("0410" + Hex.of(iv), Hex.of(params.getEncoded("ASN.1")));
    assertArrayEquals(iv, params.getParameterSpec(IvParameterSpec.class).getIV());
    assertEquals(
        IvParameterSpec.class, params.getParameterSpec(AlgorithmParameterSpec.class).getClass());
    assertThrows(
        InvalidParameterSpecException.class, () -> params.getParameterSpec(GCMParameterSpec.class));
    assertThrows(IOException.class, () -> params.getEncoded("XML"));
    AlgorithmParameters other = AlgorithmParameters.getInstance("Serpent", PROVIDER);
    assertOneLine(
        assertThrows(
            InvalidParameterSpecException.class,
            () -> other.init(new IvParameterSpec(new byte[7]))));
  }

  @Test
  void theIvOfIdeaIsInASequence() throws Exception {
    AlgorithmParameters params = AlgorithmParameters.getInstance("IDEA", PROVIDER);
    params.init(new IvParameterSpec(Hex.bytes("0001020304050607")));
    assertEquals("300a04080001020304050607", Hex.of(params.getEncoded()));
    AlgorithmParameters read = AlgorithmParameters.getInstance("IDEA", PROVIDER);
    read.init(params.getEncoded());
    assertEquals("0001020304050607", Hex.of(read.getParameterSpec(IvParameterSpec.class).getIV()));
    byte[] longer = Hex.bytes("300c040800010203040506070500");
    assertThrows(
        IOException.class, () -> AlgorithmParameters.getInstance("IDEA", PROVIDER).init(longer));
  }

  @Test
  void anIvCanBeStoredRaw() throws Exception {
    AlgorithmParameters params = AlgorithmParameters.getInstance("Twofish", PROVIDER);
    byte[] iv = Hex.bytes("000102030405060708090a0b0c0d0e0f");
    params.init(iv, "RAW");
    assertArrayEquals(iv, params.getEncoded("RAW"));
    assertEquals("0410" + Hex.of(iv), Hex.of(params.getEncoded()));
    AlgorithmParameters other = AlgorithmParameters.getInstance("Twofish", PROVIDER);
    assertOneLine(assertThrows(IOException.class, () -> other.init(new byte[3], "RAW")));
  }

  /** As {@link IvParameterSpec} itself is, by the same manners. */
  @Test
  void parametersWithAnIvAloneAreTakenByGcm() throws Exception {
    IvParameterSpec iv = new IvParameterSpec(new byte[16]);
    AlgorithmParameters params = AlgorithmParameters.getInstance("Serpent", PROVIDER);
    params.init(iv);
    Cipher gcm = Cipher.getInstance("Serpent/GCM/NoPadding", PROVIDER);
    gcm.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "Serpent"), params);
    assertArrayEquals(iv.getIV(), gcm.getIV());
    Cipher aes = Cipher.getInstance("AES/GCM/NoPadding", PROVIDER);
    SecretKeySpec key = new SecretKeySpec(new byte[16], "AES");
    AlgorithmParameters ofAes = AlgorithmParameters.getInstance("AES", PROVIDER);
    ofAes.init(iv);
    assertOneLine(
        assertThrows(
            InvalidAlgorithmParameterException.class,
            () -> aes.init(Cipher.ENCRYPT_MODE, key, ofAes)));
  }

  @Test
  void aShortIvOfCtrIsAParameterToo() throws Exception {
    Cipher ctr = Cipher.getInstance("Serpent/CTR/NoPadding", PROVIDER);
    SecretKeySpec key = new SecretKeySpec(new byte[16], "Serpent");
    ctr.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(new byte[8]));
    assertEquals("04080000000000000000", Hex.of(ctr.getParameters().getEncoded()));
    ctr.init(Cipher.DECRYPT_MODE, key, ctr.getParameters());
    assertEquals(8, ctr.getIV().length);
  }

  /** RFC 5084, 3.2: the size of the tag is left out where it is 12. */
  @ParameterizedTest
  @CsvSource({
    "96, 000102030405060708090a0b, 300e040c000102030405060708090a0b",
    "128, 000102030405060708090a0b, 3011040c000102030405060708090a0b020110",
    "104, 00, 300604010002010d",
  })
  void gcmParameters(int bits, String iv, String encoded) throws Exception {
    AlgorithmParameters params = AlgorithmParameters.getInstance("GCM", PROVIDER);
    params.init(new GCMParameterSpec(bits, Hex.bytes(iv)));
    assertEquals(encoded, Hex.of(params.getEncoded()));
    AlgorithmParameters read = AlgorithmParameters.getInstance("GCM", PROVIDER);
    read.init(Hex.bytes(encoded), "ASN.1");
    GCMParameterSpec spec = read.getParameterSpec(GCMParameterSpec.class);
    assertEquals(bits, spec.getTLen());
    assertEquals(iv, Hex.of(spec.getIV()));
  }

  @Test
  void aLongIvMakesTheRoundTrip() throws Exception {
    for (int bytes : new int[] {127, 128, 255, 256, 65535, 65536}) {
      AlgorithmParameters params = AlgorithmParameters.getInstance("GCM", PROVIDER);
      params.init(new GCMParameterSpec(128, new byte[bytes]));
      AlgorithmParameters read = AlgorithmParameters.getInstance("GCM", PROVIDER);
      read.init(params.getEncoded());
      assertEquals(bytes, read.getParameterSpec(GCMParameterSpec.class).getIV().length);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "''",
    "30",
    "3000",
    "04",
    "0400",
    "3002040000",
    "30040401000201",
    "3003040100ff",
    "3006040100020109",
    "30060401000201ff",
    "300704010002020010",
    "30810604010002010c",
    "308006040100",
    "30840000000604010002010c",
    "3085000000000604010002010c",
    "30ffffffff",
  })
  void badEncodingsAreRefused(String encoded) throws Exception {
    AlgorithmParameters params = AlgorithmParameters.getInstance("GCM", PROVIDER);
    byte[] bytes = Hex.bytes(encoded);
    assertOneLine(assertThrows(IOException.class, () -> params.init(bytes)));
  }
}
