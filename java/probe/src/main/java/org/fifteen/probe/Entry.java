// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.fifteen.engine.BlockEngine;

/** One engine that can be asked for: what {@code list} says of it, and how it is made. */
final class Entry {
  /** {@code java/serpent/portable} or {@code java/bouncycastle/serpent}. */
  final String id;

  final String cipher;
  final String name;
  final String library;
  final String version;

  /** Key sizes in bits, as stored: from, to, in steps of. */
  final int keyMin;

  final int keyMax;
  final int keyStep;

  final int batch;
  final int paysFrom;
  private final Supplier<BlockEngine> supplier;

  /** Makes engines of which a call is a chain, where the library has nothing else; or null. */
  private final Supplier<BlockEngine> chains;

  /** By key size, how a fresh JVM comes to it: a class of {@link Steps}, then its words. */
  private IntFunction<List<String>> steps = keyBits -> List.of();

  Entry(
      String id,
      String cipher,
      String name,
      String library,
      String version,
      int keyMin,
      int keyMax,
      int keyStep,
      int batch,
      int paysFrom,
      Supplier<BlockEngine> supplier) {
    this(
        id, cipher, name, library, version, keyMin, keyMax, keyStep, batch, paysFrom, supplier,
        null);
  }

  Entry(
      String id,
      String cipher,
      String name,
      String library,
      String version,
      int keyMin,
      int keyMax,
      int keyStep,
      int batch,
      int paysFrom,
      Supplier<BlockEngine> supplier,
      Supplier<BlockEngine> chains) {
    this.id = id;
    this.cipher = cipher;
    this.name = name;
    this.library = library;
    this.version = version;
    this.keyMin = keyMin;
    this.keyMax = keyMax;
    this.keyStep = keyStep;
    this.batch = batch;
    this.paysFrom = paysFrom;
    this.supplier = supplier;
    this.chains = chains;
  }

  Entry withSteps(IntFunction<List<String>> steps) {
    this.steps = steps;
    return this;
  }

  List<String> steps(int keyBits) {
    List<String> words = steps.apply(keyBits);
    if (words.isEmpty()) {
      throw new Refusal(id + " can't be taken step by step");
    }
    return words;
  }

  /** A new engine without a key. */
  BlockEngine make() {
    return make(supplier);
  }

  /** Whether {@link #makeTimed} makes engines of which a call is a chain, as {@link Cbc}'s. */
  boolean chained() {
    return chains != null;
  }

  /** A new engine without a key, as it is to be timed. */
  BlockEngine makeTimed() {
    return make(chained() ? chains : supplier);
  }

  private BlockEngine make(Supplier<BlockEngine> maker) {
    try {
      return maker.get();
    } catch (LinkageError problem) { // its class doesn't make its tables
      throw new Refusal(id + " cannot be made: " + Refusal.inOneLine(problem));
    }
  }

  /** Refuses key sizes that were not promised, before a library pads or cuts the key. */
  void checkKeyBits(int bits) {
    if (bits < keyMin || bits > keyMax || (bits - keyMin) % keyStep != 0) {
      String takes = keyMin + (keyMin == keyMax ? "" : " to " + keyMax + " in steps of " + keyStep);
      throw new Refusal("a key of " + bits + " bits; " + id + " takes " + takes);
    }
  }
}
