// SPDX-License-Identifier: Apache-2.0
package org.fifteen.complexity;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EmptyStatementTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.SimpleTreeVisitor;
import com.sun.source.util.TreeScanner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Builds the control-flow graph of a method from its statements. Each visit is given the node that
 * control comes from and returns the one from which it goes on; what follows a jump goes on from a
 * join that no arc leads to.
 *
 * <p>What decides is a statement: {@code && || ?:} lie within a node. An exception is seen where
 * the source throws or catches it: a {@code try} with {@code catch} decides once, where it begins,
 * whether its body runs or a handler is sought.
 */
final class Flow extends SimpleTreeVisitor<Integer, Integer> {
  /** What a jump leaves or goes to, innermost first. */
  private record Scope(Kind kind, Set<String> labels, int end, int again) {
    enum Kind {
      LOOP, // end: behind it; again: where continue goes
      SWITCH, // end: behind it
      LABEL, // of a statement that is neither; end: behind it
      VALUE, // a switch expression; end: where yield goes
      CATCH, // again: where a handler is sought
      FINALLY // again: where it begins; end: its end
    }
  }

  private final Graph graph = new Graph();
  private final Deque<Scope> scopes = new ArrayDeque<>();
  private final boolean turnsApart;
  private Set<String> labels = Set.of(); // of the statement that comes next

  private Flow(boolean turnsApart) {
    this.turnsApart = turnsApart;
  }

  /**
   * The graph of a body over basic blocks.
   *
   * @param turnsApart whether a loop's test before its first turn and that after a turn are two
   *     nodes, so that no turn, a first and a further one are arcs of their own
   */
  static Graph of(Tree body, boolean turnsApart) {
    Flow flow = new Flow(turnsApart);
    flow.graph.arc(flow.statement(body, flow.join(Graph.ENTRY)), Graph.EXIT);
    return flow.graph.ofBlocks();
  }

  // ---- Nodes ----

  private int node(int from) {
    int node = graph.node();
    graph.arc(from, node);
    return node;
  }

  private int join(int... from) {
    int join = graph.join();
    for (int node : from) {
      graph.arc(node, join);
    }
    return join;
  }

  private int statement(Tree tree, int from) {
    return tree == null ? from : visit(tree, from);
  }

  private int statements(List<? extends Tree> trees, int from) {
    int at = from;
    for (Tree tree : trees) {
      at = statement(tree, at);
    }
    return at;
  }

  /** The node of what has no control flow but that of the switch expressions in it. */
  private int plain(Tree tree, int from) {
    List<SwitchExpressionTree> inside = new ArrayList<>();
    new TreeScanner<Void, Void>() {
      @Override
      public Void visitSwitchExpression(SwitchExpressionTree found, Void unused) {
        inside.add(found);
        return null;
      }

      @Override
      public Void visitLambdaExpression(LambdaExpressionTree another, Void unused) {
        return null;
      }

      @Override
      public Void visitClass(ClassTree another, Void unused) {
        return null;
      }
    }.scan(tree, null);
    int at = from;
    for (SwitchExpressionTree found : inside) {
      at = switchExpression(found, at);
    }
    return node(at);
  }

  @Override
  protected Integer defaultAction(Tree tree, Integer from) {
    return plain(tree, from);
  }

  @Override
  public Integer visitBlock(BlockTree block, Integer from) {
    return statements(block.getStatements(), from);
  }

  @Override
  public Integer visitSynchronized(SynchronizedTree tree, Integer from) {
    return statement(tree.getBlock(), plain(tree.getExpression(), from));
  }

  @Override
  public Integer visitEmptyStatement(EmptyStatementTree none, Integer from) {
    return from;
  }

  @Override
  public Integer visitClass(ClassTree another, Integer from) {
    return from;
  }

  // ---- Decisions and loops ----

  @Override
  public Integer visitIf(IfTree tree, Integer from) {
    int test = plain(tree.getCondition(), from);
    int then = statement(tree.getThenStatement(), join(test));
    return join(then, statement(tree.getElseStatement(), join(test)));
  }

