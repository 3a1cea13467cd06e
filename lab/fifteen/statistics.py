# SPDX-License-Identifier: Apache-2.0
"""From raw records to figures with honest intervals. The lab's one estimator (docs/statistics.md).

A *value* is what one run says of one cell: the lower quartile of its iterations in C, their median
in Java. A *figure* is what all runs say. Values are compared only within a round, because rounds
are the blocks of the experiment and processes its replicates (Kalibera & Jones 2013, "Rigorous
benchmarking in reasonable time"; Georges, Buytaert & Eeckhout 2007, "Statistically rigorous Java
performance evaluation").
"""

import gc
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

import jenkspy
import msgspec
import numpy as np
import pandas as pd
from scipy import stats
from statsmodels.regression.linear_model import OLS, WLS
from statsmodels.stats.multitest import multipletests
from statsmodels.tools.tools import add_constant

from fifteen import clocks, measures, records
from fifteen.errors import Mistake

LEVEL = 0.95
LETTER_ROUNDS = 5  # below it a paired t has too few degrees of freedom to rank anything
TIE = 0.01  # code placement alone moves as much (Mytkowicz et al. 2009)
BAND_LEAST = 6  # costs that three bands are drawn from
HUMP_LEVEL = 0.01  # one false alarm in a hundred single-humped cells
HUMPS_APART = 0.05  # below it memory placement alone makes humps

# Of frames as small as the lab's: with Arrow's text a report takes a third longer.
pd.set_option("mode.string_storage", "python")


# ---- Records to values ----


@dataclass(frozen=True)
class Results:
    """A results folder, read.

    ``values`` has a row for each cell of each run, with the columns of :func:`_value` and
    :func:`_with_cycles`; ``runs``, ``failures``, ``verifications`` and ``published`` have a row a
    record, and so has each verb's frame in ``measures``. ``machines`` maps a machine's digest to
    its facts, ``sessions`` names to sessions.
    """

    folder: Path
    sessions: dict[str, records.Session]
    machines: dict[str, dict]
    runs: pd.DataFrame
    values: pd.DataFrame
    failures: pd.DataFrame
    verifications: pd.DataFrame
    published: pd.DataFrame
    measures: dict[str, pd.DataFrame]

    def usable(self) -> pd.DataFrame:
        """The values that count: one of each cell and round, of rounds that were not disturbed.

        Of a cell that was measured again within its round, the undisturbed value counts, else the
        least disturbed. Where a session has too few good rounds, its least bad ones count too. The
        rules (``clocks``) see readings of the clock only, never a measured time.
        """
        values, kept = self._undisturbed(), []
        for (_, session), rounds in values.groupby(["machine", "session"]):
            bad = rounds.groupby("round")["disturbed"].sum()
            share = bad / rounds.groupby("round")["core_per_tick"].count().clip(lower=1)
            asked = self.sessions[session].rounds if session in self.sessions else 0
            kept.append(rounds[rounds["round"].isin(clocks.counting(share.to_dict(), asked))])
        return pd.concat(kept) if kept else values

    def _undisturbed(self) -> pd.DataFrame:
        """The best value of each cell and round, and whether even it was ``disturbed``."""
        widest = self.values.groupby(["machine", "binary"])["width"].transform(clocks.widest)
        narrow = clocks.narrow(self.values["width"], widest)
        values = self.values.assign(disturbed=self.values["marked"].notna() | narrow)
        best = values.sort_values(["disturbed", "width"], ascending=[True, False], kind="stable")
        best = best.drop_duplicates(["machine", "session", "round", "cell"])
        return values[values.index.isin(best.index)]


