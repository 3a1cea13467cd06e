# SPDX-License-Identifier: Apache-2.0
"""Published studies: their plan, procedure and estimator, and their tables beside ours.

A study is a folder: ``study.toml`` (:class:`Study`), ``published.csv`` (the paper's tables, tidy),
and ``estimator.py``, which makes a figure of a run's raw values (``figure``) and knows where the
paper's tables put it (``place``). Rounds, gate and resuming are the session's.
"""

import functools
import importlib.util
import itertools
import math
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

import click
import msgspec
import pandas as pd
from rich import box
from rich.console import Console
from rich.table import Table

from fifteen import (
    build,
    evaluate,
    files,
    jvms,
    manifest,
    places,
    plan,
    probes,
    records,
    session,
    verify,
)
from fifteen.errors import Failed, Mistake
from fifteen.meter import Meter
from fifteen.selection import matcher
from fifteen.tables import number

TIMEOUT = 3600.0  # seconds for one answer: some procedures repeat for minutes
TOML = "study.toml"
OURS = "this machine"
PAPER = "published"
WIDE = 100  # columns of the widest table

console = Console()


class Procedure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One published procedure, and the quantities that it is used for."""

    procedure: str
    operations: list[str]
    blocks: list[int] = msgspec.field(default_factory=lambda: [0])
    seconds: float  # that a quantity takes, about, where no earlier run says
    words: dict[str, str | int] = {}
    quick: dict[str, int] = {}  # the words that --quick changes
    each: dict[str, list[str]] = {}  # words of which every value is measured


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``study.toml``."""

    title: str
    citation: str
    language: str
    ciphers: list[str]
    key_bits: dict[str, list[int]] = {}  # of ciphers of which the paper has not all the manifest's
    rounds: int
    text: list[str]  # how it is measured, what deviates, what to beware of
    beside: dict[str, dict[str, str]]  # table: which published columns stand beside ours
    procedures: list[Procedure]


@dataclass(frozen=True)
class Quantity:
    """A task: one procedure at one operation, key size and block count."""

    study: str
    engine: str
    cipher: str
    procedure: str
    operation: str
    key_bits: int
    blocks: int
    words: tuple[tuple[str, str | int], ...]
    toolchain: str
    seconds: float  # that it takes, about

    @property
    def name(self) -> str:
        """Like a cell's, with the procedure."""
        where = [f"{self.key_bits}-bit"] + ([f"{self.blocks}-blocks"] if self.blocks else [])
        where += [self.procedure, *(f"{name}-{word}" for name, word in self.words)]
        return f"{self.engine}::{self.operation}[{':'.join(where)}]@{self.toolchain}"

    def request(self, seed: int) -> tuple[str, dict]:
        """``published`` with its words; the C programs take a cell's words too."""
        words = {"procedure": self.procedure, "engine": self.engine, "key_bits": self.key_bits}
        if self.engine.startswith("c/"):
            key, plain, cipher = manifest.known_answers(self.cipher, self.key_bits)
            words |= {"operation": self.operation, "blocks": self.blocks or 1}
            words |= {"known_key": key, "known_plain": plain, "known_cipher": cipher}
        return "published", words | dict(self.words) | {"seed": seed}

    def record(self, answer: dict) -> records.Published:
        """The answer as a record."""
        told = ("calls", "bytes", "unit", "values", "clocks_per_second", "tick_hz", "core_per_tick")
        raw = {name: answer[name] for name in told if name in answer}
        raw |= {"empty_values": answer.get("empty"), "words": dict(self.words)}
        fields = self._fields() | {"study": self.study, "procedure": self.procedure}
        found = msgspec.convert(raw | fields | {"record": "published"}, records.Published)
        if not found.values or min(found.values) < 0:
            raise msgspec.ValidationError("values has no values, or impossible ones")
        return found

    def failure(self, stage: str, reason: str) -> records.Failure:
        """The record of why there is no value."""
        return records.Failure(**self._fields(), stage=stage, reason=reason)

    def _fields(self) -> dict:
        return {
            "cell": self.name,
            "engine": self.engine,
            "cipher": self.cipher,
            "operation": self.operation,
            "key_bits": self.key_bits,
            "blocks": self.blocks,
        }


