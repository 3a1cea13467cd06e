# SPDX-License-Identifier: Apache-2.0
"""A plug-in that cannot be used costs its own engines: the rest is done, then its fault is told."""

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from fifteen import build, cli, compilers, places, plan, records, session
from test_adding_a_peer import FILE, PAGE

PLUGIN = "const void *fifteen_plugin_1(void)"
FAULTS = {
    "crashes": (
        f"#include <signal.h>\n{PLUGIN} {{ raise(SIGSEGV); return 0; }}",
        "died of SIGSEGV",
    ),
    "hangs": (f"{PLUGIN} {{ for (;;); }}", "no answer within 2 s"),
    "prints": (f'#include <stdio.h>\n{PLUGIN} {{ for (;;) puts("x"); }}', "no answer within 2 s"),
    "lacks": (f"void *nowhere(void); {PLUGIN} {{ return nowhere(); }}", "symbol: nowhere"),
    "batchless": (
        dict(FILE.findall(PAGE))["mylib.c"].replace(".batch = 1,", ""),
        "breaks the contract",
    ),
    "unknown": (dict(FILE.findall(PAGE))["mylib.c"].replace('"null"', '"rc7"'), "no table [rc7]"),
}
CELLS = "c/null/portable and keysetup-encrypt and 128-bit"


@pytest.fixture
def plugin(tmp_path):
    """Compiles a faulty one."""
    build.ensure_c()

    def make(name: str) -> Path:
        source, made = tmp_path / f"{name}.c", tmp_path / f"{name}.so"
        source.write_text(FAULTS[name][0])
        flags = ["-w", "-shared", "-fPIC", "-I", str(places.ROOT / "c" / "include")]
        command = [*compilers.default().command, *flags, str(source), "-o", str(made)]
        subprocess.run(command, check=True)
        return made

    return make


def run(*arguments: object) -> Result:
    done = CliRunner().invoke(cli.main, list(map(str, arguments)))
    assert isinstance(done.exception, SystemExit), done.output
    return done


@pytest.mark.parametrize("name", FAULTS)
def test_a_bad_plug_in_is_left_out_and_the_rest_goes_on(plugin, name, monkeypatch):
    if name in ("hangs", "prints"):
        monkeypatch.setitem(plan.TIMEOUT, "c", 2.0)
    done = run("plan", "--cells", "--plugin", plugin(name), "-k", CELLS)
    assert done.exit_code == 1
    cells = [line for line in done.stdout.splitlines() if line.startswith("c/null/portable")]
    [said] = [line for line in done.stdout.splitlines() if line.startswith("left out: ")]
    assert cells and FAULTS[name][1] in said
    assert done.stderr.strip().endswith(f"Error: {said.removeprefix('left out: ')}")


def test_what_is_left_out_is_recorded(plugin, tmp_path):
    results = tmp_path / "results"
    bad = ["--plugin", plugin("crashes")]
    done = run("evaluate", *bad, "-k", CELLS, "--rounds", 3, "--results", results)
    assert done.exit_code == 1 and "report.html" in done.output
    [kept] = session.sessions(results)
    assert kept.left_out == ["crashes.so: the probe died of SIGSEGV"]
    lines = [line for file in results.glob("runs/*.jsonl") for line in records.read(file)]
    assert sum(isinstance(line, records.Cell) for line in lines) >= 3


def test_the_rest_is_verified(plugin):
    bad = plugin("crashes")
    done = run("verify", "--quick", "--plugin", bad, "-k", "c/null/portable")
    assert done.exit_code == 1
    assert "left out: crashes.so: the probe died of SIGSEGV" in done.stdout
    assert "passed" in done.stdout and "Error: crashes.so" in done.stderr


@pytest.mark.parametrize("command", ["plan", "verify"])
def test_a_bad_plug_in_alone_is_what_is_told(plugin, command):
    done = run(command, "--plugin", plugin("crashes"), "-k", "c/nonesuch")
    assert done.exit_code == 2
    assert done.stderr.strip().endswith("Error: crashes.so: the probe died of SIGSEGV")