def load(folder: Path) -> Results:
    """Read a results folder (``records``). Raises Mistake if it holds no session."""
    folder = Path(folder)
    try:
        sessions = {record.session: record for record in records.read(folder / "session.json")}
    except OSError:
        sessions = {}
    if not sessions:
        raise Mistake(f"{folder}: no session here: run ./fifteen evaluate, or give --results")
    rows = {kind: [] for kind in ("run", "cell", "failure", "published", *measures.KINDS)}
    for path in sorted((folder / "runs").glob("*.jsonl")):
        _read_run(path, rows)
    verified = [
        msgspec.structs.asdict(record)
        for path in sorted((folder / "verified").glob("*.jsonl"))
        for record in records.read(path)
        if isinstance(record, records.Verification)
    ]
    machines = {
        record.machine: record.facts
        for path in sorted((folder / "machines").glob("*.json"))
        for record in records.read(path)
        if isinstance(record, records.Machine)
    }
    return Results(
        folder=folder,
        sessions=sessions,
        machines=machines,
        runs=_frame(rows["run"], records.Run, (*_HEAD, "version", "flags")),
        values=_with_cycles(
            _latest_binary(_frame(rows["cell"], records.Cell, (*_HEAD, *_MEDIANS)))
        ),
        failures=_frame(rows["failure"], records.Failure, _HEAD),
        verifications=_frame(verified, records.Verification),
        published=_frame(rows["published"], records.Published, _HEAD),
        measures={
            verb: _latest_binary(_frame(rows[verb], kind, _HEAD))
            for verb, kind in measures.KINDS.items()
        },
    )


# A run's value: this quartile of its iterations, else the second, their median. One of C lasts
# microseconds, and what disturbs it only adds to it (Chen & Revels 2016, "Robust benchmarking in
# noisy environments"): the first stands while three in four are hit. One of Java lasts long, and is
# hit by a little.
QUARTILE = {"c": 1}

# what a cell needs to know of its run
_HEAD = ("run", "session", "round", "machine", "binary", "started", "toolchain", "language")

# what _value works out, for one call
_MEDIANS = (
    "allocated", "counter_cycles", "clock_cycles", "bytes_per_call", "iterations", "width",
)  # fmt: skip
# numbers even where nobody recorded one
_MEASURED = (
    "wall_ns", "cpu_ns", "tick_hz", "core_per_tick", "counter_cycles", "clock_cycles",
    "instructions", "width",
)  # fmt: skip


def _frame(rows: list[dict], kind: type, more: tuple[str, ...] = ()) -> pd.DataFrame:
    """The rows as a frame that has every field of the record, be there rows or not."""
    frame = pd.DataFrame(rows)
    fields = [field for field in (*more, *kind.__struct_fields__) if field not in frame]
    return frame.reindex(columns=[*frame.columns, *fields])


def _read_run(path: Path, rows: dict[str, list[dict]]) -> None:
    """Add the records of one run's file to the rows of their kind."""
    head = dict.fromkeys(_HEAD)
    for record in records.read(path):
        match record:
            case records.Run():
                head = {name: getattr(record, name, None) for name in _HEAD}
                head |= {"toolchain": record.toolchain.name, "language": record.toolchain.language}
                chain = {"version": record.toolchain.version, "flags": record.toolchain.flags}
                rows["run"].append(msgspec.structs.asdict(record) | head | chain)
            case records.Cell():
                rows["cell"].append(head | _value(record, head["language"]))
            case records.Failure():
                rows["failure"].append(head | msgspec.structs.asdict(record))
            case records.Measure():
                rows[record.operation].append(head | msgspec.structs.asdict(record))
            case records.Published():
                rows["published"].append(head | msgspec.structs.asdict(record))


