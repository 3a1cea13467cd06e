# SPDX-License-Identifier: Apache-2.0
"""Export: every raw value comes out, in both formats, and a bad folder is one line."""

import pandas as pd
import pytest
from click.testing import CliRunner
from fifteen import records
from fifteen.export import TABLES, export_command
from test_session import measure, program, work


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("export") / "results"
    measure(folder, work(program("good", "refuses")))
    return folder


def test_csv_and_parquet_hold_the_same_rows(results, tmp_path):
    out = tmp_path / "made" / "here"
    done = CliRunner().invoke(export_command, ["--results", str(results), "--out", str(out)])
    assert done.exit_code == 0, done.output
    for name in TABLES:
        csv, parquet = pd.read_csv(out / f"{name}.csv"), pd.read_parquet(out / f"{name}.parquet")
        assert list(csv.columns) == list(parquet.columns) and len(csv) == len(parquet)
    iterations = pd.read_parquet(out / "iterations.parquet")
    assert len(iterations) == 6 * 3 * 2  # cells, rounds, iterations
    assert sorted(iterations["wall_ns"].unique()) == [5.0, 7.0]
    values = pd.read_parquet(out / "values.parquet")
    assert set(values["wall_ns"]) == {5.5 / 4}  # a whole iteration's quartile, for one call
    assert len(pd.read_csv(out / "failures.csv")) == 6
    assert list(out.glob(".*")) == []  # no half-written file is left


def test_a_cell_that_was_measured_again_says_which_try_and_why(tmp_path, monkeypatch):
    monkeypatch.setenv("SESSION_PROBE_CLOCK", "second")
    measure(tmp_path, work(program("good"), rounds=1))
    found = TABLES["iterations"](tmp_path)
    again = found[found["cell"].isin(found["cell"][found["try"] == 2])]
    assert list(again["try"]) == [1, 1, 2, 2] and again["cell"].nunique() == 1
    assert list(again["marked"].notna()) == [True, True, False, False]
    assert set(found["core_per_tick_before"]) == {2.0}
    assert set(found["core_per_tick_after"]) == {2.01}
    assert list(again["issued_per_tick"]) == [7.0, 7.0, 12.0, 12.1]


def test_what_java_took_to_settle_is_a_table(tmp_path):
    measure(tmp_path, work(program("good"), rounds=1))
    (path,) = (tmp_path / "runs").iterdir()
    head, cell, *rest = records.read(path)
    cell.warmup_ns, cell.unsettled_ns = [8.0, 7.0], [[9.0]]
    path.write_bytes(b"".join(map(records.encode, [head, cell, *rest])))
    found = TABLES["settling"](tmp_path)
    rows = found[["fork", "iteration", "wall_ns"]].to_numpy().tolist()
    assert rows == [[1, 1, 9], [2, 1, 8], [2, 2, 7]] and set(found["cell"]) == {cell.cell}


@pytest.mark.parametrize("what", ["empty", "blocked"])
def test_bad_folders_are_one_line(results, tmp_path, what):
    (tmp_path / "file").touch()
    source = tmp_path if what == "empty" else results
    arguments = ["--results", str(source), "--out", str(tmp_path / "file" / "out")]
    done = CliRunner().invoke(export_command, arguments)
    assert done.exit_code in (1, 2)
    assert done.output.startswith("Error: ") and done.output.count("\n") == 1
