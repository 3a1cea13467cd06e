// SPDX-License-Identifier: Apache-2.0
package odd;

import java.security.Provider;

/** A provider that is nobody's to make. */
final class Hidden extends Provider {
  private static final long serialVersionUID = 1;

  private Hidden() {
    super("Hidden", "1.0", "neither class nor constructor is public");
    put("Cipher.AES", Block.Aes.class.getName());
  }
}
