# SPDX-License-Identifier: Apache-2.0
"""The report says what the records say, whatever they hold, in a file that needs nothing else."""

import io
import re
import shutil

import msgspec
import pytest
import synthetic
from click.testing import CliRunner
from fifteen import across, naming, records, report, statistics, tables
from fifteen.errors import Failed
from rich.console import Console


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return synthetic.write(tmp_path_factory.mktemp("results"))


@pytest.fixture(scope="module")
def view(folder):
    return tables.View(statistics.load(folder))


@pytest.fixture(scope="module")
def page(folder):
    return report.write(folder).read_text()


def only(folder, keep):
    """Leave only the lines of the runs that ``keep`` keeps."""
    for path in (folder / "runs").glob("*.jsonl"):
        head, *lines = records.read(path)
        kept = [line for line in lines if keep(line)]
        path.write_bytes(b"".join(map(records.encode, [head, *kept])))
    return folder


# ---- Words and figures ----


@pytest.mark.parametrize(
    ("value", "written"),
    [(1234.5, "1,234"), (151.6, "152"), (17.26, "17.3"), (9.552, "9.55"), (0.0604, "0.060")],
)
def test_numbers_have_three_digits_or_so(value, written):
    assert tables.number(value) == written


def test_spans():
    assert tables.span(9.48, 9.61) == "9.48–9.61"
    assert tables.span(100.1, 100.2) == "100"
    assert tables.number(float("nan")) == "–"


def test_the_answer(view):
    fastest, ties = report.answer(view)
    assert re.match(
        r"In C, Rijndael \(AES\) encrypts fastest \(9\.5\d core cycles a byte,", fastest
    )
    assert (
        "in Java, Rijndael (AES) and RC6-32/20 encrypt fastest and cannot be separated" in fastest
    )
    assert "RC6-32/20 and Twofish in C" in ties


def test_the_main_table(view):
    rows = {row["title"]: row["cells"] for row in tables.main_table(view)}
    assert list(rows)[:2] == ["Rijndael (AES)", "RC6-32/20"]  # as C encrypts them
    assert "Null, the identity" not in rows
    encrypt = view.columns.index(tables.Column("c", "gcc-12.2.0", "encrypt"))
    assert rows["MARS"][encrypt]["cycles"][0] == "17.3"
    assert rows["MARS"][encrypt]["calls"] == ""  # as many as the table says
    assert rows["RC6-32/20"][encrypt]["letters"] == rows["Twofish"][encrypt]["letters"] != ""
    assert rows["IDEA"][encrypt] == {"missing": "unproven"}
    java = view.columns.index(tables.Column("java", "openjdk-17.0.15", "encrypt"))
    assert rows["MARS"][java]["cycles"][0].startswith("≈")
    assert rows["RC6-32/20"][java]["flag"]


def test_other_machines_are_counted_and_left_out(tmp_path):
    folder = only(synthetic.write(tmp_path, rounds=5), lambda line: "c/mars" in str(line))
    path = next(p for p in (folder / "runs").glob("*.jsonl") if "::" in p.read_text())
    foreign = path.read_bytes().replace(b'"machine":"example"', b'"machine":"another"')
    (folder / "runs" / "copied.jsonl").write_bytes(foreign.replace(path.stem.encode(), b"copied"))
    view = tables.View(statistics.load(folder))
    assert view.elsewhere == 1
    assert set(view.figures["runs"]) == {5}
    assert "1 run in this folder is of another machine" in report.render(view)


def test_failures_stand_together(view):
    failed = {(f["engine"], f["stage"]): len(f["cells"]) for f in tables.failed(view)}
    assert failed == {("c/idea/portable", "verify"): 12, ("java/3des/portable", "crash"): 1}


