# SPDX-License-Identifier: Apache-2.0
"""The report's tables of new keys, latency and modes in C: who overtakes whom, and from where on.

All are of each cipher's first key size and of the first C toolchain, as the main table is.
"""

import itertools
from functools import cached_property

import numpy as np
import pandas as pd

from fifteen import naming, statistics, tables
from fifteen.statistics import Interval
from fifteen.tables import View

EACH = "each"  # beside block counts: a block of a long message


def _c(view: View) -> pd.DataFrame:
    """The figures that are compared: of the first C toolchain, the null cipher's left out."""
    figures = view.first_keys(view.figures)
    first = view.toolchains["c"][:1]
    return figures[figures["toolchain"].isin(first) & (figures["title"] != view.harness)]


def _blocks(operations: pd.Series) -> pd.Series:
    """How many blocks a key is for: the number in ``rekey-16-encrypt``."""
    return operations.str.extract(r"^rekey-(\d+)-encrypt$", expand=False).astype(float)


class Agility:
    """Encryption under a new key every so many blocks: the values of one view."""

    def __init__(self, view: View):
        figures = _c(view)
        self.figures = figures.assign(under=_blocks(figures["operation"]))
        self.figures = self.figures[self.figures["under"].notna()]
        self.quantity = statistics.measured(self.figures)
        self.values = view.values[view.values["cell"].isin(self.figures["cell"])]
        self._view, self._all = view, figures

    @cached_property
    def counts(self) -> list[int]:
        """The block counts, ascending."""
        return sorted({int(n) for n in self.figures["under"]})

    def curve(self) -> pd.DataFrame:
        """A row a title and block count: ``title``, ``blocks``, cost a byte, ``low``, ``high``."""
        found, size = self.figures, self.figures["under"] * self.figures["block_bytes"]
        name = self.quantity
        costs = {new: found[old] / size for new, old in
                 (("cost", name), ("low", f"{name}_low"), ("high", f"{name}_high"))}  # fmt: skip
        drawn = found[["title", "cipher", "language"]].assign(blocks=found["under"], **costs)
        return drawn.sort_values(["title", "blocks"])

    def overtakings(self) -> pd.DataFrame:
        """A row a pair of engines of one block size that change places, or may.

        ``early`` is the cheaper one at the fewest blocks a key, ``late`` the cheaper one of a long
        message; ``blocks`` is an Interval of the count from which ``late`` is the cheaper one, or
        None where the two are not separated at one end; ``ends``: who is cheaper at each, or "".
        ``attrs``: ``pairs``, and of these ``kept``, which keep their order; ``extended``, whether
        long messages were measured, else the most blocks a key stand for them.
        """
        rows, pairs, kept, extended = [], 0, 0, True
        everywhere = self.figures.groupby("title")["under"].transform("nunique")
        whole = self.figures[everywhere == len(self.counts)]
        for _, titles in whole.groupby("block_bytes"):
            costs = self._costs(set(titles["title"]))
            extended = extended and EACH in costs
            ends = costs[self.counts[0]], costs.get(EACH, costs[self.counts[-1]])
            first, last = map(self._verdicts, ends)
            for pair in itertools.combinations(sorted(costs[self.counts[0]].columns), 2):
                pairs += 1
                ends = first.get(pair, ""), last.get(pair, "")
                if ends[0] and ends[0] == ends[1]:
                    kept += 1
                    continue
                late = ends[1] or (pair[1] if ends[0] == pair[0] else pair[0])
                early = pair[0] if late == pair[1] else pair[1]
                blocks = self._crossing(costs, early, late) if all(ends) else None
                rows.append({"early": early, "late": late, "blocks": blocks, "ends": ends})
        found = pd.DataFrame(rows, columns=["early", "late", "blocks", "ends"])
        found.attrs |= {"pairs": pairs, "kept": kept, "extended": extended}
        return found

    def _costs(self, titles: set[str]) -> dict[int | str, pd.DataFrame]:
        """By block count a row a round, a column a title: a key with its blocks.

        EACH: a block of a long message, if that was measured of all of them.
        """
        values = self.values[self.values["title"].isin(titles)]
        under = _blocks(values["operation"])
        found = {
            n: statistics.by_round(values[under == n], self.quantity, "title") for n in self.counts
        }
        bulk = self._all[
            (self._all["operation"] == "encrypt")
            & (self._all["blocks"] == tables.BULK)
            & self._all["title"].isin(titles)
        ]
        long = self._view.values[self._view.values["cell"].isin(bulk["cell"])]
        long = long.assign(each=long[self.quantity] * long["block_bytes"])
        if set(bulk["title"]) == titles:
            found[EACH] = statistics.by_round(long, "each", "title")
        return found

    @staticmethod
    def _verdicts(rounds: pd.DataFrame) -> dict[tuple[str, str], str]:
        """Of each pair of titles that are separated, in alphabetical order, the cheaper one."""
        pairs = statistics.rank(rounds).pairs
        return {
            tuple(sorted((pair.first, pair.second))): (
                pair.first if pair.ratio > 1 else pair.second
            )
            for pair in pairs.itertuples()
            if pair.separated
        }

    def _crossing(self, costs: dict, early: str, late: str) -> Interval:
        """The block count from which ``late`` is cheaper, by round."""
        counts = np.array(self.counts, dtype=float)
        ahead = pd.DataFrame({n: costs[n][late] - costs[n][early] for n in self.counts}).dropna()
        slope = pd.Series(0.0, index=ahead.index)
        if EACH in costs:
            slope = (costs[EACH][late] - costs[EACH][early]).reindex(ahead.index).fillna(0.0)
        found = [
            statistics.crossing(counts, row, further)
            for row, further in zip(ahead.to_numpy(), slope, strict=True)
        ]
        return statistics.median_interval(np.array(found))


