// SPDX-License-Identifier: Apache-2.0
package org.fifteen.complexity;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Parses with javac's own parser, and no further: what a source refers to need not be there. */
final class Parser {
  /** A source that is no Java: the first thing that the compiler says of it. */
  static final class SyntaxError extends Exception {
    private static final long serialVersionUID = 1;
    final long line;

    private SyntaxError(Diagnostic<?> first) {
      super(first.getMessage(Locale.ROOT).lines().findFirst().orElse(""));
      line = first.getLineNumber();
    }
  }

  /** Names in 1998, words of the language since. */
  private static final Pattern LATER_WORDS = Pattern.compile("\\b(assert|enum|_)\\b");

  private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

  /**
   * The classes and methods of a source, today's Java or that of JDK 1.1.
   *
   * @throws SyntaxError if it is neither
   */
  Unit parse(String file, String source) throws SyntaxError {
    try {
      return parsed(file, source);
    } catch (SyntaxError error) {
      String old = LATER_WORDS.matcher(source).replaceAll("$1_");
      if (old.equals(source)) {
        throw error;
      }
      try {
        return parsed(file, old);
      } catch (SyntaxError ofOld) {
        throw error;
      }
    }
  }

  private Unit parsed(String file, String source) throws SyntaxError {
    DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
    List<String> options = List.of("-proc:none", "-Xlint:none");
    JavacTask task =
        (JavacTask) compiler.getTask(null, null, said, options, null, List.of(new Text(source)));
    CompilationUnitTree tree;
    try {
      tree = task.parse().iterator().next();
    } catch (IOException e) {
      throw new IllegalStateException(e); // it reads a string
    }
    for (Diagnostic<?> one : said.getDiagnostics()) {
      if (one.getKind() == Diagnostic.Kind.ERROR) {
        throw new SyntaxError(one);
      }
    }
    return new Unit(file, source, tree, Trees.instance(task).getSourcePositions());
  }

  private static final class Text extends SimpleJavaFileObject {
    private final String source;

    private Text(String source) {
      super(URI.create("string:///Source.java"), Kind.SOURCE);
      this.source = source;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return source;
    }
  }
}
