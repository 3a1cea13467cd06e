// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.LinkedHashMap;
import java.util.Map;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/** The verb {@code mct}: the inner loop of NIST's Monte Carlo Test. */
final class MonteCarlo {
  private MonteCarlo() {}

  static Map<String, Object> answer(Request request, Catalogue catalogue) {
    request.only("engine mode key data iv count tweak");
    String mode = request.word("mode");
    if (!mode.matches("(ecb|cbc)-(encrypt|decrypt)")) {
      throw new Refusal("no mode " + mode);
    }
    boolean cbc = mode.startsWith("cbc");
    Direction direction = Crypt.direction(mode.substring(4));
    BlockEngine engine = Crypt.keyed(request, catalogue, direction);
    byte[] data = block(request, "data", engine);
    if (!cbc && request.has("iv")) {
      throw new Refusal("ECB has no iv");
    }
    byte[] iv = cbc ? block(request, "iv", engine) : new byte[data.length];
    int count = request.number("count", 2);

    byte[] input = data;
    byte[] chain = iv;
    byte[] previous = iv;
    byte[] last = iv;
    for (int turn = 0; turn < count; turn++) {
      previous = last;
      if (direction == Direction.ENCRYPT) {
        last = process(engine, cbc ? xor(input, chain) : input);
        chain = last;
        input = cbc ? previous : last;
      } else {
        last = process(engine, input);
        if (cbc) {
          last = xor(last, chain);
        }
        chain = input;
        input = last;
      }
    }
    engine.wipe();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("previous", Hex.encode(previous));
    answer.put("last", Hex.encode(last));
    return answer;
  }

  private static byte[] block(Request request, String name, BlockEngine engine) {
    byte[] block = request.bytes(name);
    if (block.length != engine.blockBytes()) {
      throw new Refusal(
          name + " of " + block.length + " bytes is not one block of " + engine.blockBytes());
    }
    return block;
  }

  private static byte[] process(BlockEngine engine, byte[] in) {
    byte[] out = new byte[in.length];
    engine.process(in, 0, out, 0, 1);
    return out;
  }

  private static byte[] xor(byte[] a, byte[] b) {
    byte[] sum = new byte[a.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = (byte) (a[i] ^ b[i]);
    }
    return sum;
  }
}
