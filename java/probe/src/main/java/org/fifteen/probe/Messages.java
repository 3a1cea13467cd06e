// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.Provider;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.fifteen.engine.BlockEngine;
import org.fifteen.engine.Direction;
import org.fifteen.jce.FifteenProvider;

/**
 * Messages through a JCE {@code Cipher}, as a program has them: each under an IV of its own, whole
 * or in pieces of {@code chunk} bytes, and a new key every {@code rekey} messages. Keys and IVs
 * come round again after some, so that what every message must come to can be worked out
 * beforehand, by our own provider. A bare engine of ours can stand in the {@code Cipher}'s place,
 * for ECB's messages in pieces of whole blocks.
 */
final class Messages {
  private static final String WORDS =
      "transformation bytes chunk rekey direction key_bits seed route";

  /** How many keys come in turn, and under each how many messages differ. */
  private static final int RING = 16;

  private static final Catalogue OURS = Catalogue.of("");

  private static final int GCM_IV_BYTES = 12;
  private static final int TAG_BITS = 128;

  final String transformation;
  private final int rekey;
  private final int chunk;
  private final boolean decrypting;
  private final int mode;
  private final byte[] plain;
  private final Route route;
  private final Provider provider;

  /** As the provider takes them; it alone has a use for what it made itself. */
  private final Key[] keys;

  /** The same, for our own. */
  private final SecretKeySpec[] ourKeys;

  /** By key, then by message under it; one alone where each has a new key. */
  private final AlgorithmParameterSpec[][] ivs;

  private final byte[][][] in;
  private final byte[] out;

  /** What the last bytes of each output must be; null until it has been worked out. */
  private long[][] tails;

  /** A checksum of each whole output. */
  private long[][] wholes;

  /** Number of the next message. */
  private long next;

  /** Bytes that the last one came to. */
  private int made;

  /**
   * Draws keys, IVs and a message from the seed.
   *
   * @param provider whose cipher the messages are for; null, for a bare engine of ours
   * @param blockBytes the cipher's, as its IVs are, but GCM's
   */
  Messages(Request request, Provider provider, int blockBytes) {
    this.provider = provider;
    transformation = request.word("transformation");
    rekey = request.number("rekey", 1, 1);
    decrypting = request.word("direction", "encrypt").equals("decrypt");
    mode = decrypting ? Cipher.DECRYPT_MODE : Cipher.ENCRYPT_MODE;
    Random random = new Random(request.seed());
    plain = Work.bytes(random, request.number("bytes", 1));
    chunk = request.number("chunk", 1, plain.length);
    byte[][] raw = Work.keys(random, RING, request.number("key_bits", 0));
    route = Route.told(request);
    keys = new Key[RING];
    ourKeys = new SecretKeySpec[RING];
    ivs = new AlgorithmParameterSpec[RING][rekey == 1 ? 1 : RING];
    in = new byte[RING][ivs[0].length][];
    for (int k = 0; k < RING; k++) {
      keys[k] = route.key(provider, raw[k]);
      ourKeys[k] = new SecretKeySpec(raw[k], transformation.split("/")[0]);
      for (int m = 0; m < in[k].length; m++) {
        // Under one key all ciphertexts to be decrypted are the same: more would fill the heap.
        ivs[k][m] = decrypting && m > 0 ? ivs[k][0] : iv(transformation, blockBytes, random);
        in[k][m] = plain;
      }
    }
    out = new byte[plain.length + 4 * blockBytes]; // padding, a tag, and room that some ask for
  }

  /** The same, and what must come of each message: our provider says, or our first engine. */
  static Messages withAnswers(Request request, Catalogue catalogue)
      throws GeneralSecurityException {
    if (request.has("engine")) {
      BlockEngine first = OURS.reference(engine(request).cipher).make();
      Messages messages = new Messages(request, null, first.blockBytes());
      messages.wholeBlocks(first.blockBytes());
      messages.answer((mode, k, m, message) -> messages.crypt(first, mode, k, message));
      return messages;
    }
    Cipher ours = ours(request.word("transformation"));
    Provider provider = catalogue.provider().provider;
    Messages messages = new Messages(request, provider, ours.getBlockSize());
    messages.answer((mode, k, m, message) -> messages.crypt(ours, mode, k, m, message));
    return messages;
  }

