# SPDX-License-Identifier: Apache-2.0
"""docs/adding-a-peer.md, followed to the letter from a fresh folder, where it is of C."""

import re
import shlex
import subprocess
from functools import partial

import pytest
from click.testing import CliRunner
from conftest import ROOT
from fifteen import build, cli, places, records, verify

PAGE = (ROOT / "docs" / "adding-a-peer.md").read_text()
FILE = re.compile(r"<!-- file: (\S+) -->\n```c\n(.*?)```", re.DOTALL)
COMMANDS = re.compile(r"<!-- commands -->\n((?:    .*\n)+)")


@pytest.fixture
def fresh(tmp_path, monkeypatch):
    """A folder with the page's file and the tree's own; nothing added, nothing measured."""
    build.ensure_c()
    for name in ("c", "test"):
        (tmp_path / name).symlink_to(ROOT / name)
    for name, text in FILE.findall(PAGE):
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(places, "ADDED", tmp_path / "added")
    monkeypatch.setattr(places, "PEERS", tmp_path / "added" / "peers.toml")
    monkeypatch.setattr(places, "RESULTS", tmp_path / "results")
    quick = verify.Settings(blocks=100, quick=True)
    monkeypatch.setattr(verify, "verify", partial(verify.verify, settings=quick))
    return tmp_path


def follow(lines: str) -> list[str]:
    """What each command of a section says; evaluate with few rounds and cells, proven quickly."""
    said = []
    for line in lines.strip().splitlines():
        program, *words = shlex.split(line)
        if program != "./fifteen":
            subprocess.run([program, *words], check=True)
            continue
        if words[0] == "evaluate":
            words += ["--rounds", "3", "--results", "results"]
            at = words.index("-k") + 1
            words[at] = f"({words[at]}) and encrypt and 128-bit and (:1-blocks or :16-blocks)"
        done = CliRunner().invoke(cli.main, words)
        assert done.exit_code == 0, (line, done.output)
        said.append(done.output)
    return said


def measured(fresh) -> list[records.Line]:
    return [line for file in fresh.glob("results/runs/*.jsonl") for line in records.read(file)]


def test_a_library_joins_and_its_other_version_is_said_and_recorded(fresh):
    library, _submission = COMMANDS.findall(PAGE)
    verified, evaluated = follow(library)
    assert re.search(r"c/mylib/null .*passed", verified)
    assert "mylib: built with 1.0, running 1.1" in evaluated
    runs = [r for r in measured(fresh) if isinstance(r, records.Run) and r.engine == "c/mylib/null"]
    assert {(run.version, run.built_version) for run in runs} == {("1.1", "1.0")}


def test_a_submission_joins_and_goes(fresh):
    _library, submission = COMMANDS.findall(PAGE)
    added, listed, evaluated, removed = follow(submission)
    assert "added: rc6-1998" in added and "removed: rc6-1998" in removed
    assert re.search(r"c/rc6-1998/rc6 .*passed", listed)
    assert "rc6-1998" in evaluated
    cells = {line.engine for line in measured(fresh) if isinstance(line, records.Cell)}
    assert {"c/rc6/portable", "c/rc6-1998/rc6"} <= cells
    assert not (fresh / "added" / "c" / "rc6-1998").exists()
