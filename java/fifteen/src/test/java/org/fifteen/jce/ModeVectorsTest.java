// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.fifteen.engine.Intermediate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The modes give the values that standards print. */
class ModeVectorsTest {
  private static final String PLAIN_38A =
      "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
          + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";
  private static final String IV = "000102030405060708090a0b0c0d0e0f";

  private static String key38A(int bits) {
    switch (bits) {
      case 128:
        return "2b7e151628aed2a6abf7158809cf4f3c";
      case 192:
        return "8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b";
      default:
        return "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4";
    }
  }

  /** NIST SP 800-38A, appendix F; CBC and CTR are in the file. */
  @ParameterizedTest
  @CsvSource({
    "ECB, 128, 3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf43b1cd7f598ece23881b00e3ed0306887b0c785e27e8ad3f8223207104725dd4",
    "ECB, 192, bd334f1d6e45f25ff712a214571fa5cc974104846d0ad3ad7734ecb3ecee4eefef7afd2270e2e60adce0ba2face6444e9a4b41ba738d6c72fb16691603c18e0e",
    "ECB, 256, f3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870b6ed21b99ca6f4f9f153e7b1beafed1d23304b7a39f9f3ff067d8d8f9e24ecc7",
    "CFB8, 128, 3b79424c9c0dd436bace9e0ed4586a4f32b9",
    "CFB, 128, 3b3fd92eb72dad20333449f8e83cfb4ac8a64537a0b3a93fcde3cdad9f1ce58b26751f67a3cbb140b1808cf187a4f4dfc04b05357c5d1c0eeac4c66f9ff7f2e6",
    "CFB128, 256, dc7e84bfda79164b7ecd8486985d386039ffed143b28b1c832113c6331e5407bdf10132415e54b92a13ed0a8267ae2f975a385741ab9cef82031623d55b1e471",
    "OFB, 128, 3b3fd92eb72dad20333449f8e83cfb4a7789508d16918f03f53c52dac54ed8259740051e9c5fecf64344f7a82260edcc304c6528f659c77866a510d9c1d6ae5e",
  })
  void sp80038a(String mode, int bits, String expected) throws Exception {
    String iv = mode.equals("ECB") ? "" : IV;
    String plain = PLAIN_38A.substring(0, expected.length());
    check("AES/" + mode + "/NoPadding", key38A(bits), iv(iv), plain, expected);
  }

  /** NIST's examples with the same modes over Triple-DES. */
  @ParameterizedTest
  @CsvSource({
    "ECB, '', 714772f339841d34267fcc4bd2949cc3ee11c22a576a303876183f99c0b6de87",
    "CFB, f69f2445df4f9b17, 078bb74e59ce7ed67666de9cf95eaf3fe9ed6bb460f451528a5f9fe4ed710918",
  })
  void tripleDes(String mode, String iv, String expected) throws Exception {
    String key = "0123456789abcdef23456789abcdef01456789abcdef0123";
    String plain = PLAIN_38A.substring(0, expected.length());
    check("DESede/" + mode + "/NoPadding", key, iv(iv), plain, expected);
  }

  /** CBC, CTR and XTS: test/modes.txt, which C is held against too. */
  @Test
  void theFile() throws IOException {
    Intermediate.check("../modes", ModeVectorsTest::checkEntry);
  }

