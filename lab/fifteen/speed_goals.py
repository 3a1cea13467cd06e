# SPDX-License-Identifier: Apache-2.0
"""The goals of ``./fifteen study speed``: ``studies/speed/goals.csv``, and whom each is about.

A goal is a line of the table: our engine at one place of the plan, or at several, of which the
worst counts, against a number of cycles or against others at the same place.
"""

import csv
import fnmatch
import itertools
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from fifteen import manifest, places

FILE = places.STUDIES / "speed" / "goals.csv"
TOGETHER = "|"  # in the file: of these the worst counts, and of libraries the fastest
SPREAD = ("jvm", "ciphers", "operations", "key_bits", "blocks")  # columns of several, a goal each

TIMES = "times"  # at least so many times the speed of what is beside
OVER = "over"  # at most so much dearer, as a share
ANY, OWN, IN_C, ECB = "any", "own", "c", "ECB"  # beside: others, our own, C's engine, its own ECB
NATIVE = "native"
LEAST_OVER = 0.05  # cycles a byte that a mode may cost over ECB, where the share is less
ECB_OF = {
    "ctr": "encrypt",
    "cbc-decrypt": "decrypt",
    "xts-encrypt": "encrypt",
    "xts-decrypt": "decrypt",
}


class Point(NamedTuple):
    """A place of the plan."""

    operation: str
    key_bits: int
    blocks: int  # 0 for a key set-up


@dataclass(frozen=True)
class Goal:
    """A row of the file, or one of those that it stands for."""

    language: str
    jvm: str  # the feature number; "" in C
    cipher: str
    engine: str  # that which is meant; "": the one that is chosen, in Java of those in Java alone
    points: tuple[Point, ...]  # of which the worst counts
    unit: str  # cycles a byte, cycles a key, TIMES or OVER
    beside: tuple[str, ...]  # of these libraries the fastest counts; or ANY, OWN, IN_C, ECB
    goal: float
    best: str  # in November 2026, in the same unit
    whose: str
    limit: str
    derived: str  # how, where the goal is not as it was set but made of another

    @property
    def of_peers(self) -> bool:
        """Whether other people's engines stand beside ours."""
        return not {OWN, IN_C, ECB} & set(self.beside)

    def is_of(self, library: str) -> bool:
        """Whether a library is one of those beside."""
        return self.of_peers and (self.beside == (ANY,) or self.names(library))

    def names(self, library: str) -> bool:
        """Whether it names a library, as ``BC-2.*`` does any version."""
        return any(fnmatch.fnmatchcase(library, one) for one in self.beside)

    def in_c(self) -> "Goal":
        """The same about the engine in C."""
        return replace(self, language="c", jvm="", engine="")


def load(path: Path = FILE) -> list[Goal]:
    """The goals, in the order of their file."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [goal for row in rows for goal in _of_row(row)]


def _of_row(row: dict[str, str]) -> Iterator[Goal]:
    every = itertools.product(*(row.pop(column).split(" ") for column in SPREAD))
    goal, beside = float(row.pop("goal")), tuple((row.pop("beside") or ANY).split(TOGETHER))
    for jvm, cipher, *where in every:
        operations, sizes, blocks = (one.split(TOGETHER) for one in where)
        points = tuple(
            Point(operation, int(bits), int(n))
            for operation, bits, n in itertools.product(operations, sizes, blocks)
        )
        yield Goal(jvm=jvm, cipher=cipher, points=points, goal=goal, beside=beside, **row)


# ---- Which of our engines is meant ----


@dataclass(frozen=True)
class Ours:
    """Our engines: by toolchain, in the order of their list; and what isn't usable here, why."""

    there: dict[str, list[manifest.Engine]]
    lacking: dict[str, str]  # an engine's id: the features that it needs

    def meant(self, goal: Goal, point: Point, toolchain: str) -> str | None:
        """The id of the engine that a goal is about: the one named, else the one chosen.

        Chosen as ``fifteen_best`` does in C and the provider's ``EngineChoice`` in Java, where a
        goal without an engine's name is for engines in Java.
        """
        mine = self._of(goal, toolchain)
        if goal.engine:
            mine = [e for e in mine if e.name == goal.engine and point.key_bits in e.key_sizes]
            return mine[0].engine if mine else None
        if goal.language == "java":
            mine = [e for e in mine if e.name != NATIVE]
        best = chosen(mine, point.key_bits, blocks_chosen_for(goal.language, point))
        return best and best.engine

    def as_taken(self, goal: Goal) -> Goal:
        """The goal, of a native engine beside our own without the places where that isn't taken.

        For fewer blocks than it pays from the provider doesn't call it.
        """
        if goal.engine != NATIVE or OWN not in goal.beside:
            return goal
        every = [e for chain in self.there for e in self._of(goal, chain) if e.name == NATIVE]
        least = min((e.pays_from for e in every), default=0)
        taken = (p for p in goal.points if blocks_chosen_for(goal.language, p) >= least)
        return replace(goal, points=tuple(taken) or goal.points)

    def has_choice(self, goal: Goal, toolchain: str) -> bool:
        """Whether there is more than one engine of a goal's cipher."""
        return len(self._of(goal, toolchain)) > 1

    def _of(self, goal: Goal, toolchain: str) -> list[manifest.Engine]:
        """The engines of a goal's cipher, in its language."""
        mine = [e for e in self.there.get(toolchain, ()) if e.cipher == goal.cipher]
        return [e for e in mine if e.engine.startswith(f"{goal.language}/")]


def chosen(
    engines: Iterable[manifest.Engine], key_bits: int, blocks: float
) -> manifest.Engine | None:
    """The first of a cipher's engines, or the last that pays for so many blocks."""
    best = None
    for engine in engines:
        pays = key_bits in engine.key_sizes and blocks >= engine.pays_from
        if pays and (best is None or engine.pays_from > 0):
            best = engine
    return best


def blocks_chosen_for(language: str, point: Point) -> int:
    """The blocks that an engine is chosen by: in C those under a key, in Java those of a call.

    In C short calls are some of many under one key, but where the plan says how many these are.
    """
    if point.operation.startswith("rekey"):
        return int(point.operation.split("-")[1])
    if not point.blocks:
        return 1
    return point.blocks if language == "java" else sys.maxsize
