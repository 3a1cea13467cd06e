// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.security.Provider;
import javax.crypto.Cipher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages again and again through one cipher, and what of them is compared. */
class MessagesTest {
  private static Messages messages(String transformation, int rekey, String direction)
      throws Exception {
    String words = " bytes=40 key_bits=128 seed=1 rekey=" + rekey + " direction=" + direction;
    Request request = new Request("message transformation=" + transformation + words);
    return Messages.withAnswers(request, Catalogue.of("jce:SunJCE"));
  }

  @ParameterizedTest
  @CsvSource({
    "AES/GCM/NoPadding, 1, encrypt",
    "AES/GCM/NoPadding, 3, encrypt",
    "AES/GCM/NoPadding, 1000, encrypt",
    "AES/GCM/NoPadding, 1, decrypt",
    "AES/ECB/PKCS5Padding, 1000, encrypt",
  })
  void anIterationMayEndWithAnyMessage(String transformation, int rekey, String direction)
      throws Exception {
    Messages messages = messages(transformation, rekey, direction);
    Cipher cipher = messages.cipher();
    for (int count = 1; count <= 50; count++) {
      messages.rewind(cipher);
      long sum = 0;
      for (int i = 0; i < count; i++) {
        sum += messages.next(cipher);
        messages.checkLast();
      }
      assertEquals(messages.sum(count), sum);
    }
    messages.checkMore(cipher);
  }

  @Test
  void noBitOfASumIsLost() {
    for (int bit = 0; bit < Long.SIZE; bit++) {
      long digest = Messages.digest(1L << bit);
      assertNotEquals(Messages.digest(0), digest);
      assertEquals(digest, (long) (double) digest);
    }
    assertEquals(Messages.digest(-1), (long) (double) Messages.digest(-1));
  }

  @Test
  void aJvmThatRefusesOurProviderSaysSo() {
    Provider unsigned =
        new Provider("Unsigned", "1.0", "as a JVM sees it that takes signed ones only") {
          private static final long serialVersionUID = 1;

          @Override
          public synchronized Service getService(String type, String algorithm) {
            throw new SecurityException("JCE cannot authenticate the provider Unsigned");
          }
        };
    Refusal refusal =
        assertThrows(Refusal.class, () -> Messages.ours("AES/ECB/NoPadding", unsigned));
    assertEquals("this JVM takes signed providers only", refusal.getMessage());
  }
}
