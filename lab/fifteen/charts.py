# SPDX-License-Identifier: Apache-2.0
"""The report's charts, as Vega-Lite specifications.

Colours are the page's CSS variables (``templates/report.css``), so that a chart follows the theme
and the printer without being drawn again. Every chart is as wide as its container.
"""

from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

ROW = 36  # pixels: one cipher's row
CURVE_HEIGHT = 440
BAR = 14  # pixels: a bar beside others
SWITCHES = {"families": "family", "languages": "language"}  # the page's, by a chart's columns
LABEL_GAP = 15  # pixels between the labels of neighbouring curves
LEAD = 24  # pixels from a curve's end to its label
DASHES = [[1, 0], [7, 3], [2, 2], [8, 3, 2, 3]]
# literal, and not the page's variable: Vega measures text before the page's style is there
FONT = (
    "ui-sans-serif, system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Noto Sans, "
    "Liberation Sans, sans-serif"
)
SERIES = [f"var(--series-{number})" for number in range(1, 9)]
INK, MUTED, GRID = "var(--ink)", "var(--muted)", "var(--grid)"

alt.data_transformers.disable_max_rows()


class Picture(NamedTuple):
    """A figure of a paper, drawn of a frame of figures (a study's ``charts.py``)."""

    title: str  # the paper's
    chart: alt.TopLevelMixin
    height: int  # pixels


def records(frame: pd.DataFrame) -> dict:
    """A frame as a chart's own data: without files, None for NaN.

    A tuple, as Altair copies a list, and all that is in it, with each layer and property; and no
    ``alt.Data``, which tries each record against all that a record may be.
    """
    plain = frame.astype(object).where(frame.notna(), None)
    return {"values": tuple(plain.to_dict("records"))}


def bars(title: str, frame: pd.DataFrame, row: str, bar: str, unit: str) -> Picture:
    """A paper's bars: a row an entry of the column ``row``, in it one an entry of ``bar``.

    ``frame`` has ``value`` besides; rows and bars stand in its order. ``unit`` names the axis.
    Where there are more bars than colours, each has its name beside its figure.
    """
    rows, names = (list(dict.fromkeys(frame[column])) for column in (row, bar))
    drawn = frame[[row, bar, "value"]].rename(columns={row: "row", bar: "bar"})
    drawn["shown"] = [f"{v:,.0f}" if v >= 1000 else f"{v:.4g}" for v in drawn["value"]]
    if len(names) > len(SERIES):
        drawn["shown"] += "  " + drawn["bar"]
    drawn = alt.Chart(records(drawn))
    across = alt.X("value:Q", title=unit)
    down = alt.Y("row:N", sort=rows, title=None).axis(domain=False, ticks=False)
    beside = alt.YOffset("bar:N", sort=names)
    legend = alt.Legend(title=None) if 1 < len(names) <= len(SERIES) else None
    colours = alt.Scale(domain=names, range=[SERIES[i % len(SERIES)] for i in range(len(names))])
    filled = drawn.mark_bar().encode(
        x=across, y=down, yOffset=beside, color=alt.Color("bar:N", scale=colours, legend=legend)
    )
    label = drawn.mark_text(align="left", dx=4, fontSize=10).encode(
        x=across, y=down, yOffset=beside, text="shown:N", color=alt.value(MUTED)
    )
    height = len(rows) * (BAR * len(names) + 10)
    return Picture(title, filled + label, height)


