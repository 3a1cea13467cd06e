# SPDX-License-Identifier: Apache-2.0
"""The estimator against values worked out by hand or known in the literature."""

import numpy as np
import pandas as pd
import pytest
import synthetic
from fifteen import records, statistics, tables
from fifteen.errors import Mistake


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return statistics.load(synthetic.write(tmp_path_factory.mktemp("results")))


def rounds(**columns):
    return pd.DataFrame(columns, index=pd.RangeIndex(len(next(iter(columns.values())))))


# ---- The median and its interval ----


# ranks and coverage of the sign test's intervals, as in any table of them (Conover 1999, table A3)
@pytest.mark.parametrize(
    ("n", "low", "high", "coverage"),
    [
        (6, 1, 6, 0.96875),
        (7, 1, 7, 0.984375),
        (8, 1, 8, 0.9921875),
        (9, 2, 8, 0.9609375),
        (10, 2, 9, 0.978515625),
        (11, 2, 10, 0.98828125),
        (12, 3, 10, 0.96142578125),
    ],
)
def test_narrowest_symmetric_interval(n, low, high, coverage):
    values = np.random.default_rng(n).permutation(np.arange(1, n + 1))
    interval = statistics.median_interval(values)
    assert (interval.low, interval.high) == (low, high)
    assert interval.coverage == pytest.approx(coverage)
    assert interval.median == (n + 1) / 2


@pytest.mark.parametrize(("n", "coverage"), [(1, 0), (3, 0.75), (5, 0.9375)])
def test_too_few_runs_give_the_range_and_admit_its_coverage(n, coverage):
    interval = statistics.median_interval(np.arange(n))
    assert (interval.low, interval.high) == (0, n - 1)
    assert interval.coverage == pytest.approx(coverage)


# ---- Two humps ----


def test_two_humps_are_found():
    humps = statistics.two_humps([1.00, 1.40, 1.01, 1.41, 1.00, 1.40])
    assert humps == (1.00, 1.40, 3, 3)


@pytest.mark.parametrize(
    "values",
    [
        [1.00, 1.01, 1.00, 1.01, 1.00, 2.00],  # one far run is an outlier
        [1.0000, 1.0300, 1.0001, 1.0301, 1.0, 1.03],  # three per cent apart
        [1.00, 1.01, 1.02, 1.03, 1.04, 1.05],
        [1.0, 1.0, 1.4, 1.4],  # too few to say
        [1.0] * 6,
    ],
)
def test_no_two_humps(values):
    assert statistics.two_humps(values) is None


def test_humps_are_a_rare_false_alarm():
    samples = np.random.default_rng(3).normal(1, 0.1, (2000, 6))
    alarms = sum(statistics.two_humps(sample) is not None for sample in samples)
    assert 2 <= alarms <= 45  # 1 % of 2000, with five standard deviations to spare


# ---- Ratios ----


def test_ratio_is_the_geometric_mean_with_a_t_interval_on_logarithms():
    ones = pd.Series([1.0, 1.0, 1.0])
    result = statistics.ratio(pd.Series([1.0, 2.0, 4.0]), ones)
    half = 4.30265272991 * np.log(2) / np.sqrt(3)  # t(0.975; 2), s = log 2
    assert result.ratio == pytest.approx(2)
    assert result.low == pytest.approx(2 / np.exp(half))
    assert result.high == pytest.approx(2 * np.exp(half))


def test_ratio_pairs_within_rounds():
    drifting = pd.Series([10.0, 20.0, 40.0])
    result = statistics.ratio(3 * drifting, drifting)
    assert (result.low, result.high) == (pytest.approx(3), pytest.approx(3))
    assert statistics.ratio(pd.Series([2.0, 9.0]), pd.Series([1.0, np.nan])).rounds == 1
    with pytest.raises(ValueError, match="no round"):
        statistics.ratio(pd.Series([1.0], index=[1]), pd.Series([1.0], index=[2]))


# ---- Rankings ----


