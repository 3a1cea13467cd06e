// SPDX-License-Identifier: Apache-2.0
package org.fifteen.complexity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every number on methods small enough to count by hand. */
class MethodTest {
  private static Unit unit(String source) throws Parser.SyntaxError {
    return new Parser().parse("Source.java", source);
  }

  private static Method method(String body) throws Parser.SyntaxError {
    return unit("class C { void m() {" + body + "} }").methods.get(0);
  }

  /** The examples of docs/complexity.md: code, and the least probes for J0, J1 and J1+. */
  static List<Arguments> examples() throws IOException {
    Pattern row = Pattern.compile("\\| `(.*)` \\| (\\d) \\| (\\d) \\| (\\d) \\|");
    return Files.readAllLines(Path.of("../../docs/complexity.md")).stream()
        .map(row::matcher)
        .filter(Matcher::matches)
        .map(found -> Arguments.of(found.group(1), numbers(found)))
        .toList();
  }

  private static List<Integer> numbers(MatchResult found) {
    return Stream.of(2, 3, 4).map(found::group).map(Integer::valueOf).toList();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void probes(String body, List<Integer> expected) throws Parser.SyntaxError {
    Method method = method(body);
    assertEquals(expected, List.of(method.blocks, method.segments, method.allSegments));
  }

  @Test
  void anEmptyMethodNeedsAProbe() throws Parser.SyntaxError {
    probes("", List.of(1, 1, 1));
  }

  @Test
  void counts() throws Parser.SyntaxError {
    Method method =
        method(
            "if (a && b || c) f(); else if (d) g();\n"
                + "do { while (a) f(); for (;;) { for (int x : y) f(x ? 1 : 2); } } while (b);\n"
                + "switch (x) { case 1: case 2: break; default: }\n"
                + "int z = switch (x) { case 1, 2 -> 3; default -> 4; };\n"
                + "try { f(); } catch (E e) { } finally { }\n"
                + "run(() -> a ? b : c); run(() -> { if (a) f(); });");
    assertEquals(6, method.decisions); // that of the lambda with a body is another method's
    assertEquals(2, method.switches);
    assertEquals(6, method.labels);
    assertEquals(2, method.defaults);
    assertEquals(1, method.catches);
    assertEquals(3, method.conditions); // nor is what a lambda evaluates
    assertEquals(6, method.lines);
  }

  @Test
  void whatAMethodIs() throws Parser.SyntaxError {
    Unit unit =
        unit(
            "package p; abstract class C { static { f(); } { g(); } C(int a) { } abstract void m();\n"
                + "  /** Not counted. */\n"
                + "  @Deprecated\n"
                + "  void n(int[] a, String b) {\n"
                + "\n"
                + "    Object o = new Object() { void p() { q(() -> { f(); }); } };\n"
                + "  }\n"
                + "  enum E { A { int r() { return 1; } } }\n"
                + "  record R(int a) { R { f(); } }\n"
                + "  Runnable r = () -> f(); F g = x -> switch (x) { default -> 1; }; }\n"
                + "interface I { default void d() { } void e(); }");
    assertEquals(
        List.of(
            "C.static {}",
            "C.{}",
            "C(int)",
            "C.n(int[], String)",
            "C.new.p()",
            "C.new lambda",
            "C.E.new.r()",
            "C.R(int)",
            "C lambda",
            "I.d()"),
        unit.methods.stream().map(m -> m.method).toList());
    assertEquals(
        List.of(2L, 8L), List.of(initialisers(unit), unit.methods.size() - initialisers(unit)));
    Method n = unit.methods.get(3);
    assertEquals(List.of(3, 5), List.of(n.line, n.lines));
    assertEquals(List.of("p.C", "p.I"), unit.types.stream().map(t -> t.name).toList());
  }

  private static long initialisers(Unit unit) {
    return unit.methods.stream().filter(m -> m.initialiser).count();
  }

  @Test
  void operatorsAndOperands() throws Parser.SyntaxError {
    Unit.Type type =
        unit("class C { int x = f(x >>> 0x1e+2) + \"a /* \\\"b\".length(); // y\n}").types.get(0);
    assertEquals(
        "{(=2, +=2, .=1, ;=1, ==1, >>>=1, class=1, f=1, int=1, length=1, {=1}",
        type.operators.toString());
    assertEquals("{\"a /* \\\"b\"=1, 0x1e=1, 2=1, C=1, x=2}", type.operands.toString());
  }

  @Test
  void theJavaOf1998() throws Parser.SyntaxError {
    String old = "class C { int assert; void m(java.util.Enumeration enum) { int _ = enum.a; } }";
    assertEquals(1, unit(old).methods.size());
    Parser.SyntaxError error =
        assertThrows(Parser.SyntaxError.class, () -> unit("class C {\n void enum( }"));
    assertEquals(2, error.line);
  }
}