def _value(cell: records.Cell, language: str | None) -> dict:
    """What one run says of one cell (``QUARTILE``), for one call or one key set-up.

    ``wall_ns``, ``cpu_ns``: nanoseconds. ``allocated``: bytes. ``counter_cycles``: core cycles by
    the hardware counter; ``clock_cycles``: core cycles as ticks times the measured cycles a tick.
    ``width``: instructions that the core could issue in a cycle meanwhile. NaN where not recorded.
    """
    row = {
        name: getattr(cell, name)
        for name in records.Cell.__struct_fields__
        if name
        not in ("warmup_ns", "unsettled_ns", "core_cycles", "allocated_bytes", "issued_per_tick")
    }
    row["iterations"] = len(cell.wall_ns)
    row["core_per_tick"] = np.mean(cell.core_per_tick) if cell.core_per_tick else np.nan
    number = QUARTILE.get(language, 2)
    for name in ("wall_ns", "cpu_ns", "ticks", "instructions"):
        row[name] = _quartile(getattr(cell, name), number) / cell.calls
    row["allocated"] = _quartile(cell.allocated_bytes, number) / cell.calls
    row["counter_cycles"] = _quartile(cell.core_cycles, number) / cell.calls
    row["clock_cycles"] = row["ticks"] * row["core_per_tick"]
    row["bytes_per_call"] = cell.bytes // cell.calls
    row["width"] = clocks.width(cell)
    return row


def _quartile(iterations: list[float] | None, number: int) -> float:
    """By Python's own, as NumPy takes ten times as long for so few, of which there are many."""
    if not iterations:
        return np.nan
    if len(iterations) == 1:
        return float(iterations[0])
    return quantiles(iterations, n=4, method="inclusive")[number - 1]


def _latest_binary(values: pd.DataFrame) -> pd.DataFrame:
    """Keep a cell's newest binary on each machine: a rebuilt program is another program."""
    if values.empty:
        return values
    values = values.sort_values("started", kind="stable")
    newest = values.groupby(["machine", "cell"])["binary"].transform("last")
    values = values[values["binary"] == newest]
    latest = values.groupby(["machine", "session", "round", "cell"])["run"].transform("last")
    return values[values["run"] == latest]


def _with_cycles(values: pd.DataFrame) -> pd.DataFrame:
    """Add the quoted costs: ``ns`` and ``cycles``, for a byte or for a key set-up.

    ``ns`` is wall time in C, where the run is alone on its core, and the thread's CPU time in Java
    where the JVM gives it. ``cycle_source`` says where ``cycles`` are from: ``counter`` (hardware),
    ``clock`` (ticks times measured cycles a tick) or ``estimate`` (Java: ``ns`` times the core rate
    that the C runs of the same machine measured). The counter's are taken only where every run of
    the session has them, so that no figure and no ratio is of two sorts of cycles.
    """
    values = values.astype(dict.fromkeys(_MEASURED, float))
    quoted = values["bytes_per_call"].where(values["bytes_per_call"] > 0, 1).astype(float)
    java = values["language"] == "java"
    time = values["cpu_ns"].where(java & values["cpu_ns"].notna(), values["wall_ns"])
    rate = values["tick_hz"] * values["core_per_tick"] / 1e9
    machine_rate = rate.groupby(values["machine"]).transform("median")
    alike = [values[name] for name in ("machine", "session", "language")]
    counted = values["counter_cycles"].notna().groupby(alike, dropna=False).transform("all")
    estimate = time * machine_rate
    cycles = values["counter_cycles"].where(counted, values["clock_cycles"]).fillna(estimate)
    values["core_ghz"] = machine_rate
    values["clock"] = np.where(java & values["cpu_ns"].notna(), "cpu", "wall")
    values["ns"] = time / quoted
    values["cycles"] = cycles / quoted
    values["cycle_source"] = np.select(
        [counted, values["clock_cycles"].notna(), estimate.notna()],
        ["counter", "clock", "estimate"],
        "none",
    )
    return values


# ---- A cell's figure ----


class Interval(NamedTuple):
    """A median between two order statistics, and the probability that they cover the true one."""

    median: float
    low: float
    high: float
    coverage: float


def median_interval(values: np.ndarray) -> Interval:
    """The median and the narrowest symmetric order-statistic interval of at least 95 %.

    David & Nagaraja 2003, *Order Statistics*, section 7.1; the ranks are those of
    ``scipy.stats.quantile_test``. Below six values none reaches 95 %: the range is given, with the
    coverage that it has. No distribution is assumed. Values in any unit, none missing.
    """
    ordered = np.sort(np.asarray(values, dtype=float))
    n = len(ordered)
    rank, coverage = _lower_rank(n)
    return Interval(float(np.median(ordered)), ordered[rank - 1], ordered[n - rank], coverage)


