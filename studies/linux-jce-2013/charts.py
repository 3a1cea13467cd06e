# SPDX-License-Identifier: Apache-2.0
"""The paper's Figs. 1 to 7: times against file size with their lines, and what these leave over."""

import altair as alt
import pandas as pd
from fifteen import charts, studies
from fifteen.comparison import PAPER

estimator = studies.estimator("linux-jce-2013")

HEIGHT, RESIDUALS = 300, 180
FITS = {"": "ordinary", " weighted": "weights 1/size²"}


def pictures(frame: pd.DataFrame) -> list[charts.Picture]:
    """Each figure of which the frame has times, then the residuals of its lines."""
    found = []
    for figure, (same, entry) in estimator.FIGURES.items():
        where = {"table": figure, "series": [PAPER, estimator.MEAN]}
        rows = studies.matching(frame, where).dropna(subset=["value"])
        if "note" in rows:  # ours: which JVM stands in that place
            rows = rows.assign(jvm=rows["note"].fillna(rows["jvm"]))
        times = rows[rows["quantity"] == "time"]
        if times.empty:
            continue
        by = "jvm" if same == "provider" else "provider"
        fitted = _fitted(rows, times, by)
        title = f"{figure}: 256-bit encryption, {entry}"
        found.append(charts.Picture(title, _lines(times, fitted, by, _whose(rows, by)), HEIGHT))
        if len(fitted):
            left = charts.Picture(f"{figure}: residuals", _residuals(fitted, by), RESIDUALS)
            found.append(left)
    return found


def _whose(rows: pd.DataFrame, by: str) -> str:
    """The JVM of a figure of several providers, where it is one of ours."""
    return ", " + rows["jvm"].iloc[0] if by == "provider" and "note" in rows else ""


def _fitted(rows: pd.DataFrame, times: pd.DataFrame, by: str) -> pd.DataFrame:
    """At each time both lines' value, and the residual in percent of it."""
    parts = []
    for suffix, fit in FITS.items():
        wide = rows.pivot_table("value", by, "quantity")
        if f"B1{suffix}" not in wide:
            continue
        line = times.join(wide[[f"B0{suffix}", f"B1{suffix}"]], on=by)
        line["fitted"] = line[f"B0{suffix}"] + line[f"B1{suffix}"] * line["kb"]
        line["residual"] = 100 * (line["value"] / line["fitted"] - 1)
        parts.append(line[[by, "kb", "fitted", "residual"]].assign(fit=fit))
    return pd.concat(parts) if parts else pd.DataFrame()


def _colour(by: str) -> alt.Color:
    return alt.Color(f"{by}:N", scale=alt.Scale(range=charts.SERIES), title=None)


def _lines(times: pd.DataFrame, fitted: pd.DataFrame, by: str, whose: str) -> alt.TopLevelMixin:
    across = alt.X("kb:Q", title="file size (KB)")
    points = (
        alt.Chart(charts.records(times[[by, "kb", "value"]]))
        .mark_point(filled=True, size=40)
        .encode(x=across, y=alt.Y("value:Q", title="milliseconds" + whose), color=_colour(by))
    )
    if fitted.empty:
        return points
    lines = (
        alt.Chart(charts.records(fitted[fitted["fit"] == FITS[""]]))
        .mark_line(strokeWidth=1.5)
        .encode(x=across, y="fitted:Q", color=_colour(by))
    )
    return lines + points


def _residuals(fitted: pd.DataFrame, by: str) -> alt.TopLevelMixin:
    zero = alt.Chart(alt.Data(values=[{"zero": 0}])).mark_rule(color=charts.MUTED)
    drawn = alt.Chart(charts.records(fitted))
    shape = alt.Shape("fit:N", scale=alt.Scale(range=["circle", "triangle-up"]), title=None)
    across = alt.X("kb:Q", title="file size (KB)", scale=alt.Scale(type="log", base=2))
    points = drawn.mark_point(size=40).encode(
        x=across,
        y=alt.Y("residual:Q", title="residual (% of the line)"),
        color=_colour(by),
        shape=shape,
    )
    return zero.encode(y="zero:Q") + points
