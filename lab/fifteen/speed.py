# SPDX-License-Identifier: Apache-2.0
"""``./fifteen study speed``: our engines of each cipher beside their goals and the best peers.

The goals are data (``speed_goals``). What they speak of, and nothing else, is measured: our engines
as they are chosen, and what stands beside them, interleaved in one session by all the toolchains
that are asked for. ``speed_verdicts`` judges it, and ``speed_table`` shows it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from fifteen import compilers, evaluate, jvms, manifest, peers, plan, session
from fifteen.errors import Mistake
from fifteen.naming import is_peer
from fifteen.selection import matcher
from fifteen.speed_goals import ECB, ECB_OF, IN_C, OWN, Goal, Ours, Point, load
from fifteen.speed_verdicts import feature

NAME = "speed"
COMPILERS = ("gcc-", "clang-")  # how the names of those begin that are taken unasked
PLAN = {
    language: {operation for operation, _ in plan.operations(language)}
    for language in "c java".split()
}


def goals(expression: str | None) -> list[Goal]:
    """The goals that ``-k`` names, which it does by cells of ours; none is a Mistake."""
    matches = matcher(expression)
    found = [goal for goal in load() if any(map(matches, _names(goal)))]
    if not found:
        raise Mistake(
            f"no goal matches -k {expression!r}: words are of ciphers, operations, "
            "key sizes such as 128-bit, blocks such as 1024-blocks, and c/ or java/"
        )
    return found


def _names(goal: Goal) -> Iterator[str]:
    """The cells of ours that a goal may be about, whatever is here."""
    toolchain = f"openjdk-{goal.jvm}" if goal.jvm else evaluate.COMPILER
    for cipher, engine in plan.engine_names(goal.language, None, peers=False):
        if cipher == goal.cipher and (not goal.engine or engine.endswith(f"/{goal.engine}")):
            yield from (
                plan.Cell(engine, cipher, *point, 0, toolchain).name for point in goal.points
            )


# ---- The choice ----


def choice(asked: evaluate.Choice) -> evaluate.Choice:
    """What the command line chose, with the toolchains that the goals are for where it names none.

    The goals are for JVMs as they are started without options: another mode is a Mistake.
    """
    if set(asked.mode_names) - {jvms.DEFAULT.name}:
        raise Mistake("--mode: the goals are for JVMs in their default mode alone")
    wanted = goals(asked.expression)
    names = {"jvm_names": asked.jvm_names, "compiler_names": asked.compiler_names}
    if not asked.jvm_names:
        first = {str(jvm.feature): jvm.name for jvm in reversed(jvms.found())}
        features = dict.fromkeys(goal.jvm for goal in wanted if goal.jvm in first)
        names["jvm_names"] = tuple(first[one] for one in features)
    if not asked.compiler_names:
        here = (compiler.name for compiler in compilers.found())
        names["compiler_names"] = tuple(name for name in here if name.startswith(COMPILERS))
    return replace(asked, **names)


def _started(asked: evaluate.Choice, wanted: list[Goal]) -> str:
    """An expression that matches every cell that is wanted: what else there is isn't started."""
    languages = {goal.language for goal in wanted} | {"c" for g in wanted if IN_C in g.beside}
    if not asked.jvm_names:  # there is none that a goal is for
        languages -= {"java"}
    ciphers = " or ".join(dict.fromkeys(goal.cipher for goal in wanted))
    return f"({' or '.join(f'{one}/' for one in sorted(languages)) or 'c/'}) and ({ciphers})"


# ---- Measuring ----


def batches(asked: evaluate.Choice, wanted: Iterable[Goal]) -> tuple[list[plan.Batch], Ours]:
    """The runs of one round that these goals take, and which engines of ours there are."""
    wanted = list(wanted)
    programs = evaluate.programs(replace(asked, expression=_started(asked, wanted)))
    ours = Ours(_there(programs), _lacking(programs))
    found = []
    for program in programs:
        cells = dict.fromkeys(
            plan.Cell(
                engine,
                goal.cipher,
                *point,
                program.engines[engine].block_bytes,
                program.toolchain.name,
                settings=program.settings,
            )
            for goal in wanted
            for engine, point in _cells(goal, program, ours)
        )
        found += plan.batches(program, cells)
    if not found:
        raise Mistake("nothing that these goals are about is here: ./fifteen doctor says more")
    return found + plan.twins(found), ours


def measure(asked: evaluate.Choice) -> tuple[session.Runner, Ours]:
    """Measure what the goals take, or what is left of it, into the results folder.

    A session that other toolchains measured isn't gone on with: figures whose ratio is wanted are
    of the same rounds, one after the other, and not of rounds with the same numbers.
    """
    work, ours = batches(asked, goals(asked.expression))
    here = {batch.program.toolchain.name for batch in work}
    known = [s for s in session.sessions(asked.results) if s.session == asked.name]
    fresh = asked.fresh or any(set(one.toolchains) != here for one in known)
    return evaluate.measure(replace(asked, fresh=fresh), work, plan.Pace(asked.results)), ours


def _there(programs: Iterable[plan.Program]) -> dict[str, list[manifest.Engine]]:
    """Our engines by toolchain."""
    found = {}
    for program in programs:
        mine = [e for e in program.engines.values() if not is_peer(e.engine)]
        found.setdefault(program.toolchain.name, []).extend(mine)
    return {toolchain: engines for toolchain, engines in found.items() if engines}


def _lacking(programs: Iterable[plan.Program]) -> dict[str, str]:
    """The engines of ours that this processor can't run, and which features they need."""
    return {
        engine.engine: engine.needs
        for program in programs
        if program.language == "c" and "--plugin" not in program.command
        for engine in manifest.engines(list(program.command))
        if not engine.usable
    }


def _cells(goal: Goal, program: plan.Program, ours: Ours) -> Iterator[tuple[str, Point]]:
    """The engines of a program, and the places, that a goal takes."""
    for point in goal.points:
        for engine, place in _all_cells(goal, point, program, ours):
            if engine in program.engines and place.operation in PLAN[program.language]:
                yield engine, place


def _all_cells(
    goal: Goal, point: Point, program: plan.Program, ours: Ours
) -> Iterator[tuple[str, Point]]:
    toolchain = program.toolchain.name
    if IN_C in goal.beside and program.language == "c":
        yield ours.meant(goal.in_c(), point, toolchain), point
    if program.language != goal.language or goal.jvm not in ("", feature(toolchain)):
        return
    yield ours.meant(goal, point, toolchain), point
    if ECB in goal.beside:
        ecb = point._replace(operation=ECB_OF[point.operation])
        yield ours.meant(goal, point, toolchain), ecb
    if OWN in goal.beside and goal.engine:
        yield ours.meant(replace(goal, engine=""), point, toolchain), point
    for engine in program.engines.values():
        if engine.cipher == goal.cipher and point.key_bits in engine.key_sizes:
            is_rival = OWN in goal.beside and not (goal.engine or is_peer(engine.engine))
            is_other = is_peer(engine.engine) and engine.library != peers.OURS
            if is_rival or (is_other and goal.is_of(engine.library)):
                yield engine.engine, point
