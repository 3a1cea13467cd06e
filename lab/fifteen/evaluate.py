# SPDX-License-Identifier: Apache-2.0
"""``./fifteen evaluate`` and ``./fifteen plan``: all ciphers in C and Java, proven, measured."""

import functools
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from fifteen import (
    build,
    compilers,
    jvms,
    libraries,
    manifest,
    measures,
    naming,
    peers,
    places,
    plan,
    probes,
    session,
    verify,
)
from fifteen.errors import Failed, Mistake
from fifteen.meter import Meter
from fifteen.selection import matcher

NAME = "evaluate"
OURS = "fifteen"  # the library that is no peer
COMPILER = "gcc"  # what a C toolchain's name begins with, where none is here to be asked
DIRECTIONS = ("encrypt", "decrypt")

console = Console()


@dataclass(frozen=True)
class Choice:
    """What the command line chose."""

    expression: str | None
    peers: bool
    plugins: tuple[Path, ...]
    everything: bool
    core: int | None
    rounds: int | None
    budget: float | None  # seconds
    results: Path
    name: str
    fresh: bool
    jvm_names: tuple[str, ...] = ()
    mode_names: tuple[str, ...] = ()
    compiler_names: tuple[str, ...] = ()
    flag_sets: tuple[str, ...] = ()
    left_out: list[str] = field(default_factory=list)  # what turned out not to be usable, and why
    bad_plugins: list[str] = field(default_factory=list)  # those of it that were given by --plugin


def _session_name(_context, _option, name: str) -> str:
    """A name that can stand in a folder's."""
    if not re.fullmatch(r"\w[\w.-]*", name):
        raise Mistake(f"--session {name!r}: letters, digits, '_', '-' and '.' make a name")
    return name


def choices(command):
    """The options that ``plan`` and ``evaluate`` share, given to the command as a Choice."""

    @click.option(
        "-k", "expression", metavar="EXPR", help="Only the cells that match, as pytest's -k."
    )
    @click.option("--peers", is_flag=True, help="All engines of other libraries.")
    @click.option(
        "--plugin",
        "plugins",
        multiple=True,
        type=click.Path(exists=True, dir_okay=False, resolve_path=True, path_type=Path),
        help="Add the engines of a shared object (may be repeated).",
    )
    @click.option(
        "--all",
        "everything",
        is_flag=True,
        help="All that can be measured: variants, reduced keys, every key size in Java, modes, …",
    )
    @compilers.options
    @jvms.options
    @click.option("--core", type=int, help="Pin C runs to this core (default: the last one).")
    @click.option(
        "--rounds", type=click.IntRange(min=plan.LEAST_ROUNDS), help="Rounds (default 6)."
    )
    @click.option(
        "--budget",
        metavar="TIME",
        help=f"As many rounds as fit, at least {plan.LEAST_ROUNDS}: 90s, 2m, 1h30m.",
    )
    @click.option(
        "--results",
        type=click.Path(file_okay=False, path_type=Path),
        default=places.RESULTS,
        help="The folder of what was measured (default: results).",
    )
    @click.option(
        "--session",
        "name",
        default=NAME,
        callback=_session_name,
        help="A name, to keep sessions apart.",
    )
    @click.option("--fresh", is_flag=True, help="Begin anew; the earlier session is set aside.")
    @functools.wraps(command)
    def with_choice(**options):
        rest = {k: options.pop(k) for k in set(options) - set(Choice.__dataclass_fields__)}
        if options["rounds"] is not None and options["budget"] is not None:
            raise Mistake("--rounds and --budget both choose the number of rounds: give one")
        if options["budget"] is not None:
            options["budget"] = plan.duration(options["budget"])
        return command(Choice(**options), **rest)

    return with_choice


# ---- From the command line to the work ----


