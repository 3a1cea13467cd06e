// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/** What one invocation of a cell works on: the same for the same seed, in every process. */
final class Work {
  /** Every cell touches that much memory at least, however few blocks a call has. */
  private static final int MIN_BYTES = 16 * 1024;

  private static final int MAX_BLOCKS = 1 << 20;

  /**
   * Turns after which an iteration adds up a digest and begins again with the input, so that the
   * reference, which may be a hundred times slower, has never more to work out.
   */
  static final int LAP = 1024;

  /** Keys set in turn, each different from the one before, the first from the last too. */
  private static final int KEYS = 16;

  private static final Pattern OPERATION =
      Pattern.compile("(?:(keysetup)-|rekey-(\\d{1,7})-)?(encrypt|decrypt)");

  final boolean keySetup;

  /** A call has a new key, which is part of it. */
  final boolean rekey;

  final Direction direction;

  /** The keys to set, in turn; of an encryption, the one key. */
  final byte[][] keys;

  /** The input; of a key set-up, one block for the check under the last key. */
  final byte[] in;

  final int blockBytes;
  final int calls;
  final int blocksPerCall;

  /** Whether a call is a chain: CBC from an IV of zeros. */
  private final boolean chained;

  Work(Request request, Entry entry) {
    Matcher operation = OPERATION.matcher(request.word("operation"));
    if (!operation.matches()) {
      throw new Refusal("no operation " + request.word("operation"));
    }
    keySetup = operation.group(1) != null;
    rekey = operation.group(2) != null;
    direction = Crypt.direction(operation.group(3));
    int keyBits = request.number("key_bits", 0);
    entry.checkKeyBits(keyBits);
    blockBytes = entry.make().blockBytes();
    chained = entry.chained();
    Random random = new Random(request.seed());
    if (keySetup) {
      blocksPerCall = 0;
      calls = KEYS;
    } else {
      blocksPerCall = rekey ? Integer.parseInt(operation.group(2)) : request.number("blocks", 1);
      int most = rekey ? MAX_BLOCKS / KEYS : MAX_BLOCKS;
      if (blocksPerCall < 1 || blocksPerCall > most) {
        throw new Refusal(blocksPerCall + " blocks a call is not from 1 to " + most);
      }
      calls = rekey ? KEYS : 1 + (MIN_BYTES - 1) / (blocksPerCall * blockBytes);
    }
    keys = keys(random, keySetup || rekey ? KEYS : 1, keyBits);
    in = bytes(random, Math.max(calls * blocksPerCall, 1) * blockBytes);
  }

  /** The benchmark of {@link Cell} that does it. */
  String method() {
    return keySetup ? "setKeys" : rekey ? "rekey" : "process";
  }

  byte[] lastKey() {
    return keys[keys.length - 1];
  }

  /**
   * Refuses an iteration whose digest isn't what the reference comes to in as many turns, the first
   * of them one block at a time: itself a check of runs.
   */
  void check(BlockEngine ours, List<Long> turns, List<Long> digests) {
    BlockEngine reference = chained ? new Cbc(ours) : ours;
    reference.init(direction, lastKey());
    Map<Long, Long> expected =
        keySetup ? Map.of(0L, digestOfKeys(reference)) : laps(reference, turns);
    reference.wipe();
    for (int i = 0; i < digests.size(); i++) {
      long count = turns.get(i);
      long laps = count < LAP ? 0 : count / LAP * expected.get((long) LAP);
      long rest = count > 0 && count % LAP == 0 ? 0 : expected.get(count % LAP);
      if (digests.get(i) != laps + rest) {
        throw new Refusal("the timed output of iteration " + (i + 1) + " is wrong");
      }
    }
  }

  /** The digests after as many turns of a lap as the iterations' ends need. */
  private Map<Long, Long> laps(BlockEngine reference, List<Long> turns) {
    Set<Long> ends = new TreeSet<>();
    for (long count : turns) {
      ends.add(count % LAP);
      ends.add(Math.min(count, LAP));
    }
    Map<Long, Long> expected = new HashMap<>();
    byte[] from = in.clone();
    byte[] to = new byte[in.length];
    for (long turn = 1; turn <= Collections.max(ends); turn++) {
      turn(reference, from, to, step(turn));
      byte[] output = to;
      to = from;
      from = output;
      if (ends.contains(turn)) {
        expected.put(turn, digest(from, to));
      }
    }
    return expected;
  }

  /** Bytes a call: a chain has the call's own length, blocks alone may have any. */
  private int step(long turn) {
    int block = chained ? blocksPerCall * blockBytes : blockBytes;
    return chained || turn == 1 ? block : in.length / keys.length;
  }

  /** One turn, {@code step} bytes a call; each key has its share of the data. */
  private void turn(BlockEngine engine, byte[] from, byte[] to, int step) {
    int share = in.length / keys.length;
    for (int at = 0; at < in.length; at += step) {
      if (rekey && at % share == 0) {
        engine.init(direction, keys[at / share]);
      }
      engine.process(from, at, to, at, step / blockBytes);
    }
  }

  /** Of the last turn's output, and of its input, the output of the turn before. */
  static long digest(byte[] output, byte[] input) {
    CRC32 digest = new CRC32();
    digest.update(output);
    digest.update(input);
    return digest.getValue();
  }

  /** Of the block under the key that is set, then under each key, set once more. */
  long digestOfKeys(BlockEngine engine) {
    CRC32 digest = new CRC32();
    byte[] out = new byte[in.length];
    engine.process(in, 0, out, 0, 1);
    digest.update(out);
    for (byte[] key : keys) {
      engine.init(direction, key);
      engine.process(in, 0, out, 0, 1);
      digest.update(out);
    }
    return digest.getValue();
  }

  static byte[] bytes(Random random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Random keys, each different from the one before and from the first, if it has any bits. */
  static byte[][] keys(Random random, int count, int bits) {
    byte[][] keys = new byte[count][];
    for (int i = 0; i < count; i++) {
      byte[] key = bytes(random, bits / 8);
      while (bits > 0
          && i > 0
          && (Arrays.equals(key, keys[i - 1]) || Arrays.equals(key, keys[0]))) {
        random.nextBytes(key);
      }
      keys[i] = key;
    }
    return keys;
  }
}
