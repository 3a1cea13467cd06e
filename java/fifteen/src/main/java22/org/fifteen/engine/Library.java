// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** libfifteen and its engines, as {@code c/include/fifteen.h} declares them. */
@SuppressWarnings("restricted") // NativeEngines has asked whether it may
final class Library {
  // ---- Types ----

  private static final StructLayout PLUGIN =
      MemoryLayout.structLayout(
          ADDRESS.withName("name"),
          ADDRESS.withName("built_version"),
          ADDRESS.withName("running_version"),
          ADDRESS.withName("engines"));

  private static final StructLayout ENGINE =
      MemoryLayout.structLayout(
          ADDRESS.withName("cipher"),
          ADDRESS.withName("name"),
          ADDRESS.withName("needs"),
          JAVA_INT.withName("block_bytes"),
          JAVA_INT.withName("key_bits.min"),
          JAVA_INT.withName("key_bits.max"),
          JAVA_INT.withName("key_bits.step"),
          JAVA_INT.withName("tweak_bytes"),
          JAVA_INT.withName("batch"),
          JAVA_INT.withName("pays_from.amd"),
          JAVA_INT.withName("pays_from.zen4"),
          JAVA_INT.withName("pays_from.intel"),
          MemoryLayout.paddingLayout(4),
          JAVA_LONG.withName("context_bytes"),
          JAVA_LONG.withName("context_align"),
          ADDRESS.withName("set_key"),
          ADDRESS.withName("set_tweak"),
          ADDRESS.withName("encrypt"),
          ADDRESS.withName("decrypt"),
          ADDRESS.withName("wipe"),
          ADDRESS.withName("modes"));

  private static final StructLayout MODES =
      MemoryLayout.structLayout(
          ADDRESS.withName("cbc_encrypt"),
          ADDRESS.withName("cbc_decrypt"),
          ADDRESS.withName("ctr"),
          ADDRESS.withName("xts_encrypt"),
          ADDRESS.withName("xts_decrypt"));

  /** Fields by their names. */
  private record Struct(MemorySegment place, StructLayout layout) {
    Struct {
      place = place.reinterpret(layout.byteSize());
    }

    private long at(String field) {
      return layout.byteOffset(PathElement.groupElement(field));
    }

    MemorySegment pointer(String field) {
      return place.get(ADDRESS, at(field));
    }

    String text(String field) {
      return pointer(field).reinterpret(Long.MAX_VALUE).getString(0);
    }

    int number(String field) {
      return place.get(JAVA_INT, at(field));
    }

    long size(String field) {
      return place.get(JAVA_LONG, at(field));
    }
  }

  /** A descriptor. */
  static final class Engine {
    final String cipher;
    final int blockBytes;
    final int keyMin;
    final int keyMax;
    final int keyStep;
    final int tweakBytes;
    final int batch;
    final long contextBytes;
    final long contextAlign;
    final long place;

    /**
     * The most blocks of a call, in which the JVM can't stop this thread: several batches, as less
     * than one is no faster than one, and some 100 us at most. Engines with modes of their own are
     * the fastest.
     */
    final int most;

    /** The same where each block waits for the one before it. */
    final int mostChained;

    final MemorySegment setKey;
    final MemorySegment setTweak;
    final MemorySegment encrypt;
    final MemorySegment decrypt;
    final MemorySegment wipe;

    private Engine(Struct engine) {
      cipher = engine.text("cipher");
      blockBytes = engine.number("block_bytes");
      keyMin = engine.number("key_bits.min");
      keyMax = engine.number("key_bits.max");
      keyStep = engine.number("key_bits.step");
      tweakBytes = engine.number("tweak_bytes");
      batch = engine.number("batch");
      contextBytes = engine.size("context_bytes");
      contextAlign = engine.size("context_align");
      place = engine.place.address();
      MemorySegment modes = engine.pointer("modes");
      boolean own = !modes.equals(MemorySegment.NULL);
      most = own ? 2048 : Math.max(256, 4 * batch);
      boolean chains =
          own && !new Struct(modes, MODES).pointer("cbc_encrypt").equals(MemorySegment.NULL);
      mostChained = chains ? most : 64;
      setKey = engine.pointer("set_key");
      setTweak = engine.pointer("set_tweak");
      encrypt = engine.pointer("encrypt");
      decrypt = engine.pointer("decrypt");
      wipe = engine.pointer("wipe");
    }
  }

