# SPDX-License-Identifier: Apache-2.0
"""Published studies: numbers as printed, estimators as described, tables in the papers' layout."""

import functools
import io
import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

import msgspec
import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from fifteen import (
    comparison,
    manifest,
    measures,
    places,
    plan,
    procedures,
    records,
    report,
    studies,
    study,
)
from fifteen.errors import Mistake
from markupsafe import escape
from rich.console import Console

NIST, IAIK, LINUX = "nist-c-2000", "iaik-2000", "linux-jce-2013"
REPORT, EAES = "nist-java-1999", "eaes-2011"


def value(name: str, **where) -> float:
    frame = studies.published(name)
    for column, wanted in where.items():
        frame = frame[frame[column] == wanted]
    (only,) = frame["value"]
    return only


def published(name: str, **changes) -> records.Published:
    fields = {
        "study": name, "engine": "e", "cipher": "rijndael", "procedure": "nist-cycles",
        "operation": "encrypt", "key_bits": 128, "blocks": 16, "words": {"serialise": "cpuid"},
        "calls": 1, "bytes": 256, "unit": "ticks", "values": [1000.0] * 20,
    }  # fmt: skip
    fields |= changes
    what = ("engine", "cipher", "procedure", "operation", "key_bits", "blocks", "words")
    return records.Published(**{"cell": " ".join(str(fields[one]) for one in what), **fields})


def test_the_papers_numbers():
    """Spot checks, one in each table, by a person's eye on the papers."""
    pentium = {"platform": "600 MHz Pentium III", "compiler": "Visual C 6.0", "key_bits": 256}
    assert value(NIST, **pentium, cipher="twofish", quantity="decrypt", blocks=32768) == 665
    assert value(NIST, **pentium, cipher="rc6", quantity="ekey") == 2514
    sun = {"platform": "2*360 MHz UltraSPARC-II", "compiler": "Sun Workshop 4.2"}
    assert value(NIST, **sun, cipher="serpent", key_bits=192, quantity="decrypt") == 39965.3
    assert value(IAIK, cipher="idea", quantity="dkey") == 20737
    assert value(IAIK, cipher="rijndael", quantity="encrypt", key_bits=192) == 16922
    assert value(IAIK, cipher="twofish", quantity="instance-memory") == 4400
    assert value(IAIK, cipher="idea", quantity="difficulty") == 3 + 1 / 3  # B+


def test_every_table_is_whole():
    nist = studies.published(NIST)
    assert (nist.groupby(["table", "platform", "compiler"]).size().to_dict()) == {
        ("5.1 cycles", platform, compiler): 180
        for platform in ("200 MHz Pentium Pro", "450 MHz Pentium II", "600 MHz Pentium III")
        for compiler in ("Borland C++ 5.01", "Visual C 6.0")
    } | {
        ("5.2 timing", platform, compiler): 60
        for platform, compiler in [
            ("200 MHz Pentium Pro", "GCC 2.8.1"),
            ("300 MHz R12000", "GCC 2.8.1"),
            ("300 MHz R12000", "MIPSpro 7.30"),
            ("300 MHz UltraSPARC-II", "GCC 2.95"),
            ("300 MHz UltraSPARC-II", "Sun Workshop 4.2"),
            ("2*360 MHz UltraSPARC-II", "GCC 2.95"),
            ("2*360 MHz UltraSPARC-II", "Sun Workshop 4.2"),
        ]
    }
    assert nist["value"].isna().sum() == 12
    assert len(studies.published(IAIK)) == 4 * 18 + 3 * 8 + 8


def test_the_papers_throughput_is_of_8196_blocks():
    """What study.toml says of the published Kbits/sec."""
    rates = studies.published(NIST).query("unit == 'kbit/s'")["value"].dropna()
    eighths = 8196 * 128 / rates * 8  # of a millisecond
    assert (eighths - eighths.round()).abs().max() < 0.02
    other = 8192 * 128 / rates * 8
    assert (other - other.round()).abs().max() > 0.2


def test_estimators():
    """One value in twenty far off: the rule of three standard deviations cuts it away."""
    values = [10.0, 12.0] * 10 + [1000.0]
    found = studies.estimator(NIST).estimate(values)
    assert found.median == 12 and found.mean == 11
    assert found.standard_deviation == pytest.approx(215.8, abs=0.1)
    assert studies.estimator(IAIK).estimate(values).mean == 11


def test_the_estimators_differ_where_the_papers_do():
    """20 is over three standard deviations (17.2) from the median (0), not from the mean (5)."""
    values = [0.0] * 16 + [10.0] * 13 + [20.0]
    assert studies.estimator(NIST).estimate(values).mean == pytest.approx(130 / 29)
    assert studies.estimator(IAIK).estimate(values).mean == pytest.approx(150 / 30)


def test_figures_have_the_papers_units():
    cycles = studies.estimator(NIST).figure(
        published(NIST, empty_values=[190.0, 200.0, 210.0], core_per_tick=[1.4, 1.6])
    )
    assert cycles["value"] == (1000 - 200) * 1.5 / 16 and cycles["unit"] == "cycles/block"
    timing = {"procedure": "nist-timing", "unit": "clock", "clocks_per_second": 1e6}
    rate = studies.estimator(NIST).figure(published(NIST, **timing, bytes=131072, blocks=8192))
    assert rate["value"] == pytest.approx(1048.576 / 0.001) and rate["unit"] == "kbit/s"
    keys = published(NIST, **timing, operation="keysetup-encrypt", blocks=0, bytes=0, calls=10000)
    assert studies.estimator(NIST).figure(keys)["value"] == pytest.approx(1e7)
    java = published(IAIK, unit="ns", bytes=2**21, values=[1e9] * 9)
    assert studies.estimator(IAIK).figure(java)["value"] == pytest.approx(8 * 2**21 / 1000)


def folder_with(path, name: str, *found: records.Published):
    """A results folder with one run of a study."""
    (path / "runs").mkdir()
    toolchain = records.Toolchain(name="cc-1", language="c", version="1")
    run = records.Run(
        schema=1, run="r", session=name, round=1, toolchain=toolchain, binary="b", machine="m",
        seed=1, started="2026-01-01T00:00:00+00:00",
    )  # fmt: skip
    lines = [run, *found, records.End(cells=len(found), finished=run.started)]
    (path / "runs" / "r.jsonl").write_bytes(b"".join(map(records.encode, lines)))
    kept = records.Session(
        schema=1, session=name, started=run.started, seed=1, rounds=1, cells=["c"], machine="m"
    )
    (path / "session.json").write_bytes(records.encode(kept))
    return path


def test_tables_stand_beside_the_papers(tmp_path):
    both = [published(NIST, words={"serialise": s}) for s in ("cpuid", "lfence")]
    key = published(NIST, operation="keysetup-encrypt", blocks=0, bytes=0)
    folder = folder_with(tmp_path, NIST, *both, key)
    table, *others = comparison.tables(NIST, procedures.figures(folder, NIST))
    assert [other.again for other in (table, *others)] == [False] + 5 * [True]
    pentium_pro = others[0].value("RIJNDAEL-128", "published", "16 Enc")
    assert pentium_pro == 690 and "200 MHz Pentium Pro, Borland" in others[0].title
    assert table.title.endswith("one round; published: 600 MHz Pentium III, Visual C 6.0")
    assert (table.units["Ekey"], table.units["16 Enc"]) == ("cycles", "cycles/block")
    assert table.columns[:4] == ["Ekey", "Dkey", "1 Enc", "1 Dec"]
    assert table.value("RIJNDAEL-128", "CPUID", "16 Enc") == 62.5
    assert table.value("RIJNDAEL-128", "published", "16 Enc") == 811
    assert table.row_names == ["RIJNDAEL-128"]  # rows without ours are left out
    lines = dict(table.rows()["RIJNDAEL-128"])
    assert list(lines) == [
        "CPUID", "LFENCE", "published", "published / CPUID", "published / LFENCE",
    ]  # fmt: skip
    at = table.columns.index("16 Enc")
    assert (lines["CPUID"][at], lines["published / CPUID"][at]) == ("62.5", f"{811 / 62.5:.1f}")


