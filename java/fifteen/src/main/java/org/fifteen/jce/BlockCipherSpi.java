// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.List;
import javax.crypto.BadPaddingException;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.NoSuchPaddingException;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.IvParameterSpec;
import org.fifteen.engine.Direction;

/**
 * A cipher in a mode, with a padding: collects what comes into units that the mode takes.
 *
 * <p>A call that is refused for want of room changes nothing. After any other failure of {@code
 * doFinal} the next message begins as after init, or goes on: {@link Manners#beginsAnew}.
 */
class BlockCipherSpi extends BaseCipherSpi {
  private Mode mode;
  private Padding padding;
  private boolean decrypting;
  private byte[] iv; // null: none
  private final byte[] buffer; // input that update has kept back, and what fills up its last unit
  private int buffered;
  private int phase; // how far what update has not kept back goes into a unit of the padding

  /** With the mode and padding that a transformation without them has. */
  BlockCipherSpi(Algorithm algorithm, Provider provider, String mode, Padding padding) {
    super(algorithm, provider);
    buffer = new byte[3 * algorithm.blockBytes];
    this.mode = Modes.named(mode, algorithm);
    this.padding = padding;
  }

  // ---- Transformation ----

  @Override
  protected void engineSetMode(String name) throws NoSuchAlgorithmException {
    try {
      mode = Modes.named(name, algorithm);
    } catch (IllegalArgumentException e) {
      throw new NoSuchAlgorithmException(e.getMessage());
    }
    if (!Modes.takesPadding(mode, algorithm.manners)) {
      padding = Padding.NONE;
    }
  }

  @Override
  protected void engineSetPadding(String name) throws NoSuchPaddingException {
    padding = Padding.named(name);
    if (padding != Padding.NONE && !Modes.takesPadding(mode, algorithm.manners)) {
      throw new NoSuchPaddingException("this mode is used with NoPadding");
    }
  }

  // ---- Initialisation ----

  @Override
  List<Class<? extends AlgorithmParameterSpec>> paramsTypes() {
    return List.of(IvParameterSpec.class);
  }

  @Override
  void setParameters(
      boolean decrypting, byte[] spice, AlgorithmParameterSpec params, SecureRandom random)
      throws InvalidAlgorithmParameterException {
    mode.wipe();
    clearBuffer();
    iv = iv(params, decrypting, random);
    this.decrypting = decrypting;
    mode.setTweak(spice);
  }

  @Override
  void setKey(byte[] key) {
    mode.init(decrypting ? Direction.DECRYPT : Direction.ENCRYPT, key);
    begin();
  }

  private byte[] iv(AlgorithmParameterSpec params, boolean decrypting, SecureRandom random)
      throws InvalidAlgorithmParameterException {
    int bytes = mode.ivBytes();
    if (params == null && bytes > 0 && decrypting) {
      throw new InvalidAlgorithmParameterException("to decrypt, give the IV");
    }
    if (params == null) {
      return bytes == 0 ? null : randomBytes(bytes, random);
    }
    if (!(params instanceof IvParameterSpec)) {
      throw new InvalidAlgorithmParameterException("not an IvParameterSpec: " + params);
    }
    byte[] iv = ((IvParameterSpec) params).getIV();
    if (bytes == 0) {
      throw new InvalidAlgorithmParameterException("this mode takes no IV");
    }
    if (iv.length < mode.leastIvBytes() || iv.length > bytes) {
      throw new InvalidAlgorithmParameterException(
          "an IV of " + iv.length + " bytes; this mode takes " + bytes);
    }
    return iv;
  }

  @Override
  protected byte[] engineGetIV() {
    return iv == null ? null : iv.clone();
  }

  @Override
  protected AlgorithmParameters engineGetParameters() {
    return iv == null ? null : Parameters.of(provider, algorithm, iv);
  }

  // ---- Data ----

  private boolean padded() {
    return padding != Padding.NONE;
  }

  private int paddedUnit() {
    return algorithm.manners.paddedUnit(mode.unit(), mode.block);
  }

  @Override
  int updateSize(int length) {
    int reserve = mode.reserve();
    if (padded()) {
      reserve = algorithm.manners.keptBack(decrypting, mode.block);
    }
    int ready = Math.max(0, Math.addExact(buffered, length) - reserve);
    return ready - Mode.rest(ready, mode.unit());
  }

  @Override
  protected int engineGetOutputSize(int length) {
    int total = Math.addExact(buffered, length);
    if (!padded()) {
      return total;
    }
    int unit = paddedUnit();
    if (!decrypting) {
      return Math.addExact(total, padding.bytes(phase + total, unit));
    }
    return algorithm.manners.asksForAllRoom() ? roundedUp(total, unit) : total;
  }

  private static int roundedUp(int length, int unit) {
    return Math.addExact(length, unit - 1) / unit * unit;
  }

  @Override
  protected int engineUpdate(byte[] in, int i, int length, byte[] out, int o)
      throws ShortBufferException {
    int ready = updateSize(length);
    checkRoom(out, o, ready);
    mode.checkMore((long) buffered + length);
    if ((buffered > 0 || i != o) && clash(in, i, length, out, o, ready)) {
      return updateCopied(in, i, length, out, o);
    }
    int taken = work(in, i, length, out, o, ready);
    System.arraycopy(in, i + taken, buffer, buffered, length - taken);
    buffered += length - taken;
    return ready;
  }

