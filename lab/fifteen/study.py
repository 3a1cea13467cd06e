# SPDX-License-Identifier: Apache-2.0
"""``./fifteen study``: measure a published study again; its section in the report."""

import itertools
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click
import pandas as pd
from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from fifteen import (
    charts,
    comparison,
    compilers,
    evaluate,
    files,
    jvms,
    places,
    plan,
    procedures,
    report,
    session,
    speed,
    speed_table,
    speed_verdicts,
    studies,
)
from fifteen.errors import Failed, Mistake
from fifteen.procedures import figures, session_name

WIDE = 100  # a table of words is at least so wide, on any terminal
SAID = {True: "true", False: "false", None: "cannot be said"}

console = Console()


@dataclass(frozen=True)
class Section:
    """A study as the report and the terminal show it."""

    id: str
    name: str
    short: str
    title: str
    text: list[str]
    tables: list[comparison.Beside]
    correlations: pd.DataFrame
    groups: list[comparison.Groups]
    claims: list[comparison.Judged]
    slips: list[comparison.Slip]
    recomputed: int  # printed figures that were held against the paper's raw ones
    gaps: list[comparison.Gap]
    pictures: list[dict]  # a heading and its sides: of the published figures, of ours

    @property
    def answer(self) -> str:
        """How much of what the paper concludes is true, here as there, in one sentence."""
        verdicts = {}
        for _, published, measured in self.claims:
            for side, verdict in {studies.PAPER: published, **measured}.items():
                verdicts.setdefault(side, []).append(verdict.holds)
        again = f"{self.title}, measured again{self.short.removeprefix(self.name)}"
        said = [f"{again}: of {len(self.claims)} claims of the paper"]
        for side, held in verdicts.items():
            ours = "of ours" if side == comparison.OURS else f"of ours with {side}"
            whose = "of its own figures" if side == studies.PAPER else ours
            unsaid = f" ({held.count(None)} cannot be said)" if None in held else ""
            said.append(f"{held.count(True)} are true {whose}{unsaid}")
        return f"{said[0]} {', '.join(said[1:])}."

    @property
    def said(self) -> dict[bool | None, str]:
        """Verdicts in words."""
        return SAID


def sections(folder: Path) -> list[Section]:
    """The studies that a results folder holds, for the report."""
    measured = {s.session for s in session.sessions(folder)}
    return [
        section(folder, name, quick)
        for name, quick in itertools.product(studies.names(), (False, True))
        if session_name(name, quick) in measured
    ]


def section(folder: Path, name: str, quick: bool = False) -> Section:
    """One study: its figures in the results folder beside the published ones."""
    study, ours = studies.load(name), figures(folder, name, quick)
    slips, recomputed = comparison.slips(name)
    return Section(
        id=f"study-{session_name(name, quick)}",
        name=name,
        short=name + (" (quick)" if quick else ""),
        title=study.title,
        text=[study.citation, *study.text],
        tables=comparison.tables(name, ours),
        correlations=comparison.correlations(name, ours),
        groups=comparison.groups(name, ours),
        claims=comparison.claims(name, ours),
        slips=slips,
        recomputed=recomputed,
        gaps=comparison.gaps(name, ours),
        pictures=_pictures(name, ours),
    )


def _pictures(name: str, ours: pd.DataFrame) -> list[dict]:
    """The paper's pictures, of its own figures and, beside them, of ours by toolchain."""
    drawer = studies.module(name, "charts")
    if drawer is None:
        return []
    frames = {studies.PAPER: comparison.paper(name), **comparison.apart(name, ours)}
    drawn = {side: drawer.pictures(frame) for side, frame in frames.items() if len(frame)}
    titles = dict.fromkeys(p.title for pictures in drawn.values() for p in pictures)
    return [
        {
            "heading": title,
            "sides": [
                {"spec": charts.page(p.chart, p.height, f"{title}, {side}"), "said": side}
                for side, pictures in drawn.items()
                for p in pictures
                if p.title == title
            ],
        }
        for title in titles
    ]