def programs(choice: Choice) -> list[plan.Program]:
    """The probes that the choice needs, built and listed."""
    languages = _languages(choice)
    found = []
    if "c" in languages:
        made, left_out = compilers.on_each(
            choice.compiler_names, choice.flag_sets, lambda by: [(by, _c_program(choice, by))]
        )
        found += [program for _, program in made]
        found += _plugins(choice, *made[0])
        choice.left_out.extend(left_out)
    if "java" in languages:
        build.ensure_java()
        made, left_out = jvms.on_each(
            choice.jvm_names, choice.mode_names, lambda runtime: _java_programs(choice, runtime)
        )
        found += made
        choice.left_out.extend(left_out)
    return found


def _java_programs(choice: Choice, runtime: jvms.Runtime) -> list[plan.Program]:
    """The probe on one JVM, in one mode, and one for each library beside it."""
    ours = plan.program("java", probes.java_probe(runtime=runtime), runtime=runtime)
    theirs, refused = peers.survey(runtime, _peers(choice, ours))
    leave_out(choice, [f"{runtime.name}: {line}" for line in refused])
    return [ours, *theirs]


def _c_program(choice: Choice, by: compilers.Toolchain) -> plan.Program:
    """Our probe as a toolchain makes it."""
    options = plan.pinned(choice.core)
    return plan.program("c", build.c_probe(by), options=options, compiled=by)


def _plugins(choice: Choice, by: compilers.Toolchain, ours: plan.Program) -> list[plan.Program]:
    """The first probe with each plug-in, so that a bad plug-in harms no other engine."""
    given = []
    for path in dict.fromkeys(choice.plugins):
        try:
            given.append(_plugin(path, by, ours))
        except Mistake as mistake:
            choice.bad_plugins.append(mistake.message)
    leave_out(choice, choice.bad_plugins)
    wanted = _peers(choice, ours)
    if wanted:
        build.ensure_c()
    theirs, refused = peers.survey_c(by, wanted, ours.options)
    leave_out(choice, refused)
    others = filter(None, map(peers.other_versions, [*given, *theirs]))
    for line in [*others, *peers.edited(wanted)]:
        console.print(escape(line), highlight=False, soft_wrap=True)
    there = {program.command for program in given}
    return [*given, *(program for program in theirs if program.command not in there)]


def _plugin(path: Path, by: compilers.Toolchain, ours: plan.Program) -> plan.Program:
    return plan.program(
        "c",
        [*ours.command, "--plugin", str(path)],
        keep=lambda engine: engine.library != OURS,
        options=ours.options,
        compiled=by,
        ask=functools.partial(peers.listed, path.name),
    )


def leave_out(choice: Choice, lines: list[str]) -> None:
    """Say what cannot be had, and keep it for the records."""
    for line in lines:
        console.print(f"left out: {escape(line)}", highlight=False, soft_wrap=True)
    choice.left_out.extend(lines)


def _peers(choice: Choice, ours: plan.Program) -> list[str]:
    """The libraries of a language of which a task may match: no other is started."""
    matches, toolchain = matcher(choice.expression), ours.toolchain.name
    return [
        peer.name
        for peer in _may_stand_beside(choice, ours.language)
        if any(
            matches(task.name)
            for cipher, described in manifest.load().items()
            for bits in described.key_bits
            for task in _tasks(f"{ours.language}/{peer.name}/{cipher}", cipher, bits, toolchain)
        )
    ]


def _languages(choice: Choice) -> set[str]:
    """The languages whose cells the expression may match: no JVM is needed for ``not java``."""
    matches = matcher(choice.expression)
    found = {
        language
        for language, toolchains in _toolchains(choice).items()
        if any(
            matches(task.name)
            for cipher, engine in _engine_names(choice, language)
            for key_bits in manifest.cipher(cipher).key_bits
            for toolchain in toolchains
            for task in _tasks(engine, cipher, key_bits, toolchain)
        )
    }
    if choice.plugins:  # nobody knows what they are called
        found.add("c")
    return found or {"c", "java"}