# ---- Latency against throughput ----


def latency(view: View) -> pd.DataFrame:
    """A row a title, lowest latency first: a block that needs the last, a block of many, a ratio.

    ``chained``, ``called`` (calls of a block that need not wait for each other) and ``bulk`` (calls
    of most blocks) are figures, per byte; ``ratio`` is of chained to bulk, within rounds.
    """
    figures = _c(view)
    chained = figures[figures["operation"] == "latency-encrypt"].set_index("title")
    plain = figures[(figures["operation"] == "encrypt") & figures["title"].isin(chained.index)]
    called = plain[plain["blocks"] == 1].set_index("title")
    bulk = view.whole_messages(plain)
    bulk = bulk[bulk["blocks"] > 1].set_index("title")
    quantity = statistics.measured(figures)

    def _of_block(figure: pd.Series) -> float:
        return figure[quantity] * figure["block_bytes"]

    rows = []
    for name, figure in chained.iterrows():
        row = {"title": name, "chained": figure, "called": None, "bulk": None, "ratio": None}
        if name in called.index:
            row["called"] = called.loc[name]
        if name in bulk.index:
            row["bulk"] = bulk.loc[name]
            row["ratio"] = _ratio(view, quantity, figure["cell"], row["bulk"]["cell"])
        rows.append(row)
    return pd.DataFrame(sorted(rows, key=lambda row: _of_block(row["chained"])))


def _ratio(view: View, quantity: str, cell: str, base: str) -> statistics.Ratio | None:
    """How many times the base's cost a cell has, within the rounds that have both, if any."""
    return tables.over(view.by_round(quantity, {cell: cell, base: base}), cell, base)


# ---- Modes over ECB ----


def modes(view: View) -> dict[str, dict[str, statistics.Ratio | None]]:
    """By title, the cheapest first, and mode: how many times ECB's cost a byte.

    ECB is of as many blocks a call, 1024, and in the mode's direction; None where it has no figure.
    """
    figures = _c(view)
    figures = figures[figures["blocks"] == tables.BULK]
    quantity = statistics.measured(figures)
    figures = figures.sort_values(quantity)
    ecb = figures.set_index(["title", "operation"])["cell"].to_dict()
    found = {}
    for figure in figures[figures["operation"].isin(naming.MODES)].iloc:
        name, mode = figure["title"], figure["operation"]
        base = ecb.get((name, "decrypt" if mode.endswith("decrypt") else "encrypt"))
        times = base and _ratio(view, quantity, figure["cell"], base)
        found.setdefault(name, {})[mode] = times
    return found
