// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.lang.reflect.Constructor;
import java.security.Key;
import java.security.Provider;
import java.security.Security;
import java.security.spec.KeySpec;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.fifteen.engine.Direction;

/**
 * A provider's cipher. Words: the provider's name or class, whether it is to be registered, the
 * transformation, the IV's bytes (zeros; or 0), whether each call ends with doFinal, and then the
 * key's ({@link KeyMaker#words}).
 */
final class JceSteps implements Steps {
  /** One for all engines, as a program has it; they share what is the provider's. */
  private static Provider provider;

  private final String[] words;
  private final String[] keyWords;
  private Cipher cipher;

  JceSteps(String[] words) {
    this.words = words;
    keyWords = Arrays.copyOfRange(words, 5, words.length);
  }

  @Override
  public void load() throws Exception {
    provider(words[0]);
    if (Boolean.parseBoolean(words[1])) {
      Security.addProvider(provider);
    }
  }

  /** The one of that name or class; at every call the same. */
  static Provider provider(String nameOrClass) throws Exception {
    if (provider == null) {
      Provider installed = Security.getProvider(nameOrClass);
      provider = installed != null ? installed : made(nameOrClass);
    }
    return provider;
  }

  private static Provider made(String name) throws Exception {
    return (Provider) accessible(Class.forName(name).getDeclaredConstructor()).newInstance();
  }

  @Override
  public void make() throws Exception {
    cipher = Cipher.getInstance(words[2], provider);
  }

  @Override
  public void init(Direction direction, byte[] key) throws Exception {
    int mode = direction == Direction.ENCRYPT ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE;
    int ivBytes = Integer.parseInt(words[3]);
    if (ivBytes == 0) {
      cipher.init(mode, key(provider, keyWords, key));
    } else {
      cipher.init(mode, key(provider, keyWords, key), new IvParameterSpec(new byte[ivBytes]));
    }
  }

  /** What a {@link KeyMaker} of these words makes. */
  static Key key(Provider provider, String[] words, byte[] key) throws Exception {
    String algorithm = words[1];
    switch (words[0]) {
      case "plain":
        return new SecretKeySpec(key, algorithm);
      case "translated":
        return SecretKeyFactory.getInstance(algorithm, provider)
            .translateKey(new SecretKeySpec(key, algorithm));
      case "spec":
        return SecretKeyFactory.getInstance(algorithm, provider)
            .generateSecret((KeySpec) made(Class.forName(words[2]), key, algorithm));
      case "class":
        return (Key) made(Class.forName(words[2]), key, algorithm);
      default:
        throw new Refusal("no keys are made by " + words[0]);
    }
  }

  /** By the constructor of bytes, else by that of bytes and an algorithm's name. */
  private static Object made(Class<?> type, byte[] key, String algorithm) throws Exception {
    try {
      return accessible(type.getDeclaredConstructor(byte[].class)).newInstance(key);
    } catch (NoSuchMethodException e) {
      return accessible(type.getDeclaredConstructor(byte[].class, String.class))
          .newInstance(key, algorithm);
    }
  }

  private static Constructor<?> accessible(Constructor<?> constructor) {
    constructor.setAccessible(true);
    return constructor;
  }

  @Override
  public void process(byte[] in, byte[] out) throws Exception {
    if (Boolean.parseBoolean(words[4])) {
      cipher.doFinal(in, 0, in.length, out, 0);
    } else {
      cipher.update(in, 0, in.length, out, 0);
    }
  }

  @Override
  public Object instance() {
    return cipher;
  }

  /** Under the transformation's name or the part of it that the provider has registered. */
  @Override
  public String engineClass() {
    String[] parts = words[2].split("/");
    String mode = parts.length > 1 ? "/" + parts[1] : "";
    String padding = parts.length > 2 ? "//" + parts[2] : "";
    for (String name : new String[] {words[2], parts[0] + mode, parts[0] + padding, parts[0]}) {
      Provider.Service service = provider.getService("Cipher", name);
      if (service != null) {
        return service.getClassName();
      }
    }
    throw new Refusal(provider.getName() + " doesn't say what class is behind " + words[2]);
  }
}