def test_letters_are_shared_by_what_is_not_separated():
    # steps of 4 % under noise of 4 %: neighbours can't be told apart, the ends can
    noise = np.array([-0.04, 0.02, 0.0, 0.03, -0.01, 0.0])
    table = rounds(slow=1.08 + noise[::-1], quick=1.0 + noise, middle=1.04 - noise)
    letters = statistics.rank(table).letters
    assert letters.to_dict() == {"quick": "a", "middle": "ab", "slow": "b"}
    assert list(letters.index) == ["quick", "middle", "slow"]


def test_differences_under_one_per_cent_tie_however_certain():
    noise = 1 + np.array([1, -1, 2, -2, 0, 1]) * 1e-6
    ranking = statistics.rank(rounds(a=noise, b=1.009 * noise[::-1], c=1.02 * noise))
    assert ranking.letters.to_dict() == {"a": "a", "b": "a", "c": "b"}
    assert ranking.pairs["p_holm"].max() < 1e-6


def test_holm_steps_down_from_the_smallest_p():
    random, costs = np.random.default_rng(1), {"a": 1, "b": 1.03, "c": 2}
    table = rounds(**{name: cost + random.normal(0, 0.01, 6) for name, cost in costs.items()})
    pairs = statistics.rank(table).pairs.sort_values("p")
    by_hand = np.maximum.accumulate(pairs["p"].to_numpy() * [3, 2, 1])
    assert pairs["p_holm"].to_numpy() == pytest.approx(np.minimum(by_hand, 1))


def test_no_letters_below_five_rounds():
    four = rounds(a=[1.0, 1.1, 1.0, 1.1], b=[2.0, 2.1, 2.2, 2.0])
    assert set(statistics.rank(four).letters) == {""}
    five = pd.concat([four, four.tail(1) + 0.01], ignore_index=True)
    assert statistics.rank(five).letters.to_dict() == {"a": "a", "b": "b"}
    five.loc[0, "b"] = np.nan
    assert statistics.rank(five).letters.to_dict() == {"a": "a", "b": ""}


def test_equal_columns_tie_and_constant_ones_differ():
    ranking = statistics.rank(rounds(a=[1.0] * 5, b=[1.0] * 5, c=[2.0] * 5))
    assert ranking.letters.to_dict() == {"a": "a", "b": "a", "c": "b"}


def test_the_leaders_are_those_not_separated_from_the_cheapest():
    noise = 1 + np.array([1, -1, 2, -2, 0, 1]) * 1e-6
    ranking = statistics.rank(rounds(c=1.02 * noise, b=1.009 * noise[::-1], a=noise))
    assert ranking.leaders() == ["a", "b"]
    assert statistics.rank(rounds(a=noise[:4], b=noise[:4])).leaders() == []


def test_more_groups_than_letters_are_compared_and_not_lettered():
    noise = 1 + np.array([1, -1, 2, -2, 0]) * 1e-4
    ranking = statistics.rank(rounds(**{f"e{n:02}": 1.05**n * noise for n in range(60)}))
    assert set(ranking.letters) == {""}
    assert len(ranking.pairs) == 60 * 59 / 2
    assert ranking.leaders() == ["e00"]


# ---- The block line ----


def block_costs(first, per_byte, blocks=(1, 16, 128, 1024, 32768)):
    """Exact costs in cycles, quoted for a byte as in Results.values, of 16-byte blocks."""
    blocks = np.array(blocks)
    calls = first + per_byte * 16 * (blocks - 1)
    frame = pd.DataFrame({"blocks": blocks, "block_bytes": 16, "bytes_per_call": 16 * blocks})
    return frame.assign(
        cycles=calls / (16 * blocks), machine="m", session="s", round=1, cell="irrelevant"
    )


def test_block_line_recovers_a_call_and_a_block():
    line = statistics.block_line(block_costs(first=320.0, per_byte=10.0), "cycles")
    for call, block in ((line.call, line.block), (line.ols_call, line.ols_block)):
        assert call.median == pytest.approx(160)
        assert block.median == pytest.approx(160)
    assert line.residuals.abs().max() < 1e-9 and line.batch == 1


