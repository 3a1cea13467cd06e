// SPDX-License-Identifier: Apache-2.0
package odd.own;

import java.security.Key;
import java.security.NoSuchAlgorithmException;
import java.security.Security;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Engines;

/** An API of its own, which knows registered providers only, as Cryptix 3 has it. */
public final class Cipher {
  private final BlockEngine engine = Engines.find("twofish", "portable").make();

  private Cipher() {}

  public static Cipher getInstance(String name, String provider) throws NoSuchAlgorithmException {
    if (Security.getProvider(provider) == null || !name.equals("Twofish/ECB")) {
      throw new NoSuchAlgorithmException(name);
    }
    return new Cipher();
  }

  public void initEncrypt(Key key) {
    engine.init(Direction.ENCRYPT, key.getEncoded());
  }

  public void initDecrypt(Key key) {
    engine.init(Direction.DECRYPT, key.getEncoded());
  }

  public int crypt(byte[] in, int inOffset, int length, byte[] out, int outOffset) {
    engine.process(in, inOffset, out, outOffset, length / engine.blockBytes());
    return length;
  }
}
