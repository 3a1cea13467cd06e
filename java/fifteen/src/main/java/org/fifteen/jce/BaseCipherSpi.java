// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.List;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.ShortBufferException;

/** What is the same for every transformation: buffers, keys, key wrapping; all by way of arrays. */
abstract class BaseCipherSpi extends CipherSpi {
  final Algorithm algorithm;
  final Provider provider;

  BaseCipherSpi(Algorithm algorithm, Provider provider) {
    this.algorithm = algorithm;
    this.provider = provider;
  }

  // ---- Initialisation ----

  /**
   * Forgets key and message, and takes the parameters of the next.
   *
   * @param spice the cipher's tweak, or null
   * @param params null if none were given
   */
  abstract void setParameters(
      boolean decrypting, byte[] spice, AlgorithmParameterSpec params, SecureRandom random)
      throws InvalidAlgorithmParameterException;

  /**
   * Sets the key and begins a message.
   *
   * @param key is not kept
   * @throws IllegalArgumentException if the cipher has no keys of that size
   */
  abstract void setKey(byte[] key) throws InvalidAlgorithmParameterException;

  /** What kinds of parameters this takes from an AlgorithmParameters, the best first. */
  abstract List<Class<? extends AlgorithmParameterSpec>> paramsTypes();

  @Override
  protected void engineInit(int opmode, Key key, AlgorithmParameterSpec params, SecureRandom random)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    boolean decrypting = opmode == Cipher.DECRYPT_MODE || opmode == Cipher.UNWRAP_MODE;
    byte[] spice = null;
    if (params instanceof SpiceParameterSpec) {
      spice = algorithm.spice((SpiceParameterSpec) params);
      params = ((SpiceParameterSpec) params).getParameters();
    }
    byte[] bytes = algorithm.keyBytes(key);
    try {
      setParameters(decrypting, spice, params, random);
      if (!algorithm.manners.takesAnySecretKey()) {
        algorithm.checkName(key);
      }
      setKey(bytes);
    } catch (IllegalArgumentException e) { // the engine's words on the size
      throw new InvalidKeyException(e.getMessage());
    } finally {
      Arrays.fill(bytes, (byte) 0);
    }
  }

  @Override
  protected void engineInit(int opmode, Key key, SecureRandom random) throws InvalidKeyException {
    try {
      engineInit(opmode, key, (AlgorithmParameterSpec) null, random);
    } catch (InvalidAlgorithmParameterException e) {
      throw new InvalidKeyException(e.getMessage());
    }
  }

  @Override
  protected void engineInit(int opmode, Key key, AlgorithmParameters params, SecureRandom random)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    engineInit(opmode, key, params == null ? null : Parameters.spec(params, paramsTypes()), random);
  }

  static byte[] randomBytes(int count, SecureRandom random) {
    byte[] bytes = new byte[count];
    (random == null ? new SecureRandom() : random).nextBytes(bytes);
    return bytes;
  }

  @Override
  protected int engineGetKeySize(Key key) throws InvalidKeyException {
    byte[] bytes = algorithm.keyBytes(key);
    Arrays.fill(bytes, (byte) 0);
    return 8 * bytes.length;
  }

  @Override
  protected int engineGetBlockSize() {
    return algorithm.blockBytes;
  }

  // ---- Buffers ----

  /** The number of bytes that an update with so many would write. */
  abstract int updateSize(int length);

  @Override
  protected byte[] engineUpdate(byte[] in, int i, int length) {
    byte[] out = new byte[updateSize(length)];
    try {
      engineUpdate(in, i, length, out, 0);
    } catch (ShortBufferException e) {
      throw new AssertionError(e); // it was made to measure
    }
    return out.length == 0 ? algorithm.manners.nothing() : out;
  }

  @Override
  protected byte[] engineDoFinal(byte[] in, int i, int length)
      throws IllegalBlockSizeException, BadPaddingException {
    byte[] out = new byte[engineGetOutputSize(length)];
    try {
      int written = engineDoFinal(in, i, length, out, 0);
      return written == out.length ? out : cut(out, written);
    } catch (ShortBufferException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] cut(byte[] bytes, int length) {
    byte[] part = Arrays.copyOf(bytes, length);
    Arrays.fill(bytes, (byte) 0);
    return part;
  }

  /** Whether ByteBuffers are taken as {@link CipherSpi} itself takes them. */
  boolean takesBuffersAsCipherSpi() {
    return true;
  }

  @Override
  protected int engineUpdate(ByteBuffer in, ByteBuffer out) throws ShortBufferException {
    if (takesBuffersAsCipherSpi()) {
      if (!in.hasRemaining()) {
        return 0;
      }
      checkRoom(out.remaining(), engineGetOutputSize(in.remaining())); // even for an update
    }
    Output made = new Output(out, updateSize(in.remaining()));
    byte[] data = bytes(in);
    try {
      int written = engineUpdate(data, offset(in), in.remaining(), made.array, made.offset);
      in.position(in.limit());
      made.put(written);
      return written;
    } finally {
      made.erase();
      erase(data, in);
    }
  }

  @Override
  protected int engineDoFinal(ByteBuffer in, ByteBuffer out)
      throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
    if (takesBuffersAsCipherSpi()) {
      checkRoom(out.remaining(), engineGetOutputSize(in.remaining()));
    }
    Output made = new Output(out, engineGetOutputSize(in.remaining()));
    byte[] data = bytes(in);
    try {
      int written = engineDoFinal(data, offset(in), in.remaining(), made.array, made.offset);
      in.position(in.limit());
      made.put(written);
      return written;
    } finally {
      made.erase();
      erase(data, in);
    }
  }

  /** Where the output for a buffer is made: in its own array, if it has one and the room. */
  private static final class Output {
    final byte[] array;
    final int offset;
    private final ByteBuffer buffer;
    private final boolean own;

    Output(ByteBuffer buffer, int size) {
      this.buffer = buffer;
      own = buffer.hasArray() && buffer.remaining() >= size;
      array = own ? buffer.array() : new byte[Math.min(size, buffer.remaining())];
      offset = own ? BaseCipherSpi.offset(buffer) : 0;
    }

    /** So many bytes are now the buffer's. */
    void put(int written) {
      if (own) {
        buffer.position(buffer.position() + written);
      } else {
        buffer.put(array, 0, written);
      }
    }

    void erase() {
      if (!own) {
        Arrays.fill(array, (byte) 0);
      }
    }
  }

  /** The buffer's bytes, if they are a copy. */
  private static void erase(byte[] data, ByteBuffer in) {
    if (!in.hasArray()) {
      Arrays.fill(data, (byte) 0);
    }
  }

  /** An array that holds what remains of the buffer, from {@link #offset}. */
  static byte[] bytes(ByteBuffer buffer) {
    if (buffer.hasArray()) {
      return buffer.array();
    }
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  static int offset(ByteBuffer buffer) {
    return buffer.hasArray() ? buffer.arrayOffset() + buffer.position() : 0;
  }

  /** Whether input would be overwritten before it is read, unless a copy is taken. */
  static boolean clash(byte[] in, int i, int inLength, byte[] out, int o, int outLength) {
    return in == out && i < o + outLength && o < i + inLength;
  }

  /** An update of a copy, since its output would overwrite what is still to be read. */
  final int updateCopied(byte[] in, int i, int length, byte[] out, int o)
      throws ShortBufferException {
    byte[] copy = copy(in, i, length);
    try {
      return engineUpdate(copy, 0, length, out, o);
    } finally {
      Arrays.fill(copy, (byte) 0);
    }
  }

  final int doFinalCopied(byte[] in, int i, int length, byte[] out, int o)
      throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
    byte[] copy = copy(in, i, length);
    try {
      return engineDoFinal(copy, 0, length, out, o);
    } finally {
      Arrays.fill(copy, (byte) 0);
    }
  }

  /** A copy; not {@link Arrays#copyOfRange}'s, of which JDK 17's C2 loses bytes read as words. */
  private static byte[] copy(byte[] in, int i, int length) {
    byte[] copy = new byte[length];
    System.arraycopy(in, i, copy, 0, length);
    return copy;
  }

  static void checkRoom(byte[] out, int o, int needed) throws ShortBufferException {
    checkRoom(out.length - o, needed);
  }

  private static void checkRoom(int room, int needed) throws ShortBufferException {
    if (room < needed) {
      throw new ShortBufferException(
          "room for " + room + " bytes of output; " + needed + " are needed");
    }
  }

  // ---- Wrapping keys ----

  @Override
  protected byte[] engineWrap(Key key) throws IllegalBlockSizeException, InvalidKeyException {
    byte[] encoded = Algorithm.encoded(key);
    if (encoded.length == 0) {
      throw new InvalidKeyException("a key of no bytes cannot be wrapped");
    }
    try {
      return engineDoFinal(encoded, 0, encoded.length);
    } catch (BadPaddingException e) {
      throw new AssertionError(e); // encryption takes none off
    } finally {
      Arrays.fill(encoded, (byte) 0);
    }
  }

  @Override
  protected Key engineUnwrap(byte[] wrapped, String wrappedAlgorithm, int type)
      throws InvalidKeyException, NoSuchAlgorithmException {
    byte[] encoded;
    try {
      encoded = engineDoFinal(wrapped, 0, wrapped.length);
    } catch (BadPaddingException | IllegalBlockSizeException e) {
      throw new InvalidKeyException("not a wrapped key: " + e.getMessage());
    }
    try {
      return key(encoded, wrappedAlgorithm, type);
    } catch (InvalidKeySpecException | IllegalArgumentException e) {
      throw new InvalidKeyException("no " + wrappedAlgorithm + " key: " + e.getMessage());
    } finally {
      Arrays.fill(encoded, (byte) 0);
    }
  }

  private static Key key(byte[] encoded, String algorithm, int type)
      throws NoSuchAlgorithmException, InvalidKeySpecException {
    switch (type) {
      case Cipher.SECRET_KEY:
        return new RawKey(algorithm, encoded);
      case Cipher.PRIVATE_KEY:
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
      default: // the only other one that javax.crypto.Cipher lets through
        return KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(encoded));
    }
  }
}
