# SPDX-License-Identifier: Apache-2.0
"""Measure a study: its programs and quantities, and the figures of what was measured.

Rounds, gate and resuming are the session's.
"""

import fnmatch
import itertools
import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import pandas as pd
from rich.console import Console

from fifteen import (
    build,
    clocks,
    compilers,
    evaluate,
    jvms,
    manifest,
    measures,
    peers,
    plan,
    probes,
    records,
    session,
)
from fifteen.errors import Mistake
from fifteen.selection import matcher
from fifteen.studies import Procedure, Study, estimator, hook, load, with_derived

TIMEOUT = 3600.0  # seconds for one answer: some procedures repeat for minutes
OURS = "this machine"
SPREAD = ("median", "standard_deviation")  # of a run's repetitions, where the estimator says

console = Console()

Told = records.Published | records.Measure  # what figures are made of


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
        told = (
            "calls", "bytes", "unit", "values", "clocks_per_second", "tick_hz", "core_per_tick",
            "issued_per_tick", "waited_ns",
        )  # fmt: skip
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
        return {**plan.task_fields(self), "blocks": self.blocks}


# ---- The plan ----


def quantities(name: str, program: plan.Program, quick: bool) -> list[Quantity]:
    """What a program measures of a study."""
    procedures = load(name).procedures
    named = tuple(prefix for procedure in procedures for prefix in procedure.engines)

    def takes(procedure: Procedure, engine: str) -> bool:
        if procedure.ticks and not program.ticks:
            return False
        own = tuple(procedure.engines)
        return engine.startswith(own) if own else not engine.startswith(named)

    return [
        quantity
        for engine, procedure in itertools.product(program.engines.values(), procedures)
        if takes(procedure, engine.engine)
        for quantity in _of_engine(name, program, engine, procedure, quick)
    ]


def _of_engine(
    name: str, program: plan.Program, engine: manifest.Engine, procedure: Procedure, quick: bool
) -> list[Quantity]:
    words = procedure.words | (procedure.quick if quick else {})
    each = procedure.each | (procedure.quick_each if quick else {})
    sizes = load(name).key_bits.get(engine.cipher, manifest.load()[engine.cipher].key_bits)
    return [
        Quantity(
            name,
            engine.engine,
            engine.cipher,
            procedure.procedure,
            operation,
            key_bits,
            blocks,
            tuple((words | dict(zip(each, chosen, strict=True))).items()),
            program.toolchain.name,
            procedure.seconds * _share(procedure, words),
        )
        for key_bits, operation, blocks, chosen in itertools.product(
            [bits for bits in sizes if bits in engine.key_sizes],
            procedure.operations,
            procedure.blocks,
            itertools.product(*each.values()),
        )
    ]


def _share(procedure: Procedure, words: dict) -> float:
    """How much of the published work the words leave."""
    return math.prod(words[name] / procedure.words[name] for name in procedure.quick)


def programs(study: Study, choice: evaluate.Choice) -> list[plan.Program]:
    """NIST's programs in C, a process for each cipher; Java: a JVM for each quantity."""
    in_c = [engine for engine in study.engines if engine.startswith("c/")]
    in_java = [engine for engine in study.engines if engine.startswith("java/")]
    if study.nist_classes:
        in_java += [f"java/{peer.name}/*" for peer in peers.known() if peer.is_nist_class]
    found = []
    if in_c:
        made, left_out = compilers.on_each(
            choice.compiler_names,
            choice.flag_sets,
            lambda by: _c_programs(in_c, choice.core, by),
        )
        found += made
        choice.left_out.extend(left_out)
    if in_java:
        build.ensure_java()
        made, left_out = jvms.on_each(
            choice.jvm_names,
            choice.mode_names or study.modes,
            lambda runtime: _java_programs(choice, in_java, runtime),
        )
        found += [_with_options(study, program) for program in made]
        choice.left_out.extend(left_out)
    return [replace(program, forks=False, timeout=TIMEOUT) for program in found]


def _c_programs(
    engines: Sequence[str], core: int | None, by: compilers.Toolchain
) -> list[plan.Program]:
    """NIST's programs as a toolchain makes them."""
    folder, pinned = build.compiled_c(by, build.PROGRAMS), plan.pinned(core)
    names = ["-".join(engine.split("/")[1:]).removesuffix("-nist") for engine in engines]
    commands = [str(folder / f"fifteen-nist-{name}") for name in names]
    return [plan.program("c", [one], options=pinned, compiled=by) for one in commands]


