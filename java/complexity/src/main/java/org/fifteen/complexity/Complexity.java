// SPDX-License-Identifier: Apache-2.0
package org.fifteen.complexity;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.fifteen.engine.Engines;

/**
 * Counts the complexity of Java sources: {@code java -jar complexity.jar (--engines | PATH...)}.
 * Writes a JSON object a line: of each {@code class}, each {@code method}, each source {@code
 * refused} with the reason, or of each {@code engine} of ours and its class.
 */
public final class Complexity {
  private static final long STACK_BYTES = 1L << 29; // parsers recurse as deeply as sources nest

  private final Gson gson = new GsonBuilder().disableHtmlEscaping().create();
  private final PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);

  private Complexity() {}

  public static void main(String[] args) throws InterruptedException {
    if (ModuleLayer.boot().findModule("jdk.compiler").isEmpty()) {
      System.err.printf(
          "Java %s at %s has no compiler: complexity needs a full JDK, 17 or newer%n",
          System.getProperty("java.version"), System.getProperty("java.home"));
      System.exit(2);
    }
    Thread work = new Thread(null, () -> new Complexity().run(args), "complexity", STACK_BYTES);
    work.setUncaughtExceptionHandler(
        (thread, problem) -> {
          System.err.println(problem);
          System.exit(1);
        });
    work.start();
    work.join();
  }

  private void run(String[] args) {
    try {
      for (String arg : args) {
        if (arg.equals("--engines")) {
          Engines.ALL.forEach(this::engine);
        } else {
          new Sources(this::source, (file, why) -> refused(file, 0, why)).read(Path.of(arg));
        }
      }
      out.flush();
    } catch (IOException | UncheckedIOException e) {
      System.err.println("cannot read " + e.getMessage());
      System.exit(2);
    }
  }

  private void engine(Engines.Engine engine) {
    String id = String.join("/", "java", engine.cipher, engine.name);
    String type = engine.make().getClass().getName();
    write(Map.of("kind", "engine", "engine", id, "cipher", engine.cipher, "name", type));
  }

  private void source(String file, String text) {
    try {
      Unit unit = new Parser().parse(file, text);
      unit.types.forEach(this::write);
      unit.methods.forEach(this::write);
    } catch (Parser.SyntaxError e) {
      refused(file, e.line, "no Java: " + e.getMessage());
    } catch (StackOverflowError e) {
      refused(file, 0, "nested too deeply to be read");
    }
  }

  private void refused(String file, long line, String reason) {
    write(Map.of("kind", "refused", "file", file, "line", line, "reason", reason));
  }

  private void write(Object record) {
    out.println(gson.toJson(record));
  }
}
