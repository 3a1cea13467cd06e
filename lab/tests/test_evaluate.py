# SPDX-License-Identifier: Apache-2.0
"""``./fifteen evaluate`` as a command: what it says, and how it ends."""

from collections import Counter

import pytest
from click.testing import CliRunner, Result
from fifteen import evaluate, report, session, verify
from fifteen.probes import ProbeError
from test_session import measured, passed, program, work


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs evaluate over the fake probe's engines, with a gate that lets all through."""

    def invoke(*engines: str) -> Result:
        job = work(program(*engines))
        monkeypatch.setattr(evaluate, "batches", lambda choice: list(job.batches))
        monkeypatch.setattr(verify, "verify", lambda engines, results: passed(job))
        monkeypatch.setattr(report, "publish", lambda folder, session: folder / f"{session}.html")
        arguments = ["--results", str(tmp_path / "r"), "--rounds", "3", "--session", "report"]
        return CliRunner().invoke(evaluate.evaluate_command, arguments)

    return invoke


def test_all_is_well(run, tmp_path):
    done = run("good")
    assert done.exit_code == 0 and "report.html" in done.output
    assert len(measured(tmp_path / "r")) == 18


def test_a_cell_without_a_value_ends_with_1_after_the_report(run, tmp_path):
    done = run("good", "refuses")
    assert done.exit_code == 1
    assert "report.html" in done.output and "6 cells have no value" in done.output
    assert len(measured(tmp_path / "r")) == 18


def test_a_cell_that_failed_in_a_later_round_has_a_value(run, monkeypatch):
    real, asked = session._answer, Counter()

    def answer(probe, task, *rest):
        asked[task.name] += 1
        if task.blocks == 16 and task.operation == "decrypt" and asked[task.name] == 2:
            raise ProbeError("refused", "no more")
        return real(probe, task, *rest)

    monkeypatch.setattr(session, "_answer", answer)
    done = run("good")
    assert done.exit_code == 0 and "16-blocks]@cc-1: no more" in done.output


def test_ctrl_c_is_one_line_and_status_130(run, tmp_path, monkeypatch):
    def interrupted(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(session, "_answer", interrupted)
    done = run("good")
    assert done.exit_code == 130
    assert "the same command goes on from there" in done.output.splitlines()[-1]