def test_what_has_a_figure_now_is_no_failure(tmp_path):
    """Its engine failed to verify at first, or it failed in a later round."""
    folder = synthetic.write(tmp_path, rounds=3)
    heads = {"java/rc6/portable": "verify", "c/mars/portable": "timeout"}
    for path in list((folder / "runs").glob("*.jsonl")):
        head, *lines = records.read(path)
        failures = [
            records.Failure(
                **{name: getattr(line, name) for name in ("cell", "engine", "cipher", "operation")},
                key_bits=line.key_bits, blocks=getattr(line, "blocks", 0),
                stage=heads[line.engine], reason="it was so",
            )
            for line in lines
            if isinstance(line, records.VALUES) and line.engine in heads
        ]  # fmt: skip
        if head.round == 1 and failures:
            head = msgspec.structs.replace(head, round=0, run=f"{path.stem}-0")
            text = b"".join(map(records.encode, [head, *failures]))
            path.with_stem(f"{path.stem}-0").write_bytes(text)
    view = tables.View(statistics.load(folder))
    assert {f["engine"] for f in tables.failed(view)} == {"c/idea/portable", "java/3des/portable"}


def test_java_beside_c(view):
    beside = tables.beside(view).set_index(["title", "operation"])
    mars = beside.loc[("MARS", "Encryption")]
    assert mars["ratio"] == pytest.approx(8.6 * synthetic.CORE_GHZ / 17.3, rel=0.01)
    assert mars["low"] < mars["ratio"] < mars["high"]


def test_a_call_and_its_blocks(view):
    line = {row["title"]: row["line"] for row in tables.lines(view)}["MARS"]
    assert line.call.median + line.block.median == pytest.approx(16 * 17.3 + 8, rel=0.02)
    assert line.block.median == pytest.approx(16 * 17.3, rel=0.02)


# ---- Other libraries ----


@pytest.fixture(scope="module")
def with_peer(tmp_path_factory):
    """A folder where libx encrypts MARS in 1.25 times our time, and has an engine of its own."""
    folder = synthetic.write(tmp_path_factory.mktemp("peers"), rounds=5)
    for path in list((folder / "runs").glob("*.jsonl")):
        lines = list(records.read(path))
        if lines[0].engine == "c/mars/portable":
            for line in lines:
                if isinstance(line, records.Cell):
                    line.ticks = [round(1.25 * ticks) for ticks in line.ticks]
            peer = b"".join(map(records.encode, lines)).replace(b"c/mars/portable", b"c/libx/mars")
            path.with_stem(f"{path.stem}-peer").write_bytes(peer)
    return folder


@pytest.fixture(scope="module")
def peer_view(with_peer):
    return tables.View(statistics.load(with_peer))


def test_a_peer_stands_beside_ours_and_not_in_the_ranking(peer_view):
    assert not [name for name in peer_view.titles if "libx" in name]
    (peers,) = tables.beside_peers(peer_view)
    (row,) = peers.rows
    assert (row["title"], row["library"]) == ("MARS", "libx")
    assert ("encrypt", 1) in peers.columns and ("encrypt", 16) not in peers.columns
    assert not {operation for operation, _ in peers.columns} & set(naming.MODES)
    assert "ctr" in set(peer_view.figures["operation"])
    for ratio in row["cells"]:
        assert ratio.ratio == pytest.approx(1.25, rel=0.001)
        assert ratio.low <= ratio.ratio <= ratio.high
    shown = report._peers_shown(peers, "C")
    assert "cheaper than 1 of 1 engine." in shown["answer"] and shown["chart"]


def test_a_peer_stands_beside_the_fastest_of_ours_in_each_column(with_peer, tmp_path):
    folder = shutil.copytree(with_peer, tmp_path / "wide")
    for path in list((folder / "runs").glob("*-peer.jsonl")):
        lines = list(records.read(path))
        for line in lines:
            if isinstance(line, records.Cell):
                line.ticks = [round(ticks / 2.5) for ticks in line.ticks]
        kept = [line for line in lines if "key" not in getattr(line, "operation", "")]
        fast = b"".join(map(records.encode, kept)).replace(b"c/libx/mars", b"c/mars/wide")
        path.with_stem(f"{path.stem}-wide").write_bytes(fast)
    (peers,) = tables.beside_peers(tables.View(statistics.load(folder)))
    (row,) = peers.rows
    for (operation, _blocks), ratio in zip(peers.columns, row["cells"], strict=True):
        expected = 1.25 if "key" in operation else 2.5
        assert ratio.ratio == pytest.approx(expected, rel=0.001)