  // ---- Calls ----

  private static final MethodHandle PLUGIN_1 = functions(FunctionDescriptor.of(ADDRESS));
  private static final MethodHandle BEST =
      functions(FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT, JAVA_LONG));
  private static final MethodHandle PAYS_FROM =
      functions(FunctionDescriptor.of(JAVA_LONG, ADDRESS));

  /**
   * All functions of a type: which one is the first argument. The thread stays in Java, so that a
   * call costs little and takes arrays as they are; but while it lasts the JVM can't stop it, and
   * all that needs every thread to stop waits, such as a collection of garbage.
   */
  static MethodHandle functions(FunctionDescriptor type) {
    return Linker.nativeLinker().downcallHandle(type, Linker.Option.critical(true));
  }

  /** What a handle may throw by its type, and C can't. */
  static IllegalStateException impossible(Throwable thrown) {
    return new IllegalStateException(thrown);
  }

  // ---- The library ----

  final String version;

  /** In the library's order, by where they are. */
  private final Map<MemorySegment, Engine> engines = new LinkedHashMap<>();

  private final MemorySegment best;
  private final MemorySegment paysFrom;
  final MemorySegment cbcEncrypt;
  final MemorySegment cbcDecrypt;
  final MemorySegment ctr;

  /**
   * @throws IllegalArgumentException if it is another library
   */
  Library(SymbolLookup symbols) {
    MemorySegment plugin = find(symbols, "fifteen_plugin_1");
    best = find(symbols, "fifteen_best");
    paysFrom = find(symbols, "fifteen_pays_from");
    cbcEncrypt = find(symbols, "fifteen_cbc_encrypt");
    cbcDecrypt = find(symbols, "fifteen_cbc_decrypt");
    ctr = find(symbols, "fifteen_ctr");
    Struct told;
    try {
      told = new Struct((MemorySegment) PLUGIN_1.invokeExact(plugin), PLUGIN);
    } catch (Throwable thrown) {
      throw impossible(thrown);
    }
    version = told.text("running_version");
    MemorySegment list = told.pointer("engines").reinterpret(Long.MAX_VALUE);
    MemorySegment engine = list.getAtIndex(ADDRESS, 0);
    for (int i = 1; !engine.equals(MemorySegment.NULL); i++) {
      engines.put(engine, new Engine(new Struct(engine, ENGINE)));
      engine = list.getAtIndex(ADDRESS, i);
    }
  }

  private static MemorySegment find(SymbolLookup symbols, String name) {
    return symbols
        .find(name)
        .orElseThrow(() -> new IllegalArgumentException("the library has no " + name));
  }

  /** All, those too that this processor can't run. */
  List<Engine> engines() {
    return List.copyOf(engines.values());
  }

  /**
   * The one to use for keys of so many bits and many blocks under each.
   *
   * @throws IllegalStateException if there is none
   */
  Engine best(String cipher, int keyBits) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(cipher);
      MemorySegment place = (MemorySegment) BEST.invokeExact(best, name, keyBits, 0L);
      return Objects.requireNonNull(engines.get(place), "no engine of " + cipher);
    } catch (Throwable thrown) {
      throw impossible(thrown);
    }
  }

  /** From how many blocks under one key on an engine pays, on this processor. */
  long paysFrom(Engine engine) {
    try {
      return (long) PAYS_FROM.invokeExact(paysFrom, MemorySegment.ofAddress(engine.place));
    } catch (Throwable thrown) {
      throw impossible(thrown);
    }
  }
}
