# SPDX-License-Identifier: Apache-2.0
"""Run the lab as its user does: as a command, in a process of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def lab(*arguments: object, root: Path = ROOT, timeout: float = 600) -> subprocess.CompletedProcess:
    """``./fifteen ARGUMENTS`` of the tree ``root``, without the launcher's look at the tools."""
    return subprocess.run(
        [sys.executable, "-m", "fifteen", *map(str, arguments)],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root / "lab"), "COLUMNS": "200", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=timeout,
    )


@pytest.fixture(scope="module")
def workshop(tmp_path_factory) -> Path:
    """A copy of the sources, to change: without their tests, other libraries' plug-ins and NIST's
    programs of most ciphers.

    Nothing in it is timed for its speed, so C is optimised no more than its build is quick.
    """
    copy = tmp_path_factory.mktemp("workshop") / "fifteen"
    ignored = shutil.ignore_patterns("build", "results", ".git", "__pycache__", ".*_cache")
    shutil.copytree(ROOT, copy, ignore=ignored)
    shutil.rmtree(copy / "c" / "test")
    (copy / "c" / "peers" / "CMakeLists.txt").write_text("")
    for tests in copy.glob("java/*/src/test"):
        shutil.rmtree(tests)
    for path, text, instead in (
        ("c/CMakeLists.txt", '"-O3"', '"-O1"'),
        (
            "c/nist/CMakeLists.txt",
            "if(cipher IN_LIST",
            'if(NOT cipher MATCHES "rc6|tea" OR cipher IN_LIST',
        ),
    ):
        assert (copy / path).read_text().count(text) == 1
        (copy / path).write_text((copy / path).read_text().replace(text, instead))
    return copy