def costs(figures: pd.DataFrame, values: pd.DataFrame, unit: str, description: str) -> dict:
    """Costs of one operation, a row a cipher: every run a stroke, the interval, the median.

    ``figures`` has ``title``, ``language``, ``ns``, ``ns_low``, ``ns_high``, in the order of rows;
    ``values`` has ``title``, ``language``, ``ns``, a row a run. ``unit`` names the axis.
    """
    rows = alt.Y("title:N", sort=list(dict.fromkeys(figures["title"])), title=None)
    rows = rows.axis(grid=True, domain=False, ticks=False)
    beside = alt.YOffset("language:N", scale=alt.Scale(domain=["c", "java"], paddingOuter=0.2))
    spots = [*figures["ns_low"], *figures["ns_high"], *values["ns"]]
    scale = _log(spots, right=max(1.6, (max(spots) / min(spots)) ** 0.2))
    axis = alt.X("ns:Q", title=unit, scale=scale, axis=_log_axis(scale))
    colours = {"c": "var(--c)", "java": "var(--java)"}
    there = [language for language in colours if language in set(figures["language"])]
    languages = alt.Scale(domain=there, range=[colours[language] for language in there])
    named = alt.Legend(title=None, labelExpr="datum.label == 'c' ? 'C' : 'Java'")
    colour = alt.Color("language:N", scale=languages, legend=named)
    drawn = _switched(figures).encode(y=rows, yOffset=beside, color=colour)
    runs = (
        _switched(values)
        .mark_tick(thickness=1.2, height=15, opacity=0.6)
        .encode(x=axis, y=rows, yOffset=beside, color=colour)
    )
    interval = drawn.mark_rule(strokeWidth=3, opacity=0.5).encode(x="ns_low:Q", x2="ns_high:Q")
    median = drawn.mark_point(filled=True, size=30, opacity=1).encode(
        x=axis,
        shape=alt.Shape("language:N", scale=alt.Scale(range=["circle", "diamond"]), legend=None),
        tooltip=_tooltip(figures, {"title": "Cipher", "toolchain": "Toolchain", "shown": "Cost"}),
    )
    label = drawn.mark_text(align="left", dx=8, fontSize=11).encode(
        x="ns_high:Q", text="label:N", color=alt.value(INK)
    )
    chart = (interval + runs + median + label).add_params(*_switches(figures))
    rows_of = figures.drop_duplicates("title")["family"].value_counts().to_dict()
    chart = chart.properties(usermeta={"row": ROW, "rows": rows_of})  # of a family: report.js
    return page(chart, _height(figures, ROW), description)


