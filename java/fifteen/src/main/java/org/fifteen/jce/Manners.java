// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

/**
 * Where the two providers that people use differ call by call, though their results are the same.
 * Each cipher keeps the manners of the provider that it can stand in for.
 */
enum Manners {
  /** The JDK's own: for AES, DES and DESede. */
  SUN_JCE {
    @Override
    boolean takesAnySecretKey() {
      return false;
    }

    @Override
    int streamUnit(int block) {
      return 1;
    }

    @Override
    boolean padsCounter() {
      return false;
    }

    @Override
    int paddedUnit(int unit, int block) {
      return block;
    }

    /** With padding to take off, a block. */
    @Override
    int keptBack(boolean decrypting, int unit) {
      return decrypting ? unit : 0;
    }

    @Override
    byte[] nothing() {
      return new byte[0];
    }

    @Override
    boolean unpadsNothing() {
      return true;
    }

    @Override
    boolean asksForAllRoom() {
      return false;
    }

    @Override
    int leastCounterIv(int block) {
      return block;
    }

    @Override
    boolean takesIvForGcm() {
      return false;
    }

    @Override
    int leastGcmTag() {
      return 96;
    }

    @Override
    boolean takesBuffersOfGcmAsCipherSpi() {
      return false;
    }

    @Override
    boolean beginsAnew() {
      return false;
    }
  },

  /** Bouncy Castle's: for every other cipher. */
  BOUNCY_CASTLE {
    @Override
    boolean takesAnySecretKey() {
      return true;
    }

    @Override
    int streamUnit(int block) {
      return block;
    }

    @Override
    boolean padsCounter() {
      return true;
    }

    @Override
    int paddedUnit(int unit, int block) {
      return unit;
    }

    /** With padding, the last unit in either direction: a byte, and what it ends. */
    @Override
    int keptBack(boolean decrypting, int unit) {
      return 1;
    }

    @Override
    byte[] nothing() {
      return null;
    }

    @Override
    boolean unpadsNothing() {
      return false;
    }

    @Override
    boolean asksForAllRoom() {
      return true;
    }

    @Override
    int leastCounterIv(int block) {
      return block - Math.min(8, block / 2);
    }

    @Override
    boolean takesIvForGcm() {
      return true;
    }

    @Override
    int leastGcmTag() {
      return 32;
    }

    @Override
    boolean takesBuffersOfGcmAsCipherSpi() {
      return true;
    }

    @Override
    boolean beginsAnew() {
      return true;
    }
  };

  /** Whether a cipher's key may have any name and format; else it has the cipher's, and RAW. */
  abstract boolean takesAnySecretKey();

  /** The bytes that {@code update} of CTR waits for. */
  abstract int streamUnit(int block);

  /** Whether CTR takes padding, which it has no need of. */
  abstract boolean padsCounter();

  /** What CFB and OFB in a unit below a block are padded to multiples of. */
  abstract int paddedUnit(int unit, int block);

  /** How many bytes of a padded message {@code update} keeps back at least. */
  abstract int keptBack(boolean decrypting, int unit);

  /** What {@code update} returns when there is no output. */
  abstract byte[] nothing();

  /** Whether no ciphertext at all is no plaintext, padding or not. */
  abstract boolean unpadsNothing();

  /** Whether decryption asks for room for whole units before it looks at the data. */
  abstract boolean asksForAllRoom();

  /** The bytes of the shortest IV of CTR; the counter's other bytes begin as zeros. */
  abstract int leastCounterIv(int block);

  /** Whether GCM takes an IvParameterSpec too, for a tag of 128 bits. */
  abstract boolean takesIvForGcm();

  /** The bits of the shortest tag of GCM. */
  abstract int leastGcmTag();

  /**
   * Whether GCM takes ByteBuffers as every other mode does, the way of {@link
   * javax.crypto.CipherSpi}: {@code update} asks for the room of {@code doFinal}.
   */
  abstract boolean takesBuffersOfGcmAsCipherSpi();

  /**
   * Whether a message ends where {@code doFinal} finds a wrong length or padding. Else it goes on:
   * what {@code update} has kept back is kept, and the mode stands where it stood, or past the data
   * whose padding was wrong.
   */
  abstract boolean beginsAnew();
}
