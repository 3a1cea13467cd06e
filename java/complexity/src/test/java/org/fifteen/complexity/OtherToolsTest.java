// SPDX-License-Identifier: Apache-2.0
package org.fifteen.complexity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreeScanner;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sourceforge.pmd.PMDConfiguration;
import net.sourceforge.pmd.PmdAnalysis;
import net.sourceforge.pmd.lang.rule.RuleSetLoader;
import net.sourceforge.pmd.reporting.RuleViolation;
import org.fifteen.engine.Engines;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.internal.flow.ClassProbesAdapter;
import org.jacoco.core.internal.flow.ClassProbesVisitor;
import org.jacoco.core.internal.flow.MethodProbesVisitor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/**
 * Our engines beside what PMD and JaCoCo count of them. Where they differ from {@link
 * #mccabe(Method)} it is by the rules computed here, and by no more.
 */
class OtherToolsTest {
  private static final Path ENGINES = Path.of("../fifteen/src/main/java/org/fifteen/engine");
  private static final List<Method> METHODS = new ArrayList<>();
  private static final Map<Method, Differences> DIFFERENCES = new HashMap<>();

  /** What one or the other tool counts, and we don't. */
  private static final class Differences extends TreeScanner<Void, Boolean> {
    private int thrown;
    private int untested; // loops
    private int values; // of boolean operators, neither tested nor an operand of && || !

    @Override
    public Void visitThrow(ThrowTree tree, Boolean tested) {
      thrown++;
      return super.visitThrow(tree, false);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Boolean tested) {
      return super.visitMethodInvocation(tree, false);
    }

    @Override
    public Void visitIf(IfTree tree, Boolean tested) {
      scan(tree.getCondition(), true);
      scan(tree.getThenStatement(), false);
      return scan(tree.getElseStatement(), false);
    }

    @Override
    public Void visitWhileLoop(WhileLoopTree tree, Boolean tested) {
      scan(tree.getCondition(), true);
      return scan(tree.getStatement(), false);
    }

    @Override
    public Void visitDoWhileLoop(DoWhileLoopTree tree, Boolean tested) {
      scan(tree.getCondition(), true);
      return scan(tree.getStatement(), false);
    }

    @Override
    public Void visitForLoop(ForLoopTree tree, Boolean tested) {
      untested += tree.getCondition() == null ? 1 : 0;
      scan(tree.getCondition(), true);
      scan(tree.getInitializer(), false);
      scan(tree.getUpdate(), false);
      return scan(tree.getStatement(), false);
    }

    @Override
    public Void visitConditionalExpression(ConditionalExpressionTree tree, Boolean tested) {
      scan(tree.getCondition(), true);
      scan(tree.getTrueExpression(), false);
      return scan(tree.getFalseExpression(), false);
    }

    @Override
    public Void visitParenthesized(ParenthesizedTree tree, Boolean tested) {
      return scan(tree.getExpression(), tested);
    }

    @Override
    public Void visitUnary(UnaryTree tree, Boolean tested) {
      boolean not = tree.getKind() == Tree.Kind.LOGICAL_COMPLEMENT;
      values += not && !tested ? 1 : 0;
      return scan(tree.getExpression(), not);
    }

    @Override
    public Void visitBinary(BinaryTree tree, Boolean tested) {
      boolean joins = false;
      switch (tree.getKind()) {
        case CONDITIONAL_AND, CONDITIONAL_OR:
          joins = true;
          values += tested ? 0 : 1;
          break;
        case EQUAL_TO, NOT_EQUAL_TO, LESS_THAN, LESS_THAN_EQUAL, GREATER_THAN, GREATER_THAN_EQUAL:
          values += tested ? 0 : 1;
          break;
        default:
      }
      scan(tree.getLeftOperand(), joins);
      return scan(tree.getRightOperand(), joins);
    }

    @Override
    public Void visitLambdaExpression(LambdaExpressionTree another, Boolean tested) {
      return null;
    }
  }

  /** Decisions, loops, {@code case} labels, {@code && || ?:} and one more (McCabe 1976). */
  private static int mccabe(Method m) {
    return 1 + m.decisions + m.labels - m.defaults + m.conditions;
  }

  @BeforeAll
  static void count() throws IOException {
    new Sources(OtherToolsTest::count, (file, why) -> {}).read(ENGINES);
    assertTrue(METHODS.size() > 300);
  }

  private static void count(String file, String text) {
    try {
      for (Method method : new Parser().parse(file, text).methods) {
        if (!method.method.endsWith(" lambda")) { // the tools know them by other names, or not
          METHODS.add(method);
          Differences differences = new Differences();
          differences.scan(method.body, false);
          DIFFERENCES.put(method, differences);
        }
      }
    } catch (Parser.SyntaxError e) {
      throw new IllegalArgumentException(file, e);
    }
  }

  /** PMD counts {@code throw} and {@code catch} besides, and does not look at initialisers. */
  @Test
  void pmdsCyclomaticComplexity() {
    Map<String, Integer> expected = new TreeMap<>();
    for (Method m : METHODS) {
      if (!m.initialiser) {
        int complexity = mccabe(m) + m.catches + DIFFERENCES.get(m).thrown;
        expected.put(inFile(m.file, m.method.replaceAll("^[^(]*\\.", "")), complexity);
      }
    }
    Map<String, Integer> found = new TreeMap<>();
    Pattern said = Pattern.compile("The \\w+ '(.*)' has a cyclomatic complexity of (\\d+)\\.");
    for (RuleViolation violation : pmd()) {
      Matcher words = said.matcher(violation.getDescription());
      assertTrue(words.matches(), violation.getDescription());
      String method = inFile(violation.getFileId().getFileName(), words.group(1));
      found.put(method, Integer.valueOf(words.group(2)));
    }
    found.keySet().retainAll(expected.keySet()); // it reports methods without a body too
    assertEquals(expected, found);
  }

