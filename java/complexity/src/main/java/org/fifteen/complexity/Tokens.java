// SPDX-License-Identifier: Apache-2.0
package org.fifteen.complexity;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;

/** The tokens of Java source: what is neither blank nor comment (JLS chapter 3). */
final class Tokens {
  enum Kind {
    COMMENT,
    LITERAL,
    NAME,
    KEYWORD,
    SYMBOL
  }

  /** A token and where it begins and ends, in characters. */
  record Token(Kind kind, String text, int start, int end) {}

  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<comment>/\\*(?s:.*?)\\*/|//[^\\r\\n]*+)"
              + "|(?<literal>\"\"\"(?s:.*?[^\\\\])??\"\"\""
              + "|\"[^\"\\\\\\r\\n]*+(?:\\\\.[^\"\\\\\\r\\n]*+)*+\""
              + "|'[^'\\\\\\r\\n]*+(?:\\\\.[^'\\\\\\r\\n]*+)*+'"
              + "|0[xX][\\p{XDigit}_.]++(?:[pP][+-]?\\d++)?+[lLfFdD]?+"
              + "|\\.?\\d(?:[eE][+-]?\\d|[\\w.])*+)"
              + "|(?<name>\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*+)"
              + "|>>>=|<<=|>>=|>>>|\\.\\.\\.|->|::|\\+\\+|--|&&|\\|\\||==|!=|<=|>="
              + "|\\+=|-=|\\*=|/=|&=|\\|=|\\^=|%=|<<|>>|\\S");

  private Tokens() {}

  static List<Token> of(String source) {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(source);
    while (matcher.find()) {
      Kind kind = kind(matcher);
      if (kind != Kind.COMMENT) {
        MatchResult found = matcher.toMatchResult();
        tokens.add(new Token(kind, found.group(), found.start(), found.end()));
      }
    }
    return tokens;
  }

  private static Kind kind(Matcher matcher) {
    if (matcher.group("comment") != null) {
      return Kind.COMMENT;
    }
    String name = matcher.group("name");
    if (matcher.group("literal") != null || name != null && LITERALS.contains(name)) {
      return Kind.LITERAL;
    }
    if (name == null) {
      return Kind.SYMBOL;
    }
    return SourceVersion.isKeyword(name) ? Kind.KEYWORD : Kind.NAME;
  }

  private static final List<String> LITERALS = List.of("true", "false", "null");
}
