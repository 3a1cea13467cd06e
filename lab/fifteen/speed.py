# SPDX-License-Identifier: Apache-2.0
"""``./fifteen study speed``: our fastest engine of each cipher beside its goal and the best peer.

The goals are data, ``studies/speed/goals.csv``. In C a goal is core cycles, a byte or a key, on the
kind of machine that the file names; in Java, and of single blocks, it is a ratio to a peer's speed,
the named one's or the fastest's. All engines and peers are measured interleaved in one session, by
each of the toolchains that are asked for, and the fastest of ours, or the engine that the goal
names, stands beside the fastest peer: a ratio of the same rounds, with its interval.
"""

import re
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd
from rich import box
from rich.console import Console
from rich.table import Table

from fifteen import evaluate, machine, places, plan, session, statistics
from fifteen.errors import Mistake
from fifteen.tables import SHORT, is_peer, number, span

NAME = "speed"
TITLE = "Our fastest engines beside the goals set for them and beside the fastest of others"
GOALS = places.STUDIES / NAME / "goals.csv"
GOALS_FOR = "a Zen 3 (AuthenticAMD, cpu family 25)"
TIMES = "times "  # what a ratio's unit begins with, before the peer
ANY = "any"  # in the peer's place: the fastest
WIDE = 140  # columns of the table
CELL = ["language", "cipher", "operation", "key_bits", "blocks"]


@dataclass(frozen=True)
class Line:
    """A goal and what came of it; None for what was not measured."""

    goal: dict  # a row of goals()
    ours: pd.Series | None  # the fastest figure of ours (statistics.figures)
    peer: pd.Series | None  # and of others
    ratio: statistics.Ratio | None  # the peer's cost over ours

    @property
    def reached(self) -> float | None:
        """What stands against the goal: cycles, or how many times the peer's speed."""
        if self.of_peer:
            return self.ratio.ratio if self.ratio else None
        known = self.ours is not None and pd.notna(self.ours["cycles"])
        return float(self.ours["cycles"]) if known else None

    @property
    def of_peer(self) -> str:
        """The peer of whose speed the goal is a multiple, or ANY; or nothing."""
        unit = self.goal["unit"]
        return unit.removeprefix(TIMES) if unit.startswith(TIMES) else ""

    @property
    def verdict(self) -> str:
        """PASS, or by how much of the goal it falls short, or why nothing can be said."""
        if self.reached is None:
            return "not measured"
        goal = self.goal["goal"]
        short = goal / self.reached - 1 if self.of_peer else self.reached / goal - 1
        return "PASS" if short <= 0 else f"{number(100 * short)} % short"


def goals() -> pd.DataFrame:
    """The goals, a row a cell: ``CELL`` and the other columns of their file."""
    lists = {"operations": "operation", "key_bits": "key_bits"}
    frame = pd.read_csv(GOALS, comment="#", dtype=str, keep_default_na=False)
    for column in lists:
        frame = frame.assign(**{column: frame[column].str.split()}).explode(column)
    frame = frame.rename(columns=lists).reset_index(drop=True)
    return frame.astype({"key_bits": int, "blocks": int, "goal": float})


# ---- Measuring ----


def batches(choice: evaluate.Choice) -> list[plan.Batch]:
    """The cells that the goals speak of, of all engines and peers."""
    wanted = {tuple(row) for row in goals()[CELL].itertuples(index=False)}
    languages = {language for language, *_ in wanted}
    asked = f"({choice.expression}) and " if choice.expression else ""
    cells = "(:1-blocks or :1024-blocks or keysetup) and not (rekey or latency)"
    whole = evaluate.batches(replace(choice, expression=asked + cells))
    found = []
    for batch in whole:
        language = batch.engine.partition("/")[0]
        tasks = [t for t in batch.tasks if isinstance(t, plan.Cell) and _place(t) in wanted]
        if tasks and language in languages:
            found.append(replace(batch, tasks=tuple(tasks)))
    if not found:
        raise Mistake(f"no goal matches -k {choice.expression!r}")
    return found


def measure(choice: evaluate.Choice) -> session.Runner:
    """Measure them, or what is left of them, into the results folder."""
    return evaluate.measure(choice, batches(choice), plan.Pace(choice.results))


def _place(cell: plan.Cell) -> tuple:
    return cell.language, cell.cipher, cell.operation, cell.key_bits, cell.blocks


# ---- What came of it ----


def lines(values: pd.DataFrame) -> list[Line]:
    """The goals of which anything was measured, in the order of their file."""
    values = values[~values["cell"].isin(statistics.floor(values)["again"])]
    figures = statistics.figures(values)
    cells = dict(iter(figures.groupby(CELL)))
    found = [
        _line(goal, cells.get(_cell(goal), figures[:0]), values)
        for goal in goals().to_dict("records")
    ]
    return [line for line in found if line.ours is not None or line.peer is not None]