def test_a_wide_engine_climbs_in_steps():
    """The line is through whole batches; what is left over stands in the residuals."""
    costs = block_costs(first=320.0, per_byte=10.0, blocks=(1, 2, 4, 8, 16)).assign(batch=4)
    costs.loc[:1, "cycles"] *= 1.5
    line = statistics.block_line(costs, "cycles")
    assert (line.call.median, line.block.median) == pytest.approx((160, 160))
    assert line.batch == 4
    assert line.residuals.loc[[1, 2]].tolist() == pytest.approx([1 / 3, 1 / 3])
    assert line.residuals.loc[4:].abs().max() < 1e-9


@pytest.mark.parametrize(
    ("ahead", "slope", "blocks"),
    [
        ([30, 20, -20], 0, 10),  # half way between 4 and 16
        ([-1, -2, -3], 0, 0),
        ([3, 2, 1], 0, np.inf),
        ([3, 2, 1], 2, np.inf),
        ([300, 200, 100], -2, 66),  # beyond the last count
        ([-5, 20, -20], 0, 10),  # the last time counts
        ([3, 0, -1], 0, 4),
    ],
)
def test_the_blocks_from_which_one_is_cheaper(ahead, slope, blocks):
    found = statistics.crossing(np.array([1, 4, 16]), np.array(ahead, dtype=float), slope)
    assert found == pytest.approx(blocks)


def test_a_bad_long_call_does_not_make_the_first_block_free():
    """Trap 8: an unweighted line through these points starts below zero."""
    costs = block_costs(first=320.0, per_byte=10.0)
    costs.loc[4, "cycles"] *= 1.3
    calls = costs["cycles"] * costs["bytes_per_call"]
    assert np.polyval(np.polyfit(16 * (costs["blocks"] - 1), calls, 1), 0) < 0
    line = statistics.block_line(costs, "cycles")
    assert line.ols_call.median < 0
    assert line.call.median == pytest.approx(160, rel=0.2)
    assert line.residuals[32768] > 0.1
    with pytest.raises(ValueError, match="two block counts"):
        statistics.block_line(costs.head(1), "cycles")


# ---- Records to values ----


def value(results, start):
    return results.values[results.values["cell"].str.startswith(start)]


def test_known_costs_come_back(results):
    figures = statistics.figures(results.usable()).set_index("cell")
    c = figures.loc["c/mars/portable::encrypt[128-bit:1024-blocks]@gcc-12.2.0"]
    assert c["cycles"] == pytest.approx(17.3, rel=0.01)
    assert c["ns"] == pytest.approx(17.3 / synthetic.CORE_GHZ, rel=0.01)
    assert (c["cycle_source"], c["clock"], c["runs"]) == ("clock", "wall", 6)
    assert c["cycles_low"] <= c["cycles"] <= c["cycles_high"]
    java = figures.loc["java/mars/portable::keysetup-encrypt[128-bit]@openjdk-17.0.15"]
    assert java["ns"] == pytest.approx(960, rel=0.01)
    assert java["cycles"] == pytest.approx(960 * synthetic.CORE_GHZ, rel=0.01)
    assert (java["cycle_source"], java["clock"]) == ("estimate", "cpu")


def test_only_the_cell_with_two_humps_is_flagged(results):
    figures = statistics.figures(results.usable())
    flagged = figures[figures["humps"].notna()]["cell"]
    assert set(flagged.str.split("[").str[0]) == {synthetic.TWO_HUMPED}


def test_runs_that_had_not_settled_are_flagged(results):
    values = results.usable()
    cell = values["cell"].iloc[0]
    values["settled"] = values["settled"].where(values["cell"] != cell, values["round"] > 2)
    figures = statistics.figures(values).set_index("cell")
    assert figures["unsettled"].drop(cell).eq(0).all()
    assert "2 of 6 runs had not settled" in tables.flag(figures.loc[cell])


