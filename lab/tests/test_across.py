# SPDX-License-Identifier: Apache-2.0
"""The same engine with other toolchains: known factors come out, the main table stays readable."""

import io
import shutil
from pathlib import Path

import msgspec
import pytest
import synthetic
from fifteen import across, naming, records, report, statistics, tables
from rich.console import Console

BASE = "openjdk-17.0.15"
FACTORS = {"temurin-25.0.3": 0.8, "openjdk-17.0.15-int": 100.0}
LEFT_OUT = "temurin-11.0.13 has no mode graal: it lacks the module jdk.internal.vm.ci"


def also_on(
    folder: Path, name: str, factor: float, base: str = BASE, even: str | None = None
) -> None:
    """A toolchain's runs once more, with another where all takes ``factor`` times as long.

    The cipher ``even`` takes only the square root of that.
    """
    for path in sorted((folder / "runs").glob("*.jsonl")):
        head, *lines = records.read(path)
        if head.toolchain.name != base:
            continue
        head.run = records.name(head.run, name)
        head.toolchain = msgspec.structs.replace(head.toolchain, name=name)
        for line in lines:
            if hasattr(line, "cell"):
                line.cell = line.cell.replace(base, name)
            if isinstance(line, records.Cell):
                by = factor**0.5 if line.cipher == even else factor
                line.wall_ns = [by * ns for ns in line.wall_ns]
                line.cpu_ns = line.cpu_ns and [by * ns for ns in line.cpu_ns]
                line.ticks = line.ticks and [round(by * ticks) for ticks in line.ticks]
        whole = b"".join(map(records.encode, [head, *lines]))
        (folder / "runs" / f"{head.run}.jsonl").write_bytes(whole)


def write(folder: Path, factors: dict[str, float]) -> Path:
    """The synthetic session on more JVMs."""
    synthetic.write(folder)
    (asked,) = records.read(folder / "session.json")
    asked.toolchains = ["gcc-12.2.0", BASE, *factors]
    asked.left_out = [LEFT_OUT]
    (folder / "session.json").write_bytes(records.encode(asked))
    for name, factor in factors.items():
        also_on(folder, name, factor)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write(tmp_path_factory.mktemp("results"), FACTORS)


@pytest.fixture(scope="module")
def view(folder):
    return tables.View(statistics.load(folder))


def test_known_factors_are_found(view):
    found = across.across(view)
    assert [of.operation for of in found] == list(naming.OPERATIONS)
    for of in found:
        assert (of.base, of.others) == (BASE, list(FACTORS))
        assert len(of.rows) == len(synthetic.CIPHERS) - 1  # the harness is none
        for row in of.rows:
            assert [cell.ratio for cell in row["cells"]] == pytest.approx(list(FACTORS.values()))
            assert [cell.rounds for cell in row["cells"]] == [6, 6]


def test_they_are_said_in_a_sentence(view):
    said = across.answer(across.across(view))
    assert said.startswith("Against openjdk-17.0.15, encrypting in Java takes 0.800 times as long")
    assert "; 100 times as long with openjdk-17.0.15-int (geometric means of" in said


def test_the_main_table_is_of_the_jvm_asked_for_first(view):
    assert {c.toolchain for c in view.columns} == {"gcc-12.2.0", BASE}
    other = view.at(None, "temurin-25.0.3")
    assert {c.toolchain for c in other.columns} == {"gcc-12.2.0", "temurin-25.0.3"}
    assert other.titles == view.titles


def test_an_engine_missing_on_one_jvm_leaves_a_gap(tmp_path):
    folder = write(tmp_path, {"temurin-25.0.3": 2.0})
    for path in (folder / "runs").glob("*.jsonl"):
        head, *_ = records.read(path)
        if head.toolchain.name == "temurin-25.0.3" and head.engine == "java/mars/portable":
            path.unlink()
    rows = {
        r["title"]: r["cells"] for r in across.across(tables.View(statistics.load(folder)))[2].rows
    }
    assert rows["MARS"] == [None]
    assert rows["Serpent"][0].ratio == pytest.approx(2)


