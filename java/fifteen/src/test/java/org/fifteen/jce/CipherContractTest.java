// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.spec.AlgorithmParameterSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.KeyGenerator;
import javax.crypto.NoSuchPaddingException;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.fifteen.engine.Engines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What javax.crypto.Cipher promises, of every cipher in every mode. */
class CipherContractTest {
  private static final Provider PROVIDER = new FifteenProvider();

  private final Random random = new Random(1619);

  /** A cipher of each kind in every mode, every other one in two. */
  static Stream<String> transformations() {
    List<String> all = new ArrayList<>();
    List<String> wholly = List.of("AES", "Serpent", "Tnepres", "DESede", "Rijndael-b160", "RC6");
    for (Algorithm a : Algorithm.ALL) {
      all.add(a.name + "/CTR/NoPadding");
      all.add(a.name + "/CBC/PKCS7Padding");
      if (wholly.contains(a.name)) {
        for (String mode : new String[] {"ECB", "CBC", "CFB", "CFB8", "OFB", "OFB16"}) {
          all.add(a.name + "/" + mode + "/NoPadding");
        }
        all.add(a.name + "/ECB/PKCS5Padding");
        all.add(a.name + "/CFB8/PKCS7Padding");
        all.add(a.name + "/CBC/ZeroBytePadding");
      }
      if (wholly.contains(a.name) && a.blockBytes == 16) {
        all.add(a.name + "/XTS/NoPadding");
        all.add(a.name + "/GCM/NoPadding");
      }
    }
    return all.stream();
  }

  @Test
  void aModeFillsTheBatchesOfBlocksOf64Bits() {
    for (Engines.Engine e : Engines.ALL) {
      if (e.make().blockBytes() == 8) {
        assertEquals(0, Mode.BATCH_BYTES / 8 % e.batch, e.cipher + "/" + e.name);
      }
    }
  }

  /** A transformation with a key and parameters. */
  private final class Subject {
    final String transformation;
    final Cipher cipher;
    final int block;
    final Key key;
    final boolean gcm;
    AlgorithmParameterSpec params;

    Subject(String transformation) throws Exception {
      this.transformation = transformation;
      String name = transformation.substring(0, transformation.indexOf('/'));
      Algorithm algorithm =
          Algorithm.ALL.stream().filter(a -> a.name.equals(name)).findFirst().get();
      cipher = Cipher.getInstance(transformation, PROVIDER);
      block = cipher.getBlockSize();
      gcm = transformation.contains("GCM");
      int keys = transformation.contains("XTS") ? 2 : 1;
      key = new SecretKeySpec(bytes(keys * algorithm.defaultKeyBits / 8), name);
      params = transformation.contains("ECB") ? null : new IvParameterSpec(bytes(block));
    }

    /** Lengths about a block, and of more than a batch, that it takes. */
    List<Integer> lengths() {
      List<Integer> lengths = new ArrayList<>();
      int batch = Mode.BATCH_BYTES / block * block;
      for (int length : new int[] {0, 1, block, block + 1, 3 * block - 1, batch + 2 * block}) {
        boolean whole = length % block == 0;
        boolean padded = !transformation.contains("NoPadding");
        if (transformation.contains("XTS") ? length >= block : whole || padded || streams()) {
          lengths.add(length);
        }
      }
      return lengths;
    }

    boolean streams() {
      return transformation.matches(".*/(CTR|CFB|CFB8|OFB|OFB16|GCM)/.*");
    }

    /** Begins; GCM's encryption under another IV each time. */
    void begin(int opmode) throws Exception {
      if (gcm && opmode == Cipher.ENCRYPT_MODE) {
        params = new GCMParameterSpec(128, bytes(12));
      }
      cipher.init(opmode, key, params);
    }

    /** Begins again as last time. */
    void again(int opmode) throws Exception {
      if (gcm && opmode == Cipher.ENCRYPT_MODE) {
        AlgorithmParameterSpec before = params;
        begin(opmode); // only another IV lets this one be used again
        params = before;
      }
      cipher.init(opmode, key, params);
    }
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    if (count > 0) {
      bytes[count - 1] = 1; // zero padding takes zeros off
    }
    return bytes;
  }

