# SPDX-License-Identifier: Apache-2.0
"""``./fifteen compare``: whether a later session counts more than an earlier one.

Only of what comes out the same in every run on one machine: instructions, bytes of code, tables,
context and stack. A difference of these needs no statistics, so that a continuous build can fail.
"""

from pathlib import Path

import click
import pandas as pd
from rich.table import Table

from fifteen import statistics, terminal
from fifteen.errors import Failed, Mistake

COUNTS = ("instructions", "code-bytes", "stack")
SUMMED = ("code", "tables")  # of their parts; by number of blocks each stands alone


def counts(folder: Path) -> pd.Series:
    """Every exact count of a results folder: by cell and quantity."""
    measures = statistics.load(folder).measures
    found = {}
    for verb in COUNTS:
        for row in measures[verb].to_dict("records"):
            for name, value in row.items():
                found |= {(row["cell"], of): number for of, number in _numbers(name, value)}
    return pd.Series(found, dtype=float)


def _numbers(name: str, value: object) -> list[tuple[str, float]]:
    """A field as counts: a sum of parts, one for each number of blocks, or itself."""
    if isinstance(value, dict):
        if name in SUMMED:
            return [(f"{name} bytes", sum(value.values()))]
        return [(f"{name}, {blocks} blocks", count) for blocks, count in value.items()]
    counted = name.endswith("_bytes") or name.startswith("keysetup_")
    return [(name.replace("_", " "), value)] if counted else []


def changes(old: pd.Series, new: pd.Series) -> pd.DataFrame:
    """A row a count that both have and that differs: ``old``, ``new``, ``change`` as a fraction."""
    both = pd.DataFrame({"old": old, "new": new}).dropna()
    both = both[both["old"] != both["new"]]
    return both.assign(change=both["new"] / both["old"].where(both["old"] > 0) - 1)


@click.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option(
    "--tolerance",
    type=click.FloatRange(min=0),
    default=0.0,
    metavar="PERCENT",
    help="How much more is let pass (default 0).",
)
def compare_command(old: Path, new: Path, tolerance: float) -> None:
    """Compare exact counts of two results folders; end with 1 if NEW takes more than OLD.

    They are instructions, bytes of code and tables, context and stack of C engines, as
    evaluate -k instructions (or code-bytes, or stack) --results FOLDER counts them. Times are not
    compared: for those, measure both in one session.
    """
    before, after = counts(old), counts(new)
    shared = before.index.intersection(after.index)
    if shared.empty:
        raise Mistake(
            f"{old} and {new} have no count in common: ./fifteen evaluate -k instructions "
            "--results FOLDER makes them"
        )
    found = changes(before, after)
    worse = found[(found["new"] > found["old"]) & ~(100 * found["change"] <= tolerance)]
    if len(found):
        terminal.wide_console().print(_table(found))
    click.echo(
        f"{len(shared)} counts compared: {len(found)} differ, {len(worse)} by more than "
        f"{tolerance:g} % to the worse"
    )
    alone = len(before) + len(after) - 2 * len(shared)
    if alone:
        click.echo(f"{alone} counts are in one of the two alone, and not compared")
    if len(worse):
        cell, quantity = worse["change"].fillna(float("inf")).idxmax()
        row = worse.loc[(cell, quantity)]
        raise Failed(
            f"{len(worse)} counts are higher than before: most of all {quantity} of {cell}, "
            f"{row['old']:,.0f} to {row['new']:,.0f}"
        )


def _table(found: pd.DataFrame) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("cell", "count"):
        table.add_column(heading, overflow="fold")
    for heading in ("before", "now", "change"):
        table.add_column(heading, justify="right", no_wrap=True)
    for (cell, quantity), row in found.sort_values("change", ascending=False).iterrows():
        change = "–" if pd.isna(row["change"]) else f"{100 * row['change']:+.2f} %"
        table.add_row(cell, quantity, f"{row['old']:,.0f}", f"{row['new']:,.0f}", change)
    return table
