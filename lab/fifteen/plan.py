# SPDX-License-Identifier: Apache-2.0
"""The plan: from the manifest, the probes' engines and the toolchains to the cells to measure.

A *program* is a probe with its options. A *cell* is what one figure is made of. A *batch* is what
one run measures: in C the cells of one engine, in Java one cell (a JMH fork).
"""

import functools
import os
import re
import statistics
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Protocol

import msgspec

from fifteen import compilers, jvms, manifest, places, probes, records
from fifteen.errors import Mistake
from fifteen.naming import MODES

LEAST_ROUNDS = 3
DEFAULT_ROUNDS = 6

BULK = 1024
BLOCKS = (1, 16, 128, BULK)  # encrypt and decrypt in C, at every key size
CURVE = tuple(2**n for n in range(13))  # encrypt in C, at the first key size: 1 to 4096
LONGEST = 32768  # with everything, at every key size: NIST's longest message in C, 512 KiB
JAVA_ENCRYPT = (1, BULK)
JAVA_LONGEST = 4096  # with everything: 64 KiB, where a JIT's best is reached
JAVA_DECRYPT = (BULK,)

# What `time` is asked for. C: an iteration is some 16 KiB. Java: as many such as fit in its time;
# most engines have settled after 0.3 s of warm-up, and what has not gets a longer one.
SETTINGS = {
    "c": {"iterations": 100},
    "java": {"iterations": 5, "warmup": 6, "settle": 16, "iteration_ms": 50},
}
LONGEST_ITERATIONS = 20  # each is one call
TIMEOUT = {"c": 30.0, "java": 60.0}  # seconds for one answer
INTERPRETED = 5  # times the patience

# A new key every so many blocks, at the first key size. For encryption by ours all are usual in C,
# where they tell which engine overtakes which, and the first in Java.
REKEY = {"c": (1, 4, 16, 64, 256), "java": (1, 16, 256)}

XTS_BLOCK = 16  # bytes; XTS has no other

# Seconds a cell takes where no earlier record says (2.6 GHz, 2026); in Java, beside its iterations.
GUESS = {"c": 0.03, "java": 0.85}


@dataclass(frozen=True)
class Program:
    """A probe with its options, the engines that it is to serve, and what it was built with."""

    language: str
    command: tuple[str, ...]
    toolchain: records.Toolchain
    engines: Mapping[str, manifest.Engine]  # by id
    binary: str  # its digest when it was listed
    options: tuple[str, ...] = ()  # for measuring only: the core it is pinned to
    forks: bool = False  # one process serves many runs: each forks its own
    asks: Callable[[list[str], float], probes.Probe] = probes.Probe  # starts it, or a stand-in
    refused: tuple[str, ...] = ()  # engines that a library offers and that don't work, and why
    settings: tuple[tuple[str, int], ...] = ()  # words of `time` in place of SETTINGS'
    timeout: float = 30.0  # seconds for one answer
    ticks: bool = True  # whether it reads the time-stamp counter, in C

    @property
    def name(self) -> str:
        """Its file's name, its plug-in's, or its library's: ``fifteen-probe``, ``botan.so``.

        One that is compiled in several ways has the toolchain behind its name.
        """
        if "--plugin" in self.command:
            return Path(self.command[-1]).name.rpartition("@")[2]
        file = probes.files(self.command)[0]
        several = file.is_relative_to(places.COMPILED)
        return f"{file.name}@{self.toolchain.name}" if several else file.name

    def changed(self) -> bool:
        """Whether its files are other ones than when it was listed."""
        return manifest.binary(list(self.command)) != self.binary


class Task(Protocol):
    """What a session can measure: a cell, a measure, or a published procedure's quantity."""

    name: str
    engine: str
    operation: str
    toolchain: str
    seconds: float  # that it takes, about, where no earlier record says

    def request(self, seed: int) -> tuple[str, dict]:
        """The verb and the words that ask a probe for it."""

    def record(self, answer: dict) -> records.Record:
        """The probe's answer as a record; raises msgspec.ValidationError."""

    def failure(self, stage: str, reason: str) -> records.Failure:
        """The record of why there is no value."""


