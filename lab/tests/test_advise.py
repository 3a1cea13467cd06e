# SPDX-License-Identifier: Apache-2.0
"""advise: what it reads from the command line, and what it makes of samples."""

import json
import random
from dataclasses import replace
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from fifteen import advise
from fifteen.advise import Candidate, Use
from fifteen.errors import Mistake
from fifteen.probes import ProbeError

SIZES = (64, 4096)
USE = Use("AES/CBC/PKCS5Padding", "encrypt", SIZES, 1, 128)
HERE, THERE = "openjdk-17", "temurin-25"


def samples(costs: dict[tuple, float], noise: float = 0.002) -> list[dict]:
    """Five rounds: ``costs`` by (jvm, provider, bytes) in ns; first use by bytes None, in ms."""
    rng, rows = random.Random(4), []
    for turn in range(1, 6):
        slow = rng.uniform(0.8, 1.5)  # of a whole round, which ratios within rounds don't see
        for (jvm, provider, size), cost in costs.items():
            row = {"jvm": jvm, "provider": provider, "bytes": size, "round": turn}
            if size is None:
                row |= {
                    "load_ns": cost * 5e5,
                    "make_ns": cost * 3e5,
                    "first_message_ns": cost * 2e5,
                }
            else:
                row["cpu_ns"] = [cost * slow * rng.uniform(1 - noise, 1 + noise) for _ in range(5)]
            rows.append(row)
    return rows


def both(small: float, large: float, provider: str, jvm: str = HERE, first: float = 100) -> dict:
    """One provider's costs."""
    return {(jvm, provider, 64): small, (jvm, provider, 4096): large, (jvm, provider, None): first}


def test_the_fastest_is_named_with_its_lead_and_its_interval():
    found = advise.advice(samples(both(100, 1000, "A") | both(200, 2000, "B")), HERE)
    assert found.overall.fastest == ["A"] and found.overall.next == "B"
    assert found.overall.ratio.low < 2 < found.overall.ratio.high
    assert found.overall.ratio.ratio == pytest.approx(2, rel=0.01)
    first, second, third = advise.lines(USE, found)
    assert "A is fastest; B takes 2" in first and "64 B, 4 KiB" in first
    assert "does not change" in second
    assert "no other JDK" in third


def test_what_differs_by_noise_alone_is_not_separated():
    found = advise.advice(samples(both(100, 1000, "A") | both(100, 1001, "B"), noise=0.05), HERE)
    assert set(found.overall.fastest) == {"A", "B"} and found.overall.next is None
    assert "not separated" in advise.lines(USE, found)[0]


def test_a_change_of_the_order_with_size_is_said():
    found = advise.advice(samples(both(50, 3000, "A") | both(100, 1000, "B")), HERE)
    assert found.by_size[64].fastest == ["A"] and found.by_size[4096].fastest == ["B"]
    assert advise.lines(USE, found)[1] == (
        "The order changes with size: fastest A at 64 B; B at 4 KiB."
    )


def test_another_jdk_shows_what_it_would_change():
    costs = both(100, 1000, "A") | both(200, 2000, "B")
    costs |= both(50, 500, "A", THERE) | both(20, 200, "B", THERE)
    found = advise.advice(samples(costs), HERE)
    assert found.changes[THERE].ratio == pytest.approx(0.5, rel=0.01)
    assert found.others[THERE].fastest == ["B"]
    assert "on temurin-25 A would take 0.5" in advise.lines(USE, found)[2]
    assert "B would be fastest" in advise.lines(USE, found)[2]


def test_first_use_is_the_sum_of_its_parts_cheapest_first():
    found = advise.advice(samples(both(1, 1, "A", first=300) | both(2, 2, "B", first=20)), HERE)
    assert found.first_use_ms == pytest.approx({"A": 300, "B": 20})
    assert "20.0 ms with B, 300 ms with A" in advise.lines(USE, found)[2]


def test_a_decryption_says_so_and_that_first_use_is_none():
    found = advise.advice(samples(both(100, 1000, "A")), HERE)
    first, _, third = advise.lines(replace(USE, direction="decrypt"), found)
    assert first.startswith("AES/CBC/PKCS5Padding, decryption, 128-bit keys")
    assert third.startswith("First use (an encryption of 64 B) takes 100 ms with A;")
    first, _, third = advise.lines(USE, found)
    assert first.startswith("AES/CBC/PKCS5Padding, encryption,")
    assert third.startswith("First use takes 100 ms")


def test_without_a_first_use_there_is_advice():
    timed = [row for row in samples(both(100, 1000, "A")) if row["bytes"]]
    found = advise.advice(timed, HERE)
    assert found.first_use_ms == {}
    assert advise.lines(USE, found)[2].startswith("First use could not be measured;")