  @Override
  public Integer visitWhileLoop(WhileLoopTree tree, Integer from) {
    return loop(tree.getCondition(), tree.getStatement(), List.of(), from);
  }

  @Override
  public Integer visitForLoop(ForLoopTree tree, Integer from) {
    Set<String> own = takeLabels();
    int begun = statements(tree.getInitializer(), from);
    labels = own;
    return loop(tree.getCondition(), tree.getStatement(), tree.getUpdate(), begun);
  }

  @Override
  public Integer visitEnhancedForLoop(EnhancedForLoopTree tree, Integer from) {
    return loop(tree.getExpression(), tree.getStatement(), List.of(), from);
  }

  /** A loop that tests first; without a condition, or with {@code true}, it ends by a jump only. */
  private int loop(Tree condition, StatementTree body, List<? extends Tree> update, int from) {
    int testing = join(from);
    int test = plain(condition, testing);
    int begin = join(test);
    int turned = join();
    int end = join();
    Scope scope = new Scope(Scope.Kind.LOOP, takeLabels(), end, turned);
    int updated = statements(update, turned);
    int last = test;
    if (turnsApart) {
      last = plain(condition, updated);
      graph.arc(last, begin);
    } else {
      graph.arc(updated, testing);
    }
    if (!always(condition)) {
      graph.arc(test, end);
      if (last != test) {
        graph.arc(last, end);
      }
    }
    graph.arc(within(scope, body, begin), turned);
    return end;
  }

  @Override
  public Integer visitDoWhileLoop(DoWhileLoopTree tree, Integer from) {
    int begin = join(from);
    int testing = join();
    int end = join();
    Scope scope = new Scope(Scope.Kind.LOOP, takeLabels(), end, testing);
    graph.arc(within(scope, tree.getStatement(), begin), testing);
    int test = plain(tree.getCondition(), testing);
    graph.arc(test, begin);
    if (!always(tree.getCondition())) {
      graph.arc(test, end);
    }
    return end;
  }

  private static boolean always(Tree condition) {
    Tree bare = condition;
    while (bare instanceof ParenthesizedTree inside) {
      bare = inside.getExpression();
    }
    return bare == null || bare.toString().equals("true");
  }

  @Override
  public Integer visitSwitch(SwitchTree tree, Integer from) {
    Scope scope = new Scope(Scope.Kind.SWITCH, takeLabels(), join(), -1);
    int chosen = plain(tree.getExpression(), from);
    cases(scope, tree.getCases(), chosen);
    if (tree.getCases().stream().noneMatch(Flow::isDefault)) {
      graph.arc(chosen, scope.end);
    }
    return scope.end;
  }

  private int switchExpression(SwitchExpressionTree tree, int from) {
    Scope scope = new Scope(Scope.Kind.VALUE, Set.of(), join(), -1);
    cases(scope, tree.getCases(), plain(tree.getExpression(), from));
    return scope.end;
  }

  private void cases(Scope scope, List<? extends CaseTree> cases, int chosen) {
    int at = join();
    for (CaseTree one : cases) {
      int begin = join(at);
      for (int label = 0; label < labels(one); label++) {
        graph.arc(chosen, begin);
      }
      if (one.getStatements() != null) {
        at = within(scope, one.getStatements(), begin);
      } else {
        graph.arc(within(scope, List.of(one.getBody()), begin), scope.end);
      }
    }
    graph.arc(at, scope.end);
  }

  /** How many labels a case has; {@code default}, or a pattern, is one. */
  static int labels(CaseTree one) {
    return Math.max(1, one.getExpressions().size());
  }

  static boolean isDefault(CaseTree one) {
    return one.getExpressions().isEmpty();
  }

  // ---- Jumps ----

  private Set<String> takeLabels() {
    Set<String> taken = labels;
    labels = Set.of();
    return taken;
  }

