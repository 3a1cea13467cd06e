# SPDX-License-Identifier: Apache-2.0
"""Published and measured side by side: values, ratios, ranks, rank correlation, claims, gaps.

Everything here works on tidy frames of figures (``studies.published``, ``procedures.figures``) and
computes; nothing is printed or typed in.
"""

import functools
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

import msgspec
import numpy as np
import pandas as pd
from scipy import stats

from fifteen import statistics, studies
from fifteen.studies import PAPER, Table
from fifteen.tables import number

ALL = "all of them"
OURS = "measured"  # where one table and one verdict is of all toolchains
CLASS = "class"  # a unit: a number that is a name, with no rank and no ratio
LEAST_GROUPED = 5  # the finalists, of whom the report of 2000 speaks in groups
LEAST_RANKED = 3  # two are in the same order or in the other one: that is no correlation


@functools.cache
def _paper(name: str) -> pd.DataFrame:
    return studies.with_derived(name, studies.published(name).assign(series=PAPER))


def paper(name: str) -> pd.DataFrame:
    """The paper's figures, its gaps filled with what its other figures say."""
    return _paper(name).copy()


def more_is_better(unit: str) -> bool:
    """Of rates, kbit/s or keys/s, and of grades; everything else is a cost."""
    return unit.endswith("/s") or unit == "grade"


# ---- Tables ----


@dataclass(frozen=True)
class Beside:
    """One of the paper's tables with our figures.

    ``cells``: a row a figure: ``row``, ``column``, ``series``, ``value``, ``unit``, ``rank``, and
    ``competes``, whether it is ranked at all; ours first, then the published. ``row_names`` and
    ``columns`` are in the paper's order.
    """

    title: str
    cells: pd.DataFrame
    row_names: list[str]
    columns: list[str]
    again: bool  # ours stand in a table before this one too, beside another machine's

    @property
    def units(self) -> dict[str, str]:
        """By column; of a column with several, all of them."""
        units = self.cells.groupby("column", sort=False)["unit"].unique()
        return {column: ", ".join(of) for column, of in units.items()}

    def value(self, row: str, series: str, column: str) -> float:
        """One figure; NaN where there is none."""
        where = {"row": row, "series": series, "column": column}
        found = studies.matching(self.cells, where)["value"]
        return found.iloc[0] if len(found) else math.nan

    def rows(self) -> dict[str, list[tuple[str, list[str]]]]:
        """By name, the lines of the series as people read them: ``19321 (3)`` is third.

        Beneath the published figures, how many times ours they are, where the units are the same.
        """
        known = {(c.row, c.series, c.column): c for c in self.cells.itertuples()}
        series = list(dict.fromkeys(self.cells["series"]))
        shown = {}
        for row in self.row_names:
            lines = []
            for one in series:
                line = [known.get((row, one, column)) for column in self.columns]
                if any(line):
                    lines.append((one, [_shown(cell, one) for cell in line]))
            theirs = [known.get((row, PAPER, column)) for column in self.columns]
            for one in series:
                ours = [known.get((row, one, column)) for column in self.columns]
                ratios = [_ratio(a, b) for a, b in zip(theirs, ours, strict=True)]
                if one != PAPER and any(ratios):
                    lines.append((f"{PAPER} / {one}", ratios))
            shown[row] = lines
        return shown


def _shown(cell: tuple | None, series: str) -> str:
    """N/A is the paper's own word; in square brackets is what it does not print itself."""
    if cell is None or pd.isna(cell.value):
        return "N/A" if cell is not None and series == PAPER else "–"
    if cell.unit == CLASS:
        return f"{cell.value:g}"
    shown = _figure(cell.value)
    if series == PAPER:
        shown = cell.printed if isinstance(cell.printed, str) else f"[{shown}]"
    return shown + (f" ({cell.rank:.0f})" if pd.notna(cell.rank) else "")


def _figure(value: float) -> str:
    """As people read it; the paper's own figures stand as they are printed."""
    size = number(abs(value)) if abs(value) >= 1 else f"{abs(value):.3g}"
    return ("-" if value < 0 else "") + size


