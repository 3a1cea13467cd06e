// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/**
 * A cipher of the C library, by its best engine for many blocks. What that one leaves of a batch it
 * gives itself to the portable one in C. The library has modes, too.
 */
class NativeEngine extends KeyedEngine implements ModeEngine {
  // ---- Calls ----

  private static final MethodHandle SET_KEY =
      Library.functions(FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_INT));
  private static final MethodHandle SET_TWEAK =
      Library.functions(FunctionDescriptor.ofVoid(ADDRESS, ADDRESS));
  private static final MethodHandle CRYPT =
      Library.functions(FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, ADDRESS, JAVA_LONG));
  private static final MethodHandle CBC =
      Library.functions(
          FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG));
  private static final MethodHandle CTR =
      Library.functions(
          FunctionDescriptor.ofVoid(
              ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG));
  private static final MethodHandle WIPE = Library.functions(FunctionDescriptor.ofVoid(ADDRESS));

  private static final int FOR_ENCRYPTION = 1;
  private static final int FOR_DECRYPTION = 2;

  /**
   * The most blocks of a call: several times as many as any engine takes at once, and with the
   * slowest cipher some milliseconds, in which no garbage can be collected.
   */
  private static final int MOST = 2048;

  // ---- Context ----

  /** The best engines of a cipher; what is found out once serves all instances. */
  static final class Choice {
    /** What all of them have: sizes of block, tweak and keys. */
    final Library.Engine first;

    final Library library;
    private final Library.Engine[] byKeyBytes;

    Choice(Library library, Library.Engine first) {
      this.library = library;
      this.first = first;
      byKeyBytes = new Library.Engine[first.keyMax / 8 + 1];
    }

    /** The best for keys of so many bytes. */
    Library.Engine of(int keyBytes) {
      if (byKeyBytes[keyBytes] == null) {
        byKeyBytes[keyBytes] = library.best(first.cipher, 8 * keyBytes);
      }
      return byKeyBytes[keyBytes];
    }
  }

  private final Choice choice;
  private Library.Engine engine;
  private MemorySegment context; // the engine's; null before the first key
  private boolean decrypting;

  NativeEngine(Choice choice) {
    super(choice.first.blockBytes, choice.first.keyMin, choice.first.keyMax, choice.first.keyStep);
    this.choice = choice;
  }

  // ---- Key schedule ----

  @Override
  void setKey(Direction direction, byte[] key) {
    Library.Engine best = choice.of(key.length);
    if (engine != best) {
      wipeContext();
      engine = best;
      context = Arena.ofAuto().allocate(best.contextBytes, best.contextAlign);
    }
    MemorySegment bytes = MemorySegment.ofArray(key);
    int directions = direction == Direction.ENCRYPT ? FOR_ENCRYPTION : FOR_DECRYPTION;
    int error;
    try {
      error = (int) SET_KEY.invokeExact(engine.setKey, context, bytes, 8 * key.length, directions);
    } catch (Throwable thrown) {
      throw Library.impossible(thrown);
    }
    if (error != 0) {
      throw new IllegalStateException("the C library refuses the key: error " + error);
    }
    decrypting = direction == Direction.DECRYPT;
  }

  // ---- Encryption and decryption ----

  private enum Mode {
    ECB,
    CBC,
    CTR
  }

  @Override
  final void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    crypt(Mode.ECB, null, in, i, out, o, blocks);
  }

  @Override
  final void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    crypt(Mode.ECB, null, in, i, out, o, blocks);
  }

  @Override
  public final void cbc(byte[] chain, byte[] in, int i, byte[] out, int o, int blocks) {
    check(in, i, out, o, blocks);
    crypt(Mode.CBC, block(chain), in, i, out, o, blocks);
  }

  @Override
  public final void ctr(byte[] chain, byte[] in, int i, byte[] out, int o, int blocks) {
    check(in, i, out, o, blocks);
    crypt(Mode.CTR, block(chain), in, i, out, o, blocks);
  }

  private byte[] block(byte[] chain) {
    if (chain.length != blockBytes()) {
      throw new IllegalArgumentException("a chain of " + chain.length + " bytes is not a block");
    }
    return chain;
  }

  /** The loop counts by what the JIT can't foresee, so that it asks each time if garbage waits. */
  private void crypt(Mode mode, byte[] chain, byte[] in, int i, byte[] out, int o, int blocks) {
    Library library = choice.library;
    int bytes;
    for (int n; blocks > 0; blocks -= n, i += bytes, o += bytes) {
      n = Math.min(blocks, MOST);
      bytes = n * blockBytes();
      MemorySegment from = MemorySegment.ofArray(in).asSlice(i, bytes);
      MemorySegment to = MemorySegment.ofArray(out).asSlice(o, bytes);
      try {
        if (mode == Mode.ECB) {
          MemorySegment how = decrypting ? engine.decrypt : engine.encrypt;
          CRYPT.invokeExact(how, context, from, to, (long) n);
        } else if (mode == Mode.CBC) {
          MemorySegment how = decrypting ? library.cbcDecrypt : library.cbcEncrypt;
          MemorySegment iv = MemorySegment.ofArray(chain);
          CBC.invokeExact(how, engine.place, context, iv, from, to, (long) n);
        } else {
          MemorySegment iv = MemorySegment.ofArray(chain);
          CTR.invokeExact(library.ctr, engine.place, context, iv, 0L, from, to, (long) bytes);
          add(chain, n);
        }
      } catch (Throwable thrown) {
        throw Library.impossible(thrown);
      }
    }
  }

  /** Adds to a big-endian number. */
  private static void add(byte[] counter, int n) {
    for (int b = counter.length - 1; b >= 0 && n != 0; b--) {
      n += counter[b] & 255;
      counter[b] = (byte) n;
      n >>>= 8;
    }
  }

  // ---- Engine ----

  @Override
  void eraseKey() {
    wipeContext();
  }

  /** Leaves zeros, as a context must be before its first key. */
  private void wipeContext() {
    if (context != null) {
      try {
        WIPE.invokeExact(engine.wipe, context);
      } catch (Throwable thrown) {
        throw Library.impossible(thrown);
      }
    }
  }

  /** One with a tweak. */
  static final class Tweaked extends NativeEngine implements Tweakable {
    private final byte[] tweak;

    Tweaked(Choice choice) {
      super(choice);
      tweak = new byte[choice.first.tweakBytes];
    }

    @Override
    public int tweakBytes() {
      return tweak.length;
    }

    @Override
    public void setTweak(byte[] tweak) {
      if (tweak.length != tweakBytes()) {
        throw new IllegalArgumentException(
            "a tweak of " + tweak.length + " bytes; this cipher takes " + tweakBytes());
      }
      System.arraycopy(tweak, 0, this.tweak, 0, tweak.length);
      if (super.context != null) {
        passTweak();
      }
    }

    private void passTweak() {
      try {
        SET_TWEAK.invokeExact(super.engine.setTweak, super.context, MemorySegment.ofArray(tweak));
      } catch (Throwable thrown) {
        throw Library.impossible(thrown);
      }
    }

    @Override
    void setKey(Direction direction, byte[] key) {
      super.setKey(direction, key);
      passTweak();
    }

    @Override
    void eraseKey() {
      super.eraseKey();
      Arrays.fill(tweak, (byte) 0);
    }
  }
}