@dataclass(frozen=True)
class Cell:
    """Engine, operation, key bits, block count and toolchain."""

    engine: str
    cipher: str
    operation: str
    key_bits: int
    blocks: int  # 0 for a key set-up
    block_bytes: int
    toolchain: str
    again: bool = False  # the second of an A/A pair: the same under another name
    refused: tuple[str, ...] = ()  # engines that a library offers and that don't work, and why
    settings: tuple[tuple[str, int], ...] = ()  # words of `time` in place of SETTINGS'

    @property
    def name(self) -> str:
        """Readable, stable, and what ``-k`` selects."""
        where = f"{self.key_bits}-bit" + (f":{self.blocks}-blocks" if self.blocks else "")
        return task_name(self, where + (":again" if self.again else ""))

    @property
    def language(self) -> str:
        """``c`` or ``java``."""
        return self.engine.partition("/")[0]

    @property
    def usual(self) -> bool:
        """Whether it is measured without being named: of new keys ours, and most in C; no mode."""
        encrypts = self.operation.endswith("encrypt")
        if self.operation.startswith("rekey"):
            ours = self.engine.split("/")[1] == self.cipher
            few = self.language == "c" or self.operation.startswith("rekey-1-")
            return ours and few and encrypts
        if self.operation in MODES:
            return False
        return encrypts or not self.operation.startswith("latency")

    @property
    def seconds(self) -> float:
        """A process in Java starts, then iterates as long as it is told."""
        words = self._settings()
        rounds = words["iterations"] + words.get("warmup", 0)
        return GUESS[self.language] + rounds * words.get("iteration_ms", 0) / 1000

    def request(self, seed: int) -> tuple[str, dict]:
        """``time`` with its words."""
        key, plain, cipher = manifest.known_answers(self.cipher, self.key_bits)
        return "time", {
            "cell": self.name,
            "engine": self.engine,
            "operation": self.operation,
            "key_bits": self.key_bits,
            "blocks": self.blocks or 1,
            "seed": seed,
            **self._settings(),
            "known_key": key,
            "known_plain": plain,
            "known_cipher": cipher,
        }

    def record(self, answer: dict) -> records.Cell:
        """The answer as a record."""
        raw = {k: v for k, v in answer.items() if k in records.Cell.__struct_fields__}
        cell = msgspec.convert(raw | self._fields() | {"record": "cell"}, records.Cell)
        if not cell.wall_ns or not all(0 < ns < float("inf") for ns in cell.wall_ns):
            raise msgspec.ValidationError("wall_ns has no times, or impossible ones")
        return cell

    def failure(self, stage: str, reason: str) -> records.Failure:
        """The record of why there is no value."""
        fields = self._fields()
        del fields["block_bytes"]
        return records.Failure(**fields, stage=stage, reason=reason)

    def _settings(self) -> dict[str, int]:
        longest = {"iterations": LONGEST_ITERATIONS} if self.blocks == LONGEST else {}
        return SETTINGS[self.language] | longest | dict(self.settings)

    def _fields(self) -> dict:
        return {**task_fields(self), "blocks": self.blocks, "block_bytes": self.block_bytes}


@dataclass(frozen=True)
class Batch:
    """What one run measures."""

    program: Program
    tasks: tuple[Task, ...]
    once: bool = False  # in the first round alone: it comes out the same in every one

    @property
    def engine(self) -> str:
        """The engine measured; one a batch."""
        return self.tasks[0].engine


# ---- Programs ----


