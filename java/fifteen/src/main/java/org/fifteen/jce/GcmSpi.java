// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.fifteen.jce.Words.xor;

import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.List;
import javax.crypto.AEADBadTagException;
import javax.crypto.BadPaddingException;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.NoSuchPaddingException;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import org.fifteen.engine.Direction;

/**
 * Galois/Counter Mode: NIST SP 800-38D, over a cipher of 128-bit blocks.
 *
 * <p>Decryption gives nothing out before the tag is verified: {@code update} keeps all that it is
 * given. Encryption refuses the key and IV that it had last, and another message without a new IV.
 */
final class GcmSpi extends BaseCipherSpi {
  private static final int BLOCK = 16;
  private static final int IV_BYTES = 12; // that an init without parameters makes
  private static final long MAX_BYTES = BLOCK * ((1L << 32) - 2); // of a message

  final Ctr ctr; // a test sees it wiped
  private final Ghash ghash = new Ghash();
  private boolean decrypting;
  private byte[] iv;
  private int tagBytes;
  private final byte[] tagMask = new byte[BLOCK];
  private byte[] lastKey = {}; // of encryption, with lastIv
  private byte[] lastIv = {};
  private boolean keyed;
  private boolean spent; // the IV has encrypted a message
  private boolean textBegun;
  private long aadBytes;
  private long textBytes;
  private byte[] buffer = new byte[BLOCK]; // input that update has kept back
  private int buffered;

  GcmSpi(Algorithm algorithm, Provider provider) {
    super(algorithm, provider);
    ctr = Ctr.last32Bits(algorithm.engine());
  }

  // ---- Transformation ----

  @Override
  protected void engineSetMode(String mode) throws NoSuchAlgorithmException {
    if (!mode.equalsIgnoreCase("GCM")) {
      throw new NoSuchAlgorithmException("this is GCM, not " + mode);
    }
  }

  @Override
  protected void engineSetPadding(String padding) throws NoSuchPaddingException {
    if (Padding.named(padding) != Padding.NONE) {
      throw new NoSuchPaddingException("GCM is used with NoPadding");
    }
  }

  // ---- Initialisation ----

  @Override
  List<Class<? extends AlgorithmParameterSpec>> paramsTypes() {
    return algorithm.manners.takesIvForGcm()
        ? List.of(GCMParameterSpec.class, IvParameterSpec.class)
        : List.of(GCMParameterSpec.class);
  }

  @Override
  void setParameters(
      boolean decrypting, byte[] spice, AlgorithmParameterSpec params, SecureRandom random)
      throws InvalidAlgorithmParameterException {
    wipe();
    GCMParameterSpec spec = spec(params, decrypting, random);
    try {
      checkTag(spec.getTLen(), algorithm.manners.leastGcmTag());
    } catch (IllegalArgumentException e) {
      throw new InvalidAlgorithmParameterException(e.getMessage());
    }
    if (spec.getIV().length == 0) {
      throw new InvalidAlgorithmParameterException("an IV of no bytes");
    }
    this.decrypting = decrypting;
    iv = spec.getIV();
    tagBytes = spec.getTLen() / 8;
    ctr.setTweak(spice);
  }

  @Override
  void setKey(byte[] key) throws InvalidAlgorithmParameterException {
    ctr.init(Direction.ENCRYPT, key); // before the key counts as the last: it may be refused
    if (!decrypting) {
      checkNew(key);
    }
    byte[] hashKey = new byte[BLOCK];
    ctr.engine.process(hashKey, 0, hashKey, 0, 1);
    ghash.init(hashKey);
    Arrays.fill(hashKey, (byte) 0);
    keyed = true;
    begin();
  }

  /** Refuses, for encryption, the key and IV that were set last. */
  private void checkNew(byte[] key) throws InvalidAlgorithmParameterException {
    if (MessageDigest.isEqual(key, lastKey) && Arrays.equals(iv, lastIv)) {
      wipe();
      throw new InvalidAlgorithmParameterException(
          "this IV has been used with this key: GCM encryption needs a new one");
    }
    Arrays.fill(lastKey, (byte) 0);
    lastKey = key.clone();
    lastIv = iv;
  }

