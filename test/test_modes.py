# SPDX-License-Identifier: Apache-2.0
"""A JVM in two modes: two toolchains in the records, each verified and timed as it is called."""

from functools import partial

from click.testing import CliRunner
from fifteen import evaluate, jvms, probes, records, verify

CELL = "java/null/portable and keysetup-encrypt"


def test_default_and_interpreter(tmp_path, monkeypatch):
    quick = verify.Settings(blocks=0, quick=True)
    monkeypatch.setattr(verify, "verify", partial(verify.verify, settings=quick))
    words = ["--mode", "default", "--mode", "int", "--rounds", "3", "--results", str(tmp_path)]
    done = CliRunner().invoke(evaluate.evaluate_command, ["-k", CELL, *words])
    assert done.exit_code == 0, done.output
    name = jvms.default().name
    found = {}
    for path in (tmp_path / "runs").glob("*.jsonl"):
        head, *lines = records.read(path)
        cells = [line for line in lines if isinstance(line, records.Cell)]
        found.setdefault(head.toolchain.name, []).extend(cells)
        assert ("-Xint" in head.toolchain.flags) == head.toolchain.name.endswith("-int")
    assert set(found) == {name, f"{name}-int"}
    fast, slow = (
        min(ns for cell in found[of] for ns in cell.wall_ns) for of in (name, f"{name}-int")
    )
    assert slow > 3 * fast
    verified = [
        record for path in (tmp_path / "verified").glob("*") for record in records.read(path)
    ]
    assert {record.toolchain for record in verified if record.passed} == set(found)


def test_the_probe_says_which_mode_is_in_force():
    for mode in ("c1", "int", "noaes"):
        (runtime,) = jvms.chosen((), (mode,))
        with probes.Probe(probes.java_probe(runtime=runtime), timeout=60) as probe:
            told = probe.ask("list")["jvm"]["options"]
        assert runtime.mode.shown.items() <= told.items()
