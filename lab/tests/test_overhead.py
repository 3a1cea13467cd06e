# SPDX-License-Identifier: Apache-2.0
"""What ``./fifteen overhead`` says of samples."""

from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from fifteen import advise, overhead
from fifteen.advise import Use
from fifteen.errors import Failed

USE = Use("DES/CTR/NoPadding", "decrypt", (1000,), 1, 64, 100)


def samples(**ns: float) -> list[dict]:
    """Five rounds; a provider's time at each is its own, a little more each round."""
    return [
        {"provider": name, "round": turn, "bytes": 1000, "cpu_ns": [cost * (1 + turn / 1000)]}
        for name, cost in ns.items()
        for turn in range(5)
    ]


def test_a_row_has_the_engines_cost_and_the_ratios():
    row = overhead.row(USE, "jvm", samples(engine=2000, Fifteen=2200, BC=3300))
    assert row.engine_ns == pytest.approx(2.0, rel=0.01)
    assert row.over_engine.ratio == pytest.approx(1.1)
    assert row.others["BC"].ratio == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("ours", "castle", "dear", "slower"),
    [(2090, 2100, 0, 0), (2110, 2100, 1, 1), (2110, 3000, 1, 0)],
)
def test_the_verdicts_turn_with_the_figures(ours, castle, dear, slower):
    row = overhead.row(USE, "jvm", samples(engine=2000, Fifteen=ours, BC=castle))
    which = ": DES/CTR/NoPadding decrypt"
    assert overhead.verdicts([row]) == [
        f"over the engine by more than 5%: {dear} of 1" + which * dear,
        f"slower than BC: {slower} of 1" + which * slower,
    ]


def test_without_the_engine_or_our_provider_there_is_no_row():
    with pytest.raises(Failed, match="engine could not be measured"):
        overhead.row(USE, "jvm", samples(Fifteen=1))


def test_what_there_is_when_it_is_stopped_is_shown(monkeypatch):
    def stopped(*_):
        yield overhead.row(USE, "jvm", samples(engine=2000, Fifteen=2200)), []
        raise KeyboardInterrupt

    monkeypatch.setattr(overhead, "measured", stopped)
    monkeypatch.setattr(overhead, "ciphers", lambda *_: {})
    monkeypatch.setattr(overhead.build, "ensure_java", lambda: None)
    monkeypatch.setattr(overhead.jvms, "chosen", lambda *_: [SimpleNamespace(name="jvm")])
    done = CliRunner().invoke(overhead.overhead_command, [])
    assert done.exit_code != 0
    assert "DES/CTR/NoPadding" in done.output and "5%: 1 of 1" in done.output


@pytest.mark.parametrize(
    ("mode", "engine"),
    [("ECB", "decrypt"), ("CBC", "decrypt"), ("XTS", "decrypt"), ("ctr", "encrypt")],
)
def test_the_bare_engine_goes_the_way_of_its_mode(mode, engine):
    assert overhead.towards(mode, "decrypt") == (("direction", engine),)


def test_one_size_is_one():
    assert advise.one_size("--chunk", "4k") == 4096
    with pytest.raises(advise.Mistake, match="--chunk '1,2': one size"):
        advise.one_size("--chunk", "1,2")