def _ratio(theirs: tuple | None, ours: tuple | None) -> str:
    if theirs is None or ours is None or theirs.unit != ours.unit or ours.unit == CLASS:
        return ""
    if not ours.value or not ours.competes:
        return ""
    ratio = theirs.value / ours.value
    return "" if pd.isna(ratio) else _figure(ratio)


def tables(name: str, ours: pd.DataFrame) -> list[Beside]:
    """The paper's tables that we have figures for: a line for each series, and the published."""
    found = []
    for table in studies.tables(name):
        cells = _cells(name, table, ours)
        if cells.empty:
            continue
        spots = list(zip(cells["row"], cells["column"], strict=True))
        rows, columns = _order(name, table.table, spots)
        measured = cells[cells["series"] != PAPER]
        kept = cells[cells["row"].isin(measured["row"])]
        title = _title(table, measured, cells[cells["series"] == PAPER])
        rows = [row for row in rows if row in set(measured["row"])]
        columns = [column for column in columns if column in set(kept["column"])]
        found.append(Beside(title, kept, rows, columns, _again(name, table)))
    return found


def _again(name: str, table: Table) -> bool:
    """Whether the paper prints it of other machines too, and of those that come first."""
    return table not in studies.load(name).tables and bool(table.apart)


def _called(table: Table) -> str:
    """With whose it is, where the paper prints it of several."""
    return ", ".join([table.table, *(table.where[column] for column in table.apart)])


def _cells(name: str, table: Table, ours: pd.DataFrame) -> pd.DataFrame:
    """The figures of a table, placed and ranked, ours before the paper's; empty without ours."""
    rows = ours[ours["table"] == table.table] if len(ours) else ours
    if rows.empty:
        return rows
    rows = rows.assign(series=_series(name, rows)).sort_values("series", kind="stable")
    theirs = studies.matching(paper(name), {"table": table.table} | table.where)
    cells = pd.concat([rows, theirs], ignore_index=True)
    spots = [studies.estimator(name).place(cell) for cell in cells.to_dict("records")]
    cells = cells.assign(row=[row for row, _ in spots], column=[column for _, column in spots])
    ranked = studies.matching(cells, table.only).index
    if table.without:
        ranked = ranked.difference(studies.matching(cells, table.without).index)
    cells["competes"] = cells.index.isin(ranked)
    return cells.assign(rank=_ranks(table, cells))


def _series(name: str, rows: pd.DataFrame) -> pd.Series:
    """Which loop, and which toolchain where tables have several that the paper has not."""
    if studies.load(name).toolchains == "together" or rows["compiler"].nunique() < 2:
        return rows["series"]
    return rows["series"] + ", " + rows["compiler"]


def _ranks(table: Table, cells: pd.DataFrame) -> pd.Series:
    """1 is the best. NaN where one is alone, and where nothing is ranked."""
    better = _goodness(cells).where(cells["competes"])
    groups = better.groupby([cells[c] for c in ("series", table.ranked, *table.within)])
    return groups.rank(method="min", ascending=False).where(groups.transform("count") > 1)


def _goodness(cells: pd.DataFrame) -> pd.Series:
    """The values, costs with their sign turned: more is better."""
    return cells["value"].where(cells["unit"].map(more_is_better), -cells["value"])


def _order(name: str, table: str, spots: list[tuple]) -> tuple[list[str], list[str]]:
    """Rows and columns as the paper has them, then those that it has not."""
    papers = studies.matching(paper(name), {"table": table}).to_dict("records")
    order = [studies.estimator(name).place(row) for row in papers] + spots
    return tuple(list(dict.fromkeys(spot[axis] for spot in order)) for axis in (0, 1))


def _title(table: Table, ours: pd.DataFrame, theirs: pd.DataFrame) -> str:
    runs = int(ours["runs"].min()) if ours["runs"].notna().any() else 0
    reduced = sorted(set(ours["reduced"].dropna()) - {""}) if "reduced" in ours else []
    said = [table.table]
    said += [f"REDUCED, {'; '.join(reduced)}"] if reduced else []
    said += [f"medians of {runs} rounds" if runs > 1 else "one round"] if runs else []
    said += sorted(set(ours["note"].dropna())) if "note" in ours else []
    machines = [theirs[column].dropna().unique() for column in ("platform", "compiler")]
    if any(map(len, machines)):
        said += [f"published: {', '.join(itertools.chain(*machines))}"]
    return "; ".join(said)


