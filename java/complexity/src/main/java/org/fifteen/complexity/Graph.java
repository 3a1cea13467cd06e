// SPDX-License-Identifier: Apache-2.0
package org.fifteen.complexity;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * A control-flow graph: nodes are numbered, arcs go from {@link #ENTRY} to {@link #EXIT}; two nodes
 * may have several arcs between them. While it is built it has joins, which stand for no code and
 * lead on to one place; {@link #ofBlocks()} has none.
 */
final class Graph {
  static final int ENTRY = 0;
  static final int EXIT = 1;

  private final List<List<Integer>> next = new ArrayList<>();
  private final BitSet joins = new BitSet();

  Graph() {
    node();
    node();
  }

  int size() {
    return next.size();
  }

  /** Where the arcs of a node lead to, once an arc. */
  List<Integer> after(int node) {
    return next.get(node);
  }

  int node() {
    next.add(new ArrayList<>());
    return size() - 1;
  }

  int join() {
    joins.set(size());
    return node();
  }

  void arc(int from, int to) {
    next.get(from).add(to);
  }

  /** The nodes that some path from the entry comes to. */
  BitSet reached() {
    return reachable(next, ENTRY, -1);
  }

  /** The nodes that a path from {@code start} comes to without {@code without} (-1: with all). */
  static BitSet reachable(List<List<Integer>> arcs, int start, int without) {
    BitSet barred = new BitSet();
    if (without >= 0) {
      barred.set(without);
    }
    return reachable(arcs, start, barred);
  }

  /** The nodes that a path from {@code start} comes to without any of {@code barred}. */
  static BitSet reachable(List<List<Integer>> arcs, int start, BitSet barred) {
    BitSet found = new BitSet();
    if (barred.get(start)) {
      return found;
    }
    List<Integer> open = new ArrayList<>(List.of(start));
    found.set(start);
    while (!open.isEmpty()) {
      for (int to : arcs.get(open.remove(open.size() - 1))) {
        if (!found.get(to) && !barred.get(to)) {
          found.set(to);
          open.add(to);
        }
      }
    }
    return found;
  }

  /** Every arc of {@code arcs} turned round. */
  static List<List<Integer>> reversed(List<List<Integer>> arcs) {
    List<List<Integer>> back = new ArrayList<>();
    arcs.forEach(a -> back.add(new ArrayList<>()));
    for (int from = 0; from < arcs.size(); from++) {
      for (int to : arcs.get(from)) {
        back.get(to).add(from);
      }
    }
    return back;
  }

  /**
   * The same paths over basic blocks: without joins, without what no path comes to, and with
   * statements that always run one after the other in one node. A loop that nothing ends is left
   * where it begins.
   */
  Graph ofBlocks() {
    List<List<Integer>> arcs = new ArrayList<>();
    for (List<Integer> to : next) {
      arcs.add(new ArrayList<>(to.stream().map(this::behindJoins).toList()));
    }
    BitSet reached = reachable(arcs, ENTRY, -1);
    for (int node = 0; node < size(); node++) {
      if (!reached.get(node)) {
        arcs.get(node).clear();
      }
    }
    endLoops(arcs, reached);
    mergeChains(arcs);
    return numberedAnew(arcs);
  }

  private int behindJoins(int node) {
    int at = node;
    while (joins.get(at) && !next.get(at).isEmpty()) {
      at = next.get(at).get(0);
    }
    return at;
  }

  private static void endLoops(List<List<Integer>> arcs, BitSet reached) {
    while (true) {
      BitSet endless = (BitSet) reached.clone();
      endless.andNot(reachable(reversed(arcs), EXIT, -1));
      if (endless.isEmpty()) {
        return;
      }
      arcs.get(endless.nextSetBit(EXIT)).add(EXIT); // the entry only leads into the loop
    }
  }

  private static void mergeChains(List<List<Integer>> arcs) {
    List<List<Integer>> back = reversed(arcs);
    for (int node = EXIT + 1; node < arcs.size(); node++) {
      while (arcs.get(node).size() == 1) {
        int follower = arcs.get(node).get(0);
        if (follower == EXIT || follower == node || back.get(follower).size() != 1) {
          break;
        }
        arcs.set(node, arcs.get(follower));
        arcs.set(follower, List.of());
        for (int to : arcs.get(node)) {
          Collections.replaceAll(back.get(to), follower, node);
        }
      }
    }
  }

  private static Graph numberedAnew(List<List<Integer>> arcs) {
    BitSet reached = reachable(arcs, ENTRY, -1);
    int[] number = new int[arcs.size()];
    number[EXIT] = EXIT;
    Graph blocks = new Graph();
    for (int node = EXIT + 1; node < arcs.size(); node++) {
      if (reached.get(node)) {
        number[node] = blocks.node();
      }
    }
    reached.stream().forEach(n -> arcs.get(n).forEach(to -> blocks.arc(number[n], number[to])));
    return blocks;
  }

  /** The same paths with a node in the middle of each arc: what covers arcs, as covers of nodes. */
  Graph withArcsAsNodes() {
    Graph both = new Graph();
    for (int node = both.size(); node < size(); node++) {
      both.node();
    }
    for (int from = 0; from < size(); from++) {
      for (int to : next.get(from)) {
        int middle = both.node();
        both.arc(from, middle);
        both.arc(middle, to);
      }
    }
    return both;
  }

  List<List<Integer>> arcs() {
    return next;
  }
}
