# SPDX-License-Identifier: Apache-2.0
"""The report's tables of what an engine costs beside time a call (``measures``).

Frames have a row an engine and toolchain; titles tell the toolchain where there are several.
"""

import math

import pandas as pd

from fifteen import naming, statistics, tables
from fifteen.tables import View

# the steps of a first use, in order, and what a reader calls them
STEPS = {
    "jvm_start": "JVM to main",
    "load": "load",
    "make": "make",
    "init": "init",
    "first_block": "first block",
}
AGAIN = "second_block"  # for contrast
TOTAL = "total"  # of the steps after the JVM's start


def measured(view: View, verb: str) -> pd.DataFrame:
    """A verb's raw values in the view, with ``title``."""
    frame = view.here(view.results.measures[verb])
    titles = [naming.title(*pair) for pair in zip(frame["cipher"], frame["engine"], strict=True)]
    if frame["toolchain"].nunique() > 1:
        titles = [
            f"{name} · {chain}" for name, chain in zip(titles, frame["toolchain"], strict=True)
        ]
    return frame.assign(title=titles)


# ---- A new key every so many blocks ----


def rekeyed(view: View) -> pd.DataFrame:
    """Java's figures of every re-keying, and of the key set-ups that stand beside it.

    Rows are titles in the order of the cheapest, columns are operations; cells are figures.
    """
    figures = view.first_keys(view.figures)
    figures = figures[figures["language"] == "java"]
    of = figures["operation"].str.startswith("rekey")
    wanted = figures["engine"].isin(figures[of]["engine"])
    chosen = figures[of | (wanted & figures["operation"].str.startswith("keysetup"))]
    chosen = chosen[chosen["title"] != view.harness]
    if chosen["toolchain"].nunique() > 1:
        chosen = chosen.assign(title=chosen["title"] + " · " + chosen["toolchain"])
    rows = {}
    for figure in chosen.sort_values("ns").iloc:
        rows.setdefault(figure["title"], {})[figure["operation"]] = figure
    columns = sorted(set(chosen["operation"]), key=_place)
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns)


def _place(operation: str) -> tuple:
    """Encryption before decryption; the key set-up alone, then with ever more blocks."""
    kind, *blocks, direction = operation.split("-")
    return direction == "decrypt", int(blocks[0]) if blocks else 0, kind


# ---- First use ----


def first_use(view: View) -> pd.DataFrame:
    """Milliseconds, an Interval a column: the steps, ``second_block``, ``total``; ``runs``.

    ``total`` is of what the engine's user waits for once the JVM is there. Cheapest first.
    """
    rows = []
    for name, runs in measured(view, "first-use").groupby("title"):
        parts = runs[[f"{step}_ns" for step in (*STEPS, AGAIN)]].astype(float) / 1e6
        parts.columns = [*STEPS, AGAIN]
        parts[TOTAL] = parts[[step for step in STEPS if step != "jvm_start"]].sum(axis=1)
        figures = {step: statistics.median_interval(parts[step]) for step in parts}
        rows.append({"title": name, "runs": len(runs), **figures})
    return pd.DataFrame(sorted(rows, key=lambda row: row[TOTAL].median))


# ---- Warm-up ----


def warm_up(view: View) -> pd.DataFrame:
    """A call's ``ns``, ``low``, ``high`` by ``title``, ``calls``: points that all runs have."""
    rows = []
    for name, runs in measured(view, "warm-up").groupby("title"):
        points = runs[["calls", "call_ns"]].explode(["calls", "call_ns"]).astype(float)
        for calls, values in points.groupby("calls")["call_ns"]:
            if len(values) == len(runs):
                figure = statistics.median_interval(values)
                rows.append({"title": name, "calls": int(calls), "ns": figure.median,
                             "low": figure.low, "high": figure.high})  # fmt: skip
    return pd.DataFrame(rows, columns=["title", "calls", "ns", "low", "high"])


