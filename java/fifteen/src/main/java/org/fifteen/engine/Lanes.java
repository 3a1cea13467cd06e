// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

/**
 * Many blocks at once: each step of a cipher is a plain loop over all of them, of which C2 makes
 * vector instructions. Each word of a block stands in an array of its own.
 *
 * <p>C2 vectorises a loop or leaves it as it is, and does not say which. What it takes was found by
 * trying, on JDK 17 and 25, with AVX2 and AVX-512: a step of one round at most, in a static method
 * of its own; few such methods that are inlined into one; no look-up, nor a shift of a {@code long}
 * by an amount of each block's own: for these there are other loops.
 *
 * <p>The steps go over a whole batch, however many of its blocks are there: {@code PAYS_FROM} says
 * how many pay for that. By a count, fewer would; but C2 makes a loop for the counts that it has
 * seen: after full batches alone it does some forty blocks of a rest one by one, and after smaller
 * counts a full batch takes up to 1.7 times as long. What reads and writes blocks says how many
 * they are at most: else C2 checks every index.
 */
abstract class Lanes<E extends KeyedEngine> extends Batches<E> {
  /** With half as many, what comes before and after a loop weighs; twice as many gain little. */
  static final int BATCH = 256;

  Lanes(E portable, int paysFrom) {
    super(portable, BATCH, 1, paysFrom);
  }
}
