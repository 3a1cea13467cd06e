// SPDX-License-Identifier: Apache-2.0
package odd;

import java.security.Provider;

/** A provider whose ciphers are reached through its own API alone. */
public final class OwnApi extends Provider {
  private static final long serialVersionUID = 1;

  public OwnApi() {
    super("OwnApi", "1.0", "older than javax.crypto");
    put("Cipher.Twofish", "odd.own.Cipher");
  }
}
