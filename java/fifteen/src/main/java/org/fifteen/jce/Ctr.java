// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.fifteen.jce.Words.LONG_BE;
import static org.fifteen.jce.Words.LONG_LE;
import static org.fifteen.jce.Words.xor;

import java.util.Arrays;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.ModeEngine;

/**
 * Counter mode: NIST SP 800-38A, 6.5, with its standard incrementing function. The register is the
 * next counter block.
 */
final class Ctr extends Mode {
  private final int unit;
  private final int leastIvBytes;
  private final long counterBits; // a one for each bit of the counter in the block's last 64
  private final byte[] keystream;
  private int used;
  private int made; // keystream[used..made) is still to be used

  private Ctr(BlockEngine engine, int unit, int leastIvBytes, long counterBits) {
    super(engine);
    this.unit = unit;
    this.leastIvBytes = leastIvBytes;
    this.counterBits = counterBits;
    keystream = new byte[batch * block];
  }

  /** The whole block is the counter; the unit is a byte or a block. */
  static Ctr wholeBlock(BlockEngine engine, int unit, int leastIvBytes) {
    return new Ctr(engine, unit, leastIvBytes, -1);
  }

  /** GCM's: the last 32 bits of the block are the counter. */
  static Ctr last32Bits(BlockEngine engine) {
    return new Ctr(engine, 1, engine.blockBytes(), 0xffffffffL);
  }

  @Override
  int unit() {
    return unit;
  }

  @Override
  int leastIvBytes() {
    return leastIvBytes;
  }

  @Override
  boolean mayEndAt(int length) {
    return true;
  }

  @Override
  void init(Direction direction, byte[] key) {
    engine.init(Direction.ENCRYPT, key);
  }

  @Override
  void start(byte[] iv) {
    super.start(iv);
    used = made = 0;
  }

  @Override
  void process(byte[] in, int i, byte[] out, int o, int length) {
    for (int done = 0, n; done < length; done += n) {
      int blocks = blocks(length - done);
      ModeEngine modes = used == made && blocks > 0 && counts(blocks) ? modes(blocks) : null;
      if (modes != null) {
        modes.ctr(register, in, i + done, out, o + done, blocks);
        n = blocks * block;
      } else {
        if (used == made) {
          refill(Math.min((length - done - 1) / block + 1, batch));
        }
        n = Math.min(length - done, made - used);
        xor(in, i + done, keystream, used, out, o + done, n);
        used += n;
      }
    }
  }

  /** Whether so many counters are those that count by the whole block. */
  private boolean counts(int blocks) {
    return counterBits == -1 || noCarry((long) LONG_BE.get(register, block - 8), blocks);
  }

  /** Whether the counter, which ends so, doesn't overflow on its way over so many blocks. */
  private boolean noCarry(long low, int blocks) {
    return Long.compareUnsigned(~low & counterBits, blocks) > 0;
  }

  private void refill(int blocks) {
    int size = blocks * block;
    long low = (long) LONG_BE.get(register, block - 8);
    if (noCarry(low, blocks)) {
      if (block == 16) {
        long high = (long) LONG_LE.get(register, 0);
        for (int at = 0; at < size; at += 16) { // a constant step, which the JIT unrolls
          LONG_LE.set(keystream, at, high);
          LONG_BE.set(keystream, at + 8, low++);
        }
      } else {
        for (int b = 0; b < block - 8; b += 8) { // into the last eight bytes too, which come after
          long word = (long) LONG_LE.get(register, b);
          for (int at = b; at < size; at += block) {
            LONG_LE.set(keystream, at, word);
          }
        }
        for (int at = block - 8; at < size; at += block) {
          LONG_BE.set(keystream, at, low++);
        }
      }
      LONG_BE.set(register, block - 8, low);
    } else {
      for (int at = 0; at < size; at += block) {
        System.arraycopy(register, 0, keystream, at, block);
        increment();
      }
    }
    engine.process(keystream, 0, keystream, 0, blocks);
    used = 0;
    made = size;
  }

  /** With the carries that the counts above have no need of. */
  private void increment() {
    int first = counterBits == -1 ? 0 : block - Long.bitCount(counterBits) / 8;
    for (int b = block - 1; b >= first && ++register[b] == 0; b--) {}
  }

  @Override
  void wipe() {
    super.wipe();
    Arrays.fill(keystream, (byte) 0);
    used = made = 0;
  }
}