  /** A cipher to be given them. */
  Cipher cipher() throws GeneralSecurityException {
    route.register(provider);
    return route.cipher(provider);
  }

  /** The engine of ours that stands in a {@code Cipher}'s place. */
  static Entry engine(Request request) {
    return OURS.find(request.word("engine"));
  }

  /** What says how a message comes out, under its key and IV. */
  private interface Reference {
    byte[] crypt(int mode, int k, int m, byte[] message) throws GeneralSecurityException;
  }

  private void answer(Reference reference) throws GeneralSecurityException {
    tails = new long[RING][in[0].length];
    wholes = new long[RING][in[0].length];
    for (int k = 0; k < RING; k++) {
      for (int m = 0; m < in[k].length; m++) {
        byte[] result = plain;
        if (decrypting) {
          in[k][m] = m > 0 ? in[k][0] : reference.crypt(Cipher.ENCRYPT_MODE, k, m, plain);
        } else {
          result = reference.crypt(Cipher.ENCRYPT_MODE, k, m, plain);
        }
        tails[k][m] = tail(result, result.length);
        wholes[k][m] = whole(result, result.length);
      }
    }
  }

  static Cipher ours(String transformation) throws GeneralSecurityException {
    return ours(transformation, new FifteenProvider());
  }

  static Cipher ours(String transformation, Provider provider) {
    try {
      return Cipher.getInstance(transformation, provider);
    } catch (SecurityException e) {
      throw new Refusal("this JVM takes signed providers only");
    } catch (GeneralSecurityException e) {
      throw new Refusal(
          transformation
              + " is none of ours, so that there is nothing to check it by: "
              + e.getMessage());
    }
  }

  /** The size that our KeyGenerator makes unless told; XTS has two keys in one. */
  static int defaultKeyBits(String transformation) throws GeneralSecurityException {
    KeyGenerator keys =
        KeyGenerator.getInstance(transformation.split("/")[0], new FifteenProvider());
    int bits = 8 * keys.generateKey().getEncoded().length;
    return mode(transformation).equals("XTS") ? 2 * bits : bits;
  }

  private static String mode(String transformation) {
    String[] parts = transformation.toUpperCase(Locale.ROOT).split("/");
    return parts.length > 1 ? parts[1] : "ECB";
  }

  static AlgorithmParameterSpec iv(String transformation, int blockBytes, Random random) {
    switch (mode(transformation)) {
      case "ECB":
        return null;
      case "GCM":
        return new GCMParameterSpec(TAG_BITS, Work.bytes(random, GCM_IV_BYTES));
      default:
        return new IvParameterSpec(Work.bytes(random, blockBytes));
    }
  }

  static void init(Cipher cipher, int direction, Key key, AlgorithmParameterSpec iv)
      throws GeneralSecurityException {
    if (iv == null) {
      cipher.init(direction, key);
    } else {
      cipher.init(direction, key, iv);
    }
  }

  // Both in calls as the timed ones are: where it is ours that is timed, the JIT has seen these.

  private byte[] crypt(Cipher ours, int direction, int k, int m, byte[] message)
      throws GeneralSecurityException {
    init(ours, direction, ourKeys[k], ivs[k][m]);
    return Arrays.copyOf(out, pieces(ours, message));
  }

  private byte[] crypt(BlockEngine engine, int mode, int k, byte[] message) {
    engine.init(direction(mode), ourKeys[k].getEncoded());
    pieces(engine, message);
    return Arrays.copyOf(out, message.length);
  }

  private static Direction direction(int mode) {
    return mode == Cipher.ENCRYPT_MODE ? Direction.ENCRYPT : Direction.DECRYPT;
  }

