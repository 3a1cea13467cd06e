// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.List;
import java.util.concurrent.Callable;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/** One way of reaching a cipher in a library: what it is called there, and how engines are made. */
final class Way {
  final String name;

  /** A call is a chain: CBC from an IV of zeros, in which one block alone is ECB. */
  final boolean chained;

  /** How a fresh JVM goes it: a class of {@link Steps}, then its words. */
  final List<String> steps;

  private final Callable<BlockEngine> maker;

  Way(String name, boolean chained, List<String> steps, Callable<BlockEngine> maker) {
    this.name = name;
    this.chained = chained;
    this.steps = steps;
    this.maker = maker;
  }

  /** An engine as the library has it: of a chained way, a call is a chain. */
  BlockEngine make() {
    try {
      return maker.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new Refusal(Refusal.inOneLine(e));
    }
  }

  /** An engine that is a {@link BlockEngine}: blocks don't hang on one another. */
  BlockEngine makeUnchained() {
    return chained ? new OneByOne(make()) : make();
  }

  private static final class OneByOne implements BlockEngine {
    private final BlockEngine chain;

    OneByOne(BlockEngine chain) {
      this.chain = chain;
    }

    @Override
    public int blockBytes() {
      return chain.blockBytes();
    }

    @Override
    public void init(Direction direction, byte[] key) {
      chain.init(direction, key);
    }

    @Override
    public void process(byte[] in, int inOffset, byte[] out, int outOffset, int blocks) {
      int size = chain.blockBytes();
      for (int at = 0; at < blocks * size; at += size) {
        chain.process(in, inOffset + at, out, outOffset + at, 1);
      }
    }

    @Override
    public void wipe() {
      chain.wipe();
    }
  }
}