  private void wipe() {
    ctr.wipe();
    ghash.wipe();
    Arrays.fill(tagMask, (byte) 0);
    clearBuffer();
    keyed = false;
  }

  /** Room for a long message is given back. */
  private void clearBuffer() {
    Arrays.fill(buffer, (byte) 0);
    buffer = buffer.length == BLOCK ? buffer : new byte[BLOCK];
    buffered = 0;
  }

  private GCMParameterSpec spec(
      AlgorithmParameterSpec params, boolean decrypting, SecureRandom random)
      throws InvalidAlgorithmParameterException {
    if (params == null && decrypting) {
      throw new InvalidAlgorithmParameterException("to decrypt, give the IV in a GCMParameterSpec");
    }
    if (params == null) {
      return new GCMParameterSpec(8 * BLOCK, randomBytes(IV_BYTES, random));
    }
    if (params instanceof IvParameterSpec && algorithm.manners.takesIvForGcm()) {
      return new GCMParameterSpec(8 * BLOCK, ((IvParameterSpec) params).getIV());
    }
    if (!(params instanceof GCMParameterSpec)) {
      throw new InvalidAlgorithmParameterException("not a GCMParameterSpec: " + params);
    }
    return (GCMParameterSpec) params;
  }

  /**
   * Refuses other sizes of tag.
   *
   * @throws IllegalArgumentException with one line
   */
  static void checkTag(int bits, int least) {
    if (bits < least || bits > 128 || bits % 8 != 0) {
      throw new IllegalArgumentException(
          "a tag of " + bits + " bits; there are tags of " + least + " to 128 in steps of 8");
    }
  }

  /** Begins a message under the IV. */
  private void begin() {
    byte[] first = new byte[BLOCK];
    ghash.start();
    if (iv.length == IV_BYTES) {
      System.arraycopy(iv, 0, first, 0, IV_BYTES);
      first[BLOCK - 1] = 1;
    } else {
      ghash.update(iv, 0, iv.length);
      ghash.finish(0, iv.length, first);
      ghash.start();
    }
    ctr.start(first);
    Arrays.fill(tagMask, (byte) 0);
    ctr.process(tagMask, 0, tagMask, 0, BLOCK);
    clearBuffer();
    aadBytes = textBytes = 0;
    textBegun = spent = false;
  }

  @Override
  protected byte[] engineGetIV() {
    return iv == null ? null : iv.clone();
  }

  @Override
  protected AlgorithmParameters engineGetParameters() {
    return iv == null
        ? null
        : Parameters.of(provider, algorithm, new GCMParameterSpec(8 * tagBytes, iv));
  }

  // ---- Data ----

  private void checkReady() {
    if (!keyed) {
      throw new IllegalStateException("no key is set: call init first");
    }
    if (spent) {
      throw new IllegalStateException("GCM encryption needs a new IV for each message: call init");
    }
  }

  @Override
  protected void engineUpdateAAD(byte[] in, int i, int length) {
    checkReady();
    if (textBegun) {
      throw new IllegalStateException("update has been called: no more AAD");
    }
    ghash.update(in, i, length);
    aadBytes += length;
  }

  @Override
  protected void engineUpdateAAD(ByteBuffer in) {
    engineUpdateAAD(bytes(in), offset(in), in.remaining());
    in.position(in.limit());
  }

  @Override
  int updateSize(int length) {
    int total = Math.addExact(buffered, length);
    return decrypting ? 0 : total - total % BLOCK;
  }

  @Override
  boolean takesBuffersAsCipherSpi() {
    return algorithm.manners.takesBuffersOfGcmAsCipherSpi();
  }

  @Override
  protected int engineGetOutputSize(int length) {
    int total = Math.addExact(buffered, length);
    return decrypting ? Math.max(0, total - tagBytes) : Math.addExact(total, tagBytes);
  }

