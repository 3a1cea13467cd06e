// SPDX-License-Identifier: Apache-2.0
package odd;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.Cipher;
import javax.crypto.KeyGeneratorSpi;
import javax.crypto.SecretKey;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.fifteen.jce.FifteenProvider;

/** A provider of whole messages, each cipher of which is to be asked in a way of its own. */
public final class Modes extends Provider {
  private static final long serialVersionUID = 1;

  public Modes() {
    super("Modes", "1.0", "its own names, keys, paddings and parameters");
    put("Cipher.AES", Forgetful.class.getName());
    put("Cipher.AES128_CBC", PaddedAes.class.getName());
    put("Cipher.AES128_CTR", AesCounter.class.getName());
    put("SecretKeyFactory.AES", Manners.Keys.class.getName());
    put("Cipher.Serpent", Serpent.class.getName());
    put("Cipher.RC6_CBC", Registered.class.getName());
    put("KeyGenerator.RC6", Generator.class.getName());
    put("Cipher.IDEA", Ragged.class.getName());
    put("Cipher.Twofish_CBC", Wrong.class.getName());
    put("Cipher.SAFER+", OwnParameters.class.getName());
  }

  /** It wants its key again after each message. */
  public static final class Forgetful extends Block {
    private boolean done = true;

    public Forgetful() {
      super("rijndael");
    }

    @Override
    protected void engineInit(int mode, Key key, SecureRandom random) throws InvalidKeyException {
      super.engineInit(mode, key, random);
      done = false;
    }

    @Override
    protected int engineDoFinal(byte[] in, int inOffset, int length, byte[] out, int outOffset) {
      if (done) {
        throw new NullPointerException();
      }
      done = true;
      return super.engineDoFinal(in, inOffset, length, out, outOffset);
    }
  }

  /** A transformation of ours under another's name. */
  private abstract static class Whole extends Block {
    private final Cipher cipher;

    Whole(String cipher, String transformation) throws GeneralSecurityException {
      super(cipher);
      this.cipher = Cipher.getInstance(transformation, new FifteenProvider());
    }

    @Override
    protected void engineSetMode(String mode) {
      if (!mode.equals("CBC")) {
        throw new IllegalArgumentException(mode);
      }
    }

    @Override
    protected void engineInit(int mode, Key key, AlgorithmParameterSpec spec, SecureRandom random)
        throws InvalidKeyException {
      try {
        String name = cipher.getAlgorithm().split("/")[0];
        cipher.init(mode, new SecretKeySpec(bytes(key), name), spec);
      } catch (GeneralSecurityException e) {
        throw new InvalidKeyException(e.getMessage());
      }
    }

    @Override
    protected int engineUpdate(byte[] in, int inOffset, int length, byte[] out, int outOffset) {
      try {
        return cipher.update(in, inOffset, length, out, outOffset);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    protected byte[] engineDoFinal(byte[] in, int inOffset, int length) {
      try {
        return cipher.doFinal(in, inOffset, length);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    protected int engineDoFinal(byte[] in, int inOffset, int length, byte[] out, int outOffset) {
      byte[] made = engineDoFinal(in, inOffset, length);
      System.arraycopy(made, 0, out, outOffset, made.length);
      return made.length;
    }
  }

  private abstract static class OwnKeys extends Whole {
    OwnKeys(String transformation) throws GeneralSecurityException {
      super("rijndael", transformation);
    }

    @Override
    protected byte[] bytes(Key key) throws InvalidKeyException {
      if (!(key instanceof Manners.OwnKey)) {
        throw new InvalidKeyException("not mine");
      }
      return super.bytes(key);
    }
  }

  public static final class PaddedAes extends OwnKeys {
    public PaddedAes() throws GeneralSecurityException {
      super("AES/CBC/PKCS5Padding");
    }

    @Override
    protected void engineSetMode(String mode) {
      throw new IllegalArgumentException("my name has it");
    }
  }

  public static final class AesCounter extends OwnKeys {
    public AesCounter() throws GeneralSecurityException {
      super("AES/CTR/NoPadding");
    }
  }

  /** It has the padding by one of its names. */
  public static final class Serpent extends Whole {
    public Serpent() throws GeneralSecurityException {
      super("serpent", "Serpent/CBC/PKCS7Padding");
    }

    @Override
    protected void engineSetPadding(String padding) {
      if (!padding.equals("PKCS7Padding")) {
        throw new IllegalArgumentException(padding);
      }
    }
  }

  /** Nobody else makes these. */
  public static final class GeneratedKey extends SecretKeySpec {
    private static final long serialVersionUID = 1;

    GeneratedKey(byte[] bytes) {
      super(bytes, "RC6");
    }
  }

  public static final class Generator extends KeyGeneratorSpi {
    @Override
    protected void engineInit(SecureRandom random) {}

    @Override
    protected void engineInit(AlgorithmParameterSpec spec, SecureRandom random) {}

    @Override
    protected void engineInit(int bits, SecureRandom random) {}

    @Override
    protected SecretKey engineGenerateKey() {
      return new GeneratedKey(new byte[16]);
    }
  }

  /** It works in a registered provider alone, with its own class of keys. */
  public static final class Registered extends Whole {
    public Registered() throws GeneralSecurityException {
      super("rc6", "RC6/CBC/PKCS5Padding");
    }

    @Override
    protected byte[] bytes(Key key) throws InvalidKeyException {
      if (Security.getProvider("Modes") == null || !(key instanceof GeneratedKey)) {
        throw new InvalidKeyException("not mine");
      }
      return super.bytes(key);
    }
  }

  /** A stream in which only whole blocks are right. */
  public static final class Ragged extends Whole {
    public Ragged() throws GeneralSecurityException {
      super("idea", "IDEA/CTR/NoPadding");
    }

    @Override
    protected void engineSetMode(String mode) {}

    @Override
    protected byte[] engineDoFinal(byte[] in, int inOffset, int length) {
      byte[] made = super.engineDoFinal(in, inOffset, length);
      if (length % 8 > 0) {
        made[length - 1] ^= 1;
      }
      return made;
    }
  }

  public static final class Wrong extends Whole {
    public Wrong() throws GeneralSecurityException {
      super("twofish", "Twofish/CTR/NoPadding");
    }
  }

  public static final class OwnParameters extends Whole {
    public OwnParameters() throws GeneralSecurityException {
      super("saferplus", "SAFER+/CBC/PKCS5Padding");
    }

    @Override
    protected void engineInit(int mode, Key key, AlgorithmParameterSpec spec, SecureRandom random)
        throws InvalidKeyException {
      if (spec instanceof IvParameterSpec) {
        throw new InvalidKeyException("an IV of my own kind alone");
      }
      super.engineInit(mode, key, spec, random);
    }
  }
}
