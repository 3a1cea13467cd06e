// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import org.fifteen.engine.Direction;

/**
 * One engine's first use, a step at a time, as a program of its own would come to it. A fresh JVM
 * makes its steps by their class's name, from words: nothing of the engine is there before {@link
 * #load}. The order is load, prepare, make, init, process.
 */
interface Steps {
  /** The list, the provider or the class in which the engine is found. */
  void load() throws Exception;

  /** What only this way of calling it needs: no part of its first use. */
  default void prepare() {}

  /** An instance without a key. */
  void make() throws Exception;

  /** A key of the instance. */
  void init(Direction direction, byte[] key) throws Exception;

  /** Works on whole blocks, in one call. */
  void process(byte[] in, byte[] out) throws Exception;

  /** What was made. */
  Object instance();

  /** The class that does the work, to be asked for after {@link #make}. */
  default String engineClass() throws Exception {
    return instance().getClass().getName();
  }
}
