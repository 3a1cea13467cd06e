# SPDX-License-Identifier: Apache-2.0
"""Published studies: what a study's folder holds, and what it plans (docs/studies.md).

A study is a folder: ``study.toml`` (:class:`Study`), ``published.csv`` (the paper's figures, tidy),
``estimator.py`` (raw values to figures), ``claims.py`` (what the paper concludes) and ``charts.py``
(its pictures). Measuring is ``procedures``', setting side by side ``comparison``'s.
"""

import functools
import importlib.util
from types import ModuleType
from typing import Literal

import msgspec
import numpy as np
import pandas as pd

from fifteen import places
from fifteen.errors import Mistake

TOML = "study.toml"
PAPER = "published"
# What every figure has; a study's other columns tell its figures apart.
COMMON = ("platform", "compiler", "value", "unit")

GRADES = {"A": 4, "B+": 3 + 1 / 3, "B": 3, "B-": 3 - 1 / 3}  # points, where the unit is a grade


class Procedure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One published procedure, and the quantities that it is used for."""

    procedure: str
    # of the study's, by the beginnings of their names; none: all that no other procedure names
    engines: list[str] = []
    operations: list[str]
    ticks: bool = False  # its figures are of the time-stamp counter, which not all programs read
    blocks: list[int] = msgspec.field(default_factory=lambda: [0])
    seconds: float  # that a quantity takes, about, where no earlier run says
    words: dict[str, str | int] = {}
    quick: dict[str, int] = {}  # the words that --quick changes
    each: dict[str, list[str | int]] = {}  # words of which every value is measured
    quick_each: dict[str, list[str | int]] = {}  # and of which --quick measures fewer


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One of the paper's tables: what stands beside our figures, and what is ranked in it."""

    table: str
    where: dict[str, str] = {}  # which of the published figures, where several machines have some
    apart: list[str] = []  # columns for each entry of which the paper prints it: ``where`` first
    ranked: Literal["row", "column"]  # the figures of a row compete, or those of a column
    within: list[str] = []  # and are alike in these columns of published.csv
    only: dict[str, list[str]] = {}  # the figures that are ranked, if not all
    without: dict[str, list[str]] = {}  # and which of them are not
    breaks: list[str] = []  # columns whose figures are put in groups at natural breaks


class Unavailable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Published figures that may have no measured partner, and why."""

    where: dict[str, str | int | list[str | int]]
    absent: str = ""  # a column: the reason holds where nothing of ours has that entry of it
    reason: str


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``study.toml``."""

    title: str
    citation: str
    engines: list[str]  # ours, NIST's programs (c/CIPHER/nist) and peers, by id
    nist_classes: bool = False  # and peers that are classes with NIST's API
    key_bits: dict[str, list[int]] = {}  # of ciphers of which the paper has not all the manifest's
    rounds: int
    jvm_options: list[str] = []  # after those that every JVM of the lab has
    # together: the paper compares JVMs; both: it has a claim on each compiler, and on all of them
    toolchains: Literal["apart", "together", "both"] = "apart"
    modes: list[str] = []  # of running the JVM, where the paper compares them (jvms.MODES)
    measures: list[str] = []  # of the lab's own that its figures need too (measures.KINDS)
    text: list[str]  # how it is measured, what deviates, what to beware of
    tables: list[Table]
    procedures: list[Procedure]
    unavailable: list[Unavailable] = []


def names() -> list[str]:
    """The studies there are."""
    return sorted(path.parent.name for path in places.STUDIES.glob(f"*/{TOML}"))


@functools.cache
def load(name: str) -> Study:
    """A study; an unknown one is a Mistake."""
    if name not in names():
        raise Mistake(f"unknown study {name!r}")
    path = places.STUDIES / name / TOML
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Study)
    except msgspec.DecodeError as error:
        raise Mistake(f"{path}: {error}") from None


