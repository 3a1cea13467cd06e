# SPDX-License-Identifier: Apache-2.0
"""Run the lab as its user does: as a command, in a process of its own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from fifteen import advise, clocks, machine, probes

ROOT = Path(__file__).resolve().parents[1]
# Of a core's width others may have all, as other tests do: to wait for one's own, or to measure a
# cell thrice, takes most of a small session.
ALL = 1.0
# ``./fifteen``, so, and without the launcher's look at the tools.
SHARING = [
    sys.executable,
    "-c",
    f"from fifteen import cli, clocks; clocks.SHARED = {ALL}; cli.main(prog_name=cli.NAME)",
]


def lab(*arguments: object, root: Path = ROOT, timeout: float = 600) -> subprocess.CompletedProcess:
    """``./fifteen ARGUMENTS`` of the tree ``root``, SHARING."""
    return subprocess.run(
        [*SHARING, *map(str, arguments)],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root / "lab"), "COLUMNS": "200", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=timeout,
    )


@pytest.fixture(scope="module", autouse=True)
def sharing() -> Iterator[None]:
    """As SHARING, in this process."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(clocks, "SHARED", ALL)
        yield


@pytest.fixture(scope="module")
def workshop(tmp_path_factory) -> Path:
    """A copy of the sources, to change: without their tests, other libraries' plug-ins and NIST's
    programs of most ciphers.

    Nothing in it is timed for its speed, so C is optimised no more than its build is quick, and has
    engines for AVX-512 only where they can run.
    """
    copy = tmp_path_factory.mktemp("workshop") / "fifteen"
    ignored = shutil.ignore_patterns("build", "results", ".git", "__pycache__", ".*_cache")
    shutil.copytree(ROOT, copy, ignore=ignored)
    shutil.rmtree(copy / "c" / "test")
    (copy / "c" / "peers" / "CMakeLists.txt").write_text("")
    for tests in copy.glob("java/*/src/test"):
        shutil.rmtree(tests)
    wide = "ON" if machine.has("avx512f") else "OFF"
    for path, text, instead in (
        ("c/CMakeLists.txt", '"-O3"', '"-O1"'),
        ("c/CMakeLists.txt", 'a third of the library" ON', f'a third of the library" {wide}'),
        (
            "c/nist/CMakeLists.txt",
            "if(cipher IN_LIST",
            'if(NOT cipher MATCHES "rc6|tea" OR cipher IN_LIST',
        ),
    ):
        assert (copy / path).read_text().count(text) == 1
        (copy / path).write_text((copy / path).read_text().replace(text, instead))
    return copy


@pytest.fixture
def jvms_without_c2(monkeypatch) -> None:
    """For what no speed is asked of: C2 takes most of the time of a JVM that lives for a second."""
    options = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
    monkeypatch.setattr(probes, "java_probe", partial(probes.java_probe, jvm_options=options))


@pytest.fixture
def rounds_asked(monkeypatch) -> list[int]:
    """How many rounds of messages were asked for; one is made, as a round is as the other."""
    asked, rounds = [], advise.rounds

    def one(use, found, count, *words, **others):
        asked.append(count)
        return rounds(use, found, 1, *words, **others)

    monkeypatch.setattr(advise, "rounds", one)
    return asked
