// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;

/**
 * A JCE provider's cipher, as a program that uses it comes to it: the provider, getInstance, init,
 * and the blocks. Words: the provider, {@code registered} or {@code given}, {@code ecb} or {@code
 * cbc}, {@code whole} or {@code open}, the transformation, then those of {@link KeyMaker#of}.
 */
final class JceSteps implements Steps {
  private final String[] words;
  private Provider provider;
  private Cipher cipher;
  private int chunk;

  JceSteps(String[] words) {
    this.words = words;
  }

  @Override
  public void load() {
    provider = Jce.provider(words[0]);
    if (words[1].equals("registered")) {
      Security.addProvider(provider);
    }
  }

  @Override
  public void make() throws Exception {
    cipher = Cipher.getInstance(words[4], provider);
  }

  @Override
  public void init(byte[] key) throws Exception {
    KeyMaker keys = KeyMaker.of(provider, Arrays.asList(words).subList(5, words.length));
    if (words[2].equals("cbc")) {
      chunk = cipher.getBlockSize(); // each a chain of its own, which is ECB
      cipher.init(Cipher.ENCRYPT_MODE, keys.make(key), new IvParameterSpec(new byte[chunk]));
    } else {
      cipher.init(Cipher.ENCRYPT_MODE, keys.make(key));
    }
  }

  @Override
  public void process(byte[] in, byte[] out) throws Exception {
    int step = chunk == 0 ? in.length : chunk;
    for (int at = 0; at < in.length; at += step) {
      if (words[3].equals("whole")) {
        cipher.doFinal(in, at, step, out, at);
      } else {
        cipher.update(in, at, step, out, at);
      }
    }
  }

  @Override
  public Object instance() {
    return cipher;
  }

  /** The class that the provider registered, without its SPI's wrapping. */
  @Override
  public String engineClass() {
    Provider.Service exact = provider.getService("Cipher", words[4]);
    String name = words[4].replaceFirst("/.*", "");
    Provider.Service found = exact == null ? provider.getService("Cipher", name) : exact;
    return found == null ? cipher.getClass().getName() : found.getClassName();
  }
}
