// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.security.InvalidParameterException;
import java.security.Key;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Engines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import outside.LoadsProvider;

class FifteenProviderTest {
  private static final Provider PROVIDER = new FifteenProvider();

  @Test
  void theTableHasEveryCipherButThoseForTheLab() {
    Set<String> expected = Engines.ALL.stream().map(e -> e.cipher).collect(Collectors.toSet());
    expected.removeAll(Set.of("null", "aes32", "aes64"));
    Set<String> ours = Algorithm.ALL.stream().map(a -> a.cipher).collect(Collectors.toSet());
    assertEquals(new TreeSet<>(expected), new TreeSet<>(ours));
  }

  @Test
  void blocksAreTheEngines() {
    for (Algorithm a : Algorithm.ALL) {
      assertEquals(Engines.find(a.cipher, "portable").make().blockBytes(), a.blockBytes, a.name);
    }
  }

  @Test
  void noNameIsTakenTwice() {
    Set<String> names = new HashSet<>();
    for (Algorithm a : Algorithm.ALL) {
      List<String> own = new ArrayList<>(a.aliases);
      own.add(a.name);
      a.oids.forEach(oid -> own.add(oid.id));
      for (String name : own) {
        assertTrue(names.add(name.toUpperCase(Locale.ROOT)), name);
      }
    }
  }

  @Test
  void everyServiceCanBeMade() throws Exception {
    assertNull(Security.getProvider(FifteenProvider.NAME));
    int ciphers = 0;
    for (Provider.Service service : PROVIDER.getServices()) {
      assertNotNull(service.newInstance(null), service.toString());
      assertThrows(InvalidParameterException.class, () -> service.newInstance("parameter"));
      ciphers += service.getType().equals("Cipher") ? 1 : 0;
    }
    assertTrue(ciphers > Algorithm.ALL.size());
  }

  @Test
  void keysBeyondTheTablesSizesAreRefusedByTheEngineToo() {
    for (Algorithm a : Algorithm.ALL) {
      Engines.Engine first =
          Engines.ALL.stream().filter(e -> e.cipher.equals(a.cipher)).findFirst().get();
      for (int bits = a.keySizes.min; bits <= a.keySizes.max; bits += a.keySizes.step) {
        first.make().init(Direction.ENCRYPT, new byte[bits / 8]);
      }
    }
  }

