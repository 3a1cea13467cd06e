# SPDX-License-Identifier: Apache-2.0
"""Goals and verdicts, on figures that are known."""

import io

import pandas as pd
import pytest
import synthetic
from fifteen import machine, speed, statistics
from rich.console import Console


@pytest.fixture(scope="module")
def values(tmp_path_factory) -> pd.DataFrame:
    values = statistics.load(synthetic.write(tmp_path_factory.mktemp("synthetic"))).usable()
    return values[values["cipher"].isin(("rc6", "rijndael", "null")) & (values["blocks"] <= 1024)]


def line(values: pd.DataFrame, cipher: str, operation="encrypt", **goal) -> speed.Line:
    blocks = 0 if operation.startswith("keysetup") else 1024
    wanted = {"language": "c", "cipher": cipher, "operation": operation, "key_bits": 128}
    wanted |= {"blocks": blocks} | goal
    [found] = [of for of in speed.lines(values) if wanted.items() <= of.goal.items()]
    return found


def as_peer(values: pd.DataFrame, engine: str, peer: str, cost: float) -> pd.DataFrame:
    """The values, and those of an engine again as a peer's that takes ``cost`` times as long."""
    copied = values[values["engine"] == engine].copy()
    copied["engine"], copied["cell"] = peer, copied["cell"].str.replace(engine, peer)
    for quantity in ("ns", "cycles"):
        copied[quantity] *= cost
    return pd.concat([values, copied], ignore_index=True)


def test_a_goal_that_is_missed_and_the_same_goal_reached(values):
    missed = line(values, "rc6")
    assert missed.reached == pytest.approx(11.6, rel=0.05)
    assert missed.verdict.endswith(" % short") and missed.peer is None
    assert line(values.assign(cycles=values["cycles"] / 10), "rc6").verdict == "PASS"
    assert line(values, "rc6", "keysetup-encrypt").verdict == "PASS"


def test_of_our_engines_the_fastest_counts(values):
    wide = as_peer(values, "c/rc6/portable", "c/rc6/avx2", 0.1)
    assert line(wide, "rc6").ours["engine"] == "c/rc6/avx2"


def test_a_goal_may_name_the_engine(values):
    both = as_peer(values, "c/rijndael/portable", "c/rijndael/vaes", 0.1)
    assert line(both, "rijndael", engine="").ours["engine"] == "c/rijndael/vaes"
    assert line(both, "rijndael", engine="portable").ours["engine"] == "c/rijndael/portable"


def test_the_fastest_peer_stands_beside_it_with_a_ratio_of_the_same_rounds(values):
    both = as_peer(values, "c/rc6/portable", "c/slow/rc6", 3.0)
    both = as_peer(both, "c/rc6/portable", "c/quick/rc6", 2.0)
    found = line(both, "rc6")
    assert found.peer["engine"] == "c/quick/rc6"
    assert found.ratio.ratio == pytest.approx(2) and found.ratio.low <= 2 <= found.ratio.high


def test_in_java_the_goal_is_a_ratio_to_the_named_peer_on_that_jvm(values):
    both = as_peer(values, "java/rc6/portable", "java/BC/rc6", 6.5)
    both = as_peer(both, "java/rc6/portable", "java/quick/rc6", 2.0)
    found = line(both, "rc6", language="java", jvm="17")
    assert found.peer["engine"] == "java/BC/rc6" and found.verdict == "PASS"
    found = line(as_peer(values, "java/rc6/portable", "java/BC/rc6", 3.0), "rc6", language="java")
    assert found.verdict.startswith("100")
    assert line(values, "rc6", language="java").verdict == "not measured"


def test_a_single_block_is_held_against_the_fastest_of_all_others(values):
    both = as_peer(values, "c/rc6/portable", "c/slow/rc6", 3.0)
    both = as_peer(both, "c/rc6/portable", "c/quick/rc6", 0.5)
    found = line(both, "rc6", blocks=1)
    assert found.peer["engine"] == "c/quick/rc6" and found.verdict.startswith("100")
    assert line(values, "rc6", blocks=1).verdict == "not measured"


def test_what_was_not_measured_has_no_line(values):
    assert "frog" not in {of.goal["cipher"] for of in speed.lines(values)}


def test_every_goal_is_a_number_of_a_cell_that_exists():
    goals = speed.goals()
    assert not goals.duplicated([*speed.CELL, "jvm", "engine"]).any()
    assert (goals["goal"] > 0).all()
    assert set(goals["unit"]) == {
        *("cycles a byte", "cycles a key"),
        *("times BC", "times bouncycastle", "times any"),
    }


def test_the_table_and_the_data_agree(values):
    found = speed.lines(as_peer(values, "c/rc6/portable", "c/quick/rc6", 2.0))
    out = Console(file=io.StringIO(), width=speed.WIDE)
    speed.show(found, out)
    said, frame = out.file.getvalue(), speed.rows(found)
    passed = (frame["verdict"] == "PASS").sum()
    assert f"{passed} of {len(frame)} goals are reached" in said
    assert "quick" in said and "…" not in said
    assert f"{speed.GOALS_FOR}; this processor: {machine.cpu_numbers()}" in " ".join(said.split())
