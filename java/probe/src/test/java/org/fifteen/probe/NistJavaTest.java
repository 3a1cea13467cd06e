// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.InvalidKeyException;
import java.util.List;
import java.util.Map;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Engines;
import org.junit.jupiter.api.Test;

/** The NIST/Cryptix API over our engines, and the report's procedure through it. */
class NistJavaTest {
  private static final Catalogue CATALOGUE = new Catalogue(List.of("faulty"));

  private static Map<String, Object> ask(String procedure, String engine, String words)
      throws Exception {
    Request request =
        new Request(
            "published procedure=nist-java-"
                + procedure
                + " engine="
                + engine
                + " seed=1 "
                + words);
    return Published.answer(request, CATALOGUE);
  }

  @Test
  void everyEngineHasTheApiInAClassOfItsOwn() throws ReflectiveOperationException {
    Class<?> last = null;
    for (Entry entry : CATALOGUE.entries(cipher -> true)) {
      if (!entry.library.equals("fifteen")) {
        continue;
      }
      NistApi api = NistApi.of(entry, CATALOGUE);
      Class<?> algorithm = api.makeKey.getDeclaringClass();
      assertNotSame(last, algorithm);
      assertEquals(true, algorithm.getMethod("self_test").invoke(null), entry.id);
      BlockEngine engine = entry.make();
      assertEquals(engine.blockBytes(), algorithm.getMethod("blockSize").invoke(null));
      byte[] key = new byte[entry.keyMax / 8];
      byte[] in = new byte[engine.blockBytes() + 3];
      in[5] = 1;
      byte[] expected = new byte[engine.blockBytes()];
      engine.init(Direction.ENCRYPT, key);
      engine.process(in, 3, expected, 0, 1);
      Object sessionKey = api.makeKey.invoke(null, key);
      assertArrayEquals(expected, (byte[]) api.blockEncrypt.invoke(null, in, 3, sessionKey));
      last = algorithm;
    }
  }

  @Test
  void aKeyOfAnotherSizeIsInvalid() {
    NistApi api = NistApi.of(CATALOGUE.find("java/rijndael/portable"), CATALOGUE);
    InvocationTargetException thrown =
        assertThrows(InvocationTargetException.class, () -> api.makeKey.invoke(null, new byte[15]));
    assertInstanceOf(InvalidKeyException.class, thrown.getCause());
  }

  /** Rijndael as it was handed in, with a class of its own for a session key. */
  public static final class Rijndael_Algorithm {
    private static int calls;

    private Rijndael_Algorithm() {}

    public static BlockEngine[] makeKey(byte[] key) {
      calls++;
      BlockEngine[] both = {AES.make(), AES.make()};
      both[0].init(Direction.ENCRYPT, key);
      both[1].init(Direction.DECRYPT, key);
      return both;
    }

    public static byte[] blockEncrypt(byte[] in, int inOffset, BlockEngine[] key) {
      return crypt(in, inOffset, key[0]);
    }

    public static byte[] blockDecrypt(byte[] in, int inOffset, BlockEngine[] key) {
      return crypt(in, inOffset, key[1]);
    }

    private static byte[] crypt(byte[] in, int inOffset, BlockEngine engine) {
      calls++;
      byte[] out = new byte[16];
      engine.process(in, inOffset, out, 0, 1);
      return out;
    }
  }

  private static final Engines.Engine AES = Engines.find("rijndael", "portable");

  @Test
  void aClassWithTheApiIsCalledItself() throws Exception {
    String type = Rijndael_Algorithm.class.getName();
    Catalogue catalogue = new Catalogue(List.of("nist:" + type + "=rijndael@1998"));
    String line = "published procedure=nist-java-decrypt engine=java/1998/rijndael seed=1";
    Request request = new Request(line + " key_bits=256 operations=999");
    Rijndael_Algorithm.calls = 0;
    assertEquals(999, Published.answer(request, catalogue).get("calls"));
    assertTrue(Rijndael_Algorithm.calls >= 999);
    Entry entry = catalogue.find("java/1998/rijndael");
    Method called = NistApi.of(entry, catalogue).blockDecrypt;
    assertEquals(Rijndael_Algorithm.class, called.getDeclaringClass());
  }

  @Test
  void asManyOperationsAsAsked() throws Exception {
    for (String procedure : List.of("keysetup", "encrypt", "decrypt")) {
      Map<String, Object> answer =
          ask(procedure, "java/rc6/portable", "key_bits=192 operations=777 seconds=60");
      assertEquals(777, answer.get("calls"));
      assertEquals(procedure.equals("keysetup") ? 0L : 777L * 16, answer.get("bytes"));
      assertEquals(1, ((List<?>) answer.get("values")).size());
    }
  }

  @Test
  void fewerWhereAllWouldTakeTooLong() throws Exception {
    String engine = "java/faulty/null/sleeps-1ms"; // 50 000 would take 50 s at least
    Map<String, Object> answer = ask("encrypt", engine, "key_bits=128 seconds=1");
    int calls = (int) answer.get("calls");
    assertTrue(calls > 1 && calls <= 1024, "" + calls);
    assertTrue((long) ((List<?>) answer.get("values")).get(0) >= calls * 1_000_000L);
  }

  @Test
  void aBlockAllocatesItsNewArrayAtLeast() throws Exception {
    List<?> values = (List<?>) ask("heap", "java/null/portable", "key_bits=128").get("values");
    assertEquals(2, values.size());
    assertTrue(values.stream().allMatch(bytes -> (long) bytes >= 16), values.toString());
  }

  @Test
  void oneWrongCallIsFound() throws Exception {
    for (String fault : List.of("wrong-later", "wrong-seldom")) {
      String engine = "java/faulty/rijndael/" + fault;
      Refusal refusal =
          assertThrows(Refusal.class, () -> ask("decrypt", engine, "key_bits=128 seconds=60"));
      assertTrue(refusal.getMessage().startsWith("the last output"), refusal.getMessage());
    }
  }
}
