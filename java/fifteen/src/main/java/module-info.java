// SPDX-License-Identifier: Apache-2.0

/** The block ciphers of the AES competition and their elders, in Java, and their JCE provider. */
module org.fifteen {
  exports org.fifteen.engine;
  exports org.fifteen.jce;

  provides java.security.Provider with
      org.fifteen.jce.FifteenProvider;
}
