# SPDX-License-Identifier: Apache-2.0
"""What ``./fifteen overhead`` says of samples."""

import json
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from fifteen import advise, overhead
from fifteen.advise import Candidate, Use
from fifteen.errors import Failed
from fifteen.probes import ProbeError
from fifteen.statistics import Ratio

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


ONE = "DES/CTR/NoPadding decrypt"


@pytest.mark.parametrize(
    ("ours", "castle", "dear", "slower"),
    [
        (2090, 2100, "0 of 1", "0 of 1"),
        (2110, 2100, f"1 of 1: {ONE}", "0 of 1"),  # within 1 % they tie
        (2150, 2100, f"1 of 1: {ONE}", f"1 of 1: {ONE}"),
        (2110, 3000, f"1 of 1: {ONE}", "0 of 1"),
    ],
)
def test_the_verdicts_turn_with_the_figures(ours, castle, dear, slower):
    row = overhead.row(USE, "jvm", samples(engine=2000, Fifteen=ours, BC=castle))
    assert overhead.verdicts([row]) == [
        f"over the engine by more than 5%: {dear}",
        f"slower than BC by more than 1%: {slower}",
    ]


def test_what_an_interval_leaves_open_is_undecided():
    clear = Ratio(1.2, 1.1, 1.3, 5)
    wide = Ratio(1.07, 1.0, 1.14, 5)
    rows = [
        overhead.Row(
            "jvm", "A/ECB/NoPadding", "encrypt", 1.0, clear, {"BC": Ratio(0.9, 0.8, 1, 5)}
        ),
        overhead.Row("jvm", "B/ECB/NoPadding", "encrypt", 1.0, wide, {}),
    ]
    assert overhead.verdicts(rows) == [
        "over the engine by more than 5%: 1 of 2: A/ECB/NoPadding encrypt; "
        "undecided: 1: B/ECB/NoPadding encrypt",
        "slower than BC by more than 1%: 0 of 1; undecided: 1: A/ECB/NoPadding encrypt",
    ]


def test_without_the_engine_or_our_provider_there_is_no_row():
    with pytest.raises(Failed, match="engine could not be measured"):
        overhead.row(USE, "jvm", samples(Fifteen=1))
    with pytest.raises(Failed, match="Fifteen and engine could not be measured"):
        overhead.row(USE, "jvm", [])


@pytest.fixture
def one_jvm(monkeypatch):
    """AES and DES on it; what is asked of probes is for the test to say."""
    monkeypatch.setattr(overhead.build, "ensure_java", lambda: None)
    monkeypatch.setattr(overhead.jvms, "chosen", lambda *_: [SimpleNamespace(name="jvm")])
    monkeypatch.setattr(overhead, "ciphers", lambda *_: {"DES": "des", "AES": "rijndael"})

    def sized(use, _):
        if use.transformation.startswith("DES/GCM"):
            raise ProbeError("refused", "DES/GCM/NoPadding is none of ours")
        return use

    there = [Candidate(name, "jvm", ()) for name in ("Fifteen", "BC")]
    monkeypatch.setattr(advise, "sized", sized)
    monkeypatch.setattr(advise, "candidates", lambda *_, **__: (there, []))
    monkeypatch.setattr(overhead, "bare", lambda *_: (Candidate("engine", "jvm", ()), 16))


def overheads(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(overhead.overhead_command, words)
    assert isinstance(done.exception, SystemExit | None)
    return done.exit_code, done.stdout, done.stderr


def test_a_cipher_without_the_mode_costs_itself_alone(one_jvm, monkeypatch):
    monkeypatch.setattr(
        advise,
        "rounds",
        lambda use, *_, **__: (
            (samples(engine=2000, Fifteen=2200, BC=3300), [])
            if use.direction == "encrypt"
            else (samples(Fifteen=2200), [{"provider": "engine"}])
        ),
    )
    monkeypatch.setattr(overhead.machine, "record", lambda: SimpleNamespace(machine="m"))
    status, said, _ = overheads("--modes", "GCM", "--json")
    assert status == 0
    document = json.loads(said)
    [row] = document["rows"]
    assert (row["transformation"], row["direction"]) == ("AES/GCM/NoPadding", "encrypt")
    assert [left.get("what") for left in document["left_out"]] == [
        "DES/GCM/NoPadding",
        None,  # the engine's own
        "AES/GCM/NoPadding decrypt",
    ]


def test_a_named_cipher_must_have_the_mode_before_anything_is_measured(one_jvm, monkeypatch):
    monkeypatch.setattr(advise, "rounds", lambda *_, **__: pytest.fail("measured"))
    status, said, error = overheads("--cipher", "AES", "--cipher", "DES", "--modes", "GCM")
    assert (status, said) == (2, "")
    assert error == "Error: --cipher, --modes: DES/GCM/NoPadding is none of ours\n"


def test_where_nothing_comes_out_that_is_a_failure(one_jvm, monkeypatch):
    monkeypatch.setattr(advise, "rounds", lambda *_, **__: ([], []))
    status, said, error = overheads("--modes", "GCM", "--json")
    assert (status, said) == (1, "")
    assert error.endswith("Error: nothing was measured: each was left out\n")


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
