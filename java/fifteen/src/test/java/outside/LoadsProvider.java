// SPDX-License-Identifier: Apache-2.0
package outside;

import java.security.Provider;
import java.security.Security;
import java.util.ServiceLoader;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;

/** A program that knows no class of ours; a test runs it. */
public final class LoadsProvider {
  private LoadsProvider() {}

  /** Prints where the provider came from, and what it makes of one block. */
  public static void main(String[] args) throws Exception {
    if (Security.getProvider("Fifteen") != null) {
      throw new AssertionError("it has registered itself");
    }
    Provider provider =
        ServiceLoader.load(Provider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(p -> p.getName().equals("Fifteen"))
            .findFirst()
            .orElseThrow();
    Security.addProvider(provider);
    Cipher mars = Cipher.getInstance("MARS/CBC/PKCS5Padding", "Fifteen");
    mars.init(Cipher.ENCRYPT_MODE, KeyGenerator.getInstance("MARS").generateKey());
    System.out.println(
        provider.getClass().getModule().isNamed() + " " + mars.doFinal(new byte[20]).length);
  }
}
