// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.Provider;
import java.security.Security;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The plain way first, then what a provider says of itself; answers decide. */
class RoutesTest {
  private static final String CASTLE = "org.bouncycastle.jcajce.provider.symmetric.";

  /** Others' ciphers under names of its own. */
  public static final class Renamed extends Provider {
    private static final long serialVersionUID = 1;

    public Renamed() {
      super("Renamed", "1.0", "names of its own");
      put("Cipher.AES128", CASTLE + "AES$ECB");
      put("Cipher.RC6_CBC", CASTLE + "RC6$CBC");
      put("Cipher.Serpent", CASTLE + "Twofish$ECB");
      put("Cipher.Twofish", CASTLE + "Twofish$ECB");
    }
  }

  private static Route find(Class<? extends Provider> type, String transformation)
      throws Exception {
    return Routes.find(new Jce(type.getName(), null), transformation, 128);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AES/ECB/NoPadding",
        "AES/ECB/PKCS5Padding",
        "AES/CBC/PKCS5Padding",
        "AES/CTR/NoPadding",
        "AES/CFB8/NoPadding",
        "AES/OFB/NoPadding",
        "AES/GCM/NoPadding"
      })
  void whoHasTheTransformationIsAskedAsEveryProvider(String transformation) throws Exception {
    for (String provider :
        List.of(
            "SunJCE",
            "org.bouncycastle.jce.provider.BouncyCastleProvider",
            "org.fifteen.jce.FifteenProvider")) {
      Route route = Routes.find(new Jce(provider, null), transformation, 128);
      assertEquals("", route.word() + route.inWords(), provider);
      assertEquals(transformation, route.transformation);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "AES/CTR/NoPadding, AES128/CTR/NoPadding, AES128",
    "Rijndael/CBC/PKCS7Padding, AES128/CBC/PKCS7Padding, AES128",
    "RC6/CBC/PKCS5Padding, RC6_CBC, RC6"
  })
  void anotherNameIsFound(String asked, String found, String key) throws Exception {
    Route route = find(Renamed.class, asked);
    assertEquals(found, route.inWords());
    assertEquals(found + ",false,plain," + key, route.word());
    Request request = new Request("message transformation=" + asked + " route=" + route.word());
    assertEquals(route.word(), Route.told(request).word());
  }

  @Test
  void aNameIsAClaimAlone() throws Exception {
    Refusal refusal =
        assertThrows(Refusal.class, () -> find(Renamed.class, "Serpent/CBC/PKCS5Padding"));
    assertEquals("wrong answers", refusal.getMessage());
    assertEquals("", find(Renamed.class, "Twofish/CBC/PKCS5Padding").word());
  }

  @Test
  void whoHasNothingOfTheCipherSaysSoInTheJcesWords() {
    Refusal refusal = assertThrows(Refusal.class, () -> find(Renamed.class, "MARS/ECB/NoPadding"));
    assertTrue(refusal.getMessage().startsWith("NoSuchAlgorithmException: "));
    assertEquals(null, Security.getProvider("Renamed")); // as before the search
  }

  @Test
  void aModeIsPartOfANameInAnySpelling() {
    assertTrue(Names.match("rijndael", "CTR", "AES128_CTR"));
    assertTrue(Names.match("rijndael", "ctr", "AES/SIC/NoPadding"));
    assertTrue(Names.match("rijndael", "CTR", "AES"));
    assertFalse(Names.match("rijndael", "CTR", "AES128_CBC"));
    assertFalse(Names.match("rijndael", "CFB", "AES128_CFB8"));
    assertEquals(List.of("NoPadding"), Names.spellings("NoPadding"));
    assertTrue(Names.spellings("pkcs5padding").contains("PKCS7Padding"));
  }

  @Test
  void keysAreMadeAsTold() {
    Route plain = Route.told(new Request("message transformation=DES/CBC/NoPadding"));
    assertEquals(new SecretKeySpec(new byte[8], "DES"), plain.key(null, new byte[8]));
    for (String route : List.of("", "AES", "AES,false", "AES,false,plain")) {
      Request request = new Request("message transformation=AES route=" + route);
      assertThrows(Refusal.class, () -> Route.told(request), route);
    }
    Request guess = new Request("message transformation=AES route=AES,false,guess,AES");
    Route route = Route.told(guess);
    Refusal refusal = assertThrows(Refusal.class, () -> route.key(null, new byte[16]));
    assertEquals("no keys are made by guess", refusal.getMessage());
  }
}