def test_a_disturbed_value_and_a_disturbed_round_count_for_nothing(tmp_path):
    """A value measured again within its round counts; a round that stays disturbed doesn't."""
    readings = {"core_per_tick": [2.0, 2.0], "unit": "ticks"}
    good = published(NIST, values=[1000.0] * 20, **readings)
    shared = {"marked": "the core was shared", "issued_per_tick": [5.0]}
    bad = published(NIST, values=[1900.0] * 20, **shared, **readings)
    folder = folder_with(tmp_path, NIST, bad, good)
    one = folder / "runs" / "r.jsonl"
    head, *_ = records.read(one)
    for number in (2, 3):
        again = msgspec.structs.replace(head, round=number, run=f"r{number}")
        lines = map(records.encode, [again, bad, bad] if number == 2 else [again, good])
        (folder / "runs" / f"r{number}.jsonl").write_bytes(b"".join(lines))
    kept = next(records.read(folder / "session.json"))
    expected = procedures.estimator(NIST).figure(good)["value"]

    def figure(rounds: int) -> tuple[float, int]:
        asked = msgspec.structs.replace(kept, rounds=rounds)
        (folder / "session.json").write_bytes(records.encode(asked))
        (found,) = procedures.figures(folder, NIST).itertuples()
        return found.most, found.runs

    assert figure(rounds=2) == (pytest.approx(expected), 2)
    assert figure(rounds=3) == (pytest.approx(1.9 * expected), 3)  # too few: it must do


def rounds_with(path, *found: list[records.Published]):
    """A results folder with a round for each list of values, of which one was asked for."""
    folder = folder_with(path, NIST, *found[0])
    head, *_ = records.read(folder / "runs" / "r.jsonl")
    for number, lines in enumerate(found, 1):
        again = msgspec.structs.replace(head, round=number, run=f"r{number}")
        text = b"".join(map(records.encode, [again, *lines]))
        (folder / "runs" / f"r{number}.jsonl").write_bytes(text)
    (folder / "runs" / "r.jsonl").unlink()
    return folder


def cell(operation: str, cost: float, **changes) -> records.Published:
    """A value with readings of the clock; ``cost`` tells it again."""
    read = {"core_per_tick": [2.0, 2.0], "issued_per_tick": [12.0]} | changes
    return published(NIST, operation=operation, values=[cost] * 20, **read)


def counts(folder, wanted: records.Published) -> bool:
    """Whether of all values it is the one whose figure counts."""
    figures = procedures.figures(folder, NIST)
    (found,) = figures["value"][figures["quantity"] == wanted.operation]
    return found == pytest.approx(procedures.estimator(NIST).figure(wanted)["value"])


def test_of_bad_rounds_the_least_bad_count(tmp_path):
    bad = {"marked": "moved"}
    worse = [cell("encrypt", 1000, **bad), cell("decrypt", 1000, **bad)]
    better = [cell("encrypt", 2000, **bad), cell("decrypt", 2000)]
    assert counts(rounds_with(tmp_path, worse, better), better[0])


def test_a_core_shared_before_any_width_was_known_is_seen_in_the_end(tmp_path):
    """The first cells had nothing to be narrow beside, so nobody marked them."""
    narrow, good = cell("encrypt", 1900, issued_per_tick=[6.0, 5.0, 6.0]), cell("encrypt", 1000)
    assert counts(rounds_with(tmp_path, [narrow], [good]), good)


@pytest.mark.parametrize("engine", ["java/rijndael/ttable", "java/SunJCE/rijndael"])
def test_a_single_figure_of_the_files_has_a_section(tmp_path, engine):
    """As ``-k`` leaves it: what cannot be derived or judged is not, and that is said."""
    words = {"direction": "encrypt", "chunk": 8192, "passes": 3, "bytes": 512 * 1024}
    one = published(
        EAES, engine=engine, procedure="whole-file", blocks=0, words=words, unit="ns",
        values=[9e6, 3e6, 3e6],
    )  # fmt: skip
    section = study.section(folder_with(tmp_path, EAES, one), EAES)
    verdicts = [v for _, _, measured in section.claims for v in measured.values()]
    assert None in {verdict.holds for verdict in verdicts}


def test_what_was_reduced_is_said(tmp_path, monkeypatch):
    few = published(NIST, words={"serialise": "cpuid", "sets": 100})
    folder = folder_with(tmp_path, f"{NIST}-quick", few)
    assert procedures.figures(folder, NIST).empty
    (section,) = study.sections(folder)
    table = section.tables[0]
    assert "(quick)" in section.short and "; REDUCED, sets 100 of 1000; " in table.title
    (cpuid, *_) = table.rows()["RIJNDAEL-128"]
    assert cpuid[0] == "CPUID" and set(cpuid[1]) == {"62.5", "–"}
    claims = len(studies.module(NIST, "claims").CLAIMS)
    assert f"measured again (quick): of {claims} claims of the paper" in section.answer
    assert re.search(
        r" are true of its own figures \(\d+ cannot be said\), "
        r"0 are true of ours with cc-1 \(\d+ cannot be said\)\.$",
        section.answer,
    )
    monkeypatch.setattr(study, "sections", lambda of: [section])
    page = report.write(folder).read_text()
    assert f"<p>{escape(section.answer)}</p>" in page and "No time was measured" not in page
    assert "0 count" not in page and "0 with a figure" not in page
    sections = re.findall('<section id="([^"]+)"', page)
    assert sections[0] == section.id and sections.count(section.id) == 1
    assert page.count(f'<a href="#{section.id}">') == 1


def ranked(**costs: float) -> pd.DataFrame:
    """Encryption figures of the finalists, ours, in cycles a block."""
    rows = [
        procedures.estimator(NIST).figure(published(NIST, cipher=cipher, values=[cost * 16] * 9))
        for cipher, cost in costs.items()
    ]
    named = pd.DataFrame(rows).assign(language="c", compiler="cc-1", round=1, reduced="")
    return procedures.summarised(NIST, named)


def test_ranks_and_their_correlation():
    """Published, at 16 blocks: RC6 339, Rijndael 811, Serpent 1273."""
    same = ranked(rc6=1.0, rijndael=2.0, serpent=3.0)
    table, *_ = comparison.tables(NIST, same)
    assert dict(table.rows()["RC6-128"])["CPUID"][table.columns.index("16 Enc")] == "1.00 (1)"
    assert dict(table.rows()["RC6-128"])["published"][table.columns.index("16 Enc")].endswith("(1)")
    row, *others = comparison.correlations(NIST, same).itertuples()
    assert not row.again and len(others) == 5 and all(other.again for other in others)
    assert row.table == "5.1 cycles, 600 MHz Pentium III, Visual C 6.0"
    assert (row.group, row.series, row.n, row.rho, row.tau) == ("16 Enc, 128", "CPUID", 3, 1, 1)
    other, *_ = comparison.correlations(
        NIST, ranked(rc6=3.0, rijndael=2.0, serpent=1.0)
    ).itertuples()
    assert (other.rho, other.tau) == (-1, -1)
    assert row.moved == "" and other.moved == "RC6-128 1 → 3, SERPENT-128 3 → 1"


def test_what_a_rotate_saves_is_measured_with_it_and_without():
    """Of 80 rotations a block, 128 blocks."""
    claim, *_ = [c for c in studies.module(NIST, "claims").CLAIMS if "rotations" in c.words]
    common = {"cipher": "rc6", "blocks": 128, "words": {"serialise": "lfence"}}
    for saved, holds in ((2.4, True), (1.1, False)):
        costs = {"c/rc6/nist": 50_000.0, "c/rc6/shifts": 50_000.0 + saved * 80 * 128}
        rows = [
            studies.estimator(NIST).figure(published(NIST, engine=e, values=[v] * 9, **common))
            for e, v in costs.items()
        ]
        frame = pd.DataFrame(rows).assign(compiler="cc-1", platform="")
        verdict = comparison.judged(claim, frame)
        assert (verdict.holds, f"cc-1 {saved:.2f}" in verdict.numbers) == (holds, True)
        assert comparison.judged(claim, frame[:1]).holds is None