def test_the_hardware_counter_comes_first_and_stands_apart():
    cell = records.Cell(
        cell="x", engine="c/x/portable", cipher="x", operation="encrypt", key_bits=128, blocks=2,
        block_bytes=16, calls=4, bytes=128, wall_ns=[100, 300, 200], ticks=[400, 402, 1000],
        core_cycles=[610, 600, 640], core_per_tick=[1.4, 1.6], tick_hz=2e9,
    )  # fmt: skip
    row = statistics._value(cell, "java")
    assert (row["wall_ns"], row["bytes_per_call"]) == (50, 32)
    assert row["counter_cycles"] == 610 / 4
    assert row["clock_cycles"] == pytest.approx(402 * 1.5 / 4)
    quartile = statistics._value(cell, "c")
    assert (quartile["wall_ns"], quartile["counter_cycles"]) == (150 / 4, 605 / 4)
    row |= {"language": "c", "machine": "m", "session": "s"}
    both = statistics._with_cycles(pd.DataFrame([row])).iloc[0]
    assert (both["cycle_source"], both["cycles"]) == ("counter", 610 / 4 / 32)
    lost = row | {"counter_cycles": np.nan}  # in another run of the session
    mixed = statistics._with_cycles(pd.DataFrame([row, lost]))
    assert set(mixed["cycle_source"]) == {"clock"}
    assert mixed["cycles"].tolist() == pytest.approx([402 * 1.5 / 4 / 32] * 2)


def test_rounds_whose_clocks_disagree_are_kept_and_left_out(tmp_path):
    folder = synthetic.write(tmp_path, rounds=4)
    session = next(records.read(folder / "session.json"))
    asked = records.Session(**{**_fields(session), "rounds": 3})
    (folder / "session.json").write_bytes(records.encode(asked))
    for path in (folder / "runs").glob("*.jsonl"):
        head, *cells = records.read(path)
        if head.round == 2:
            for cell in filter(lambda line: isinstance(line, records.Cell), cells):
                cell.marked = "the clock moved"
            path.write_bytes(b"".join(map(records.encode, [head, *cells])))
    results = statistics.load(folder)
    assert set(results.values["round"]) == {1, 2, 3, 4}
    assert set(results.usable()["round"]) == {1, 3, 4}
    (folder / "session.json").write_bytes(records.encode(session))  # four asked for: it must do
    assert set(statistics.load(folder).usable()["round"]) == {1, 2, 3, 4}


def _fields(record):
    return {name: getattr(record, name) for name in record.__struct_fields__}


def test_a_rebuilt_program_is_another_program(tmp_path):
    folder = synthetic.write(tmp_path, rounds=3)
    path = next(p for p in (folder / "runs").glob("*.jsonl") if "rijndael" in p.read_text())
    head, *rest = records.read(path)
    newer = {**_fields(head), "binary": "rebuilt", "started": "2027-01-01T00:00:00Z", "round": 9}
    again = b"".join(map(records.encode, [records.Run(**newer), *rest]))
    (folder / "runs" / "again.jsonl").write_bytes(again)
    values = statistics.load(folder).values
    rebuilt = values[values["cell"] == rest[0].cell]
    assert list(rebuilt["binary"]) == ["rebuilt"]


def test_an_aa_pair_gives_the_floor(results):
    assert statistics.floor(results.usable()).empty
    values = value(results, "c/mars/portable::encrypt[128-bit:1024-blocks]")
    again = values.assign(cell=values["cell"] + " again", cycles=1.004 * values["cycles"])
    floor = statistics.floor(pd.concat([values, again]))
    assert floor["ratio"].to_list() == [pytest.approx(1.004)]


def test_no_session_is_one_clear_line(tmp_path):
    with pytest.raises(Mistake, match="no session here"):
        statistics.load(tmp_path)


def test_a_session_without_a_single_value_loads(tmp_path):
    folder = synthetic.write(tmp_path, rounds=0)
    results = statistics.load(folder)
    assert statistics.figures(results.usable()).empty
    assert results.failures.empty


# ---- Bands ----


def test_bands_are_cut_where_the_gaps_are():
    costs = pd.Series({"a": 1.0, "b": 1.1, "c": 1.2, "d": 10, "e": 11, "f": 100, "g": np.nan})
    bands = statistics.bands(costs)
    assert bands.to_dict() == {"a": 1, "b": 1, "c": 1, "d": 2, "e": 2, "f": 3}
    assert statistics.bands(costs.drop("a")).empty


@pytest.mark.parametrize(
    ("letters", "written"),
    [("", ""), ("abc", "abc"), ("cdefghij", "c–j"), ("bdefgz", "bd–gz"), ("yzAB", "y–B")],
)
def test_many_letters_in_a_row_are_written_short(letters, written):
    assert tables.letters(letters) == written
