# SPDX-License-Identifier: Apache-2.0
"""The report's sections of C beside time a call (``agility``, ``native_tables``)."""

import math

import pandas as pd

from fifteen import agility, charts, manifest, native_tables
from fifteen.measure_tables import whole
from fifteen.naming import MODES, SHORT, named
from fifteen.statistics import Interval
from fifteen.tables import View, number, span

UNITS = {"cycles": "core cycles", "ns": "nanoseconds"}

# what the table of space shows: column, heading, unit
SPACE = {
    "code": ("code", "bytes"),
    "tables": ("tables", "bytes"),
    "shared": ("of both shared", "bytes"),
    "context": ("context", "bytes"),
    "stack": ("stack", "bytes"),
    "lines": ("source", "lines"),
    "functions": ("functions", "in the source"),
    "cyclomatic_case": ("cyclomatic, with case", "a function"),
    "cyclomatic": ("without case", "a function"),
    "effort": ("Halstead’s effort", "of the source"),
}
INSTRUCTIONS = {
    "keysetup_encrypt": ("key enc.", "a key"),
    "keysetup_decrypt": ("key dec.", "a key"),
    "first": ("encrypt one", "a call"),
    "block": ("each further", "a block"),
    "first_decrypt": ("decrypt one", "a call"),
    "block_decrypt": ("each further", "a block"),
    "counter": ("by the processor", "a block"),
    "per_cycle": ("encrypting", "a cycle"),
}
FRACTIONS = ("size", "cyclomatic_case", "cyclomatic", "per_cycle")  # else whole numbers


def sections(view: View) -> dict:
    """By name; None, or nothing, where it was not measured."""
    return {
        "cycles": cycles(view),
        "agility": _agility(view),
        "latency": _latency(view),
        "modes": _modes(view),
        "space": _plain(native_tables.space(view), SPACE),
        "instructions": _plain(native_tables.instructions(view), INSTRUCTIONS),
    }


# ---- Where cycles are from ----


def cycles(view: View) -> str:
    """Where C's core cycles are from, and what the other clock says; nothing without any."""
    c = view.values[view.values["language"] == "c"]
    sources = set(c["cycle_source"])
    if "counter" in sources:
        ratio = (c["counter_cycles"] / c["clock_cycles"]).dropna()
        beside = (
            f" Time-stamp ticks times core cycles a tick, recorded beside, say {_times(ratio)} as "
            "much." if len(ratio) else ""
        )  # fmt: skip
        return f"Core cycles in C: the hardware counter’s.{beside}"
    if "clock" not in sources:
        return "C’s core cycles could not be measured here." if len(c) else ""
    errors = sorted(set(c["counter_error"].dropna()))
    why = f" ({'; '.join(errors)})" if errors else ""
    some = c["counter_cycles"].notna().sum()
    lost = f", or not in every run ({some} of {len(c)} values)" if some else ""
    rates = c["core_per_tick"].dropna()
    return (
        f"Core cycles in C: time-stamp ticks times {span(rates.min(), rates.max())} core cycles a "
        f"tick, measured around each cell, as no hardware counter can be read{lost}{why}."
    )


def _times(ratio: pd.Series) -> str:
    inverse = 1 / ratio
    return f"{number(inverse.median())} times [{span(inverse.min(), inverse.max())}]"


# ---- Key agility ----


def _agility(view: View) -> dict | None:
    found = agility.Agility(view)
    if found.figures.empty:
        return None
    curve = found.curve()
    unit = UNITS[found.quantity]
    rows = {}
    for row in curve.itertuples():
        rows.setdefault(row.title, {})[int(row.blocks)] = (
            row.cost, number(row.cost), span(row.low, row.high)
        )  # fmt: skip
    order = sorted(rows, key=lambda title: rows[title][min(rows[title])][0])
    return {
        "unit": unit,
        "counts": found.counts,
        "rows": [
            (title, [rows[title].get(n, ("", "–", "")) for n in found.counts]) for title in order
        ],
        "chart": _agility_chart(curve, unit) if len(found.counts) > 1 else None,
        **_overtakings(found),
    }


