// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.security.Provider;
import javax.crypto.Cipher;

/** A provider's first message in a JVM that has done nothing before, step by step. */
final class FirstMessage extends FreshMain {
  public static void main(String[] args) {
    new FirstMessage().serve(args);
  }

  @Override
  void run(Request request) throws Exception {
    String name = request.word("provider");
    Route route = Route.told(request);
    long start = System.nanoTime();
    Provider provider = JceSteps.provider(name);
    route.register(provider);
    long loaded = System.nanoTime();
    Cipher cipher = route.cipher(provider);
    long made = System.nanoTime();
    Messages messages = new Messages(request, provider, request.number("block_bytes", 1));
    long ready = System.nanoTime();
    long tail = messages.next(cipher);
    long done = System.nanoTime();
    tell("load", loaded - start);
    tell("make", made - loaded);
    tell("first_message", done - ready);
    tell("tail", tail); // the parent says whether it is right
  }
}
