# SPDX-License-Identifier: Apache-2.0
"""The same engine on other JVMs: what each toolchain costs, by that of the session's first."""

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd

from fifteen import statistics, tables
from fifteen.tables import OPERATIONS, View


@dataclass(frozen=True)
class Across:
    """One operation on every Java toolchain of a session.

    ``rows`` have ``title`` (the engine), ``cost`` (its figure on ``base`` and the interval, in
    time) and ``cells``: for each of ``others`` how many times that cost, or None.
    """

    operation: str
    base: str
    others: list[str]
    rows: list[dict]

    def means(self) -> dict[str, float]:
        """By toolchain the geometric mean of its engines' ratios, where it has any."""
        ratios = pd.DataFrame([[cell and cell.ratio for cell in row["cells"]] for row in self.rows])
        means = np.exp(np.log(ratios.astype(float)).mean())
        return dict(zip(self.others, means, strict=True)) if len(ratios) else {}


def across(view: View) -> list[Across]:
    """Each operation, at each cipher's first key size and whole messages, peers' engines too."""
    figures = view.whole_messages(view.first_keys(view.figures))
    figures = figures[(figures["language"] == "java") & (figures["cipher"] != tables.HARNESS)]
    base, *others = view.toolchains["java"] or [""]
    found = []
    for operation in [o for o in OPERATIONS if others and o in set(figures["operation"])]:
        of = figures[figures["operation"] == operation]
        rounds = _by_engine_and_toolchain(view, of)
        costs = of[of["toolchain"] == base].set_index("title")
        rows = [
            {
                "title": title,
                "order": costs["ns"].get(title, math.inf),
                "cost": tables.in_time(costs.loc[title]) if title in costs.index else ("–", ""),
                "cells": [_ratio(rounds, (title, other), (title, base)) for other in others],
            }
            for title in dict.fromkeys(of["title"])
        ]
        rows.sort(key=lambda row: row["order"])
        found.append(Across(operation, base, others, rows))
    return found


def _by_engine_and_toolchain(view: View, figures: pd.DataFrame) -> pd.DataFrame:
    """A row a round, a column for each (title, toolchain): nanoseconds."""
    values = view.values[view.values["cell"].isin(figures["cell"])]
    pairs = list(zip(values["title"], values["toolchain"], strict=True))
    return statistics.by_round(values.assign(where=pairs), "ns", "where")


def _ratio(rounds: pd.DataFrame, other: tuple, base: tuple) -> statistics.Ratio | None:
    if other not in rounds or base not in rounds:
        return None
    both = rounds[[other, base]].dropna()
    return statistics.ratio(both[other], both[base]) if len(both) else None


def answer(found: list[Across]) -> str:
    """What the other toolchains cost encrypting whole messages, in a sentence; or nothing."""
    for of in found:
        said = [
            f"{tables.number(mean)} times as long with {other}"
            for other, mean in of.means().items()
            if mean > 0
        ]
        if of.operation == "encrypt" and said:
            return (
                f"Against {of.base}, encrypting in Java takes {'; '.join(said)} (geometric means "
                "of the engines measured with both)."
            )
    return ""


def drawn(of: Across) -> pd.DataFrame:
    """A row a ratio, as ``charts.ratios`` takes them, with a mark a toolchain."""
    return pd.DataFrame(
        [
            {
                "title": row["title"],
                "toolchain": other,
                "shown": f"{tables.number(r.ratio)} [{tables.span(r.low, r.high)}]",
                **r._asdict(),
            }
            for row in of.rows
            for other, r in zip(of.others, row["cells"], strict=True)
            if r
        ]
    )
