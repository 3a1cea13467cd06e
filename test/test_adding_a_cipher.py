# SPDX-License-Identifier: Apache-2.0
"""docs/adding-a-cipher.md, followed to the letter; and an engine with one wrong constant."""

import re

import pytest
from conftest import lab

from fifteen import records

STEP = re.compile(r"<!-- file: ([^,>]+?)(?:, (after: (.+?)|at the end))? -->\n```\w*\n(.*?)```", re.S)


@pytest.fixture(scope="module")
def with_tea(workshop):
    """The page's files and lines; and RC6 in C with the last digit of its constant changed."""
    page = (workshop / "docs" / "adding-a-cipher.md").read_text()
    steps = STEP.findall(page)
    assert len(steps) == 6
    for path, where, anchor, text in steps:
        file = workshop / path
        if not where:
            assert not file.exists()
            file.write_text(text)
        elif anchor:
            lines = file.read_text().splitlines(keepends=True)
            at = next(i for i, line in enumerate(lines) if anchor in line)
            file.write_text("".join([*lines[: at + 1], text, *lines[at + 1 :]]))
        else:
            file.write_text(file.read_text() + text)
    rc6 = workshop / "c" / "src" / "rc6.c"
    right = rc6.read_text()
    rc6.write_text(right.replace("0xb7e15163", "0xb7e15162"))
    assert rc6.read_text() != right
    return workshop


def test_new_cipher_is_proven_and_the_mutated_one_is_caught(with_tea):
    done = lab("verify", "--quick", "-k", "tea or c/rc6", root=with_tea)
    assert done.returncode == 1, done.stdout + done.stderr
    verdicts = {
        line.split()[0]: line for line in done.stdout.splitlines() if "/portable" in line.split(" ")[0]
    }
    assert "FAILED" in done.stdout + done.stderr or "failed" in done.stdout + done.stderr
    assert any(engine.startswith("c/tea") for engine in verdicts), done.stdout
    assert lab("verify", "--quick", "-k", "tea", root=with_tea).returncode == 0


def test_new_cipher_is_measured_and_the_mutated_one_is_not(with_tea):
    done = lab("evaluate", "--rounds", "3", "-k", "c/tea or c/rc6", root=with_tea)
    lines = [
        line
        for file in (with_tea / "results").rglob("runs/*.jsonl")
        for line in records.read(file)
    ]
    measured = {line.engine for line in lines if isinstance(line, records.Cell)}
    failures = [line for line in lines if isinstance(line, records.Failure)]
    assert measured == {"c/tea/portable"}, done.stdout + done.stderr
    assert failures
    assert {line.engine for line in failures} == {"c/rc6/portable"}
    assert {line.stage for line in failures} == {"verify"}
