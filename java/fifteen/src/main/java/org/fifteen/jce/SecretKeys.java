// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.InvalidParameterException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.KeySpec;
import java.util.Arrays;
import javax.crypto.KeyGeneratorSpi;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactorySpi;
import javax.crypto.spec.DESKeySpec;
import javax.crypto.spec.DESedeKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** Secret keys: made at random, and to and from their specifications. */
final class SecretKeys {
  private static final int TWO_KEYS = 112; // bits of DESede without parity

  private SecretKeys() {}

  /** Random keys. For DES and DESede 56, 112 and 168 bits are good names too. */
  static final class Generator extends KeyGeneratorSpi {
    private final Algorithm algorithm;
    private int bits;
    private SecureRandom random;

    Generator(Algorithm algorithm, int bits) {
      this.algorithm = algorithm;
      this.bits = bits;
    }

    @Override
    protected void engineInit(SecureRandom random) {
      this.random = random;
    }

    @Override
    protected void engineInit(AlgorithmParameterSpec params, SecureRandom random)
        throws InvalidAlgorithmParameterException {
      throw new InvalidAlgorithmParameterException("a key is made by its size, not by parameters");
    }

    @Override
    protected void engineInit(int bits, SecureRandom random) {
      if (!algorithm.keySizes.has(bits) && !algorithm.keySizes.has(withParity(bits))) {
        throw new InvalidParameterException(
            "no " + algorithm.name + " key of " + bits + " bits; there are " + algorithm.keySizes);
      }
      this.bits = bits;
      this.random = random;
    }

    private int withParity(int bits) {
      return algorithm.parity && bits % 7 == 0 ? bits / 7 * 8 : 0;
    }

    @Override
    protected SecretKey engineGenerateKey() {
      boolean stored = algorithm.keySizes.has(bits);
      byte[] key = BaseCipherSpi.randomBytes((stored ? bits : withParity(bits)) / 8, random);
      if (algorithm.parity) {
        setParity(key);
      }
      if (bits == TWO_KEYS && algorithm.parity) {
        key = thirdAsFirst(key);
      }
      try {
        return new RawKey(algorithm.name, key);
      } finally {
        Arrays.fill(key, (byte) 0);
      }
    }
  }

  /** Each byte's lowest bit makes the number of its ones odd. */
  private static void setParity(byte[] key) {
    for (int i = 0; i < key.length; i++) {
      key[i] ^= (byte) (~Integer.bitCount(key[i] & 255) & 1);
    }
  }

  /** As the JDK stores two keys of DESede. */
  private static byte[] thirdAsFirst(byte[] two) {
    byte[] three = new byte[24];
    System.arraycopy(two, 0, three, 0, 16);
    System.arraycopy(two, 0, three, 16, 8);
    Arrays.fill(two, (byte) 0);
    return three;
  }

  /** From a SecretKeySpec, or DESKeySpec or DESedeKeySpec, and back. */
  static final class Factory extends SecretKeyFactorySpi {
    private final Algorithm algorithm;

    Factory(Algorithm algorithm) {
      this.algorithm = algorithm;
    }

    @Override
    protected SecretKey engineGenerateSecret(KeySpec spec) throws InvalidKeySpecException {
      if (spec instanceof SecretKeySpec) { // which is a key, too
        try {
          return engineTranslateKey((SecretKeySpec) spec);
        } catch (InvalidKeyException e) {
          throw new InvalidKeySpecException(e.getMessage());
        }
      }
      byte[] bytes = bytes(spec);
      try {
        return key(bytes);
      } catch (IllegalArgumentException e) {
        throw new InvalidKeySpecException(e.getMessage());
      } finally {
        Arrays.fill(bytes, (byte) 0);
      }
    }

    private SecretKey key(byte[] bytes) {
      algorithm.keySizes.check(8 * bytes.length);
      if (algorithm.parity) {
        setParity(bytes);
      }
      return new RawKey(algorithm.name, bytes);
    }

    private byte[] bytes(KeySpec spec) throws InvalidKeySpecException {
      if (spec instanceof DESKeySpec && algorithm.cipher.equals("des")) {
        return ((DESKeySpec) spec).getKey();
      }
      if (spec instanceof DESedeKeySpec && algorithm.cipher.equals("3des")) {
        return ((DESedeKeySpec) spec).getKey();
      }
      throw new InvalidKeySpecException("no key is made from " + named(spec));
    }

    private static String named(Object spec) {
      return spec == null ? "nothing" : "a " + spec.getClass().getSimpleName();
    }

    @Override
    protected KeySpec engineGetKeySpec(SecretKey key, Class<?> type)
        throws InvalidKeySpecException {
      byte[] bytes = null;
      try {
        bytes = algorithm.keyBytes(key);
        algorithm.checkName(key);
        algorithm.keySizes.check(8 * bytes.length);
        return spec(bytes, type);
      } catch (InvalidKeyException | IllegalArgumentException e) {
        throw new InvalidKeySpecException(e.getMessage());
      } finally {
        if (bytes != null) {
          Arrays.fill(bytes, (byte) 0);
        }
      }
    }

    private KeySpec spec(byte[] key, Class<?> type)
        throws InvalidKeySpecException, InvalidKeyException {
      if (type == DESKeySpec.class && algorithm.cipher.equals("des")) {
        return new DESKeySpec(key);
      }
      if (type == DESedeKeySpec.class && algorithm.cipher.equals("3des")) {
        return new DESedeKeySpec(key);
      }
      if (type != null && type.isAssignableFrom(SecretKeySpec.class)) {
        return new SecretKeySpec(key, algorithm.name);
      }
      throw new InvalidKeySpecException("no " + type + " is made from this key");
    }

    @Override
    protected SecretKey engineTranslateKey(SecretKey key) throws InvalidKeyException {
      byte[] bytes = algorithm.keyBytes(key);
      try {
        algorithm.checkName(key);
        return key(bytes);
      } catch (IllegalArgumentException e) {
        throw new InvalidKeyException(e.getMessage());
      } finally {
        Arrays.fill(bytes, (byte) 0);
      }
    }
  }
}
