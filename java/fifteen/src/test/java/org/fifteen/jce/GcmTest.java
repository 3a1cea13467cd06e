// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.fifteen.jce.CipherContractTest.assertOneLine;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.util.Arrays;
import java.util.Random;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** GCM under abuse: what is changed, used again, cut off or out of turn. */
class GcmTest {
  private final Random random = new Random(800);
  private final Key key = new SecretKeySpec(bytes(16), "AES");
  private final GCMParameterSpec params = new GCMParameterSpec(128, bytes(12));
  private final byte[] plain = bytes(77);
  private final byte[] aad = bytes(21);
  private Cipher cipher;
  private byte[] sealed;

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  @BeforeEach
  void seal() throws Exception {
    cipher = Cipher.getInstance("AES/GCM/NoPadding", new FifteenProvider());
    cipher.init(Cipher.ENCRYPT_MODE, key, params);
    cipher.updateAAD(aad);
    sealed = cipher.doFinal(plain);
  }

  private byte[] open(byte[] data) throws Exception {
    cipher.init(Cipher.DECRYPT_MODE, key, params);
    cipher.updateAAD(aad);
    return cipher.doFinal(data);
  }

  @Test
  void anyChangedBitIsSeen() throws Exception {
    for (int bit = 0; bit < 8 * sealed.length; bit++) {
      sealed[bit / 8] ^= (byte) (1 << bit % 8);
      assertThrows(AEADBadTagException.class, () -> open(sealed), "bit " + bit);
      sealed[bit / 8] ^= (byte) (1 << bit % 8);
    }
    assertArrayEquals(plain, open(sealed));
    aad[3] ^= 1;
    assertOneLine(assertThrows(AEADBadTagException.class, () -> open(sealed)));
  }

  @Test
  void anyTruncationIsSeen() {
    for (int length = 0; length < sealed.length; length++) {
      byte[] cut = Arrays.copyOf(sealed, length);
      assertOneLine(assertThrows(AEADBadTagException.class, () -> open(cut)));
    }
  }

  @Test
  void nothingIsGivenOutBeforeTheTagIsVerified() throws Exception {
    cipher.init(Cipher.DECRYPT_MODE, key, params);
    cipher.updateAAD(aad);
    byte[] out = new byte[200];
    assertEquals(0, cipher.update(sealed, 0, 60, out, 0));
    sealed[70] ^= 1;
    assertThrows(
        AEADBadTagException.class, () -> cipher.doFinal(sealed, 60, sealed.length - 60, out, 0));
    assertArrayEquals(new byte[200], out);
    ByteBuffer direct = ByteBuffer.allocateDirect(200);
    assertThrows(AEADBadTagException.class, () -> cipher.doFinal(ByteBuffer.wrap(sealed), direct));
    assertEquals(0, direct.position());
    assertEquals(0, direct.getLong(0));
  }

  @Test
  void afterAWrongTagTheNextMessageBeginsAsTheFirst() throws Exception {
    cipher.init(Cipher.DECRYPT_MODE, key, params);
    assertThrows(AEADBadTagException.class, () -> cipher.doFinal(sealed)); // the AAD is missing
    cipher.updateAAD(aad);
    assertArrayEquals(plain, cipher.doFinal(sealed));
    cipher.updateAAD(aad);
    assertArrayEquals(plain, cipher.doFinal(sealed));
  }

