// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/** One published key, plaintext and ciphertext, each block's worth. */
final class KnownAnswer {
  private final byte[] key;
  private final byte[] plain;
  private final byte[] cipher;

  KnownAnswer(Request request) {
    key = request.bytes("known_key");
    plain = request.bytes("known_plain");
    cipher = request.bytes("known_cipher");
  }

  /** Refuses an engine that doesn't know the answer, both ways, alone and over many blocks. */
  void check(Entry entry, int blocks) {
    entry.checkKeyBits(8 * key.length);
    BlockEngine engine = entry.make();
    if (plain.length != engine.blockBytes() || cipher.length != engine.blockBytes()) {
      throw new Refusal("the known answer is not one block of " + engine.blockBytes() + " bytes");
    }
    check(engine, Direction.ENCRYPT, plain, cipher, 1);
    check(engine, Direction.DECRYPT, cipher, plain, 1);
    if (blocks > 1) {
      check(engine, Direction.ENCRYPT, plain, cipher, blocks);
      check(engine, Direction.DECRYPT, cipher, plain, blocks);
    }
    engine.wipe();
  }

  private void check(BlockEngine engine, Direction direction, byte[] from, byte[] to, int blocks) {
    byte[] in = repeat(from, blocks);
    byte[] out = new byte[in.length];
    engine.init(direction, key);
    engine.process(in, 0, out, 0, blocks);
    Difference.refuse("known answer", direction, key, in, repeat(to, blocks), out, to.length);
  }

  private static byte[] repeat(byte[] block, int times) {
    byte[] blocks = new byte[block.length * times];
    for (int at = 0; at < blocks.length; at += block.length) {
      System.arraycopy(block, 0, blocks, at, block.length);
    }
    return blocks;
  }
}