@lru_cache
def _lower_rank(n: int) -> tuple[int, float]:
    """The rank, from 1, of the interval's lower end among ``n`` values, and its coverage."""
    ranks = np.arange(1, n + 1)
    low = stats.quantile_test(ranks, q=ranks.mean(), p=0.5).confidence_interval(LEVEL).low
    rank = 1 if np.isnan(low) else int(low)
    return rank, max(0.0, 1 - 2 * stats.binom.cdf(rank - 1, n, 0.5))


class Humps(NamedTuple):
    """Two clusters of runs: their medians, and how many runs each has."""

    low: float
    high: float
    low_runs: int
    high_runs: int


def two_humps(values: np.ndarray) -> Humps | None:
    """The two humps that the runs of a cell fall into, or None.

    Engelman & Hartigan 1969, "Percentage points of a test for clusters", JASA 64: the largest
    ratio, over all cuts, of the variance between two clusters to that within, against what samples
    of one normal distribution give (1 % level, simulated with a fixed seed). A single far run is an
    outlier, not a hump, and humps less than 5 % apart come with every change of a buffer's address:
    neither is reported.
    """
    ordered = np.sort(np.asarray(values, dtype=float))
    n = len(ordered)
    if n < LETTER_ROUNDS or np.ptp(ordered) == 0:
        return None
    scores = _cut_scores(ordered[None, :])[0]
    cut = int(np.argmax(scores)) + 2
    low, high = np.median(ordered[:cut]), np.median(ordered[cut:])
    if scores.max() < _hump_threshold(n) or high / low < 1 + HUMPS_APART:
        return None
    return Humps(low, high, cut, n - cut)


def _cut_scores(ordered: np.ndarray) -> np.ndarray:
    """Between over within sum of squares (samples x cuts), for cuts that leave two on each side."""
    n = ordered.shape[1]
    total = ordered.var(axis=1) * n
    scores = []
    for cut in range(2, n - 1):
        left, right = ordered[:, :cut], ordered[:, cut:]
        within = left.var(axis=1) * cut + right.var(axis=1) * (n - cut)
        scores.append((total - within) / np.maximum(within, 1e-12 * total))
    return np.array(scores).T


@lru_cache
def _hump_threshold(n: int) -> float:
    samples = np.random.default_rng(1969).standard_normal((20_000, n))
    return float(np.quantile(_cut_scores(np.sort(samples, axis=1)).max(axis=1), 1 - HUMP_LEVEL))


_SAME_CELL = ["machine", "cell"]
_DESCRIBES_CELL = [
    "engine",
    "cipher",
    "language",
    "toolchain",
    "operation",
    "key_bits",
    "blocks",
    "block_bytes",
    "clock",
    "cycle_source",
]


