// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.fifteen.engine.BlockEngine;

/** The modes by name. GCM is none of these: {@link GcmSpi}. */
final class Modes {
  private static final int XTS_BLOCK = 16;

  private Modes() {}

  /** The names of a cipher's modes, CFB and OFB in each unit of whole bytes among them. */
  static List<String> names(int blockBytes) {
    List<String> names = new ArrayList<>(List.of("ECB", "CBC", "CTR", "SIC", "CFB", "OFB"));
    for (int bits = 8; bits <= 8 * blockBytes; bits += 8) {
      names.add("CFB" + bits);
      names.add("OFB" + bits);
    }
    if (blockBytes == XTS_BLOCK) {
      names.add("XTS");
    }
    return names;
  }

  /**
   * A mode over new engines.
   *
   * @throws IllegalArgumentException if the cipher has no such mode
   */
  static Mode named(String name, Algorithm algorithm) {
    String upper = name.toUpperCase(Locale.ROOT);
    if (!algorithm.modes.contains(upper)) {
      throw new IllegalArgumentException(algorithm.name + " has no mode " + name);
    }
    BlockEngine engine = algorithm.engine();
    int block = algorithm.blockBytes;
    switch (upper.substring(0, 3)) {
      case "ECB":
        return new Ecb(engine);
      case "CBC":
        return new Cbc(engine);
      case "CFB":
        return new Cfb(engine, unit(upper, block));
      case "OFB":
        return new Ofb(engine, unit(upper, block));
      case "XTS":
        return new Xts(engine, algorithm.engine());
      default: // CTR, which is also called SIC
        Manners manners = algorithm.manners;
        return Ctr.wholeBlock(engine, manners.streamUnit(block), manners.leastCounterIv(block));
    }
  }

  /** In bytes: CFB8's is 1, CFB's is the block. */
  private static int unit(String name, int block) {
    return name.length() == 3 ? block : Integer.parseInt(name.substring(3)) / 8;
  }

  static boolean takesPadding(Mode mode, Manners manners) {
    return !(mode instanceof Xts) && (!(mode instanceof Ctr) || manners.padsCounter());
  }
}
