# SPDX-License-Identifier: Apache-2.0
"""The table of ``./fifteen study speed``, on the terminal and as data."""

from collections import Counter
from collections.abc import Sequence

import pandas as pd
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.measure import Measurement
from rich.table import Table

from fifteen.naming import SHORT
from fifteen.speed_goals import ANY, OVER, OWN, TIMES, TOGETHER, Goal
from fifteen.speed_verdicts import NAMES, Kind, Line
from fifteen.tables import in_cycles, number, span

TITLE = "Our engines, as they are chosen, beside the goals set for them and beside others"
# headings, and whether their figures stand at the right
COLUMNS = {
    "": False,
    " ": False,
    "bits": True,
    "blocks": True,
    "ours": True,
    "interval": True,
    "goal": True,
    "limit": True,
    "by": False,
    "beside it": False,
    "its cost": True,
    "over ours": True,
    "verdict": False,
}


def show(found: Sequence[Line], processor: str, reduced: bool, out: Console) -> None:
    """The table, and how many goals are reached."""
    table = Table(
        title=TITLE + (" (REDUCED: --quick)" if reduced else ""),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    for heading, right in COLUMNS.items():
        table.add_column(heading, justify="right" if right else "left", no_wrap=True)
    for line in found:
        table.add_row(*map(escape, _row(line)))
    needed = Measurement.get(out, out.options.update_width(1000), table).maximum
    Console(file=out.file, width=max(out.width, needed)).print(table)  # no figure is cut
    out.print(counted(found), highlight=False)
    if any(line.goal.derived for line in found):
        out.print("* a goal made of another one: goals.csv says how", highlight=False)
    if any(line.kind is Kind.UNJUDGED for line in found):
        here = processor or "unknown"
        said = f"goals in cycles are for a Zen 3; this processor: {here}"
        out.print(said, highlight=False, soft_wrap=True)


def counted(found: Sequence[Line]) -> str:
    """How many lines have each verdict, of how many."""
    counts = Counter(line.kind for line in found)
    order = (Kind.PASS, Kind.SHORT, Kind.UNDECIDED, Kind.UNMEASURED, Kind.UNJUDGED)
    said = [f"{counts[kind]} {NAMES[kind]}" for kind in order]
    return f"{', '.join(said)}, of {len(found)}"


def _row(line: Line) -> list[str]:
    goal, point = line.goal, line.point
    unit = "" if goal.unit.startswith("cycles") else "×"
    bar = line.bar if line.bar > 0 else goal.goal + (goal.unit == OVER)
    several = len(goal.points) > 1 and line.reached > 0
    return [
        goal.cipher + (f" (Java {goal.jvm})" if goal.jvm else ""),
        SHORT.get(point.operation, point.operation),
        str(point.key_bits),
        str(point.blocks or ""),
        number(line.reached) + (unit if line.reached > 0 else ""),
        f"[{span(line.low, line.high)}]" if line.low > 0 else "",
        ("≥ " if goal.unit == TIMES else "≤ ") + number(bar) + unit + ("*" if goal.derived else ""),
        goal.limit,
        goal.engine if line.ours is None else _who(line.ours),
        _wanted(goal) if line.other is None else _who(line.other),
        "" if line.other is None else in_cycles(line.other)[0],
        f"{number(line.ratio.ratio)} [{span(*line.ratio[1:3])}]" if line.ratio else "",
        line.verdict + (f" (the worst of {len(goal.points)})" if several else ""),
    ]


def _wanted(goal: Goal) -> str:
    """What would stand beside, where nothing does and it is named."""
    return "" if {ANY, OWN} & set(goal.beside) else " or ".join(goal.beside)


def _who(figure: pd.Series) -> str:
    """The engine or the library, and by which toolchain."""
    _language, *rest = figure["engine"].split("/")
    name = "/".join(part for part in rest if part != figure["cipher"])
    return f"{name} ({figure['toolchain']})"


def rows(found: Sequence[Line]) -> pd.DataFrame:
    """The table as data: the goal, the worst of its places, ours, the other, the verdict."""
    return pd.DataFrame(map(_data, found))


def _data(line: Line) -> dict:
    goal = line.goal
    row = {name: getattr(goal, name) for name in ("language", "jvm", "cipher", "engine")}
    row |= line.point._asdict() | {"places": len(goal.points)}
    row |= {"unit": goal.unit, "beside": TOGETHER.join(goal.beside), "goal": goal.goal}
    row |= {name: getattr(goal, name) for name in ("best", "whose", "limit", "derived")}
    row |= {name: getattr(line, name) for name in ("bar", "reached", "low", "high")}
    row |= _figure("ours", line.ours) | _figure("other", line.other)
    ratio = line.ratio._asdict() if line.ratio else {}
    row |= {f"ratio_{name}": ratio.get(name) for name in ("ratio", "low", "high", "rounds")}
    return row | {"kind": NAMES[line.kind], "verdict": line.verdict}


def _figure(who: str, figure: pd.Series | None) -> dict:
    names = ("engine", "toolchain", "cycles", "cycles_low", "cycles_high", "ns", "runs")
    return {f"{who}_{name}": None if figure is None else figure[name] for name in names}
