// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.fifteen.jce.FifteenProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What one provider encrypts another decrypts, with keys and parameters handed over as bytes. */
class ProviderInterchangeTest {
  private static final Provider OURS = new FifteenProvider();
  private static final Provider SUN = Security.getProvider("SunJCE");
  private static final Provider BC = new BouncyCastleProvider();

  private final Random random = new Random(38);

  static Stream<Arguments> shared() {
    return Stream.of(
        Arguments.of(SUN, "AES", new int[] {16, 24, 32}),
        Arguments.of(SUN, "DES", new int[] {8}),
        Arguments.of(SUN, "DESede", new int[] {24}),
        Arguments.of(BC, "AES", new int[] {16, 24, 32}),
        Arguments.of(BC, "Rijndael", new int[] {16, 20, 24, 28, 32}),
        Arguments.of(BC, "DES", new int[] {8}),
        Arguments.of(BC, "DESede", new int[] {16, 24}),
        Arguments.of(BC, "IDEA", new int[] {16}),
        Arguments.of(BC, "Serpent", new int[] {16, 24, 32}),
        Arguments.of(BC, "Tnepres", new int[] {16, 24, 32}),
        Arguments.of(BC, "Twofish", new int[] {16, 24, 32}),
        Arguments.of(BC, "RC6", new int[] {8, 16, 24, 32, 255}),
        Arguments.of(BC, "CAST6", new int[] {16, 20, 24, 28, 32}));
  }

  @ParameterizedTest
  @MethodSource("shared")
  void bothWays(Provider theirs, String cipher, int[] keyBytes) throws Exception {
    List<String> transformations = transformations(theirs, cipher);
    assertTrue(transformations.size() >= 10, transformations.toString());
    int block = Cipher.getInstance(cipher, OURS).getBlockSize();
    for (String transformation : transformations) {
      boolean whole = transformation.matches(".*/(ECB|CBC)/NOPADDING");
      boolean manySteps = transformation.matches(".*/[CO]FB\\d+/.*");
      int most = manySteps ? 9 * block + 5 : 257 * block + 5;
      for (int bytes : keyBytes) {
        Key key = new SecretKeySpec(bytes(bytes), cipher);
        for (int length : new int[] {1, 3 * block - 1, 3 * block, most}) {
          byte[] plain = bytes(whole ? length / block * block : length);
          handOver(transformation, key, plain, OURS, theirs);
          handOver(transformation, key, plain, theirs, OURS);
        }
      }
    }
  }

  /** Those of our cipher that the other provider has too. */
  private static List<String> transformations(Provider theirs, String cipher) {
    Provider.Service service = OURS.getService("Cipher", cipher);
    List<String> shared = new ArrayList<>();
    for (String mode : (service.getAttribute("SupportedModes") + "|GCM").split("\\|")) {
      for (String padding : service.getAttribute("SupportedPaddings").split("\\|")) {
        String transformation = cipher + "/" + mode + "/" + padding;
        if (has(OURS, transformation) && has(theirs, transformation)) {
          shared.add(transformation);
        }
      }
    }
    // Of these two, the one pads a unit below the block to the unit, the other to the block.
    boolean padsOtherwise = theirs == BC && cipher.matches("AES|DES|DESede");
    shared.removeIf(t -> padsOtherwise && t.matches(".*/[CO]FB\\d+/(PKCS|ZERO).*"));
    return shared;
  }

  private static boolean has(Provider provider, String transformation) {
    try {
      Cipher.getInstance(transformation, provider);
      return true;
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }

  private void handOver(String transformation, Key key, byte[] plain, Provider from, Provider to)
      throws Exception {
    Cipher encryption = Cipher.getInstance(transformation, from);
    encryption.init(Cipher.ENCRYPT_MODE, key);
    byte[] sealed = encryption.doFinal(plain);
    AlgorithmParameters params = encryption.getParameters();
    // Bouncy Castle doesn't read what it writes of IDEA's.
    if (params != null && !transformation.startsWith("IDEA")) {
      AlgorithmParameters read = AlgorithmParameters.getInstance(params.getAlgorithm(), to);
      read.init(params.getEncoded());
      params = read;
    }
    Cipher decryption = Cipher.getInstance(transformation, to);
    decryption.init(Cipher.DECRYPT_MODE, key, params);
    assertArrayEquals(
        plain,
        decryption.doFinal(sealed),
        transformation + " from " + from.getName() + ", " + plain.length + " bytes");
  }

  @ParameterizedTest
  @MethodSource("shared")
  void wrappedKeys(Provider theirs, String cipher, int[] keyBytes) throws Exception {
    Key key = new SecretKeySpec(bytes(keyBytes[0]), cipher);
    Key secret = new SecretKeySpec(bytes(19), "secret");
    Cipher wrapping = Cipher.getInstance(cipher, OURS);
    wrapping.init(Cipher.WRAP_MODE, key);
    Cipher unwrapping = Cipher.getInstance(cipher, theirs);
    unwrapping.init(Cipher.UNWRAP_MODE, key);
    assertEquals(secret, unwrapping.unwrap(wrapping.wrap(secret), "secret", Cipher.SECRET_KEY));
    wrapping.init(Cipher.UNWRAP_MODE, key);
    unwrapping.init(Cipher.WRAP_MODE, key);
    assertEquals(secret, wrapping.unwrap(unwrapping.wrap(secret), "secret", Cipher.SECRET_KEY));
  }

  @ParameterizedTest
  @MethodSource("shared")
  void keysOfTheirFactories(Provider theirs, String cipher, int[] keyBytes) throws Exception {
    SecretKeySpec spec = new SecretKeySpec(bytes(keyBytes[0]), cipher);
    Cipher ours = Cipher.getInstance(cipher, OURS);
    ours.init(Cipher.ENCRYPT_MODE, SecretKeyFactory.getInstance(cipher, OURS).generateSecret(spec));
    Cipher other = Cipher.getInstance(cipher, theirs);
    other.init(Cipher.DECRYPT_MODE, SecretKeyFactory.getInstance(cipher, OURS).translateKey(spec));
    assertArrayEquals(new byte[9], other.doFinal(ours.doFinal(new byte[9])));
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    if (count > 0) {
      bytes[count - 1] |= 1; // zero padding takes zeros off
    }
    return bytes;
  }
}
