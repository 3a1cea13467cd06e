# SPDX-License-Identifier: Apache-2.0
"""What came of each goal: our engine's figure, what stands beside it, and the verdict.

A verdict is a PASS or a shortfall only where the whole interval is on one side of the goal, and of
at least ``ROUNDS`` rounds. Nothing that was set is left out: what has no figure says why.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import Path

import pandas as pd

from fifteen import plan, statistics
from fifteen.naming import is_peer
from fifteen.peers import OURS
from fifteen.speed_goals import (
    ANY,
    ECB,
    ECB_OF,
    IN_C,
    LEAST_OVER,
    OVER,
    OWN,
    TIMES,
    Goal,
    Ours,
    Point,
)
from fifteen.tables import number, span

ROUNDS = plan.DEFAULT_ROUNDS  # below them an interval's coverage is not 95 %
CELL = ["language", "cipher", "operation", "key_bits", "blocks"]
FAILURE = ["cell", "stage", "reason"]
# A Zen 3 is of this family, as Zen 4 is, and of these models.
AMD, FAMILY = "AuthenticAMD", 25
MODELS = (range(0x10), range(0x20, 0x30), range(0x40, 0x60))


class Kind(IntEnum):
    """What a verdict says; of a goal's places the greatest counts."""

    PASS = 0
    UNJUDGED = 1
    UNDECIDED = 2
    UNMEASURED = 3
    SHORT = 4


NAMES = {
    Kind.PASS: "PASS",
    Kind.SHORT: "short",
    Kind.UNDECIDED: "not decided",
    Kind.UNMEASURED: "not measured",
    Kind.UNJUDGED: "not judged",
}


@dataclass(frozen=True)
class Found:
    """What a session found on its machine."""

    values: pd.DataFrame  # statistics.Results.usable
    ours: Ours
    failures: pd.DataFrame = field(default_factory=lambda: pd.DataFrame(columns=FAILURE))
    left_out: tuple[str, ...] = ()  # a line each
    processor: str = ""  # machine.cpu_numbers


@dataclass(frozen=True)
class Line:
    """A goal, the worst of its places, and what came of it there; None where nothing did."""

    goal: Goal
    point: Point
    ours: pd.Series | None = None  # a figure (statistics.figures)
    other: pd.Series | None = None  # of what stands beside
    ratio: statistics.Ratio | None = None  # its cost over ours, within rounds
    reached: float = float("nan")  # what stands against the goal, in its unit, and its interval
    low: float = float("nan")
    high: float = float("nan")
    bar: float = float("nan")  # the goal at this place, in the same unit
    kind: Kind = Kind.UNMEASURED
    why: str = ""

    @property
    def short(self) -> float:
        """The share of the goal by which it is missed; negative where it isn't."""
        return (self.bar / self.reached if self.goal.unit == TIMES else self.reached / self.bar) - 1

    @property
    def verdict(self) -> str:
        """PASS, or by how much it is short, or why neither can be said."""
        if self.kind is Kind.PASS:
            return NAMES[self.kind]
        if self.kind is Kind.SHORT:
            said = f"{number(100 * self.short)} % {NAMES[self.kind]}"
            return f"{said}: {self.why}" if self.why else said
        return f"{NAMES[self.kind]}: {self.why}"


def is_zen3(processor: str) -> bool:
    """Whether ``machine.cpu_numbers`` are those of the processor that cycles are set for."""
    said = re.search(r"vendor_id (\w+), cpu family (\d+), model (\d+)", processor)
    if not said or (said[1], int(said[2])) != (AMD, FAMILY):
        return False
    return any(int(said[3]) in models for models in MODELS)


def load(folder: Path, name: str, ours: Ours) -> Found:
    """What the session of that name in a results folder found, on the machine that it is of."""
    results = statistics.load(folder)
    session = results.sessions[name]

    def of_session(rows: pd.DataFrame) -> pd.DataFrame:
        return rows[(rows["session"] == name) & (rows["machine"] == session.machine)]

    return Found(
        of_session(results.usable()),
        ours,
        of_session(results.failures),
        tuple(session.left_out),
        str(results.machines[session.machine].get("cpu_numbers") or ""),
    )


def lines(goals: Iterable[Goal], found: Found) -> list[Line]:
    """What came of each goal."""
    judge = _Judge(found)
    return [judge.of(found.ours.as_taken(goal)) for goal in goals]


