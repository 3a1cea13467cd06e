// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import java.io.IOException;
import java.security.AlgorithmParameters;
import java.security.AlgorithmParametersSpi;
import java.security.InvalidAlgorithmParameterException;
import java.security.Provider;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.InvalidParameterSpecException;
import java.util.List;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;

/** Parameters as they are stored and sent, in DER: an IV, or GCM's IV and size of tag. */
abstract class Parameters<S extends AlgorithmParameterSpec> extends AlgorithmParametersSpi {
  private static final String RAW = "RAW";

  private final Class<S> type;
  S spec;

  Parameters(Class<S> type) {
    this.type = type;
  }

  /**
   * An IV of a block, or of CTR a shorter one, as an OCTET STRING; IDEA's in a SEQUENCE (RFC 3058).
   * RAW, it is its bytes.
   */
  static final class Iv extends Parameters<IvParameterSpec> {
    private final int least;
    private final int most;
    private final boolean inSequence;

    Iv(Algorithm algorithm) {
      super(IvParameterSpec.class);
      most = algorithm.blockBytes;
      least = algorithm.manners.leastCounterIv(most);
      inSequence = algorithm.cipher.equals("idea");
    }

    @Override
    void check(IvParameterSpec spec) throws InvalidParameterSpecException {
      int bytes = spec.getIV().length;
      if (bytes < least || bytes > most) {
        throw new InvalidParameterSpecException(
            "an IV of " + bytes + " bytes; this cipher's has " + most);
      }
    }

    @Override
    IvParameterSpec decode(Der der) throws IOException {
      if (!inSequence) {
        return new IvParameterSpec(der.next(Der.OCTET_STRING));
      }
      Der fields = new Der(der.next(Der.SEQUENCE));
      byte[] iv = fields.next(Der.OCTET_STRING);
      fields.end();
      return new IvParameterSpec(iv);
    }

    @Override
    protected byte[] engineGetEncoded() {
      byte[] iv = Der.element(Der.OCTET_STRING, spec.getIV());
      return inSequence ? Der.element(Der.SEQUENCE, iv) : iv;
    }

    @Override
    protected void engineInit(byte[] encoded, String format) throws IOException {
      if (RAW.equalsIgnoreCase(format)) {
        take(new IvParameterSpec(encoded));
      } else {
        super.engineInit(encoded, format);
      }
    }

    @Override
    protected byte[] engineGetEncoded(String format) throws IOException {
      return RAW.equalsIgnoreCase(format) ? spec.getIV() : super.engineGetEncoded(format);
    }
  }

  /** RFC 5084's GCMParameters: SEQUENCE { nonce OCTET STRING, tag bytes INTEGER DEFAULT 12 }. */
  static final class Gcm extends Parameters<GCMParameterSpec> {
    private static final int DEFAULT_TAG = 12;
    private static final int LEAST_TAG = 12; // that can be stored

    private final int leastBits;

    Gcm() {
      this(8 * LEAST_TAG);
    }

    /** A cipher's, with tags from so many bits, even if they can't be stored. */
    Gcm(int leastBits) {
      super(GCMParameterSpec.class);
      this.leastBits = leastBits;
    }

    @Override
    void check(GCMParameterSpec spec) throws InvalidParameterSpecException {
      try {
        GcmSpi.checkTag(spec.getTLen(), leastBits);
      } catch (IllegalArgumentException e) {
        throw new InvalidParameterSpecException(e.getMessage());
      }
    }

    @Override
    GCMParameterSpec decode(Der der) throws IOException {
      Der fields = new Der(der.next(Der.SEQUENCE));
      byte[] iv = fields.next(Der.OCTET_STRING);
      int tag = DEFAULT_TAG;
      if (!fields.atEnd()) {
        byte[] integer = fields.next(Der.INTEGER);
        if (integer.length != 1) {
          throw new IOException("not a size of tag: an INTEGER of " + integer.length + " bytes");
        }
        tag = integer[0];
      }
      fields.end();
      return new GCMParameterSpec(8 * Math.max(tag, 0), iv);
    }

