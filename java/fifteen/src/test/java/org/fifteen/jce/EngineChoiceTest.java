// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Engines;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which engine a call goes to, and that it makes no difference to what comes out. */
class EngineChoiceTest {
  /** About the most blocks of a call of C, and several of them. */
  private static final int[] MANY = {2047, 2048, 2049, 4100};

  private final Random random = new Random(256);

  static Stream<Engines.Engine> enginesThatPay() {
    return Engines.ALL.stream().filter(e -> e.paysFrom > 0);
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private static int[] withMany(int... blocks) {
    return IntStream.concat(IntStream.of(blocks), IntStream.of(MANY)).toArray();
  }

  private static EngineChoice choice(Engines.Engine e) {
    int blockBytes = e.make().blockBytes();
    return new EngineChoice(EngineChoice.known(e.cipher), KeySizes.of(e), blockBytes);
  }

  @ParameterizedTest
  @MethodSource("enginesThatPay")
  void itChangesWhereAnotherPays(Engines.Engine e) {
    EngineChoice choice = choice(e);
    List<Engines.Engine> all =
        Engines.ALL.stream().filter(f -> f.cipher.equals(e.cipher)).collect(Collectors.toList());
    assertEquals(all.get(0).name, choice.chosen(e.paysFrom), "without a key");
    choice.init(Direction.ENCRYPT, bytes(e.keyMax / 8));
    for (int blocks : new int[] {1, e.paysFrom - 1, e.paysFrom, 10 * e.paysFrom}) {
      boolean pays = blocks >= e.paysFrom;
      boolean betterOne =
          all.stream()
              .skip(all.indexOf(e) + 1)
              .anyMatch(f -> f.paysFrom > 0 && blocks >= f.paysFrom);
      assertEquals(pays && !betterOne, e.name.equals(choice.chosen(blocks)), blocks + " blocks");
    }
  }

  @ParameterizedTest
  @MethodSource("enginesThatPay")
  void theChangeIsNotSeen(Engines.Engine e) {
    EngineChoice choice = choice(e);
    BlockEngine first =
        Engines.ALL.stream().filter(f -> f.cipher.equals(e.cipher)).findFirst().get().make();
    for (int n = 0; n < 6; n++) {
      byte[] key = bytes(e.keyMax / 8);
      Direction direction = n % 2 == 0 ? Direction.ENCRYPT : Direction.DECRYPT;
      choice.init(direction, key);
      first.init(direction, key);
      for (int blocks : withMany(1, e.paysFrom, 2, e.paysFrom + 3)) {
        byte[] in = bytes(blocks * choice.blockBytes());
        byte[] expected = new byte[in.length];
        first.process(in, 0, expected, 0, blocks);
        choice.process(in, 0, in, 0, blocks);
        assertArrayEquals(expected, in, blocks + " blocks");
      }
    }
  }

  /** The first counter block has carries before it, the third message is of one block. */
  @ParameterizedTest
  @MethodSource("enginesThatPay")
  void norIsItSeenByAMode(Engines.Engine e) {
    EngineChoice choice = choice(e);
    BlockEngine first =
        Engines.ALL.stream().filter(f -> f.cipher.equals(e.cipher)).findFirst().get().make();
    int block = choice.blockBytes();
    for (Direction direction : Direction.values()) {
      sameModes(new Cbc(choice), new Cbc(first), direction, e, block);
      sameModes(
          Ctr.wholeBlock(choice, block, block),
          Ctr.wholeBlock(first, block, block),
          direction,
          e,
          block);
      sameModes(Ctr.last32Bits(choice), Ctr.last32Bits(first), direction, e, block);
    }
  }

  private void sameModes(Mode one, Mode other, Direction direction, Engines.Engine e, int block) {
    byte[] key = bytes(e.keyMax / 8);
    byte[] iv = new byte[block];
    Arrays.fill(iv, (byte) 255);
    iv[0] = iv[block - 1] = 0;
    one.init(direction, key);
    other.init(direction, key);
    one.start(iv);
    other.start(iv);
    for (int blocks : withMany(e.paysFrom, 3 * e.paysFrom + 250, 1, e.paysFrom + 1)) {
      byte[] in = bytes(blocks * block);
      byte[] expected = new byte[in.length];
      other.process(in, 0, expected, 0, in.length);
      one.process(in, 0, in, 0, in.length);
      assertArrayEquals(expected, in, one.getClass() + ", " + direction + ", " + blocks);
      assertArrayEquals(other.register, one.register);
    }
  }

  @ParameterizedTest
  @MethodSource("enginesThatPay")
  void anEngineIsMadeWhereItIsNeeded(Engines.Engine e) {
    EngineChoice choice = choice(e);
    Mode ecb = new Ecb(choice);
    ecb.init(Direction.ENCRYPT, bytes(e.keyMax / 8));
    assertEquals(0, Arrays.stream(choice.made).filter(Objects::nonNull).count());
    byte[] many = new byte[e.paysFrom * choice.blockBytes()];
    ecb.process(many, 0, many, 0, many.length);
    assertEquals(1, Arrays.stream(choice.made).filter(Objects::nonNull).count());
  }

  /** An engine for many blocks, which CBC encryption has no use for unless it does CBC itself. */
  @ParameterizedTest
  @MethodSource("enginesThatPay")
  void anEngineThatAModeDoesNotUseIsNotKeyed(Engines.Engine e) {
    EngineChoice choice = choice(e);
    int block = choice.blockBytes();
    Mode cbc = new Cbc(choice);
    cbc.init(Direction.ENCRYPT, bytes(e.keyMax / 8));
    byte[] many = new byte[e.paysFrom * block];
    cbc.process(many, 0, many, 0, many.length);
    int keyed = 0;
    for (boolean one : choice.keyed) {
      keyed += one ? 1 : 0;
    }
    assertEquals(1, keyed);
  }

  @ParameterizedTest
  @MethodSource("enginesThatPay")
  void aRefusedKeyLeavesTheOneBeforeAndAWipeNone(Engines.Engine e) {
    EngineChoice choice = choice(e);
    choice.init(Direction.ENCRYPT, bytes(e.keyMax / 8));
    byte[] many = new byte[e.paysFrom * choice.blockBytes()];
    byte[] before = new byte[many.length];
    choice.process(many, 0, before, 0, e.paysFrom);
    byte[] none = new byte[e.keyMax / 8 + 1];
    assertThrows(IllegalArgumentException.class, () -> choice.init(Direction.DECRYPT, none));
    byte[] after = new byte[many.length];
    choice.process(many, 0, after, 0, e.paysFrom);
    assertArrayEquals(before, after);
    choice.wipe();
    for (int blocks : new int[] {1, e.paysFrom}) {
      assertThrows(IllegalStateException.class, () -> choice.process(many, 0, after, 0, blocks));
    }
  }
}