  @Override
  protected int engineUpdate(byte[] in, int i, int length, byte[] out, int o)
      throws ShortBufferException {
    int ready = updateSize(length);
    checkRoom(out, o, ready);
    checkReady();
    if (ready > 0) {
      if ((buffered > 0 || i != o) && clash(in, i, length, out, o, ready)) {
        return updateCopied(in, i, length, out, o);
      }
      beginText(ready);
      crypt(buffer, 0, buffered, out, o);
      crypt(in, i, ready - buffered, out, o + buffered);
      ghash.update(out, o, ready);
      Arrays.fill(buffer, (byte) 0);
      i += ready - buffered;
      length -= ready - buffered;
      buffered = 0;
    }
    textBegun = true;
    keep(in, i, length);
    return ready;
  }

  /** The AAD ends where text begins, and text must not be more than the counter can count. */
  private void beginText(int length) {
    if (textBytes + length > MAX_BYTES) {
      throw new IllegalStateException("a GCM message has at most " + MAX_BYTES + " bytes");
    }
    ghash.pad();
  }

  private void crypt(byte[] in, int i, int length, byte[] out, int o) {
    ctr.process(in, i, out, o, length);
    textBytes += length;
  }

  private void keep(byte[] in, int i, int length) {
    int total = Math.addExact(buffered, length);
    if (total > buffer.length) {
      byte[] larger = new byte[Math.max(total, 2 * buffer.length)];
      System.arraycopy(buffer, 0, larger, 0, buffered);
      Arrays.fill(buffer, (byte) 0);
      buffer = larger;
    }
    System.arraycopy(in, i, buffer, buffered, length);
    buffered = total;
  }

  @Override
  protected int engineDoFinal(byte[] in, int i, int length, byte[] out, int o)
      throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
    checkReady();
    int size = engineGetOutputSize(length);
    byte[] data = in == null ? new byte[0] : in; // with no input there may be no array
    if (decrypting) {
      open(data, i, length, out, o, size);
      return size;
    }
    checkRoom(out, o, size);
    if ((buffered > 0 || i != o) && clash(data, i, length, out, o, size - tagBytes)) {
      return doFinalCopied(data, i, length, out, o);
    }
    seal(data, i, length, out, o, size - tagBytes);
    return size;
  }

  private void seal(byte[] in, int i, int length, byte[] out, int o, int text) {
    beginText(text);
    crypt(buffer, 0, buffered, out, o);
    crypt(in, i, length, out, o + buffered);
    ghash.update(out, o, text);
    System.arraycopy(tag(), 0, out, o + text, tagBytes);
    clearBuffer();
    spent = true;
  }

  private void open(byte[] in, int i, int length, byte[] out, int o, int size)
      throws ShortBufferException, AEADBadTagException {
    if (buffered + length < tagBytes) {
      begin();
      throw new AEADBadTagException("the data is shorter than its tag of " + tagBytes + " bytes");
    }
    checkRoom(out, o, size);
    beginText(size);
    if (buffered > 0 || i != o && clash(in, i, length, out, o, size)) {
      keep(in, i, length);
      in = buffer;
      i = 0;
    }
    ghash.update(in, i, size);
    textBytes = size;
    byte[] expected = tag();
    Arrays.fill(expected, tagBytes, BLOCK, (byte) 0);
    byte[] given = new byte[BLOCK];
    System.arraycopy(in, i + size, given, 0, tagBytes);
    boolean right = MessageDigest.isEqual(expected, given);
    if (right) {
      ctr.process(in, i, out, o, size);
    }
    begin();
    if (!right) {
      throw new AEADBadTagException("the tag is wrong: data, AAD, IV or key have changed");
    }
  }

  /** The whole tag; ends the hash. */
  private byte[] tag() {
    byte[] tag = new byte[BLOCK];
    ghash.finish(aadBytes, textBytes, tag);
    xor(tag, 0, tagMask, 0, tag, 0, BLOCK);
    return tag;
  }
}