@pytest.mark.parametrize("ours", [True, False], ids=["ours at its size", "none of ours"])
def test_a_peer_stands_beside_ours_at_its_own_key_size(with_peer, tmp_path, ours):
    """libx takes no key but of 256 bits, for which ours takes twice as long."""
    folder = shutil.copytree(with_peer, tmp_path / "longer")
    for path in (folder / "runs").glob("*.jsonl"):
        kept = list(records.read(path))
        if kept[0].engine in ("c/mars/portable", "c/libx/mars"):
            is_peer = kept[0].engine == "c/libx/mars"
            for line in kept:
                if isinstance(line, records.Cell) and line.key_bits == 256 and not is_peer:
                    line.ticks = [2 * ticks for ticks in line.ticks]
            wrong = 128 if is_peer else 0 if ours else 256
            kept = [line for line in kept if getattr(line, "key_bits", None) != wrong]
            path.write_bytes(b"".join(map(records.encode, kept)))
    found = tables.beside_peers(tables.View(statistics.load(folder)))
    ratios = [ratio.ratio for peers in found for row in peers.rows for ratio in row["cells"]]
    assert ratios == pytest.approx([1.25 / 2] * len(ratios), rel=0.001)
    assert bool(ratios) is ours


def test_a_peer_that_was_compiled_once_stands_beside_ours_of_today(with_peer, tmp_path):
    """Its toolchain is none of ours: no table compares compilers by it."""
    folder = shutil.copytree(with_peer, tmp_path / "earlier")
    for path in (folder / "runs").glob("*-peer.jsonl"):
        path.write_bytes(path.read_bytes().replace(b"gcc-12.2.0", b"gcc-11.4.0"))
    view = tables.View(statistics.load(folder))
    assert view.toolchains["c"] == ["gcc-12.2.0"] and not across.several(view)
    (peers,) = tables.beside_peers(view)
    (row,) = peers.rows
    assert (peers.toolchain, row["library"]) == ("gcc-12.2.0", "libx by gcc-11.4.0")
    ratios = [ratio.ratio for ratio in row["cells"]]
    assert ratios == pytest.approx([1.25] * len(ratios), rel=0.001)


def test_a_peer_without_one_of_ours_is_ranked(with_peer, tmp_path):
    folder = shutil.copytree(with_peer, tmp_path / "alone")
    view = tables.View(statistics.load(only(folder, lambda line: "libx" in str(line))))
    assert view.titles == ["MARS · libx"]
    assert tables.beside_peers(view) == []


def test_the_summary_fits_80_columns(peer_view):
    out = Console(width=80, record=True, file=io.StringIO())
    report.summary(peer_view, out)
    text = out.export_text()
    assert "…" not in text and "libx" in text
    assert max(map(len, text.splitlines())) <= 80


# ---- The file ----


def test_the_page_names_what_failed(page):
    assert "failed to <a" in page
    assert "the probe died of SIGSEGV" in page
    assert "expected 49afbfad got 49afbfae" in page


def test_what_was_measured_on_one_jvm_alone_is_compared_with_no_other(view, page):
    assert across.across(view) == [] and across.answer([]) == ""
    assert 'id="jvms"' not in page


def test_modes_have_a_table(page):
    assert 'id="modes-table"' in page and "XTS encryption" in page


def test_the_page_refers_to_nothing_outside(page):
    assert not re.findall(r"""(?:src|href|url\()\s*=?\s*["'(]?(?:https?:)?//""", page)
    assert len(page) < 5_000_000


def test_what_a_record_says_cannot_become_markup(tmp_path):
    folder = only(synthetic.write(tmp_path, rounds=3), lambda line: "3des" in str(line))
    for path in (folder / "runs").glob("*.jsonl"):
        path.write_bytes(path.read_bytes().replace(b"SIGSEGV", b"</script><b>x"))
    page = report.write(folder).read_text()
    assert "</script><b>x" not in page and "&lt;/script&gt;&lt;b&gt;x" in page


