# SPDX-License-Identifier: Apache-2.0
"""Export: every raw value comes out, in both formats, and a bad folder is one line."""

import pandas as pd
import pytest
from click.testing import CliRunner
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


@pytest.mark.parametrize("what", ["empty", "blocked"])
def test_bad_folders_are_one_line(results, tmp_path, what):
    (tmp_path / "file").touch()
    source = tmp_path if what == "empty" else results
    arguments = ["--results", str(source), "--out", str(tmp_path / "file" / "out")]
    done = CliRunner().invoke(export_command, arguments)
    assert done.exit_code in (1, 2)
    assert done.output.startswith("Error: ") and done.output.count("\n") == 1