def program(
    language: str,
    command: list[str],
    keep: Callable[[manifest.Engine], bool] = lambda engine: True,
    options: tuple[str, ...] = (),
    runtime: jvms.Runtime | None = None,
    compiled: compilers.Toolchain | None = None,
    ask: Callable[[list[str], float], dict] = manifest.told,
) -> Program:
    """What a probe's ``list`` says, with the usable engines that ``keep`` keeps.

    ``runtime``, which the command must name, gives a Java toolchain its name, and ``compiled``,
    which must have made the program, one in C. A Mistake says what the probe doesn't say, or that
    the JVM isn't in the runtime's mode.
    """
    mode = runtime.mode if runtime else jvms.DEFAULT
    timeout = TIMEOUT[language] * (INTERPRETED if mode.interpreted else 1)
    try:
        listed = ask(command, timeout)
    except probes.ProbeError as error:
        raise manifest.unlisted(command, error) from None
    engines = [e for e in manifest.described(listed, command) if e.usable and keep(e)]
    try:
        told = {**listed["toolchain"], "language": language}
        toolchain = msgspec.convert(told, records.Toolchain)
    except (KeyError, TypeError, msgspec.ValidationError) as error:
        raise Mistake(f"{command[0]} does not say what compiled it: {error}") from None
    if denied := mode.denied(listed.get("jvm", {}).get("options", {})):
        raise Mistake(f"{runtime.name} is not in its mode: {denied}")
    toolchain.flags += manifest.masks()
    if runtime:
        toolchain.name = runtime.name
    if compiled:
        toolchain.name, toolchain.version = compiled.name, compiled.compiler.line
    return Program(
        language,
        tuple(command),
        toolchain,
        {
            e.engine: msgspec.structs.replace(
                e, toolchain=toolchain.name, interpreted=mode.interpreted
            )
            for e in engines
        },
        manifest.binary(command),
        options,
        forks=language == "java",
        refused=tuple(f"{r['engine']}: {r['reason']}" for r in listed.get("refused", ())),
        settings=tuple(mode.settings.items()),
        timeout=timeout,
        ticks=listed.get("ticks", True),
    )


def pinned(core: int | None) -> tuple[str, ...]:
    """The C probe's option that keeps it on one core."""
    if not hasattr(os, "sched_getaffinity"):
        return ()
    allowed = os.sched_getaffinity(0)
    if core is not None and core not in allowed:
        raise Mistake(f"--core {core}: not one of the cores {sorted(allowed)}")
    return ("--core", str(max(allowed) if core is None else core))


# ---- Cells ----


def engine_names(language: str, expression: str | None, peers: bool) -> Iterator[tuple[str, str]]:
    """(cipher, engine) of what ``-k`` may mean, before any probe is built.

    What peers there are isn't known yet, so each word of the expression may be a library.
    """
    words = re.findall(r"[^\s()]+", expression or "") if peers else []
    for cipher in manifest.load():
        for name in own_names():
            yield cipher, f"{language}/{cipher}/{name}"
        for word in words:
            yield cipher, f"{language}/{word.rpartition('/')[2]}/{cipher}"


def task_fields(task: Task) -> dict:
    """What every record of a task says of it."""
    return {
        "cell": task.name,
        "engine": task.engine,
        "cipher": task.cipher,
        "operation": task.operation,
        "key_bits": task.key_bits,
    }


def task_name(task: Task, where: str) -> str:
    """``java/serpent/portable::encrypt[128-bit:1-blocks]@openjdk-17.0.15``."""
    return f"{task.engine}::{task.operation}{where and f'[{where}]'}@{task.toolchain}"


def names(matches: Callable[[str], bool], task: Task) -> bool:
    """Whether an expression that matches a task does so for its operation, and not without it.

    ``rekey-16-encrypt`` is an ``encrypt`` to whoever does not say ``rekey``.
    """
    of_blocks = task.operation.startswith(("rekey", "latency", *MODES))
    _, dash, direction = task.operation.rpartition("-")
    direction = direction if of_blocks and dash else ""
    return not matches(task.name.replace(task.operation, direction))


