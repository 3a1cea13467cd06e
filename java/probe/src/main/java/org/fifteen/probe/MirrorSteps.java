// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A cipher by a provider's own API. Words: the provider's name or class, the class that looks like
 * a cipher, which of its {@link Mirror.Api}s, the transformation, a block in bytes, and then the
 * key's ({@link KeyMaker#words}).
 */
final class MirrorSteps extends EngineSteps {
  private final int blockBytes;
  private Provider provider;
  private Class<?> type;
  private Mirror.Api api;
  private KeyMaker keys;

  MirrorSteps(String[] words) {
    super(words);
    blockBytes = Integer.parseInt(words[4]);
  }

  static List<String> words(
      String provider,
      Class<?> type,
      int api,
      String transformation,
      int blockBytes,
      KeyMaker keys) {
    List<String> words = new ArrayList<>();
    words.addAll(List.of(MirrorSteps.class.getName(), provider, type.getName()));
    words.addAll(List.of(Integer.toString(api), transformation, Integer.toString(blockBytes)));
    words.addAll(keys.words());
    return words;
  }

  @Override
  public void load() throws Exception {
    provider = JceSteps.provider(words[0]);
    Security.addProvider(provider); // a library's own lookup knows registered ones only
    type = Class.forName(words[1], false, provider.getClass().getClassLoader());
  }

  @Override
  public void prepare() {
    api = Mirror.apis(type).get(Integer.parseInt(words[2]));
    String[] ofKey = Arrays.copyOfRange(words, 5, words.length);
    keys = key -> JceSteps.key(provider, ofKey, key);
  }

  @Override
  public void make() throws Exception {
    engine = api.make(words[3], provider, blockBytes, keys);
  }

  /** Not what calls it. */
  @Override
  public Object instance() {
    return ((Mirror) engine).cipher;
  }
}
