// SPDX-License-Identifier: Apache-2.0
package odd;

import java.security.InvalidKeyException;
import java.security.Key;
import java.security.Provider;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.KeySpec;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactorySpi;
import odd.own.RawKeySpec;

/** A provider with names, keys and key specifications of its own, as FlexiProvider has them. */
public final class Manners extends Provider {
  private static final long serialVersionUID = 1;

  public Manners() {
    super("Manners", "1.0", "its own names, its own keys");
    put("Cipher.AES128_ECB", Aes128.class.getName());
    put("Cipher.AES256_ECB", Aes256.class.getName());
    put("Cipher.SAFER+", Safer.class.getName());
    put("SecretKeyFactory.AES", Keys.class.getName());
    put("SecretKeyFactory.SAFER+", Keys.class.getName());
    put("Alg.Alias.Cipher.1.3.6.1.4.1.99999.1", "SAFER+");
  }

  /** Nobody else's key will do. */
  static final class OwnKey implements SecretKey {
    private static final long serialVersionUID = 1;
    private final byte[] bytes;

    OwnKey(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    @Override
    public String getAlgorithm() {
      return "own";
    }

    @Override
    public String getFormat() {
      return "RAW";
    }

    @Override
    public byte[] getEncoded() {
      return bytes.clone();
    }
  }

  /** It takes its own KeySpec only. */
  public static final class Keys extends SecretKeyFactorySpi {
    @Override
    protected SecretKey engineGenerateSecret(KeySpec spec) throws InvalidKeySpecException {
      if (spec instanceof RawKeySpec) {
        return new OwnKey(((RawKeySpec) spec).bytes());
      }
      throw new InvalidKeySpecException("not mine");
    }

    @Override
    protected KeySpec engineGetKeySpec(SecretKey key, Class<?> type)
        throws InvalidKeySpecException {
      throw new InvalidKeySpecException("not mine");
    }

    @Override
    protected SecretKey engineTranslateKey(SecretKey key) throws InvalidKeyException {
      throw new InvalidKeyException("not mine");
    }
  }

  private abstract static class Own extends Block {
    private final int keyBytes;

    Own(String cipher, int keyBytes) {
      super(cipher);
      this.keyBytes = keyBytes;
    }

    @Override
    protected byte[] bytes(Key key) throws InvalidKeyException {
      if (!(key instanceof OwnKey) || key.getEncoded().length != keyBytes) {
        throw new InvalidKeyException("not mine");
      }
      return super.bytes(key);
    }
  }

  public static final class Aes128 extends Own {
    public Aes128() {
      super("rijndael", 16);
    }
  }

  public static final class Aes256 extends Own {
    public Aes256() {
      super("rijndael", 32);
    }
  }

  public static final class Safer extends Own {
    public Safer() {
      super("saferplus", 16);
    }
  }
}
