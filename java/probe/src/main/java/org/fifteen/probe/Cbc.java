// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.Arrays;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/** A call is a chain, CBC from an IV of zeros: what a library without ECB is compared with. */
final class Cbc implements BlockEngine {
  private final BlockEngine engine;
  private Direction direction;

  Cbc(BlockEngine engine) {
    this.engine = engine;
  }

  @Override
  public int blockBytes() {
    return engine.blockBytes();
  }

  @Override
  public void init(Direction direction, byte[] key) {
    this.direction = direction;
    engine.init(direction, key);
  }

  @Override
  public void process(byte[] in, int inOffset, byte[] out, int outOffset, int blocks) {
    int size = blockBytes();
    byte[] chain = new byte[size];
    for (int at = 0; at < blocks * size; at += size) {
      byte[] block = Arrays.copyOfRange(in, inOffset + at, inOffset + at + size);
      byte[] made = new byte[size];
      if (direction == Direction.ENCRYPT) {
        add(chain, block);
        engine.process(block, 0, made, 0, 1);
        chain = made;
      } else {
        engine.process(block, 0, made, 0, 1);
        add(chain, made);
        chain = block;
      }
      System.arraycopy(made, 0, out, outOffset + at, size);
    }
  }

  private static void add(byte[] from, byte[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] ^= from[i];
    }
  }

  @Override
  public void wipe() {
    engine.wipe();
  }
}
