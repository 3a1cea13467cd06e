// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import java.io.ObjectStreamException;
import java.security.InvalidKeyException;
import java.security.KeyRep;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Locale;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret key as its bytes, which {@link #destroy} erases. It equals any other secret key of that
 * algorithm and those bytes.
 */
final class RawKey implements SecretKey {
  private static final long serialVersionUID = 1;

  /** Whether a SecretKeySpec's hash is of its bytes as Arrays has it; older JDKs' isn't. */
  private static final boolean HASH_OF_ARRAYS =
      new SecretKeySpec(new byte[] {1}, "a").hashCode() == hash(new byte[] {1}, "a", true);

  private final String algorithm;
  private final transient byte[] bytes;
  private transient boolean destroyed;
  private transient int hash; // once asked for, even of a key since destroyed

  /**
   * @param bytes is not kept
   * @throws IllegalArgumentException if there are none, or no algorithm
   */
  RawKey(String algorithm, byte[] bytes) {
    if (bytes.length == 0 || algorithm == null) {
      throw new IllegalArgumentException("a key of no bytes or no algorithm");
    }
    this.algorithm = algorithm;
    this.bytes = bytes.clone();
  }

  @Override
  public String getAlgorithm() {
    return algorithm;
  }

  @Override
  public String getFormat() {
    return "RAW";
  }

  @Override
  public synchronized byte[] getEncoded() {
    if (destroyed) {
      throw new IllegalStateException("the key has been destroyed");
    }
    return bytes.clone();
  }

  @Override
  public synchronized void destroy() {
    Arrays.fill(bytes, (byte) 0);
    destroyed = true;
  }

  @Override
  public synchronized boolean isDestroyed() {
    return destroyed;
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof SecretKey) || isDestroyed() || ((SecretKey) other).isDestroyed()) {
      return false;
    }
    SecretKey that = (SecretKey) other;
    if (!algorithm.equalsIgnoreCase(that.getAlgorithm())) {
      return false;
    }
    try {
      byte[] theirs = Algorithm.encoded(that);
      boolean equal = MessageDigest.isEqual(bytes, theirs);
      Arrays.fill(theirs, (byte) 0);
      return equal;
    } catch (InvalidKeyException e) {
      return false;
    }
  }

  /** That of the SecretKeySpec that it equals, but without making one, which can't be erased. */
  @Override
  public synchronized int hashCode() {
    if (hash == 0 && !destroyed) {
      hash = hash(bytes, algorithm, HASH_OF_ARRAYS);
    }
    return hash;
  }

  private static int hash(byte[] bytes, String algorithm, boolean ofArrays) {
    int hash = 0;
    for (int i = 0; i < bytes.length; i++) {
      hash += i * bytes[i];
    }
    String name = algorithm.toLowerCase(Locale.ENGLISH);
    return (ofArrays ? Arrays.hashCode(bytes) : hash)
        ^ (name.equals("tripledes") ? "desede" : name).hashCode();
  }

  /** Not the bytes. */
  @Override
  public String toString() {
    return algorithm + (isDestroyed() ? " key, destroyed" : " key, " + 8 * bytes.length + " bits");
  }

  private Object writeReplace() throws ObjectStreamException {
    return new KeyRep(KeyRep.Type.SECRET, algorithm, getFormat(), getEncoded());
  }
}
