# SPDX-License-Identifier: Apache-2.0
"""The report's tables: which figures stand where, and how a figure is written."""

import copy
import itertools
import math
import string
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from fifteen import manifest, records, statistics
from fifteen.errors import Mistake
from fifteen.naming import (
    LANGUAGES,
    MODES,
    OPERATIONS,
    SHORT,
    is_peer,
    ours,
    place,
    short,
    title,
)
from fifteen.plan import BULK

UNITS = {  # of the main table's two ways to read it, by whether there are blocks
    "cycles": ("cycles a key", "cycles a byte"),
    "time": ("ns a key", "MB/s"),
}
SIZES = (0, 1, BULK, 4096)  # blocks a call beside other libraries; 4096 of 16 bytes are 64 KiB
HARNESS = "null"


Figure = pd.Series | dict[str, object]  # a row of the figures, by the names of its columns

# ---- What the page shows ----


@dataclass(frozen=True)
class Column:
    """One column of the main table: what is measured, and by which toolchain."""

    language: str
    toolchain: str
    operation: str

    @property
    def short(self) -> str:
        """The operation in a word or two."""
        return SHORT[self.operation]


class View:
    """The records of a folder as a report shows them: one session, on one machine.

    It is the session that is named, or else (None) the largest, and a study's only where there is
    no other. Raises Mistake where there is none of that name.

    Its main table is of ``key_bits``, or of each cipher's first key size (None), and of one
    toolchain a language: ``toolchain``, and of others (None) the first that was asked for.
    """

    key_bits: int | None = None
    toolchain: str | None = None

    def __init__(self, results: statistics.Results, session: str | None = None):
        self.results = results
        self.harness = title(HARNESS, "")
        self.session, self.machine = _shown(results, session)
        self.values = self.here(results.usable())
        self.floor = statistics.floor(self.values)
        self.values = self.values[~self.values["cell"].isin(self.floor["again"])]
        self.values = self.values.assign(title=self._titles(self.values))
        self.figures = statistics.figures(self.values)
        self.figures["title"] = self._titles(self.figures)
        others = (results.published, *results.measures.values())
        known = pd.concat([self.figures["cell"], *(self.here(frame)["cell"] for frame in others)])
        self.failures = self.here(results.failures).drop_duplicates("cell")
        self.failures = self.failures[~self.failures["cell"].isin(known)]
        self.failures = self.failures.assign(title=self._titles(self.failures))
        known = [self.figures["engine"], self.failures["engine"]]
        self._engines = set(pd.concat(known))
        self._rounds = {}  # by quantity; of all cells at once, as many tables ask for some

    def at(self, key_bits: int | None, toolchain: str | None = None) -> "View":
        """The same records, with the main table at another key size, or of another toolchain."""
        if (key_bits, toolchain) == (self.key_bits, self.toolchain):
            return self
        other = copy.copy(self)
        for name, member in vars(View).items():
            if isinstance(member, cached_property):
                other.__dict__.pop(name, None)
        other.key_bits, other.toolchain = key_bits, toolchain
        return other

    @cached_property
    def toolchains(self) -> dict[str, list[str]]:
        """Those of each language, in the order in which the session was asked for them.

        They are those of our engines, as a submission is compiled once; where none is ours, all.
        """
        known = pd.concat([self.figures, self.failures])[["language", "toolchain", "engine"]]
        asked = {name: place for place, name in enumerate(self.session.toolchains)}
        found = {}
        for language in LANGUAGES:
            there = known[known["language"] == language]
            own = there[~there["engine"].map(is_peer).astype(bool)]
            names = set((own if len(own) else there)["toolchain"])
            found[language] = sorted(names, key=lambda name: (asked.get(name, len(asked)), name))
        return found

    def _compares(self, frame: pd.DataFrame) -> pd.DataFrame:
        """The rows that may stand in the main table."""
        shown = {
            language: [self.toolchain] if self.toolchain in of else of[:1]
            for language, of in self.toolchains.items()
        }
        competes = frame["engine"].map(self._competes).astype(bool)
        plain = frame["operation"].isin(OPERATIONS)
        left_out = set(itertools.chain(*self.toolchains.values()))
        left_out -= set(itertools.chain(*shown.values()))
        return frame[competes & plain & ~frame["toolchain"].isin(left_out)]

    @cached_property
    def key_sizes(self) -> list[int]:
        """The key sizes in bits that are worth a main table of their own, if there are several."""
        figures = self.figures[
            (self.figures["blocks"] == BULK) & ~self.figures["engine"].map(is_peer)
        ]
        ciphers = figures.groupby("key_bits")["cipher"].nunique()
        worth = sorted(ciphers.index[ciphers > 2])
        return worth if len(worth) > 1 else []

    def _competes(self, engine: str) -> bool:
        """Whether an engine stands in the main table: ours do, peers where there is none of ours.

        The others stand beside ours in a section of their own (:func:`beside_peers`).
        """
        return not is_peer(engine) or not ours(engine, self._engines)

    def here(self, frame: pd.DataFrame) -> pd.DataFrame:
        """The rows of this view's machine and session."""
        here = (frame["machine"] == self.machine) & (frame["session"] == self.session.session)
        return frame[here]

    @staticmethod
    def _titles(frame: pd.DataFrame) -> list[str]:
        return [title(*pair) for pair in zip(frame["cipher"], frame["engine"], strict=True)]

    @property
    def elsewhere(self) -> int:
        """Runs with values of another machine or session; a study has a section of its own."""
        values = self.results.values
        return values["run"].nunique() - self.here(values)["run"].nunique()

    @property
    def rounds(self) -> int:
        """Rounds that count."""
        return self.values["round"].nunique()

    @property
    def disowned(self) -> list[int]:
        """Rounds that were measured and do not count: too many of their cells were disturbed."""
        return sorted(set(self.here(self.results.values)["round"]) - set(self.values["round"]))

    @property
    def retried(self) -> int:
        """Values, of rounds that count, that another of the same round stands for."""
        there = self.here(self.results.values)
        counts = there[there["round"].isin(self.values["round"])]
        return int(counts.duplicated(["round", "cell"]).sum())

    @property
    def disturbed(self) -> int:
        """Values that count although clock readings say that they were disturbed."""
        return int(self.values["disturbed"].sum())

    @property
    def coverage(self) -> float:
        """The least coverage of any interval here."""
        return self.figures["coverage"].min() if len(self.figures) else 0.0

    @property
    def core_ghz(self) -> float | None:
        """The core's rate while the C runs measured, if they read it."""
        rates = self.values["core_ghz"].dropna()
        return rates.median() if len(rates) else None

    @staticmethod
    def first_keys(figures: pd.DataFrame) -> pd.DataFrame:
        """The figures at each engine's first key size: the manifest's, else its smallest."""
        sizes = figures.groupby(["cipher", "engine"])["key_bits"].unique()
        first = {engine: manifest.first_size(c, bits) for (c, engine), bits in sizes.items()}
        return figures[figures["key_bits"] == figures["engine"].map(first)]

    def _of_key(self, frame: pd.DataFrame) -> pd.DataFrame:
        """What the main table's key size leaves of a frame."""
        if self.key_bits is None:
            return self.first_keys(frame)
        return frame[frame["key_bits"] == self.key_bits]

    @cached_property
    def main(self) -> pd.DataFrame:
        """The figures of the main table: its key size, and 1024 blocks a call."""
        return self.whole_messages(self._compares(self._of_key(self.figures)))

    @staticmethod
    def whole_messages(figures: pd.DataFrame) -> pd.DataFrame:
        """Of each engine and operation the figures at 1024 blocks a call, or the most below."""
        nearness = figures["blocks"].where(figures["blocks"] != BULK, math.inf)
        column = [figures[name] for name in ("engine", "toolchain", "operation")]
        return figures[nearness == nearness.groupby(column).transform("max")]

    @cached_property
    def columns(self) -> list[Column]:
        """The main table's columns: C before Java."""
        asked = pd.concat([self.main, self.unmeasured])[["language", "toolchain", "operation"]]
        columns = {Column(*row) for row in asked.drop_duplicates().itertuples(index=False)}
        order = list(OPERATIONS)
        return sorted(columns, key=lambda c: (c.language, c.toolchain, order.index(c.operation)))

    @cached_property
    def unmeasured(self) -> pd.DataFrame:
        """The failures that leave a gap in the main table."""
        return self._compares(self._of_key(self.failures))

    @property
    def has_harness(self) -> bool:
        """Whether the harness's own cost was asked for."""
        return self.harness in {*self.main["title"], *self.unmeasured["title"]}

    @staticmethod
    def of_column(frame: pd.DataFrame, column: Column) -> pd.DataFrame:
        """The rows of a frame that belong to one column."""
        return frame[
            (frame["toolchain"] == column.toolchain) & (frame["operation"] == column.operation)
        ]

    def of(self, column: Column) -> pd.DataFrame:
        """The main table's figures of one column, cheapest first."""
        return self._columns[column]

    @cached_property
    def _columns(self) -> dict[Column, pd.DataFrame]:
        found = {column: self.of_column(self.main, column) for column in self.columns}
        return {c: of.sort_values(statistics.measured(of)) for c, of in found.items()}

    @cached_property
    def rows(self) -> dict[Column, dict[str, dict]]:
        """The main table's figures of each column by title, as many are asked for one by one."""
        return {
            column: {row["title"]: row for row in of.to_dict("records")}
            for column, of in self._columns.items()
        }

    @cached_property
    def stages(self) -> dict[tuple[str, str, str], set[str]]:
        """Where cells without a figure failed, by toolchain, operation and title."""
        found = {}
        for failure in self.failures.itertuples():
            where = failure.toolchain, failure.operation, failure.title
            found.setdefault(where, set()).add(failure.stage)
        return found

    def quantity(self, column: Column) -> str:
        """What ranks a column (``statistics.measured``)."""
        return statistics.measured(self.of(column))

    def by_round(self, quantity: str, names: dict[str, Hashable]) -> pd.DataFrame:
        """A row a round, a column for each of these cells that has values, under its new name."""
        if quantity not in self._rounds:
            self._rounds[quantity] = statistics.by_round(self.values, quantity, "cell")
        every = self._rounds[quantity]
        there = [cell for cell in names if cell in every]
        found = every[there].dropna(how="all")
        found.columns = pd.Index([names[cell] for cell in there], tupleize_cols=False)
        return found.sort_index(axis="columns")

    def rounds_of(self, column: Column, quantity: str) -> pd.DataFrame:
        """The values behind one column: a row a round, a column a title."""
        of = self.of(column)
        return self.by_round(quantity, dict(zip(of["cell"], of["title"], strict=True)))

    @cached_property
    def rankings(self) -> dict[Column, statistics.Ranking]:
        """The ranking of each column; the harness does not compete."""
        return {
            column: statistics.rank(
                self.rounds_of(column, self.quantity(column)).drop(
                    columns=self.harness, errors="ignore"
                )
            )
            for column in self.columns
        }

    @cached_property
    def bands(self) -> dict[Column, pd.Series]:
        """Each column's three bands (``statistics.bands``), by title."""
        found = {}
        for column in self.columns:
            costs = self.of(column).set_index("title")[self.quantity(column)]
            found[column] = statistics.bands(costs.drop(index=self.harness, errors="ignore"))
        return found

    @cached_property
    def families(self) -> dict[str, str]:
        """The family of each title in the main table."""
        known = pd.concat([self.main, self.unmeasured])
        ciphers = zip(known["title"], known["cipher"], strict=True)
        return {name: manifest.cipher(cipher).family for name, cipher in ciphers}

    @cached_property
    def titles(self) -> list[str]:
        """The competitors, as C encrypts them, cheapest first; those without a figure last."""
        named = dict.fromkeys(
            title for column in self._by_importance() for title in self.of(column)["title"]
        )
        failed = dict.fromkeys(self.unmeasured["title"])
        return [name for name in named | failed if name != self.harness]

    def _by_importance(self) -> list[Column]:
        return sorted(self.columns, key=lambda c: (c.operation != "encrypt", c.language))