def blocks(
    figures: pd.DataFrame,
    description: str,
    axis: str = "blocks a call",
    unit: str = "core cycles a byte",
) -> dict:
    """Cost a byte against blocks, a curve a cipher, named at its end.

    ``figures`` has ``title``, ``blocks``, ``cycles``, ``cycles_low``, ``cycles_high``.
    """
    ends = figures.loc[figures.groupby("title")["blocks"].idxmax()].sort_values("cycles")
    spots = [*figures["cycles_low"], *figures["cycles_high"]]
    height = max(CURVE_HEIGHT, (LABEL_GAP + 3) * len(ends))
    ends = ends.assign(spot=_apart(ends["cycles"].to_numpy(), spots, height))
    order = list(ends["title"])
    most = int(figures["blocks"].max())
    across = alt.X(
        "blocks:Q",
        title=axis,
        scale=alt.Scale(type="log", base=2, domain=[1, max(2, most)]),
        axis=_plain_axis(_some(sorted(set(figures["blocks"])))),
    )
    scale = _log(spots)
    up = alt.Y("cycles:Q", title=unit, scale=scale, axis=_log_axis(scale))
    colour = alt.Color("title:N", scale=alt.Scale(domain=order, range=SERIES), legend=None)
    # colours come again after eight: then dashes differ, and a curve pointed at stands out
    dashes = [DASHES[n // len(SERIES) % len(DASHES)] for n in range(len(order))]
    dash = alt.StrokeDash("title:N", scale=alt.Scale(domain=order, range=dashes), legend=None)
    pointed = alt.selection_point(
        name="pointed", fields=["title"], on="pointerover", clear="pointerout"
    )
    faint = alt.condition(pointed, alt.value(1), alt.value(0.15))
    curve = _switched(figures).encode(x=across, color=colour)
    band = curve.mark_area(opacity=0.2).encode(y=alt.Y("cycles_low:Q"), y2="cycles_high:Q")
    line = curve.mark_line(strokeWidth=2).encode(y=up, strokeDash=dash, opacity=faint)
    point = curve.mark_point(filled=True, size=28).encode(
        y=up,
        opacity=faint,
        tooltip=_tooltip(figures, {"title": "Cipher", "blocks": "Blocks", "shown": "Cost"}),
    )
    end = _switched(ends).encode(x=alt.value("width"), color=colour, opacity=faint)
    lead = end.mark_rule(x2Offset=LEAD).encode(x2=alt.value("width"), y=up, y2="spot:Q")
    names = end.mark_text(align="left", dx=LEAD + 3, fontSize=12).encode(
        y=alt.Y("spot:Q", scale=scale), text="title:N"
    )
    names = names.add_params(pointed)
    chart = (band + line + point + lead + names).add_params(*_switches(figures))
    return page(chart, height, description)


def ratios(table: pd.DataFrame, axis: str, description: str, mark: str = "operation") -> dict:
    """Ratios with their intervals, a row a title, a mark an operation; ``axis`` says of what.

    ``table`` has ``title``, ``operation`` (or another column that ``mark`` names), ``ratio``,
    ``low``, ``high``, in the order of rows.
    """
    marks = list(dict.fromkeys(table[mark]))
    rows = alt.Y("title:N", sort=list(dict.fromkeys(table["title"])), title=None)
    rows = rows.axis(grid=True, domain=False, ticks=False)
    scale = _log([*table["low"].fillna(table["ratio"]), *table["high"].fillna(table["ratio"]), 1])
    across = alt.X("ratio:Q", title=axis, scale=scale, axis=_log_axis(scale))
    colour = alt.Color(
        f"{mark}:N",
        scale=alt.Scale(domain=marks, range=SERIES[: len(marks)]),
        legend=alt.Legend(title=None, columns=2),
    )
    drawn = alt.Chart(_records(table)).encode(
        y=rows, yOffset=alt.YOffset(f"{mark}:N", sort=marks), color=colour
    )
    interval = drawn.mark_rule(strokeWidth=2.5).encode(x="low:Q", x2="high:Q")
    shapes = alt.Scale(domain=marks, range=["square", "triangle-up", "circle", "diamond"])
    point = drawn.mark_point(filled=True, size=46, opacity=1).encode(
        x=across,
        shape=alt.Shape(f"{mark}:N", scale=shapes),
        tooltip=_tooltip(table, {"title": "Cipher", mark: mark.capitalize(), "shown": "Ratio"}),
    )
    even = alt.Chart(alt.Data(values=[{"ratio": 1}])).mark_rule(color=MUTED, strokeDash=[4, 3])
    chart = even.encode(x=across) + interval + point
    return page(chart, _height(table, 12 + 10 * len(marks)), description)


def steps(parts: pd.DataFrame, axis: str, description: str) -> dict:
    """Steps one after another, a row a title: ``title``, ``step``, ``cost``, ``shown``."""
    order = list(dict.fromkeys(parts["step"]))
    rows = alt.Y("title:N", sort=list(dict.fromkeys(parts["title"])), title=None)
    colours = alt.Scale(domain=order, range=SERIES[: len(order)])
    chart = (
        alt.Chart(_records(parts.assign(place=parts["step"].map(order.index))))
        .mark_bar(height=ROW // 2)
        .encode(
            x=alt.X("cost:Q", title=axis, stack="zero"),
            y=rows.axis(domain=False, ticks=False),
            color=alt.Color("step:N", scale=colours, legend=alt.Legend(title=None)),
            order=alt.Order("place:Q"),
            tooltip=_tooltip(parts, {"title": "Engine", "step": "Step", "shown": "Cost"}),
        )
    )
    return page(alt.layer(chart), _height(parts, ROW), description)


def warm_up(points: pd.DataFrame, description: str) -> dict:
    """Time a call against calls made, a curve a title; ``title``, ``calls``, ``ns``, ``low``,
    ``high``."""
    order = list(dict.fromkeys(points["title"]))
    dashes = [DASHES[n // len(SERIES) % len(DASHES)] for n in range(len(order))]
    across = alt.X(
        "calls:Q", title="calls made", scale=_log(points["calls"]), axis=_plain_axis(_DECADES)
    )
    scale = _log([*points["low"], *points["high"]])
    up = alt.Y("ns:Q", title="ns a call", scale=scale, axis=_log_axis(scale))
    legend = alt.Legend(title=None, columns=3, symbolType="stroke", symbolLimit=0)
    colour = alt.Color("title:N", scale=alt.Scale(domain=order, range=SERIES), legend=legend)
    dash = alt.StrokeDash("title:N", scale=alt.Scale(domain=order, range=dashes), legend=legend)
    curve = alt.Chart(_records(points)).encode(x=across, color=colour)
    band = curve.mark_area(opacity=0.15).encode(y=alt.Y("low:Q"), y2="high:Q")
    line = curve.mark_line(strokeWidth=2).encode(y=up, strokeDash=dash)
    return page(band + line, CURVE_HEIGHT, description)


_DECADES = [10.0**e for e in range(7)]


def _switches(frame: pd.DataFrame) -> list[alt.Parameter]:
    """What the page's switches set: the families and the languages that are shown."""
    return [
        alt.param(name=name, value=sorted(set(frame[column]))) for name, column in SWITCHES.items()
    ]


def _switched(frame: pd.DataFrame) -> alt.Chart:
    """A chart of a frame that shows what the switches leave."""
    left = " && ".join(f"indexof({name}, datum.{column}) >= 0" for name, column in SWITCHES.items())
    return alt.Chart(_records(frame)).transform_filter(left)


def _apart(costs_sorted: np.ndarray, spots: list[float], height: int) -> np.ndarray:
    """Where to write the curves' names on a log axis, so that none covers another."""
    low, high = _log(spots).domain
    gap = LABEL_GAP / height * np.log(high / low)
    logs = np.log(costs_sorted)
    rank = np.arange(len(logs)) * gap
    upward = np.maximum.accumulate(logs - rank) + rank
    top = np.log(high)
    capped = np.minimum.accumulate((np.minimum(upward, top) - rank)[::-1])[::-1] + rank
    return np.exp(capped)


def _some(counts: list[int]) -> list[int]:
    """Block counts to write at the axis: all, or every other one of many."""
    return counts if len(counts) < 8 else counts[::2]


def _log(spots: list[float], right: float = 1.25) -> alt.Scale:
    """A logarithmic scale that holds the spots, with room for labels."""
    spots = [spot for spot in spots if np.isfinite(spot)]
    return alt.Scale(type="log", domain=[min(spots) * 0.85, max(spots) * right], nice=False)


def _plain_axis(values: list[float]) -> alt.Axis:
    """An axis with these figures, written as people write them."""
    labels = "datum.value >= 1000 ? format(datum.value, ',') : format(datum.value, '~g')"
    return alt.Axis(values=values, labelExpr=labels)


def _log_axis(scale: alt.Scale) -> alt.Axis:
    """An axis with round figures, more of them the fewer decades there are."""
    low, high = scale.domain
    steps = (1,) if high > 2000 * low else (1, 2, 5) if high > 20 * low else (1, 1.5, 2, 3, 4, 5, 7)
    return _plain_axis([step * 10.0**e for e in range(-3, 10) for step in steps])


def _height(frame: pd.DataFrame, row: int) -> int:
    return row * frame["title"].nunique()


def _records(frame: pd.DataFrame) -> alt.Data:
    return records(frame.drop(columns=["humps", "clock"], errors="ignore"))


def _tooltip(frame: pd.DataFrame, names: dict[str, str]) -> list[alt.Tooltip]:
    return [
        alt.Tooltip(f"{column}:N", title=title)
        for column, title in names.items()
        if column in frame.columns
    ]


def page(chart: alt.TopLevelMixin, height: int, description: str) -> dict:
    """The specification, in the page's colours and type, as wide as its container."""
    return (
        chart.properties(width="container", height=height, description=description)
        .properties(autosize=alt.AutoSizeParams(type="fit-x", contains="padding"))
        .configure(background="transparent", font=FONT)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=MUTED, titleColor=MUTED, gridColor=GRID, domainColor=GRID, tickColor=GRID,
            labelFontSize=12, titleFontSize=12, titleFontWeight="normal", titlePadding=8,
        )
        .configure_axisY(labelColor=INK, labelFontSize=13, labelLimit=260)
        .configure_legend(
            labelColor=INK, labelFontSize=12, labelLimit=0, orient="top", symbolSize=70,
            symbolOpacity=1, columnPadding=18,
        )
        .to_dict()
    )  # fmt: skip