def test_another_jvm_than_the_first_is_said(monkeypatch):
    on = [SimpleNamespace(name=name) for name in (HERE, THERE)]
    there = [Candidate("A", runtime.name, ()) for runtime in on]
    measured = samples(both(100, 1000, "A", THERE))
    monkeypatch.setattr(advise.build, "ensure_java", lambda: None)
    monkeypatch.setattr(advise, "runtimes", lambda *_: on)
    monkeypatch.setattr(advise, "sized", lambda use, _: use)
    monkeypatch.setattr(advise, "candidates", lambda *_: (there, []))
    monkeypatch.setattr(advise, "rounds", lambda *_: (measured, []))
    done = CliRunner().invoke(advise.advise_command, ["--cipher", "AES"])
    assert done.exit_code == 0, done.output
    assert done.stderr == f"nothing was measured on {HERE}: advised for {THERE}\n"
    assert f", on {THERE}: A alone has it" in done.stdout.splitlines()[0]


class Asked:
    """In a probe's place: answers, and refuses what is among ``fails``, by request."""

    def __init__(self, fails: dict[str, ProbeError]):
        self.fails = fails

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def ask(self, verb: str, **_) -> dict:
        if verb in self.fails:
            raise self.fails[verb]
        return {"request": 1, "verb": verb}


@pytest.mark.parametrize(
    ("verb", "stage", "reason", "kept", "what"),
    [
        ("first-message", "refused", "it is too slow", ["message"], "its first use"),
        ("first-message", "refused", advise.WRONG, [], ""),
        ("first-message", "crash", "it died", [], ""),
        ("message", "refused", "it is wrong", [], ""),
    ],
)
def test_a_first_use_that_fails_costs_that_alone(monkeypatch, verb, stage, reason, kept, what):
    fails = {"A": {verb: ProbeError(stage, reason)}, "B": {}}
    monkeypatch.setattr(Candidate, "probe", lambda candidate: Asked(fails[candidate.provider]))
    there = [Candidate(name, HERE, ("java",)) for name in "AB"]
    rows, left_out = advise.rounds(replace(USE, sizes=(64,)), there, 5, 1)
    assert {row["verb"] for row in rows if row["provider"] == "A"} == set(kept)
    assert len([row for row in rows if row["provider"] == "B"]) == 10
    assert left_out == [{"provider": "A", "jvm": HERE, "what": what, "reason": reason}]


def test_one_provider_alone_is_not_compared():
    found = advise.advice(samples(both(100, 1000, "A")), HERE)
    assert "A alone has it" in advise.lines(USE, found)[0]


def test_the_document_is_json_with_samples_and_no_nan():
    rows = samples(both(100, 1000, "A") | both(200, 2000, "B"))
    there = [Candidate("A", HERE, ("java",), "1"), Candidate("B", HERE, ("java",), "2", "B_CBC")]
    left_out = [{"provider": "C", "jvm": HERE, "what": "", "reason": "it hangs"}]
    found = advise.document(USE, advise.advice(rows, HERE), there, left_out, rows)
    read = json.loads(json.dumps(found, allow_nan=False))
    assert len(read["samples"]) == len(rows) and read["left_out"] == left_out
    assert [candidate["way"] for candidate in read["candidates"]] == ["", "B_CBC"]
    assert read["advice"]["overall"]["ratio"]["ratio"] == pytest.approx(2, rel=0.01)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("AES", "AES/ECB/PKCS5Padding"),
        ("AES/CBC", "AES/CBC/PKCS5Padding"),
        ("AES/GCM", "AES/GCM/NoPadding"),
        ("Serpent/CTR/NoPadding", "Serpent/CTR/NoPadding"),
        ("DESede/CBC/NoPadding", "DESede/CBC/NoPadding"),
    ],
)
def test_a_transformation_is_made_whole_as_a_program_means_it(text, whole):
    assert advise.transformation(text) == whole


@pytest.mark.parametrize("text", ["", "AES//PKCS5Padding", "AES/CBC/PKCS5Padding/x"])
def test_what_is_no_transformation_is_refused(text):
    with pytest.raises(Mistake, match="not a transformation"):
        advise.transformation(text)


def test_sizes_are_bytes_kib_and_mib():
    assert advise.sizes("--sizes", "1M,64,4k") == (64, 4096, 1 << 20)
    assert [advise.shown(size) for size in (64, 4096, 1 << 20, 1500)] == [
        "64 B",
        "4 KiB",
        "1 MiB",
        "1500 B",
    ]


@pytest.mark.parametrize("text", ["", "0", "-5", "4g", "1e3", "9M"])
def test_what_is_no_size_is_refused(text):
    with pytest.raises(Mistake, match="--sizes"):
        advise.sizes("--sizes", text)