def _shown(results: statistics.Results, name: str | None) -> tuple[records.Session, str]:
    """The session that a report is of (:class:`View`), and the machine of most of its values."""
    sessions = results.sessions
    if name is not None and name not in sessions:
        known = ", ".join(sessions)
        raise Mistake(f"{results.folder}: no session is called {name!r}: there is {known}")
    others = [one for one, session in sessions.items() if session.command[:1] != ["study"]]
    for names in [[name]] if name is not None else [others, list(sessions)]:
        for rows in (results.values, results.runs):
            there = rows[rows["session"].isin(names)]
            if len(there):
                machine, session = there.groupby(["machine", "session"]).size().idxmax()
                return sessions[session], machine
    alone = sessions[name or next(iter(sessions))]
    return alone, alone.machine


# ---- Figures as people read them ----


def number(value: float) -> str:
    """Three significant digits, with separators from a thousand on; a dash for none."""
    if pd.isna(value):
        return "–"
    if value < 0:
        return f"\N{MINUS SIGN}{number(-value)}"
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.995 else f"{value:.3f}"


def span(low: float, high: float) -> str:
    """An interval; one figure where its ends read the same."""
    low, high = number(low), number(high)
    return low if low == high else f"{low}–{high}"


def speed(ns_a_byte: float) -> float:
    """Megabytes (10^6) a second."""
    return 1000 / ns_a_byte


