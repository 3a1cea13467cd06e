// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The main of a fresh JVM ({@link FreshJvm}): does one thing with one engine, and tells the parent
 * what came of it in a file, as standard output is the engine's. There is no lambda and no joined
 * string on the way to what is measured: whoever comes first pays for their machinery, some tens of
 * milliseconds.
 */
abstract class FreshMain {
  private final StringBuilder told = new StringBuilder();
  private String[] args;

  abstract void run(Request request) throws Exception;

  /** An engine to be used for the first time; at each call another. */
  final Steps steps() throws ReflectiveOperationException {
    return steps(Arrays.asList(args).subList(2, args.length));
  }

  /**
   * @param words the class of the steps, then what it is made with
   */
  static Steps steps(List<String> words) throws ReflectiveOperationException {
    Object rest = words.subList(1, words.size()).toArray(new String[0]);
    return (Steps)
        Class.forName(words.get(0)).getDeclaredConstructor(String[].class).newInstance(rest);
  }

  final void tell(String name, Object value) {
    told.append(name).append('=').append(value).append('\n');
  }

  /**
   * @param args the answer's file, the request, then the words of {@link #steps}
   */
  final void serve(String[] args) {
    this.args = args;
    try {
      run(new Request(args[1]));
    } catch (Throwable problem) {
      told.setLength(0);
      tell("error", Refusal.inOneLine(problem));
    }
    try (FileOutputStream out = new FileOutputStream(args[0])) {
      out.write(told.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      System.err.println(e.getMessage());
    }
    Runtime.getRuntime().halt(0); // threads that a provider left behind keep nobody waiting
  }
}