def _agility_chart(curve: pd.DataFrame, unit: str) -> dict:
    said = f"{unit.capitalize()} a byte of encryption in C with its key set-up, by blocks a key."
    drawn = curve.rename(columns={"cost": "cycles", "low": "cycles_low", "high": "cycles_high"})
    families = [manifest.cipher(cipher).family for cipher in drawn["cipher"]]
    shown = [
        f"{number(r.cycles)} {unit} a byte [{span(r.cycles_low, r.cycles_high)}]"
        for r in drawn.itertuples()
    ]
    drawn = drawn.drop(columns="cipher").assign(family=families, shown=shown)
    spec = charts.blocks(drawn, said, "blocks a key", f"{unit} a byte")
    return {"spec": spec, "said": said}


def _overtakings(found: agility.Agility) -> dict:
    if len(found.counts) < 2:
        return {"overtakings": [], "pairs": 0, "kept": 0, "extended": False}
    pairs = found.overtakings()
    rows = [
        {"early": row["early"], "late": row["late"], **_from(row["blocks"], row["ends"], found)}
        for row in pairs.to_dict("records")
    ]
    rows.sort(key=lambda row: row["order"])
    return {"overtakings": rows, **pairs.attrs}


def _from(blocks: Interval | None, ends: tuple[str, str], found: agility.Agility) -> dict:
    """The block count in words; ``order`` sorts, those that are not separated last."""
    if blocks is None:
        where = (f"at {found.counts[0]}", "of a long message")
        tied = " or ".join(name for name, end in zip(where, ends, strict=True) if not end)
        return {"order": math.inf, "shown": "not separated", "interval": tied}
    beyond = "≈\N{NARROW NO-BREAK SPACE}" if blocks.median > found.counts[-1] else ""
    return {
        "order": blocks.median,
        "shown": beyond + _count(blocks.median),
        "interval": "–".join(dict.fromkeys(map(_count, (blocks.low, blocks.high)))),
    }


def _count(blocks: float) -> str:
    return "∞" if math.isinf(blocks) else f"{max(1, math.ceil(blocks)):,}"


# ---- Latency ----


def _latency(view: View) -> dict | None:
    found = agility.latency(view)
    if found.empty:
        return None
    quantity = (
        "cycles" if found["chained"].iloc[0]["cycle_source"] in ("counter", "clock") else "ns"
    )

    def shown(figure: pd.Series | None) -> tuple:
        if figure is None:
            return "", "–", ""
        size = figure["block_bytes"]
        cost, low, high = (figure[f"{quantity}{end}"] * size for end in ("", "_low", "_high"))
        return cost, number(cost), span(low, high)

    rows = [
        (row["title"], [shown(row[name]) for name in ("chained", "called", "bulk")], row["ratio"])
        for row in found.to_dict("records")
    ]
    return {"unit": UNITS[quantity], "rows": rows}


# ---- Modes ----


def _modes(view: View) -> dict | None:
    found = agility.modes(view)
    there = [mode for mode in MODES if any(mode in row for row in found.values())]
    rows = [(title, [row.get(mode) for mode in there]) for title, row in found.items()]
    return {"heads": [(SHORT[mode], named(mode)) for mode in there], "rows": rows} if rows else None


# ---- Bytes, source, instructions ----


def _plain(found: pd.DataFrame, columns: dict[str, tuple[str, str]]) -> dict | None:
    if found.empty:
        return None
    there = [name for name in columns if found[name].notna().any()]
    rows = [
        {
            "title": title,
            "cells": [(row[name], _written(name, row[name])) for name in there],
            "said": ". ".join(
                f"{what}: {row[name]}"
                for name, what in (("file", "source"), ("parts", "tables"), ("depths", "stack"))
                if isinstance(row.get(name), str) and row[name]
            ),
        }
        for title, row in found.iterrows()
    ]
    return {"heads": [columns[name] for name in there], "rows": rows}


def _written(column: str, value: float) -> str:
    return number(value) if column in FRACTIONS and not math.isnan(value) else whole(value)
