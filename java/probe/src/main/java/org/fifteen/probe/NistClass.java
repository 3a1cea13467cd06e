// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;

/**
 * A class with the API that NIST asked of the candidates in Java (1998), as Cryptix wrote it: the
 * statics {@code makeKey(byte[])}, {@code blockEncrypt(byte[], int, Object)}, {@code blockDecrypt}
 * and {@code self_test()}. Some take the block size too, and some an array for the output.
 */
final class NistClass extends OneClass {
  public interface MakeKey {
    Object make(byte[] key) throws Exception;
  }

  public interface MakeKeyOfBlock {
    Object make(byte[] key, int block) throws Exception;
  }

  public interface Crypt {
    byte[] crypt(byte[] in, int inOffset, Object key) throws Exception;
  }

  public interface CryptOfBlock {
    byte[] crypt(byte[] in, int inOffset, Object key, int block) throws Exception;
  }

  /** The shape that all come to. */
  public interface CryptInto {
    void crypt(byte[] in, int inOffset, byte[] out, int outOffset, Object key) throws Exception;
  }

  public interface CryptIntoOfBlock {
    void crypt(byte[] in, int inOffset, byte[] out, int outOffset, Object key, int block)
        throws Exception;
  }

  public interface SelfTest {
    boolean test() throws Exception;
  }

  /** What its self_test says against it, where that was asked for: empty is nothing. */
  private String objection;

  NistClass(String className, String cipher, String library) {
    super(load(className), cipher, library);
    List.of("makeKey", "blockEncrypt", "blockDecrypt").forEach(this::named);
  }

  @Override
  public List<Entry> entries(Predicate<String> ciphers) {
    List<Entry> entries = super.entries(ciphers);
    return entries.isEmpty() || objection().isEmpty() ? entries : List.of();
  }

  @Override
  public List<Offer> refused(Predicate<String> ciphers) {
    List<Entry> found = super.entries(ciphers);
    if (found.isEmpty() || objection().isEmpty()) {
      return super.refused(ciphers);
    }
    return found.stream()
        .map(entry -> Offer.refused(entry.id, entry.cipher, objection()))
        .collect(Collectors.toList());
  }

  /** The class's own test, where it is listed: once, and never in a process that is timed. */
  private String objection() {
    if (objection == null) {
      try {
        objection = Patience.of(this::selfTest) ? "" : "self_test says no";
      } catch (Refusal refusal) {
        objection = "self_test: " + refusal.getMessage();
      }
    }
    return objection;
  }

  private boolean selfTest() {
    for (Method method : statics("self_test")) {
      if (method.getParameterCount() == 0 && method.getReturnType() == boolean.class) {
        try {
          return Link.as(SelfTest.class, method).test();
        } catch (Exception e) {
          throw new Refusal(Refusal.inOneLine(e));
        }
      }
    }
    return true;
  }

  @Override
  String calledCipher() {
    return Names.ofClass(type);
  }

  private List<Method> named(String name) {
    List<Method> found = statics(name);
    if (found.isEmpty()) {
      throw new Refusal(type.getName() + " has no static method " + name);
    }
    return found;
  }

  private List<Method> statics(String name) {
    List<Method> found = new ArrayList<>();
    for (Method method : type.getDeclaredMethods()) {
      if (Modifier.isStatic(method.getModifiers()) && method.getName().equals(name)) {
        found.add(method);
      }
    }
    return found;
  }

  /** A size may be meant in bytes or in bits: both are tried. */
  @Override
  List<Way> ways(int blockBytes) {
    List<Way> ways = new ArrayList<>();
    for (int block : new int[] {blockBytes, 8 * blockBytes}) {
      List<CryptInto> encrypts = crypts("blockEncrypt", block, blockBytes);
      List<CryptInto> decrypts = crypts("blockDecrypt", block, blockBytes);
      for (MakeKey keys : keys(block)) {
        for (int i = 0; i < Math.min(encrypts.size(), decrypts.size()); i++) {
          CryptInto encrypt = encrypts.get(i);
          CryptInto decrypt = decrypts.get(i);
          ways.add(
              new Way(
                  type.getSimpleName(),
                  false,
                  steps(blockBytes, ways.size()),
                  () -> new Engine(blockBytes, keys, encrypt, decrypt)));
        }
      }
    }
    return ways;
  }