def figures(values: pd.DataFrame) -> pd.DataFrame:
    """One row a cell: what it is, ``runs``, ``coverage``, ``humps``, and for each of ``ns`` and
    ``cycles`` (a byte, or a key set-up) the median and its interval, as ``ns``, ``ns_low``,
    ``ns_high``; ``humps`` is in :func:`measured`'s unit; ``unsettled`` is of how many runs the
    times still fell; ``empty_ns`` is the median empty loop, for
    one call."""
    quoted = ["ns", "ns_low", "ns_high", "coverage", "cycles", "cycles_low", "cycles_high", "humps"]
    columns = [*_SAME_CELL, "runs", *_DESCRIBES_CELL, *quoted, "unsettled", "empty_ns"]
    if values.empty:
        return pd.DataFrame(columns=columns)
    by_cell = [values[name] for name in _SAME_CELL]
    empty = values["empty_ns"].astype(float) / values["calls"]
    whole = {
        "runs": values.groupby(_SAME_CELL, sort=False).size(),
        "unsettled": values["settled"].eq(False).groupby(by_cell, sort=False).sum(),
        "empty_ns": empty.groupby(by_cell, sort=False).median(),
    }
    described = values.drop_duplicates(_SAME_CELL, keep="last").set_index(_SAME_CELL)
    rows = []
    for cell, runs in values[["ns", "cycles", "cycle_source"]].groupby(by_cell, sort=False):
        row = dict(zip(_SAME_CELL, cell, strict=True))
        for quantity in ("ns", "cycles"):
            interval = median_interval(runs[quantity].to_numpy())
            row |= {quantity: interval.median, f"{quantity}_low": interval.low}
            row |= {f"{quantity}_high": interval.high, "coverage": interval.coverage}
        row["humps"] = two_humps(runs[measured(runs)].to_numpy())
        rows.append(row)
    found = pd.DataFrame(rows, columns=[*_SAME_CELL, *quoted]).set_index(_SAME_CELL)
    found = found.join([pd.DataFrame(whole), described[_DESCRIBES_CELL]]).reset_index()
    return found[columns]


def measured(frame: pd.DataFrame) -> str:
    """What to compare one toolchain's values by: ``cycles`` where measured, else ``ns``."""
    return "cycles" if set(frame["cycle_source"]) <= {"counter", "clock"} else "ns"


# ---- Ratios and rankings: within rounds ----


def by_round(values: pd.DataFrame, quantity: str, column: str) -> pd.DataFrame:
    """A row a round (machine, session, round), a column for each value of ``column``."""
    keys = ["machine", "session", "round", column]
    there = values[[*keys, quantity]].dropna().drop_duplicates(keys, keep="last")
    return there.set_index(keys)[quantity].unstack(column)


class Ratio(NamedTuple):
    """A geometric mean of within-round ratios; its bounds are NaN if there was one round."""

    ratio: float
    low: float
    high: float
    rounds: int


def ratio(numerator: pd.Series, denominator: pd.Series) -> Ratio:
    """How many times the denominator the numerator costs, with a 95 % t interval on logarithms.

    Both are indexed by round; only rounds that have both count (Kalibera & Jones 2013). Raises
    ValueError when there is none.
    """
    logs = np.log(numerator / denominator).dropna()
    if logs.empty:
        raise ValueError("no round has both")
    mean, half = logs.mean(), np.nan
    if len(logs) > 1:
        half = _t_quantile(len(logs)) * stats.sem(logs)
    return Ratio(*np.exp([mean, mean - half, mean + half]).tolist(), len(logs))


@lru_cache
def _t_quantile(n: int) -> float:
    """How many standard errors of ``n`` values reach from their mean to the interval's end."""
    return float(stats.t.ppf((1 + LEVEL) / 2, n - 1))


class Ranking(NamedTuple):
    """``letters``: by name, cheapest first, empty where nothing can be ranked.

    ``pairs``: a row a pair, with ``first``, ``second``, the fields of a :class:`Ratio`, ``p``,
    ``p_holm`` and ``separated``.
    """

    letters: pd.Series
    pairs: pd.DataFrame

    def leaders(self) -> list[str]:
        """The cheapest and whatever is not separated from it; empty where nothing is ranked."""
        if self.pairs.empty:
            return []
        cheapest = self.pairs["first"].iloc[0]
        tied = self.pairs[(self.pairs["first"] == cheapest) & ~self.pairs["separated"].astype(bool)]
        return [cheapest, *tied["second"]]