  private static void checkEntry(Intermediate entry) {
    byte[] key = entry.take("KEY");
    byte[] iv = entry.take("IV");
    byte[] plain = entry.take("PT");
    String algorithm = iv.length == 8 ? "DESede" : "AES";
    String mode = entry.has("XTS") ? "XTS" : entry.has("CTR") ? "CTR" : "CBC";
    try {
      Key secret = new SecretKeySpec(key, algorithm);
      Cipher cipher =
          Cipher.getInstance(algorithm + "/" + mode + "/NoPadding", new FifteenProvider());
      cipher.init(Cipher.ENCRYPT_MODE, secret, new IvParameterSpec(iv));
      byte[] sealed = cipher.doFinal(plain);
      entry.give(mode, sealed);
      cipher.init(Cipher.DECRYPT_MODE, secret, new IvParameterSpec(iv));
      assertArrayEquals(plain, cipher.doFinal(sealed));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static final String GCM_KEY = "feffe9928665731c6d6a8f9467308308";
  private static final String GCM_PLAIN =
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
          + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255";
  private static final String GCM_AAD = "feedfacedeadbeeffeedfacedeadbeefabaddad2";

  /** McGrew and Viega's submission of GCM: test cases 3 to 6 and 16; ciphertext and tag. */
  @ParameterizedTest
  @CsvSource({
    "1, cafebabefacedbaddecaf888, 64, 42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f5985, 4d5c2af327cd64a62cf35abd2ba6fab4",
    "1, cafebabefacedbaddecaf888, 60, 42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091, 5bc94fbc3221a5db94fae95ae7121a47",
    "1, cafebabefacedbad, 60, 61353b4c2806934a777ff51fa22a4755699b2a714fcdc6f83766e5f97b6c742373806900e49f24b22b097544d4896b424989b5e1ebac0f07c23f4598, 3612d2e79e3b0785561be14aaca2fccb",
    "1, 9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318a728c3c0c95156809539fcf0e2429a6b525416aedbf5a0de6a57a637b39b, 60, 8ce24998625615b603a033aca13fb894be9112a5c3a211a8ba262a3cca7e2ca701e4a9a4fba43c90ccdcb281d48c7c6fd62875d2aca417034c34aee5, 619cc5aefffe0bfa462af43c1699d050",
    "2, cafebabefacedbaddecaf888, 60, 522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662, 76fc6ece0f4e1768cddf8853bb2d551b",
  })
  void mcGrewViega(int keys, String iv, int bytes, String expected, String tag) throws Exception {
    String aad = bytes == 64 ? "" : GCM_AAD;
    checkGcm(GCM_KEY.repeat(keys), iv, aad, GCM_PLAIN.substring(0, 2 * bytes), expected, tag);
  }

  /** Likewise test cases 1, 2, 7, 8, 13, 14: zeros. */
  @ParameterizedTest
  @CsvSource({
    "16, '', 58e2fccefa7e3061367f1d57a4e7455a",
    "16, 0388dace60b6a392f328c2b971b2fe78, ab6e47d42cec13bdf53a67b21257bddf",
    "24, '', cd33b28ac773f74ba00ed1f312572435",
    "24, 98e7247c07f0fe411c267e4384b0f600, 2ff58d80033927ab8ef4d4587514f0fb",
    "32, '', 530f8afbc74536b9a963b4f1c4cb738b",
    "32, cea7403d4d606b6e074ec5d3baf39d18, d0d1c8a799996bf0265b98b5d48ab919",
  })
  void mcGrewViegaOfZeros(int keyBytes, String expected, String tag) throws Exception {
    String plain = "0".repeat(expected.length());
    checkGcm("00".repeat(keyBytes), "00".repeat(12), "", plain, expected, tag);
  }

  private static void checkGcm(
      String key, String iv, String aad, String plain, String expected, String tag)
      throws Exception {
    for (int bits = 96; bits <= 128; bits += 8) {
      GCMParameterSpec params = new GCMParameterSpec(bits, Hex.bytes(iv));
      String sealed = expected + tag.substring(0, bits / 4);
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding", new FifteenProvider());
      Key secret = new SecretKeySpec(Hex.bytes(key), "AES");
      cipher.init(Cipher.ENCRYPT_MODE, secret, params);
      cipher.updateAAD(Hex.bytes(aad));
      assertEquals(sealed, Hex.of(cipher.doFinal(Hex.bytes(plain))));
      cipher.init(Cipher.DECRYPT_MODE, secret, params);
      cipher.updateAAD(Hex.bytes(aad));
      assertEquals(plain, Hex.of(cipher.doFinal(Hex.bytes(sealed))));
    }
  }

  private static AlgorithmParameterSpec iv(String hex) {
    return hex.isEmpty() ? null : new IvParameterSpec(Hex.bytes(hex));
  }

  private static void check(
      String transformation,
      String key,
      AlgorithmParameterSpec params,
      String plain,
      String expected)
      throws Exception {
    String algorithm = transformation.substring(0, transformation.indexOf('/'));
    Key secret = new SecretKeySpec(Hex.bytes(key), algorithm);
    Cipher cipher = Cipher.getInstance(transformation, new FifteenProvider());
    cipher.init(Cipher.ENCRYPT_MODE, secret, params);
    assertEquals(expected, Hex.of(cipher.doFinal(Hex.bytes(plain))));
    cipher.init(Cipher.DECRYPT_MODE, secret, params);
    assertEquals(plain, Hex.of(cipher.doFinal(Hex.bytes(expected))));
  }
}
