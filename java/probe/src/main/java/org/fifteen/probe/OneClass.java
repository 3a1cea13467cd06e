// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.List;
import java.util.function.Supplier;
import org.fifteen.engine.Engines;

/** A peer that is one class with one cipher, which is named, or told by the class's own name. */
abstract class OneClass extends Peer {
  final Class<?> type;
  private final String cipher;

  /**
   * @param cipher the id of the cipher, or null: what the class calls it decides, with the answers
   */
  OneClass(Class<?> type, String cipher, String library) {
    super(library == null ? type.getSimpleName() : library, version(type));
    this.type = type;
    this.cipher = cipher;
    if (cipher != null && Engines.ALL.stream().noneMatch(e -> e.cipher.equals(cipher))) {
      throw new Refusal("no cipher " + cipher + " for " + type.getName());
    }
  }

  /** What the class calls its cipher. */
  abstract String calledCipher();

  /** The ways to the class's cipher, if it has the block size of this one. */
  abstract List<Way> ways(int blockBytes);

  @Override
  List<Supplier<List<Way>>> ways(Engines.Engine of) {
    if (cipher == null ? claims(of.cipher) : cipher.equals(of.cipher)) {
      int blockBytes = of.make().blockBytes();
      return List.of(() -> ways(blockBytes));
    }
    return List.of();
  }

  /** How a fresh JVM comes to one of {@link #ways}. */
  List<String> steps(int blockBytes, int way) {
    return List.of(
        OneClassSteps.class.getName(),
        getClass().getName(),
        type.getName(),
        Integer.toString(blockBytes),
        Integer.toString(way));
  }

  /** A name that says nothing claims every cipher: the answers decide alone. */
  private boolean claims(String other) {
    String name = calledCipher();
    return Names.match(other, name)
        || Engines.ALL.stream().noneMatch(engine -> Names.match(engine.cipher, name));
  }

  /** Not initialised: whoever measures a first use wants to see what that costs. */
  static Class<?> load(String name) {
    try {
      return Class.forName(name, false, OneClass.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new Refusal("no class " + name + " on the class path");
    } catch (LinkageError | SecurityException e) {
      throw new Refusal("the class " + name + " cannot be loaded: " + Refusal.inOneLine(e));
    }
  }
}