  /** The names that users know, and what they mean. */
  @ParameterizedTest
  @CsvSource({
    "AES, rijndael",
    "Rijndael, rijndael",
    "Serpent, serpent",
    "SAFER+, saferplus",
    "SAFERPLUS, saferplus",
    "CAST6, cast256",
    "CAST-256, cast256",
    "TripleDES, 3des",
    "DESede, 3des",
    "idea, idea",
    "twofish, twofish",
    "RC6, rc6",
    "MARS, mars",
    "HPC, hpc",
    "Rijndael-b256, rijndael-b256",
    "CRYPTON-v0.5, crypton-v0.5",
    "CRYPTON, crypton-v1.0",
  })
  void oneBlockIsTheEngines(String name, String id) throws Exception {
    BlockEngine engine =
        Engines.ALL.stream().filter(e -> e.cipher.equals(id)).findFirst().get().make();
    byte[] key = bytes(id.equals("3des") ? 24 : id.equals("des") ? 8 : 16);
    byte[] block = bytes(engine.blockBytes());
    engine.init(Direction.ENCRYPT, key);
    byte[] expected = new byte[block.length];
    engine.process(block, 0, expected, 0, 1);
    Cipher cipher = Cipher.getInstance(name + "/ECB/NoPadding", PROVIDER);
    String keyName = id.equals("rijndael") ? "AES" : id.equals("3des") ? "DESede" : name;
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, keyName));
    assertArrayEquals(expected, cipher.doFinal(block));
  }

  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    new Random(count).nextBytes(bytes);
    return bytes;
  }

  /** The first values of the submission's ecb_vk.txt and of NESSIE's file: one key, two orders. */
  @Test
  void tnepresIsTheOrderOfTheSubmission() throws Exception {
    byte[] key = new byte[16];
    key[0] = (byte) 0x80;
    Cipher tnepres = Cipher.getInstance("Tnepres/ECB/NoPadding", PROVIDER);
    tnepres.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "Tnepres"));
    assertEquals("49afbfad9d5a34052cd8ffa5986bd2dd", Hex.of(tnepres.doFinal(new byte[16])));
    Cipher serpent = Cipher.getInstance("Serpent/ECB/NoPadding", PROVIDER);
    serpent.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "Serpent"));
    assertEquals("264e5481eff42a4606abda06c0bfda3d", Hex.of(serpent.doFinal(new byte[16])));
  }

  /** An identifier is a cipher in a mode, padded in ECB and CBC. */
  @ParameterizedTest
  @CsvSource({
    "2.16.840.1.101.3.4.1.1, AES/ECB/PKCS5Padding, 16",
    "2.16.840.1.101.3.4.1.22, AES/CBC/PKCS5Padding, 24",
    "OID.2.16.840.1.101.3.4.1.42, AES/CBC/PKCS5Padding, 32",
    "2.16.840.1.101.3.4.1.3, AES/OFB/NoPadding, 16",
    "2.16.840.1.101.3.4.1.44, AES/CFB/NoPadding, 32",
    "1.3.6.1.4.1.11591.13.2.2, Serpent/CBC/PKCS5Padding, 16",
    "1.3.6.1.4.1.11591.13.2.43, Serpent/OFB/NoPadding, 32",
    "1.3.14.3.2.7, DES/CBC/PKCS5Padding, 8",
    "1.2.840.113549.3.7, DESede/CBC/PKCS5Padding, 24",
    "1.3.6.1.4.1.188.7.1.1.2, IDEA/CBC/PKCS5Padding, 16",
  })
  void identifiers(String oid, String transformation, int keyBytes) throws Exception {
    Cipher byOid = Cipher.getInstance(oid, PROVIDER);
    Cipher byName = Cipher.getInstance(transformation, PROVIDER);
    String name = transformation.substring(0, transformation.indexOf('/'));
    Key key = new SecretKeySpec(bytes(keyBytes), name);
    IvParameterSpec iv =
        transformation.contains("ECB") ? null : new IvParameterSpec(bytes(byOid.getBlockSize()));
    byOid.init(Cipher.ENCRYPT_MODE, key, iv);
    byName.init(Cipher.ENCRYPT_MODE, key, iv);
    assertArrayEquals(byName.doFinal(bytes(37)), byOid.doFinal(bytes(37)));
    assertEquals(
        keyBytes, KeyGenerator.getInstance(oid, PROVIDER).generateKey().getEncoded().length);
  }

  /** A cipher with an engine that pays at once uses it, and gives what the first one gives. */
  @Test
  void manyBlocksAreThoseOfTheFirstEngine() {
    for (Algorithm a : Algorithm.ALL) {
      int block = a.blockBytes;
      int most =
          Engines.ALL.stream()
              .filter(e -> e.cipher.equals(a.cipher))
              .mapToInt(e -> e.paysFrom)
              .max()
              .getAsInt();
      byte[] data = bytes((most + 3) * block);
      for (Direction direction : Direction.values()) {
        BlockEngine engine = a.engine();
        engine.init(direction, bytes(a.defaultKeyBits / 8));
        byte[] many = new byte[data.length];
        engine.process(data, 0, many, 0, data.length / block);
        byte[] oneByOne = new byte[data.length];
        for (int at = 0; at < data.length; at += block) {
          engine.process(data, at, oneByOne, at, 1);
        }
        assertArrayEquals(oneByOne, many, a.name);
        engine.wipe();
        assertThrows(
            IllegalStateException.class,
            () -> engine.process(data, 0, many, 0, data.length / block));
      }
    }
  }

  @Test
  void aProgramLoadsItFromTheModulePathAndFromTheClassPath() throws Exception {
    String classes = root(FifteenProvider.class);
    String tests = root(LoadsProvider.class);
    String program = LoadsProvider.class.getName();
    assertEquals(
        "true 32", run("-p", classes, "--add-modules", "org.fifteen", "-cp", tests, program));
    assertEquals("false 32", run("-cp", classes + File.pathSeparator + tests, program));
  }

  /** The folder that a class was loaded from. */
  private static String root(Class<?> type) throws Exception {
    Path file = Path.of(type.getResource(type.getSimpleName() + ".class").toURI());
    int folders = type.getName().split("\\.").length;
    for (int i = 0; i < folders; i++) {
      file = file.getParent();
    }
    return file.toString();
  }

  private static String run(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Arrays.asList(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes()).strip();
    assertEquals(0, process.waitFor(), said);
    return said;
  }
}