  @ParameterizedTest
  @MethodSource("transformations")
  void decryptionInvertsEncryption(String transformation) throws Exception {
    Subject s = new Subject(transformation);
    for (int length : s.lengths()) {
      byte[] plain = bytes(length);
      s.begin(Cipher.ENCRYPT_MODE);
      byte[] sealed = s.cipher.doFinal(plain);
      s.begin(Cipher.DECRYPT_MODE);
      byte[] opened = sealed.length == 0 && length == 0 ? plain : s.cipher.doFinal(sealed);
      assertArrayEquals(plain, opened, length + " bytes");
    }
  }

  @ParameterizedTest
  @MethodSource("transformations")
  void anySplitIsTheWhole(String transformation) throws Exception {
    Subject s = new Subject(transformation);
    for (int length : s.lengths()) {
      byte[] plain = bytes(length);
      s.begin(Cipher.ENCRYPT_MODE);
      byte[] sealed = s.cipher.doFinal(plain);
      for (int n = 0; n < 4; n++) {
        s.again(Cipher.ENCRYPT_MODE);
        assertArrayEquals(sealed, split(s.cipher, plain), "encryption, " + length);
        if (length > 0) {
          s.again(Cipher.DECRYPT_MODE);
          assertArrayEquals(plain, split(s.cipher, sealed), "decryption, " + length);
        }
      }
    }
  }

