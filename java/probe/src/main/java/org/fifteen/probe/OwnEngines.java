// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.fifteen.engine.Engines;

/** Our own engines. */
final class OwnEngines implements EngineSource {
  @Override
  public List<Entry> entries(Predicate<String> ciphers) {
    return Engines.ALL.stream()
        .filter(engine -> ciphers.test(engine.cipher))
        .map(OwnEngines::entry)
        .collect(Collectors.toList());
  }

  private static Entry entry(Engines.Engine e) {
    String id = "java/" + e.cipher + "/" + e.name;
    List<String> steps = List.of(OwnSteps.class.getName(), e.cipher, e.name);
    return new Entry(
            id,
            e.cipher,
            e.name,
            "fifteen",
            Versions.of("fifteen"),
            e.keyMin,
            e.keyMax,
            e.keyStep,
            e.batch,
            e.paysFrom,
            e::make)
        .withSteps(keyBits -> steps);
  }
}