# ---- A study's folder ----


def names() -> list[str]:
    """The studies there are."""
    return sorted(path.parent.name for path in places.STUDIES.glob(f"*/{TOML}"))


@functools.cache
def load(name: str) -> Study:
    """A study; an unknown one is a Mistake that lists those there are."""
    if name not in names():
        raise Mistake(f"unknown study {name!r}: one of {', '.join(names())}")
    path = places.STUDIES / name / TOML
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Study)
    except msgspec.DecodeError as error:
        raise Mistake(f"{path}: {error}") from None


@functools.cache
def estimator(name: str) -> ModuleType:
    """The study's own estimator."""
    path = places.STUDIES / name / "estimator.py"
    spec = importlib.util.spec_from_file_location(f"study_{name.replace('-', '_')}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def published(name: str) -> pd.DataFrame:
    """The paper's tables, a row a value; NaN where the paper has none."""
    frame = pd.read_csv(places.STUDIES / name / "published.csv", na_values="N/A")
    return frame.fillna({"blocks": 0, "key_bits": 0})


# ---- Measuring ----


def quantities(name: str, program: plan.Program, quick: bool) -> list[Quantity]:
    """What a program measures of a study."""
    study = load(name)
    found = []
    for engine, procedure in itertools.product(program.engines.values(), study.procedures):
        words = procedure.words | (procedure.quick if quick else {})
        for key_bits, operation, blocks, chosen in itertools.product(
            study.key_bits.get(engine.cipher, manifest.load()[engine.cipher].key_bits),
            procedure.operations,
            procedure.blocks,
            itertools.product(*procedure.each.values()),
        ):
            all_words = words | dict(zip(procedure.each, chosen, strict=True))
            found.append(
                Quantity(
                    name,
                    engine.engine,
                    engine.cipher,
                    procedure.procedure,
                    operation,
                    key_bits,
                    blocks,
                    tuple(all_words.items()),
                    program.toolchain.name,
                    procedure.seconds * _share(procedure, words),
                )
            )
    return found


def _share(procedure: Procedure, words: dict) -> float:
    """How much of the published work the words leave."""
    return math.prod(words[name] / procedure.words[name] for name in procedure.quick)


def programs(study: Study, core: int | None) -> list[plan.Program]:
    """C: a NIST program for each cipher. Java: the probe, in a JVM of its own for each quantity."""
    if study.language == "c":
        build.ensure_c()
        folder, pinned = places.C_PROBE.parent, plan.pinned(core)
        commands = [str(folder / f"fifteen-nist-{cipher}") for cipher in study.ciphers]
        found = [plan.program("c", [command], options=pinned) for command in commands]
    else:
        build.ensure_java()
        flags = plan.program("java", probes.java_probe()).toolchain.flags
        command = probes.java_probe(jvm_options=tuple(flags))
        wanted = {f"java/{cipher}/portable" for cipher in study.ciphers}
        found = [plan.program("java", command, keep=lambda engine: engine.engine in wanted)]
    return [replace(program, forks=False, timeout=TIMEOUT) for program in found]


def measure(name: str, quick: bool, choice: evaluate.Choice) -> session.Runner:
    """Measure a study, or what is left of it, into a results folder."""
    study, matches, into = load(name), matcher(choice.expression), choice.results
    batches = []
    for program in programs(study, choice.core):
        chosen = [q for q in quantities(name, program, quick) if matches(q.name)]
        batches += _batches(study, program, chosen)
    if not batches:
        raise Mistake(f"no quantity of {name} matches -k {choice.expression!r}")
    pace = plan.Pace(into, choice.name)
    times = evaluate.schedule(choice, batches, pace)
    evaluate.announce(choice, times, batches)
    job = session.Work(choice.name, tuple(batches), times.rounds, tuple(sys.argv[1:]))
    meter = Meter(console, pace)
    try:
        return session.measure(into, job, lambda: verify.verify(plan.engines(batches), into), meter)
    except KeyboardInterrupt:
        raise session.Stopped(into) from None


def _batches(study: Study, program: plan.Program, chosen: list[Quantity]) -> list[plan.Batch]:
    """A process for each cipher in C, for each quantity in Java."""
    if study.language == "c":
        return plan.batches(program, chosen)
    return [plan.Batch(program, (quantity,)) for quantity in chosen]


def session_name(name: str, quick: bool) -> str:
    """Quick figures are kept apart from those measured as published."""
    return f"{name}-quick" if quick else name


# ---- Figures and tables ----


def figures(folder: Path, name: str, quick: bool = False) -> pd.DataFrame:
    """A row a figure: the median of its runs' figures, their least and most, and how many runs.

    ``median`` and ``standard_deviation`` are those of a run's repetitions, in the figure's unit,
    each the median of the runs. The other columns are those of ``published.csv``, and ``series``:
    which loop it is of.
    """
    here = {s.machine for s in session.sessions(folder) if s.session == session_name(name, quick)}
    rows = []
    for path in sorted((folder / "runs").glob("*.jsonl")):
        lines = list(records.read(path))
        head = lines[0] if lines else None
        if head is None or head.session != session_name(name, quick) or head.machine not in here:
            continue
        compiler = head.toolchain.name
        found = [line for line in lines if isinstance(line, records.Published)]
        rows += [{"compiler": compiler, **estimator(name).figure(record)} for record in found]
    if not rows:
        return pd.DataFrame()
    keys = ["compiler", "table", "series", "cipher", "key_bits", "quantity", "blocks", "unit"]
    runs = pd.DataFrame(rows).groupby(keys, sort=False)
    found = runs["value"].agg(value="median", least="min", most="max", runs="count")
    spread = runs[["median", "standard_deviation"]].median()
    return found.join(spread).reset_index().assign(platform=OURS)


@dataclass(frozen=True)
class Beside:
    """One of the paper's tables with our figures: a row a (name, series), the paper's columns."""

    title: str
    frame: pd.DataFrame
    units: dict[str, str]  # by column

    def rows(self) -> dict[str, list[tuple[str, list[str]]]]:
        """By name, the lines of the series: figures as people read them."""
        rows = {}
        for (name, series), values in self.frame.iterrows():
            shown = [self._shown(value, series) for value in values]
            rows.setdefault(name, []).append((series, shown))
        return rows

    @staticmethod
    def _shown(value: float, series: str) -> str:
        """N/A is the paper's own word."""
        return "N/A" if pd.isna(value) and series == PAPER else number(value)


def tables(folder: Path, name: str, quick: bool = False) -> list[Beside]:
    """Our figures in the layout of the paper's tables, the published ones beneath each row."""
    ours, papers = figures(folder, name, quick), published(name)
    found = []
    for table, which in load(name).beside.items():
        if ours.empty or table not in set(ours["table"]):
            continue
        rows = ours[ours["table"] == table].sort_values("series", kind="stable")
        theirs = papers[papers["table"] == table]
        for column, word in which.items():
            theirs = theirs[theirs[column] == word]
        theirs = theirs[theirs["cipher"].isin(rows["cipher"])]
        series = pd.concat([rows, theirs.assign(series=PAPER)])
        runs = rows["runs"].min()
        title = (
            f"{'QUICK, fewer repetitions than published; ' if quick else ''}{table}, "
            + (f"medians of {runs} rounds" if runs > 1 else "one round")
            + f"; published: {theirs['platform'].iloc[0]}, {theirs['compiler'].iloc[0]}"
        )
        found.append(_laid_out(name, title, series))
    return found


def _laid_out(name: str, title: str, frame: pd.DataFrame) -> Beside:
    """Rows and columns as in the paper, with a line for each series where any is ours."""
    spots = [estimator(name).place(row) for row in frame.to_dict("records")]
    frame = frame.assign(row=[row for row, _ in spots], column=[column for _, column in spots])
    papers = published(name)
    papers = papers[papers["table"].isin(frame["table"])].to_dict("records")
    order = [estimator(name).place(row) for row in papers]
    rows, columns = (list(dict.fromkeys(spot[axis] for spot in order)) for axis in (0, 1))
    frame = frame[frame["row"].isin(frame[frame["series"] != PAPER]["row"])]
    wide = frame.pivot(index=["row", "series"], columns="column", values="value")
    series = list(dict.fromkeys(frame["series"]))
    index = [pair for pair in itertools.product(rows, series) if pair in wide.index]
    wide = wide.loc[index, [column for column in columns if column in wide.columns]]
    return Beside(title, wide, dict(zip(frame["column"], frame["unit"], strict=True)))


@dataclass(frozen=True)
class Section:
    """A study in the report."""

    id: str
    short: str
    title: str
    text: list[str]
    tables: list[Beside]


def sections(folder: Path) -> list[Section]:
    """The studies that a results folder holds, for the report."""
    measured = {s.session for s in session.sessions(folder)}
    found = []
    for name, quick in itertools.product(names(), (False, True)):
        if session_name(name, quick) not in measured:
            continue
        study = load(name)
        found.append(
            Section(
                id=f"study-{session_name(name, quick)}",
                short=name + (" (quick)" if quick else ""),
                title=study.title,
                text=[study.citation, *study.text],
                tables=tables(folder, name, quick),
            )
        )
    return found


def _printed(beside: Beside) -> Table:
    """As in the paper, the line of each series under its row's name."""
    units = dict.fromkeys(beside.units[column] for column in beside.frame.columns)
    table = Table(
        title=f"{beside.title}; in {', '.join(units)}",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    table.add_column("", no_wrap=True)
    for column in beside.frame.columns:
        table.add_column(str(column).replace(" ", "\n"), justify="right", no_wrap=True)
    for name, lines in beside.rows().items():
        table.add_row(f"[bold]{name}")
        for series, values in lines:
            table.add_row(f"  {series}", *values)
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
@click.option("--budget", metavar="TIME", help="As many rounds as fit: 90s, 2m, 1h30m.")
@click.option("--core", type=int, help="Pin C runs to this core (default: the last one).")
@click.option(
    "--results",
    type=click.Path(file_okay=False, path_type=Path),
    default=places.RESULTS,
    help="The results folder (default: results).",
)
@click.option("--csv", type=click.Path(dir_okay=False, path_type=Path), help="Write the figures.")
def study_command(
    name: str | None,
    quick: bool,
    expression: str | None,
    rounds: int | None,
    budget: str | None,
    core: int | None,
    results: Path,
    csv: Path | None,
) -> None:
    """Measure a published study as it was published, and print its tables beside the paper's.

    Without NAME: list the studies. A study has ten rounds, because a single run, which is what
    papers had, cannot say how far another would lie; they take most of an hour. --rounds and
    --budget change that; --quick takes a minute or two and shows how it works.
    """
    if name is None:
        for known in names():
            console.print(f"[bold]{known}[/]: {load(known).citation}", highlight=False)
        return
    if rounds and budget is not None:
        raise Mistake("--rounds and --budget both choose the number of rounds: give one")
    study = load(name)
    choice = evaluate.Choice(
        expression=expression,
        peers=False,
        plugins=(),
        everything=True,
        core=core,
        rounds=rounds or (plan.LEAST_ROUNDS if quick else study.rounds),
        budget=None if budget is None else plan.duration(budget),
        results=results,
        name=session_name(name, quick),
        fresh=False,
    )
    runner = measure(name, quick, choice)
    wide = Console(width=max(console.width, WIDE))  # a narrow terminal wraps, and shows all digits
    for table in tables(results, name, quick):
        wide.print(_printed(table))
    for paragraph in study.text:
        console.print(paragraph, highlight=False)
    if csv:
        files.replace(csv, figures(results, name, quick).to_csv(index=False).encode())
    if runner.failures:
        first = next(iter(runner.failures.values()))
        raise Failed(f"{len(runner.failures)} quantities have no value: {first.reason}")
