// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

/** What an engine is keyed for. */
public enum Direction {
  ENCRYPT,
  DECRYPT
}