def _engine_names(choice: Choice, language: str) -> Iterator[tuple[str, str]]:
    """(cipher, engine) of what ``-k`` may mean."""
    yield from plan.engine_names(language, choice.expression, choice.peers)
    installable = {library.name for library in libraries.known()} if language == "c" else set()
    beside = {peer.name for peer in _may_stand_beside(choice, language)}
    for library in sorted(installable | beside):
        for cipher in manifest.load():
            yield cipher, f"{language}/{library}/{cipher}"


def _may_stand_beside(choice: Choice, language: str | None = None) -> list[peers.Peer]:
    return [peer for peer in peers.known(language) if peer.beside or choice.peers]


def _toolchains(choice: Choice) -> dict[str, list[str]]:
    """What the toolchains of each language may be called; where none is here, as most are."""
    chosen = {
        "c": (COMPILER, compilers.chosen, choice.compiler_names, choice.flag_sets),
        "java": ("openjdk", jvms.chosen, choice.jvm_names, choice.mode_names),
    }
    found = {}
    for language, (usual, choose, names, ways) in chosen.items():
        try:
            found[language] = [one.name for one in choose(names, ways)]
        except Mistake:  # which matters only if the language is wanted, and is said then
            found[language] = [usual]
    return found


def _tasks(engine: str, cipher: str, key_bits: int, toolchain: str) -> list[plan.Task]:
    """All that can be asked of an engine."""
    language = engine.partition("/")[0]
    return [
        plan.Cell(engine, cipher, operation, key_bits, blocks, 0, toolchain)
        for operation, blocks in plan.operations(language)
    ] + [
        measures.Measure(verb, engine, cipher, key_bits, toolchain)
        for verb in measures.VERBS[language]
    ]


def batches(choice: Choice) -> list[plan.Batch]:
    """The runs of one round; a choice of nothing is a Mistake.

    Variants are measured when they are asked for: by ``--all``, or by an expression.
    """
    found, besides, asked = [], [], []
    listed = programs(choice)
    wanted, java = _wanted(choice, listed), [p for p in listed if p.language == "java"]
    beside = {(cipher, bits) for (_, cipher), bits in _first_sizes(java).items()}
    for program in listed:
        chosen = list(filter(wanted, plan.cells(program, choice.everything, beside)))
        found += plan.batches(program, chosen)
        chosen = list(filter(wanted, measures.tasks(program, choice.everything)))
        besides += measures.batches(program, _can_be(program, chosen, choice))
        asked += chosen
    if not found and not besides and (asked or choice.bad_plugins):
        raise Mistake((choice.bad_plugins or choice.left_out)[-1])
    if not found and not besides:
        raise Mistake(
            f"no cell matches -k {choice.expression!r}: ./fifteen plan --cells names them all"
        )
    return found + plan.twins(found) + besides


def _can_be(
    program: plan.Program, chosen: list[measures.Measure], choice: Choice
) -> list[measures.Measure]:
    """The measures that can be had here; of the others a line each."""
    lacking = measures.lacking(program, chosen)
    lines = dict.fromkeys(lacking.values())
    leave_out(choice, [line for line in lines if line not in choice.left_out])
    return [task for task in chosen if task not in lacking]