  /** Puts {@code ready} bytes, whole units, through the mode; how many came from the input. */
  private int work(byte[] in, int i, int length, byte[] out, int o, int ready) {
    int first = // from the buffer
        buffered == 0 ? 0 : Math.min(ready, roundedUp(buffered, mode.unit()));
    int taken = Math.max(0, first - buffered);
    if (first > 0) {
      System.arraycopy(in, i, buffer, buffered, taken);
      mode.process(buffer, 0, out, o, first);
      buffered += taken - first;
      System.arraycopy(buffer, first, buffer, 0, buffered);
    }
    if (ready > first) { // for no blocks at all an engine would be keyed
      mode.process(in, i + taken, out, o + first, ready - first);
    }
    if (padded()) {
      phase = Mode.rest(phase + ready, paddedUnit());
    }
    return taken + ready - first;
  }

  @Override
  protected int engineDoFinal(byte[] in, int i, int length, byte[] out, int o)
      throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
    byte[] data = in == null ? buffer : in; // with no input there may be no array
    int total = buffered + length;
    int size = engineGetOutputSize(length);
    boolean certain = !decrypting || algorithm.manners.asksForAllRoom();
    checkRoom(out, o, certain ? size : size - mode.block);
    checkLength(total, size);
    if (padded() && decrypting) {
      return finishUnpadding(data, i, length, out, o);
    }
    checkRoom(out, o, size);
    if ((buffered > 0 || i != o) && clash(data, i, length, out, o, size)) {
      return doFinalCopied(data, i, length, out, o);
    }
    finish(data, i, length, out, o, size - total);
    begin();
    return size;
  }

  private void checkLength(int total, int size) throws IllegalBlockSizeException {
    boolean right = mode.mayEndAt(size);
    if (padded() && decrypting) {
      right = total == 0 ? algorithm.manners.unpadsNothing() : (phase + total) % paddedUnit() == 0;
    }
    if (!right) {
      afterFailure();
      throw new IllegalBlockSizeException(
          "data of " + total + " bytes; " + mode.needs() + " are needed");
    }
    try {
      mode.checkMore(size);
    } catch (IllegalStateException e) {
      afterFailure();
      throw e;
    }
  }

  /** All that is held and comes, and so many bytes of padding. */
  private void finish(byte[] in, int i, int length, byte[] out, int o, int padBytes) {
    int total = buffered + length;
    int bulk = Math.max(0, total - mode.reserve());
    bulk -= Mode.rest(bulk, mode.unit());
    int taken = work(in, i, length, out, o, bulk);
    int rest = total - bulk;
    if (rest + padBytes == 0) {
      return;
    }
    byte[] last = new byte[rest + padBytes];
    System.arraycopy(buffer, 0, last, 0, buffered);
    System.arraycopy(in, i + taken, last, buffered, length - taken);
    padding.fill(last, rest, last.length);
    mode.finish(last, 0, out, o + bulk, last.length);
    Arrays.fill(last, (byte) 0);
  }

  /** Nothing is written before the padding has been seen and there is room for the rest. */
  private int finishUnpadding(byte[] in, int i, int length, byte[] out, int o)
      throws ShortBufferException, BadPaddingException {
    int total = buffered + length;
    // all that a padded mode has: CTR then leaves no keystream over, and XTS is not padded
    byte[] register = mode.register.clone();
    byte[] held = buffer.clone();
    int heldBytes = buffered;
    int heldPhase = phase;
    byte[] plain = new byte[total];
    finish(in, i, length, plain, 0, 0);
    try {
      int size = total == 0 ? 0 : padding.lengthWithout(plain, total, paddedUnit());
      checkRoom(out, o, size);
      System.arraycopy(plain, 0, out, o, size);
      begin();
      return size;
    } catch (ShortBufferException e) {
      System.arraycopy(register, 0, mode.register, 0, register.length);
      holdAgain(held, heldBytes, heldPhase);
      throw e;
    } catch (BadPaddingException e) {
      holdAgain(held, heldBytes, heldPhase);
      afterFailure();
      throw e;
    } finally {
      Arrays.fill(plain, (byte) 0);
    }
  }

  private void holdAgain(byte[] held, int heldBytes, int heldPhase) {
    System.arraycopy(held, 0, buffer, 0, held.length);
    buffered = heldBytes;
    phase = heldPhase;
  }

  private void afterFailure() {
    if (algorithm.manners.beginsAnew()) {
      begin();
    } else if (!decrypting) {
      Arrays.fill(buffer, (byte) 0); // the JDK has erased these bytes, and counts them still
    }
  }

  /** Begins a message under the same IV. */
  private void begin() {
    clearBuffer();
    if (iv != null) {
      mode.start(iv);
    }
  }

  private void clearBuffer() {
    Arrays.fill(buffer, (byte) 0);
    buffered = phase = 0;
  }
}
