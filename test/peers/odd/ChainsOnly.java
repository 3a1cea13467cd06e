// SPDX-License-Identifier: Apache-2.0
package odd;

import java.security.Key;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;

/** A provider without ECB: CBC over the JDK's. */
public final class ChainsOnly extends Provider {
  private static final long serialVersionUID = 1;

  public ChainsOnly() {
    super("ChainsOnly", "1.0", "no ECB");
    put("Cipher.AES/CBC/NoPadding", Chain.class.getName());
  }

  public static final class Chain extends Block {
    private final Cipher cipher;

    public Chain() throws Exception {
      super("rijndael");
      cipher = Cipher.getInstance("AES/CBC/NoPadding", "SunJCE");
    }

    @Override
    protected void engineInit(int mode, Key key, AlgorithmParameterSpec spec, SecureRandom random) {
      try {
        cipher.init(mode, key, (IvParameterSpec) spec);
      } catch (Exception e) {
        throw new IllegalArgumentException(e);
      }
    }

    @Override
    protected int engineUpdate(byte[] in, int inOffset, int length, byte[] out, int outOffset) {
      throw new IllegalStateException("whole messages only");
    }

    @Override
    protected int engineDoFinal(byte[] in, int inOffset, int length, byte[] out, int outOffset) {
      try {
        return cipher.doFinal(in, inOffset, length, out, outOffset);
      } catch (Exception e) {
        throw new IllegalArgumentException(e);
      }
    }
  }
}
