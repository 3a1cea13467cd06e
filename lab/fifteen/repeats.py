# SPDX-License-Identifier: Apache-2.0
"""How far figures move from one session to the next on the same machine, and under what load.

A session's own intervals cannot say that: the machine is in another mood on another day. The same
cells are measured again under other names (``./fifteen evaluate --session monday``); a cell's
spread is the range of its sessions' figures over their median.
"""

import functools
from dataclasses import dataclass

import pandas as pd

from fifteen import statistics
from fifteen.tables import View, number

CALLS = (16, 1024)  # blocks a call: shorter ones are mostly call, longer ones mostly memory
NARROW = 0.02
WIDEST = 10  # rows shown


@dataclass(frozen=True)
class Repeats:
    """The sessions that measured the same, and each cell's spread, the widest first."""

    sessions: list[str]
    spreads: pd.Series  # by cell

    @property
    def narrow(self) -> float:
        """The share of cells whose spread is at most NARROW."""
        return float((self.spreads <= NARROW).mean())

    @property
    def widest(self) -> pd.Series:
        """The first few."""
        return self.spreads.head(WIDEST)


@functools.lru_cache(maxsize=1)  # asked for its table and for its sentence
def repeats(view: View) -> Repeats | None:
    """Of C's cells of CALLS blocks a call, those that other sessions here measured too."""
    if view.results.values["session"].nunique() < 2:
        return None
    values = view.results.usable()
    here = (values["machine"] == view.machine) & (values["language"] == "c")
    values = values[here & values["blocks"].between(*CALLS)]
    values = values[values["cell"].isin(view.figures["cell"])]
    if values.empty:
        return None
    figures = pd.concat(
        [
            statistics.figures(of).assign(session=session)
            for session, of in values.groupby("session", sort=False)
        ]
    )
    costs = figures.pivot(index="cell", columns="session", values=statistics.measured(figures))
    costs = costs.dropna(axis="columns", thresh=len(costs) / 2).dropna()
    if costs.shape[1] < 2 or costs.empty:
        return None
    spreads = (costs.max(axis="columns") - costs.min(axis="columns")) / costs.median(axis="columns")
    return Repeats(sorted(costs.columns), spreads.sort_values(ascending=False))


def load(view: View, sessions: list[str] | None = None) -> str:
    """The load average at the beginning of the runs of these sessions, or of the view's."""
    names = sessions or [view.session.session]
    runs = view.results.runs
    loads = runs["load"][(runs["machine"] == view.machine) & runs["session"].isin(names)].dropna()
    if loads.empty:
        return "unknown"
    return f"median {number(loads.median())}, at most {number(loads.max())}"


def sentence(view: View) -> str | None:
    """The spread in words; None with one session."""
    found = repeats(view)
    if found is None:
        return None
    return (
        f"From session to session ({len(found.sessions)} on this machine; load average "
        f"{load(view, found.sessions)}): of {len(found.spreads)} cells in C of {CALLS[0]} to "
        f"{CALLS[1]} blocks a call {100 * found.narrow:.0f} % lie within {100 * NARROW:.0f} %; "
        f"the median range is {100 * found.spreads.median():.2f} % of the figure, the widest "
        f"{100 * found.spreads.iloc[0]:.1f} %."
    )
