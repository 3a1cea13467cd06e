// SPDX-License-Identifier: Apache-2.0
package org.fifteen.complexity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The least number of probes is what trying every set of probes on every set of runs finds. */
class ProbesTest {
  @Test
  void leastIsTheLeastOfAllSetsOfProbes() {
    Random random = new Random(1);
    Set<Integer> seen = new HashSet<>();
    for (int i = 0; i < 2000; i++) {
      Graph graph = graph(random);
      int least = Probes.least(graph);
      seen.add(least);
      assertEquals(byTrying(graph), least, () -> graph.arcs().toString());
    }
    assertEquals(Set.of(1, 2, 3, 4, 5, 6), seen);
  }

  /** A graph of at most 8 nodes, each on a path from entry to exit, with cycles and double arcs. */
  private static Graph graph(Random random) {
    while (true) {
      Graph graph = new Graph();
      int nodes = 2 + random.nextInt(6);
      IntStream.range(0, nodes).forEach(i -> graph.node());
      graph.arc(Graph.ENTRY, 2);
      for (int arcs = nodes + random.nextInt(nodes + 1); arcs > 0; arcs--) {
        int to = 1 + random.nextInt(nodes + 1);
        graph.arc(2 + random.nextInt(nodes), to);
      }
      BitSet onPaths = graph.reached();
      onPaths.and(Graph.reachable(Graph.reversed(graph.arcs()), Graph.EXIT, -1));
      if (onPaths.cardinality() == graph.size()) {
        return graph;
      }
    }
  }

  private static int byTrying(Graph graph) {
    Set<Integer> covers = unions(covers(graph));
    return IntStream.range(0, 1 << graph.size())
        .filter(probes -> tellsApart(probes, covers))
        .map(Integer::bitCount)
        .min()
        .orElseThrow();
  }

  private static boolean tellsApart(int probes, Set<Integer> covers) {
    return covers.stream().map(cover -> cover & probes).distinct().count() == covers.size();
  }

  /** What single runs may cover, as sets of nodes. */
  private static Set<Integer> covers(Graph graph) {
    Set<List<Integer>> known = new HashSet<>();
    Deque<List<Integer>> open = new ArrayDeque<>(List.of(List.of(Graph.ENTRY, 1)));
    Set<Integer> covers = new HashSet<>();
    while (!open.isEmpty()) {
      List<Integer> state = open.pop(); // a node, and all the nodes on the way to it
      if (known.add(state)) {
        if (state.get(0) == Graph.EXIT) {
          covers.add(state.get(1));
        }
        for (int to : graph.after(state.get(0))) {
          open.push(List.of(to, state.get(1) | 1 << to));
        }
      }
    }
    return covers;
  }

  private static Set<Integer> unions(Set<Integer> covers) {
    Set<Integer> unions = new HashSet<>(Set.of(0));
    for (int cover : covers) {
      unions.addAll(unions.stream().map(union -> union | cover).toList());
    }
    return unions;
  }
}