def is_usual(cipher: str) -> bool:
    """Whether a cipher is measured without being named: no variant of another, no reduced key."""
    return manifest.cipher(cipher).family not in ("variant", "study")


@functools.cache
def own_names() -> frozenset[str]:
    """What engines of ours are called, ``portable`` and others: the list of those in C says it."""
    text = (places.ROOT / "c" / "src" / "engines.c").read_text(encoding="utf-8")
    in_c = re.findall(r"ENGINE\(fifteen_\w+_([a-z0-9]+)\)", text)
    return frozenset([*in_c, "lanes", "native"])  # and two of Java's


def cells(
    program: Program, everything: bool = False, beside: Collection[tuple[str, int]] = ()
) -> list[Cell]:
    """The default plan's cells of a program, in a readable order.

    Java has the first key size only, unless ``everything`` is wanted, and those of ``beside``: a
    cipher with the key size at which another library's engine stands beside ours.
    """
    found = []
    for engine in program.engines.values():
        first = key_sizes(program, engine, everything)
        every = key_sizes(program, engine, everything=True)
        sizes = [bits for bits in every if bits in first or (engine.cipher, bits) in beside]
        for key_bits in sizes:
            for operation, blocks in operations(
                program.language, key_bits == sizes[0], everything, engine.block_bytes
            ):
                found.append(
                    Cell(
                        engine.engine,
                        engine.cipher,
                        operation,
                        key_bits,
                        blocks,
                        engine.block_bytes,
                        program.toolchain.name,
                        settings=program.settings,
                    )
                )
    return found


def key_sizes(program: Program, engine: manifest.Engine, everything: bool) -> list[int]:
    """The manifest's key sizes of an engine, in bits; in Java the first, or ``everything``."""
    known = manifest.load()[engine.cipher].key_bits
    sizes = [bits for bits in known if bits in engine.key_sizes]
    return sizes[:1] if program.language == "java" and not everything else sizes


def operations(
    language: str, first_key: bool = True, everything: bool = True, block_bytes: int = XTS_BLOCK
) -> list[tuple[str, int]]:
    """(operation, blocks a call) of one key size."""
    if language == "java":
        longest = [JAVA_LONGEST] if everything else []
        encrypt, decrypt = [*JAVA_ENCRYPT, *longest], JAVA_DECRYPT
        only_in_c = []
    else:
        longest = [LONGEST] if everything else []
        encrypt, decrypt = [*(CURVE if first_key else BLOCKS), *longest], [*BLOCKS, *longest]
        modes = [m for m in MODES if block_bytes == XTS_BLOCK or not m.startswith("xts")]
        only_in_c = [
            ("latency-encrypt", 1),
            ("latency-decrypt", 1),
            *((mode, BULK) for mode in modes),
        ]
    rekeys = [(f"rekey-{n}-{way}", 0) for n in REKEY[language] for way in ("encrypt", "decrypt")]
    return [
        ("keysetup-encrypt", 0),
        ("keysetup-decrypt", 0),
        *(("encrypt", blocks) for blocks in encrypt),
        *(("decrypt", blocks) for blocks in decrypt),
        *([*only_in_c, *rekeys] if first_key else []),
    ]


def batches(program: Program, selected: Iterable[Cell]) -> list[Batch]:
    """The runs of one round: one an engine, or one a cell where the program forks for each."""
    chosen = [cell for cell in selected if cell.engine in program.engines]
    if program.forks:
        return [Batch(program, (cell,)) for cell in chosen]
    return [
        Batch(program, tuple(cell for cell in chosen if cell.engine == engine))
        for engine in dict.fromkeys(cell.engine for cell in chosen)
    ]