  private int within(Scope scope, Tree body, int from) {
    return within(scope, List.of(body), from);
  }

  private int within(Scope scope, List<? extends Tree> body, int from) {
    scopes.push(scope);
    int end = statements(body, from);
    scopes.pop();
    return end;
  }

  @Override
  public Integer visitLabeledStatement(LabeledStatementTree tree, Integer from) {
    Set<String> mine = new HashSet<>(takeLabels());
    mine.add(tree.getLabel().toString());
    Tree labelled = tree.getStatement();
    switch (labelled.getKind()) {
      case FOR_LOOP, ENHANCED_FOR_LOOP, WHILE_LOOP, DO_WHILE_LOOP, SWITCH, LABELED_STATEMENT:
        labels = mine;
        return visit(labelled, from);
      default:
        Scope scope = new Scope(Scope.Kind.LABEL, mine, join(), -1);
        graph.arc(within(scope, labelled, from), scope.end);
        return scope.end;
    }
  }

  /** Goes to the first scope outwards that is of {@code kinds} and has the label, else out. */
  private int jump(int from, String label, boolean again, Set<Scope.Kind> kinds) {
    int at = from;
    for (Scope scope : scopes) {
      if (kinds.contains(scope.kind) && (label == null || scope.labels.contains(label))) {
        graph.arc(at, again ? scope.again : scope.end);
        return join();
      }
      if (scope.kind == Scope.Kind.FINALLY) {
        graph.arc(at, scope.again);
        at = scope.end;
      }
    }
    graph.arc(at, Graph.EXIT);
    return join();
  }

  @Override
  public Integer visitBreak(BreakTree tree, Integer from) {
    String label = tree.getLabel() == null ? null : tree.getLabel().toString();
    Set<Scope.Kind> kinds = EnumSet.of(Scope.Kind.LOOP, Scope.Kind.SWITCH);
    if (label != null) {
      kinds.add(Scope.Kind.LABEL);
    }
    return jump(node(from), label, false, kinds);
  }

  @Override
  public Integer visitContinue(ContinueTree tree, Integer from) {
    String label = tree.getLabel() == null ? null : tree.getLabel().toString();
    return jump(node(from), label, true, EnumSet.of(Scope.Kind.LOOP));
  }

  @Override
  public Integer visitYield(YieldTree tree, Integer from) {
    return jump(plain(tree.getValue(), from), null, false, EnumSet.of(Scope.Kind.VALUE));
  }

  @Override
  public Integer visitReturn(ReturnTree tree, Integer from) {
    return jump(plain(tree.getExpression(), from), null, false, Set.of());
  }

  @Override
  public Integer visitThrow(ThrowTree tree, Integer from) {
    int thrown = plain(tree.getExpression(), from);
    return jump(thrown, null, true, EnumSet.of(Scope.Kind.CATCH));
  }

  @Override
  public Integer visitTry(TryTree tree, Integer from) {
    int at = statements(tree.getResources(), from);
    if (tree.getFinallyBlock() == null) {
      return handled(tree, at);
    }
    Scope last = new Scope(Scope.Kind.FINALLY, Set.of(), graph.node(), join());
    scopes.push(last);
    int completed = join(handled(tree, at));
    scopes.pop();
    boolean completes = graph.reached().get(completed);
    graph.arc(completed, last.again);
    graph.arc(statement(tree.getFinallyBlock(), last.again), last.end);
    return completes ? join(last.end) : join();
  }

  private int handled(TryTree tree, int from) {
    if (tree.getCatches().isEmpty()) {
      return statement(tree.getBlock(), from);
    }
    int tried = node(from);
    int sought = node(tried);
    Scope scope = new Scope(Scope.Kind.CATCH, Set.of(), -1, sought);
    int end = join(within(scope, tree.getBlock(), join(tried)));
    for (CatchTree handler : tree.getCatches()) {
      graph.arc(statement(handler.getBlock(), join(sought)), end);
    }
    return end;
  }
}