def test_an_engine_that_a_procedure_names_is_measured_by_no_other():
    engine = msgspec.structs.replace(
        next(iter(program().engines.values())), engine="c/rc6/shifts", cipher="rc6", name="shifts"
    )
    found = procedures.quantities(
        NIST, replace(program(), engines={engine.engine: engine}), quick=False
    )
    assert {(q.procedure, q.operation, q.blocks) for q in found} == {
        ("nist-cycles", "encrypt", 128)
    }


def test_a_program_that_reads_no_ticks_is_asked_for_times_alone():
    found = procedures.quantities(NIST, replace(program(), ticks=False), quick=False)
    assert {q.procedure for q in found} == {"nist-timing"}


def test_rates_are_best_when_high_and_costs_when_low():
    assert comparison.more_is_better("kbit/s") and not comparison.more_is_better("cycles/block")


def test_another_machines_runs_are_not_mixed_in(tmp_path):
    folder = folder_with(tmp_path, NIST, published(NIST))
    (run,) = (folder / "runs").glob("*.jsonl")
    copied = run.read_bytes().replace(b'"machine":"m"', b'"machine":"n"').replace(b"1000.0", b"9.0")
    (folder / "runs" / "copied.jsonl").write_bytes(copied)
    (figure,) = procedures.figures(folder, NIST).to_dict("records")
    assert (figure["value"], figure["runs"]) == (62.5, 1)


def program() -> plan.Program:
    """Rijndael's NIST program, as it lists itself."""
    engine = manifest.Engine(
        engine="c/rijndael/nist", cipher="rijndael", name="nist", library="fifteen", version="1",
        block_bytes=16, key_bits_min=128, key_bits_max=256, key_bits_step=32,
    )  # fmt: skip
    toolchain = records.Toolchain(name="cc-1", language="c", version="1")
    return plan.Program("c", ("probe",), toolchain, {engine.engine: engine}, "b")


def test_a_plan_has_every_quantity_once():
    found = procedures.quantities(NIST, program(), quick=False)
    assert len(found) == len({q.name for q in found}) == 3 * (2 * 12 + 4)
    assert {dict(q.words)["sets"] for q in found} == {1000}
    quick = procedures.quantities(NIST, program(), quick=True)
    assert max(dict(q.words)["sets"] for q in quick) < 1000
    verb, words = found[0].request(5)
    assert verb == "published" and words["known_cipher"] and words["seed"] == 5


def test_the_time_it_will_take(tmp_path):
    """A study's pace is its own: full size takes longer than quick, and neither is a cell's."""
    folder = folder_with(tmp_path, NIST, published(NIST))
    (run,) = (folder / "runs").glob("*.jsonl")
    begun, ended = b'"finished":"2026-01-01T00:00:00', b'"finished":"2026-01-01T00:00:40'
    run.write_bytes(run.read_bytes().replace(begun, ended))
    (full, quick) = (procedures.quantities(NIST, program(), quick)[0] for quick in (False, True))
    assert quick.seconds == full.seconds / 10  # 100 sets of 1000
    assert plan.Pace(folder, NIST).seconds(full) == 40
    assert plan.Pace(folder, f"{NIST}-quick").seconds(quick) == quick.seconds
    assert plan.Pace(folder).seconds(full) == full.seconds


def test_rounds_and_budget_exclude_each_other(tmp_path):
    words = [NIST, "--rounds", "3", "--budget", "1m", "--results", str(tmp_path)]
    done = CliRunner().invoke(study.study_command, words)
    assert done.exit_code == 2 and "give one" in done.output


@pytest.mark.parametrize("words", [(), ("--fresh",)])
def test_a_study_begins_anew_where_it_is_told_to(tmp_path, monkeypatch, words):
    chosen = []

    def measure(name, quick, choice):
        chosen.append(choice.fresh)
        raise Mistake("no more")

    monkeypatch.setattr(procedures, "measure", measure)
    CliRunner().invoke(study.study_command, [NIST, "--results", str(tmp_path), *words])
    assert chosen == [bool(words)]


def test_the_command_lists_the_studies_and_refuses_others(tmp_path):
    done = CliRunner().invoke(study.study_command, [])
    assert done.exit_code == 0 and NIST in done.output and IAIK in done.output
    done = CliRunner().invoke(study.study_command, ["nist-c-1999", "--results", str(tmp_path)])
    assert done.exit_code == 2 and NIST in done.output and "speed" in done.output


def test_a_broken_study_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(places, "STUDIES", tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "study.toml").write_text('title = "x"\nwrong = 1\n')
    with pytest.raises(Mistake, match="mine/study.toml"):
        studies.load("mine")


def default_engines(name: str) -> list[str]:
    """A study's, with the peers that are there without being added."""
    engines = studies.load(name).engines
    return [e.replace("*", peer) for e in engines for peer in ("SunJCE", "BC")[: 1 + ("*" in e)]]


def stand_in(engine: str, mode: str) -> plan.Program:
    """A program that serves one engine at every key size, as if it had been listed."""
    language, first, last = engine.split("/")
    cipher = first if first in manifest.load() else last
    described = manifest.Engine(
        engine=engine, cipher=cipher, name=last, library="x", version="1", block_bytes=16,
        key_bits_min=0, key_bits_max=512, key_bits_step=8,
    )  # fmt: skip
    called = f"{language}-1" + ("" if mode == "default" else f"-{mode}")
    toolchain = records.Toolchain(name=called, language=language, version="1")
    return plan.Program(language, ("probe",), toolchain, {engine: described}, "b")


def answered(task: plan.Task, number: int) -> records.Record:
    """A record of a task, of made-up values that grow with the number; of null, low."""
    size = 1000 if task.cipher == "null" else 2000 + number
    if isinstance(task, procedures.Quantity):
        words = dict(task.words)
        values = [1e6 * number] * words.get("repeats", 9)
        done = words.get("bytes", size if task.blocks else 0)
        counts = {"bytes": done, "calls": words.get("operations", size)}
        return task.record({"values": values, "unit": "ns", **counts})
    kind = measures.KINDS[task.operation]
    told = dict.fromkeys(kind.__struct_fields__, size)
    words = {"classes": {"A": size}, "engine_class": "A", "sizes": "x"}
    return task.record(told | {name: words[name] for name in words if name in told})


@functools.cache
def planned(name: str) -> pd.DataFrame:
    """The figures that a whole session of a study would have, every value made up."""
    modes = studies.load(name).modes or ["default"]
    found = [
        stand_in(engine, mode)
        for engine in default_engines(name)
        for mode in (modes if engine.startswith("java/") else ["default"])
    ]
    tasks = [
        (program, task)
        for program in found
        for task in procedures.quantities(name, program, quick=False)
    ]
    tasks += [
        (batch.program, task)
        for batch in procedures.own_measures(studies.load(name), found)
        for task in batch.tasks
    ]
    rows = []
    for number, (program, task) in enumerate(tasks, 1):
        where = {"language": program.language, "compiler": program.toolchain.name, "round": 1}
        figures = procedures.of_record(name, answered(task, number))
        rows += [{**where, **figure} for figure in figures]
    return procedures.summarised(name, procedures.rounds(name, pd.DataFrame(rows)))


@pytest.mark.parametrize("name", studies.names())
def test_every_published_figure_has_a_partner_or_a_reason(name):
    ours = planned(name)
    cells = comparison.unpartnered(name, ours)
    reasons = comparison.stated(name, cells, ours)
    told = zip(cells.to_dict("records"), reasons, strict=True)
    assert [cell for cell, reason in told if not reason] == []


@pytest.mark.parametrize("name", studies.names())
def test_a_figure_is_shown_as_printed_or_as_computed(name):
    """What a paper prints is its text; what is computed of it has none, and square brackets."""
    paper = comparison.paper(name).dropna(subset=["value", "printed"])
    printed = pd.to_numeric(paper["printed"].replace(studies.GRADES))
    assert len(paper) and (printed == paper["value"]).all()


