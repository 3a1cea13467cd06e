// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import java.security.InvalidParameterException;
import java.security.Provider;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.CipherSpi;

/**
 * The JCE provider {@code Fifteen}: the ciphers of {@link org.fifteen.engine.Engines} in modes of
 * operation, with their keys and parameters.
 *
 * <p>It never registers itself. Give it to {@code getInstance}, or to {@link
 * java.security.Security#addProvider}.
 */
public final class FifteenProvider extends Provider {
  private static final long serialVersionUID = 1;

  /**
   * The attribute of a {@code Cipher} service that has the id of its engines' cipher. Only the
   * service of a cipher's plain name has it, not those of GCM and of object identifiers.
   */
  public static final String CIPHER_ATTRIBUTE = "Fifteen.cipher";

  /** The provider's name. */
  public static final String NAME = "Fifteen";

  private static final String GCM = "/GCM/NoPadding";
  private static final Map<String, String> RAW_KEYS = Map.of("SupportedKeyFormats", "RAW");

  /** A provider, registered nowhere. */
  public FifteenProvider() {
    super(NAME, "0.1", "The block ciphers of the AES competition and their elders");
    Algorithm.ALL.forEach(this::putCiphers);
    Algorithm.ALL.forEach(this::putKeysAndParameters);
    List<String> gcm = new ArrayList<>();
    Algorithm.ALL.forEach(a -> gcm.addAll(oids(a, oid -> oid.mode.equals("GCM"))));
    put("AlgorithmParameters", "GCM", gcm, Parameters.Gcm.class, Map.of(), Parameters.Gcm::new);
  }

  private void putCiphers(Algorithm a) {
    Map<String, String> attributes = new HashMap<>(RAW_KEYS);
    attributes.put(CIPHER_ATTRIBUTE, a.cipher);
    attributes.put("SupportedModes", String.join("|", a.modes));
    attributes.put("SupportedPaddings", Padding.NAMES);
    put("Cipher", a.name, a.aliases, BlockCipherSpi.class, attributes, () -> cipher(a, "ECB"));
    if (a.hasGcm()) {
      List<String> aliases = a.aliases.stream().map(n -> n + GCM).collect(Collectors.toList());
      put("Cipher", a.name + GCM, aliases, GcmSpi.class, RAW_KEYS, () -> cipher(a, "GCM"));
    }
    for (Algorithm.Oid oid : a.oids) {
      Supplier<CipherSpi> maker = () -> cipher(a, oid.mode);
      put("Cipher", oid.id, List.of("OID." + oid.id), CipherSpi.class, RAW_KEYS, maker);
    }
  }

  /** As an object identifier means it: padded in ECB and CBC. */
  private CipherSpi cipher(Algorithm a, String mode) {
    if (mode.equals("GCM")) {
      return new GcmSpi(a, this);
    }
    boolean padded = mode.equals("ECB") || mode.equals("CBC");
    return new BlockCipherSpi(a, this, mode, padded ? Padding.PKCS7 : Padding.NONE);
  }

  private void putKeysAndParameters(Algorithm a) {
    Class<?> generator = SecretKeys.Generator.class;
    put(
        "KeyGenerator",
        a.name,
        a.aliases,
        generator,
        Map.of(),
        () -> new SecretKeys.Generator(a, a.defaultKeyBits));
    for (Algorithm.Oid oid : a.oids) {
      Supplier<?> maker = () -> new SecretKeys.Generator(a, oid.keyBits);
      put("KeyGenerator", oid.id, List.of("OID." + oid.id), generator, Map.of(), maker);
    }
    List<String> names = new ArrayList<>(a.aliases);
    names.addAll(oids(a, oid -> !oid.mode.equals("GCM")));
    Supplier<?> parameters = () -> new Parameters.Iv(a);
    put("AlgorithmParameters", a.name, names, Parameters.Iv.class, Map.of(), parameters);
    names.addAll(oids(a, oid -> oid.mode.equals("GCM")));
    Supplier<?> factory = () -> new SecretKeys.Factory(a);
    put("SecretKeyFactory", a.name, names, SecretKeys.Factory.class, Map.of(), factory);
  }

  /** In both of JCE's spellings. */
  private static List<String> oids(Algorithm a, Predicate<Algorithm.Oid> wanted) {
    return a.oids.stream()
        .filter(wanted)
        .flatMap(oid -> Stream.of(oid.id, "OID." + oid.id))
        .collect(Collectors.toList());
  }

  private void put(
      String type,
      String name,
      List<String> aliases,
      Class<?> made,
      Map<String, String> attributes,
      Supplier<?> maker) {
    putService(
        new Service(this, type, name, made.getName(), aliases, attributes) {
          @Override
          public Object newInstance(Object parameter) {
            if (parameter != null) {
              throw new InvalidParameterException("a " + type + " takes no parameter");
            }
            return maker.get();
          }
        });
  }
}
