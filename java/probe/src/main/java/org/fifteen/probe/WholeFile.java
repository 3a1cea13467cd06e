// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fifteen.engine.Direction;

/**
 * The procedure {@code whole-file}: all that an application does, as in Damjanović and Simić,
 * "Comparative Implementation Analysis of AES Algorithm" (2011): initialise, read, process and
 * write, in a fresh JVM and a folder of its own. {@code passes=} times in a loop: the paper's first
 * series is the first of them, its Code 1 all.
 */
final class WholeFile extends FreshMain {
  private static final String IN = "in";
  private static final String OUT = "out";

  public static void main(String[] args) {
    new WholeFile().serve(args);
  }

  @Override
  void run(Request request) throws Exception {
    Direction direction = Crypt.direction(request.word("direction"));
    byte[] key = request.bytes("key");
    Path folder = Path.of(new String(request.bytes("folder"), StandardCharsets.UTF_8));
    int chunk = request.number("chunk", 1);
    int passes = request.number("passes", 1);
    for (int pass = 1; pass <= passes; pass++) {
      Path from = folder.resolve(IN);
      Path to = folder.resolve(OUT + pass);
      long start = System.nanoTime();
      Steps steps = steps();
      steps.load();
      steps.prepare();
      steps.make();
      steps.init(direction, key);
      process(steps, from, to, chunk);
      tell("pass" + pass, System.nanoTime() - start);
    }
  }

  private static void process(Steps steps, Path from, Path to, int chunk) throws Exception {
    try (InputStream in = Files.newInputStream(from);
        OutputStream out = Files.newOutputStream(to)) {
      for (byte[] part = in.readNBytes(chunk); part.length > 0; part = in.readNBytes(chunk)) {
        byte[] made = new byte[part.length];
        steps.process(part, made);
        out.write(made);
      }
    }
  }

  // ---- In the probe ----

  static Map<String, Object> answer(Request request, Catalogue catalogue)
      throws IOException, InterruptedException {
    request.only("procedure engine key_bits direction bytes chunk passes seed");
    int passes = request.number("passes", 1, 1);
    Sample sample = new Sample(request, catalogue, -request.number("bytes", 1));
    Path folder = Files.createTempDirectory("fifteen");
    try {
      Files.write(folder.resolve(IN), sample.data);
      List<Long> values = new ArrayList<>();
      FreshJvm jvm =
          FreshJvm.run(
              WholeFile.class, List.of(), words(request, sample, folder, passes), sample.steps);
      Direction direction = Crypt.direction(request.word("direction"));
      for (int pass = 1; pass <= passes; pass++) {
        sample.check("pass " + pass, direction, Files.readAllBytes(folder.resolve(OUT + pass)));
        values.add(jvm.number("pass" + pass));
      }
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("values", values);
      answer.put("unit", "ns");
      answer.put("calls", 1);
      answer.put("bytes", sample.data.length);
      return answer;
    } finally {
      remove(folder, passes);
    }
  }

  private static String words(Request request, Sample sample, Path folder, int passes) {
    return String.format(
        "%s folder=%s direction=%s chunk=%s passes=%d",
        sample.words(),
        Hex.encode(folder.toString().getBytes(StandardCharsets.UTF_8)),
        request.word("direction"),
        request.word("chunk"),
        passes);
  }

  private static void remove(Path folder, int passes) throws IOException {
    Files.deleteIfExists(folder.resolve(IN));
    for (int pass = 1; pass <= passes; pass++) {
      Files.deleteIfExists(folder.resolve(OUT + pass));
    }
    Files.deleteIfExists(folder);
  }
}