def twins(work: Iterable[Batch]) -> list[Batch]:
    """The second of an A/A pair in each language, in a run of its own: their ratio is the floor.

    Of the cells chosen it repeats bulk encryption of the manifest's first cipher, if that is there.
    """
    order = list(manifest.load())
    chosen = {}
    for batch in work:
        for cell in batch.tasks:
            fitness = (cell.operation != "encrypt", order.index(cell.cipher), cell.blocks != BULK)
            best = chosen.get(cell.language)
            if best is None or fitness < best[0]:
                chosen[cell.language] = fitness, batch.program, cell
    return [Batch(p, (replace(cell, again=True),)) for _, p, cell in chosen.values()]


def engines(work: Iterable[Batch]) -> list[manifest.Engine]:
    """The engines that are to be verified, each once a toolchain."""
    engines = [(b.program.binary, b.program.engines[b.engine]) for b in work]
    return list({(binary, e.toolchain, e.engine): e for binary, e in engines}.values())


# ---- Time ----


class Pace:
    """How long a task takes, in seconds: as earlier records say, else a guess.

    A study's quantities take as long as they were published to take, so its runs say nothing of
    cells, nor cells of them: a study gives its ``session``.
    """

    def __init__(
        self,
        folder: Path | None = None,
        session: str | None = None,
    ):
        self._seen: dict[str, list[float]] = {}
        self._session = session
        for path in sorted((folder / "runs").glob("*.jsonl")) if folder else ():
            self._learn(list(records.read(path)))

    def seconds(self, task: Task) -> float:
        """Of one task."""
        chain = task.toolchain
        for known in (f"{task.operation}@{chain}", f"{task.engine}@{chain}", chain):
            if known in self._seen:
                return statistics.median(self._seen[known])
        return task.seconds

    def round_seconds(self, work: Iterable[Batch]) -> float:
        """Of one run of every batch."""
        return sum(self.seconds(task) for batch in work for task in batch.tasks)

    def _learn(self, lines: list) -> None:
        heads = [line for line in lines if isinstance(line, records.Run)]
        if len(heads) != 1 or not isinstance(lines[-1], records.End) or not lines[-1].cells:
            return
        head = heads[0]
        of_study = any(isinstance(line, records.Published) for line in lines)
        if head.session != self._session if self._session else of_study:
            return
        begun, ended = map(datetime.fromisoformat, (head.started, lines[-1].finished))
        spent = (ended - begun).total_seconds() / lines[-1].cells
        toolchain = head.toolchain.name
        measures = {f"{x.operation}@{toolchain}" for x in lines if isinstance(x, records.Measure)}
        engine = [f"{head.engine}@{toolchain}"] if head.engine else []
        for known in measures or [*engine, toolchain]:
            self._seen.setdefault(known, []).append(spent)


def rounds_within(budget: float, round_seconds: float, before: float = 0.0) -> int:
    """How many rounds ``budget`` seconds hold after ``before`` seconds; never below three."""
    return max(LEAST_ROUNDS, int((budget - before) // max(round_seconds, 1e-3)))


def duration(text: str) -> float:
    """Seconds of ``90s``, ``2m``, ``1h30m`` or ``1.5h``; anything else is a Mistake."""
    units = {"h": 3600.0, "m": 60.0, "s": 1.0}
    number = r"(?:(\d+(?:\.\d+)?){})?"
    match = re.fullmatch("".join(number.format(unit) for unit in units), text.strip().lower())
    found = match.groups() if match else ()
    seconds = sum(float(n) * scale for n, scale in zip(found, units.values(), strict=False) if n)
    if seconds <= 0:
        raise Mistake(f"--budget {text!r}: not a time such as 90s, 2m or 1h30m")
    return seconds


def spoken(seconds: float) -> str:
    """A duration for people: ``45 s``, ``2 min 10 s``, ``1 h 5 min``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min" + (f" {whole % 60} s" if whole % 60 else "")
    return f"{whole // 3600} h" + (f" {whole % 3600 // 60} min" if whole % 3600 >= 60 else "")
