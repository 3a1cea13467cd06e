// SPDX-License-Identifier: Apache-2.0
package org.fifteen.complexity;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The least number of probes that tell which nodes of a graph a set of runs has covered.
 *
 * <p>A probe on a node tells whether any run came there; a run is a path from entry to exit; there
 * may be no run. Node x implies y when every path through x goes through y, which is so when y
 * dominates or postdominates x. Nodes that imply each other need one probe at most. Such a class c
 * can go without one exactly when every path through c meets a node that implies c and isn't
 * implied by it: docs/complexity.md has the proof. Super blocks after Agrawal, "Dominators, super
 * blocks, and program coverage" (POPL 1994).
 */
final class Probes {
  private final List<List<Integer>> forward;
  private final List<List<Integer>> back;
  private final List<BitSet> implied = new ArrayList<>(); // [y]: the nodes x that imply y

  private Probes(Graph graph) {
    forward = graph.arcs();
    back = Graph.reversed(forward);
    for (int y = 0; y < graph.size(); y++) {
      BitSet avoiding = Graph.reachable(forward, Graph.ENTRY, y);
      avoiding.and(Graph.reachable(back, Graph.EXIT, y));
      avoiding.flip(0, graph.size());
      implied.add(avoiding);
    }
  }

  /** Of a graph whose nodes all lie on a path from entry to exit. */
  static int least(Graph graph) {
    Probes probes = new Probes(graph);
    BitSet open = new BitSet();
    open.set(0, graph.size());
    int count = 0;
    for (int node = 0; node >= 0; node = open.nextSetBit(node)) {
      BitSet equals = probes.equalTo(node);
      count += probes.needed(node, equals) ? 1 : 0;
      open.andNot(equals);
    }
    return count;
  }

  private BitSet equalTo(int node) {
    BitSet equal = new BitSet();
    implied.get(node).stream().filter(x -> implied.get(x).get(node)).forEach(equal::set);
    return equal;
  }

  private boolean needed(int node, BitSet equals) {
    BitSet telling = (BitSet) implied.get(node).clone();
    telling.andNot(equals);
    return Graph.reachable(forward, Graph.ENTRY, telling).get(node)
        && Graph.reachable(back, Graph.EXIT, telling).get(node);
  }
}
