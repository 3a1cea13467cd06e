# SPDX-License-Identifier: Apache-2.0
"""The paper's means and regressions (sections 3 and 4), and where its Figs. 1 to 7 put a figure.

A line is fitted as the paper does, by ordinary least squares (``B0``), and with the weights
1/size² (``B0 weighted``): the spread of a time grows with the time, so that unweighted the longest
file decides alone, and the line may start below zero (Carroll and Ruppert 1988).
"""

import re

import numpy as np
import pandas as pd
import statsmodels.api as sm
from fifteen import records
from scipy import stats

CONFIDENCE = 0.95
LEAST_SIZES = 3  # of a line with an error

COLD, WARM, MEAN = "one JVM a file", "one JVM", "mean of both"
STARTS = 5  # of the first series
NAMES = {"SunJCE": "Oracle", "FlexiCore": "Flexi"}  # the paper's; the others are called the same
ORDER = ("Oracle", "BC", "Cryptix", "Flexi")
JVMS = ("JDK5", "JDK6", "JDK7")

# A figure of the paper: the column that is the same in it, and that column's entry.
FIGURES = {
    "Fig. 1": ("provider", "Oracle"),
    "Fig. 2": ("provider", "BC"),
    "Fig. 3": ("provider", "Cryptix"),
    "Fig. 4": ("provider", "Flexi"),
    "Fig. 5": ("jvm", "JDK5"),
    "Fig. 6": ("jvm", "JDK6"),
    "Fig. 7": ("jvm", "JDK7"),
}


# ---- From runs to means ----


def figure(record: records.Published) -> dict:
    """A run's figure, in milliseconds: of several values the mean of all but the first."""
    several = len(record.values) > 1
    kept = record.values[1:] if several else record.values
    return {
        "table": "times",
        "series": WARM if several else COLD,
        "provider": _provider(record.engine),
        "jvm": "",
        "quantity": "time",
        "kb": record.bytes / 1024,
        "value": float(np.mean(kept)) * 1e-6,
        "unit": "ms",
    }


def _provider(engine: str) -> str:
    """A library by the paper's name, else by its own."""
    library = engine.split("/")[1]
    return NAMES.get(library, library)


def of_round(frame: pd.DataFrame) -> pd.DataFrame:
    """The mean of each series, and where both are there the mean of the two."""
    same = ["table", "provider", "jvm", "quantity", "kb", "unit"]
    series = frame.groupby([*same, "series"], sort=False)
    means = series.agg(
        value=("value", "mean"), starts=("value", "size"), reduced=("reduced", "max")
    )
    means = means.reset_index()
    few = (means["series"] == COLD) & (means["starts"] < STARTS)
    means.loc[few, "reduced"] = "starts " + means["starts"].astype(str) + f" of {STARTS}"
    both = means.groupby(same, sort=False)
    mean = both.agg(
        value=("value", "mean"),
        series=("series", "nunique"),
        reduced=("reduced", lambda said: "; ".join(filter(None, said))),
    ).reset_index()
    mean = mean[mean["series"] == 2].assign(series=MEAN)
    return pd.concat([means.drop(columns="starts"), mean], ignore_index=True)


def named(frame: pd.DataFrame) -> pd.DataFrame:
    """Our JVMs in the places of the paper's: the newest as JDK 7, those before it as 6 and 5.

    Older ones than the last three keep their names; ``note`` says which JVM stands where.
    """
    jvms = sorted(set(frame["compiler"]), key=_version)
    places = dict(zip(reversed(jvms), reversed(JVMS), strict=False))
    named = frame["compiler"].map(lambda jvm: places.get(jvm, jvm))
    return frame.assign(jvm=named, note=named + ": " + frame["compiler"])


def _version(toolchain: str) -> tuple:
    """The numbers of ``openjdk-17.0.15``, then the name: two modes of a JVM stand together."""
    return tuple(map(int, re.findall(r"\d+", toolchain))), toolchain


# ---- Lines ----


def line(sizes: np.ndarray, times: np.ndarray, weighted: bool) -> dict[str, float]:
    """Time = B0 + B1 · size by least squares, with standard errors and 95 % intervals by *t*."""
    weights = sizes**-2.0 if weighted else np.ones(len(sizes))
    fit = sm.WLS(times, sm.add_constant(sizes), weights=weights).fit()
    (low0, up0), (low1, up1) = fit.conf_int(1 - CONFIDENCE)
    found = dict(zip(("B0", "B1"), fit.params, strict=True))
    found |= dict(zip(("B0Err", "B1Err"), fit.bse, strict=True))
    found |= {"LowB0": low0, "UpB0": up0, "LowB1": low1, "UpB1": up1}
    return {name + (" weighted" if weighted else ""): float(v) for name, v in found.items()}


def quantile(sizes: int) -> float:
    """Student's *t* that a line through as many points has in its interval."""
    return float(stats.t.ppf((1 + CONFIDENCE) / 2, sizes - 2))


def derived(frame: pd.DataFrame) -> pd.DataFrame:
    """What the other figures say of each figure's times, and the lines through its own times."""
    times = frame[(frame["quantity"] == "time") & frame["value"].notna()]
    same = ["series", "provider", "jvm", "kb"]
    parts = []
    for name, (column, entry) in FIGURES.items():
        mine = times[times[column] == entry]
        printed = mine["table"] == name
        elsewhere = mine[~printed].drop_duplicates(same).assign(table=name)
        best = pd.concat([mine[printed], elsewhere]).drop_duplicates(same)
        lines = [_lines(part) for _, part in best.groupby(["series", "provider", "jvm"])]
        parts += [elsewhere, *lines]
    return pd.concat(parts, ignore_index=True)


def _lines(times: pd.DataFrame) -> pd.DataFrame:
    """Both lines through a column of times, a row a coefficient."""
    times = times.sort_values("kb")
    if len(times) < LEAST_SIZES:
        return times.iloc[:0]
    both = {}
    for weighted in (False, True):
        both |= line(times["kb"].to_numpy(float), times["value"].to_numpy(float), weighted)
    rows = pd.concat([times.iloc[:1]] * len(both), ignore_index=True)
    rows = rows.drop(columns=["least", "most", "printed"], errors="ignore")
    units = ["ms/KB" if "B1" in name else "ms" for name in both]
    return rows.assign(quantity=list(both), kb=0.0, value=list(both.values()), unit=units)


# ---- Layout ----


def place(figure: dict) -> tuple[str, str]:
    """(row, column) of a figure in the paper's table."""
    row = f"{figure['kb']:.0f} KB" if figure["quantity"] == "time" else figure["quantity"]
    by_provider = FIGURES[figure["table"]][0] == "provider"
    return row, f"{figure['provider']} {figure['jvm']}" if by_provider else figure["provider"]
