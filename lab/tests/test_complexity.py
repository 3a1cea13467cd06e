# SPDX-License-Identifier: Apache-2.0
"""Complexity: averages and Halstead by hand, lizard beside ours, and bad sources in one line."""

import functools
import json
import math
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import lizard
import pandas as pd
import pytest
from click.testing import CliRunner
from fifteen import build, complexity, places
from fifteen.errors import Mistake

TOY = """
package toy;
class Toy {
    static int calls;
    static { if (calls > 9) calls = 9; }
    int one(int a) {
        while (a > 9) a--;
        return a;
    }
    int two(int a) {
        switch (a) {
            case 1: return one(1);
            case 2: return 2;
            default: return new Helper().three();
        }
    }
}
"""
HELPER = "package toy; class Helper { int three() { return 3; } }"


@pytest.fixture
def toy(tmp_path) -> Path:
    folder = tmp_path / "src"
    folder.mkdir()
    (folder / "Toy.java").write_text(TOY)
    (folder / "Helper.java").write_text(HELPER)
    return folder


def run(*arguments: object):
    """The command's outcome."""
    return CliRunner().invoke(complexity.complexity_command, list(map(str, arguments)))


def test_the_six_are_averages_over_the_methods_of_a_class(toy):
    row = complexity.measure([toy]).set_index("name").loc["toy.Toy"]
    assert (row["methods"], row["lines"]) == (2, 15)  # an initialiser is no method
    assert row["size"] == (4 + 7) / 2
    assert row["cyclomatic_case"] == (2 + 4) / 2
    assert row["cyclomatic"] == (2 + 3) / 2
    assert row["j0"] == (2 + 3) / 2
    assert row["j1"] == (2 + 3) / 2
    assert row["j1_plus"] == (3 + 3) / 2


def test_classes_pool_into_a_package(toy):
    row = complexity.measure([toy], by="package").iloc[0]
    assert (row["name"], row["classes"], row["methods"]) == ("toy", 2, 3)
    assert row["size"] == (4 + 7 + 1) / 3
    methods = complexity.measure([toy], by="method")
    assert list(methods["name"][methods["j1_plus"] == 3]) == [
        "toy.Toy: Toy.one(int)",
        "toy.Toy: Toy.two(int)",
    ]


def test_two_versions_of_a_package_are_two(toy, tmp_path):
    shutil.copytree(toy, tmp_path / "optimised")
    packages = complexity.measure([tmp_path], by="package")
    assert list(packages["name"]) == ["toy", "toy"] and set(packages["methods"]) == {3}
    assert len(complexity.measure([tmp_path])) == 4


def test_halstead_by_hand(toy):
    row = complexity.measure([toy / "Helper.java"]).iloc[0]
    # class { int three ( { return ;    Helper 3
    n1, n2, total1, total2 = 7, 2, 8, 2
    volume, difficulty = (total1 + total2) * math.log2(n1 + n2), n1 / 2 * total2 / n2
    found = row[["volume", "difficulty", "effort"]].tolist()
    assert found == pytest.approx([volume, difficulty, volume * difficulty])


def test_shares_are_of_the_highest_and_weigh_the_same():
    frame = pd.DataFrame([[10, 4, 4, 2, 4, 8], [5, 1, 2, 2, 1, 2]], columns=list(complexity.NIST))
    shares = complexity.shares(frame)
    assert shares.loc[0].tolist() == [1] * 7
    assert shares.loc[1].tolist() == [0.5, 0.25, 0.5, 1, 0.25, 0.25, 2.75 / 6]


def test_an_engine_is_its_class_with_or_without_its_helpers(monkeypatch):
    monkeypatch.setattr(complexity, "count", functools.cache(complexity.count))
    bare, full = complexity.of_engines(), complexity.of_engines(helpers=True)
    assert list(bare["engine"]) == list(full["engine"])
    assert {"serpent", "rijndael", "aes64"} <= set(bare["cipher"])
    assert (full["classes"] > bare["classes"]).all()
    bare, full = (f.set_index("engine") for f in (bare, full))
    des = bare.loc["java/des/portable", "methods"]
    assert (
        full.loc["java/deal/portable", "methods"] > bare.loc["java/deal/portable", "methods"] + des
    )
    same = ["java/rijndael-b160/portable", "java/rijndael-b256/portable"]
    assert bare.loc[same[0]].drop("cipher").equals(bare.loc[same[1]].drop("cipher"))