def in_cycles(figure: Figure) -> tuple[str, str]:
    """Cost and interval in core cycles, ``≈`` before an estimate."""
    mark = "≈\N{NARROW NO-BREAK SPACE}" if figure["cycle_source"] == "estimate" else ""
    return mark + number(figure["cycles"]), span(figure["cycles_low"], figure["cycles_high"])


def ns(figure: Figure) -> tuple[str, str]:
    """Cost and interval in nanoseconds, a byte or a key set-up."""
    return number(figure["ns"]), span(figure["ns_low"], figure["ns_high"])


def in_time(figure: Figure) -> tuple[str, str]:
    """Cost and interval in time: nanoseconds a key set-up, or MB/s."""
    if figure["blocks"]:
        return number(speed(figure["ns"])), span(speed(figure["ns_high"]), speed(figure["ns_low"]))
    return ns(figure)


# ---- The tables ----


def main_table(view: View) -> list[dict]:
    """A row a competitor: ``title`` and ``cells``, one for each column of ``view.columns``."""
    return [main_row(view, name) for name in view.titles]


def main_row(view: View, name: str) -> dict:
    """One row of the main table; a cell without a figure says why (``missing``)."""
    cells = [_cell(view, column, name) for column in view.columns]
    return {"title": name, "family": view.families[name], "cells": cells}


