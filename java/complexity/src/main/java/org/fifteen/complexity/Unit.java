// SPDX-License-Identifier: Apache-2.0
package org.fifteen.complexity;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The classes and methods of one source file. */
final class Unit {
  /** A top-level class with all that is written in it. */
  static final class Type {
    final String kind = "class";
    final String file;
    final String name;
    final int line;
    final int lines;
    final Set<String> names = new TreeSet<>(); // that its source mentions
    final Map<String, Integer> operators = new TreeMap<>();
    final Map<String, Integer> operands = new TreeMap<>();

    private Type(String file, String name, int line, int lines) {
      this.file = file;
      this.name = name;
      this.line = line;
      this.lines = lines;
    }
  }

  final List<Type> types = new ArrayList<>();
  final List<Method> methods = new ArrayList<>();
  private final String file;
  private final CompilationUnitTree tree;
  private final SourcePositions positions;
  private final List<Tokens.Token> tokens;

  Unit(String file, String source, CompilationUnitTree tree, SourcePositions positions) {
    this.file = file;
    this.tree = tree;
    this.positions = positions;
    this.tokens = Tokens.of(source);
    for (Tree declared : tree.getTypeDecls()) {
      if (declared instanceof ClassTree type) {
        type(type);
      }
    }
  }

  private void type(ClassTree tree) {
    String in = this.tree.getPackageName() == null ? "" : this.tree.getPackageName() + ".";
    Type type = new Type(file, in + tree.getSimpleName(), line(tree), lines(tree));
    types.add(type);
    halstead(type, tree);
    new Finder(type.name).scan(tree, null);
  }

  private int line(Tree tree) {
    return (int) this.tree.getLineMap().getLineNumber(start(tree));
  }

  private int lines(Tree tree) {
    long end = Math.max(start(tree), positions.getEndPosition(this.tree, tree) - 1);
    return (int) this.tree.getLineMap().getLineNumber(end) - line(tree) + 1;
  }

  private long start(Tree tree) {
    return positions.getStartPosition(this.tree, tree);
  }

  /** Halstead's operators and operands of a class; docs/complexity.md says which is which. */
  private void halstead(Type type, Tree tree) {
    long end = positions.getEndPosition(this.tree, tree);
    for (int i = 0; i < tokens.size(); i++) {
      Tokens.Token token = tokens.get(i);
      if (token.start() < start(tree) || token.end() > end) {
        continue;
      }
      boolean called = i + 1 < tokens.size() && tokens.get(i + 1).text().equals("(");
      switch (token.kind()) {
        case LITERAL -> type.operands.merge(token.text(), 1, Integer::sum);
        case NAME -> {
          type.names.add(token.text());
          (called ? type.operators : type.operands).merge(token.text(), 1, Integer::sum);
        }
        default -> {
          if (!CLOSING.contains(token.text())) {
            type.operators.merge(token.text(), 1, Integer::sum);
          }
        }
      }
    }
  }

  private static final Set<String> CLOSING = Set.of(")", "]", "}");

  /**
   * Finds the methods of a top-level class, wherever in it they are written. A lambda is one if it
   * has statements or a switch.
   */
  private final class Finder extends TreeScanner<Void, Void> {
    private final String type;
    private final Deque<String> path = new ArrayDeque<>();

    private Finder(String type) {
      this.type = type;
    }

    private void found(String name, Tree whole, Tree body) {
      String in = path.stream().collect(Collectors.joining("."));
      methods.add(new Method(file, type, in + name, line(whole), lines(whole), whole, body));
    }

    @Override
    public Void visitClass(ClassTree tree, Void unused) {
      String name = tree.getSimpleName().toString();
      path.addLast(name.isEmpty() ? "new" : name);
      for (Tree member : tree.getMembers()) {
        if (member instanceof BlockTree block) {
          found(block.isStatic() ? ".static {}" : ".{}", block, block);
        }
      }
      super.visitClass(tree, unused);
      path.removeLast();
      return null;
    }

    @Override
    public Void visitMethod(MethodTree tree, Void unused) {
      if (tree.getBody() != null) {
        String types =
            tree.getParameters().stream()
                .map(VariableTree::getType)
                .map(String::valueOf)
                .collect(Collectors.joining(", ", "(", ")"));
        boolean constructor = tree.getReturnType() == null;
        found((constructor ? "" : "." + tree.getName()) + types, tree, tree.getBody());
      }
      return super.visitMethod(tree, unused);
    }

    @Override
    public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
      if (tree.getBody() instanceof BlockTree || tree.getBody() instanceof SwitchExpressionTree) {
        found(" lambda", tree, tree.getBody());
      }
      return super.visitLambdaExpression(tree, unused);
    }
  }
}
