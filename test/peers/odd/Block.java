// SPDX-License-Identifier: Apache-2.0
package odd;

import java.security.AlgorithmParameters;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.CipherSpi;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Engines;

/** One of Fifteen's engines as a provider's ECB: the ground on which others misbehave. */
public class Block extends CipherSpi {
  private final BlockEngine engine;

  protected Block(String cipher) {
    engine = Engines.find(cipher, "portable").make();
  }

  /** Good, and right. */
  public static final class Aes extends Block {
    public Aes() {
      super("rijndael");
    }
  }

  public static final class SaferPlus extends Block {
    public SaferPlus() {
      super("saferplus");
    }
  }

  @Override
  protected void engineSetMode(String mode) {
    if (!mode.equals("ECB")) {
      throw new IllegalArgumentException(mode);
    }
  }

  @Override
  protected void engineSetPadding(String padding) {}

  @Override
  protected int engineGetBlockSize() {
    return engine.blockBytes();
  }

  @Override
  protected int engineGetOutputSize(int length) {
    return length;
  }

  @Override
  protected byte[] engineGetIV() {
    return null;
  }

  @Override
  protected AlgorithmParameters engineGetParameters() {
    return null;
  }

  protected byte[] bytes(Key key) throws InvalidKeyException {
    return key.getEncoded();
  }

  @Override
  protected void engineInit(int mode, Key key, SecureRandom random) throws InvalidKeyException {
    Direction direction = mode == 1 ? Direction.ENCRYPT : Direction.DECRYPT;
    try {
      engine.init(direction, bytes(key));
    } catch (IllegalArgumentException e) {
      throw new InvalidKeyException(e.getMessage());
    }
  }

  @Override
  protected void engineInit(int mode, Key key, AlgorithmParameterSpec spec, SecureRandom random)
      throws InvalidKeyException {
    engineInit(mode, key, random);
  }

  @Override
  protected void engineInit(int mode, Key key, AlgorithmParameters parameters, SecureRandom random)
      throws InvalidKeyException {
    engineInit(mode, key, random);
  }

  @Override
  protected byte[] engineUpdate(byte[] in, int inOffset, int length) {
    byte[] out = new byte[length];
    engineUpdate(in, inOffset, length, out, 0);
    return out;
  }

  @Override
  protected int engineUpdate(byte[] in, int inOffset, int length, byte[] out, int outOffset) {
    engine.process(in, inOffset, out, outOffset, length / engine.blockBytes());
    return length;
  }

  @Override
  protected byte[] engineDoFinal(byte[] in, int inOffset, int length) {
    return engineUpdate(in, inOffset, length);
  }

  @Override
  protected int engineDoFinal(byte[] in, int inOffset, int length, byte[] out, int outOffset) {
    return engineUpdate(in, inOffset, length, out, outOffset);
  }
}