def ratios(view: View) -> list[list[tuple]]:
    """For each column of the main table: (numerator, denominator, ratio, low, high), all pairs.

    Titles are given by their places in ``view.titles``; of those that have every round.
    """
    return [_ratios(view, column) for column in view.columns]


def _ratios(view: View, column: Column) -> list[tuple]:
    rounds = view.rounds_of(column, view.quantity(column)).dropna(axis=1)
    rounds = rounds.drop(columns=view.harness, errors="ignore")
    if min(rounds.shape) < 2:
        return []
    places = [view.titles.index(name) for name in rounds.columns]
    pairs = statistics.compare(rounds.set_axis(places, axis=1))
    bounds = pairs[["ratio", "low", "high"]].to_numpy().tolist()
    return [
        (int(second), int(first), *(float(f"{value:.4g}") for value in interval))
        for first, second, interval in zip(pairs["first"], pairs["second"], bounds, strict=True)
    ]


def _cell(view: View, column: Column, name: str) -> dict:
    figure = view.rows[column].get(name)
    if figure is None:
        return {"missing": _why_missing(view, column, name)}
    return {
        "order": figure[view.quantity(column)],
        "cycles": in_cycles(figure),
        "time": in_time(figure),
        "letters": letters(view.rankings[column].letters.get(name, "")),
        "band": int(view.bands[column].get(name, 0)),
        "flag": flag(figure),
        "calls": other_calls(figure),
        "cell": figure["cell"],
    }


