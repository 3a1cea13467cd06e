# SPDX-License-Identifier: Apache-2.0
"""The paper's Figures 1 to 8; and time against rounds, which it draws only as eight bars a file."""

import altair as alt
import pandas as pd
from fifteen import studies
from fifteen.charts import INK, SERIES, Picture, bars, records

here = studies.estimator("eaes-2011")

DIRECTIONS = {"encrypt": "encryption", "decrypt": "decryption"}
LINE_HEIGHT = 300


def pictures(frame: pd.DataFrame) -> list[Picture]:
    """Those that the frame has figures for."""
    timed = frame[(frame["quantity"] == here.TIME) & frame["value"].notna()]
    timed = timed[timed["series"].isin([here.COMBINED, studies.PAPER])]
    found = []
    for number, (key_bits, operation) in enumerate(here.TABLES, 1):
        rows = timed[timed["table"] == f"Table {number}"]
        title = f"Figure {number}: {key_bits}-bit {DIRECTIONS[operation]}"
        found += [bars(title, rows, "file", "engine", "ms")] if len(rows) else []
    for number, operation in enumerate(here.DIRECTIONS, 7):
        rows = timed[timed["table"] == f"Table {number}"]
        title = f"Figure {number}: 256, 192, 128 bits against 64 and 32, {DIRECTIONS[operation]}"
        rows = rows.assign(of=rows["engine"] + " " + rows["key_bits"].astype(int).astype(str))
        found += [bars(title, rows, "file", "of", "ms")] if len(rows) else []
    return found + _by_rounds(frame)


def _by_rounds(frame: pd.DataFrame) -> list[Picture]:
    """ms/MB against rounds, with a line through nought for what is proportional."""
    counts = frame[(frame["table"] == here.ROUNDS) & (frame["quantity"] == "rounds")]
    rounds = counts.set_index("key_bits")["value"]
    rates = here.rates(frame[frame["table"].isin(here.EXPANDED.values())])
    rates = rates[rates["series"].isin([here.COMBINED, studies.PAPER])]
    if rates.empty or rounds.empty:
        return []
    rates = rates.assign(
        rounds=rates["key_bits"].map(rounds),
        of=rates["engine"] + " " + rates["operation"].map(DIRECTIONS),
    )[["rounds", "of", "value"]]
    names = list(dict.fromkeys(rates["of"]))
    colours = alt.Scale(domain=names, range=SERIES[: len(names)])
    base = alt.Chart(records(rates)).encode(
        x=alt.X("rounds:Q", title="rounds", scale=alt.Scale(zero=True)),
        y=alt.Y("value:Q", title="ms/MB", scale=alt.Scale(zero=True)),
        color=alt.Color("of:N", scale=colours, legend=alt.Legend(title=None)),
    )
    ends = [_proportional(name, rates[rates["of"] == name]) for name in names]
    through = alt.Chart(records(pd.concat(ends))).mark_line(strokeDash=[4, 3], opacity=0.6)
    lines = through.encode(x="rounds:Q", y="value:Q", color=alt.Color("of:N", scale=colours))
    shown = base.mark_point(filled=True, size=50, opacity=1, stroke=INK, strokeWidth=0.3)
    return [Picture("Time against the number of rounds", lines + shown, LINE_HEIGHT)]


def _proportional(name: str, points: pd.DataFrame) -> pd.DataFrame:
    """The line through nought that fits best, from end to end."""
    slope = points["rounds"] @ points["value"] / (points["rounds"] @ points["rounds"])
    ends = [0.0, points["rounds"].max()]
    return pd.DataFrame({"rounds": ends, "value": [slope * end for end in ends], "of": name})