# ---- lizard ----


def test_lizard_counts_the_same_but_for_what_is_known():
    """It counts ``catch``, and operators within lambdas; it may lose its way (:func:`_lost`)."""
    methods = {}
    for method in complexity.count(places.ENGINES).methods:
        if not (method.initialiser or method.method.endswith(" lambda")):
            methods.setdefault(method.file, []).append(method)
    compared = 0
    for file, ours in methods.items():
        text = Path(file).read_text().splitlines()
        theirs = lizard.analyze_file(file).function_list
        for before, method in zip([None, *ours], ours, strict=False):
            span = range(method.line, method.line + method.lines)
            found = [one for one in theirs if one.start_line in span]
            if not found:
                assert before.line <= theirs[-1].start_line < method.line
                assert _lost("\n".join(text[before.line - 1 : method.line - 1])), method
                break
            body = "\n".join(text[span.start - 1 : span.stop - 1])
            in_lambdas = sum(len(re.findall(r"&&|\|\|", one)) for one in body.split("->")[1:])
            mccabe = 1 + method.decisions + method.labels - method.defaults + method.conditions
            assert found[0].cyclomatic_complexity == mccabe + method.catches + in_lambdas, method
            assert found[0].end_line == span[-1], method
            compared += 1
    assert compared > 300


def _lost(text: str) -> bool:
    """After shifts like type arguments, and lambdas in a field, it sees no method any more."""
    return re.search(r"<<[^;]*>>>|-> \{", text) is not None


# ---- The command ----


def test_the_table_is_written_for_machines(toy, tmp_path):
    csv, out = tmp_path / "made" / "t.csv", tmp_path / "t.json"
    done = run(toy, "--csv", csv, "--json", out)
    assert done.exit_code == 0, done.output
    package, *rest = done.output.splitlines()
    assert package.strip() == "toy"
    assert {"Toy", "Helper"} <= {line.split()[0] for line in rest if line.strip()}
    table = pd.read_csv(csv)
    assert table["share_overall"].max() == 1
    assert [row["name"] for row in json.loads(out.read_text())] == list(table["name"])


def test_an_old_package_is_read_where_it_lies(toy, tmp_path):
    """In an archive, in ISO 8859-1, with a later keyword for a name; what is broken is left out."""
    archive = tmp_path / "submission.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.writestr("src/Old.java", "class Old { /* \xe9 */ int enum; }".encode("latin-1"))
        zipped.writestr("src/Broken.java", "class Broken {\n int 1; }")
        zipped.write(toy / "Toy.java", "src/Toy.java")
    done = run(archive)
    assert done.exit_code == 0, done.output
    assert f"left out: {archive}!src/Broken.java:2: no Java: " in done.stderr
    assert "Old" in done.stdout and "toy.Toy" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nonesuch"], "nonesuch: not there"),
        (["."], "no class here"),
        ([".", "--helpers"], "--by package"),
        (["bad.zip"], "no class here"),
        (["bad.java"], "nothing could be counted"),
        (["--csv", "bad.zip/x.csv", "Good.java"], "cannot write"),
    ],
)
def test_bad_sources_are_one_line(tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    (tmp_path / "bad.zip").write_text("no archive")
    if "." not in arguments:
        (tmp_path / "bad.java").write_text("class {")
        (tmp_path / "Good.java").write_text("class Good {}")
    done = run(*arguments)
    assert done.exit_code in (1, 2)
    error = [
        line for line in done.stderr.splitlines() if not line.startswith(("left out: ", "built "))
    ]
    assert len(error) == 1 and error[0].startswith("Error: ") and words in error[0]


def test_a_compiler_is_needed(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda _name: None)
    with pytest.raises(Mistake, match="no javac is on PATH: install a JDK"):
        complexity.count("--engines")


def test_a_jvm_without_a_compiler_says_so():
    build.ensure_java()
    command = ["java", "--limit-modules", "java.base", "-jar", str(places.COMPLEXITY), "."]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and "complexity needs a full JDK" in done.stderr