def other_calls(figure: Figure) -> str:
    """What a call of a main table's figure had, where it isn't as many blocks as the table says."""
    blocks = figure["blocks"]
    if blocks in (0, BULK):
        return ""
    return "1 block a call" if blocks == 1 else f"{blocks} blocks a call"


def letters(of: str) -> str:
    """A ranking's letters for people: ``bd–j`` for b and all from d to j, where these are many."""
    steps = itertools.groupby(enumerate(of), lambda at: string.ascii_letters.index(at[1]) - at[0])
    runs = ["".join(letter for _, letter in run) for _, run in steps]
    return "".join(run if len(run) < 4 else f"{run[0]}–{run[-1]}" for run in runs)


def _why_missing(view: View, column: Column, name: str) -> str:
    """``unproven``, ``failed`` or, where nothing was asked for, nothing."""
    stages = view.stages.get((column.toolchain, column.operation, name), set())
    return "unproven" if "verify" in stages else "failed" if stages else ""


def all_figures(view: View) -> list[dict]:
    """A row a cell, in the words of the records, with figures as written and as sorted."""
    figures, places = view.figures, {name: n for n, name in enumerate(view.titles)}
    figures = figures.assign(
        place=[places.get(title(cipher, ""), len(places)) for cipher in figures["cipher"]],
        peer=figures["engine"].map(is_peer),
        step=figures["operation"].map(place),
    )
    figures = figures.sort_values(["place", "peer", "engine", "step", "key_bits", "blocks"])
    return [
        {
            "figure": figure, "cycles": in_cycles(figure), "ns": ns(figure),
            "speed": number(speed(figure["ns"])) if figure["blocks"] else "",
            "empty": number(figure["empty_ns"]), "notes": flag(figure),
        }
        for figure in figures.to_dict("records")
    ]  # fmt: skip


def flag(figure: Figure) -> str:
    """What to beware of, in words: runs in two humps, or that had not settled; else nothing."""
    said = []
    if (found := figure["humps"]) is not None:
        unit = "cycles" if figure["cycle_source"] in ("counter", "clock") else "ns"
        said.append(
            f"two humps: {found.low_runs} runs near {number(found.low)} {unit}, "
            f"{found.high_runs} near {number(found.high)}"
        )
    if figure["unsettled"]:
        said.append(f"{figure['unsettled']} of {figure['runs']} runs had not settled")
    return "; ".join(said)


def beside(view: View) -> pd.DataFrame:
    """Java's time over C's: ``title``, ``operation``, the fields of a ratio, as C's columns go."""
    pairs = {}
    for column in view.columns:
        pairs.setdefault(column.operation, {}).setdefault(column.language, column)
    rows = []
    for operation, of in pairs.items():
        if len(of) == 2:
            c, java = (view.rounds_of(of[language], "ns") for language in ("c", "java"))
            for name in [n for n in view.titles if n in c and n in java]:
                result = statistics.ratio(java[name], c[name])
                rows.append({"title": name, "operation": OPERATIONS[operation], **result._asdict()})
    return pd.DataFrame(rows, columns=["title", "operation", *statistics.Ratio._fields])


