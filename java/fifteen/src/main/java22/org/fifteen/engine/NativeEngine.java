// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.fifteen.engine.Bytes.LONG_BE;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;

/** An engine of the C library, and the library's modes over it. */
class NativeEngine extends KeyedEngine implements ModeEngine {
  // ---- Calls ----

  /** What isn't on the heap is passed as a number: the JVM then has nothing to look after. */
  private static final MethodHandle SET_KEY =
      Library.functions(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT));

  private static final MethodHandle SET_TWEAK =
      Library.functions(FunctionDescriptor.ofVoid(JAVA_LONG, ADDRESS));
  private static final MethodHandle CRYPT =
      Library.functions(FunctionDescriptor.ofVoid(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG));
  private static final MethodHandle CBC =
      Library.functions(
          FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG));
  private static final MethodHandle CTR =
      Library.functions(
          FunctionDescriptor.ofVoid(
              JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG));
  private static final MethodHandle WIPE = Library.functions(FunctionDescriptor.ofVoid(JAVA_LONG));

  private static final int FOR_ENCRYPTION = 1;
  private static final int FOR_DECRYPTION = 2;

  // ---- Context ----

  /** Contexts are parts of pieces of so many bytes: a piece for each would cost more than a key. */
  private static final long PIECE = 1 << 16;

  private static final long ALIGNMENT = 64; // any engine's, and no two contexts in a cache line

  private static MemorySegment free = MemorySegment.NULL; // what is left of the newest piece

  /** Zeros. A piece is freed when none of its contexts can be reached. */
  private static synchronized MemorySegment newContext(Library.Engine engine) {
    long bytes = (engine.contextBytes + ALIGNMENT - 1) & -ALIGNMENT;
    if (free.byteSize() < bytes) {
      free = Arena.ofAuto().allocate(Math.max(PIECE, bytes), ALIGNMENT);
    }
    MemorySegment context = free.asSlice(0, engine.contextBytes, engine.contextAlign);
    free = free.asSlice(bytes);
    return context;
  }

  private final Library library;
  private final Library.Engine engine;
  private final MemorySegment context;

  NativeEngine(Library library, Library.Engine engine) {
    super(engine.blockBytes, engine.keyMin, engine.keyMax, engine.keyStep);
    this.library = library;
    this.engine = engine;
    context = newContext(engine);
  }

  // ---- Key schedule ----

  @Override
  void setKey(Direction direction, byte[] key) {
    MemorySegment bytes = MemorySegment.ofArray(key);
    int directions = direction == Direction.ENCRYPT ? FOR_ENCRYPTION : FOR_DECRYPTION;
    int error;
    try {
      error =
          (int)
              SET_KEY.invokeExact(
                  engine.setKey, context.address(), bytes, 8 * key.length, directions);
    } catch (Throwable thrown) {
      throw Library.impossible(thrown);
    } finally {
      Reference.reachabilityFence(this);
    }
    if (error != 0) {
      throw new IllegalStateException("the C library refuses the key: error " + error);
    }
  }

  // ---- Encryption and decryption ----

  // Each loop counts by what the JIT can't foresee, so that it asks each time if the JVM waits.

  @Override
  final void encrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    ecb(engine.encrypt, in, i, out, o, blocks);
  }

  @Override
  final void decrypt(byte[] in, int i, byte[] out, int o, int blocks) {
    ecb(engine.decrypt, in, i, out, o, blocks);
  }

  private void ecb(MemorySegment how, byte[] in, int i, byte[] out, int o, int blocks) {
    int bytes;
    try {
      for (int n; blocks > 0; blocks -= n, i += bytes, o += bytes) {
        n = Math.min(blocks, engine.most);
        bytes = n * blockBytes();
        CRYPT.invokeExact(how, context.address(), at(in, i, bytes), at(out, o, bytes), (long) n);
      }
    } catch (Throwable thrown) {
      throw Library.impossible(thrown);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public final void cbc(byte[] chain, byte[] in, int i, byte[] out, int o, int blocks) {
    check(in, i, out, o, blocks);
    MemorySegment iv = block(chain);
    MemorySegment how = decrypting() ? library.cbcDecrypt : library.cbcEncrypt;
    int most = decrypting() ? engine.most : engine.mostChained;
    int bytes;
    try {
      for (int n; blocks > 0; blocks -= n, i += bytes, o += bytes) {
        n = Math.min(blocks, most);
        bytes = n * blockBytes();
        CBC.invokeExact(
            how,
            engine.place,
            context.address(),
            iv,
            at(in, i, bytes),
            at(out, o, bytes),
            (long) n);
      }
    } catch (Throwable thrown) {
      throw Library.impossible(thrown);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public final void ctr(byte[] chain, byte[] in, int i, byte[] out, int o, int blocks) {
    check(in, i, out, o, blocks);
    MemorySegment iv = block(chain);
    int bytes;
    try {
      for (int n; blocks > 0; blocks -= n, i += bytes, o += bytes) {
        n = Math.min(blocks, engine.most);
        bytes = n * blockBytes();
        CTR.invokeExact(
            library.ctr,
            engine.place,
            context.address(),
            iv,
            0L,
            at(in, i, bytes),
            at(out, o, bytes),
            (long) bytes);
        add(chain, n);
      }
    } catch (Throwable thrown) {
      throw Library.impossible(thrown);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** That there are some is said once more for the JIT, which then makes no object of this. */
  private static MemorySegment at(byte[] array, int offset, int bytes) {
    return MemorySegment.ofArray(array).asSlice(offset, Math.max(bytes, 1));
  }

  private MemorySegment block(byte[] chain) {
    if (chain.length != blockBytes()) {
      throw new IllegalArgumentException("a chain of " + chain.length + " bytes is not a block");
    }
    return MemorySegment.ofArray(chain);
  }

  /** Adds to a big-endian number; by words, as C would wait for bytes to become one. */
  private static void add(byte[] counter, int n) {
    int last = counter.length - Long.BYTES;
    long low = (long) LONG_BE.get(counter, last) + n;
    LONG_BE.set(counter, last, low);
    if (Long.compareUnsigned(low, n) < 0) {
      for (int b = last - 1; b >= 0 && ++counter[b] == 0; b--) {}
    }
  }

  // ---- Engine ----

  /** Leaves zeros, as a context must be before its first key. */
  @Override
  void eraseKey() {
    try {
      WIPE.invokeExact(engine.wipe, context.address());
    } catch (Throwable thrown) {
      throw Library.impossible(thrown);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** One with a tweak, which the context keeps from key to key. */
  static final class Tweaked extends NativeEngine implements Tweakable {
    Tweaked(Library library, Library.Engine engine) {
      super(library, engine);
    }

    @Override
    public int tweakBytes() {
      return super.engine.tweakBytes;
    }

    @Override
    public void setTweak(byte[] tweak) {
      if (tweak.length != tweakBytes()) {
        throw new IllegalArgumentException(
            "a tweak of " + tweak.length + " bytes; this cipher takes " + tweakBytes());
      }
      MemorySegment bytes = MemorySegment.ofArray(tweak);
      try {
        SET_TWEAK.invokeExact(super.engine.setTweak, super.context.address(), bytes);
      } catch (Throwable thrown) {
        throw Library.impossible(thrown);
      } finally {
        Reference.reachabilityFence(this);
      }
    }
  }
}
