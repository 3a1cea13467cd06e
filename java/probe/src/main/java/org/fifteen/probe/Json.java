// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.Iterator;
import java.util.Map;

/** Writes maps, lists, strings, numbers, booleans and null as JSON on one line. */
final class Json {
  private Json() {}

  static String write(Object value) {
    StringBuilder out = new StringBuilder();
    append(out, value);
    return out.toString();
  }

  private static void append(StringBuilder out, Object value) {
    if (value instanceof Map) {
      String separator = "{";
      for (Map.Entry<?, ?> field : ((Map<?, ?>) value).entrySet()) {
        out.append(separator);
        append(out, field.getKey());
        out.append(':');
        append(out, field.getValue());
        separator = ",";
      }
      out.append(separator.equals("{") ? "{}" : "}");
    } else if (value instanceof Iterable) {
      out.append('[');
      for (Iterator<?> i = ((Iterable<?>) value).iterator(); i.hasNext(); ) {
        append(out, i.next());
        out.append(i.hasNext() ? "," : "");
      }
      out.append(']');
    } else if (value instanceof String) {
      quote(out, (String) value);
    } else {
      out.append(value);
    }
  }

  private static void quote(StringBuilder out, String text) {
    out.append('"');
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