@dataclass(frozen=True)
class Peers:
    """One language's engines of other libraries beside ours.

    ``columns`` are (operation, blocks). ``rows`` have ``title`` (the cipher), ``library`` and
    ``cells``: for each column how many times ours it costs, or None.
    """

    language: str
    toolchain: str
    columns: list[tuple[str, int]]
    rows: list[dict]

    @property
    def bulk(self) -> int:
        """The column that orders the rows: encryption of whole messages, else the first."""
        wanted = ("encrypt", BULK)
        return self.columns.index(wanted) if wanted in self.columns else 0


def heading(operation: str, blocks: int) -> str:
    """A column's name among the peers."""
    size = f" {blocks:,} block{'s' if blocks > 1 else ''}" if blocks else ""
    return short(operation) + size


def beside_peers(view: View) -> list[Peers]:
    """Each language's peers, by cipher as the main table goes, the fastest library first.

    Each is at its first key size, beside ours at the same: 3DES of many has no key of 128 bits. One
    that was compiled once, and not by a toolchain of ours, stands beside ours of the first. No mode
    is among them: over a peer's blocks too it is ours, and says nothing of the peer's own.
    """
    chosen = view.figures
    chosen = chosen[chosen["blocks"].isin(SIZES) & ~chosen["operation"].isin(MODES)]
    apart = chosen["engine"].map(is_peer).astype(bool)
    theirs, own = view.first_keys(chosen[apart]), chosen[~apart]
    own = own[own["cipher"].isin(theirs["cipher"]) & own["key_bits"].isin(theirs["key_bits"])]
    theirs = theirs.assign(beside=[
        _beside(view, *pair) for pair in zip(theirs["language"], theirs["toolchain"], strict=True)
    ])  # fmt: skip
    found = []
    for (language, toolchain), of in theirs.groupby(["language", "beside"]):
        ours_here = own[(own["language"] == language) & (own["toolchain"] == toolchain)]
        columns, rows = _peers(view, of, ours_here)
        if rows:
            beside = Peers(language, toolchain, columns, rows)
            beside.rows.sort(key=lambda row: _place(view, row["title"], row["cells"][beside.bulk]))
            found.append(beside)
    return found


def _beside(view: View, language: str, toolchain: str) -> str:
    """By which toolchain ours are that a peer's engines stand beside."""
    known = view.toolchains[language]
    return toolchain if toolchain in known else known[0]


def _peers(view: View, theirs: pd.DataFrame, own: pd.DataFrame) -> tuple[list, list[dict]]:
    """Columns and rows of a :class:`Peers`, of figures: costs over those of our fastest engine."""
    figures = pd.concat([theirs, own])
    cells = dict(zip(figures["cell"], figures["cell"], strict=True))
    rounds = view.by_round(statistics.measured(figures), cells)
    medians, at = rounds.median(), ["cipher", "key_bits", "operation", "blocks"]
    places = own[own["cell"].isin(rounds.columns)].groupby(at)["cell"]
    fastest = {place: medians[cells].idxmin() for place, cells in places}
    shared = {place[:2] for place in fastest}
    both = [pair in shared for pair in zip(theirs["cipher"], theirs["key_bits"], strict=True)]
    theirs = theirs[both]
    columns = sorted(
        set(zip(theirs["operation"], theirs["blocks"], strict=True)),
        key=lambda column: (place(column[0]), column[1]),
    )
    rows = []
    for (engine, toolchain, beside), of in theirs.groupby(["engine", "toolchain", "beside"]):
        _language, library, cipher = engine.split("/", 2)
        cells = {
            (row.operation, row.blocks): over(
                rounds, row.cell, fastest.get((row.cipher, row.key_bits, row.operation, row.blocks))
            )
            for row in of.itertuples()
        }
        rows.append({
            "title": title(cipher, ""),
            "library": library if toolchain == beside else f"{library} by {toolchain}",
            "cells": [cells.get(column) for column in columns],
        })  # fmt: skip
    return columns, rows


def over(rounds: pd.DataFrame, one: Hashable, base: Hashable) -> statistics.Ratio | None:
    """How many times the base's cost another column has, in rounds that have both, if any."""
    if one not in rounds or base not in rounds:
        return None
    both = rounds[[one, base]].dropna()
    return statistics.ratio(both[one], both[base]) if len(both) else None