  private static String inFile(String file, String method) {
    return Path.of(file).getFileName() + ": " + method.replaceAll("<[^)]*>", "");
  }

  private static Iterable<RuleViolation> pmd() {
    PMDConfiguration configuration = new PMDConfiguration();
    configuration.setIgnoreIncrementalAnalysis(true);
    configuration.addInputPath(ENGINES);
    try (PmdAnalysis analysis = PmdAnalysis.create(configuration)) {
      analysis.addRuleSet(
          RuleSetLoader.fromPmdConfig(configuration)
              .loadFromString(
                  "rules.xml",
                  "<ruleset name='all' xmlns='http://pmd.sourceforge.net/ruleset/2.0.0'>"
                      + "<description>Every method.</description>"
                      + "<rule ref='category/java/design.xml/CyclomaticComplexity'><properties>"
                      + "<property name='methodReportLevel' value='1'/>"
                      + "<property name='classReportLevel' value='100000'/>"
                      + "</properties></rule></ruleset>"));
      return analysis.performAnalysisAndCollectReport().getViolations();
    }
  }

  /**
   * JaCoCo counts jumps: none for a loop without a test, one more where the value of a boolean
   * operator is made.
   */
  @Test
  void jacocosComplexity() throws IOException, URISyntaxException {
    Map<String, List<Integer>> expected = new TreeMap<>();
    for (Method m : METHODS) {
      Differences differences = DIFFERENCES.get(m);
      if (!isEmptyConstructor(m)) {
        add(expected, name(m), mccabe(m) - differences.untested + differences.values);
      }
    }
    Map<String, List<Integer>> found = new TreeMap<>();
    for (IClassCoverage type : analysed()) {
      for (IMethodCoverage method : type.getMethods()) {
        add(found, name(type, method), method.getComplexityCounter().getTotalCount());
      }
    }
    found.keySet().retainAll(expected.keySet()); // what the compiler makes has no source
    assertEquals(expected, found);
  }

  private static void add(Map<String, List<Integer>> all, String name, int value) {
    List<Integer> values = all.computeIfAbsent(name, unused -> new ArrayList<>());
    values.add(value);
    Collections.sort(values);
  }

  /** JaCoCo leaves out the constructors of classes that no one makes. */
  private static boolean isEmptyConstructor(Method m) {
    boolean empty = ((BlockTree) m.body).getStatements().isEmpty();
    return empty && m.method.matches("(\\w+\\.)*[A-Z]\\w*\\(\\)");
  }

  /** A method by its name and how many parameters it has: bytecode knows other types of them. */
  private static String name(Method m) {
    String plain = m.method.replaceAll("<[^)]*>", "");
    long commas = plain.chars().filter(c -> c == ',').count();
    return plain.replaceAll("\\(.*", "")
        + "/"
        + (plain.contains("()") || m.initialiser ? 0 : commas + 1);
  }

  private static String name(IClassCoverage type, IMethodCoverage method) {
    String in = type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
    Map<String, String> ours = Map.of("<clinit>", in + ".static {}", "<init>", in);
    String name = ours.getOrDefault(method.getName(), in + "." + method.getName());
    return name + "/" + Type.getArgumentTypes(method.getDesc()).length;
  }

  /** Without the classes that are for newer JVMs. */
  private static Collection<IClassCoverage> analysed() throws IOException, URISyntaxException {
    URL classes = Engines.class.getProtectionDomain().getCodeSource().getLocation();
    CoverageBuilder counted = new CoverageBuilder();
    new Analyzer(new ExecutionDataStore(), counted).analyzeAll(new File(classes.toURI()));
    String ours = Engines.class.getPackageName().replace('.', '/');
    return counted.getClasses().stream()
        .filter(t -> t.getPackageName().equals(ours))
        .filter(t -> Engines.class.getResource("/" + t.getName() + ".class") != null)
        .toList();
  }

  /** The least number of probes for segments is no more than what JaCoCo makes do with. */
  @Test
  void jacocosProbesAreNoFewer() throws IOException, URISyntaxException {
    Map<String, Integer> theirs = new TreeMap<>();
    for (IClassCoverage type : analysed()) {
      String file = "/" + type.getName() + ".class";
      try (InputStream bytes = Engines.class.getResourceAsStream(file)) {
        theirs.merge(type.getName().replaceAll(".*/|\\$.*", ""), probes(bytes), Integer::sum);
      }
    }
    Map<String, Integer> ours = new TreeMap<>();
    for (Method m : METHODS) {
      ours.merge(m.within.replaceAll(".*\\.", ""), m.segments, Integer::sum);
    }
    ours.forEach((type, least) -> assertTrue(least <= theirs.get(type), type));
  }

  private static int probes(InputStream type) throws IOException {
    int[] total = new int[1];
    ClassProbesVisitor counter =
        new ClassProbesVisitor() {
          @Override
          public MethodProbesVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodProbesVisitor() {};
          }

          @Override
          public void visitTotalProbeCount(int count) {
            total[0] = count;
          }
        };
    new ClassReader(type).accept(new ClassProbesAdapter(counter, false), 0);
    return total[0];
  }
}
