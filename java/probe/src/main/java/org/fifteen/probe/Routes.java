// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.Provider;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import javax.crypto.Cipher;
import javax.crypto.IllegalBlockSizeException;
import org.fifteen.jce.FifteenProvider;

/**
 * The search for a {@link Route}: the plain one, then what the provider says of itself. The first
 * that makes of some messages what our provider makes of them, both ways, is taken.
 */
final class Routes {
  private static final int EACH = 4; // messages of a length, each under its own key
  private static final int WHOLE = 2 * EACH; // of whole blocks, at the beginning

  private final Provider provider;
  private final List<Message> messages;

  /** The first route that does whole blocks alone: it is better than none. */
  private Route limited;

  /** How far a route came. */
  private int steps;

  private int furthest = -1;

  /** Why the route that came furthest was not taken; the first of those. */
  private String reason;

  /** A message under a key, and what our provider makes of it. */
  private static final class Message {
    final byte[] key;
    final AlgorithmParameterSpec iv;
    final byte[] plain;
    final byte[] encrypted;
    final byte[] decrypted; // not always what was encrypted: a padding of zeros takes more off

    Message(String transformation, byte[] key, byte[] plain, Random random)
        throws GeneralSecurityException {
      Cipher ours = Messages.ours(transformation);
      Key plainKey = Route.plain(transformation).key(null, key);
      this.key = key;
      this.iv = Messages.iv(transformation, ours.getBlockSize(), random);
      this.plain = plain;
      Messages.init(ours, Cipher.ENCRYPT_MODE, plainKey, iv);
      encrypted = ours.doFinal(plain);
      Messages.init(ours, Cipher.DECRYPT_MODE, plainKey, iv);
      decrypted = ours.doFinal(encrypted);
    }
  }

  private Routes(Provider provider, List<Message> messages) {
    this.provider = provider;
    this.messages = messages;
  }

  /** A Refusal where there is none. */
  static Route find(Jce jce, String transformation, int keyBits) throws GeneralSecurityException {
    Routes routes = new Routes(jce.provider, messages(transformation, keyBits));
    return Patience.of(() -> routes.find(jce, transformation));
  }

  /** Whole blocks, then empty and ragged ones where the transformation has them. */
  private static List<Message> messages(String transformation, int keyBits)
      throws GeneralSecurityException {
    int block = Messages.ours(transformation).getBlockSize();
    int[] lengths = {4 * block, block, 0, 1, block - 1, 3 * block + 1};
    Random random = new Random(keyBits);
    byte[][] keys = Work.keys(random, EACH * lengths.length, keyBits);
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < keys.length; i++) {
      byte[] plain = Work.bytes(random, lengths[i / EACH]);
      try {
        Message message = new Message(transformation, keys[i], plain, random);
        if (message.encrypted.length > 0) { // else nothing is to come of it
          messages.add(message);
        }
      } catch (IllegalBlockSizeException e) {
        // Without a padding there is no such message.
      }
    }
    return messages;
  }

  private Route find(Jce jce, String transformation) {
    Route plain = Route.plain(transformation);
    Route found = works(plain) ? plain : other(jce, transformation, false);
    if (found == null && Security.addProvider(provider) >= 0) {
      try {
        found = other(jce, transformation, true);
      } finally {
        Security.removeProvider(provider.getName()); // who goes the route registers it
      }
    }
    if (found == null && limited == null) {
      throw new Refusal(reason);
    }
    return found == null ? limited : found;
  }

  /** What works of all that the provider has under a name that claims to be it; or null. */
  private Route other(Jce jce, String transformation, boolean registered) {
    String[] parts = transformation.split("/");
    String mode = parts.length > 1 ? parts[1] : "ECB";
    String padding = parts.length > 2 ? parts[2] : "PKCS5Padding";
    String cipher = Messages.cipher(new FifteenProvider().getService("Cipher", parts[0]));
    if (cipher == null) { // it is a number, and a whole transformation by itself
      return null;
    }
    List<String> names = jce.names("Cipher", name -> Names.match(cipher, mode, name));
    List<String> there = spelt(names, mode, padding);
    there.removeIf(name -> !has(name));
    if (there.isEmpty()) {
      return null;
    }
    names.replaceAll(name -> Names.withoutMode(mode, name));
    for (Supplier<List<KeyMaker>> kind : jce.keys(cipher).kinds(names)) {
      for (KeyMaker keys : kind.get()) {
        for (String name : there) {
          Route route = new Route(name, registered, keys.words());
          if (works(route)) {
            return route;
          }
        }
      }
    }
    return null;
  }

  /** What may be the mode with the padding under any of the names, spelt in any way. */
  private static List<String> spelt(List<String> names, String mode, String padding) {
    Set<String> found = new LinkedHashSet<>();
    for (String name : names) {
      for (String otherMode : Names.spellings(mode)) {
        for (String otherPadding : Names.spellings(padding)) {
          found.add(String.join("/", name.split("/")[0], otherMode, otherPadding));
        }
      }
    }
    for (String name : names) { // with the mode that is in it, or ECB, and a padding of its own
      if (mode.equalsIgnoreCase("ECB") || !Names.withoutMode(mode, name).equals(name)) {
        found.add(name);
      }
    }
    return new ArrayList<>(found);
  }

  private boolean has(String transformation) {
    try {
      Cipher.getInstance(transformation, provider);
      return true;
    } catch (GeneralSecurityException | RuntimeException | LinkageError e) {
      return false;
    }
  }

  private boolean works(Route route) {
    steps = 0;
    int right = 0;
    String problem = "wrong answers";
    try {
      Cipher cipher = route.cipher(provider);
      steps++;
      while (right < messages.size() && isRight(cipher, route, messages.get(right))) {
        right++;
      }
    } catch (Throwable e) { // whatever a library does, it ends this trial only
      problem = Refusal.inOneLine(e);
    }
    if (right >= WHOLE && limited == null) {
      limited = route;
    }
    if (steps > furthest) {
      furthest = steps;
      String way = route.inWords();
      reason = way.isEmpty() ? problem : "by " + way + ": " + problem;
    }
    return right == messages.size();
  }

  private boolean isRight(Cipher cipher, Route route, Message message)
      throws GeneralSecurityException {
    Key key = route.key(provider, message.key);
    steps++;
    Messages.init(cipher, Cipher.ENCRYPT_MODE, key, message.iv);
    steps++;
    if (!Arrays.equals(cipher.doFinal(message.plain), message.encrypted)) {
      return false;
    }
    steps++;
    Messages.init(cipher, Cipher.DECRYPT_MODE, key, message.iv);
    return Arrays.equals(cipher.doFinal(message.encrypted), message.decrypted);
  }
}