# ---- The terminal ----


def show(found: Section, out: Console) -> None:
    """Print a study's tables, correlations, claims, slips and gaps.

    A table of figures is as wide as its figures: a narrow terminal wraps, and shows all digits.
    """
    for beside in found.tables:
        if not beside.again:
            table = _beside(beside)
            needed = Measurement.get(out, out.options.update_width(1000), table).maximum
            Console(file=out.file, width=max(out.width, needed)).print(table)
    if more := sum(beside.again for beside in found.tables):
        out.print(f"Ours beside {more} more of the paper's tables: in the report.\n")
    for table in (
        _correlations(found),
        _groups(found),
        _claims(found),
        _slips(found),
        _gaps(found),
    ):
        if table.row_count:
            out.print(table)
    for paragraph in found.text[1:]:
        out.print(paragraph, highlight=False)


def _table(title: str, *columns: str) -> Table:
    table = Table(
        title=title,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _beside(beside: comparison.Beside) -> Table:
    """As in the paper, the line of each series under its row's name."""
    units = dict.fromkeys(beside.cells["unit"])
    table = _table(f"{beside.title}; in {', '.join(units)}")
    table.add_column("", no_wrap=True)
    for column in beside.columns:
        table.add_column(str(column).replace(" ", "\n"), justify="right", no_wrap=True)
    for name, lines in beside.rows().items():
        table.add_row(f"[bold]{name}")
        for series, shown in lines:
            table.add_row(f"  {series}", *shown)
    return table


def _correlations(found: Section) -> Table:
    heads = ("", "", "", "n", "Spearman", "Kendall", "who moved, by rank")
    table = _table("Order, published against measured", *heads)
    for row in found.correlations[~found.correlations["again"].astype(bool)].itertuples():
        shown = (f"{row.rho:.2f}", f"{row.tau:.2f}", row.moved or "none")
        table.add_row(row.table, row.group, row.series, str(row.n), *shown)
    return table


def _groups(found: Section) -> Table:
    table = _table("Groups at natural breaks", "", "", "", "first", "second", "third")
    for group in found.groups:
        members = [", ".join(of) for of in group.members]
        table.add_row(group.table, group.column, group.series, *members)
    return table


def _claims(found: Section) -> Table:
    table = _table("What the paper concludes", "", "of", "it is", "because")
    for claim, published, measured in found.claims:
        words = f"[bold]{claim.where}[/]: {claim.words}"
        for side, verdict in {studies.PAPER: published, **measured}.items():
            table.add_row(words, side, SAID[verdict.holds], verdict.numbers)
            words = ""
    return table


def _slips(found: Section) -> Table:
    table = _table(
        f"Printed figures that the paper's others contradict: {len(found.slips)} of the "
        f"{found.recomputed} recomputed",
        *("", "", "", "printed", "computed", ""),
    )
    for slip in found.slips:
        shown = f"{slip.computed:.6g}"
        table.add_row(slip.table, slip.row, slip.column, slip.printed, shown, slip.what)
    return table


def _gaps(found: Section) -> Table:
    table = _table("Published figures with nothing beside them", "", "", "figures", "because")
    for gap in found.gaps:
        columns = textwrap.shorten(", ".join(gap.columns), 40, placeholder=" …")
        table.add_row(gap.table, columns, str(gap.figures), gap.reason)
    return table


# ---- The command ----


@click.command()
@click.argument("name", required=False)
@click.option("--quick", is_flag=True, help="Fewer repetitions; labelled so wherever it is shown.")
@click.option("-k", "expression", metavar="EXPR", help="Only the quantities that match.")
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    help=f"Runs of each: the study's, or {plan.LEAST_ROUNDS} with --quick; 1 is what a paper has.",
)
@click.option(
    "--budget",
    metavar="TIME",
    help=f"As many rounds as fit, at least {plan.LEAST_ROUNDS}: 90s, 2m, 1h30m.",
)
@compilers.options
@jvms.options
@click.option("--core", type=int, help="Pin C runs to this core (default: the last one).")
@click.option(
    "--results",
    type=click.Path(file_okay=False, path_type=Path),
    default=places.RESULTS,
    help="The results folder (default: results).",
)
@click.option("--fresh", is_flag=True, help="Begin anew; the earlier session is set aside.")
@click.option("--csv", type=click.Path(dir_okay=False, path_type=Path), help="Write the figures.")
def study_command(
    name: str | None,
    quick: bool,
    expression: str | None,
    rounds: int | None,
    budget: str | None,
    jvm_names: tuple[str, ...],
    mode_names: tuple[str, ...],
    compiler_names: tuple[str, ...],
    flag_sets: tuple[str, ...],
    core: int | None,
    results: Path,
    fresh: bool,
    csv: Path | None,
) -> None:
    """Measure a published study as it was published, and print its tables beside the paper's.

    Without NAME: list the studies. A single run, which is what papers had, cannot say how far
    another would lie, so most have several rounds; they take most of an hour. --rounds and
    --budget change that; --quick takes some minutes and shows how it works. The report has the
    paper's pictures too.

    speed is of our own goals: -k names some of them, and unless others are named it takes every gcc
    and clang here, and the JVMs 17 and 25. Below six rounds it decides nothing; a goal that is
    missed is in its table and no failure.
    """
    if name is None:
        _list(studies.names())
        return
    if name not in (known := [*studies.names(), speed.NAME]):
        raise Mistake(f"unknown study {name!r}: one of {', '.join(known)}")
    if rounds and budget is not None:
        raise Mistake("--rounds and --budget both choose the number of rounds: give one")
    of_speed = name == speed.NAME
    if of_speed and csv is None:  # what is judged is in no report
        csv = results / f"{session_name(name, quick)}.csv"
    if csv:
        files.usable(csv.absolute().parent)  # what is said after an hour is said too late
    usual = plan.DEFAULT_ROUNDS if of_speed else studies.load(name).rounds
    choice = evaluate.Choice(
        expression=expression,
        peers=of_speed,
        plugins=(),
        everything=True,
        core=core,
        rounds=rounds or (plan.LEAST_ROUNDS if quick else usual),
        budget=None if budget is None else plan.duration(budget),
        results=results,
        name=session_name(name, quick),
        fresh=fresh,
        jvm_names=jvm_names,
        mode_names=mode_names,
        compiler_names=compiler_names,
        flag_sets=flag_sets,
    )
    if of_speed:
        runner, frame = _speed(choice, quick)
    else:
        runner = procedures.measure(name, quick, choice)
        show(section(results, name, quick), Console(width=max(console.width, WIDE)))
        frame = figures(results, name, quick)
    if csv:
        files.replace(csv, frame.to_csv(index=False).encode())
    if of_speed:
        console.print(f"this table as data: {csv}", highlight=False, soft_wrap=True)
    console.print(f"report: {report.write(results)}", highlight=False, soft_wrap=True)
    if failed := runner.without_value:
        raise Failed(f"{len(failed)} quantities have no value: {failed[0].reason}")


def _speed(asked: evaluate.Choice, quick: bool) -> tuple[session.Runner, pd.DataFrame]:
    """Measure what the goals of speed take, print the table, and return it as data."""
    choice = speed.choice(asked)
    runner, ours = speed.measure(choice)
    found = speed_verdicts.load(choice.results, choice.name, ours)
    lines = speed_verdicts.lines(speed.goals(choice.expression), found)
    speed_table.show(lines, found.processor, quick, console)
    return runner, speed_table.rows(lines)


def _list(names: Iterable[str]) -> None:
    for known in names:
        console.print(f"[bold]{known}[/]: {studies.load(known).citation}", highlight=False)
    console.print(f"[bold]{speed.NAME}[/]: {speed_table.TITLE}", highlight=False)
