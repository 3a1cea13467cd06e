// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.fifteen.jce.Words.LONG_BE;
import static org.fifteen.jce.Words.LONG_LE;

import java.util.Arrays;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/** A cipher of 128-bit blocks with every key and block turned back to front. */
final class BackToFront implements BlockEngine {
  private static final int BLOCK = 16;

  private final BlockEngine engine;

  BackToFront(BlockEngine engine) {
    this.engine = engine;
  }

  @Override
  public int blockBytes() {
    return BLOCK;
  }

  @Override
  public void init(Direction direction, byte[] key) {
    byte[] turned = new byte[key.length];
    for (int i = 0; i < key.length; i++) {
      turned[i] = key[key.length - 1 - i];
    }
    try {
      engine.init(direction, turned);
    } finally {
      Arrays.fill(turned, (byte) 0);
    }
  }

  @Override
  public void process(byte[] in, int inOffset, byte[] out, int outOffset, int blocks) {
    turn(in, inOffset, out, outOffset, blocks);
    engine.process(out, outOffset, out, outOffset, blocks);
    turn(out, outOffset, out, outOffset, blocks);
  }

  private static void turn(byte[] in, int i, byte[] out, int o, int blocks) {
    for (int n = 0; n < BLOCK * blocks; n += BLOCK) {
      long first = (long) LONG_LE.get(in, i + n);
      long second = (long) LONG_LE.get(in, i + n + 8);
      LONG_BE.set(out, o + n, second);
      LONG_BE.set(out, o + n + 8, first);
    }
  }

  @Override
  public void wipe() {
    engine.wipe();
  }
}