def test_what_the_paper_does_not_print_is_in_square_brackets():
    table = comparison.tables(EAES, planned(EAES))[-1]
    lines = dict(table.rows()["EaesG"])
    at = table.columns.index("bytes of tables")
    assert lines["published"][at].startswith("[33,291]")


def test_a_table_of_several_jvms_names_them_all():
    first = comparison.tables(LINUX, planned(LINUX))[0]
    assert "Java SE 5.0u22, Java SE 6u31, Java SE 7u2" in first.title


def test_every_printed_table_of_the_c_report_stands_beside_ours():
    ours = planned(NIST)
    tables = comparison.tables(NIST, ours)
    assert len({table.title for table in tables}) == len(tables) == 13
    prints = sum(table.cells["printed"].notna().sum() for table in tables)
    assert prints == len(studies.published(NIST))
    first = [g for g in comparison.groups(NIST, ours) if g.column == "Ekey, 128"]
    whose = [g.series for g in first if g.series.startswith("published")]
    assert len(whose) == len(set(whose)) == 13
    assert {g.series for g in first} - set(whose) == {"CPUID", "LFENCE", "clock()"}
    assert len(first) == len({(g.table, g.series) for g in first})


def test_a_gap_is_named_with_its_reason(tmp_path):
    """What was not measured is said so; what cannot be has the reason of study.toml."""
    gaps = comparison.gaps(NIST, planned(NIST).query("cipher != 'mars'"))
    assert {gap.reason for gap in gaps} == {comparison.UNMEASURED}
    assert sum(gap.figures for gap in gaps) == 6 * 3 * 12 + 7 * 3 * 4  # of every machine


def changes(name: str, frame: pd.DataFrame) -> Iterator[pd.DataFrame]:
    """As is; all alike; slips mended; then by turns, for a claim may need any: made up, a column's
    entry, a cipher's or one figure scaled, with noise."""
    yield frame
    yield frame.assign(value=1.0)
    if hasattr(studies.estimator(name), "derived"):
        derived = studies.estimator(name).derived(frame)
        recomputed = derived.set_index(studies.keys(name)).index
        old = frame.set_index(studies.keys(name)).index.isin(recomputed)
        yield pd.concat([frame[~old], derived], ignore_index=True)
    kinds = (
        of_several(name, frame),
        with_an_entry_scaled(name, frame),
        with_a_cipher_scaled(frame),
        with_one_scaled(frame),
        with_noise(frame),
    )
    for each in itertools.zip_longest(*kinds):
        yield from (other for other in each if other is not None)


def scaled(frame: pd.DataFrame, chosen: np.ndarray | pd.Series, factor: float) -> pd.DataFrame:
    return frame.assign(value=frame["value"].where(~chosen, frame["value"] * factor))


def with_an_entry_scaled(name: str, frame: pd.DataFrame) -> Iterator[pd.DataFrame]:
    for column in ("series", *studies.keys(name)):
        for entry, factor in itertools.product(frame[column].unique(), (0.1, 0.5, 2, 200)):
            yield scaled(frame, frame[column] == entry, factor)


def with_a_cipher_scaled(frame: pd.DataFrame) -> Iterator[pd.DataFrame]:
    names = frame.columns.intersection(["platform", "cipher", "key_bits"])
    ciphers = frame.groupby(list(names))
    for (_, rows), factor in itertools.product(ciphers, (3 / 4, 4 / 3)):
        yield scaled(frame, frame.index.isin(rows.index), factor)


def with_one_scaled(frame: pd.DataFrame) -> Iterator[pd.DataFrame]:
    for number, factor in itertools.product(range(len(frame)), (3 / 4, 4 / 3)):
        yield scaled(frame, frame.index == number, factor)


def with_noise(frame: pd.DataFrame) -> Iterator[pd.DataFrame]:
    for seed, spread in zip(range(120), itertools.cycle([1, 0.1, 0.01]), strict=False):
        noise = np.random.default_rng(seed).lognormal(0, spread, len(frame))
        yield frame.assign(value=frame["value"] * noise)
        yield frame.assign(value=noise)


def of_several(name: str, frame: pd.DataFrame) -> Iterator[pd.DataFrame]:
    """What no single change makes: costs in an order and close, two packages slower at once."""
    if name == NIST:
        for off in (0.001, 0.1):
            value = frame["value"].fillna(1.0)
            yield frame.assign(value=value, least=value, most=value * (1 + off), runs=3)
        cycles = frame["table"].str.contains("cycles")
        for costs in ((1, 1.2, 1.4, 4, 4), (1, 2, 1, 2, 1)):
            cost = frame["cipher"].map(
                dict(zip(("rijndael", "rc6", "mars", "serpent", "twofish"), costs, strict=True))
            )
            yield frame.assign(value=cost.where(cycles, 1 / cost))
    if name == IAIK:  # as fast as in the other study of Java
        java = studies.published(REPORT).query("quantity == 'encrypt' and key_bits == 128")
        speeds = java.set_index("cipher")["value"].rename({"mars-round1": "mars"})
        yield frame.assign(value=frame["cipher"].map(speeds).fillna(frame["value"]))
        alike = ~frame["cipher"].isin(["rijndael", "idea"])
        yield frame.assign(value=frame["value"].where(~alike, 1.0))
    if name == EAES:
        slower = frame["engine"].isin(["Sun", "BC"])
        yield frame.assign(value=frame["value"].where(~slower, frame["value"] * 100))
    if name == REPORT:
        falling = frame["cipher"].isin(["rijndael", "saferplus"]) & (frame["key_bits"] > 0)
        yield frame.assign(value=(128 / frame["key_bits"]).where(falling, 1.0))
        heap = frame[(frame["quantity"] == "heap-cipher") & (frame["key_bits"] == 128)]
        for factor in (1, 2):
            there = heap.assign(quantity="heap-encrypt")
            back = heap.assign(quantity="heap-decrypt", value=heap["value"] * factor)
            yield pd.concat([frame, there, back], ignore_index=True)


CLAIMS = [
    pytest.param(name, claim, id=f"{name}-{number}")
    for name in studies.names()
    if studies.module(name, "claims")
    for number, claim in enumerate(studies.module(name, "claims").CLAIMS)
]


@pytest.mark.parametrize(("name", "claim"), CLAIMS)
def test_a_claims_verdict_turns_with_the_data(name, claim):
    """Of the paper's figures, or of made-up ones where the paper prints none, altered or not."""
    frame = comparison.paper(name)
    if comparison.judged(claim, frame).holds is None:
        frame = planned(name)
    seen = set()
    for other in changes(name, frame):
        seen.add(comparison.judged(claim, other).holds)
        if seen >= {True, False}:
            return
    pytest.fail(f"only {seen}: {comparison.judged(claim, frame).numbers}")


def test_groups_are_cut_at_the_natural_breaks():
    """Published, key set-up for encryption at 128 bits: 1289, 2278, 4934, 6944, 9263 cycles."""
    found = {
        group.series: group
        for group in comparison.groups(NIST, planned(NIST))
        if group.column == "Ekey, 128" and group.table == "5.1 cycles"
    }
    paper, ours = found["published, 600 MHz Pentium III, Visual C 6.0"], found["LFENCE"]
    assert paper.members == [["rijndael"], ["rc6"], ["mars", "serpent", "twofish"]]
    assert sorted(sum(ours.members, [])) == sorted(sum(paper.members, []))


def test_compilers_have_verdicts_each_and_together(monkeypatch):
    """One compiler alone cannot vary; two can."""
    own = [pair for pair in comparison._papers_own(NIST) if "variability" in pair[0].words][:1]
    monkeypatch.setattr(comparison, "_papers_own", lambda name: own)
    one = planned(NIST)
    other = one.assign(compiler="cc-2", value=one["value"] * np.arange(1, len(one) + 1))
    both = pd.concat([one, other], ignore_index=True)
    [varied] = comparison.claims(NIST, both)
    assert list(varied.measured) == ["c-1", "cc-2", comparison.ALL]
    assert [v.holds is None for v in varied.measured.values()] == [True, True, False]