# ---- Memory, heap, class files ----


def space(view: View) -> pd.DataFrame:
    """Bytes, a row a title, NaN where not measured, least live bytes first.

    ``instance``, ``tables``; ``key``, ``call`` (allocated by a key set-up, and by a call of most
    blocks); ``heap_key``, ``heap_block`` (the null cipher's taken off, if it was measured);
    ``classes``, ``helpers`` (those beside the engine's own), ``shared`` (of these, what another
    engine here has too); ``helper_names``, ``sizes``.
    """
    parts = [_memory(view), _allocated(view), _heap(view), _classes(view)]
    found = parts[0].join(parts[1:], how="outer")
    return found.drop(index=view.harness, errors="ignore").sort_values(["instance", "classes"])


def _memory(view: View) -> pd.DataFrame:
    frame = measured(view, "memory").sort_values("key_bits").drop_duplicates("title")
    frame = frame.set_index("title")[["instance_bytes", "tables_bytes", "sizes"]]
    return frame.set_axis(["instance", "tables", "sizes"], axis=1)


def _heap(view: View) -> pd.DataFrame:
    frame = measured(view, "heap").sort_values("key_bits").drop_duplicates("title")
    frame = frame.assign(
        heap_key=(frame["make_bytes"] + frame["init_bytes"]).astype(float),
        heap_block=frame["first_block_bytes"].astype(float),
    )
    null = frame[frame["cipher"] == tables.HARNESS].set_index("toolchain")
    for part in ("heap_key", "heap_block"):
        frame[part] -= frame["toolchain"].map(null[part].to_dict()).astype(float).fillna(0)
    return frame.set_index("title")[["heap_key", "heap_block"]]


def without_null(view: View) -> bool:
    """Whether the heap's figures are less the null cipher's."""
    return tables.HARNESS in set(measured(view, "heap")["cipher"])


def _classes(view: View) -> pd.DataFrame:
    frame = measured(view, "class-bytes").drop_duplicates("title")
    users = pd.Series(
        [name for classes in frame["classes"] for name in _helpers(*_first(classes))], dtype=object
    ).value_counts()
    rows = {}
    for name, classes in zip(frame["title"], frame["classes"], strict=True):
        helpers = _helpers(*_first(classes))
        rows[name] = {
            "classes": sum(classes.values()),
            "helpers": sum(helpers.values()),
            "shared": sum(size for helper, size in helpers.items() if users[helper] > 1),
            "helper_names": "; ".join(f"{helper} {size:,}" for helper, size in helpers.items()),
        }
    columns = ["classes", "helpers", "shared", "helper_names"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns)


def _first(classes: dict[str, int]) -> tuple[str, dict[str, int]]:
    return next(iter(classes)), classes


def _helpers(engine_class: str, classes: dict[str, int]) -> dict[str, int]:
    """All but the engine's class and those within it."""
    return {
        name: size
        for name, size in classes.items()
        if name != engine_class and not name.startswith(f"{engine_class}$")
    }


def _allocated(view: View) -> pd.DataFrame:
    """Bytes that a warm key set-up and a warm call of most blocks leave for the collector."""
    values = view.first_keys(view.values)
    values = values[values["allocated"].notna()]
    if values["toolchain"].nunique() > 1:
        values = values.assign(title=values["title"] + " · " + values["toolchain"])
    keys = values[values["operation"] == "keysetup-encrypt"]
    calls = values[values["operation"] == "encrypt"]
    calls = calls[calls["blocks"] == calls.groupby("title")["blocks"].transform("max")]
    return pd.DataFrame({
        "key": keys.groupby("title")["allocated"].median(),
        "call": calls.groupby("title")["allocated"].median(),
    })  # fmt: skip


def whole(value: float) -> str:
    """Bytes as people read them; a dash for none."""
    return "–" if value is None or math.isnan(value) else f"{value:,.0f}"