def _place(view: View, name: str, cell: statistics.Ratio | None) -> tuple[float, float]:
    place = view.titles.index(name) if name in view.titles else math.inf
    return place, cell.ratio if cell else math.inf


def curve(view: View) -> pd.DataFrame:
    """C encryption at the first key size against blocks a call: the figures of the curve."""
    chosen = view.first_keys(view.figures)
    c = chosen[(chosen["language"] == "c") & (chosen["operation"] == "encrypt")]
    first = view.toolchains["c"][:1]
    c = c[(c["cipher"] != HARNESS) & c["toolchain"].isin(first) & (c["cycles"] > 0)]
    c = c[c["title"].isin(view.titles)]
    return c[c.groupby("title")["blocks"].transform("nunique") > 1].sort_values(["title", "blocks"])


def lines(view: View) -> list[dict]:
    """A call, a block and residuals of each of the curves (``statistics.block_line``)."""
    points = curve(view)
    rows = []
    for name, cells in points.groupby("title"):
        values = view.values[view.values["cell"].isin(cells["cell"])]
        line = statistics.block_line(values, "cycles")
        worst = line.residuals.abs().idxmax()
        one = cells.loc[cells["blocks"].idxmin()]
        single = one if one["blocks"] == 1 else None
        rows.append({"title": name, "line": line, "worst": worst, "off": line.residuals[worst],
                     "bytes": one["block_bytes"], "single": single})  # fmt: skip
    return sorted(rows, key=lambda row: row["line"].block.median / row["bytes"])


def verified(view: View) -> list[dict]:
    """A row an engine of the binaries measured: what it was put to, and whether it passed."""
    frame = view.results.verifications.sort_values("verified").drop_duplicates(
        ["engine", "toolchain", "binary"], keep="last"
    )
    binaries = set(view.results.runs["binary"]) or set(frame["binary"])
    rows = frame[frame["binary"].isin(binaries)]
    rows = rows.drop_duplicates(["engine", "toolchain"], keep="last")
    statuses = [manifest.cipher(_cipher_of(engine)).status for engine in rows["engine"]]
    rows = rows.assign(status=statuses)
    return rows.sort_values(["passed", "engine", "toolchain"], kind="stable").to_dict("records")


def _cipher_of(engine: str) -> str:
    """The cipher in an engine's name, ours or a peer's."""
    return next(part for part in engine.split("/")[1:] if part in manifest.load())


def costs(view: View, operation: str) -> pd.DataFrame:
    """The figures of one operation's chart, in the main table's order; ``label`` and ``shown``."""
    found = view.main[(view.main["operation"] == operation) & view.main["title"].isin(view.titles)]
    place = found["title"].map(view.titles.index)
    label = [number(value) for value in found["ns"]]
    shown = [f"{cost} ns [{interval}]" for cost, interval in map(ns, found.iloc)]
    return found.assign(place=place, label=label, shown=shown).sort_values(["place", "language"])


def toolchains(view: View) -> list[dict]:
    """The compilers and JVMs of the runs, with their flags and the digests of their programs."""
    runs = view.results.runs
    runs = runs[runs["machine"] == view.machine].sort_values("started")
    programs = {digest: program for program, digest in view.session.binaries.items()}
    runs = runs.assign(program=[programs.get(digest, "") for digest in runs["binary"]])
    columns = ["toolchain", "language", "version", "flags", "program", "binary"]
    return runs.drop_duplicates(["toolchain", "binary"], keep="last")[columns].to_dict("records")


def failed(view: View) -> list[dict]:
    """Cells without a figure, together where engine and reason are the same."""
    together = view.failures.groupby(["engine", "toolchain", "stage", "reason"], sort=False)
    return [
        dict(zip(("engine", "toolchain", "stage", "reason"), key, strict=True))
        | {"cells": sorted(cells["cell"])}
        for key, cells in together
    ]