def test_the_page_and_the_terminal_show_them(view):
    page = report.render(view)
    assert page.count('id="jvms-') == 4 and LEFT_OUT in page
    assert '<label for="key-jvm-1">with temurin-25.0.3</label>' in page
    said = io.StringIO()
    report.summary(view, Console(file=said, width=100))
    assert "how many times its" in said.getvalue()
    assert said.getvalue().count("Java, openjdk-17.0.15:") == 1


# ---- Compilers ----

COMPILERS = {"clang-14.0.6": 1.5, "gcc-12.2.0-O1": 4.0}


@pytest.fixture(scope="module")
def swept(tmp_path_factory):
    """The synthetic session with more compilers, over which Serpent is the most even."""
    folder = synthetic.write(tmp_path_factory.mktemp("swept"))
    (asked,) = records.read(folder / "session.json")
    asked.toolchains = ["gcc-12.2.0", BASE, *COMPILERS]
    asked.left_out = ["tcc-0.9.27 is not usable: it died of SIGKILL"]
    (folder / "session.json").write_bytes(records.encode(asked))
    for name, factor in COMPILERS.items():
        also_on(folder, name, factor, "gcc-12.2.0", even="serpent")
    return folder


@pytest.fixture(scope="module")
def swept_view(swept):
    return tables.View(statistics.load(swept))


def test_how_far_apart_compilers_are_and_who_is_most_even(swept_view):
    assert across.several(swept_view) == ["c"]
    found = across.spreads(swept_view, "c")
    assert [of.operation for of in found] == list(naming.OPERATIONS)
    for of in found:
        first, *others = of.rows
        assert (first["title"], first["letters"], of.leaders) == ("Serpent", "a", ["Serpent"])
        assert first["ratio"].ratio == pytest.approx(2.0, rel=1e-3)
        assert {row["letters"] for row in others} == {"b"}
        for row in others:
            assert row["ratio"].ratio == pytest.approx(4.0, rel=1e-3)
            assert (row["fastest"], row["slowest"]) == ("gcc-12.2.0", "gcc-12.2.0-O1")
            assert row["toolchains"] == of.toolchains == 3
    said = across.evenness(found)
    assert said.startswith("Over 3 toolchains, encrypting in C: Serpent (2.00) is the most even")


def test_what_not_all_compilers_measured_has_no_letters(swept, tmp_path):
    folder = tmp_path / "r"
    shutil.copytree(swept, folder)
    for path in (folder / "runs").glob("*.jsonl"):
        head, *_ = records.read(path)
        if (head.toolchain.name, head.engine) == ("clang-14.0.6", "c/serpent/portable"):
            path.unlink()
    found = across.spreads(tables.View(statistics.load(folder)), "c")[2]
    (serpent,) = [row for row in found.rows if row["title"] == "Serpent"]
    assert (serpent["letters"], serpent["toolchains"]) == ("", 2)
    assert found.leaders and "Serpent" not in found.leaders


def test_the_page_and_the_terminal_show_compilers(swept_view):
    page = report.render(swept_view)
    assert page.count('id="compilers-') == 4 and 'id="spread-compilers"' in page
    assert '<label for="key-compiler-1">with clang-14.0.6</label>' in page
    assert "Left out:</strong> tcc-0.9.27 is not usable: it died of SIGKILL" in page
    assert {c.toolchain for c in swept_view.columns} == {"gcc-12.2.0", BASE}
    said = io.StringIO()
    report.summary(swept_view, Console(file=said, width=100))
    assert "slowest over fastest of 3 toolchains, the most even first" in " ".join(
        said.getvalue().split()
    )
    assert "left out tcc-0.9.27 is not usable" in said.getvalue()