# ---- Rank correlation ----


def correlations(name: str, ours: pd.DataFrame) -> pd.DataFrame:
    """How far our order is the paper's: a row a table, group and series.

    Columns: ``table``, ``group`` (the row or column of the table), ``series``, ``n``, Spearman's
    ``rho``, Kendall's ``tau`` (tau-b), ``moved`` (who has another rank among the common figures,
    the paper's and ours), and ``again`` as of a table. Groups with fewer than three common figures
    are left out.
    """
    found = []
    for table in studies.tables(name):
        cells = _cells(name, table, ours)
        if cells.empty:
            continue
        cells = cells.assign(value=_goodness(cells)).dropna(subset=["value", "rank"])
        theirs = cells.loc[cells["series"] == PAPER, ["row", "column", "value"]]
        both = cells[cells["series"] != PAPER]
        both = theirs.merge(both, on=["row", "column"], suffixes=("_paper", ""))
        for where, part in both.groupby([table.ranked, *table.within, "series"], sort=False):
            if len(part) >= LEAST_RANKED:
                group = ", ".join(_plain(value) for value in where[:-1])
                whole = (_called(table), group, where[-1], len(part), *_correlation(part))
                found.append((*whole, _moved(part), _again(name, table)))
    columns = ["table", "group", "series", "n", "rho", "tau", "moved", "again"]
    return pd.DataFrame(found, columns=columns)


def _moved(part: pd.DataFrame) -> str:
    """``RC6-128 1 → 3``, in the paper's order; one axis of the table names them all."""
    axis = "row" if part["row"].nunique() == len(part) else "column"
    pair = part[["value_paper", "value"]].set_axis(["then", "now"], axis="columns")
    both = pair.rank(method="min", ascending=False).assign(who=part[axis])
    both = both[both["then"] != both["now"]].sort_values("then")
    return ", ".join(f"{_plain(r.who)} {r.then:.0f} → {r.now:.0f}" for r in both.itertuples())


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _correlation(part: pd.DataFrame) -> tuple[float, float]:
    pair = part["value"], part["value_paper"]
    if any(side.nunique() < 2 for side in pair):
        return math.nan, math.nan  # all equal: there is no order
    return stats.spearmanr(*pair).statistic, stats.kendalltau(*pair).statistic


# ---- Groups ----


class Groups(NamedTuple):
    """Who is with whom in a column: the best group first, each from its best."""

    table: str
    column: str
    series: str
    members: list[list[str]]


def groups(name: str, ours: pd.DataFrame) -> list[Groups]:
    """Three groups at natural breaks in the columns that ``study.toml`` names, published first."""
    found = []
    for table in studies.load(name).tables:
        whole = msgspec.structs.replace(table, where={}) if table.apart else table
        cells = _cells(name, whole, ours) if table.breaks else pd.DataFrame()
        if cells.empty:
            continue
        cells = cells[cells["column"].isin(table.breaks)].dropna(subset=["value"])
        cost = cells["value"].where(~cells["unit"].map(more_is_better), 1 / cells["value"])
        cells = cells.assign(cost=cost, published=cells["series"] == PAPER)
        for column in table.apart:
            whose = cells["series"] + ", " + cells[column]
            cells["series"] = cells["series"].where(~cells["published"], whose)
        order = ["column", *table.within, "published", "series"]
        for where, part in cells.groupby(order, sort=True):
            bands = statistics.bands(part.set_index("cipher")["cost"].sort_values(), LEAST_GROUPED)
            members = [list(band.index) for _, band in bands.groupby(bands)]
            column = ", ".join(map(_plain, where[: 1 + len(table.within)]))
            found.append(Groups(table.table, column, where[-1], members))
    return [group for group in found if group.members]


# ---- Claims ----


class Missing(LookupError):
    """A figure that a claim needs and that the frame has not."""