def rank(rounds: pd.DataFrame) -> Ranking:
    """Letters for one column of one table: a shared letter means *not separated*, not *equal*.

    ``rounds`` has a row a round and a column a competitor (:func:`by_round`). All pairs are
    compared by a paired t on logarithms within rounds, Holm's (1979) step-down at 5 % over the
    whole column, and letters given after Piepho 2004, JCGS 13. Differences under 1 % always tie.
    Competitors with fewer than five rounds get no letters, and nothing does where 52 are too few.
    """
    order = np.exp(np.log(rounds).mean()).sort_values().index
    enough = [name for name in order if rounds[name].notna().sum() >= LETTER_ROUNDS]
    complete = rounds[enough].dropna()
    blank = pd.Series("", index=order, dtype=object)
    pairs = pd.DataFrame(columns=["first", "second", *Ratio._fields, "p", "p_holm", "separated"])
    if not enough or len(complete) < LETTER_ROUNDS:
        return Ranking(blank, pairs)
    if len(enough) == 1:
        return Ranking(blank.where(order != enough[0], "a"), pairs)
    from scikit_posthocs import compact_letter_display  # with matplotlib, which takes a second

    pairs = compare(complete[enough])
    pairs["p_holm"] = _holm(pairs["p"])
    near = np.abs(np.log(pairs["ratio"])) < np.log1p(TIE)
    pairs["separated"] = (pairs["p_holm"] < 1 - LEVEL) & ~near
    tied = np.ones((len(enough), len(enough)))
    first, second = _pairs(len(enough))
    tied[first, second] = tied[second, first] = ~pairs["separated"]
    try:
        letters = compact_letter_display(tied, 1 - LEVEL, names=enough).str.replace(" ", "")
    except ValueError:  # more groups than the alphabet has letters, large and small
        letters = blank
    return Ranking(letters.reindex(order, fill_value=""), pairs)


def _holm(p: pd.Series) -> np.ndarray:
    """Adjusted. What is there is kept from the garbage collection that statsmodels has each time:
    with all that a report loads it takes longer than all else here."""
    gc.freeze()
    try:
        return multipletests(p, alpha=1 - LEVEL, method="holm")[1]
    finally:
        gc.unfreeze()


def compare(rounds: pd.DataFrame) -> pd.DataFrame:
    """Every pair of columns: the :func:`ratio` of second to first, and the paired t's ``p``.

    All at once, as there are hundreds. ``rounds`` has two rounds and two columns at least, and no
    gaps.
    """
    first, second = _pairs(rounds.shape[1])
    logs = np.log(rounds.to_numpy(dtype=float))
    logs = logs[:, second] - logs[:, first]
    n, mean, error = len(logs), logs.mean(axis=0), stats.sem(logs)
    half = _t_quantile(n) * error
    # without spread there is no t: equal values tie, others differ
    alike = np.ptp(logs, axis=0) == 0
    p = 2 * stats.t.sf(np.abs(mean) / np.where(alike, 1, error), n - 1)
    bounds = dict(
        zip(("ratio", "low", "high"), np.exp([mean, mean - half, mean + half]), strict=True)
    )
    names = rounds.columns.to_numpy()
    pairs = {"first": names[first], "second": names[second], **bounds, "rounds": n}
    return pd.DataFrame(pairs | {"p": np.where(alike, mean == 0, p)})


def _pairs(n: int) -> tuple[np.ndarray, np.ndarray]:
    """The places of the first and of the second of all pairs of ``n``."""
    return np.triu_indices(n, 1)


def bands(costs: pd.Series, least: int = BAND_LEAST) -> pd.Series:
    """Three bands at natural breaks: 1, the cheapest, to 3, indexed as ``costs`` (any unit).

    The cuts leave the least variance of logarithms within the bands (Fisher 1958, JASA 53; in
    cartography Jenks's breaks, by jenkspy). Bands are a reading aid: what separates neighbours is
    the letters' to say. Below ``least`` costs there are none.
    """
    logs = np.log(costs.dropna())
    if logs.nunique() < least:
        return pd.Series(dtype=int)
    inner = jenkspy.jenks_breaks(logs, n_classes=3)[1:-1]
    return pd.Series(np.searchsorted(inner, logs) + 1, index=logs.index)