@functools.cache
def module(name: str, part: str) -> ModuleType | None:
    """``estimator``, ``claims`` or ``charts`` of a study; None where it has no such file."""
    path = places.STUDIES / name / f"{part}.py"
    if not path.exists():
        return None
    spec = importlib.util.spec_from_file_location(f"{part}_{name.replace('-', '_')}", path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def estimator(name: str) -> ModuleType:
    """The study's own estimator.

    - ``figure(record) -> dict``, or a list of such: a run's figures (of ``records.Published``, or
      of the ``Measure`` that ``study.toml`` asks for): the study's columns of ``published.csv``,
      ``series`` (which loop or way it is of), ``value`` and ``unit``, and if wanted ``median`` and
      ``standard_deviation`` of the run's repetitions, and ``reduced``;
    - ``place(figure: dict) -> (row, column)`` in the paper's table;
    - if wanted ``of_round(frame) -> frame``: figures of the figures of one round and toolchain;
    - if wanted ``named(frame) -> frame``: ours in the paper's words, where these depend on what
      else was measured;
    - if wanted ``counted() -> frame``: figures of ours that no clock is needed for;
    - if wanted ``derived(frame) -> frame``: further figures, made of the paper's and of ours alike;
    - if wanted ``slack(figure: dict) -> float``: how far rounding in the paper may move such one.
    """
    return module(name, "estimator")


def hook(name: str, function: str, frame: pd.DataFrame) -> pd.DataFrame:
    """What a function that an estimator may have makes of a frame; the frame where it has none."""
    return getattr(estimator(name), function, lambda same: same)(frame)


def with_derived(name: str, frame: pd.DataFrame) -> pd.DataFrame:
    """The frame and what the estimator derives of it, which fills the paper's gaps."""
    if frame.empty or not hasattr(estimator(name), "derived"):
        return frame
    more = estimator(name).derived(frame)
    known = frame[frame["value"].notna()].set_index(keys(name)).index
    more = more[~more.set_index(keys(name)).index.isin(known)]
    gaps = frame["value"].isna() & frame.set_index(keys(name)).index.isin(
        more.set_index(keys(name)).index
    )
    return pd.concat([frame[~gaps], more], ignore_index=True)


@functools.cache
def _published(name: str) -> pd.DataFrame:
    path = places.STUDIES / name / "published.csv"
    # a printed figure is kept as it is printed too: its decimals say how it was rounded
    # nothing but these is missing: there is a cipher that is called null
    missing = {"keep_default_na": False, "na_values": ["N/A", ""]}
    frame = pd.read_csv(path, **missing, dtype={"value": str}, comment="#")
    frame["printed"] = frame["value"].fillna("N/A")
    frame["value"] = pd.to_numeric(frame["value"].replace(GRADES))
    numeric = frame.select_dtypes("number").columns.drop("value", errors="ignore")
    return frame.fillna(dict.fromkeys(numeric, 0))


def published(name: str) -> pd.DataFrame:
    """The paper's tables, a row a figure, ``printed`` as text; NaN where the paper has none."""
    return _published(name).copy()


def keys(name: str) -> list[str]:
    """The columns that tell a study's figures apart, ``table`` among them."""
    return [c for c in _published(name).columns if c not in (*COMMON, "printed")]


def tables(name: str) -> list[Table]:
    """``study.toml``'s tables, each as often as the paper prints it (``apart``)."""
    found = []
    for table in load(name).tables:
        prints = [table.where]
        if table.apart:
            figures = matching(published(name), {"table": table.table})
            others = figures[table.apart].drop_duplicates().to_dict("records")
            prints += [where for where in others if where != table.where]
        found += [msgspec.structs.replace(table, where=where) for where in prints]
    return found


def matches(frame: pd.DataFrame, where: dict) -> np.ndarray:
    """Whether a row's columns have the values, or one of the values, of ``where``."""
    chosen = np.ones(len(frame), dtype=bool)
    for column, wanted in where.items():
        chosen &= frame[column].isin(wanted if isinstance(wanted, list) else [wanted]).to_numpy()
    return chosen


def matching(frame: pd.DataFrame, where: dict) -> pd.DataFrame:
    """The rows that match. They are taken once: that is what takes time."""
    return frame[matches(frame, where)]
