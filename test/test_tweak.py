# SPDX-License-Identifier: Apache-2.0
"""The tweak goes through both probes alike, where known answers don't reach: the verb ``mct``."""

import pytest
from fifteen import build, probes
from fifteen.nist import MONTE_CARLO
from fifteen.probes import Probe, ProbeError

KEY, DATA, IV, TWEAK = (bytes(range(i, i + n)) for i, n in ((0, 32), (7, 16), (9, 16), (1, 64)))


@pytest.fixture(scope="module")
def both():
    build.ensure_all()
    with Probe(probes.c_probe()) as c, Probe(probes.java_probe()) as java:
        yield [(c, "c/hpc/portable"), (java, "java/hpc/portable")]


@pytest.mark.parametrize("mode", MONTE_CARLO.values())
def test_monte_carlo(both, mode):
    words = {"key": KEY, "data": DATA, "iv": IV if mode.startswith("cbc") else None, "count": 3}
    found = []
    for probe, engine in both:
        for tweak in (None, bytes(64), TWEAK):
            answer = probe.ask("mct", engine=engine, mode=mode, tweak=tweak, **words)
            found.append((answer["previous"], answer["last"]))
    assert found[:3] == found[3:]
    assert found[0] == found[1] != found[2]


def test_a_tweak_of_another_size_is_refused(both):
    for probe, engine in both:
        for size in (0, 63, 65):
            with pytest.raises(ProbeError, match=f"tweak of 64 bytes, not {size}") as refusal:
                probe.ask(
                    "crypt",
                    engine=engine,
                    direction="encrypt",
                    key=KEY,
                    data=DATA,
                    tweak=bytes(size),
                )
            assert refusal.value.stage == "refused"