# ---- nist-java-1999 and eaes-2011 ----


def test_the_java_papers_are_whole():
    """Every printed value is there, and spot checks by a person's eye on the papers."""
    report, eaes = studies.published(REPORT), studies.published(EAES)
    assert report.groupby("table").size().to_dict() == {
        "Appendix A": 15 * 8, "Chart 3": 31, "Chart 4": 31, "Chart 5": 31, "4.5 highest": 6,
        "4.2 static memory": 15 + 5, "4.3 heap": 14 + 5 + 3, "4.4 key set-up": 14 + 6 + 1,
        "4.4 encryption": 15 + 6,
    }  # fmt: skip
    assert value(REPORT, table="Appendix A", cipher="twofish", quantity="heap") == 7600
    assert value(REPORT, cipher="null", quantity="heap-cipher") == 111240
    sizes = eaes[eaes["table"].str.startswith("Table ")].groupby("table").size()
    assert sizes.to_dict() == {f"Table {n}": 24 for n in range(1, 7)} | {
        "Table 7": 50,
        "Table 8": 50,
    }
    assert value(EAES, table="Table 6", engine="EaesB", file="16384 KB") == 621
    assert value(EAES, table="Table 8", engine="EaesG", key_bits=64, file="32768 KB") == 632


def test_nists_java_ranks_are_those_of_candidates():
    """The null cipher, which the paper has not, is the smallest, and out of competition."""
    sizes = {"null": 10.0, "des": 30.0, "twofish": 40.0, "serpent": 20.0}
    row = {"table": "Appendix A", "key_bits": 0, "quantity": "code-size", "unit": "bytes"}
    row |= {"series": "counted", "language": "java", "compiler": "j", "round": 1, "reduced": ""}
    rows = pd.DataFrame([row | {"cipher": c, "value": v} for c, v in sizes.items()])
    table = comparison.tables(REPORT, procedures.summarised(REPORT, rows))[0]
    rows = table.rows()
    ours = ["Null, the identity", "Serpent", "DES", "Twofish"]
    shown = [dict(rows[name])["counted"][0] for name in ours]
    assert shown == ["10.0", "20.0 (1)", "30.0", "40.0 (2)"]


def test_ms_per_mb_is_the_sum_of_times_by_the_sum_of_sizes():
    """All 24 printed values, within what the times were rounded by; two of them need that."""
    found = studies.estimator(EAES)
    frame = studies.published(EAES).assign(series="published")
    rates = found.rates(frame).set_index(["table", "engine"])["value"]
    printed = frame[frame["quantity"] == "ms/MB"].set_index(["table", "engine"])["value"]
    rounded = 5 * 0.5 / (61952 / 1000)  # five times, each to a millisecond
    assert len(printed) == 24
    assert ((rates[printed.index] - printed).abs() <= 0.5 + rounded).all()
    assert not ((rates[printed.index] - printed).abs() <= 0.5).all()
    assert found.slack({"quantity": "ms/MB"}) == pytest.approx(rounded)
    of_1024 = frame[frame["unit"] == "ms"].groupby(["table", "engine"])["value"].sum() / 60.5
    assert not ((of_1024[printed.index] - printed).abs() <= 0.5 + rounded).all()


def test_what_the_times_were_rounded_by_is_no_slip(monkeypatch):
    """22.501 printed as 22 may come of exact times; as 23 it may not, nor 20.4997 as 22."""
    assert comparison.slips(EAES)[0] == []
    frame = studies.published(EAES)
    for table, wrong in (("Table 3", 22.0), ("Table 4", 22.0), ("Table 6", 23.0)):
        spot = (frame["table"] == table) & (frame["engine"] == "Sun")
        frame.loc[spot & (frame["quantity"] == "ms/MB"), ["value", "printed"]] = [
            wrong,
            f"{wrong:g}",
        ]
    monkeypatch.setattr(studies, "published", lambda name: frame.copy())
    found = {(slip.table, slip.column) for slip in comparison.slips(EAES)[0]}
    assert found == {("Table 4", "Sun"), ("Table 6", "Sun")}


def test_one_figure_makes_almost_proportionally_false():
    """Table 8, EaesG with 64 bits, the longest file: 632 ms, with 128 bits 614."""
    (claim,) = [c for c in studies.module(EAES, "claims").CLAIMS if "proportionally" in c.words]
    frame = comparison.paper(EAES)
    spot = (frame["table"] == "Table 8") & (frame["engine"] == "EaesG")
    spot &= (frame["key_bits"] == 64) & (frame["file"] == "32768 KB")
    mended = frame.assign(value=frame["value"].where(~spot, 614 * 8 / 10))
    assert [comparison.judged(claim, one).holds for one in (frame, mended)] == [False, True]


def test_slightly_is_a_tenth_at_most():
    (claim,) = [c for c in studies.module(EAES, "claims").CLAIMS if "slightly better" in c.words]
    frame = comparison.paper(EAES)
    for factor, holds in ((1.05, True), (1.2, False)):
        slower = frame["value"].where(frame["engine"] != "Sun", frame["value"] * factor)
        verdict = comparison.judged(claim, frame.assign(value=slower))
        assert verdict.holds is holds and "up to 10% is slightly" in verdict.numbers


def test_five_vms_without_the_best_and_the_worst():
    """Best and worst of five VMs dropped; six in one without the first; the mean of the two."""
    found = studies.estimator(EAES)
    common = {"engine": "java/BC/rijndael", "bytes": 512 * 1024, "procedure": "file-series"}
    alone = [published(EAES, **common, values=[ms * 1e6]) for ms in (100, 10, 20, 30, 1)]
    loop = published(EAES, **common, values=[99e6, 8e6, 8e6, 8e6, 8e6, 18e6])
    rows = pd.DataFrame([one for line in [*alone, loop] for one in found.figure(line)])
    rows = rows.assign(reduced="")
    means = found.of_round(rows).set_index("series")
    assert dict(means["value"]) == {
        "one VM a file": 20, "six times in one VM": 10, "mean of both": 15,
    }  # fmt: skip
    assert set(means["engine"]) == {"BC"} and set(means["table"]) == {"Table 1"}
    few = found.of_round(rows.iloc[[0, 5]]).set_index("series")["reduced"]
    assert few["mean of both"] == "starts 1 of 5"


def test_code_1_is_of_the_slower_package():
    found = studies.estimator(EAES)
    passes = {"SunJCE": [3e8, 1e6, 2e6], "BC": [6e8, 3e6, 4e6]}
    lines = [
        published(
            EAES, engine=f"java/{name}/rijndael", bytes=16, procedure="whole-file", values=values
        )
        for name, values in passes.items()
    ]
    rows = [one for line in lines for one in found.figure(line)]
    frame = pd.DataFrame(rows).assign(compiler="x")
    made = found.derived(frame).set_index(["engine", "quantity"])["value"]
    assert [made["a package", f"pass {i}"] for i in (1, 2, 3)] == [600, 3, 4]
    assert made["a package", "initialisation from"] == 300
    assert starts_within(frame) is True
    assert starts_within(frame.assign(value=frame["value"] * 0.5)) is False  # 150 to 300


def starts_within(frame: pd.DataFrame) -> bool | None:
    """The verdict on 200 to 700 ms, of packages' passes."""
    (claim,) = [c for c in studies.module(EAES, "claims").CLAIMS if "200 to even" in c.words]
    return comparison.judged(claim, studies.with_derived(EAES, frame)).holds


def test_code_1_is_of_one_jvm():
    """The slower package of each JVM, not of all: with the second it is the other one."""
    found = studies.estimator(EAES)
    times = {("SunJCE", "a"): 3e8, ("BC", "a"): 6e8, ("SunJCE", "b"): 9e8, ("BC", "b"): 8e8}
    rows = []
    for (name, jvm), first in times.items():
        line = published(
            EAES, engine=f"java/{name}/rijndael", bytes=16, procedure="whole-file",
            values=[first, 1e6, 2e6],
        )  # fmt: skip
        rows += [{"compiler": jvm, **one} for one in found.figure(line)]
    made = found.derived(pd.DataFrame(rows)).query("engine == 'a package'")
    ends = made.set_index(["compiler", "quantity"])["value"]
    assert [ends["a", f"initialisation {end}"] for end in ("from", "to")] == [300, 600]
    assert [ends["b", f"initialisation {end}"] for end in ("from", "to")] == [800, 900]
    assert (ends["a", "pass 1"], ends["b", "pass 1"]) == (600, 900)


