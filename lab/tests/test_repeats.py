# SPDX-License-Identifier: Apache-2.0
"""The spread from session to session, where it is known."""

import dataclasses
from pathlib import Path

import pytest
import synthetic
from fifteen import records, repeats, report, statistics, tables
from fifteen.errors import Mistake
from msgspec.structs import replace


@pytest.fixture(scope="module")
def one(tmp_path_factory) -> Path:
    return synthetic.write(tmp_path_factory.mktemp("one"), rounds=5)


def again(folder: Path, session: str, times: float, only: str, load: float) -> None:
    """The folder's C runs as those of another session; an engine costs so many times as much."""
    known, *_ = records.read(folder / "session.json")
    known.session = session
    with (folder / "session.json").open("ab") as file:
        file.write(records.encode(known))
    for path in list((folder / "runs").glob("*.jsonl")):
        lines = list(records.read(path))
        head = lines[0]
        if head.toolchain.language != "c" or head.session != "synthetic":
            continue
        head.session, head.run, head.load = session, f"{path.stem}-{session}", load
        for line in lines:
            if isinstance(line, records.Cell) and line.engine == only:
                line.ticks = [round(times * ticks) for ticks in line.ticks]
        path.with_stem(head.run).write_bytes(b"".join(map(records.encode, lines)))


@pytest.fixture(scope="module")
def three(one) -> tables.View:
    """Three sessions, between which MARS's figures lie 5 % apart, and no other's."""
    again(one, "tuesday", 1.05, "c/mars/portable", load=0.25)
    again(one, "wednesday", 1.02, "c/mars/portable", load=3.0)
    return tables.View(statistics.load(one))


def test_a_report_is_of_the_session_that_is_named_or_of_the_largest(three, tmp_path):
    assert three.session.session == "synthetic"  # which has Java, too
    assert tables.View(three.results, "tuesday").session.session == "tuesday"
    with pytest.raises(Mistake, match="'monday': there is synthetic, tuesday, wednesday"):
        tables.View(three.results, "monday")
    largest = replace(three.session, command=["study", "speed"])
    sessions = three.results.sessions | {"synthetic": largest}
    shown = tables.View(dataclasses.replace(three.results, sessions=sessions))
    assert shown.session.session == "tuesday"
    alone = dataclasses.replace(three.results, sessions={"synthetic": largest})
    assert tables.View(alone).session == largest


def test_one_session_says_nothing_of_another(tmp_path):
    view = tables.View(statistics.load(synthetic.write(tmp_path, rounds=5)))
    assert repeats.repeats(view) is None and repeats.sentence(view) is None


def test_the_range_of_the_sessions_over_their_median(three):
    found = repeats.repeats(three)
    assert found.sessions == ["synthetic", "tuesday", "wednesday"]
    moved = found.spreads[found.spreads > repeats.NARROW]
    assert {cell.split("::")[0] for cell in moved.index} == {"c/mars/portable"}
    assert moved.to_numpy() == pytest.approx(0.05 / 1.02, rel=0.01)
    assert found.narrow == 1 - len(moved) / len(found.spreads)


def test_only_calls_of_some_length_count(three):
    cells = repeats.repeats(three).spreads.index
    assert len(cells) and all("16-b" in c or "128-b" in c or "1024-b" in c for c in cells)


def test_the_report_says_it_with_the_load(three):
    page = report.render(three)
    assert repeats.sentence(three) in page
    assert "(3 on this machine; load average median" in page and "at most 3.00)" in page
    assert "repeats-table" in page
