// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

/** What ends a request; the message is the answer's {@code error}. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  Refusal(String message) {
    super(message);
  }

  /** One line that says what was wrong: of everything behind {@code problem}, the first cause. */
  static String inOneLine(Throwable problem) {
    Throwable cause = problem;
    for (Throwable next = cause; next != null; next = behind(cause)) {
      cause = next;
    }
    String message = String.valueOf(cause.getMessage()).replaceAll("\\s+", " ");
    boolean plain = cause instanceof Refusal || cause instanceof IllegalArgumentException;
    return plain ? message : cause.getClass().getSimpleName() + ": " + message;
  }

  /** JMH keeps what a benchmark threw among the suppressed. */
  private static Throwable behind(Throwable problem) {
    Throwable[] suppressed = problem.getSuppressed();
    return suppressed.length > 0 ? suppressed[0] : problem.getCause();
  }
}