class Verdict(NamedTuple):
    """Whether a claim holds (None: it cannot be said), and the figures that say so."""

    holds: bool | None
    numbers: str


class Claim(NamedTuple):
    """What a paper says, where, and what it means in figures."""

    where: str
    words: str  # the paper's own
    check: Callable[[pd.DataFrame], Verdict]  # may raise Missing


def values(frame: pd.DataFrame, by: str, **where) -> pd.Series:
    """The figures that match, by a column; a claim's way to read a frame. Raises Missing."""
    found = studies.matching(frame, where).dropna(subset=["value"]).set_index(by)["value"]
    if found.empty or not found.index.is_unique:
        what = ", ".join(
            f"{column} {' or '.join(map(str, wanted)) if isinstance(wanted, list) else wanted}"
            for column, wanted in where.items()
        )
        raise Missing(f"{'no' if found.empty else 'more than one'} figure of {what}")
    return found


def at(series: pd.Series, *names: str) -> list[float]:
    """These entries of ``values``, in order. Raises Missing."""
    gone = [name for name in names if name not in series.index]
    if gone:
        raise Missing(f"no figure of {', '.join(map(str, gone))}")
    return [float(series[name]) for name in names]


def judged(claim: Claim, frame: pd.DataFrame) -> Verdict:
    """The claim's verdict on a frame of figures."""
    if frame.empty:
        return Verdict(None, "nothing measured")
    try:
        holds, numbers = claim.check(frame)
    except Missing as missing:
        return Verdict(None, str(missing))
    return Verdict(None if holds is None else bool(holds), numbers)


class Judged(NamedTuple):
    """A claim on the paper's own figures, and on ours by toolchain."""

    claim: Claim
    published: Verdict
    measured: dict[str, Verdict]


def claims(name: str, ours: pd.DataFrame) -> list[Judged]:
    """What the paper concludes, held against its figures and against ours."""
    frames = apart(name, ours)
    if len(frames) > 1 and studies.load(name).toolchains == "both":
        frames[ALL] = ours
    return [
        Judged(claim, published, {k: judged(claim, f) for k, f in frames.items()})
        for claim, published in _papers_own(name)
    ]


@functools.cache
def _papers_own(name: str) -> list[tuple[Claim, Verdict]]:
    """The claims, each with what it is of the paper's own figures."""
    found = studies.module(name, "claims")
    return [(claim, judged(claim, paper(name))) for claim in (found.CLAIMS if found else ())]