  @Test
  void encryptionNeedsANewIvEachTime() throws Exception {
    assertThrows(IllegalStateException.class, () -> cipher.updateAAD(aad));
    assertThrows(IllegalStateException.class, () -> cipher.update(plain));
    assertThrows(IllegalStateException.class, () -> cipher.doFinal(plain));
    assertThrows(IllegalStateException.class, () -> cipher.doFinal());
    assertOneLine(
        assertThrows(
            InvalidAlgorithmParameterException.class,
            () -> cipher.init(Cipher.ENCRYPT_MODE, key, params)));
    assertThrows(IllegalStateException.class, () -> cipher.doFinal(plain), "the key was refused");
    Key bad = new SecretKeySpec(bytes(7), "AES");
    assertThrows(InvalidKeyException.class, () -> cipher.init(Cipher.ENCRYPT_MODE, bad, params));
    open(sealed);
    assertThrows(
        InvalidAlgorithmParameterException.class,
        () -> cipher.init(Cipher.WRAP_MODE, key, params),
        "a key that was refused and decryption between make no difference");
    cipher.init(Cipher.ENCRYPT_MODE, key); // another, at random
    cipher.doFinal(plain);
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(bytes(16), "AES"), params);
  }

  @Test
  void aRefusedKeyIsWiped() throws Exception {
    GcmSpi spi = new GcmSpi(Algorithm.ALL.get(0), null);
    spi.engineInit(Cipher.ENCRYPT_MODE, key, params, null);
    spi.ctr.engine.process(new byte[16], 0, new byte[16], 0, 1);
    assertThrows(
        InvalidAlgorithmParameterException.class,
        () -> spi.engineInit(Cipher.ENCRYPT_MODE, key, params, null));
    assertThrows(
        IllegalStateException.class,
        () -> spi.ctr.engine.process(new byte[16], 0, new byte[16], 0, 1));
  }

  @Test
  void aadComesBeforeText() throws Exception {
    cipher.init(Cipher.ENCRYPT_MODE, key);
    cipher.updateAAD(aad);
    cipher.update(plain);
    assertOneLine(assertThrows(IllegalStateException.class, () -> cipher.updateAAD(aad)));
    cipher.init(Cipher.DECRYPT_MODE, key, params);
    cipher.update(sealed);
    assertThrows(IllegalStateException.class, () -> cipher.updateAAD(aad));
  }

  @Test
  void aadComesInAnyPiecesAndBuffers() throws Exception {
    cipher.init(Cipher.DECRYPT_MODE, key, params);
    cipher.updateAAD(aad, 0, 2);
    cipher.updateAAD(ByteBuffer.wrap(aad, 2, 17).asReadOnlyBuffer());
    ByteBuffer direct = ByteBuffer.allocateDirect(2);
    direct.put(aad, 19, 2).flip();
    cipher.updateAAD(direct);
    assertEquals(0, direct.remaining());
    assertArrayEquals(plain, cipher.doFinal(sealed));
  }

  @Test
  void badParametersAreRefused() {
    for (int bits : new int[] {0, 32, 64, 88, 97, 100, 136, 256}) {
      assertOneLine(
          assertThrows(
              InvalidAlgorithmParameterException.class,
              () ->
                  cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(bits, new byte[12]))));
    }
    assertThrows(
        InvalidAlgorithmParameterException.class,
        () -> cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, new byte[0])));
    assertOneLine(
        assertThrows(
            InvalidAlgorithmParameterException.class,
            () -> cipher.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(new byte[12]))));
    assertThrows(IllegalStateException.class, () -> cipher.doFinal(sealed), "no key is set");
  }

  /** As Bouncy Castle has it; what RFC 5084 can't store is not stored. */
  @Test
  void aCipherWithItsMannersHasShorterTags() throws Exception {
    Cipher serpent = Cipher.getInstance("Serpent/GCM/NoPadding", new FifteenProvider());
    Key other = new SecretKeySpec(bytes(32), "Serpent");
    for (int bits = 32; bits <= 128; bits += 8) {
      serpent.init(Cipher.ENCRYPT_MODE, other, new GCMParameterSpec(bits, bytes(12)));
      byte[] made = serpent.doFinal(plain);
      assertEquals(plain.length + bits / 8, made.length);
      AlgorithmParameters its = serpent.getParameters();
      serpent.init(Cipher.DECRYPT_MODE, other, its);
      assertArrayEquals(plain, serpent.doFinal(made));
      made[made.length - 1] ^= 1;
      assertThrows(AEADBadTagException.class, () -> serpent.doFinal(made));
      if (bits < 96) {
        assertOneLine(assertThrows(IOException.class, its::getEncoded));
      }
    }
    for (int bits : new int[] {0, 24, 33, 136}) {
      assertOneLine(
          assertThrows(
              InvalidAlgorithmParameterException.class,
              () ->
                  serpent.init(
                      Cipher.DECRYPT_MODE, other, new GCMParameterSpec(bits, new byte[12]))));
    }
  }

  /** The counter is of 32 bits and wraps: NIST SP 800-38D, 6.2. */
  @Test
  void theCounterWrapsWithinItsWord() throws Exception {
    byte[] first = bytes(16);
    Arrays.fill(first, 12, 16, (byte) 0xff);
    Ctr gcm = Ctr.last32Bits(Algorithm.ALL.get(0).engine());
    gcm.init(org.fifteen.engine.Direction.ENCRYPT, new byte[16]);
    gcm.start(first);
    byte[] made = new byte[48];
    gcm.process(made, 0, made, 0, 48);
    byte[] counters = new byte[48];
    for (int block = 0; block < 3; block++) {
      System.arraycopy(first, 0, counters, 16 * block, 12);
    }
    Arrays.fill(counters, 12, 16, (byte) 0xff);
    counters[47] = 1;
    byte[] expected = new byte[48];
    gcm.engine.process(counters, 0, expected, 0, 3);
    assertArrayEquals(expected, made);
  }

  /** Against multiplication bit by bit, as NIST SP 800-38D, 6.3, writes it. */
  @Test
  void theHashIsThatOfTheStandard() {
    for (int n = 0; n < 50; n++) {
      byte[] h = bytes(16);
      byte[] data = bytes(16 * (n % 4) + n % 17);
      Ghash hash = new Ghash();
      hash.init(h);
      int cut = random.nextInt(data.length + 1);
      hash.update(data, 0, cut);
      hash.update(data, cut, data.length - cut);
      byte[] made = new byte[16];
      hash.finish(5, data.length, made);

      byte[] y = new byte[16];
      byte[] padded = Arrays.copyOf(data, (data.length + 15) / 16 * 16);
      for (int at = 0; at < padded.length; at += 16) {
        y = product(sum(y, Arrays.copyOfRange(padded, at, at + 16)), h);
      }
      y = product(sum(y, ByteBuffer.allocate(16).putLong(40).putLong(8L * data.length).array()), h);
      assertArrayEquals(y, made);
    }
  }

  private static byte[] sum(byte[] x, byte[] y) {
    byte[] sum = new byte[16];
    for (int i = 0; i < 16; i++) {
      sum[i] = (byte) (x[i] ^ y[i]);
    }
    return sum;
  }

  private static byte[] product(byte[] x, byte[] y) {
    byte[] z = new byte[16];
    byte[] v = y.clone();
    for (int bit = 0; bit < 128; bit++) {
      if ((x[bit / 8] >> 7 - bit % 8 & 1) == 1) {
        z = sum(z, v);
      }
      boolean carry = (v[15] & 1) == 1;
      for (int i = 15; i > 0; i--) {
        v[i] = (byte) ((v[i] & 255) >> 1 | v[i - 1] << 7);
      }
      v[0] = (byte) ((v[0] & 255) >> 1 ^ (carry ? 0xe1 : 0));
    }
    return z;
  }
}