def test_kilobits_of_a_key_setup_are_key_bits_times_setups():
    found = studies.estimator(REPORT)
    common = {"engine": "java/frog/portable", "cipher": "frog", "key_bits": 128}
    words = {"words": {"operations": 50000, "seconds": 10}, "unit": "ns", "values": [1e9]}
    line = published(REPORT, **common, **words, operation="keysetup", calls=256, bytes=0)
    (one,) = found.figure(line)
    assert one["value"] == pytest.approx(256 * 128 / 1000) and one["table"] == "Appendix A"
    assert one["reduced"] == "FROG 128 keysetup 256 of 50000"
    whole = published(REPORT, **common, **words, operation="encrypt", calls=50000, bytes=800000)
    (one,) = found.figure(whole)
    assert one["value"] == pytest.approx(6400) and one["reduced"] == ""


def test_heap_is_what_the_null_cipher_has_not():
    def heap(cipher: str, init: int) -> records.Heap:
        return records.Heap(
            cell="c", engine="e", cipher=cipher, operation="heap", key_bits=128, load_bytes=7,
            make_bytes=10, init_bytes=init, first_block_bytes=5, second_block_bytes=3,
        )  # fmt: skip

    found = studies.estimator(REPORT)
    lines = [heap("null", 100), heap("rc6", 250), heap("e2", 264100)]
    rows = [{"compiler": "x", **one} for line in lines for one in found.figure(line)]
    made = found.derived(pd.DataFrame(rows)).set_index(["table", "cipher", "quantity"])["value"]
    assert made["Appendix A", "rc6", "heap"] == made["Chart 2", "rc6", "heap-cipher"] == 150
    assert made["4.3 heap", "null", "heap-keysetup"] == 110
    assert made["4.3 heap", "e2", "heap-kilobytes"] == 264


def test_the_reports_quantities_have_words():
    words = {
        "heap-keysetup": "key set-up", "heap-cipher-raw": "cipher operations with null's",
        "code-size-class": "class", "encrypt-from": "from", "j1_plus": "J1+",
        "heap-kilobytes": "heap",
    }  # fmt: skip
    assert {quantity: studies.estimator(REPORT).called(quantity) for quantity in words} == words


def test_the_null_cipher_is_in_no_chart_and_magenta_stays_apart():
    """Far above all others, as the report has it; null, which is further, takes not its place."""
    paper = comparison.paper(REPORT)
    null = paper[paper["quantity"] == "keysetup"].head(1).assign(cipher="null", value=1e12)
    drawn = studies.module(REPORT, "charts").pictures(pd.concat([paper, null], ignore_index=True))
    (keys,) = [str(p.chart.to_dict()) for p in drawn if p.title == "Chart 3: SetKey (no JIT)"]
    assert "not drawn: MAGENTA" in keys and manifest.cipher("null").title not in keys


def test_what_stands_far_above_all_others_stands_apart_together():
    paper = comparison.paper(REPORT)
    far = (paper["table"] == "Appendix A") & paper["cipher"].isin(["dfc", "e2"])
    paper.loc[far & (paper["quantity"] == "heap"), "value"] = [264e3, 250e3]
    drawn = studies.module(REPORT, "charts").pictures(paper)
    (heap,) = [str(p.chart.to_dict()) for p in drawn if p.title == "Chart 2: Heap Usage"]
    assert "not drawn: DFC 264,000, E2 250,000'" in heap


def test_more_bars_than_colours_are_named_beside_their_figures():
    """Table 7 has ten columns: a legend of eight colours would name two of them twice."""
    drawn = studies.module(EAES, "charts").pictures(comparison.paper(EAES))
    (seventh,) = [str(p.chart.to_dict()) for p in drawn if p.title.startswith("Figure 7")]
    (first,) = [str(p.chart.to_dict()) for p in drawn if p.title.startswith("Figure 1")]
    assert "63  EaesG 64" in seventh and "'legend': None" in seventh
    assert "73  Sun" not in first and "'legend': None" not in first
    assert "'1,234'" in seventh + str([p.chart.to_dict() for p in drawn])  # not 1.234e+03


def test_classes_are_at_natural_breaks_and_the_papers_own_stay():
    found = studies.estimator(REPORT)
    values = [1000.0, 1100, 900, 100, 110, 90, 10, 11, 9]
    ciphers = ["rc6", "mars-round1", "e2", "dfc", "deal", "hpc", "frog", "magenta", "serpent"]
    row = {"table": "Appendix A", "key_bits": 128, "quantity": "encrypt", "unit": "kbit/s"}
    frame = pd.DataFrame(
        [{**row, "cipher": c, "value": v} for c, v in zip(ciphers, values, strict=True)]
    ).assign(series="no JIT", compiler="x")
    made = found.derived(frame).set_index(["cipher", "quantity"])["value"]
    assert [made[c, "encrypt-class"] for c in ciphers] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert (made["class 2", "encrypt-from"], made["class 2", "encrypt-to"]) == (90, 110)
    papers = comparison.paper(REPORT)
    assert comparison.values(papers, "cipher", quantity="encrypt-class")["hpc"] == 2


def test_a_toolchain_says_whether_there_was_a_jit():
    frame = pd.DataFrame({"compiler": ["openjdk-17-int", "openjdk-17", "zulu-11", "zulu-11-int"]})
    named = studies.estimator(REPORT).named(frame.assign(series="no JIT"))
    assert list(named["series"]) == ["no JIT", "JIT", "JIT, zulu-11", "no JIT, zulu-11"]


def test_a_class_of_1998_has_lines_of_its_own():
    words = {"words": {"operations": 5, "seconds": 10}, "operation": "encrypt", "calls": 5}
    line = published(REPORT, engine="java/1998/rijndael", **words, values=[1e9])
    assert studies.estimator(REPORT).figure(line)[0]["series"] == "no JIT, 1998"


def test_the_two_exceptions_are_the_only_ones():
    (claim,) = [c for c in studies.module(REPORT, "claims").CLAIMS if "exceptions" in c.words]
    row = {"table": "Chart 4", "quantity": "encrypt", "series": "no JIT"}
    speeds = {"rijndael": (3, 2, 1), "saferplus": (4, 3, 2), "hpc": (1, 1, 1)}

    def verdict(**other) -> comparison.Verdict:
        frame = pd.DataFrame(
            {**row, "cipher": cipher, "key_bits": bits, "value": float(value)}
            for cipher, values in (speeds | other).items()
            for bits, value in zip((128, 192, 256), values, strict=True)
        )
        return comparison.judged(claim, frame)

    assert verdict().holds is True and "over 10%: Rijndael" in verdict().numbers
    assert verdict(hpc=(1, 1, 2)).holds is False  # an exception too, though it doesn't fall
    assert verdict(hpc=(2, 1, 1.5)).holds is False
    assert verdict(rijndael=(1, 1, 1)).holds is False
    assert verdict(saferplus=(float("nan"),) * 3).holds is None


def test_a_verdict_counts_the_candidates_that_the_report_classes():
    """E2 has no class of heap: "it is an exceptional case"."""
    numbers = {
        claim.where: comparison.judged(claim, comparison.paper(REPORT)).numbers
        for claim in studies.module(REPORT, "claims").CLAIMS
    }
    assert numbers["section 4.3 heap"] == "all 14 within"
    assert numbers["section 4.2 static memory"] == "all 15 within"


def test_what_the_reports_numbers_contradict():
    """Sentences that its own raw table makes false."""
    false = {
        claim.check.__name__
        for claim in studies.module(REPORT, "claims").CLAIMS
        if comparison.judged(claim, comparison.paper(REPORT)).holds is False
    }
    assert false == {
        "check",  # of the classes: Crypton's 601 is not in "200 to 600kbps"
        "e2_is_ten_times",
        "magenta_is_a_thousand_times",
        "limits_are_the_highest",
    }