def apart(name: str, ours: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Our figures by toolchain, each with those of the other language; or all together.

    A study in two languages is one of Java beside C: its toolchains are the JVMs.
    """
    if ours.empty:
        return {}
    if studies.load(name).toolchains == "together":
        return {OURS: ours}
    language = "java" if "java" in set(ours["language"]) else "c"
    mine = ours["language"] == language
    return {
        compiler: ours[~mine | (ours["compiler"] == compiler)]
        for compiler in dict.fromkeys(ours.loc[mine, "compiler"])
    }


# ---- Where the paper slips ----


class Slip(NamedTuple):
    """A printed figure that the paper's other figures do not lead to."""

    table: str
    row: str
    column: str
    printed: str
    computed: float
    what: str


OTHER = "another figure"


def slips(name: str) -> tuple[list[Slip], int]:
    """The printed figures that their own raw figures contradict, and how many were recomputed."""
    if not hasattr(studies.estimator(name), "derived"):
        return [], 0
    printed = studies.published(name).dropna(subset=["value"])
    derived = studies.estimator(name).derived(studies.published(name).assign(series=PAPER))
    both = printed.merge(derived, on=studies.keys(name), suffixes=("", "_computed"))
    both = both.dropna(subset=["value_computed"])
    slack = getattr(studies.estimator(name), "slack", lambda _: 0.0)
    found = []
    for cell in both.to_dict("records"):
        what = _slip(cell["printed"], cell["value_computed"], slack(cell))
        if what:
            place = studies.estimator(name).place(cell)
            if what == OTHER:
                what = _copied(name, cell, place) or what
            computed = float(cell["value_computed"])
            found.append(Slip(cell["table"], *place, cell["printed"], computed, what))
    return found, len(both)


def _slip(printed: str, computed: float, slack: float) -> str:
    """How a printed figure came of the computed one, if not by rounding it; else nothing.

    ``slack`` is how far the computed one may be off, where it is made of rounded figures.
    """
    exact, shown = Decimal(repr(float(computed))), Decimal(printed)
    decimals = max(0, -shown.as_tuple().exponent)
    half = Decimal(10) ** -decimals / 2
    if _rounded(exact, decimals) == shown or abs(exact - shown) <= half + Decimal(slack):
        return ""
    if _rounded(_rounded(exact, decimals + 1), decimals) == shown:
        return "rounded twice"
    if exact.quantize(Decimal(10) ** -decimals, rounding="ROUND_DOWN") == shown:
        return "cut off, not rounded"
    if decimals and _rounded(exact, decimals - 1) == shown:
        return f"right to {decimals - 1} decimals, a nought put behind them"
    return OTHER


def _rounded(value: Decimal, decimals: int) -> Decimal:
    return value.quantize(Decimal(10) ** -decimals, rounding="ROUND_HALF_UP")


def _copied(name: str, cell: dict, place: tuple[str, str]) -> str:
    """Which other figure of the same column is printed in its place, if one is."""
    whole = studies.matching(studies.published(name), {"table": cell["table"]})
    for other in whole[whole["printed"] == cell["printed"]].to_dict("records"):
        row, column = studies.estimator(name).place(other)
        if column == place[1] and row != place[0]:
            return f"a copy of {row}"
    return ""


# ---- What has no partner ----


class Gap(NamedTuple):
    """Published figures of a table that have no measured partner, for one reason."""

    table: str
    columns: list[str]
    figures: int
    reason: str


UNMEASURED = "not measured here (-k, --quick, or the session is not complete)"


def gaps(name: str, ours: pd.DataFrame) -> list[Gap]:
    """The published figures without a partner, each with the reason that ``study.toml`` states.

    What the paper has only in a picture is among them, measured here or not.
    """
    alone = unpartnered(name, ours)
    alone = pd.concat([alone, _untold(name, ours)]).drop_duplicates()
    reasons = [reason or UNMEASURED for reason in stated(name, alone, ours)]
    columns = [studies.estimator(name).place(cell)[1] for cell in alone.to_dict("records")]
    alone = alone.assign(reason=reasons, column=columns)
    return [
        Gap(table, list(dict.fromkeys(part["column"])), len(part), reason)
        for (table, reason), part in alone.groupby(["table", "reason"], sort=False)
    ]


def unpartnered(name: str, ours: pd.DataFrame) -> pd.DataFrame:
    """The published figures that stand beside ours by ``study.toml`` and find none."""
    theirs = studies.published(name)
    shown = [
        studies.matching(theirs, {"table": table.table} | table.where)
        for table in studies.tables(name)
    ]
    rest = theirs[~theirs["table"].isin([table.table for table in studies.load(name).tables])]
    theirs = pd.concat([*shown, rest], ignore_index=True)
    if ours.empty:
        return theirs
    keys = studies.keys(name)
    known = ours.dropna(subset=["value"]).set_index(keys).index
    return theirs[~theirs.set_index(keys).index.isin(known)]


def _untold(name: str, ours: pd.DataFrame) -> pd.DataFrame:
    """The figures that are neither printed nor computed of others, for a stated reason."""
    gone = paper(name)
    gone = gone.loc[gone["value"].isna(), studies.published(name).columns]
    return gone.loc[[bool(reason) for reason in stated(name, gone, ours)]]


def stated(name: str, cells: pd.DataFrame, ours: pd.DataFrame) -> list[str]:
    """For each published figure without partner the first reason that ``study.toml`` states."""
    reasons = np.full(len(cells), "", dtype=object)
    for unavailable in studies.load(name).unavailable:
        meant = studies.matches(cells, unavailable.where)
        column = unavailable.absent
        if column and not ours.empty:
            meant &= ~cells[column].isin(ours[column]).to_numpy()
        reasons[meant & (reasons == "")] = unavailable.reason
    return list(reasons)
