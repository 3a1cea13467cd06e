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
    char[] chars = text.toCharArray();
    int from = 0; // of what is not written yet
    for (int i = 0; i < chars.length; i++) {
      char c = chars[i];
      if (c == '"' || c == '\\') {
        out.append(chars, from, i - from).append('\\');
        from = i;
      } else if (c < ' ' || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
        out.append(chars, from, i - from).append(String.format("\\u%04x", (int) c));
        from = i + 1;
      }
    }
    out.append(chars, from, chars.length - from);
    out.append('"');
  }
}
