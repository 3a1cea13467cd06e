# SPDX-License-Identifier: Apache-2.0
"""The same engine with other toolchains: by the first of the session, and how far apart."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd

from fifteen import naming, statistics, tables
from fifteen.naming import OPERATIONS
from fifteen.tables import View


@dataclass(frozen=True)
class Across:
    """One operation with every toolchain that a session has of a language.

    ``rows`` have ``title`` (the engine), ``cost`` (its figure on ``base`` and the interval, in
    time) and ``cells``: for each of ``others`` how many times that cost, or None.
    """

    language: str
    operation: str
    base: str
    others: list[str]
    rows: list[dict]

    def means(self) -> dict[str, float]:
        """By toolchain the geometric mean of its engines' ratios, where it has any."""
        ratios = pd.DataFrame([[cell and cell.ratio for cell in row["cells"]] for row in self.rows])
        means = np.exp(np.log(ratios.astype(float)).mean())
        return dict(zip(self.others, means, strict=True)) if len(ratios) else {}


@dataclass(frozen=True)
class Spread:
    """How evenly engines run: the slowest toolchain's time over the fastest's, the most even first.

    ``rows`` have ``title``, ``ratio``, ``fastest`` and ``slowest`` (toolchains), ``toolchains``
    (how many measured it) and ``letters``, which only those have that all toolchains measured.
    """

    language: str
    operation: str
    toolchains: int
    rows: list[dict]
    leaders: list[str]  # the most even one and whatever is not separated from it


def several(view: View) -> list[str]:
    """The languages of which a session has several toolchains."""
    return [language for language, names in view.toolchains.items() if len(names) > 1]


def across(view: View, language: str = "java") -> list[Across]:
    """Each operation, at each cipher's first key size and whole messages, peers' engines too."""
    base, *others = view.toolchains[language] or [""]
    found = []
    for operation, of, rounds in _operations(view, language):
        costs = of[of["toolchain"] == base].set_index("title")
        rows = [
            {
                "title": title,
                "order": costs["ns"].get(title, math.inf),
                "cost": tables.in_time(costs.loc[title]) if title in costs.index else ("–", ""),
                "cells": [tables.over(rounds, (title, other), (title, base)) for other in others],
            }
            for title in dict.fromkeys(of["title"])
        ]
        rows.sort(key=lambda row: row["order"])
        found.append(Across(language, operation, base, others, rows))
    return found


def spreads(view: View, language: str) -> list[Spread]:
    """Of each operation how far the toolchains lie apart, by engine."""
    return [
        _spread(language, operation, rounds)
        for operation, _, rounds in _operations(view, language)
        if len(rounds)
    ]


def _operations(view: View, language: str) -> Iterator[tuple[str, pd.DataFrame, pd.DataFrame]]:
    """Each operation, its figures, and its rounds by (title, toolchain); none of one toolchain."""
    figures = view.whole_messages(view.first_keys(view.figures))
    figures = figures[(figures["language"] == language) & (figures["cipher"] != tables.HARNESS)]
    for operation in OPERATIONS:
        of = figures[figures["operation"] == operation]
        if len(view.toolchains[language]) > 1 and len(of):
            yield operation, of, _by_engine_and_toolchain(view, of)


def _spread(language: str, operation: str, rounds: pd.DataFrame) -> Spread:
    """The fastest and the slowest are those of all rounds; the ratio is theirs within rounds."""
    rows, apart = [], {}
    most = len({toolchain for _, toolchain in rounds.columns})
    for title in dict.fromkeys(title for title, _ in rounds.columns):
        of = rounds[[column for column in rounds.columns if column[0] == title]].dropna()
        if of.empty or of.shape[1] < 2:
            continue
        means = np.log(of).mean()
        fastest, slowest = means.idxmin(), means.idxmax()
        if of.shape[1] == most:
            apart[title] = of[slowest] / of[fastest]
        rows.append({
            "title": title, "ratio": statistics.ratio(of[slowest], of[fastest]),
            "fastest": fastest[1], "slowest": slowest[1], "toolchains": of.shape[1],
        })  # fmt: skip
    ranking = statistics.rank(pd.DataFrame(apart)) if apart else None
    for row in rows:
        row["letters"] = ranking.letters.get(row["title"], "") if ranking else ""
    rows.sort(key=lambda row: row["ratio"].ratio)
    return Spread(language, operation, most, rows, ranking.leaders() if ranking else [])


def _by_engine_and_toolchain(view: View, figures: pd.DataFrame) -> pd.DataFrame:
    """A row a round, a column for each (title, toolchain): nanoseconds."""
    pairs = zip(figures["title"], figures["toolchain"], strict=True)
    return view.by_round("ns", dict(zip(figures["cell"], pairs, strict=True)))


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
                f"Against {of.base}, encrypting in {naming.LANGUAGES[of.language]} takes "
                f"{'; '.join(said)} (geometric means of the engines measured with both)."
            )
    return ""


def evenness(found: list[Spread]) -> str:
    """Which engine encrypts most evenly over the toolchains, in a sentence; or nothing."""
    for of in found:
        if of.operation == "encrypt" and len(of.rows) > 1:
            by = {row["title"]: tables.number(row["ratio"].ratio) for row in of.rows}
            first, last = of.rows[0]["title"], of.rows[-1]["title"]
            most = " and ".join(f"{name} ({by[name]})" for name in of.leaders or [first])
            said = "cannot be separated" if len(of.leaders) > 1 else "is the most even"
            return (
                f"Over {of.toolchains} toolchains, encrypting in {naming.LANGUAGES[of.language]}: "
                f"{most} {said}, slowest over fastest; {last} ({by[last]}) is the least."
            )
    return ""


def spread_drawn(found: list[Spread]) -> pd.DataFrame:
    """A row an engine and operation, as ``charts.ratios`` takes them."""
    return pd.DataFrame(
        [
            {
                "title": row["title"],
                "operation": naming.SHORT[of.operation],
                "shown": f"{tables.number(row['ratio'].ratio)}: {row['slowest']} over "
                f"{row['fastest']}",
                **row["ratio"]._asdict(),
            }
            for of in found
            for row in of.rows
        ]
    )


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