class _Judge:
    """Judges goals by the figures of one session."""

    def __init__(self, found: Found):
        self._found = found
        values = found.values
        values = values[~values["cell"].isin(statistics.floor(values)["again"])]
        self._none = statistics.figures(values[:0])
        self._places = dict(iter(statistics.figures(values).groupby(CELL)))
        self._rounds = {
            quantity: statistics.by_round(values, quantity, "cell") for quantity in ("ns", "cycles")
        }
        self._toolchains = {"c": [], "java": []}
        for toolchain, engines in found.ours.there.items():
            for language in {engine.engine.partition("/")[0] for engine in engines}:
                self._toolchains[language].append(toolchain)
        self._zen3 = is_zen3(found.processor)

    def of(self, goal: Goal) -> Line:
        """The line of the worst of a goal's places."""
        every = [line for point in goal.points for line in self._at(goal, point)]
        return max(every, key=lambda line: (line.kind, line.short if line.reached > 0 else 0))

    def _at(self, goal: Goal, point: Point) -> Iterator[Line]:
        """What came of it at one place: by the fastest of ours, or by each toolchain's own."""
        here = self._place(goal, goal.language, point)
        meant = [
            (toolchain, self._found.ours.meant(goal, point, toolchain))
            for toolchain in self._of_goal(goal)
        ]
        known = [
            here[(here["toolchain"] == toolchain) & (here["engine"] == engine)]
            for toolchain, engine in meant
        ]
        known = [one for one in known if len(one)]
        if not known or (OWN in goal.beside and len(known) < len(meant)):
            other = fastest(here[self._beside(goal, here)]) if goal.of_peers else None
            yield Line(goal, point, other=other, why=self._why(goal, point, meant))
        elif OWN in goal.beside:
            yield from (self._judged(goal, point, one.iloc[0], here) for one in known)
        else:
            yield self._judged(goal, point, fastest(pd.concat(known)), here)

    def _of_goal(self, goal: Goal) -> list[str]:
        """The toolchains of ours that a goal is about; beside our own, where there is a choice."""
        every = self._toolchains[goal.language]
        here = [one for one in every if not goal.jvm or feature(one) == goal.jvm]
        choice = [one for one in here if self._found.ours.has_choice(goal, one)]
        return choice if OWN in goal.beside and choice else here

    def _place(self, goal: Goal, language: str, point: Point) -> pd.DataFrame:
        """The figures at a place; in Java on the goal's JVM."""
        where = (language, goal.cipher, point.operation, point.key_bits, point.blocks)
        here = self._places.get(where, self._none)
        if language == "java":
            here = here[here["toolchain"].map(feature).astype(str) == goal.jvm]
        return here

    @staticmethod
    def _beside(goal: Goal, here: pd.DataFrame) -> pd.Series:
        """Which figures are of libraries that the goal is held against."""
        libraries = here["engine"].str.split("/").str[1]
        is_other = here["engine"].map(is_peer).astype(bool) & (libraries != OURS)
        return is_other & libraries.map(goal.is_of).astype(bool)

    def _other(self, goal: Goal, point: Point, ours: pd.Series, here: pd.DataFrame):
        """The figure that stands beside ours; None where there is none."""
        if goal.of_peers:
            return fastest(here[self._beside(goal, here)])
        if ECB in goal.beside:
            point = point._replace(operation=ECB_OF[point.operation])
            here = self._place(goal, goal.language, point)
            return fastest(_alike(here, ours, "engine", "toolchain"))
        if IN_C in goal.beside:
            here = self._place(goal, "c", point)
            engines = self._found.ours
            best = [engines.meant(goal.in_c(), point, one) for one in self._toolchains["c"]]
            return fastest(here[here["engine"].isin(best)])
        rivals = _alike(here, ours, "toolchain")
        is_rival = (rivals["engine"] != ours["engine"]) & ~rivals["engine"].map(is_peer).astype(
            bool
        )
        return fastest(rivals[is_rival])

    def _judged(self, goal: Goal, point: Point, ours: pd.Series, here: pd.DataFrame) -> Line:
        """The line of a figure of ours."""
        other = self._other(goal, point, ours, here)
        ratio = None if other is None else self._ratio(other, ours)
        line = Line(goal, point, ours, other, ratio, bar=goal.goal, why=self._lacking(goal))
        if goal.unit in (TIMES, OVER):
            if other is None:
                return replace(line, why=self._why_alone(goal, point))
            if ratio is None:
                return replace(line, why="no round has both")
            if failed := self._failed(goal, point, here):
                return replace(line, why=failed[0])
            if goal.unit == OVER:
                ratio = statistics.Ratio(
                    1 / ratio.ratio, 1 / ratio.high, 1 / ratio.low, ratio.rounds
                )
                line = replace(line, bar=1 + max(goal.goal, LEAST_OVER / other["cycles"]))
            return _decided(
                replace(line, reached=ratio.ratio, low=ratio.low, high=ratio.high), ratio.rounds
            )
        if pd.isna(ours["cycles"]):
            return replace(line, why="no cycles are known here")
        line = replace(
            line, reached=ours["cycles"], low=ours["cycles_low"], high=ours["cycles_high"]
        )
        if not self._zen3:
            way = "over" if line.short > 0 else "under"
            why = f"not a Zen 3 ({number(abs(100 * line.short))} % {way})"
            return replace(line, kind=Kind.UNJUDGED, why=why)
        return _decided(line, ours["runs"])

    def _ratio(self, other: pd.Series, ours: pd.Series) -> statistics.Ratio | None:
        """The other's cost over ours, in rounds that have both; None where none has.

        Of C and Java it is of time: wall time in C, where a run is alone on its core, and the
        thread's CPU time in Java.
        """
        rounds = self._rounds[statistics.measured(pd.DataFrame([other, ours]))]
        try:
            return statistics.ratio(rounds[other["cell"]], rounds[ours["cell"]])
        except (KeyError, ValueError):
            return None

    # ---- Why there is nothing ----

    def _why(self, goal: Goal, point: Point, meant: list[tuple[str, str | None]]) -> str:
        """Why ours has no figure."""
        if not meant:
            return f"no JVM {goal.jvm} in this session" if goal.jvm else "no compiler here"
        for toolchain, engine in meant:
            if engine is None:
                wanted = f"{goal.language}/{goal.cipher}/{goal.engine}"
                needs = self._found.ours.lacking.get(wanted)
                name = goal.engine or "engine of ours"
                return f"{name} needs {needs}" if needs else f"no {name} in {toolchain}"
            if failed := self._failure(f"{engine}::", point, toolchain):
                return failed
        return "no such cell was measured"

    def _lacking(self, goal: Goal) -> str:
        """Which engines of ours the choice has to do without, here."""
        lacking = self._found.ours.lacking.items()
        here = [
            (e, needs) for e, needs in lacking if e.startswith(f"{goal.language}/{goal.cipher}/")
        ]
        return "; ".join(f"{e} needs {needs}" for e, needs in here if not goal.engine)

    def _why_alone(self, goal: Goal, point: Point) -> str:
        """Why nothing stands beside ours."""
        if not goal.of_peers:
            return {
                OWN: "no other engine of ours here",
                IN_C: "the engine in C has no figure",
                ECB: "ECB has no figure",
            }[goal.beside[0]]
        failed = self._failed(goal, point, self._none)
        said = [
            one
            for one in self._found.left_out
            if any(map(goal.names, re.findall(r"(?<!\S)(\S+?): ", one)))
        ]
        nobody = "no other library here" if ANY in goal.beside else f"no {' or '.join(goal.beside)}"
        return (failed + said + [nobody])[0]

    def _failed(self, goal: Goal, point: Point, here: pd.DataFrame) -> list[str]:
        """Which libraries that are right have failed all the same at a place: a line each.

        ``here``: the figures of those that have not.
        """
        failures = self._found.failures
        failures = failures[failures["stage"] != "verify"]
        found = {}
        for toolchain in self._of_goal(goal):
            fit = failures[failures["cell"].map(_ends(point, toolchain)).astype(bool)]
            for cell, reason in zip(fit["cell"], fit["reason"], strict=True):
                language, library, cipher = cell.partition("::")[0].split("/")[:3]
                mine = language == goal.language and cipher == goal.cipher
                if mine and goal.is_of(library) and cell not in set(here["cell"]):
                    found[library] = f"{library}: {reason}"
        return list(found.values())

    def _failure(self, beginning: str, point: Point, toolchain: str) -> str:
        """The reason that the records have; or nothing."""
        failures = self._found.failures
        cells = failures["cell"].astype(str)
        fit = cells.str.startswith(beginning) & cells.map(_ends(point, toolchain)).astype(bool)
        return failures[fit]["reason"].iloc[-1] if fit.any() else ""


