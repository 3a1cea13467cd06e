# SPDX-License-Identifier: Apache-2.0
"""docs/adding-a-cipher.md, followed to the letter; and an engine with one wrong constant."""

import re

import pytest
from conftest import lab
from fifteen import records

STEP = re.compile(
    r"<!-- file: ([^,>]+?)(?:, (after: (.+?)|at the end))? -->\n```\w*\n(.*?)```", re.S
)


@pytest.fixture(scope="module")
def with_tea(workshop):
    """The page's files and lines; and RC6 in C with the last digit of its constant changed."""
    steps = STEP.findall((workshop / "docs" / "adding-a-cipher.md").read_text())
    assert len(steps) == 7
    for path, where, anchor, text in steps:
        file = workshop / path
        before = file.read_text() if where else ""
        assert bool(where) == file.exists(), path
        at = before.index("\n", before.index(anchor)) + 1 if anchor else len(before)
        file.write_text(before[:at] + text + before[at:])
    rc6 = workshop / "c" / "src" / "rc6.c"
    right = rc6.read_text()
    rc6.write_text(right.replace("0xb7e15163", "0xb7e15162"))
    assert rc6.read_text() != right
    return workshop


def test_the_new_cipher_is_proven_and_the_mutated_one_is_caught(with_tea):
    proven = lab("verify", "--quick", "-k", "tea", root=with_tea)
    assert proven.returncode == 0, proven.stdout + proven.stderr
    for engine in ("c/tea/portable", "java/tea/portable"):
        assert re.search(rf"{engine} .*passed", proven.stdout), proven.stdout
    mutated = lab("verify", "--quick", "-k", "c/rc6", root=with_tea)
    assert mutated.returncode == 1
    assert re.search(r"c/rc6/portable .*FAILED", mutated.stdout), mutated.stdout
    assert re.search(r"key=[0-9a-f]+ plaintext=[0-9a-f]+ expected=[0-9a-f]+ got=", mutated.stdout)


def test_the_new_cipher_is_measured_and_the_mutated_one_is_not(with_tea):
    done = lab("evaluate", "--rounds", "3", "-k", "c/tea or c/rc6", root=with_tea)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert (with_tea / "results" / "report.html").exists()
    lines = [
        line
        for file in (with_tea / "results" / "runs").glob("*.jsonl")
        for line in records.read(file)
    ]
    measured = {line.engine for line in lines if isinstance(line, records.Cell)}
    failures = [line for line in lines if isinstance(line, records.Failure)]
    assert measured == {"c/tea/portable"}, done.stdout + done.stderr
    failed = {line.engine for line in failures}
    assert "c/rc6/portable" in failed and all(e.startswith("c/rc6/") for e in failed)  # its rounds
    assert {line.stage for line in failures} == {"verify"}
