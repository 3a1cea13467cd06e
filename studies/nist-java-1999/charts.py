# SPDX-License-Identifier: Apache-2.0
"""The report's Charts 1 to 8."""

import pandas as pd
from fifteen import manifest, studies
from fifteen.charts import Picture, bars

here = studies.estimator("nist-java-1999")

FAR = 5  # times the next: drawn, they would leave the others no room
MOST_FAR = 3  # that are left out
SINGLE = {
    "Chart 1: Static Code Size": ("code-size", "bytes"),
    "Chart 6: Average Method Size in Lines": ("Avg Method Size", "lines"),
    "Chart 7: Cyclomatic Complexity": ("Cyclomatic Complexity", "a method"),
    "Chart 8: J-Complexity": ("J-Complexity", "a method"),
}
SPEEDS = {
    "Chart 3: SetKey": "keysetup",
    "Chart 4: Encrypt": "encrypt",
    "Chart 5: Decrypt": "decrypt",
}
WITHOUT = {here.NO_JIT: "no JIT", studies.PAPER: "no JIT", here.JIT: "with the JIT"}


def pictures(frame: pd.DataFrame) -> list[Picture]:
    """Those that the frame has figures for; the null cipher is no candidate."""
    frame = frame[frame["cipher"] != here.NULL].dropna(subset=["value"])
    found = {title: _of_raw(frame, title, *what) for title, what in SINGLE.items()}
    found["Chart 2: Heap Usage"] = _heap(frame)
    for title, quantity in SPEEDS.items():
        for series, words in WITHOUT.items():
            rows = frame[(frame["quantity"] == quantity) & (frame["series"] == series)]
            rows = rows.assign(bar=_bits(rows) + " bits")
            whole = f"{title} ({words})"
            found[whole] = _drawn(whole, rows, "kbit/s") or found.get(whole)
    return [found[title] for title in sorted(found) if found[title]]


def _bits(rows: pd.DataFrame) -> pd.Series:
    return rows["key_bits"].astype(int).astype(str)


def _of_raw(frame: pd.DataFrame, title: str, quantity: str, unit: str) -> Picture | None:
    rows = frame[(frame["table"] == here.RAW) & (frame["quantity"] == quantity)]
    return _drawn(title, rows.assign(bar=unit), unit)


def _heap(frame: pd.DataFrame) -> Picture | None:
    """Key set-up and cipher operations apart, where they are known apart; at the first key size."""
    title = "Chart 2: Heap Usage"
    shown = frame["quantity"].isin(["heap-keysetup", "heap-cipher"])
    rows = frame[(frame["table"] == here.CHART_2) & shown & frame["key_bits"].isin([64, 128])]
    rows = rows.assign(bar=rows["quantity"].map(here.called))
    return _drawn(title, rows, "bytes") or _of_raw(frame, title, "heap", "bytes")


def _drawn(title: str, rows: pd.DataFrame, unit: str) -> Picture | None:
    """A row a candidate by name; a few far above all others are named, as in the report."""
    if rows.empty:
        return None
    highest = rows.groupby("cipher")["value"].max().sort_values(ascending=False)
    steps = highest.iloc[:-1].to_numpy() > FAR * highest.iloc[1:].to_numpy()
    far = highest.index[: steps.argmax() + 1] if steps[:MOST_FAR].any() else []
    kept = rows[~rows["cipher"].isin(far)].sort_values("cipher", kind="stable")
    names = kept["cipher"].map(lambda cipher: manifest.cipher(cipher).title)
    left_out = ", ".join(f"{manifest.cipher(c).title} {highest[c]:,.0f}" for c in far)
    axis = unit + (f"; not drawn: {left_out}" if left_out else "")
    return bars(title, kept.assign(cipher=names), "cipher", "bar", axis)