def floor(values: pd.DataFrame) -> pd.DataFrame:
    """The A/A pairs: one engine measured twice under two names, and the ratio that came out.

    A row a pair: ``cell``, ``again`` (the longer name), ``ratio``, ``low``, ``high``, ``rounds``.
    What an A/A pair differs by is noise, so nothing smaller can be believed. Empty where the
    session has no pair.
    """
    same = ["machine", "engine", "toolchain", "operation", "key_bits", "blocks"]
    rows = []
    twice = values.groupby(same)["cell"].transform("nunique") == 2
    for _, twins in values[twice].groupby(same):
        names = sorted(set(twins["cell"]), key=len)
        rounds = by_round(twins, measured(twins), "cell").dropna()
        if len(rounds):
            result = ratio(rounds[names[1]], rounds[names[0]])
            rows.append({"cell": names[0], "again": names[1], **result._asdict()})
    return pd.DataFrame(rows, columns=["cell", "again", *Ratio._fields])


# ---- The price of a call and of each block ----


class Line(NamedTuple):
    """A call's cost as a straight line of its blocks.

    ``call``: what a call costs beside its blocks; ``block``: what each block adds; ``ols_call`` and
    ``ols_block``: the same unweighted; ``residuals``: by block count, how far the measured cost
    lies from the weighted line, as a fraction of the cost; ``batch``: blocks worked on at once.
    """

    call: Interval
    block: Interval
    ols_call: Interval
    ols_block: Interval
    residuals: pd.Series
    batch: int


def block_line(values: pd.DataFrame, quantity: str) -> Line:
    """A weighted straight line through the costs of calls of different sizes, one for each round.

    ``values`` are one engine's, one operation's and one key size's; ``quantity`` is ``ns`` or
    ``cycles``. Spread grows with the cost, so each point has the weight 1/cost^2 (Carroll & Ruppert
    1988, *Transformation and Weighting in Regression*): unweighted, the longest call alone decides,
    and the cost of a call can come out negative. An engine that works on several blocks at once
    climbs in steps: the line is through whole batches, and the residuals of the rest show the step.
    The figure of each coefficient is that of :func:`median_interval` over the rounds' lines. Raises
    ValueError below two block counts.
    """
    batch = int(values["batch"].max()) if values.get("batch", pd.Series()).notna().any() else 1
    lines, residuals = [], []
    for _, points in values.groupby(["machine", "session", "round"]):
        if points["blocks"].nunique() < 2:
            continue
        cost = (points[quantity] * points["bytes_per_call"]).to_numpy()
        blocks = points["blocks"].to_numpy(dtype=float)
        whole = blocks % batch == 0
        if len(set(blocks[whole])) < 2:
            whole = np.full(len(blocks), True)
        design = add_constant(blocks, has_constant="add")
        fit = WLS(cost[whole], design[whole], weights=1 / cost[whole] ** 2).fit()
        plain = OLS(cost[whole], design[whole]).fit()
        lines.append((*fit.params, *plain.params))
        residuals.append(pd.Series((cost - fit.predict(design)) / cost, index=points["blocks"]))
    if not lines:
        raise ValueError("a line needs two block counts in one round")
    coefficients = map(median_interval, np.array(lines).T)
    return Line(*coefficients, pd.concat(residuals, axis=1).median(axis=1).sort_index(), batch)


# ---- Overtaking: who is cheaper from how many blocks on ----


def crossing(counts: np.ndarray, ahead: np.ndarray, slope: float = 0.0) -> float:
    """The number of blocks from which one engine is cheaper than another, for good.

    ``ahead``: by how much the one costs more than the other at each of the block ``counts``,
    ascending; between two counts, costs of blocks are straight lines. ``slope``: by how much each
    block beyond the last adds to that. 0 where the one is never dearer, infinite where it stays so.
    """
    if ahead[-1] > 0:
        return float(counts[-1] - ahead[-1] / slope) if slope < 0 else np.inf
    dearer = np.flatnonzero(ahead > 0)
    if not len(dearer):
        return 0.0
    last = dearer[-1]
    step = ahead[last] / (ahead[last] - ahead[last + 1])
    return float(counts[last] + (counts[last + 1] - counts[last]) * step)
