// SPDX-License-Identifier: Apache-2.0
package org.fifteen.complexity;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreeScanner;

/** What is counted in one method. The names of the fields are those of the records written. */
final class Method {
  final String kind = "method";
  final String file;
  final String within; // the top-level class
  final String method;
  final boolean initialiser; // a block of the class, which no one calls
  final int line;
  final int lines;
  final transient Tree body; // no record has it

  // Counts of the source.
  int decisions; // if, while, do, for
  int switches;
  int labels; // of switches, default among them
  int defaults;
  int catches;
  int conditions; // && || ?:

  // The least numbers of probes.
  final int blocks;
  final int segments;
  final int allSegments;

  Method(String file, String within, String method, int line, int lines, Tree whole, Tree body) {
    this.file = file;
    this.within = within;
    this.method = method;
    this.initialiser = whole instanceof BlockTree;
    this.line = line;
    this.lines = lines;
    this.body = body;
    new Counter().scan(body, null);
    Graph graph = Flow.of(body, false);
    blocks = Probes.least(graph);
    segments = Probes.least(graph.withArcsAsNodes());
    allSegments = Probes.least(Flow.of(body, true).withArcsAsNodes());
  }

  /** Counts in a method's own code: that of lambdas and classes within it is run elsewhere. */
  private final class Counter extends TreeScanner<Void, Void> {
    @Override
    public Void visitClass(ClassTree another, Void unused) {
      return null;
    }

    @Override
    public Void visitLambdaExpression(LambdaExpressionTree another, Void unused) {
      return null;
    }

    @Override
    public Void visitIf(IfTree tree, Void unused) {
      decisions++;
      return super.visitIf(tree, unused);
    }

    @Override
    public Void visitWhileLoop(WhileLoopTree tree, Void unused) {
      decisions++;
      return super.visitWhileLoop(tree, unused);
    }

    @Override
    public Void visitDoWhileLoop(DoWhileLoopTree tree, Void unused) {
      decisions++;
      return super.visitDoWhileLoop(tree, unused);
    }

    @Override
    public Void visitForLoop(ForLoopTree tree, Void unused) {
      decisions++;
      return super.visitForLoop(tree, unused);
    }

    @Override
    public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void unused) {
      decisions++;
      return super.visitEnhancedForLoop(tree, unused);
    }

    @Override
    public Void visitSwitch(SwitchTree tree, Void unused) {
      switches++;
      return super.visitSwitch(tree, unused);
    }

    @Override
    public Void visitSwitchExpression(SwitchExpressionTree tree, Void unused) {
      switches++;
      return super.visitSwitchExpression(tree, unused);
    }

    @Override
    public Void visitCase(CaseTree tree, Void unused) {
      labels += Flow.labels(tree);
      defaults += Flow.isDefault(tree) ? 1 : 0;
      return super.visitCase(tree, unused);
    }

    @Override
    public Void visitCatch(CatchTree tree, Void unused) {
      catches++;
      return super.visitCatch(tree, unused);
    }

    @Override
    public Void visitConditionalExpression(ConditionalExpressionTree tree, Void unused) {
      conditions++;
      return super.visitConditionalExpression(tree, unused);
    }

    @Override
    public Void visitBinary(BinaryTree tree, Void unused) {
      switch (tree.getKind()) {
        case CONDITIONAL_AND, CONDITIONAL_OR -> conditions++;
        default -> {}
      }
      return super.visitBinary(tree, unused);
    }
  }
}