  private List<MakeKey> keys(int block) {
    List<MakeKey> found = new ArrayList<>();
    for (Method method : named("makeKey")) {
      if (takes(method, byte[].class)) {
        found.add(Link.as(MakeKey.class, method));
      } else if (takes(method, byte[].class, int.class)) {
        MakeKeyOfBlock make = Link.as(MakeKeyOfBlock.class, method);
        found.add(key -> make.make(key, block));
      }
    }
    return found;
  }

  private List<CryptInto> crypts(String name, int block, int blockBytes) {
    List<CryptInto> found = new ArrayList<>();
    Class<?> bytes = byte[].class;
    for (Method method : named(name)) {
      if (takes(method, bytes, int.class, null)) {
        Crypt crypt = Link.as(Crypt.class, method);
        found.add(
            (in, inOffset, out, outOffset, key) ->
                System.arraycopy(crypt.crypt(in, inOffset, key), 0, out, outOffset, blockBytes));
      } else if (takes(method, bytes, int.class, null, int.class)) {
        CryptOfBlock crypt = Link.as(CryptOfBlock.class, method);
        found.add(
            (in, inOffset, out, outOffset, key) ->
                System.arraycopy(
                    crypt.crypt(in, inOffset, key, block), 0, out, outOffset, blockBytes));
      } else if (takes(method, bytes, int.class, bytes, int.class, null)) {
        found.add(Link.as(CryptInto.class, method));
      } else if (takes(method, bytes, int.class, bytes, int.class, null, int.class)) {
        CryptIntoOfBlock crypt = Link.as(CryptIntoOfBlock.class, method);
        found.add(
            (in, inOffset, out, outOffset, key) ->
                crypt.crypt(in, inOffset, out, outOffset, key, block));
      }
    }
    List<CryptInto> apart =
        found.stream().map(crypt -> apart(crypt, blockBytes)).collect(Collectors.toList());
    found.addAll(apart);
    return found;
  }

  /** With each block in an array of its own, for a class that is right at offset 0 alone. */
  private static CryptInto apart(CryptInto crypt, int blockBytes) {
    return (in, inOffset, out, outOffset, key) -> {
      byte[] result = new byte[blockBytes];
      crypt.crypt(Arrays.copyOfRange(in, inOffset, inOffset + blockBytes), 0, result, 0, key);
      System.arraycopy(result, 0, out, outOffset, blockBytes);
    };
  }

  /** Whether a method takes these; null is a session key, of whatever class. */
  static boolean takes(Method method, Class<?>... wanted) {
    Class<?>[] takes = method.getParameterTypes();
    if (takes.length != wanted.length) {
      return false;
    }
    for (int i = 0; i < wanted.length; i++) {
      if (wanted[i] == null ? takes[i].isPrimitive() : takes[i] != wanted[i]) {
        return false;
      }
    }
    return true;
  }

  private static final class Engine implements BlockEngine {
    private final int blockBytes;
    private final MakeKey keys;
    private final CryptInto encrypt;
    private final CryptInto decrypt;
    private CryptInto crypt;
    private Object key;

    Engine(int blockBytes, MakeKey keys, CryptInto encrypt, CryptInto decrypt) {
      this.blockBytes = blockBytes;
      this.keys = keys;
      this.encrypt = encrypt;
      this.decrypt = decrypt;
    }

    @Override
    public int blockBytes() {
      return blockBytes;
    }

    /** These classes have one key for both directions. */
    @Override
    public void init(Direction direction, byte[] bytes) {
      crypt = direction == Direction.ENCRYPT ? encrypt : decrypt;
      try {
        key = keys.make(bytes);
      } catch (Exception e) {
        throw new Refusal(Refusal.inOneLine(e));
      }
    }

    @Override
    public void process(byte[] in, int inOffset, byte[] out, int outOffset, int blocks) {
      try {
        for (int at = 0; at < blocks * blockBytes; at += blockBytes) {
          crypt.crypt(in, inOffset + at, out, outOffset + at, key);
        }
      } catch (Exception e) {
        throw new Refusal(Refusal.inOneLine(e));
      }
    }

    @Override
    public void wipe() {
      key = null;
    }
  }
}