def _java_programs(
    choice: evaluate.Choice, engines: Sequence[str], runtime: jvms.Runtime
) -> list[plan.Program]:
    """Our probe and the peers' on a JVM, those that have engines of the study."""

    def wanted(engine: manifest.Engine) -> bool:
        return any(fnmatch.fnmatchcase(engine.engine, pattern) for pattern in engines)

    ours = plan.program("java", probes.java_probe(runtime=runtime), wanted, runtime=runtime)
    theirs, left_out = peers.survey(runtime, _peers(engines))
    evaluate.leave_out(choice, left_out)
    found = [ours, *(_kept(program, wanted) for program in theirs)]
    return [program for program in found if program.engines]


def _peers(engines: Sequence[str]) -> list[str]:
    """The libraries that the engines' names mean; of ``*`` those that stand beside ours."""
    named = {engine.split("/")[1] for engine in engines} - set(manifest.load())
    return [
        peer.name for peer in peers.known() if peer.name in named or "*" in named and peer.beside
    ]


def _kept(program: plan.Program, wanted: Callable[[manifest.Engine], bool]) -> plan.Program:
    kept = {name: engine for name, engine in program.engines.items() if wanted(engine)}
    return replace(program, engines=kept)


def _with_options(study: Study, program: plan.Program) -> plan.Program:
    """The program in a JVM with the options of JMH's forks and the study's, which it records.

    A published procedure runs in the probe's own JVM.
    """
    flags = [*program.toolchain.flags, *study.jvm_options]
    options = [flag for flag in flags if flag not in manifest.masks()]
    java, *rest = program.command
    toolchain = msgspec.structs.replace(program.toolchain, flags=flags)
    return replace(program, command=(java, *options, *rest), toolchain=toolchain)


# ---- Measuring ----


def measure(name: str, quick: bool, choice: evaluate.Choice) -> session.Runner:
    """Measure a study, or what is left of it, into a results folder."""
    study, matches = load(name), matcher(choice.expression)
    batches, found = [], programs(study, choice)
    if any(procedure.ticks for procedure in study.procedures):
        without = dict.fromkeys(p.toolchain.name for p in found if not p.ticks)
        evaluate.leave_out(
            choice, [f"cycles by {one}: it reads no time-stamp counter" for one in without]
        )
    for program in found:
        chosen = [q for q in quantities(name, program, quick) if matches(q.name)]
        batches += _batches(program, chosen)
    batches += [b for b in own_measures(study, found) if all(matches(t.name) for t in b.tasks)]
    if not batches:
        raise Mistake(f"no quantity of {name} matches -k {choice.expression!r}")
    return evaluate.measure(choice, batches, plan.Pace(choice.results, choice.name))


def _batches(program: plan.Program, chosen: list[Quantity]) -> list[plan.Batch]:
    """A process for each cipher in C, for each quantity in Java."""
    if program.language == "c":
        return plan.batches(program, chosen)
    return [plan.Batch(program, (quantity,)) for quantity in chosen]


def own_measures(study: Study, found: Sequence[plan.Program]) -> list[plan.Batch]:
    """What the study needs of the lab's own, on the first program that has the engine."""
    first = {}
    for program in found if study.measures else ():
        for task in measures.tasks(program, everything=True):
            if task.operation in study.measures:
                first.setdefault((task.operation, task.engine, task.key_bits), (program, task))
    return [b for program, task in first.values() for b in measures.batches(program, [task])]


def session_name(name: str, quick: bool) -> str:
    """Quick figures are kept apart from those measured as published."""
    return f"{name}-quick" if quick else name


# ---- Figures ----


def figures(folder: Path, name: str, quick: bool = False) -> pd.DataFrame:
    """A row a figure: the median of its rounds' figures, their least and most, how many rounds.

    The other columns are those of ``published.csv``; ``series``: which loop it is of; ``language``;
    ``compiler``: its toolchain; ``reduced``: what was done less often than published, in words.
    ``median`` and ``standard_deviation`` are those of a run's repetitions, in the figure's unit,
    each the median of the rounds. Empty where nothing was measured.
    """
    rows = pd.DataFrame(_rows(folder, name, quick))
    if rows.empty:
        return rows
    return summarised(name, rounds(name, rows))


