# SPDX-License-Identifier: Apache-2.0
"""A quantity or two of the Java studies of 1999 and 2011, from the command line to the tables."""

from functools import partial
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner
from fifteen import cli, verify


@pytest.fixture(autouse=True)
def quickly(monkeypatch):
    """Proven in a moment: others try that."""
    quick = verify.Settings(blocks=0, quick=True)
    monkeypatch.setattr(verify, "verify", partial(verify.verify, settings=quick))
    monkeypatch.setenv("COLUMNS", "200")


def measured(name: str, results: Path, expression: str) -> tuple[str, pd.DataFrame]:
    """What the command prints, and the figures that it writes."""
    csv = results / "figures.csv"
    words = ["--quick", "--rounds", 1, "-k", expression, "--results", results, "--csv", csv]
    done = CliRunner().invoke(cli.main, ["study", name, *map(str, words)])
    assert done.exit_code == 0, done.output
    return done.stdout, pd.read_csv(csv, keep_default_na=False, na_values=[""])


def test_nists_report_without_and_with_the_jit(tmp_path):
    said, figures = measured("nist-java-1999", tmp_path, "null and 128-bit and encrypt")
    speeds = figures[(figures["cipher"] == "null") & (figures["quantity"] == "encrypt")]
    assert set(speeds["series"]) == {"no JIT", "JIT"} and (speeds["value"] > 0).all()
    assert set(speeds["reduced"]) == {"operations 500 of 50000"}
    assert "Appendix A; REDUCED, operations 500 of 50000; " in said
    assert "264840 bytes" in said  # the paper's own figures contradict its "roughly ten times"


def test_files_of_eaes_2011(tmp_path):
    expression = "aes32/ttable and encrypt and 524288"
    said, figures = measured("eaes-2011", tmp_path, expression)
    timed = figures[(figures["table"] == "Table 7") & (figures["quantity"] == "time")]
    assert set(timed["series"]) == {"one VM a file", "six times in one VM", "mean of both"}
    assert (timed["value"] > 0).all() and set(timed["file"]) == {"512 KB"}
    assert set(figures[figures["table"] == "First series"]["engine"]) == {"EaesG"}
    assert "starts 1 of 5" in said and "not rounded" not in said