def test_a_claim_without_its_figures_says_what_is_missing():
    claim = studies.module(LINUX, "claims").CLAIMS[0]
    paper = comparison.paper(LINUX)
    verdict = comparison.judged(claim, paper[paper["provider"] != "Oracle"])
    assert verdict.holds is None and "Oracle" in verdict.numbers
    assert comparison.judged(claim, pd.DataFrame()).holds is None


# ---- iaik-2000 ----


def test_sizes_are_counted_at_the_longest_key():
    found = studies.estimator(IAIK)
    fields = {"cell": "c", "engine": "java/twofish/portable", "cipher": "twofish"}
    memory = {"instance_bytes": 4400, "tables_bytes": 6816, "sizes": "x"}
    assert found.figure(records.Memory(**fields, operation="memory", key_bits=128, **memory)) == []
    longest = records.Memory(**fields, operation="memory", key_bits=256, **memory)
    sizes = {found.place(row): row["value"] for row in found.figure(longest)}
    assert sizes == {
        ("Per process memory", "twofish"): 6816, ("Per instance memory", "twofish"): 4400,
    }  # fmt: skip
    classes = {"engine_class": "T", "classes": {"T": 5000, "Helper": 204}}
    size = found.figure(
        records.ClassBytes(**fields, operation="class-bytes", key_bits=0, **classes)
    )
    assert (found.place(size)[0], size["value"]) == ("Class File Size", 5204)


def test_java_against_c():
    """C at 8 Mbit/s by NIST's loop, Java at 4 by the paper's."""
    c = published(
        NIST, engine="c/rijndael/nist", procedure="nist-timing", unit="clock", bytes=131072,
        blocks=8192, clocks_per_second=1e6, values=[131072.0] * 9,
    )  # fmt: skip
    java = published(
        IAIK, engine="java/rijndael/portable", unit="ns", bytes=2**21, blocks=1,
        values=[8e6 * 2**21 / 4e3] * 9,
    )  # fmt: skip
    rows = [
        {"language": record.engine.split("/")[0], "compiler": "x-1", "round": 1, "reduced": ""}
        | studies.estimator(IAIK).figure(record)
        for record in (c, java)
    ]
    frame = studies.with_derived(IAIK, pd.DataFrame(rows))
    (ratio,) = frame[frame["table"] == "Java against C"]["value"]
    assert ratio == pytest.approx(2)


def test_java_stands_against_the_fastest_of_several_compilers():
    java = {"language": "java", "compiler": "jvm", "table": "Encryption Speed", "value": 2.0}
    c = {"language": "c", "table": "C"}
    rows = [java, {**c, "compiler": "gcc", "value": 5.0}, {**c, "compiler": "clang", "value": 6.0}]
    frame = pd.DataFrame(rows).assign(cipher="rc6", key_bits=128, series="x", unit="kbit/s")
    made = studies.estimator(IAIK).derived(frame)
    assert list(made["value"]) == [3.0]


def test_what_is_of_all_ciphers_cannot_be_said_of_some():
    claims = studies.module(IAIK, "claims").CLAIMS
    paper = comparison.paper(IAIK)
    back = paper["table"].isin(["Decryption Speed", "Decryption Key Setup"])
    frame = paper[~(back & (paper["cipher"] == "idea"))]
    for words in ("virtually identical", "only Rijndael and IDEA have different"):
        (claim, *_) = [c for c in claims if words in c.words]
        verdict = comparison.judged(claim, frame)
        assert (verdict.holds, "idea" in verdict.numbers) == (None, True)


def test_the_papers_c_is_the_fastest_of_nists_on_that_machine():
    speeds = studies.estimator(IAIK).published_c().set_index(["cipher", "key_bits"])["value"]
    assert speeds["rc6", 128] == pytest.approx(200e3 * 128 / 340)  # cycles of Visual C
    assert speeds["rijndael", 128] == 42602.6  # kbit/s of GCC


def test_a_misprint_makes_two_claims_false():
    """RC6's set-up with 256 bits is printed as 29069 for encryption, 39028 for decryption."""
    claims = studies.module(IAIK, "claims").CLAIMS
    frame = comparison.paper(IAIK)
    spot = (frame["quantity"] == "ekey") & (frame["cipher"] == "rc6") & (frame["key_bits"] == 256)
    mended = frame.assign(value=frame["value"].where(~spot, 39069))
    turned = [
        claim.words
        for claim in claims
        if comparison.judged(claim, frame).holds != comparison.judged(claim, mended).holds
    ]
    assert [words.split(" ")[:4] for words in turned] == [
        ["only", "Rijndael", "and", "IDEA"], ["only", "Rijndael", "and", "Twofish"],
    ]  # fmt: skip


# ---- linux-jce-2013 ----


def test_every_figure_of_the_paper_is_drawn():
    """Times with lines, then residuals; Altair refuses a chart that is none."""
    drawn = studies.module(LINUX, "charts").pictures(comparison.paper(LINUX))
    assert [p.title.partition(":")[0] for p in drawn] == [
        f"Fig. {n}" for n in range(1, 8) for _ in ("times", "residuals")
    ]
    for picture in drawn:
        assert picture.chart.to_dict()["layer"]


def test_our_figures_name_our_jvms():
    """In the place of JDK 7 stands one of ours: no legend calls it that alone."""
    paper = comparison.paper(LINUX)
    times = paper[paper["jvm"] == "JDK7"].assign(series="mean of both", note="JDK7: openjdk-17")
    drawn = {
        p.title[:6]: str(p.chart.to_dict())
        for p in studies.module(LINUX, "charts").pictures(times)
        if "residuals" not in p.title
    }
    assert "'jvm': 'JDK7: openjdk-17'" in drawn["Fig. 1"]
    assert "milliseconds, JDK7: openjdk-17" in drawn["Fig. 7"]


def test_the_section_is_shown_in_the_terminal(tmp_path):
    words = {"words": {"repeats": 6}, "engine": "java/SunJCE/rijndael", "key_bits": 256}
    files = [
        published(
            LINUX, **words, procedure="file-series", unit="ns", bytes=kb * 1024, blocks=0,
            values=[9e6] + [kb * 1e4] * 5,
        )
        for kb in (512, 4096, 8192)
    ]  # fmt: skip
    folder = folder_with(tmp_path, LINUX, *files)
    section = study.section(folder, LINUX)
    out = io.StringIO()
    study.show(section, Console(file=out, width=200))
    shown = out.getvalue()
    narrow = io.StringIO()
    study.show(section, Console(file=narrow, width=80))
    figures = narrow.getvalue().split("What the paper concludes")[0]
    assert "published / one JVM" in figures and "…" not in figures
    for wanted in (
        "JDK7: cc-1",
        "What the paper concludes",
        "a copy of B0",
        "the paper shows it only",
    ):
        assert wanted in shown
    assert "published / one JVM" in shown


def test_the_papers_lines_come_of_its_times():
    """Every printed coefficient is what the times say, to the printed decimals, but for the slips.

    That is: ordinary least squares, standard errors of n-2 degrees, intervals by Student's t.
    """
    slips, recomputed = comparison.slips(LINUX)
    coefficients = studies.published(LINUX).query("quantity != 'time'")["value"].notna().sum()
    twice = 2 * 6 * 7  # times of three providers under JDKs 6 and 7, by provider and by JVM
    assert (coefficients, recomputed) == (17 * 8, 17 * 8 + twice)
    assert {(slip.table, slip.column, slip.row): slip.what for slip in slips} == {
        ("Fig. 1", "Oracle JDK5", "B1"): "rounded twice",
        ("Fig. 1", "Oracle JDK7", "B1"): "rounded twice",
        ("Fig. 1", "Oracle JDK7", "UpB1"): "cut off, not rounded",
        ("Fig. 2", "BC JDK7", "B1"): "right to 4 decimals, a nought put behind them",
        ("Fig. 2", "BC JDK7", "B0Err"): "a copy of B0",
        ("Fig. 3", "Cryptix JDK7", "B1"): "right to 4 decimals, a nought put behind them",
        ("Fig. 7", "Oracle", "B1"): "rounded twice",
        ("Fig. 7", "Oracle", "LowB0"): "rounded twice",
        ("Fig. 7", "Oracle", "UpB1"): "cut off, not rounded",
        ("Fig. 7", "BC", "B0Err"): "a copy of B0",
    }


