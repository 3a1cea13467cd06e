// SPDX-License-Identifier: Apache-2.0
package org.fifteen.jce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The table of docs/provider.md is that of the code. With {@code -Dprovider.page=write} this brings
 * it up to date.
 */
class ProviderPageTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "provider.md");
  private static final Pattern TABLE =
      Pattern.compile("(<!-- names: [^>]*-->\n).*(<!-- end of names -->)", Pattern.DOTALL);

  @Test
  void theTableIsTheCodes() throws IOException {
    String page = Files.readString(PAGE);
    Matcher found = TABLE.matcher(page);
    assertTrue(found.find());
    String current = found.replaceFirst("$1" + Matcher.quoteReplacement(table()) + "$2");
    if ("write".equals(System.getProperty("provider.page"))) {
      Files.writeString(PAGE, current);
    } else {
      assertEquals(current, page, "bring it up to date: mvn -Dprovider.page=write test");
    }
  }

  private static String table() {
    StringBuilder table =
        new StringBuilder("| name | also | cipher | block | key bits | default | manners |\n")
            .append("|---|---|---|---|---|---|---|\n");
    for (Algorithm a : Algorithm.ALL) {
      table
          .append("| `" + a.name + "` | " + spelt(a.aliases) + " | `" + a.cipher + "` | ")
          .append(8 * a.blockBytes + " | " + a.keySizes + " | " + a.defaultKeyBits + " | ")
          .append(a.manners == Manners.SUN_JCE ? "SunJCE" : "Bouncy Castle")
          .append(" |\n");
    }
    table.append("\n| identifiers | cipher | mode | key bits |\n|---|---|---|---|\n");
    for (Algorithm a : Algorithm.ALL) {
      Map<String, List<Algorithm.Oid>> byMode =
          a.oids.stream()
              .collect(Collectors.groupingBy(o -> o.mode, LinkedHashMap::new, Collectors.toList()));
      byMode.forEach((mode, oids) -> table.append(row(a, mode, oids)));
    }
    return table.toString();
  }

  private static String row(Algorithm a, String mode, List<Algorithm.Oid> oids) {
    String bits = oids.stream().map(o -> "" + o.keyBits).collect(Collectors.joining(", "));
    String ids = spelt(oids.stream().map(o -> o.id).collect(Collectors.toList()));
    return "| " + ids + " | `" + a.name + "` | " + mode + " | " + bits + " |\n";
  }

  private static String spelt(List<String> names) {
    return names.stream().map(n -> "`" + n + "`").collect(Collectors.joining(", "));
  }
}