  /** The last eight bytes, or what there is of them: of CBC and GCM they hang on all the others. */
  private static long tail(byte[] bytes, int length) {
    long tail = 0;
    for (int i = Math.max(0, length - Long.BYTES); i < length; i++) {
      tail = tail << 8 | bytes[i] & 255;
    }
    return tail;
  }

  private static long whole(byte[] bytes, int length) {
    CRC32 sum = new CRC32();
    sum.update(bytes, 0, length);
    return sum.getValue();
  }

  // ---- With a provider's cipher ----

  /** Works on the next message; what it leaves at the end of the output. */
  long next(Cipher cipher) throws GeneralSecurityException {
    int k = (int) (next / rekey % RING);
    int m = (int) (next % rekey % in[k].length);
    if (next % rekey == 0 || ivs[k][m] != null) {
      init(cipher, mode, keys[k], ivs[k][m]);
    }
    next++;
    made = pieces(cipher, in[k][m]);
    return tail(out, made);
  }

  /** The message in pieces, the last with what there is to finish; bytes that came of it. */
  private int pieces(Cipher cipher, byte[] message) throws GeneralSecurityException {
    int read = 0;
    int written = 0;
    for (; message.length - read > chunk; read += chunk) {
      written += cipher.update(message, read, chunk, out, written);
    }
    return written + cipher.doFinal(message, read, message.length - read, out, written);
  }

  /** The same with a bare engine, in calls as large. */
  long next(BlockEngine engine) {
    int k = (int) (next / rekey % RING);
    byte[] message = in[k][(int) (next % rekey % in[k].length)];
    if (next % rekey == 0) {
      engine.init(direction(mode), ourKeys[k].getEncoded());
    }
    next++;
    pieces(engine, message);
    made = message.length;
    return tail(out, made);
  }

  private void pieces(BlockEngine engine, byte[] message) {
    int blocks = chunk / engine.blockBytes();
    for (int read = 0; read < message.length; read += chunk) {
      engine.process(message, read, out, read, blocks);
    }
  }

  /** The sum of what the first {@code count} messages must leave. */
  long sum(long count) {
    long sum = 0;
    for (long n = 0; n < count; n++) {
      int k = (int) (n / rekey % RING);
      sum += tails[k][(int) (n % rekey % tails[k].length)];
    }
    return sum;
  }

  /** A sum as JMH's counters can carry it, which are doubles: no bit of it counts for nothing. */
  static long digest(long sum) {
    return sum >>> 16 ^ sum & 0xffff;
  }

  /** To the first message. */
  void rewind() {
    next = 0;
  }

  /**
   * The same; the cipher is given another key than the first and the last between them, as GCM
   * encrypts nothing under the key and IV that it had last.
   */
  void rewind(Cipher cipher) throws GeneralSecurityException {
    long last = Math.max(next - 1, 0) / rekey % RING;
    int other = last == 1 ? 2 : 1;
    init(cipher, mode, keys[other], ivs[other][0]);
    rewind();
  }

  /** Refuses what the last message came to, where any byte of it is wrong. */
  void checkLast() {
    long last = next - 1;
    int k = (int) (last / rekey % RING);
    if (whole(out, made) != wholes[k][(int) (last % rekey % in[k].length)]) {
      throw new Refusal("the timed output is wrong");
    }
  }

  /** {@link #checkLast} of a ring more, with the cipher as it is after so many. */
  void checkMore(Cipher cipher) throws GeneralSecurityException {
    for (int i = 0; i < RING; i++) {
      next(cipher);
      checkLast();
    }
  }

  /** The same of a bare engine. */
  void checkMore(BlockEngine engine) {
    for (int i = 0; i < RING; i++) {
      next(engine);
      checkLast();
    }
  }