def measured(folder: Path) -> pd.DataFrame:
    """The values of the session in a results folder (``statistics.Results.usable``)."""
    values = statistics.load(folder).usable()
    return values[values["session"] == NAME]


def _cell(goal: dict) -> tuple:
    return tuple(goal[column] for column in CELL)


def _line(goal: dict, here: pd.DataFrame, values: pd.DataFrame) -> Line:
    if goal["jvm"]:
        here = here[here["toolchain"].map(feature) == goal["jvm"]]
    peers = here["engine"].map(is_peer).astype(bool)
    ours = here[~peers]
    if goal["engine"]:
        ours = ours[ours["engine"].str.endswith("/" + goal["engine"])]
    line = Line(goal, _fastest(ours), None, None)
    theirs = here[peers & ~here["engine"].str.contains("/Fifteen/")]
    if line.of_peer not in ("", ANY):
        theirs = theirs[theirs["engine"].str.startswith(f"java/{line.of_peer}/")]
    peer = _fastest(theirs)
    if line.ours is None or peer is None:
        return replace(line, peer=peer)
    pair = [peer["cell"], line.ours["cell"]]
    costs = values[values["cell"].isin(pair)]
    rounds = statistics.by_round(costs, statistics.measured(here), "cell")
    ratio = statistics.ratio(*(rounds[cell] for cell in pair))
    return replace(line, peer=peer, ratio=ratio)


def feature(toolchain: str) -> str:
    """A JVM's feature number, of its toolchain's name: 17 of ``openjdk-17.0.15``."""
    found = re.search(r"-(\d+)", toolchain)
    return found[1] if found else ""


def _fastest(figures: pd.DataFrame) -> pd.Series | None:
    if figures.empty:
        return None
    return figures.loc[figures[statistics.measured(figures)].idxmin()]


# ---- In words ----


def show(found: list[Line], out: Console) -> None:
    """The table, and how many goals are reached."""
    table = Table(
        title=TITLE,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    for heading in ("", "", "bits", "blocks", "ours", "goal", "limit", "by", "fastest other"):
        numeric = heading in ("bits", "blocks", "ours", "goal", "limit")
        table.add_column(heading, justify="right" if numeric else "left", no_wrap=True)
    for heading in ("its cost", "over ours"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for line in found:
        alike = [of for of in found if of.goal["language"] == line.goal["language"]]
        used = {f["toolchain"] for of in alike for f in (of.ours, of.peer) if f is not None}
        table.add_row(*_row(line, several=len(used) > 1))
    out.print(table)
    passed = sum(line.verdict == "PASS" for line in found)
    out.print(f"{passed} of {len(found)} goals are reached", highlight=False)
    if any(not line.of_peer for line in found):
        here = machine.cpu_numbers() or "unknown"
        out.print(f"goals in cycles are for {GOALS_FOR}; this processor: {here}", highlight=False)


def _row(line: Line, several: bool) -> list[str]:
    goal, unit = line.goal, "×" if line.of_peer else ""
    return [
        goal["cipher"] + (f" (Java {goal['jvm']})" if goal["jvm"] else ""),
        SHORT[goal["operation"]],
        str(goal["key_bits"]),
        str(goal["blocks"] or ""),
        "–" if line.reached is None else number(line.reached) + unit,
        number(goal["goal"]) + unit,
        goal["limit"],
        "" if line.ours is None else _who(line.ours, several),
        "" if line.peer is None else _who(line.peer, several),
        "" if line.peer is None else number(line.peer["cycles"]),
        _ratio(line.ratio),
        line.verdict,
    ]


def _who(figure: pd.Series, several: bool) -> str:
    """The engine or the library; by which toolchain, where there are several."""
    _language, *rest = figure["engine"].split("/")
    name = "/".join(part for part in rest if part != figure["cipher"])
    return f"{name} ({figure['toolchain']})" if several else name


def _ratio(ratio: statistics.Ratio | None) -> str:
    return f"{number(ratio.ratio)} [{span(ratio.low, ratio.high)}]" if ratio else ""


def rows(found: list[Line]) -> pd.DataFrame:
    """The table as data: the goal's columns, then ours, the peer, their ratio, the verdict."""
    return pd.DataFrame(
        line.goal
        | {
            "reached": line.reached,
            **_figure("ours", line.ours),
            **_figure("peer", line.peer),
            **_ratio_of(line.ratio),
            "verdict": line.verdict,
        }
        for line in found
    )


def _ratio_of(ratio: statistics.Ratio | None) -> dict:
    known = ratio or statistics.Ratio(np.nan, np.nan, np.nan, 0)
    return {"ratio": known.ratio, "ratio_low": known.low, "ratio_high": known.high}


def _figure(who: str, figure: pd.Series | None) -> dict:
    names = ("engine", "toolchain", "cycles", "cycles_low", "cycles_high", "ns")
    return {f"{who}_{name}": None if figure is None else figure[name] for name in names}