    @Override
    protected byte[] engineGetEncoded() throws IOException {
      byte[] iv = Der.element(Der.OCTET_STRING, spec.getIV());
      int tag = spec.getTLen() / 8;
      if (tag < LEAST_TAG) {
        throw new IOException("RFC 5084 stores no tag of " + spec.getTLen() + " bits");
      }
      byte[] size =
          tag == DEFAULT_TAG ? new byte[0] : Der.element(Der.INTEGER, new byte[] {(byte) tag});
      return Der.element(Der.SEQUENCE, iv, size);
    }
  }

  abstract void check(S spec) throws InvalidParameterSpecException;

  abstract S decode(Der der) throws IOException;

  @Override
  protected void engineInit(AlgorithmParameterSpec given) throws InvalidParameterSpecException {
    if (!type.isInstance(given)) {
      throw new InvalidParameterSpecException(type.getSimpleName() + " is wanted, not " + given);
    }
    check(type.cast(given));
    spec = type.cast(given);
  }

  @Override
  protected void engineInit(byte[] encoded) throws IOException {
    Der der = new Der(encoded);
    S decoded = decode(der);
    der.end();
    take(decoded);
  }

  /** What an encoding has come to. */
  final void take(S decoded) throws IOException {
    try {
      engineInit(decoded);
    } catch (InvalidParameterSpecException e) {
      throw new IOException(e.getMessage());
    }
  }

  /** The format of all is DER; its names are ASN.1 and DER. */
  @Override
  protected void engineInit(byte[] encoded, String format) throws IOException {
    checkFormat(format);
    engineInit(encoded);
  }

  @Override
  protected byte[] engineGetEncoded(String format) throws IOException {
    checkFormat(format);
    return engineGetEncoded();
  }

  @Override
  protected abstract byte[] engineGetEncoded() throws IOException;

  private static void checkFormat(String format) throws IOException {
    if (format != null && !format.equalsIgnoreCase("ASN.1") && !format.equalsIgnoreCase("DER")) {
      throw new IOException("no format " + format + "; there is ASN.1");
    }
  }

  @Override
  protected <T extends AlgorithmParameterSpec> T engineGetParameterSpec(Class<T> wanted)
      throws InvalidParameterSpecException {
    if (!wanted.isAssignableFrom(type)) {
      throw new InvalidParameterSpecException(
          "this holds " + type.getSimpleName() + ", not " + wanted.getSimpleName());
    }
    return wanted.cast(spec);
  }

  @Override
  protected String engineToString() {
    return type.getSimpleName();
  }

  // ---- For ciphers ----

  /** Of a cipher with that IV. */
  static AlgorithmParameters of(Provider provider, Algorithm algorithm, byte[] iv) {
    return new Made(new Iv(algorithm), provider, algorithm.name, new IvParameterSpec(iv));
  }

  static AlgorithmParameters of(Provider provider, Algorithm algorithm, GCMParameterSpec spec) {
    return new Made(new Gcm(algorithm.manners.leastGcmTag()), provider, "GCM", spec);
  }

  private static final class Made extends AlgorithmParameters {
    Made(Parameters<?> spi, Provider provider, String name, AlgorithmParameterSpec spec) {
      super(spi, provider, name);
      try {
        init(spec);
      } catch (InvalidParameterSpecException e) {
        throw new AssertionError(e); // the cipher has checked them
      }
    }
  }

  /** The first of some types that any provider's parameters hold. */
  static AlgorithmParameterSpec spec(
      AlgorithmParameters params, List<Class<? extends AlgorithmParameterSpec>> types)
      throws InvalidAlgorithmParameterException {
    InvalidParameterSpecException first = null;
    for (Class<? extends AlgorithmParameterSpec> type : types) {
      try {
        return params.getParameterSpec(type);
      } catch (InvalidParameterSpecException e) {
        first = first == null ? e : first;
      }
    }
    throw new InvalidAlgorithmParameterException(
        "parameters without " + types.get(0).getSimpleName() + ": " + first.getMessage());
  }
}
