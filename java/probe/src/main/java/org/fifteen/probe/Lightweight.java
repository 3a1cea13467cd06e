// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/**
 * A class with the manners of Bouncy Castle's {@code BlockCipher}: {@code init(boolean,
 * CipherParameters)}, {@code processBlock}, {@code getBlockSize}. It works a block a call.
 */
final class Lightweight extends OneClass {
  public interface Make {
    Object make() throws Exception;
  }

  public interface MakeOfBlock {
    Object make(int blockBits) throws Exception;
  }

  public interface Init {
    void init(Object cipher, boolean encrypt, Object parameters) throws Exception;
  }

  public interface Process {
    int process(Object cipher, byte[] in, int inOffset, byte[] out, int outOffset) throws Exception;
  }

  public interface Size {
    int of(Object cipher) throws Exception;
  }

  private final Method init;
  private final Method process;
  private final Method size;
  private final Constructor<?> key;

  Lightweight(String className, String cipher, String library) {
    super(load(className), cipher, library);
    init =
        method(
            "init", m -> m.getParameterCount() == 2 && m.getParameterTypes()[0] == boolean.class);
    process = method("processBlock", m -> m.getParameterCount() == 4);
    size = method("getBlockSize", m -> m.getParameterCount() == 0);
    key = key(init.getParameterTypes()[1]);
  }

  private Method method(String name, java.util.function.Predicate<Method> wanted) {
    return Arrays.stream(type.getMethods())
        .filter(m -> m.getName().equals(name) && !m.isBridge() && wanted.test(m))
        .findFirst()
        .orElseThrow(() -> new Refusal(type.getName() + " has no method " + name + " as wanted"));
  }

  /** KeyParameter, wherever the library keeps it: what init takes and bytes make. */
  private Constructor<?> key(Class<?> parameters) {
    for (Class<?> candidate : Beside.classes(parameters, "^Key")) {
      if (parameters.isAssignableFrom(candidate)
          && !Modifier.isAbstract(candidate.getModifiers())) {
        for (Constructor<?> constructor : candidate.getConstructors()) {
          if (Arrays.equals(constructor.getParameterTypes(), new Class<?>[] {byte[].class})) {
            return constructor;
          }
        }
      }
    }
    throw new Refusal(type.getName() + ": nothing beside it makes a key of bytes for its init");
  }

  @Override
  String calledCipher() {
    try {
      Object name =
          type.getMethod("getAlgorithmName").invoke(Link.as(Make.class, noWords()).make());
      return String.valueOf(name);
    } catch (Exception e) { // it need not say
      return Names.ofClass(type);
    }
  }

  private Constructor<?> noWords() throws NoSuchMethodException {
    return type.getDeclaredConstructor();
  }

  /** Some classes have several block sizes, and are told which in bits. */
  @Override
  List<Way> ways(int blockBytes) {
    List<Way> ways = new ArrayList<>();
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      List<Class<?>> takes = Arrays.asList(constructor.getParameterTypes());
      if (takes.isEmpty()) {
        Make make = Link.as(Make.class, constructor);
        ways.add(0, way(make, blockBytes, 0));
      } else if (takes.equals(List.of(int.class))) {
        MakeOfBlock make = Link.as(MakeOfBlock.class, constructor);
        ways.add(way(() -> make.make(8 * blockBytes), blockBytes, ways.size()));
      }
    }
    return ways;
  }

  private Way way(Make make, int blockBytes, int number) {
    KeyMaker.OfBytes ofBytes = Link.as(KeyMaker.OfBytes.class, key);
    Init inits = Link.as(Init.class, init);
    Process processes = Link.as(Process.class, process);
    Size sizes = Link.as(Size.class, size);
    return new Way(
        type.getSimpleName(),
        false,
        steps(blockBytes, number),
        () -> {
          Object cipher = make.make();
          return new Engine(cipher, blockBytes, sizes, ofBytes, inits, processes);
        });
  }

  private static final class Engine implements BlockEngine {
    private final Object cipher;
    private final int blockBytes;
    private final Size sizes;
    private final KeyMaker.OfBytes keys;
    private final Init init;
    private final Process process;

    Engine(
        Object cipher,
        int blockBytes,
        Size sizes,
        KeyMaker.OfBytes keys,
        Init init,
        Process process) {
      this.cipher = cipher;
      this.blockBytes = blockBytes;
      this.sizes = sizes;
      this.keys = keys;
      this.init = init;
      this.process = process;
    }

    @Override
    public int blockBytes() {
      return blockBytes;
    }

    @Override
    public void init(Direction direction, byte[] key) {
      int size;
      try {
        init.init(cipher, direction == Direction.ENCRYPT, keys.make(key));
        size = sizes.of(cipher);
      } catch (Exception e) {
        throw new Refusal(Refusal.inOneLine(e));
      }
      if (size != blockBytes) { // some know it with the key only
        throw new Refusal("its blocks are of " + size + " bytes, not " + blockBytes);
      }
    }

    @Override
    public void process(byte[] in, int inOffset, byte[] out, int outOffset, int blocks) {
      try {
        for (int at = 0; at < blocks * blockBytes; at += blockBytes) {
          process.process(cipher, in, inOffset + at, out, outOffset + at);
        }
      } catch (Exception e) {
        throw new Refusal(Refusal.inOneLine(e));
      }
    }

    /** The library offers nothing that erases a key. */
    @Override
    public void wipe() {}
  }
}