KEEPS = {
    "C alone": lambda line: getattr(line, "cell", "").startswith("c/"),
    "Java alone": lambda line: getattr(line, "cell", "").startswith("java/"),
    "one cell": lambda line: "java/mars/portable::encrypt[128-bit:1-blocks]" in str(line),
    "one key set-up": lambda line: "c/mars/portable::keysetup-encrypt" in str(line),
    "the harness alone": lambda line: "null" in getattr(line, "cell", ""),
    "failures alone": lambda line: isinstance(line, records.Failure),
    "nothing": lambda line: False,
}


def test_one_cipher_alone_is_not_called_fastest(tmp_path):
    folder = only(synthetic.write(tmp_path, rounds=5), KEEPS["one cell"])
    first, second = report.answer(tables.View(statistics.load(folder)))
    assert "MARS alone was measured" in first and second.startswith("Nothing is ranked: where one")


def test_a_figure_of_shorter_calls_says_so(tmp_path):
    view = tables.View(
        statistics.load(only(synthetic.write(tmp_path, rounds=3), KEEPS["one cell"]))
    )
    [row] = tables.main_table(view)
    assert [cell["calls"] for cell in row["cells"]] == ["1 block a call"]
    assert "1 block a call" in report.render(view)


def test_a_page_without_figures_has_no_empty_sections(tmp_path):
    text = report.write(only(synthetic.write(tmp_path, rounds=3), KEEPS["nothing"])).read_text()
    assert "No time was measured here." in text
    for section in ("costs", "charts", "figures", "peers"):
        assert f'<section id="{section}">' not in text


@pytest.mark.parametrize("keep", KEEPS.values(), ids=KEEPS)
def test_any_part_of_a_session_has_a_report(tmp_path, keep):
    folder = only(synthetic.write(tmp_path, rounds=5), keep)
    view = tables.View(statistics.load(folder))
    assert report.render(view).count("<section") >= 4
    report.summary(view, Console(quiet=True))


def test_three_rounds_rank_nothing(tmp_path):
    view = tables.View(statistics.load(synthetic.write(tmp_path, rounds=3)))
    fastest, ranked = report.answer(view)
    assert fastest.startswith("In C, Rijndael (AES) has the lowest median")
    assert ranked.startswith("Nothing is ranked: a ranking needs 5 rounds, and 3")


# ---- The command ----


def test_the_command_prints_a_summary_and_the_path(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(report, "render", lambda view: f"the page of {view.session.session}")
    out = tmp_path / "elsewhere" / "r.html"
    done = CliRunner().invoke(report.report_command, ["--results", str(folder), "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert "Rijndael" in done.output
    assert "java/3des/portable (1 cell): the probe died of SIGSEGV" in done.output
    assert "…" not in done.output  # where no terminal has too few columns, nothing is cut
    assert f"report: {out}" in done.output and out.read_text() == "the page of synthetic"


def test_no_results_is_one_clear_line(tmp_path):
    done = CliRunner().invoke(report.report_command, ["--results", str(tmp_path)])
    assert done.exit_code == 2
    assert "no session here" in done.output


def test_an_unwritable_file_leaves_nothing_behind(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(report, "render", lambda view: "")
    (tmp_path / "report.html").mkdir()
    with pytest.raises(Failed, match="cannot write"):
        report.write(folder, tmp_path / "report.html")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_our_own_provider_is_no_other_library():
    dearer, cheaper = statistics.Ratio(2, 1.9, 2.1, 6), statistics.Ratio(0.5, 0.4, 0.6, 6)
    rows = [
        {"title": "RC6", "library": library, "cells": [ratio]}
        for library, ratio in (("BC", dearer), ("Fifteen", cheaper))
    ]
    peers = tables.Peers("java", "jvm", [("encrypt", 1024)], rows)
    said = report._against(peers, "Java with jvm")
    assert said.startswith("Our Java with jvm beside")
    assert said.endswith("cheaper than 1 of 1 engine.")
