// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import java.util.Arrays;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.ModeEngine;

/**
 * A mode of operation over any block cipher.
 *
 * <p>A mode is keyed with {@link #init}; each message begins with {@link #start}, goes on with
 * {@link #process} in whole units, and ends with {@link #finish}. Input and output are one array at
 * one offset, or don't overlap. Where the mode allows it, many blocks go to the engine in one call.
 */
abstract class Mode {
  /**
   * The most bytes that a mode gives to its engine by way of an array of its own: of blocks of 64
   * bits the 1024 that engines with a bit of 64 of them in a word take at once, and little of a
   * first-level cache.
   */
  static final int BATCH_BYTES = 8192;

  final BlockEngine engine;
  final int block;

  /** The same in blocks. */
  final int batch;

  /**
   * What links a unit to those before it, a block of bytes. CTR also has keystream left over within
   * a block, XTS the bytes so far.
   */
  final byte[] register;

  Mode(BlockEngine engine) {
    this.engine = engine;
    block = engine.blockBytes();
    batch = BATCH_BYTES / block;
    register = new byte[block];
  }

  /** The engine that would be taken for so many blocks, if it does modes itself; else null. */
  final ModeEngine modes(int blocks) {
    return engine instanceof EngineChoice ? ((EngineChoice) engine).modes(blocks) : null;
  }

  /** What {@link #process} takes multiples of, in bytes. */
  int unit() {
    return block;
  }

  /** What so many bytes are beyond whole units; without a division where there's no need. */
  static int rest(int bytes, int unit) {
    return (unit & unit - 1) == 0 ? bytes & unit - 1 : bytes % unit;
  }

  /** The whole blocks in so many bytes; likewise for the usual size. */
  final int blocks(int bytes) {
    return block == 16 ? bytes >> 4 : bytes / block;
  }

  /** How many of the last bytes of a message only {@link #finish} may be given; at least. */
  int reserve() {
    return 0;
  }

  /** The size of the IV in bytes; 0 if there is none. */
  int ivBytes() {
    return block;
  }

  /** The size of the shortest IV, in bytes. */
  int leastIvBytes() {
    return ivBytes();
  }

  /** Whether a message of so many bytes can be ended without padding. */
  boolean mayEndAt(int length) {
    return length % unit() == 0;
  }

  /** What lengths {@link #mayEndAt} allows, in words. */
  String needs() {
    return "whole blocks of " + block;
  }

  /**
   * Sets the key.
   *
   * @throws IllegalArgumentException if the cipher has no keys of that size
   */
  abstract void init(Direction direction, byte[] key);

  /** Sets the tweak that goes with the next key; null if the cipher has none, or for zeros. */
  void setTweak(byte[] tweak) {
    setTweak(engine, tweak);
  }

  static void setTweak(BlockEngine engine, byte[] tweak) {
    if (engine instanceof EngineChoice) {
      ((EngineChoice) engine).setTweak(tweak);
    }
  }

  /** Begins a message. */
  void start(byte[] iv) {
    System.arraycopy(iv, 0, register, 0, iv.length);
    Arrays.fill(register, iv.length, block, (byte) 0);
  }

  /**
   * Refuses so many bytes more of this message, before any of them is worked on.
   *
   * @throws IllegalStateException if the message would be longer than the mode allows
   */
  void checkMore(long length) {}

  /** Works on {@code length} bytes, a multiple of the unit. */
  abstract void process(byte[] in, int i, byte[] out, int o, int length);

  /** Works on the last bytes of a message whose length the mode allows. */
  void finish(byte[] in, int i, byte[] out, int o, int length) {
    process(in, i, out, o, length);
  }

  /** Erases key and state. */
  void wipe() {
    engine.wipe();
    Arrays.fill(register, (byte) 0);
  }
}
