// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.fifteen.engine.Direction;
import org.junit.jupiter.api.Test;

/** A file from disk to disk in a JVM of its own: a provider's, ours, and one that is wrong. */
class WholeFileTest {
  private static final Catalogue CATALOGUE = new Catalogue(List.of("jce:SunJCE", "faulty"));

  private static Map<String, Object> ask(String engine, String words) throws Exception {
    String request = "published procedure=whole-file seed=1 key_bits=128 engine=";
    return Published.answer(new Request(request + engine + " " + words), CATALOGUE);
  }

  @Test
  @SuppressWarnings("unchecked")
  void aPassIsAWholeFile() throws Exception {
    String words = " bytes=40960 chunk=8192 passes=3";
    for (String engine : List.of("java/SunJCE/rijndael", "java/rijndael/ttable")) {
      for (String direction : List.of("encrypt", "decrypt")) {
        Map<String, Object> answer = ask(engine, "direction=" + direction + words);
        List<Long> values = (List<Long>) answer.get("values");
        assertEquals(3, values.size());
        assertTrue(values.stream().allMatch(value -> value > 0));
        assertEquals(40960, answer.get("bytes"));
      }
    }
  }

  @Test
  void theLastChunkMayBeShorter() throws Exception {
    assertEquals(
        48, ask("java/SunJCE/rijndael", "direction=encrypt bytes=48 chunk=32").get("bytes"));
  }

  @Test
  void aWrongFileIsFound() {
    Request request = new Request("sample engine=java/rijndael/ttable key_bits=128 seed=1");
    Sample sample = new Sample(request, CATALOGUE, 2);
    Refusal refusal =
        assertThrows(
            Refusal.class, () -> sample.check("pass 1", Direction.DECRYPT, sample.data.clone()));
    assertTrue(refusal.getMessage().startsWith("pass 1: wrong in block 0 of 2: decrypt"));
  }

  @Test
  void whatHasNoStepsIsRefused() {
    String words = "direction=encrypt bytes=32 chunk=16";
    assertThrows(Refusal.class, () -> ask("java/faulty/rijndael/wrong-later", words));
  }
}
