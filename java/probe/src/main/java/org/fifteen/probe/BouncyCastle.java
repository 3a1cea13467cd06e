// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.List;
import java.util.function.Supplier;
import org.bouncycastle.crypto.BlockCipher;
import org.bouncycastle.crypto.engines.AESFastEngine;
import org.bouncycastle.crypto.engines.CAST6Engine;
import org.bouncycastle.crypto.engines.DESEngine;
import org.bouncycastle.crypto.engines.DESedeEngine;
import org.bouncycastle.crypto.engines.IDEAEngine;
import org.bouncycastle.crypto.engines.RC6Engine;
import org.bouncycastle.crypto.engines.SerpentEngine;
import org.bouncycastle.crypto.engines.TwofishEngine;
import org.bouncycastle.crypto.params.KeyParameter;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/** Bouncy Castle's lightweight engines. None of these has a path for several blocks at once. */
final class BouncyCastle implements EngineSource {
  /** AESFastEngine is deprecated for its tables' timing leak, and is the faster of the two. */
  @SuppressWarnings("deprecation")
  private static BlockCipher aes() {
    return new AESFastEngine();
  }

  @Override
  public List<Entry> entries() {
    String version = Versions.of("bouncycastle");
    return List.of(
        entry("rijndael", version, 128, 256, 64, BouncyCastle::aes),
        entry("rc6", version, 128, 256, 64, RC6Engine::new),
        entry("serpent", version, 128, 256, 64, SerpentEngine::new),
        entry("twofish", version, 128, 256, 64, TwofishEngine::new),
        entry("des", version, 64, 64, 64, DESEngine::new),
        entry("3des", version, 128, 192, 64, DESedeEngine::new),
        entry("idea", version, 128, 128, 128, IDEAEngine::new),
        entry("cast256", version, 128, 256, 32, CAST6Engine::new));
  }

  private static Entry entry(
      String cipher, String version, int min, int max, int step, Supplier<BlockCipher> supplier) {
    return new Entry(
        "java/bouncycastle/" + cipher,
        cipher,
        "bouncycastle",
        "bouncycastle",
        version,
        min,
        max,
        step,
        0,
        () -> new Adapter(supplier.get()));
  }

  private static final class Adapter implements BlockEngine {
    private final BlockCipher cipher;
    private final int blockBytes;

    Adapter(BlockCipher cipher) {
      this.cipher = cipher;
      this.blockBytes = cipher.getBlockSize();
    }

    @Override
    public int blockBytes() {
      return blockBytes;
    }

    @Override
    public void init(Direction direction, byte[] key) {
      cipher.init(direction == Direction.ENCRYPT, new KeyParameter(key));
    }

    @Override
    public void process(byte[] in, int inOffset, byte[] out, int outOffset, int blocks) {
      for (int i = 0; i < blocks; i++) {
        cipher.processBlock(in, inOffset + i * blockBytes, out, outOffset + i * blockBytes);
      }
    }

    /** The library offers nothing that erases a key. */
    @Override
    public void wipe() {}
  }
}
