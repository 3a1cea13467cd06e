// SPDX-License-Identifier: Apache-2.0

/** The block ciphers of the AES competition and their elders, in Java. */
module org.fifteen {
  exports org.fifteen.engine;
}
