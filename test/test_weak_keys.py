# SPDX-License-Identifier: Apache-2.0
"""DES's weak and semi-weak keys (NIST SP 800-67, 3.3.2), in both languages."""

import random

import pytest
from conftest import lab
from fifteen import manifest, nist, probes
from fifteen.probes import Probe

WEAK = ["0101010101010101", "fefefefefefefefe", "e0e0e0e0f1f1f1f1", "1f1f1f1f0e0e0e0e"]
SEMI_WEAK = [
    ("01fe01fe01fe01fe", "fe01fe01fe01fe01"),
    ("1fe01fe00ef10ef1", "e01fe01ff10ef10e"),
    ("01e001e001f101f1", "e001e001f101f101"),
    ("1ffe1ffe0efe0efe", "fe1ffe1ffe0efe0e"),
    ("011f011f010e010e", "1f011f010e010e01"),
    ("e0fee0fef1fef1fe", "fee0fee0fef1fef1"),
]
PLAIN = random.Random(1).randbytes(64)


@pytest.fixture(scope="module")
def oracles():
    """Every engine of DES that this processor runs, in C and in Java."""
    assert lab("build").returncode == 0
    found = [e for c in (probes.c_probe(), probes.java_probe()) for e in manifest.engines(c)]
    ours = [e for e in found if e.cipher == "des" and e.library == "fifteen"]
    engines = [e for e in ours if e.usable]
    assert {engine.engine.partition("/")[0] for engine in engines} == {"c", "java"}
    started = [Probe(engine.command) for engine in engines]
    yield [nist.Oracle(probe, engine) for probe, engine in zip(started, engines, strict=True)]
    for probe in started:
        probe.stop()


@pytest.mark.parametrize("keys", [*((key, key) for key in WEAK), *SEMI_WEAK])
def test_the_second_key_undoes_the_first(oracles, keys):
    first, second = map(bytes.fromhex, keys)
    once = [oracle.encrypt(first, PLAIN) for oracle in oracles]
    assert set(once) == {once[0]} and once[0] != PLAIN
    assert {oracle.encrypt(second, once[0]) for oracle in oracles} == {PLAIN}
