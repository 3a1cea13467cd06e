# SPDX-License-Identifier: Apache-2.0
"""Whole messages through a provider's Cipher, and ``./fifteen advise`` as its user runs it."""

import json

import pytest
from click.testing import CliRunner
from fifteen import advise, build, cli, overhead, probes
from fifteen.probes import Probe, ProbeError

QUICK = {"warmup": 1, "iterations": 2, "iteration_ms": 20}


@pytest.fixture(autouse=True)
def quick(jvms_without_c2):
    """All are."""


@pytest.fixture(scope="module")
def probe():
    build.ensure_java()
    with Probe(probes.java_probe("--plugin", "jce:SunJCE"), timeout=100) as probe:
        yield probe


def message(probe: Probe, transformation: str, **words: object) -> dict:
    given = {"bytes": 100, "key_bits": 128, "rekey": 3, "seed": 1} | QUICK | words
    return probe.ask("message", transformation=transformation, **given)


@pytest.mark.parametrize("direction", ["encrypt", "decrypt"])
@pytest.mark.parametrize("transformation", ["AES/GCM/NoPadding", "AES/ECB/PKCS5Padding"])
def test_messages_are_timed_and_their_outputs_compared(probe, transformation, direction):
    told = message(probe, transformation, direction=direction)
    assert len(told["cpu_ns"]) == 2 and min(told["cpu_ns"]) > 0


def test_an_iteration_may_end_with_the_first_message_of_the_next(probe):
    words = {"rekey": 1, "iterations": 60, "iteration_ms": 1}
    assert len(message(probe, "AES/GCM/NoPadding", **words)["cpu_ns"]) == 60


def test_a_first_message_has_its_parts(probe):
    words = {"bytes": 100, "key_bits": 192, "rekey": 1, "seed": 1}
    told = probe.ask("first-message", transformation="DESede/CBC/PKCS5Padding", **words)
    assert min(told["load_ns"], told["make_ns"], told["first_message_ns"]) > 0


@pytest.mark.parametrize(
    ("transformation", "why"),
    [
        ("Serpent/CBC/PKCS5Padding", "Serpent"),  # ours, and not the JDK's
        ("AES/KWP/NoPadding", "none of ours"),
    ],
)
def test_what_a_provider_has_not_or_we_cannot_check_is_refused(probe, transformation, why):
    with pytest.raises(ProbeError, match=why):
        message(probe, transformation)


def test_advise_says_three_lines_or_a_document(monkeypatch, rounds_asked):
    build.ensure_java()
    monkeypatch.setattr(advise, "SETTINGS", QUICK)
    command = ["advise", "--cipher", "DES/CTR", "--sizes", "8", "--jvm", "default", "--json"]
    done = CliRunner().invoke(cli.main, [*command, "--provider", "SunJCE"])
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert document["use"]["transformation"] == "DES/CTR/NoPadding"
    assert document["use"]["key_bits"] == 64
    assert {sample["bytes"] for sample in document["samples"]} == {None, 8}
    assert len(document["lines"]) == 3 and rounds_asked == [5]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--cipher", "Enigma", "--jvm", "default"], "Enigma/ECB/PKCS5Padding is none of ours"),
        (["--cipher", "AES/CBC", "--sizes", "big"], "--sizes"),
        (["--cipher", "AES/CBC", "--provider", "Nobody"], "no provider Nobody"),
        (["--cipher", "AES/CBC", "--jvm", "nowhere"], "no JVM 'nowhere'"),
    ],
)
def test_advise_refuses_in_one_line(arguments, why):
    done = CliRunner().invoke(cli.main, ["advise", *arguments])
    assert done.exit_code != 0
    assert why in done.output.strip().splitlines()[-1]


def test_a_message_can_be_given_in_pieces(probe):
    told = message(probe, "AES/CTR/NoPadding", bytes=100, chunk=33)
    assert min(told["cpu_ns"]) > 0


@pytest.mark.parametrize("direction", ["encrypt", "decrypt"])
def test_a_bare_engine_stands_in_a_ciphers_place(probe, direction):
    words = {"bytes": 256, "chunk": 64, "engine": "java/serpent/lanes", "direction": direction}
    assert min(message(probe, "Serpent/ECB/NoPadding", **words)["cpu_ns"]) > 0


@pytest.mark.parametrize(
    ("transformation", "chunk"), [("Serpent/CBC/NoPadding", 64), ("Serpent/ECB/NoPadding", 60)]
)
def test_a_bare_engine_has_neither_modes_nor_ragged_pieces(probe, transformation, chunk):
    with pytest.raises(ProbeError, match="pieces of whole blocks"):
        message(probe, transformation, bytes=240, chunk=chunk, engine="java/serpent/portable")


def test_overhead_sets_our_provider_beside_its_engine(monkeypatch, rounds_asked):
    build.ensure_java()
    monkeypatch.setattr(advise, "SETTINGS", QUICK)
    monkeypatch.setattr(overhead, "MESSAGE", 4096)
    command = ["overhead", "--cipher", "hpc-b64", "--modes", "CTR", "--chunk", "100", "--json"]
    done = CliRunner().invoke(cli.main, command)
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    rows = {row["direction"]: row for row in document["rows"]}
    assert set(rows) == {"encrypt", "decrypt"} and not rows["encrypt"]["others"]
    assert rows["encrypt"]["over_engine"]["rounds"] == 1 and rounds_asked == [5, 5]
    assert {sample["provider"] for sample in document["samples"]} == {"engine", "Fifteen"}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--cipher", "ROT13"], "--cipher 'ROT13': there are"),
        (["--cipher", "DES", "--modes", "QED"], "DES/QED/NoPadding"),
        (["--cipher", "DES", "--chunk", "0"], "--chunk '0'"),
    ],
)
def test_overhead_refuses_in_one_line(words, why):
    done = CliRunner().invoke(cli.main, ["overhead", *words])
    assert done.exit_code == 2 and why in done.output
