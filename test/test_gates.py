# SPDX-License-Identifier: Apache-2.0
"""Engines of known cost are reported at it; engines that go wrong are never given a value."""

import os
import signal
import subprocess
import time
from functools import partial

import pytest
from click.testing import CliRunner
from conftest import ROOT, SHARING, lab
from fifteen import cli, manifest, places, probes, records, report, statistics, verify

FAULTY = places.C_BUILD / "test" / "faulty.so"


def evaluate(results, *arguments):
    return lab("evaluate", "--rounds", 3, "--results", results, *arguments)


def lines(results, kind):
    return [
        line
        for file in (results / "runs").glob("*.jsonl")
        for line in records.read(file)
        if isinstance(line, kind)
    ]


# ---- In C, by the whole lab ----


def measured(results, choice):
    """Verified quickly, with less patience for a sleeper; without the page, as nobody reads it.

    What else is on the core costs those of known cost no cycle: they wait, or do next to nothing.
    """
    words = ["evaluate", "--rounds", "3", "--results", str(results), "--plugin", str(FAULTY)]
    quick = partial(verify.verify, settings=verify.Settings(blocks=100, quick=True))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(verify, "verify", quick)
        patched.setattr(verify, "PATIENCE", 5.0)
        patched.setattr(report, "publish", lambda *_, **__: "no page")
        return CliRunner().invoke(cli.main, [*words, "-k", choice])


@pytest.fixture(scope="module")
def known_costs(tmp_path_factory):
    results = tmp_path_factory.mktemp("known")
    choice = "(spin or sleep or c/null/portable) and encrypt and 128-bit and :16-blocks"
    done = measured(results, choice)
    assert done.exit_code == 0, done.output
    return statistics.load(results)


def a_call(results, engine, quoted):
    """The median of three runs, for a call of 16 blocks."""
    runs = results.usable()
    runs = runs[(runs.engine == engine) & ~runs.cell.str.contains(":again")]
    assert len(runs) == 3
    return (runs[quoted] * runs.bytes_per_call).median()


def test_the_spinning_engine_costs_its_cycles(known_costs):
    assert a_call(known_costs, "c/faulty/null/spin-1000", "cycles") == pytest.approx(16000, rel=0.1)


def test_the_sleeping_engine_costs_its_sleep(known_costs):
    assert 0.2e6 <= a_call(known_costs, "c/faulty/null/sleep-200us", "ns") < 0.6e6


def test_the_identity_engine_costs_next_to_nothing(known_costs):
    assert a_call(known_costs, "c/null/portable", "cycles") < 320


def test_only_the_sleeper_is_spared_the_monte_carlo_tests(known_costs):
    left_out = known_costs.verifications.set_index("engine").left_out
    assert left_out["c/faulty/null/sleep-200us"].startswith("Monte Carlo Tests")
    assert left_out[["c/null/portable", "c/faulty/null/spin-1000"]].isna().all()


FAULTS = ("late", "entry", "overrun", "crash")


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    """Engines with a fault each, one whose modes alone have one, and two that are right.

    One of those prints on standard output, which is its own affair.
    """
    results = tmp_path_factory.mktemp("faulty")
    choice = (
        f"(faulty and ({' or '.join(FAULTS)} or garbage) or c/null/portable)"
        " and encrypt and 128-bit and :16-blocks"
        " or (faulty and modes or c/null/portable) and xts-encrypt"
    )
    done = measured(results, choice)
    assert done.exit_code == 1 and isinstance(done.exception, SystemExit), done.output
    return results


def test_engines_that_are_right_are_measured_beside_faulty_ones(faulty):
    measured = {(cell.engine, cell.operation) for cell in lines(faulty, records.Cell)}
    assert measured == {
        ("c/null/portable", "encrypt"),
        ("c/null/portable", "xts-encrypt"),
        ("c/faulty/rijndael/garbage", "encrypt"),
    }


@pytest.mark.parametrize("fault", [*FAULTS, "modes"])
def test_a_faulty_engine_is_a_record_with_a_reason(faulty, fault):
    failures = [f for f in lines(faulty, records.Failure) if f.engine.endswith(f"/{fault}")]
    assert failures and all(failure.reason for failure in failures)