  /** The data in random pieces; lengths that were announced are kept. */
  private byte[] split(Cipher cipher, byte[] data) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int at = 0;
    while (random.nextInt(5) > 0) {
      int most = data.length - at;
      int n = random.nextInt(random.nextBoolean() ? most + 1 : Math.min(most, 40) + 1);
      byte[] part = cipher.update(data, at, n);
      out.writeBytes(part == null ? new byte[0] : part);
      at += n;
    }
    int announced = cipher.getOutputSize(data.length - at);
    byte[] last = cipher.doFinal(data, at, data.length - at);
    assertFalse(last.length > announced);
    out.writeBytes(last);
    return out.toByteArray();
  }

  @ParameterizedTest
  @MethodSource("transformations")
  void anyOverlapIsAsIfTheInputHadBeenCopied(String transformation) throws Exception {
    Subject s = new Subject(transformation);
    s.begin(Cipher.ENCRYPT_MODE);
    for (int opmode : new int[] {Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE}) {
      byte[] first = bytes(s.block + 3); // so that something is held back, or not
      byte[] data = bytes(5 * s.block - (s.streams() ? 5 : 3) + (s.streams() ? 2 : 0));
      for (int before : new int[] {0, 3, s.block}) {
        for (int shift = -2 * s.block - 1; shift <= 2 * s.block + 1; shift++) {
          String what = opmode + ", " + before + " before, shifted by " + shift;
          s.again(opmode);
          s.cipher.update(first, 0, before);
          byte[] expected = s.cipher.update(data);
          s.again(opmode);
          s.cipher.update(first, 0, before);
          byte[] shared = new byte[12 * s.block];
          int from = 3 * s.block;
          System.arraycopy(data, 0, shared, from, data.length);
          int made = s.cipher.update(shared, from, data.length, shared, from + shift);
          byte[] written = Arrays.copyOfRange(shared, from + shift, from + shift + made);
          assertArrayEquals(expected == null ? new byte[0] : expected, written, what);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("transformations")
  void theLastPartMayOverlapToo(String transformation) throws Exception {
    Subject s = new Subject(transformation);
    byte[] plain = bytes(6 * s.block);
    s.begin(Cipher.ENCRYPT_MODE);
    byte[] sealed = s.cipher.doFinal(plain);
    for (int opmode : new int[] {Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE}) {
      byte[] in = opmode == Cipher.ENCRYPT_MODE ? plain : sealed;
      byte[] expected = opmode == Cipher.ENCRYPT_MODE ? sealed : plain;
      for (int before : new int[] {0, 5}) {
        for (int shift = -2 * s.block; shift <= 2 * s.block; shift++) {
          s.again(opmode);
          byte[] shared = new byte[14 * s.block];
          int from = 3 * s.block;
          System.arraycopy(in, 0, shared, from, in.length);
          byte[] begun = s.cipher.update(in, 0, before);
          int skipped = begun == null ? 0 : begun.length;
          int made =
              s.cipher.doFinal(
                  shared, from + before, in.length - before, shared, from + shift + skipped);
          byte[] written =
              Arrays.copyOfRange(shared, from + shift + skipped, from + shift + skipped + made);
          assertArrayEquals(
              Arrays.copyOfRange(expected, skipped, expected.length),
              written,
              opmode + ", shifted by " + shift);
        }
      }
    }
  }

  /** AES in CTR that keeps the arrays that it is given. */
  private static final class Recording extends BlockCipherSpi {
    final List<byte[]> inputs = new ArrayList<>();
    final List<byte[]> outputs = new ArrayList<>();

    Recording() {
      super(Algorithm.ALL.get(0), PROVIDER, "CTR", Padding.NONE);
    }

    @Override
    protected int engineUpdate(byte[] in, int i, int length, byte[] out, int o)
        throws ShortBufferException {
      inputs.add(in);
      outputs.add(out);
      return super.engineUpdate(in, i, length, out, o);
    }

    @Override
    protected int engineDoFinal(byte[] in, int i, int length, byte[] out, int o)
        throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
      inputs.add(in);
      outputs.add(out);
      return super.engineDoFinal(in, i, length, out, o);
    }
  }

  @Test
  void theCopyOfAnOverlappingInputIsErased() throws Exception {
    Recording cipher = new Recording();
    cipher.engineInit(Cipher.ENCRYPT_MODE, new SecretKeySpec(bytes(16), "AES"), null);
    byte[] shared = bytes(100);
    cipher.updateCopied(shared, 0, 32, shared, 1);
    cipher.doFinalCopied(shared, 0, 32, shared, 1);
    assertEquals(2, cipher.inputs.size());
    cipher.inputs.forEach(copy -> assertArrayEquals(new byte[32], copy));
  }

  @ParameterizedTest
  @MethodSource("transformations")
  void withoutRoomNothingIsChanged(String transformation) throws Exception {
    Subject s = new Subject(transformation);
    byte[] plain = bytes(4 * s.block);
    s.begin(Cipher.ENCRYPT_MODE);
    byte[] sealed = s.cipher.doFinal(plain);
    for (int opmode : new int[] {Cipher.ENCRYPT_MODE, Cipher.DECRYPT_MODE}) {
      byte[] in = opmode == Cipher.ENCRYPT_MODE ? plain : sealed;
      byte[] expected = opmode == Cipher.ENCRYPT_MODE ? sealed : plain;
      s.again(opmode);
      byte[] out = new byte[expected.length + 2 * s.block];
      int held = s.block + 3;
      int made = s.cipher.update(in, 0, held, out, 0);
      byte[] tooSmall = new byte[expected.length - made - 1];
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThrows(
            ShortBufferException.class,
            () -> s.cipher.doFinal(in, held, in.length - held, tooSmall, 0));
        assertThrows(
            ShortBufferException.class,
            () ->
                s.cipher.doFinal(
                    ByteBuffer.wrap(in, held, in.length - held), ByteBuffer.wrap(tooSmall)));
        assertArrayEquals(new byte[tooSmall.length], tooSmall, "written to, without room");
      }
      made += s.cipher.doFinal(in, held, in.length - held, out, made);
      assertArrayEquals(expected, Arrays.copyOf(out, made));
    }
  }

  @ParameterizedTest
  @MethodSource("transformations")
  void everyKindOfBuffer(String transformation) throws Exception {
    Subject s = new Subject(transformation);
    byte[] plain = bytes(4 * s.block);
    s.begin(Cipher.ENCRYPT_MODE);
    byte[] sealed = s.cipher.doFinal(plain);
    for (int kind = 0; kind < 6; kind++) {
      s.again(Cipher.ENCRYPT_MODE);
      ByteBuffer in = buffer(plain, kind % 3);
      ByteBuffer out = kind < 3 ? ByteBuffer.allocateDirect(500) : ByteBuffer.allocate(500).slice();
      out.position(7);
      in.limit(s.block + 1);
      s.cipher.update(in, out);
      assertEquals(0, in.remaining());
      in.limit(plain.length + 3);
      s.cipher.doFinal(in, out);
      assertEquals(0, in.remaining());
      byte[] made = new byte[out.position() - 7];
      out.position(7);
      out.get(made);
      assertArrayEquals(sealed, made, "kind " + kind);
    }
  }

  @ParameterizedTest
  @MethodSource("transformations")
  void buffersOfOneArrayMayOverlapToo(String transformation) throws Exception {
    Subject s = new Subject(transformation);
    byte[] plain = bytes(4 * s.block);
    s.begin(Cipher.ENCRYPT_MODE);
    byte[] sealed = s.cipher.doFinal(plain);
    int from = 2 * s.block;
    for (int shift = -s.block - 1; shift <= s.block + 1; shift++) {
      s.again(Cipher.ENCRYPT_MODE);
      byte[] shared = new byte[10 * s.block];
      System.arraycopy(plain, 0, shared, from, plain.length);
      ByteBuffer out = ByteBuffer.wrap(shared, from + shift, sealed.length);
      s.cipher.doFinal(ByteBuffer.wrap(shared, from, plain.length), out);
      assertEquals(from + shift + sealed.length, out.position());
      byte[] made = Arrays.copyOfRange(shared, from + shift, out.position());
      assertArrayEquals(sealed, made, "shifted by " + shift);
    }
  }

  @Test
  void theOutputOfABufferIsMadeInItsOwnArray() throws Exception {
    Recording cipher = new Recording();
    cipher.engineInit(Cipher.ENCRYPT_MODE, new SecretKeySpec(bytes(16), "AES"), null);
    ByteBuffer out = ByteBuffer.allocate(64);
    cipher.engineUpdate(ByteBuffer.wrap(bytes(32)), out);
    cipher.engineDoFinal(ByteBuffer.wrap(bytes(32)), out);
    assertEquals(2, cipher.outputs.size());
    cipher.outputs.forEach(output -> assertSame(out.array(), output));
  }

  @ParameterizedTest
  @MethodSource("transformations")
  void anUpdateOfBuffersAsksForTheRoomOfDoFinal(String transformation) throws Exception {
    Subject s = new Subject(transformation);
    byte[] plain = bytes(4 * s.block);
    s.begin(Cipher.ENCRYPT_MODE);
    byte[] sealed = s.cipher.doFinal(plain);
    s.again(Cipher.ENCRYPT_MODE);
    int room = s.cipher.getOutputSize(plain.length);
    ByteBuffer in = ByteBuffer.wrap(plain);
    ByteBuffer out = ByteBuffer.allocate(room);
    assertEquals(0, s.cipher.update(ByteBuffer.allocate(0), ByteBuffer.allocate(0)));
    if (!transformation.equals("AES/GCM/NoPadding")) { // the JDK's asks for what it writes
      out.limit(room - 1);
      assertThrows(ShortBufferException.class, () -> s.cipher.update(in, out));
      assertEquals(0, in.position() + out.position());
      out.limit(room);
    }
    s.cipher.update(in, out);
    s.cipher.doFinal(in, out);
    assertArrayEquals(sealed, Arrays.copyOf(out.array(), out.position()));
  }

  /** Heap, heap read-only, direct; the data from position 3 on. */
  private static ByteBuffer buffer(byte[] data, int kind) {
    ByteBuffer buffer =
        kind == 2
            ? ByteBuffer.allocateDirect(data.length + 3)
            : ByteBuffer.wrap(new byte[data.length + 5], 2, data.length + 3).slice();
    buffer.position(3);
    buffer.put(data);
    buffer.position(3);
    return kind == 1 ? buffer.asReadOnlyBuffer() : buffer;
  }

  @ParameterizedTest
  @MethodSource("transformations")
  void theNextMessageBeginsAsTheFirst(String transformation) throws Exception {
    Subject s = new Subject(transformation);
    byte[] plain = bytes(3 * s.block);
    s.begin(Cipher.ENCRYPT_MODE);
    byte[] sealed = s.cipher.doFinal(plain);
    if (!s.gcm) {
      assertArrayEquals(sealed, s.cipher.doFinal(plain));
    }
    s.begin(Cipher.DECRYPT_MODE);
    assertArrayEquals(plain, s.cipher.doFinal(sealed));
    assertArrayEquals(plain, s.cipher.doFinal(sealed));
  }

  @ParameterizedTest
  @MethodSource("transformations")
  void parametersMakeTheRoundTrip(String transformation) throws Exception {
    Subject s = new Subject(transformation);
    s.cipher.init(Cipher.ENCRYPT_MODE, s.key);
    byte[] plain = bytes(2 * s.block);
    byte[] sealed = s.cipher.doFinal(plain);
    if (s.params == null) {
      assertNull(s.cipher.getParameters());
      assertNull(s.cipher.getIV());
      return;
    }
    assertEquals(s.gcm ? 12 : s.block, s.cipher.getIV().length);
    AlgorithmParameters made = s.cipher.getParameters();
    AlgorithmParameters read = AlgorithmParameters.getInstance(made.getAlgorithm(), PROVIDER);
    read.init(made.getEncoded());
    s.cipher.init(Cipher.DECRYPT_MODE, s.key, read);
    assertArrayEquals(plain, s.cipher.doFinal(sealed));
    InvalidKeyException refusal =
        assertThrows(InvalidKeyException.class, () -> s.cipher.init(Cipher.DECRYPT_MODE, s.key));
    assertOneLine(refusal);
  }

  @Test
  void keysAreWrapped() throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
    for (String transformation : new String[] {"AES/GCM/NoPadding", "Serpent/CBC/PKCS5Padding"}) {
      Subject s = new Subject(transformation);
      Key secret = KeyGenerator.getInstance("Twofish", PROVIDER).generateKey();
      assertEquals(secret, wrapped(s, secret, "Twofish", Cipher.SECRET_KEY));
      PrivateKey own = pair.getPrivate();
      assertEquals(own, wrapped(s, own, "EC", Cipher.PRIVATE_KEY));
      PublicKey open = pair.getPublic();
      assertEquals(open, wrapped(s, open, "EC", Cipher.PUBLIC_KEY));
      assertThrows(InvalidKeyException.class, () -> wrapped(s, secret, "EC", Cipher.PRIVATE_KEY));
      assertThrows(
          NoSuchAlgorithmException.class, () -> wrapped(s, own, "none", Cipher.PRIVATE_KEY));
      assertThrows(InvalidKeyException.class, () -> wrapped(s, secret, null, Cipher.SECRET_KEY));
      s.cipher.init(Cipher.UNWRAP_MODE, s.key, s.params);
      assertThrows(
          InvalidKeyException.class,
          () -> s.cipher.unwrap(new byte[17], "Twofish", Cipher.SECRET_KEY));
    }
  }

  private Key wrapped(Subject s, Key key, String algorithm, int type) throws Exception {
    s.begin(Cipher.ENCRYPT_MODE);
    s.again(Cipher.ENCRYPT_MODE);
    if (s.gcm) {
      s.params = new GCMParameterSpec(128, bytes(12));
    }
    s.cipher.init(Cipher.WRAP_MODE, s.key, s.params);
    byte[] wrapped = s.cipher.wrap(key);
    s.cipher.init(Cipher.UNWRAP_MODE, s.key, s.params);
    return s.cipher.unwrap(wrapped, algorithm, type);
  }

  @Test
  void whatIsWrongIsSaidInOneLine() throws Exception {
    String[] noSuchMode = {
      "AES/PCBC/NoPadding",
      "DES/XTS/NoPadding",
      "DES/GCM/NoPadding",
      "AES/CFB12/NoPadding",
      "AES/CFB136/NoPadding",
      "AES/GCM/PKCS5Padding"
    };
    for (String transformation : noSuchMode) {
      assertOneLine(
          assertThrows(
              NoSuchAlgorithmException.class, () -> Cipher.getInstance(transformation, PROVIDER)));
    }
    for (String transformation : new String[] {"AES/CBC/TBCPadding", "AES/XTS/PKCS5Padding"}) {
      assertOneLine(
          assertThrows(
              NoSuchPaddingException.class, () -> Cipher.getInstance(transformation, PROVIDER)));
    }
    Cipher cbc = Cipher.getInstance("AES/CBC/PKCS5Padding", PROVIDER);
    Key key = new SecretKeySpec(bytes(16), "AES");
    AlgorithmParameterSpec iv = new IvParameterSpec(bytes(16));
    for (int bytes : new int[] {1, 8, 15, 17, 20, 28, 40, 64}) {
      Key bad = new SecretKeySpec(bytes(bytes), "AES");
      assertOneLine(
          assertThrows(InvalidKeyException.class, () -> cbc.init(Cipher.ENCRYPT_MODE, bad, iv)));
    }
    Key other = new SecretKeySpec(bytes(16), "Serpent");
    assertOneLine(
        assertThrows(InvalidKeyException.class, () -> cbc.init(Cipher.ENCRYPT_MODE, other, iv)));
    assertOneLine(
        assertThrows(InvalidKeyException.class, () -> cbc.init(Cipher.ENCRYPT_MODE, null, iv)));
    for (int bytes : new int[] {0, 8, 15, 17, 32}) {
      assertOneLine(
          assertThrows(
              InvalidAlgorithmParameterException.class,
              () -> cbc.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(bytes(bytes)))));
    }
    assertOneLine(
        assertThrows(
            InvalidAlgorithmParameterException.class,
            () -> cbc.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, bytes(12)))));
    assertThrows(IllegalStateException.class, () -> cbc.doFinal(bytes(16)));
    cbc.init(Cipher.DECRYPT_MODE, key, iv);
    assertOneLine(assertThrows(IllegalBlockSizeException.class, () -> cbc.doFinal(bytes(17))));
    assertOneLine(assertThrows(BadPaddingException.class, () -> cbc.doFinal(bytes(32))));
    Cipher aead = Cipher.getInstance("AES/CTR/NoPadding", PROVIDER);
    aead.init(Cipher.ENCRYPT_MODE, key, iv);
    assertThrows(UnsupportedOperationException.class, () -> aead.updateAAD(bytes(3)));
  }

  @Test
  void afterAFailureAMessageEndsOrGoesOn() throws Exception {
    for (String transformation :
        new String[] {"AES/CBC/PKCS5Padding", "Serpent/CBC/PKCS5Padding"}) {
      Subject s = new Subject(transformation);
      boolean goesOn = transformation.startsWith("AES"); // as the JDK's
      s.begin(Cipher.ENCRYPT_MODE);
      byte[] plain = bytes(20);
      byte[] sealed = s.cipher.doFinal(plain);
      s.begin(Cipher.DECRYPT_MODE);
      s.cipher.update(sealed, 0, s.block);
      assertThrows(IllegalBlockSizeException.class, () -> s.cipher.doFinal(bytes(3)));
      int from = goesOn ? s.block : 0;
      assertArrayEquals(plain, s.cipher.doFinal(sealed, from, sealed.length - from));
      byte[] wrong = sealed.clone();
      wrong[sealed.length - s.block - 1] ^= 1; // the last byte of padding
      assertThrows(BadPaddingException.class, () -> s.cipher.doFinal(wrong));
      assertEquals(!goesOn, Arrays.equals(plain, s.cipher.doFinal(sealed)));
    }
  }

  @Test
  void theCounterCarriesThroughTheWholeBlock() throws Exception {
    for (Algorithm a : Algorithm.ALL) {
      Key key = new SecretKeySpec(bytes(a.defaultKeyBits / 8), a.name);
      byte[] iv = new byte[a.blockBytes];
      Arrays.fill(iv, (byte) 0xff);
      iv[0] = 0x12;
      Cipher ctr = Cipher.getInstance(a.name + "/CTR/NoPadding", PROVIDER);
      ctr.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(iv));
      byte[] counters = new byte[3 * a.blockBytes];
      System.arraycopy(iv, 0, counters, 0, iv.length);
      counters[iv.length] = 0x13;
      counters[2 * iv.length] = 0x13;
      counters[3 * iv.length - 1] = 1;
      Cipher ecb = Cipher.getInstance(a.name + "/ECB/NoPadding", PROVIDER);
      ecb.init(Cipher.ENCRYPT_MODE, key);
      assertArrayEquals(ecb.doFinal(counters), ctr.doFinal(new byte[3 * a.blockBytes]), a.name);
    }
  }

  /** NIST SP 800-38E. */
  @Test
  void aDataUnitOfXtsHasAtMost16MiB() throws Exception {
    Subject s = new Subject("RC6/XTS/NoPadding");
    s.begin(Cipher.ENCRYPT_MODE);
    byte[] most = new byte[16 << 20];
    s.cipher.doFinal(most, 0, most.length, most, 0);
    s.cipher.update(most, 0, most.length, most, 0);
    assertThrows(IllegalStateException.class, () -> s.cipher.doFinal(new byte[1]));
    s.begin(Cipher.DECRYPT_MODE);
    s.cipher.doFinal(most, 0, most.length, most, 0);
  }

  /** Also where a part of it had still been allowed; RC6 then begins anew, AES goes on. */
  @Test
  void ofTooLongADataUnitOfXtsNothingIsWorkedOn() throws Exception {
    for (String transformation : new String[] {"RC6/XTS/NoPadding", "AES/XTS/NoPadding"}) {
      Subject s = new Subject(transformation);
      byte[] half = new byte[8 << 20];
      byte[] block = bytes(s.block);
      s.begin(Cipher.DECRYPT_MODE);
      byte[] first = s.cipher.doFinal(block);
      s.cipher.update(half, 0, half.length, half, 0);
      byte[] more = bytes(half.length + 1);
      byte[] out = new byte[half.length + 2 * s.block];
      assertOneLine(
          assertThrows(
              IllegalStateException.class, () -> s.cipher.update(more, 0, more.length, out)));
      assertOneLine(
          assertThrows(
              IllegalStateException.class, () -> s.cipher.doFinal(more, 0, more.length, out)));
      assertArrayEquals(new byte[out.length], out, "worked on");
      boolean goesOn = transformation.startsWith("AES");
      int kept = goesOn ? s.block : 0;
      byte[] next = s.cipher.doFinal(block);
      assertEquals(kept + s.block, next.length);
      assertEquals(!goesOn, Arrays.equals(first, next));
    }
  }

  @Test
  void spiceIsATweak() throws Exception {
    for (String mode : new String[] {"ECB", "CBC", "XTS", "GCM"}) {
      Subject s = new Subject("HPC/" + mode + "/NoPadding");
      s.begin(Cipher.ENCRYPT_MODE);
      byte[] plain = bytes(64);
      byte[] unspiced = s.cipher.doFinal(plain);
      AlgorithmParameterSpec spiced = new SpiceParameterSpec(bytes(64), s.params);
      AlgorithmParameterSpec zeros = new SpiceParameterSpec(new byte[64], s.params);
      s.cipher.init(Cipher.DECRYPT_MODE, s.key, zeros);
      assertArrayEquals(plain, s.cipher.doFinal(unspiced));
      s.begin(Cipher.ENCRYPT_MODE);
      s.cipher.init(Cipher.ENCRYPT_MODE, s.key, spiced);
      byte[] sealed = s.cipher.doFinal(plain);
      assertFalse(Arrays.equals(unspiced, sealed));
      s.cipher.init(Cipher.DECRYPT_MODE, s.key, spiced);
      assertArrayEquals(plain, s.cipher.doFinal(sealed));
      assertOneLine(
          assertThrows(
              InvalidAlgorithmParameterException.class,
              () -> s.cipher.init(Cipher.DECRYPT_MODE, s.key, new SpiceParameterSpec(bytes(63)))));
    }
  }

  @Test
  void aCipherWithoutATweakTakesNoSpice() throws Exception {
    Subject s = new Subject("AES/CBC/NoPadding");
    for (int size : new int[] {0, 64}) {
      AlgorithmParameterSpec spiced = new SpiceParameterSpec(bytes(size), s.params);
      assertOneLine(
          assertThrows(
              InvalidAlgorithmParameterException.class,
              () -> s.cipher.init(Cipher.ENCRYPT_MODE, s.key, spiced)));
    }
  }

  static void assertOneLine(Exception e) {
    assertFalse(e.getMessage() == null || e.getMessage().isBlank(), e.toString());
    assertFalse(e.getMessage().contains("\n"), e.getMessage());
  }
}