def _wanted(choice: Choice, listed: list[plan.Program]) -> Callable[[plan.Task], bool]:
    """Whether a task is measured: asked for, or usual for a cipher that is.

    Of the libraries that stand beside our engines without being asked for by name or by
    ``--peers``, key set-up, bulk and first use are, at an engine's first key size; of our own
    provider, of ciphers that another has in Java.
    """
    matches = matcher(choice.expression)
    unasked = set() if choice.peers else {peer.name for peer in _may_stand_beside(choice)}
    shared = {
        (program.language, engine.cipher)
        for program in listed
        for engine in program.engines.values()
        if engine.library in unasked - {peers.OURS}
    }

    first_sizes = _first_sizes(listed)

    def wanted(task: plan.Task) -> bool:
        if not matches(task.name):
            return False
        language, library, *_ = task.engine.split("/")
        if library in unasked and matches(task.name.replace(f"/{library}/", "//")):
            few = task.operation.startswith("keysetup") or getattr(task, "blocks", 0) == plan.BULK
            few = few or task.operation == "first-use"
            first = task.key_bits in (0, first_sizes.get((task.engine, task.cipher)))
            few = few and task.usual and (first or choice.everything)
            return few and (language, task.cipher) in shared and plan.is_usual(task.cipher)
        if choice.expression:
            return choice.everything or task.usual or plan.names(matches, task)
        return choice.everything or (task.usual and plan.is_usual(task.cipher))

    return wanted


def _first_sizes(listed: list[plan.Program]) -> dict[tuple[str, str], int]:
    """The first key size, of those that are measured, by engine and cipher."""
    return {
        (engine.engine, engine.cipher): manifest.first_size(engine.cipher, sizes)
        for program in listed
        for engine in program.engines.values()
        if (sizes := plan.key_sizes(program, engine, everything=True))
    }


@dataclass(frozen=True)
class Schedule:
    """How long the work takes, in seconds, and how many rounds that allows."""

    rounds: int
    verify: float
    once: float  # what the first round alone measures
    round: float

    @property
    def total(self) -> float:
        """Seconds from start to report."""
        return self.verify + self.once + self.rounds * self.round


def schedule(choice: Choice, work: list[plan.Batch], pace: plan.Pace) -> Schedule:
    """The rounds that were asked for, or that the budget holds."""
    before = verify.seconds(verify.pending(plan.engines(work), choice.results))
    once = pace.round_seconds(batch for batch in work if batch.once)
    one = pace.round_seconds(batch for batch in work if not batch.once)
    begun = {(s.session, tuple(s.cells)): s.rounds for s in session.sessions(choice.results)}
    cells = tuple(sorted(task.name for batch in work for task in batch.tasks))
    if choice.budget and not choice.fresh and (choice.name, cells) in begun:
        rounds = begun[choice.name, cells]  # the budget chose them when the session began
    elif choice.budget:
        rounds = plan.rounds_within(choice.budget, one, before + once)
    else:
        rounds = choice.rounds or plan.DEFAULT_ROUNDS
    return Schedule(rounds, before, once, one)


def announce(choice: Choice, times: Schedule, work: list[plan.Batch]) -> None:
    """The size of the work, and what it leaves out."""
    tasks = [task for batch in work for task in batch.tasks]
    in_java = sum(task.engine.startswith("java/") for task in tasks)
    console.print(
        f"{len(tasks)} cells ({len(tasks) - in_java} in C, {in_java} in Java); "
        f"{times.rounds} round{'s' if times.rounds > 1 else ''} of about "
        f"{plan.spoken(times.round)}"
        + (f", verification about {plan.spoken(times.verify)}" if times.verify else "")
        + f": about {plan.spoken(times.total)} in all, and longer where neighbours share the cores",
        highlight=False,
        soft_wrap=True,
    )
    left_out = [cipher for cipher in manifest.load() if not plan.is_usual(cipher)]
    if left_out and not (choice.everything or choice.expression):
        console.print(
            f"left out, unless -k names them or with --all: {', '.join(left_out)}",
            highlight=False,
            soft_wrap=True,
        )
    if choice.budget and times.total > choice.budget:
        console.print(
            f"the budget of {plan.spoken(choice.budget)} does not hold {plan.LEAST_ROUNDS} rounds, "
            f"the least: they take about {plan.spoken(times.total)}; fewer cells (-k) take less",
            highlight=False,
            soft_wrap=True,
        )


