// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
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
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.fifteen.jce.FifteenProvider;
import org.junit.jupiter.api.Test;
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
  private static final int[] OPMODES = {
    Cipher.ENCRYPT_MODE,
    Cipher.ENCRYPT_MODE,
    Cipher.DECRYPT_MODE,
    Cipher.DECRYPT_MODE,
    Cipher.WRAP_MODE,
    Cipher.UNWRAP_MODE
  };
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
    // units of which a block is not whole, and which with two blocks fill more than two
    for (String mode : new String[] {"CFB48", "OFB56", "CFB104", "OFB88"}) {
      for (String padding : new String[] {"NoPadding", "PKCS5Padding"}) {
        subjects.add(new Subject(SUN, "AES", 16, 16, mode, padding));
        subjects.add(new Subject(SUN, "DES", 8, 8, mode, padding));
        subjects.add(new Subject(BC, "Serpent", 16, 16, mode, padding));
        subjects.add(new Subject(BC, "IDEA", 16, 8, mode, padding));
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
    for (String cipher : new String[] {"Serpent", "Twofish", "RC6", "CAST6", "Rijndael"}) {
      subjects.add(new Subject(BC, cipher, 32, 16, "GCM", "NoPadding"));
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

  /** Those of AES in every mode that ours has. */
  @Test
  void identifiersMeanTheSame() throws Exception {
    int found = 0;
    Provider listed = new BouncyCastleProvider(); // one in use changes its entries
    for (Object entry : listed.keySet()) {
      String id = ((String) entry).replaceFirst("^(Alg\\.Alias\\.)?Cipher\\.", "");
      boolean ofAes =
          listed.get(entry).toString().matches("AES|.*\\.AES\\$(ECB|CBC|OFB|CFB|GCM)\\d+");
      if (!ofAes || !id.matches("[0-9.]+")) {
        continue;
      }
      found++;
      Key key = KeyGenerator.getInstance(id, OURS).generateKey();
      assertEquals(
          KeyGenerator.getInstance(id, BC).generateKey().getEncoded().length,
          key.getEncoded().length,
          id);
      Cipher theirs = Cipher.getInstance(id, BC);
      theirs.init(Cipher.ENCRYPT_MODE, key);
      byte[] sealed = theirs.doFinal(new byte[37]);
      AlgorithmParameters params = theirs.getParameters();
      if (params != null) {
        AlgorithmParameters read = AlgorithmParameters.getInstance(id, OURS);
        read.init(params.getEncoded());
        params = read;
      }
      Cipher ours = Cipher.getInstance(id, OURS);
      ours.init(Cipher.DECRYPT_MODE, key, params);
      assertArrayEquals(new byte[37], ours.doFinal(sealed), id);
    }
    assertEquals(18, found);
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
    private final boolean gcm;
    private final ByteArrayOutputStream aad = new ByteArrayOutputStream();
    private Cipher ours;
    private Cipher theirs;
    private int opmode;
    private Key key;
    private AlgorithmParameterSpec params;
    private boolean fresh; // no text has come
    private boolean first; // no message has ended since init
    private boolean refused; // for want of room
    private boolean lost; // the JDK's buffer is too short for units of which a block is not whole

    Sequence(Subject subject, int seed) {
      this.subject = subject;
      this.seed = seed;
      gcm = subject.mode.equals("GCM");
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
      for (int i = 0; i < CALLS && !lost; i++) {
        if (!initialised || random.nextInt(12) == 0) {
          initialised = init();
          continue;
        }
        initialised = call() || !gcm;
      }
    }

    private boolean init() {
      // Bouncy Castle's engines take other sizes than ours, and refuse in ways of their own.
      boolean wrong = subject.reference == SUN && random.nextInt(6) == 0;
      int bytes = wrong ? 1 + random.nextInt(40) : subject.keyBytes;
      if (subject.cipher.equals("DESede") && bytes == 16) {
        bytes = subject.keyBytes; // two keys, which only ours and Bouncy Castle's take
      }
      key = new SecretKeySpec(bytes(bytes), random.nextInt(20) == 0 ? "Other" : subject.cipher);
      if (subject.reference == BC && random.nextInt(12) == 0) {
        key = odd(key, random.nextBoolean() ? Key.class : SecretKey.class);
      }
      opmode = OPMODES[random.nextInt(OPMODES.length)];
      params = params();
      if (!initBoth()) {
        return false;
      }
      if (params == null && theirs.getIV() != null) { // at random: let both have the same
        byte[] iv = new byte[theirs.getIV().length];
        params = gcm ? new GCMParameterSpec(128, iv) : new IvParameterSpec(iv);
        return initBoth();
      }
      return true;
    }

    private boolean initBoth() {
      begin();
      first = true;
      return same(
          "init " + opmode + " " + key.getEncoded().length + " " + params,
          c -> {
            if (params == null) {
              c.init(opmode, key);
            } else {
              c.init(opmode, key, params);
            }
            return c.getIV() == null ? 0 : c.getIV().length;
          });
    }

    private void begin() {
      fresh = true;
      first = false;
      aad.reset();
    }

    private boolean ended(boolean goesOn) {
      if (!refused) {
        begin();
      }
      return goesOn;
    }

    private AlgorithmParameterSpec params() {
      if (random.nextInt(8) == 0) {
        return null;
      }
      if (gcm) {
        if (subject.reference == BC && random.nextInt(6) == 0) {
          return new IvParameterSpec(bytes(12));
        }
        int tag = random.nextInt(4) == 0 ? 8 * random.nextInt(20) : 96 + 8 * random.nextInt(5);
        return new GCMParameterSpec(tag, bytes(random.nextInt(4) == 0 ? random.nextInt(40) : 12));
      }
      if (subject.mode.equals("ECB")) {
        return random.nextInt(4) == 0 ? new IvParameterSpec(bytes(subject.block)) : null;
      }
      boolean wrong = random.nextInt(8) == 0;
      return new IvParameterSpec(bytes(wrong ? random.nextInt(3) : subject.block));
    }

    private boolean call() {
      byte[] in = data();
      if (random.nextInt(8) > 0 && (opmode == Cipher.WRAP_MODE || opmode == Cipher.UNWRAP_MODE)) {
        return wrapping(in);
      }
      // Bouncy Castle's GCM decrypts before it has seen the tag: ours is held to it by doFinal.
      boolean whole = gcm && subject.reference == BC && opmode == Cipher.DECRYPT_MODE;
      switch (random.nextInt(fresh && gcm ? 11 : 10)) {
        case 0:
          return same("getOutputSize " + in.length, c -> c.getOutputSize(in.length));
        case 1:
          return same("getters", c -> Arrays.asList(c.getBlockSize(), Arrays.toString(c.getIV())));
        case 2:
          return same("getParameters", this::parameters);
        case 3:
          fresh = whole;
          return whole || same("update " + in.length, c -> c.update(in));
        case 4:
          fresh = whole;
          return whole || into("update into", in, false);
        case 5:
          fresh = whole;
          return whole || buffers("update of buffers", in, false);
        case 6:
        case 7:
          return ended(same("doFinal " + in.length, c -> c.doFinal(in)));
        case 8:
          return ended(into("doFinal into", in, true));
        case 9:
          return ended(buffers("doFinal of buffers", in, true));
        default:
          aad.writeBytes(in);
          return same(
              "AAD " + in.length,
              c -> {
                c.updateAAD(in);
                return null;
              });
      }
    }

    private boolean wrapping(byte[] in) {
      begin();
      if (opmode == Cipher.UNWRAP_MODE) {
        return same("unwrap " + in.length, c -> unwrapped(c, in));
      }
      Key secret = new SecretKeySpec(bytes(1 + in.length), "secret");
      return same("wrap " + (1 + in.length), c -> c.wrap(secret));
    }

    /** Of a key of no bytes both let SecretKeySpec's exception through; JCE promises another. */
    private byte[] unwrapped(Cipher cipher, byte[] in) throws GeneralSecurityException {
      try {
        return cipher.unwrap(in, "secret", Cipher.SECRET_KEY).getEncoded();
      } catch (IllegalArgumentException e) {
        throw new InvalidKeyException(e);
      }
    }

    private String parameters(Cipher cipher) throws Exception {
      if (params instanceof GCMParameterSpec && ((GCMParameterSpec) params).getTLen() < 96) {
        return null; // Bouncy Castle throws a RuntimeException
      }
      AlgorithmParameters made = cipher.getParameters();
      if (made == null) {
        return null;
      }
      if (gcm) { // the JDK writes the default tag too, which DER leaves out
        GCMParameterSpec spec = made.getParameterSpec(GCMParameterSpec.class);
        return spec.getTLen() + Arrays.toString(spec.getIV());
      }
      return made.getAlgorithm() + Arrays.toString(made.getEncoded());
    }

    /** Random bytes or, to decrypt, what decrypts to such. */
    private byte[] data() {
      byte[] plain = bytes(length());
      boolean decrypting = opmode == Cipher.DECRYPT_MODE || opmode == Cipher.UNWRAP_MODE;
      if (decrypting && fresh && random.nextBoolean()) {
        try {
          Cipher other = Cipher.getInstance(subject.transformation, subject.reference);
          other.init(Cipher.ENCRYPT_MODE, key, params);
          if (gcm) {
            other.updateAAD(aad.toByteArray());
          }
          return other.doFinal(plain);
        } catch (IllegalBlockSizeException e) {
          return plain; // no whole blocks
        } catch (GeneralSecurityException e) {
          throw new AssertionError(log.toString(), e);
        }
      }
      return gcm ? bytes(16 + plain.length) : plain; // JDK 17 fails oddly where there is no tag
    }

    /** With room or without, at an offset; sometimes in place. */
    private boolean into(String what, byte[] in, boolean last) {
      int room = room(in);
      int offset = random.nextInt(5);
      boolean inPlace = mayBeInPlace(in, room) && random.nextInt(4) == 0;
      return same(
          what + " " + in.length + " room " + room + (inPlace ? " in place" : ""),
          c -> {
            byte[] out = new byte[offset + room];
            byte[] from = inPlace ? out : in;
            int at = inPlace ? offset : 0;
            System.arraycopy(in, 0, from, at, in.length);
            int n =
                last
                    ? c.doFinal(from, at, in.length, out, offset)
                    : c.update(from, at, in.length, out, offset);
            return n + ":" + Arrays.toString(Arrays.copyOfRange(out, offset, offset + n));
          });
    }

    /** JDK 25's GCM overwrites input that it has not read. */
    private boolean mayBeInPlace(byte[] in, int room) {
      return room >= in.length && !gcm;
    }

    private int room(byte[] in) {
      // Bouncy Castle asks for room before it refuses GCM's second message.
      boolean enough = gcm && subject.reference == BC && !first;
      return enough || random.nextInt(4) > 0
          ? in.length + 3 * subject.block
          : random.nextInt(in.length + 1);
    }

    /** In the heap, there read-only, or outside it; or both over one array. */
    private boolean buffers(String what, byte[] in, boolean last) {
      // JDK 17 looks at GCM's tag before the room, JDK 25 after; and both write later output to a
      // buffer that they have refused.
      boolean enough = gcm && last && subject.reference == SUN;
      int room = enough ? 4096 : room(in);
      int kind = random.nextInt(7);
      boolean inPlace = mayBeInPlace(in, room) && kind == 6;
      return same(
          what + " " + in.length + " room " + room + " kind " + kind,
          c -> {
            ByteBuffer out =
                kind % 2 == 0 ? ByteBuffer.allocate(room) : ByteBuffer.allocateDirect(room);
            ByteBuffer from =
                inPlace
                    ? out.duplicate()
                    : kind / 2 == 0
                        ? ByteBuffer.allocateDirect(in.length)
                        : ByteBuffer.allocate(in.length);
            from.put(in).flip();
            from = kind / 2 == 1 ? from.asReadOnlyBuffer() : from;
            int n;
            try {
              n = last ? c.doFinal(from, out) : c.update(from, out);
            } catch (ShortBufferException e) {
              assertEquals(0, from.position() + out.position());
              throw e;
            }
            byte[] made = new byte[out.flip().remaining()];
            out.get(made);
            return n + ":" + from.remaining() + ":" + Arrays.toString(made);
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

    /** Whether both can go on without init. */
    private boolean same(String what, Use use) {
      log.append(what).append('\n');
      String expected = outcome(() -> use.of(theirs));
      lost = expected.equals(ArrayIndexOutOfBoundsException.class.getSimpleName());
      if (lost) {
        return false;
      }
      assertEquals(
          expected, outcome(() -> use.of(ours)), () -> subject + ", seed " + seed + "\n" + log);
      refused = expected.equals(ShortBufferException.class.getSimpleName());
      return refused || !expected.endsWith("Exception");
    }
  }

  /** A key of another make, which has no format. */
  private static Key odd(Key key, Class<? extends Key> type) {
    return (Key)
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, words) ->
                method.getName().equals("getFormat") ? null : method.invoke(key, words));
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
