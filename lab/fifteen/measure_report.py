# SPDX-License-Identifier: Apache-2.0
"""The report's sections of what an engine costs beside time a call (``measure_tables``)."""

import pandas as pd

from fifteen import charts, measure_tables, naming, tables
from fifteen.measure_tables import AGAIN, STEPS, TOTAL, whole
from fifteen.statistics import Interval
from fifteen.tables import View, number, span

MOST_HELPERS = 12  # named where one points at them

# what the table of space shows: column, heading, unit
SPACE = {
    "instance": ("instance", "bytes"),
    "tables": ("shared tables", "bytes"),
    "key": ("key set-up leaves", "bytes a key"),
    "call": ("call leaves", "bytes a call"),
    "heap_key": ("heap, key set-up", "bytes"),
    "heap_block": ("heap, block", "bytes"),
    "classes": ("class files", "bytes"),
    "shared": ("of these shared", "bytes"),
}


def sections(view: View) -> dict:
    """``rekey``, ``first_use``, ``warm_up`` and ``space``: what the template shows, or None."""
    return {
        "rekey": _rekey(view),
        "first_use": _first_use(view),
        "warm_up": _warm_up(view),
        "space": _space(view),
    }


def _rekey(view: View) -> dict | None:
    figures = measure_tables.rekeyed(view)
    if figures.empty:
        return None
    rows = [
        (title, [_cell(figure, tables.ns) for figure in row])
        for title, row in zip(figures.index, figures.to_numpy(), strict=True)
    ]
    heads = [(naming.short(name), naming.named(name)) for name in figures.columns]
    return {"heads": heads, "rows": rows}


def _cell(figure: pd.Series | float, shown) -> dict:
    """A figure as written and as sorted; nothing where there is none."""
    if isinstance(figure, float):
        return {"order": "", "cost": "–", "interval": ""}
    cost, interval = shown(figure)
    return {"order": figure["ns"], "cost": cost, "interval": interval}


def _first_use(view: View) -> dict | None:
    found = measure_tables.first_use(view)
    if found.empty:
        return None
    named = STEPS | {AGAIN: "second block", TOTAL: "all but the JVM"}
    bars = [
        {"title": row["title"], "step": named[step], "cost": row[step].median,
         "shown": " ".join(map(str, _interval(row[step]))) + " ms"}
        for row in found.to_dict("records")
        for step in STEPS
    ]  # fmt: skip
    said = (
        "Milliseconds from the start of the process to the first block, by step; medians of "
        f"{found['runs'].min()} fresh JVMs or more."
    )
    rows = [
        (row["title"], [(row[step].median, *_interval(row[step])) for step in named])
        for row in found.to_dict("records")
    ]
    spec = charts.steps(pd.DataFrame(bars), "milliseconds", said)
    chart = {"spec": spec, "said": said}
    return {"chart": chart, "heads": list(named.values()), "rows": rows}


def _interval(figure: Interval) -> tuple[str, str]:
    return number(figure.median), span(figure.low, figure.high)


def _warm_up(view: View) -> dict | None:
    points = measure_tables.warm_up(view)
    points = points[points["title"] != view.harness]
    if points.empty:
        return None
    said = (
        "Nanoseconds a call of 1 KiB against calls made, from the first call of a fresh JVM on; "
        "medians of the runs, and their intervals."
    )
    rows = []
    for title, curve in points.groupby("title", sort=False):
        last = curve["ns"].iloc[-1]
        settled = curve[curve["ns"] > 1.1 * last]["calls"].max()
        times = curve["ns"].iloc[0] / last
        rows.append((title, curve["ns"].iloc[0], last, times, settled))
    return {"chart": {"spec": charts.warm_up(points, said), "said": said}, "rows": rows}


def _space(view: View) -> dict | None:
    found = measure_tables.space(view)
    if found.empty:
        return None
    there = [name for name in SPACE if found[name].notna().any()]
    rows = [
        {
            "title": title,
            "cells": [(row[name], whole(row[name])) for name in there],
            "helpers": _helpers(row["helper_names"]),
        }
        for title, row in found.iterrows()
    ]
    return {
        "heads": [SPACE[name] for name in there],
        "rows": rows,
        "sizes": sorted(set(found["sizes"].dropna())),
        "less_null": measure_tables.without_null(view),
    }


def _helpers(names: str | float) -> str:
    """Helper classes by name; of many, the first."""
    if not isinstance(names, str):
        return ""
    each = names.split("; ")
    more = len(each) - MOST_HELPERS
    return "; ".join(each[:MOST_HELPERS]) + (f"; and {more} more" if more > 0 else "")
