// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@link BlockEngine} promises, of every engine in the list. */
class BlockEngineTest {
  private static final int[] COUNTS = {0, 1, 2, 3, 7, 8, 15, 16, 17, 1000};

  private final Random random = new Random(1999);

  static Stream<Named<Engines.Engine>> engines() {
    return Engines.ALL.stream().map(e -> Named.of(e.cipher + "/" + e.name, e));
  }

  @ParameterizedTest
  @MethodSource("engines")
  void decryptInvertsEncrypt(Engines.Engine e) {
    for (int bits : keySizes(e)) {
      byte[] key = bytes(bits / 8);
      BlockEngine encryption = keyed(e, Direction.ENCRYPT, key);
      BlockEngine decryption = keyed(e, Direction.DECRYPT, key);
      boolean outermost = bits == e.keyMin || bits == e.keyMax; // blocks go alike in between
      for (int count : outermost ? counts(e) : new int[] {e.batch + e.paysFrom + 1}) {
        byte[] plain = bytes(count * encryption.blockBytes());
        byte[] cipher = run(encryption, plain);
        String what = bits + " key bits, " + count + " blocks";
        assertArrayEquals(oneByOne(encryption, plain), cipher, what);
        assertArrayEquals(plain, oneByOne(decryption, cipher), what);
        assertArrayEquals(plain, run(decryption, cipher), what);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void badKeySizesAreRefused(Engines.Engine e) {
    List<Integer> good = keySizes(e);
    for (int bits = 0; bits <= e.keyMax + 64; bits += 8) {
      if (!good.contains(bits)) {
        byte[] key = new byte[bits / 8];
        BlockEngine engine = e.make();
        for (Direction direction : Direction.values()) {
          Exception refusal =
              assertThrows(
                  IllegalArgumentException.class,
                  () -> engine.init(direction, key),
                  key.length + " bytes");
          assertTrue(
              refusal.getMessage().startsWith("a key of " + bits + " bits; this cipher takes"),
              refusal.getMessage());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aRefusedKeyLeavesTheOneBefore(Engines.Engine e) {
    BlockEngine engine = keyed(e, Direction.DECRYPT, key(e));
    byte[] data = bytes(3 * engine.blockBytes());
    byte[] expected = run(engine, data);
    byte[] key = key(e);
    assertThrows(NullPointerException.class, () -> engine.init(null, key));
    assertThrows(NullPointerException.class, () -> engine.init(Direction.ENCRYPT, null));
    byte[] bad = new byte[e.keyMax / 8 + 1];
    assertThrows(IllegalArgumentException.class, () -> engine.init(Direction.ENCRYPT, bad));
    assertArrayEquals(expected, run(engine, data));
  }

  @ParameterizedTest
  @MethodSource("engines")
  void rangesOutOfBoundsAreRefusedAndNothingIsWritten(Engines.Engine e) {
    for (Direction direction : Direction.values()) {
      BlockEngine engine = keyed(e, direction, key(e));
      int size = engine.blockBytes();
      byte[] in = bytes(4 * size);
      byte[] out = bytes(4 * size);
      byte[] before = out.clone();
      // Each row: the input's offset, the output's, blocks.
      int[][] bad = {
        {-1, 0, 1},
        {0, -1, 1},
        {1, 0, 4},
        {0, 1, 4},
        {0, 0, 5},
        {0, 0, -1},
        {3 * size + 1, 0, 1},
        {0, 3 * size + 1, 1},
        {4 * size + 1, 0, 0},
        {0, 4 * size + 1, 0},
        {0, 0, Integer.MAX_VALUE},
        {0, 0, Integer.MIN_VALUE},
        {0, 0, 1 << 29},
        {0, 0, 1 << 28},
        {Integer.MAX_VALUE, 0, 1},
        {0, Integer.MAX_VALUE, 1},
        {Integer.MIN_VALUE, 0, 1},
      };
      for (Call call : calls(engine, new byte[size])) {
        for (int[] row : bad) {
          assertThrows(
              IndexOutOfBoundsException.class,
              () -> call.process(in, row[0], out, row[1], row[2]),
              Arrays.toString(row));
          assertArrayEquals(before, out, Arrays.toString(row));
        }
        assertThrows(NullPointerException.class, () -> call.process(null, 0, out, 0, 1));
        assertThrows(NullPointerException.class, () -> call.process(in, 0, null, 0, 1));
        assertArrayEquals(before, out);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aChainThatIsNoBlockIsRefusedAndNothingIsWritten(Engines.Engine e) {
    BlockEngine engine = keyed(e, Direction.ENCRYPT, key(e));
    assumeTrue(engine instanceof ModeEngine);
    byte[] data = bytes(engine.blockBytes());
    byte[] before = data.clone();
    for (int length : new int[] {0, data.length - 1, data.length + 1}) {
      byte[] chain = bytes(length);
      byte[] chainBefore = chain.clone();
      for (Call mode : calls(engine, chain).subList(1, 3)) {
        assertThrows(
            IllegalArgumentException.class, () -> mode.process(data, 0, data, 0, 1), "" + length);
        assertArrayEquals(before, data);
        assertArrayEquals(chainBefore, chain);
      }
    }
  }

  private interface Call {
    void process(byte[] in, int i, byte[] out, int o, int blocks);
  }

  /** Its process and then, if it does modes, its CBC and CTR by that chain. */
  private static List<Call> calls(BlockEngine engine, byte[] chain) {
    if (!(engine instanceof ModeEngine)) {
      return List.of(engine::process);
    }
    ModeEngine modes = (ModeEngine) engine;
    return List.of(
        engine::process,
        (in, i, out, o, blocks) -> modes.cbc(chain, in, i, out, o, blocks),
        (in, i, out, o, blocks) -> modes.ctr(chain, in, i, out, o, blocks));
  }

  @ParameterizedTest
  @MethodSource("engines")
  void inPlaceIsAllowed(Engines.Engine e) {
    for (Direction direction : Direction.values()) {
      BlockEngine engine = keyed(e, direction, key(e));
      for (int count : counts(e)) {
        byte[] data = bytes(count * engine.blockBytes());
        byte[] expected = run(engine, data);
        engine.process(data, 0, data, 0, count);
        assertArrayEquals(expected, data, count + " blocks");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void onlyTheOutputIsWrittenAtAnyOffset(Engines.Engine e) {
    for (Direction direction : Direction.values()) {
      BlockEngine engine = keyed(e, direction, key(e));
      for (int count : counts(e)) {
        int length = count * engine.blockBytes();
        byte[] in = bytes(length + 10);
        byte[] inBefore = in.clone();
        byte[] out = bytes(length + 20);
        byte[] expected = out.clone();
        System.arraycopy(
            run(engine, Arrays.copyOfRange(in, 3, 3 + length)), 0, expected, 13, length);
        engine.process(in, 3, out, 13, count);
        assertArrayEquals(expected, out, count + " blocks");
        assertArrayEquals(inBefore, in, count + " blocks");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void zeroBlocksAtTheEndOfAnArrayAreNothing(Engines.Engine e) {
    BlockEngine engine = keyed(e, Direction.ENCRYPT, key(e));
    byte[] data = bytes(5);
    byte[] before = data.clone();
    engine.process(data, 5, data, 5, 0);
    assertArrayEquals(before, data);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aNewKeyReplacesTheOld(Engines.Engine e) {
    BlockEngine engine = e.make();
    byte[] data = bytes(17 * engine.blockBytes());
    for (int bits : keySizes(e)) {
      for (Direction direction : Direction.values()) {
        byte[] key = bytes(bits / 8);
        engine.init(direction, key);
        byte[] expected = run(keyed(e, direction, key), data);
        assertArrayEquals(expected, run(engine, data), bits + " bits, " + direction);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void theCallersKeyIsNeitherChangedNorKept(Engines.Engine e) {
    for (Direction direction : Direction.values()) {
      byte[] key = key(e);
      byte[] before = key.clone();
      BlockEngine engine = keyed(e, direction, key);
      assertArrayEquals(before, key);
      byte[] data = bytes(3 * engine.blockBytes());
      byte[] expected = run(engine, data);
      Arrays.fill(key, (byte) 0x5a);
      assertArrayEquals(expected, run(engine, data));
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void enginesDoNotShareKeys(Engines.Engine e) {
    byte[] key = key(e);
    BlockEngine first = keyed(e, Direction.ENCRYPT, key);
    byte[] data = bytes(3 * first.blockBytes());
    byte[] expected = run(first, data);
    BlockEngine second = keyed(e, Direction.DECRYPT, key(e));
    run(second, data);
    assertArrayEquals(expected, run(first, data));
    second.wipe();
    assertArrayEquals(expected, run(first, data));
  }

  @ParameterizedTest
  @MethodSource("engines")
  void theTweakIsZerosUnlessSetAndOutlivesKeys(Engines.Engine e) {
    assumeTrue(e.make() instanceof Tweakable);
    byte[] key = key(e);
    Tweakable engine = (Tweakable) keyed(e, Direction.ENCRYPT, key);
    byte[] data = bytes(3 * engine.blockBytes());
    byte[] tweak = bytes(engine.tweakBytes());
    byte[] tweakBefore = tweak.clone();
    byte[] untweaked = run(engine, data);
    engine.setTweak(tweak);
    byte[] tweaked = run(engine, data);
    assertArrayEquals(tweakBefore, tweak);
    assertFalse(Arrays.equals(untweaked, tweaked), "the tweak is lost");

    engine.init(Direction.DECRYPT, key);
    assertArrayEquals(data, run(engine, tweaked));
    assertThrows(IllegalArgumentException.class, () -> engine.setTweak(new byte[tweak.length - 1]));
    assertArrayEquals(data, run(engine, tweaked), "a refused tweak leaves the one before");
    engine.setTweak(new byte[tweak.length]);
    assertArrayEquals(data, run(engine, untweaked), "zeros at first");

    engine.setTweak(tweak);
    engine.wipe();
    engine.init(Direction.ENCRYPT, key);
    assertArrayEquals(untweaked, run(engine, data), "zeros after a wipe");
  }

  @ParameterizedTest
  @MethodSource("engines")
  void withoutAKeyNothingIsProcessed(Engines.Engine e) {
    BlockEngine engine = e.make();
    byte[] data = bytes(engine.blockBytes());
    byte[] before = data.clone();
    for (Call call : calls(engine, data.clone())) {
      assertThrows(IllegalStateException.class, () -> call.process(data, 0, data, 0, 1));
    }
    engine.wipe();
    for (Direction direction : Direction.values()) {
      byte[] key = key(e);
      engine.init(direction, key);
      byte[] expected = run(engine, data);
      engine.wipe();
      assertThrows(IllegalStateException.class, () -> engine.process(data, 0, data, 0, 1));
      assertArrayEquals(before, data);
      engine.wipe();
      engine.init(direction, key);
      assertArrayEquals(expected, run(engine, data));
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void theListIsInOrder(Engines.Engine e) {
    assertEquals(e, Engines.find(e.cipher, e.name), "two of one name");
    boolean first =
        Engines.ALL.stream().filter(f -> f.cipher.equals(e.cipher)).findFirst().get() == e;
    assertTrue(first || !e.name.equals("portable"), "portable is first");
    assertTrue(e.batch > 0 && e.paysFrom >= 0);
    assertEquals(0, e.keyMin % 8);
    assertEquals(0, e.keyStep % 8);
    assertEquals(0, (e.keyMax - e.keyMin) % e.keyStep);
  }

  @ParameterizedTest
  @MethodSource("engines")
  void anUnknownNameIsRefused(Engines.Engine e) {
    Exception refusal =
        assertThrows(IllegalArgumentException.class, () -> Engines.find(e.cipher, "none"));
    assertEquals("no engine " + e.cipher + "/none", refusal.getMessage());
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aWipeLeavesNothing(Engines.Engine e) throws ReflectiveOperationException {
    for (Direction direction : Direction.values()) {
      BlockEngine engine = keyed(e, direction, key(e));
      run(engine, bytes((e.batch + 1) * engine.blockBytes()));
      engine.wipe();
      assertErased(engine);
    }
  }

  /** Nothing but zeros in its arrays and memory, nor in those of what else it may be made of. */
  private static void assertErased(Object engine) throws ReflectiveOperationException {
    for (Class<?> c = engine.getClass(); c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        field.setAccessible(true);
        Object value = Modifier.isStatic(field.getModifiers()) ? null : field.get(engine);
        if (value instanceof BlockEngine || value instanceof DesPlanes) {
          assertErased(value);
        } else if (value != null && value.getClass().isArray()) {
          assertZeros(value, field.getName());
        } else if (value != null
            && field.getType().getSimpleName().equals("MemorySegment")) { // of Java 22
          Object bytes = field.getType().getMethod("asByteBuffer").invoke(value);
          assertEquals(ByteBuffer.allocate(((ByteBuffer) bytes).capacity()), bytes);
        }
      }
    }
  }

  private static void assertZeros(Object array, String what) {
    for (int i = 0; i < Array.getLength(array); i++) {
      Object value = Array.get(array, i);
      if (value instanceof Number) {
        assertEquals(0, ((Number) value).longValue(), what);
      } else {
        assertZeros(value, what);
      }
    }
  }

  /** Blocks a call: also about the first that pay, a batch and two, and where the rest pays. */
  private static int[] counts(Engines.Engine e) {
    IntStream about =
        IntStream.of(Math.max(e.paysFrom, 1), e.batch, e.batch + e.paysFrom, 2 * e.batch)
            .flatMap(n -> IntStream.rangeClosed(n - 1, n + 1));
    return IntStream.concat(IntStream.of(COUNTS), about).distinct().toArray();
  }

  private static List<Integer> keySizes(Engines.Engine e) {
    List<Integer> sizes = new ArrayList<>();
    for (int bits = e.keyMin; bits <= e.keyMax; bits += e.keyStep) {
      sizes.add(bits);
    }
    return sizes;
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] key(Engines.Engine e) {
    return bytes(e.keyMax / 8);
  }

  private static BlockEngine keyed(Engines.Engine e, Direction direction, byte[] key) {
    BlockEngine engine = e.make();
    engine.init(direction, key);
    return engine;
  }

  private static byte[] run(BlockEngine engine, byte[] in) {
    byte[] out = new byte[in.length];
    engine.process(in, 0, out, 0, in.length / engine.blockBytes());
    return out;
  }

  private static byte[] oneByOne(BlockEngine engine, byte[] in) {
    byte[] out = new byte[in.length];
    for (int at = 0; at < in.length; at += engine.blockBytes()) {
      engine.process(in, at, out, at, 1);
    }
    return out;
  }
}
