// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.security.AlgorithmParameters;
import java.security.Key;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.CipherSpi;

/** A provider that takes its time when it is made. Its cipher copies its input. */
public final class SleepyProvider extends Provider {
  private static final long serialVersionUID = 1;
  static final int SLEEP_MS = 300;

  public SleepyProvider() {
    super("Sleepy", "1", "sleeps, then copies");
    try {
      Thread.sleep(SLEEP_MS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    put("Cipher.Copy", Copy.class.getName());
  }

  /** The identity. */
  public static final class Copy extends CipherSpi {
    @Override
    protected void engineSetMode(String mode) {}

    @Override
    protected void engineSetPadding(String padding) {}

    @Override
    protected int engineGetBlockSize() {
      return 16;
    }

    @Override
    protected int engineGetOutputSize(int inputLen) {
      return inputLen;
    }

    @Override
    protected byte[] engineGetIV() {
      return null;
    }

    @Override
    protected AlgorithmParameters engineGetParameters() {
      return null;
    }

    @Override
    protected void engineInit(int mode, Key key, SecureRandom random) {}

    @Override
    protected void engineInit(
        int mode, Key key, AlgorithmParameterSpec parameters, SecureRandom random) {}

    @Override
    protected void engineInit(
        int mode, Key key, AlgorithmParameters parameters, SecureRandom random) {}

    @Override
    protected byte[] engineUpdate(byte[] in, int offset, int length) {
      return java.util.Arrays.copyOfRange(in, offset, offset + length);
    }

    @Override
    protected int engineUpdate(byte[] in, int inOffset, int length, byte[] out, int outOffset) {
      System.arraycopy(in, inOffset, out, outOffset, length);
      return length;
    }

    @Override
    protected byte[] engineDoFinal(byte[] in, int offset, int length) {
      return engineUpdate(in, offset, length);
    }

    @Override
    protected int engineDoFinal(byte[] in, int inOffset, int length, byte[] out, int outOffset) {
      return engineUpdate(in, inOffset, length, out, outOffset);
    }
  }
}