def _ends(point: Point, toolchain: str) -> Callable[[str], bool]:
    """Whether a cell's name is of that place and toolchain."""
    size = f"{point.key_bits}-bit" + (f":{point.blocks}-blocks" if point.blocks else "")
    return lambda cell: cell.endswith(f"::{point.operation}[{size}]@{toolchain}")


def _decided(line: Line, rounds: int) -> Line:
    """The line with its verdict, which takes a whole interval and enough rounds."""
    if rounds < ROUNDS:
        return replace(line, kind=Kind.UNDECIDED, why=f"{rounds} rounds, fewer than {ROUNDS}")
    more = line.goal.unit == TIMES
    if line.low >= line.bar if more else line.high <= line.bar:
        return replace(line, kind=Kind.PASS)
    if line.high < line.bar if more else line.low > line.bar:
        return replace(line, kind=Kind.SHORT)
    return replace(line, kind=Kind.UNDECIDED, why=f"[{span(line.low, line.high)}]")


def feature(toolchain: str) -> str:
    """A JVM's feature number, of its toolchain's name: 17 of ``openjdk-17.0.15``."""
    found = re.search(r"-(\d+)", toolchain)
    return found[1] if found else ""


def fastest(figures: pd.DataFrame) -> pd.Series | None:
    """The figure of the least cost; None where there is none."""
    if figures.empty:
        return None
    return figures.loc[figures[statistics.measured(figures)].idxmin()]


def _alike(figures: pd.DataFrame, ours: pd.Series, *columns: str) -> pd.DataFrame:
    """The figures that share these columns with ours."""
    return figures[(figures[list(columns)] == ours[list(columns)]).all(axis=1)]