def rounds(name: str, rows: pd.DataFrame) -> pd.DataFrame:
    """What the estimator makes of the figures of each round and toolchain."""
    by = ["language", "compiler", "round"]
    whole = [
        hook(name, "of_round", part).assign(**dict(zip(by, where, strict=True)))
        for where, part in rows.groupby(by, sort=False)
    ]
    return pd.concat(whole, ignore_index=True)


def summarised(name: str, rows: pd.DataFrame) -> pd.DataFrame:
    """The rounds' figures as one frame, with what is derived of them."""
    keys = [c for c in rows.columns if c not in ("value", "round", "reduced", *SPREAD)]
    every = rows.groupby(keys, sort=False, dropna=False)
    found = every["value"].agg(value="median", least="min", most="max", runs="count")
    found["reduced"] = every["reduced"].agg(lambda said: "; ".join(sorted(set(said) - {""})))
    spread = every[[column for column in SPREAD if column in rows]].median()
    found = found.join(spread).reset_index().assign(platform=OURS)
    if hasattr(estimator(name), "counted"):
        found = pd.concat([found, estimator(name).counted()], ignore_index=True)
    return with_derived(name, hook(name, "named", found))


def _rows(folder: Path, name: str, quick: bool) -> list[dict]:
    """A row a record of the rounds that count: the estimator's figure, its round and toolchain."""
    wanted = session_name(name, quick)
    known = {s.machine: s for s in session.sessions(folder) if s.session == wanted}
    runs, widths = [], {}  # of each binary, all that it read
    for path in sorted((folder / "runs").glob("*.jsonl")):
        lines = records.read(path)
        head = next(lines, None)
        if head is None or head.session != wanted or head.machine not in known:
            continue
        values = [x for x in lines if isinstance(x, Told)]
        told = [(_without_values(line), of_record(name, line)) for line in values]
        runs.append((head, told))
        read = [clocks.width(line) for line, _ in told if isinstance(line, records.Published)]
        widths.setdefault(head.binary, []).extend(width for width in read if width is not None)
    widest = {binary: clocks.widest(read) for binary, read in widths.items()}
    rows, timed = {}, {}  # by round
    for head, told in runs:
        tool = head.toolchain
        where = {"language": tool.language, "compiler": tool.name, "round": head.round}
        published = [line for line, _ in told if isinstance(line, records.Published)]
        for line in published:
            line.marked = line.marked or clocks.disturbed(line, widest[head.binary])
        found = [where | one for figures in _once(told) for one in figures]
        rows.setdefault(head.round, []).extend(found)
        timed.setdefault(head.round, []).extend(published)
    asked = max((one.rounds for one in known.values()), default=0)
    shares = {number: clocks.share(lines) for number, lines in timed.items()}
    return [row for number in clocks.counting(shares, asked) for row in rows.get(number, ())]


def _without_values(line: Told) -> Told:
    """What clock readings say of it: thousands of values need not be kept for that."""
    if not isinstance(line, records.Published):
        return line
    issued = line.issued_per_tick and [statistics.median(line.issued_per_tick)]
    return msgspec.structs.replace(line, values=[], empty_values=None, issued_per_tick=issued)


def _once(told: list[tuple[Told, list[dict]]]) -> list[list[dict]]:
    """A run's figures, of each cell those of one record: of the undisturbed, if there is one."""
    tries = {}
    for line, _ in told:
        if isinstance(line, records.Published):
            tries.setdefault(line.cell, []).append(line)
    best = {cell: clocks.best(lines) for cell, lines in tries.items()}
    return [figures for line, figures in told if best.get(line.cell, line) is line]


def of_record(name: str, line: Told) -> list[dict]:
    """The estimator's figures of a record, and what was reduced."""
    told = estimator(name).figure(line)
    several = told if isinstance(told, list) else [told]
    said = reduced(name, line) if isinstance(line, records.Published) else ""
    return [{"reduced": said} | one for one in several]


def reduced(name: str, line: records.Published) -> str:
    """What a record did less often than the paper, in words: ``repeats 16 of 128``; or nothing."""
    for procedure in load(name).procedures:
        if procedure.procedure == line.procedure and line.operation in procedure.operations:
            return "; ".join(
                f"{word} {line.words[word]} of {full}"
                for word, full in procedure.words.items()
                if word in procedure.quick and line.words.get(word, full) != full
            )
    return ""