  /** Refuses a cipher that turns a message into anything else than ours does, byte by byte. */
  void check(Cipher cipher) throws GeneralSecurityException {
    Cipher reference = ours(transformation);
    for (int k = 0; k < RING; k++) {
      for (int m = 0; m < in[k].length; m++) {
        byte[] expected = crypt(reference, mode, k, m, in[k][m]);
        boolean another = m > 0 && ivs[k][m] == null; // as in next: under the key that it has
        if (!another) {
          init(cipher, mode, keys[k], ivs[k][m]);
        }
        int length;
        try {
          length = pieces(cipher, in[k][m]);
        } catch (RuntimeException e) {
          throw another ? new Refusal("it wants its key again for each message") : e;
        }
        if (!Arrays.equals(expected, 0, expected.length, out, 0, length)) {
          throw new Refusal(transformation + " gives a wrong result");
        }
      }
    }
  }

  private void wholeBlocks(int blockBytes) {
    if (!transformation.endsWith("/ECB/NoPadding")
        || plain.length % chunk + chunk % blockBytes > 0) {
      throw new Refusal("a bare engine takes ECB/NoPadding alone, in pieces of whole blocks");
    }
  }

  // ---- The verbs ----

  /** {@code names}: our provider's ciphers, as JCE calls them, and whose engines they are. */
  static Map<String, Object> names(Request request) {
    request.only("");
    List<Map<String, String>> names =
        new FifteenProvider()
            .getServices().stream()
                .filter(service -> cipher(service) != null)
                .map(service -> Map.of("name", service.getAlgorithm(), "cipher", cipher(service)))
                .collect(Collectors.toList());
    return Map.of("names", names);
  }

  static String cipher(Provider.Service service) {
    return service.getAttribute(FifteenProvider.CIPHER_ATTRIBUTE);
  }

  /** {@code messages}: what there is to know before they are asked for. */
  static Map<String, Object> describe(Request request, Catalogue catalogue) throws Exception {
    request.only("transformation key_bits");
    String transformation = request.word("transformation");
    Jce jce = catalogue.provider();
    int usual = defaultKeyBits(ours(transformation).getAlgorithm());
    int keyBits = request.number("key_bits", 0, usual);
    Route route = Routes.find(jce, transformation, keyBits);
    return Map.of(
        "version", jce.version, "key_bits", keyBits, "route", route.word(), "way", route.inWords());
  }

  /** {@code message}: one JMH fork. */
  static Map<String, Object> time(Request request, Catalogue catalogue) throws Exception {
    request.only(WORDS + " engine" + Timing.FORK);
    Messages messages = withAnswers(request, catalogue);
    String method = ".process";
    if (request.has("engine")) {
      method = ".bare";
    } else {
      messages.check(messages.cipher());
    }
    Timing.Iterations iterations =
        Timing.fork(MessageCell.class.getName() + method, request, catalogue, messages::checkSums);
    return Map.of(
        "wall_ns", iterations.wallNs,
        "cpu_ns", iterations.cpuNs,
        "invocations", iterations.invocations,
        "warmup_ns", iterations.warmupNs,
        "unsettled_ns", iterations.unsettledNs,
        "settled", iterations.settled());
  }

  private void checkSums(Timing.Iterations iterations) {
    for (int i = 0; i < iterations.turns.size(); i++) {
      if (iterations.digests.get(i) != digest(sum(iterations.turns.get(i)))) {
        throw new Refusal("the timed output of iteration " + (i + 1) + " is wrong");
      }
    }
  }

  /** {@code first-message}: the first of them in a fresh JVM. */
  static Map<String, Object> first(Request request, Catalogue catalogue) throws Exception {
    request.only(WORDS);
    String words = request.line.substring(request.verb.length());
    int block = ours(request.word("transformation")).getBlockSize(); // not all say it so early
    String asked =
        "first-message provider="
            + catalogue.provider().nameOrClass
            + " block_bytes="
            + block
            + words;
    FreshJvm jvm = FreshJvm.run(FirstMessage.class, List.of(), asked, List.of());
    if (jvm.number("tail") != withAnswers(request, catalogue).sum(1)) {
      throw new Refusal("the first message is wrong");
    }
    return Map.of(
        "load_ns", jvm.number("load"),
        "make_ns", jvm.number("make"),
        "first_message_ns", jvm.number("first_message"));
  }
}
