// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.bouncycastle.crypto.BlockCipher;
import org.bouncycastle.crypto.engines.AESFastEngine;
import org.bouncycastle.crypto.engines.CAST6Engine;
import org.bouncycastle.crypto.engines.DESEngine;
import org.bouncycastle.crypto.engines.DESedeEngine;
import org.bouncycastle.crypto.engines.IDEAEngine;
import org.bouncycastle.crypto.engines.RC6Engine;
import org.bouncycastle.crypto.engines.RijndaelEngine;
import org.bouncycastle.crypto.engines.SerpentEngine;
import org.bouncycastle.crypto.engines.TwofishEngine;
import org.bouncycastle.crypto.params.KeyParameter;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/**
 * Bouncy Castle's lightweight engines. None of these has a path for several blocks at once. Its
 * TnepresEngine is not here: that is SerpentEngine with every string back to front, which an
 * adapter would have to turn around within the time measured.
 */
final class BouncyCastle implements EngineSource {
  /**
   * AESFastEngine is deprecated for its tables' timing leak, and is the fastest of three. Only
   * RijndaelEngine has the key sizes in between.
   */
  @SuppressWarnings("deprecation")
  private static BlockCipher aes(int keyBits) {
    return keyBits % 64 == 0 ? new AESFastEngine() : new RijndaelEngine(128);
  }

  @Override
  public List<Entry> entries() {
    String version = Versions.of("bouncycastle");
    return List.of(
        byKeyBits("rijndael", version, 128, 256, 32, BouncyCastle::aes),
        entry("rijndael-b160", version, 128, 256, 32, () -> new RijndaelEngine(160)),
        entry("rijndael-b192", version, 128, 256, 32, () -> new RijndaelEngine(192)),
        entry("rijndael-b224", version, 128, 256, 32, () -> new RijndaelEngine(224)),
        entry("rijndael-b256", version, 128, 256, 32, () -> new RijndaelEngine(256)),
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
    return byKeyBits(cipher, version, min, max, step, bits -> supplier.get());
  }

  /** Of a cipher whose class hangs on the size of the key. */
  private static Entry byKeyBits(
      String cipher,
      String version,
      int min,
      int max,
      int step,
      IntFunction<BlockCipher> ofKeyBits) {
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
        () -> new Adapter(ofKeyBits, min),
        List.of());
  }

  private static final class Adapter implements BlockEngine {
    private final IntFunction<BlockCipher> ofKeyBits;
    private final int blockBytes;
    private BlockCipher cipher;
    private int keyBits;

    Adapter(IntFunction<BlockCipher> ofKeyBits, int keyBits) {
      this.ofKeyBits = ofKeyBits;
      this.keyBits = keyBits;
      cipher = ofKeyBits.apply(keyBits);
      blockBytes = cipher.getBlockSize();
    }

    @Override
    public int blockBytes() {
      return blockBytes;
    }

    @Override
    public void init(Direction direction, byte[] key) {
      if (8 * key.length != keyBits) {
        keyBits = 8 * key.length;
        cipher = ofKeyBits.apply(keyBits);
      }
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
