# SPDX-License-Identifier: Apache-2.0
"""The report's tables of what C engines take: bytes of code, tables, context and stack; source;
instructions. Frames have a row an engine and toolchain (``measure_tables.measured``)."""

from collections.abc import Iterable

import pandas as pd

from fifteen import statistics
from fifteen.measure_tables import measured
from fifteen.tables import View

WAYS = ("set_key", "encrypt", "decrypt")


def space(view: View) -> pd.DataFrame:
    """A row a title, least code first, NaN where not measured.

    Bytes: ``code``, ``tables``, ``shared`` (of both, what another engine here needs too),
    ``context``, ``stack`` (the most of its functions); ``parts`` and ``depths`` say of what.
    Source: ``file``, ``lines``, ``functions``, ``cyclomatic_case``, ``cyclomatic``, ``effort``.
    """
    found = _code(view).join([_stack(view), _source(view)], how="outer")
    return found.drop(index=view.harness, errors="ignore").sort_values(["code", "stack"])


def _first_key(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.sort_values("key_bits").drop_duplicates("title").set_index("title")


def _code(view: View) -> pd.DataFrame:
    frame = measured(view, "code-bytes").drop_duplicates("title")
    frame = frame[frame["title"] != view.harness]
    parts = {
        (row["title"], row["toolchain"]): row["code"] | row["tables"] for _, row in frame.iterrows()
    }
    users = pd.Series(
        [(chain, part) for (_, chain), of in parts.items() for part in of], dtype=object
    ).value_counts()
    rows = {}
    for row in frame.to_dict("records"):
        of = parts[row["title"], row["toolchain"]]
        rows[row["title"]] = {
            "code": sum(row["code"].values()),
            "tables": sum(row["tables"].values()),
            "shared": sum(size for part, size in of.items() if users[row["toolchain"], part] > 1),
            "parts": _listed(row["tables"].items()),
        }
    return pd.DataFrame.from_dict(
        rows, orient="index", columns=["code", "tables", "shared", "parts"]
    )


def _stack(view: View) -> pd.DataFrame:
    frame = _first_key(measured(view, "stack"))
    depths = frame[[f"{way}_bytes" for way in WAYS]].astype(float)
    said = [
        _listed(zip(WAYS, row, strict=True)) for row in depths.itertuples(index=False, name=None)
    ]
    return pd.DataFrame(
        {"context": frame["context_bytes"].astype(float), "stack": depths.max(axis=1),
         "depths": pd.Series(said, index=frame.index, dtype=object)}
    )  # fmt: skip


def _source(view: View) -> pd.DataFrame:
    frame = measured(view, "source").drop_duplicates("title").set_index("title")
    named = frame.rename(columns={"methods": "functions"})
    return named[["file", "lines", "functions", "size", "cyclomatic_case", "cyclomatic", "effort"]]


def _listed(items: Iterable[tuple[str, float]]) -> str:
    return "; ".join(f"{name} {size:,.0f}" for name, size in items)


def instructions(view: View) -> pd.DataFrame:
    """A row a title, fewest a block first: instructions as callgrind counts them.

    ``keysetup_encrypt``, ``keysetup_decrypt``; ``first``, ``first_decrypt``: a call of one block;
    ``block``, ``block_decrypt``: each from the second block count to the last; ``counter``: a block
    of the longest call by the processor's counter; ``per_cycle``: in a core cycle of it.
    """
    frame = _first_key(measured(view, "instructions"))
    block_bytes = view.figures.drop_duplicates("engine").set_index("engine")["block_bytes"]
    rows = {}
    for name, row in frame.iterrows():
        found = {"keysetup_encrypt": row["keysetup_encrypt"],
                 "keysetup_decrypt": row["keysetup_decrypt"]}  # fmt: skip
        for way, ending in (("encrypt", ""), ("decrypt", "_decrypt")):
            counts = {int(n): count for n, count in row[way].items()}
            _one, fewer, most = sorted(counts)
            found[f"first{ending}"] = counts[1]
            found[f"block{ending}"] = (counts[most] - counts[fewer]) / (most - fewer)
        rows[name] = found | _counted(view, row, found["block"], block_bytes.get(row["engine"]))
    table = pd.DataFrame.from_dict(rows, orient="index")
    return table.drop(index=view.harness, errors="ignore").sort_values("block") if rows else table


def _counted(view: View, row: pd.Series, block: float, block_bytes: float | None) -> dict:
    """What the processor says of the same work, where it was timed."""
    nothing = {"counter": float("nan"), "per_cycle": float("nan")}
    values = view.values
    of = values[
        (values["engine"] == row["engine"])
        & (values["toolchain"] == row["toolchain"])
        & (values["operation"] == "encrypt")
        & (values["key_bits"] == row["key_bits"])
    ]
    of = of[of["blocks"] == of["blocks"].max()]
    if of.empty or statistics.measured(of) != "cycles" or not block_bytes:
        return nothing
    blocks = of["blocks"].iloc[0]
    return {
        "counter": (of["instructions"] / blocks).median(),
        "per_cycle": block / (of["cycles"] * block_bytes).median(),
    }
