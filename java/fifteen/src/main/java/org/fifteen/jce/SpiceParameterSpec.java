// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import java.security.spec.AlgorithmParameterSpec;

/**
 * The spice of the Hasty Pudding Cipher: its second input, which may be public, beside what the
 * mode of operation needs.
 */
public final class SpiceParameterSpec implements AlgorithmParameterSpec {
  private final byte[] spice;
  private final AlgorithmParameterSpec parameters;

  /** For a mode that needs nothing, or in encryption makes its own. */
  public SpiceParameterSpec(byte[] spice) {
    this(spice, null);
  }

  /**
   * @param spice 64 bytes; not kept
   * @param parameters the mode's, as they would be given without spice; may be null
   */
  public SpiceParameterSpec(byte[] spice, AlgorithmParameterSpec parameters) {
    this.spice = spice.clone();
    this.parameters = parameters;
  }

  /** A copy. */
  public byte[] getSpice() {
    return spice.clone();
  }

  /** The mode's parameters, or null. */
  public AlgorithmParameterSpec getParameters() {
    return parameters;
  }
}
