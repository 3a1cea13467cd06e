// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

/** A cipher that a library says it has: an engine, or why there is none. */
final class Offer {
  final String id;
  final String cipher;

  /** What can be asked for; or null. */
  final Entry entry;

  /** Why nothing can; or null. */
  final String reason;

  private Offer(String id, String cipher, Entry entry, String reason) {
    this.id = id;
    this.cipher = cipher;
    this.entry = entry;
    this.reason = reason;
  }

  static Offer of(Entry entry) {
    return new Offer(entry.id, entry.cipher, entry, null);
  }

  static Offer refused(String id, String cipher, String reason) {
    return new Offer(id, cipher, null, reason);
  }
}
