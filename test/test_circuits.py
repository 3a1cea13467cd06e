# SPDX-License-Identifier: Apache-2.0
"""The circuits that stand in Java are those of c/tables.py, which makes C's when that is built."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TABLES = ROOT / "c" / "tables.py"
CIRCUITS = ROOT / "java/fifteen/src/main/java/org/fifteen/engine/DesCircuits.java"


def test_they_are_what_is_written_now(tmp_path):
    written = tmp_path / CIRCUITS.name
    subprocess.run([sys.executable, TABLES, "des_bitsliced", written], check=True)
    assert CIRCUITS.read_text() == written.read_text(), (
        f"bring them up to date: {TABLES} des_bitsliced {CIRCUITS}"
    )


def test_other_engines_have_none(tmp_path):
    done = subprocess.run(
        [sys.executable, TABLES, "mars", tmp_path / "Mars.java"], capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr == "tables.py writes no class of Java for mars\n"
    assert not list(tmp_path.iterdir())