def measure(choice: Choice, work: list[plan.Batch], pace: plan.Pace) -> session.Runner:
    """Verify the engines and measure the work, or what is left of it, into the results folder."""
    times = schedule(choice, work, pace)
    announce(choice, times, work)
    if times.verify:
        console.print("first, every engine is verified")
    job = session.Work(
        choice.name, tuple(work), times.rounds, tuple(sys.argv[1:]), tuple(choice.left_out)
    )
    try:
        return session.measure(
            choice.results,
            job,
            lambda: verify.verify(plan.engines(work), choice.results),
            Meter(console, pace),
            choice.fresh,
        )
    except KeyboardInterrupt:
        raise session.Stopped(choice.results) from None


# ---- The commands ----


@click.command()
@choices
@click.option("--cells", "every", is_flag=True, help="The names of all cells, one a line.")
def plan_command(choice: Choice, every: bool) -> None:
    """Print what evaluate would measure, and how long it would take."""
    work = batches(choice)
    if every:
        for name in (task.name for batch in work for task in batch.tasks):
            click.echo(name)
    else:
        console.print(_table(work))
        announce(choice, schedule(choice, work, plan.Pace(choice.results)), work)
    _fail_for_plugins(choice)


def _table(work: list[plan.Batch]) -> Table:
    """The cells, a row an engine; block counts under encrypt and decrypt."""
    compilers = {b.program.toolchain.name: " ".join(b.program.toolchain.flags) for b in work}
    more = dict.fromkeys(t.operation for batch in work for t in batch.tasks if _is_more(t))
    caption = "\n".join(
        ([f"more: {', '.join(more)}"] if more else [])
        + [f"{name} {flags}" for name, flags in compilers.items()]
    )
    table = Table(
        box=box.SIMPLE,
        padding=(0, 1, 0, 0),
        pad_edge=False,
        caption=caption,
        caption_justify="left",
    )
    table.add_column("engine", overflow="fold")
    for heading in ("key bits", "set-up", "encrypt", "decrypt"):
        table.add_column(heading, no_wrap=True)
    for heading in ("more", "cells") if more else ("cells",):
        table.add_column(heading, justify="right", no_wrap=True)
    rows = {}
    for batch in work:
        rows.setdefault(batch.engine, []).extend(batch.tasks)
    for engine, cells in rows.items():
        plain = [task for task in cells if not _is_more(task)]
        setups = {c.operation.partition("-")[2][:3] for c in plain if not c.blocks}
        table.add_row(
            engine,
            _listed({task.key_bits for task in cells if task.key_bits}),
            " ".join(sorted(setups, reverse=True)),
            *(_listed({c.blocks for c in plain if c.operation == o}) for o in DIRECTIONS),
            *map(str, [len(cells) - len(plain), len(cells)] if more else [len(cells)]),
        )
    return table


def _is_more(task: plan.Task) -> bool:
    """Whether it is neither a key set-up nor an encryption or decryption alone."""
    return task.operation not in naming.OPERATIONS


def _listed(numbers: set[int]) -> str:
    """Key sizes or block counts in a table."""
    shown = list(map(str, sorted(numbers)))
    return " ".join(shown) if len(shown) < 3 else f"{shown[0]} to {shown[-1]}"


@click.command()
@choices
def evaluate_command(choice: Choice) -> None:
    """Prove every engine right, measure what it costs, and write the report."""
    runner = measure(choice, batches(choice), plan.Pace(choice.results))
    from fifteen import report  # its libraries take seconds: a mistake is said before them

    written = report.publish(choice.results, session=choice.name)
    console.print(f"report: {written}", highlight=False, soft_wrap=True)
    if failed := runner.without_value:
        raise Failed(
            f"{len(failed)} cells have no value: the first is {failed[0].cell}: "
            f"{failed[0].reason} (the report names them all)"
        )
    _fail_for_plugins(choice)


def _fail_for_plugins(choice: Choice) -> None:
    """What was named and couldn't be used is a failure, when all else is done."""
    if choice.bad_plugins:
        raise Failed(choice.bad_plugins[0])
