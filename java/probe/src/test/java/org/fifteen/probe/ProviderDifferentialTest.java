// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.security.Key;
import java.security.Provider;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.fifteen.jce.FifteenProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random calls in random order give what they give with the provider that ours can stand in for:
 * the same bytes, lengths and classes of exceptions, call by call.
 *
 * <p>After a failure of GCM other than for want of room both are initialised again: what the JDK's
 * does then without it hangs on which {@code doFinal} has failed.
 */
class ProviderDifferentialTest {
  private static final Provider OURS = new FifteenProvider();
  private static final Provider SUN = Security.getProvider("SunJCE");
  private static final Provider BC = new BouncyCastleProvider();
  private static final int SEQUENCES = 12; // of a transformation
  private static final int CALLS = 25; // of a sequence

  static Stream<Subject> subjects() {
    List<Subject> subjects = new ArrayList<>();
    String[] sunModes = {"ECB", "CBC", "CTR", "CFB", "CFB8", "CFB40", "OFB", "OFB8"};
    for (String mode : sunModes) {
      for (String padding : new String[] {"NoPadding", "PKCS5Padding"}) {
        subjects.add(new Subject(SUN, "AES", 16, 16, mode, padding));
        subjects.add(new Subject(SUN, "DES", 8, 8, mode, padding));
        subjects.add(new Subject(SUN, "DESede", 24, 8, mode, padding));
      }
    }
    subjects.add(new Subject(SUN, "AES", 32, 16, "GCM", "NoPadding"));
    for (String mode : new String[] {"ECB", "CBC", "CTR", "CFB", "CFB8", "OFB", "OFB8"}) {
      for (String padding : new String[] {"NoPadding", "PKCS7Padding", "ZeroBytePadding"}) {
        subjects.add(new Subject(BC, "Serpent", 32, 16, mode, padding));
        subjects.add(new Subject(BC, "Twofish", 16, 16, mode, padding));
        subjects.add(new Subject(BC, "IDEA", 16, 8, mode, padding));
      }
    }
    for (String cipher : new String[] {"Tnepres", "RC6", "CAST6", "Rijndael"}) {
      subjects.add(new Subject(BC, cipher, 24, 16, "CBC", "PKCS5Padding"));
    }
    return subjects.stream().filter(s -> !s.reference(s.transformation).startsWith("NoSuch"));
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void sameCallByCall(Subject subject) {
    for (int seed = 0; seed < SEQUENCES; seed++) {
      new Sequence(subject, seed).run();
    }
  }

  /** A transformation, and the provider to hold ours against. */
  static final class Subject {
    final Provider reference;
    final String cipher;
    final int keyBytes;
    final int block;
    final String mode;
    final String padding;
    final String transformation;

    Subject(
        Provider reference, String cipher, int keyBytes, int block, String mode, String padding) {
      this.reference = reference;
      this.cipher = cipher;
      this.keyBytes = keyBytes;
      this.block = block;
      this.mode = mode;
      this.padding = padding;
      transformation = cipher + "/" + mode + "/" + padding;
    }

    String reference(String transformation) {
      return outcome(() -> Cipher.getInstance(transformation, reference).getAlgorithm());
    }

    @Override
    public String toString() {
      return transformation + " as " + reference.getName();
    }
  }

  /** One run of random calls. */
  private static final class Sequence {
    private final Subject subject;
    private final int seed;
    private final Random random;
    private final StringBuilder log = new StringBuilder();
    private Cipher ours;
    private Cipher theirs;
    private boolean fresh;

    Sequence(Subject subject, int seed) {
      this.subject = subject;
      this.seed = seed;
      random = new Random(31L * seed + subject.transformation.hashCode());
    }

    void run() {
      try {
        ours = Cipher.getInstance(subject.transformation, OURS);
        theirs = Cipher.getInstance(subject.transformation, subject.reference);
      } catch (Exception e) {
        throw new AssertionError(subject.transformation, e);
      }
      boolean initialised = false;
      for (int i = 0; i < CALLS; i++) {
        if (!initialised || random.nextInt(12) == 0) {
          initialised = init();
          continue;
        }
        initialised = call() || !subject.mode.equals("GCM");
      }
    }

    private boolean init() {
      // Bouncy Castle's engines take other sizes than ours, and refuse in ways of their own.
      boolean wrong = subject.reference == SUN && random.nextInt(10) == 0;
      int bytes = wrong ? 7 : subject.keyBytes;
      Key key = new SecretKeySpec(bytes(bytes), random.nextInt(20) == 0 ? "Other" : subject.cipher);
      int opmode = random.nextBoolean() ? Cipher.ENCRYPT_MODE : Cipher.DECRYPT_MODE;
      AlgorithmParameterSpec params = params();
      fresh = true;
      return same(
          "init " + opmode + " " + bytes + " " + params,
          () -> init(ours, opmode, key, params),
          () -> init(theirs, opmode, key, params));
    }

    private static Object init(Cipher cipher, int opmode, Key key, AlgorithmParameterSpec params)
        throws Exception {
      if (params == null) {
        cipher.init(opmode, key);
        boolean random = cipher.getIV() != null;
        if (random) { // so that both have the same
          byte[] iv = new byte[cipher.getIV().length];
          cipher.init(
              opmode,
              key,
              cipher.getAlgorithm().contains("GCM")
                  ? new GCMParameterSpec(128, iv)
                  : new IvParameterSpec(iv));
        }
      } else {
        cipher.init(opmode, key, params);
      }
      return cipher.getIV();
    }

    private AlgorithmParameterSpec params() {
      if (random.nextInt(8) == 0) {
        return null;
      }
      if (subject.mode.equals("GCM")) {
        int tag = random.nextInt(6) == 0 ? 8 * random.nextInt(20) : 96 + 8 * random.nextInt(5);
        return new GCMParameterSpec(tag, bytes(random.nextInt(4) == 0 ? random.nextInt(40) : 12));
      }
      if (subject.mode.equals("ECB")) {
        return random.nextInt(4) == 0 ? new IvParameterSpec(bytes(subject.block)) : null;
      }
      boolean wrong = random.nextInt(8) == 0;
      return new IvParameterSpec(bytes(wrong ? random.nextInt(3) : subject.block));
    }

    private boolean call() {
      boolean gcm = subject.mode.equals("GCM");
      byte[] in = bytes(length() + (gcm ? 16 : 0)); // JDK 17 fails oddly where there is no tag
      switch (random.nextInt(fresh && gcm ? 8 : 7)) {
        case 0:
          return same("getOutputSize " + in.length, c -> c.getOutputSize(in.length));
        case 1:
          return same("getters", c -> Arrays.asList(c.getBlockSize(), Arrays.toString(c.getIV())));
        case 2:
        case 3:
          fresh = false;
          return same("update " + in.length, c -> c.update(in));
        case 4:
          fresh = false;
          return into("update into", in, false);
        case 5:
          fresh = true;
          return same("doFinal " + in.length, c -> c.doFinal(in));
        case 6:
          fresh = true;
          return into("doFinal into", in, true);
        default:
          return same(
              "AAD " + in.length,
              c -> {
                c.updateAAD(in);
                return null;
              });
      }
    }

    /** With room or without, at an offset. */
    private boolean into(String what, byte[] in, boolean last) {
      int room =
          random.nextInt(4) > 0 ? in.length + 3 * subject.block : random.nextInt(in.length + 1);
      int offset = random.nextInt(5);
      return same(
          what + " " + in.length + " room " + room,
          c -> {
            byte[] out = new byte[offset + room];
            int n =
                last
                    ? c.doFinal(in, 0, in.length, out, offset)
                    : c.update(in, 0, in.length, out, offset);
            return n + ":" + Arrays.toString(Arrays.copyOf(out, offset + n));
          });
    }

    private int length() {
      int block = subject.block;
      return random.nextBoolean() ? random.nextInt(3 * block) : block * random.nextInt(6);
    }

    private byte[] bytes(int count) {
      byte[] bytes = new byte[count];
      random.nextBytes(bytes);
      return bytes;
    }

    private boolean same(String what, Use use) {
      return same(what, () -> use.of(ours), () -> use.of(theirs));
    }

    /** Whether both can go on without init. */
    private boolean same(String what, Callable<?> our, Callable<?> their) {
      log.append(what).append('\n');
      String expected = outcome(their);
      assertEquals(expected, outcome(our), () -> subject + ", seed " + seed + "\n" + log);
      return !expected.endsWith("Exception")
          || expected.equals(ShortBufferException.class.getSimpleName());
    }
  }

  private interface Use {
    Object of(Cipher cipher) throws Exception;
  }

  /** What came out, or the class of what was thrown. */
  private static String outcome(Callable<?> call) {
    try {
      Object result = call.call();
      return result instanceof byte[] ? Arrays.toString((byte[]) result) : String.valueOf(result);
    } catch (Exception e) {
      return e.getClass().getSimpleName();
    }
  }
}