# ---- In Java, by the probe ----


def java_time(engine, **words):
    cipher = engine.split("/")[2]
    key, plain, answer = manifest.known_answers(cipher, 128)
    with probes.Probe(probes.java_probe("--plugin", "faulty"), timeout=60) as probe:
        return probe.ask(
            "time",
            cell="x",
            engine=engine,
            operation="encrypt",
            key_bits=128,
            seed=1,
            known_key=key,
            known_plain=plain,
            known_cipher=answer,
            warmup=2,
            iterations=3,
            iteration_ms=60,
            **words,
        )


def test_java_sleeper_costs_its_sleep():
    answer = java_time("java/faulty/null/sleeps-1ms", blocks=1024)
    assert all(1.0e6 <= ns / answer["calls"] < 3.0e6 for ns in answer["wall_ns"])


@pytest.mark.parametrize("fault", ["wrong-later", "wrong-seldom"])
def test_java_wrong_in_the_ten_thousandth_call_is_refused(fault):
    with pytest.raises(probes.ProbeError) as refused:
        java_time(f"java/faulty/rijndael/{fault}", blocks=1)
    assert refused.value.stage == "refused"


def file_series(engine, **words):
    words = {"key_bits": 256, "bytes": 1 << 19, "chunk": 8192, "seed": 1} | words
    with probes.Probe(probes.java_probe("--plugin", "faulty"), timeout=60) as probe:
        return probe.ask("published", procedure="file-series", engine=engine, **words)


def test_a_file_takes_as_long_as_its_calls():
    """64 calls of 8 KiB, each with a sleep of a millisecond, then a last one of 16 bytes."""
    answer = file_series("java/faulty/null/sleeps-1ms", bytes=(1 << 19) + 16, repeats=2)
    assert (answer["calls"], answer["bytes"], len(answer["values"])) == (65, (1 << 19) + 16, 2)
    assert all(65e6 <= ns < 3 * 65e6 for ns in answer["values"])


@pytest.mark.parametrize("direction", ["encrypt", "decrypt"])
def test_a_file_with_a_wrong_call_is_refused(direction):
    """The ten-thousandth call is in the third repeat of 4096 calls."""
    words = {"engine": "java/faulty/rijndael/wrong-later", "bytes": 1 << 16, "chunk": 16}
    assert len(file_series(**words, direction=direction, repeats=2)["values"]) == 2
    with pytest.raises(probes.ProbeError, match="timed output of repeat 3 is wrong"):
        file_series(**words, direction=direction, repeats=4)


@pytest.mark.parametrize("word", ["bytes", "chunk"])
def test_a_file_of_ragged_blocks_is_refused(word):
    with pytest.raises(probes.ProbeError, match=f"{word}=1000 is not whole blocks"):
        file_series("java/rijndael/portable", **{word: 1000})


# ---- Killed in the middle ----


def test_a_killed_measurement_goes_on_and_loses_nothing(tmp_path):
    choice = "(c/idea/portable or c/null) and encrypt and 128-bit and (:1-blocks or :16-blocks)"
    command = [*SHARING, "evaluate", "--rounds", "3", "--results", str(tmp_path), "-k", choice]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "lab")}
    running = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, start_new_session=True
    )
    deadline = time.monotonic() + 120
    while not lines(tmp_path, records.Cell) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    kept = {(cell.cell, tuple(cell.wall_ns)) for cell in lines(tmp_path, records.Cell)}
    assert kept
    done = evaluate(tmp_path, "-k", choice)
    assert done.returncode == 0, done.stdout + done.stderr
    cells = [(cell.cell, tuple(cell.wall_ns)) for cell in lines(tmp_path, records.Cell)]
    assert kept <= set(cells)
    assert len(cells) == len(set(cells))
    values = statistics.load(tmp_path).values.drop_duplicates(["cell", "round"])
    (rounds,) = set(values.groupby("cell").size())
    repeated = (done.stdout + done.stderr).count("was disturbed, as clocks say; it is repeated")
    assert rounds == 3 + repeated