def test_a_slip_is_found_where_one_is_made(monkeypatch):
    """One time changed by a tenth: its line's coefficients, and its other print, no longer fit."""
    frame = studies.published(LINUX)
    spot = (frame["table"] == "Fig. 3") & (frame["jvm"] == "JDK5") & (frame["kb"] == 131072)
    frame.loc[spot, ["value", "printed"]] = [3488.0, "3488"]
    monkeypatch.setattr(studies, "published", lambda name: frame.copy())
    found = {(slip.table, slip.column, slip.row) for slip in comparison.slips(LINUX)[0]}
    assert {("Fig. 3", "Cryptix JDK5", row) for row in ("B0", "B1", "B0Err", "UpB1")} <= found


def test_what_is_only_a_picture_is_told_even_where_ours_is_measured():
    """The paper's own figures for ours, and those that it has not."""
    ours = comparison.paper(LINUX).fillna({"value": 1.0}).assign(series="mean of both")
    gaps = [(gap.table, gap.columns, gap.figures) for gap in comparison.gaps(LINUX, ours)]
    assert gaps == [("Fig. 4", ["Flexi JDK5"], 15), ("Fig. 5", ["Flexi"], 15)]


def test_a_gap_asks_for_no_more_than_what_is_missing():
    """A provider, a JVM, or a size of those that were measured: each figure wants one of them."""
    whole = comparison.paper(LINUX).fillna({"value": 1.0}).assign(series="mean of both")
    some = whole.query("provider != 'Cryptix' and jvm != 'JDK5' and kb < 131072")
    gaps = comparison.gaps(LINUX, some)
    wants = {(gap.table, column): gap.reason for gap in gaps for column in gap.columns}
    assert "peer add --jce" in wants["Fig. 3", "Cryptix JDK7"]
    assert "--jvm" in wants["Fig. 1", "Oracle JDK5"]
    assert wants["Fig. 1", "Oracle JDK7"] == wants["Fig. 4", "Flexi JDK6"] == comparison.UNMEASURED


def linux_claim(words: str):
    """The one with these words."""
    (claim,) = [c for c in studies.module(LINUX, "claims").CLAIMS if words in c.words]
    return claim


def test_flexi_is_judged_by_its_times():
    """Shorter under JDK 7 at six sizes of seven, though the slope is steeper."""
    paper = comparison.paper(LINUX)
    bit, close = linux_claim("just a bit higher"), linux_claim("very close results")
    verdict = comparison.judged(bit, paper)
    assert verdict.holds and "6 of 7 sizes" in verdict.numbers
    assert "B1 JDK6 0.02503 < JDK7 0.02541" in verdict.numbers
    assert "JDK5 only as a picture" in verdict.numbers
    newest = (paper["provider"] == "Flexi") & (paper["jvm"] == "JDK7")
    for factor, holds in ((0.95, (True, False)), (0.5, (False, False)), (1.03, (False, True))):
        other = paper.assign(value=paper["value"].where(~newest, paper["value"] * factor))
        assert tuple(comparison.judged(claim, other).holds for claim in (bit, close)) == holds


def test_consistent_is_a_number_and_no_comparison():
    claim, paper = linux_claim("consistent results"), comparison.paper(LINUX)
    assert comparison.judged(claim, paper[paper["provider"] != "Oracle"]).holds
    newest = (paper["provider"] == "BC") & (paper["jvm"] == "JDK7")
    other = paper.assign(value=paper["value"].where(~newest, paper["value"] * 1.02))
    assert comparison.judged(claim, other).holds is False  # 4.3 %, less than Oracle and Cryptix


def test_a_lead_within_the_intervals_is_said():
    paper = comparison.paper(LINUX)
    said = comparison.judged(linux_claim("takes over the lead"), paper).numbers
    assert "BC ahead by 0.9%, the 95 % intervals overlap" in said
    said = comparison.judged(linux_claim("under the versions 5 and 6"), paper).numbers
    assert "Oracle ahead by 1.1%, the 95 % intervals lie apart" in said


def test_intervals_are_judged_as_printed():
    """17 lines in five tables; that of BC under JDK 7, with B0Err a copy of B0, in two of them."""
    claim, paper = linux_claim("95% confidence"), comparison.paper(LINUX)
    verdict = comparison.judged(claim, paper)
    assert verdict.holds is False and "15 of 17 printed" in verdict.numbers
    assert comparison.judged(claim, paper.assign(series="mean of both")).holds is None


def test_the_gaps_of_figures_4_and_5_are_filled_from_the_others():
    paper = comparison.paper(LINUX)

    def one(**where) -> float:
        return comparison.values(paper, "quantity", **where).iloc[0]

    flexi = {"provider": "Flexi", "jvm": "JDK6", "table": "Fig. 4"}
    assert one(**flexi, quantity="time", kb=131072) == 3353
    assert one(**flexi, quantity="B0") == pytest.approx(70.011, abs=5e-4)
    assert one(table="Fig. 5", provider="BC", quantity="B0") == pytest.approx(35.687, abs=5e-4)
    with pytest.raises(comparison.Missing):
        one(table="Fig. 5", provider="Flexi", quantity="B0")


def test_a_line_weighted_by_size_is_the_line_of_relative_errors():
    """Exact points lie on both; a long file's error moves the weighted line less."""
    line = studies.estimator(LINUX).line
    sizes = np.array([512.0, 4096, 8192, 16384, 32768, 65536, 131072])
    for weighted, suffix in ((False, ""), (True, " weighted")):
        found = line(sizes, 20 + 0.025 * sizes, weighted)
        assert found["B0" + suffix] == pytest.approx(20) and found["B1" + suffix] == pytest.approx(
            0.025
        )
    bent = 20 + 0.025 * sizes + np.array([0, 0, 0, 0, 0, 0, 300.0])
    ordinary, weighted = line(sizes, bent, False)["B0"], line(sizes, bent, True)["B0 weighted"]
    assert ordinary < 0 and abs(weighted - 20) < 3


def test_the_two_series_and_their_mean():
    """Five JVMs of one file, nothing rejected; six files in one JVM, the first disregarded."""
    found = studies.estimator(LINUX)
    common = {"engine": "java/SunJCE/rijndael", "bytes": 512 * 1024, "unit": "ns"}
    cold = [published(LINUX, **common, values=[ms * 1e6]) for ms in (10, 20, 30, 40, 100)]
    warm = published(LINUX, **common, values=[99e6, 4e6, 4e6, 4e6, 4e6, 9e6])
    rows = pd.DataFrame([found.figure(record) for record in [*cold, warm]]).assign(reduced="")
    means = found.of_round(rows).set_index("series")
    assert dict(means["value"]) == {"one JVM a file": 40, "one JVM": 5, "mean of both": 22.5}
    assert set(means["provider"]) == {"Oracle"} and set(means["reduced"]) == {""}
    few = found.of_round(rows.iloc[3:]).set_index("series")["reduced"]
    assert few["one JVM a file"] == few["mean of both"] == "starts 2 of 5"


def test_jvms_take_the_places_of_the_papers_newest_last():
    frame = pd.DataFrame({"compiler": ["openjdk-17.0.15", "temurin-25.0.3", "zulu-11.0.5"] * 2})
    named = studies.estimator(LINUX).named(frame)
    assert list(named["jvm"]) == ["JDK6", "JDK7", "JDK5"] * 2
    assert named["note"][1] == "JDK7: temurin-25.0.3"
    alone = studies.estimator(LINUX).named(frame[:1])
    assert list(alone["jvm"]) == ["JDK7"]
