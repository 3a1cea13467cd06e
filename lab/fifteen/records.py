# SPDX-License-Identifier: Apache-2.0
"""The records: what was measured, one fact a line, raw, append-only.

A results folder holds

- ``session.json``: a :class:`Session` for each plan measured here, what was asked for;
- ``machines/DIGEST.json``: each :class:`Machine` that measured;
- ``verified/BINARY.jsonl``: a :class:`Verification` for each engine of a binary;
- ``runs/DIGEST.jsonl``: one run, that is one process: a :class:`Run` first, then a :class:`Cell`,
  a :class:`Measure` or a :class:`Failure` for each cell, last an :class:`End`. Without an End the
  run is not complete; what it holds is kept, and the rest is measured when the session goes on.

DIGEST is the SHA-256 (first 24 digits) of what makes the run what it is, so that another machine's
files merge by being copied in, and a session resumes by looking which files are there. Units stand
in the names of fields. The format is ``SCHEMA``; a reader refuses a newer one.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from fifteen.errors import Mistake

SCHEMA = 1


class Record(msgspec.Struct, tag_field="record", tag=str.lower, omit_defaults=True):
    """One line of a file."""


class Toolchain(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Compiler and flags, or JVM and flags."""

    name: str  # short, stable, selectable: "gcc-12.2.0", "openjdk-17.0.15"
    language: str  # "c" or "java"
    version: str  # the compiler's or JVM's own full line
    flags: list[str] = []


class Session(Record, kw_only=True):
    """What was asked for: enough to go on with it."""

    schema: int
    session: str
    started: str  # ISO 8601, UTC
    seed: int
    rounds: int
    cells: list[str]
    binaries: dict[str, str] = {}  # program: the SHA-256 of what was verified and measured
    machine: str = ""
    command: list[str] = []
    toolchains: list[str] = []  # as they were asked for: the first is the others' measure
    left_out: list[str] = []  # what was asked for and cannot be used, and why, a line each


class Machine(Record, kw_only=True):
    """The machine, by pyperf's metadata and what the doctor finds."""

    schema: int
    machine: str  # digest of what does not change between boots
    facts: dict[str, str | int | float | bool | None | list[str]]


class Verification(Record, kw_only=True):
    """What one engine of one binary was put to, and whether it passed."""

    schema: int
    engine: str
    binary: str  # SHA-256 of the program that holds it
    toolchain: str = ""  # what compiled it, or ran it
    passed: bool
    checks: dict[str, int] = {}  # check: number of values compared
    reason: str | None = None  # of the first failure, one line
    left_out: str | None = None  # what it was not put to, and why
    against: str = ""  # digest of the manifest and the known answers
    verified: str  # ISO 8601, UTC


class Run(Record, kw_only=True):
    """The head of a run. A second one in the same file says that the run was resumed."""

    schema: int
    run: str
    session: str
    round: int
    engine: str | None = None  # C: the engine; Java: None where cells say it
    toolchain: Toolchain
    binary: str
    version: str = ""  # of the engine's library, as it runs
    built_version: str = ""  # of the headers its plug-in was built with, in C
    machine: str
    seed: int
    started: str
    load: float | None = None  # 1-minute load average when it began


class Cell(Record, kw_only=True):
    """The raw values of one cell in one run (docs/probe-protocol.md, ``time``)."""

    cell: str
    engine: str
    cipher: str
    operation: str
    key_bits: int
    blocks: int  # blocks a call; 0 for a key set-up
    block_bytes: int
    calls: int  # calls, or key set-ups, in an iteration
    bytes: int  # in an iteration; 0 for a key set-up
    wall_ns: list[float]
    cpu_ns: list[float] | None = None
    ticks: list[int] | None = None
    core_cycles: list[int] | None = None
    instructions: list[int] | None = None
    warmup_ns: list[float] | None = None
    # Java: every iteration of the forks before, whose warm-up was too short; and whether this one's
    # was long enough
    unsettled_ns: list[list[float]] | None = None
    settled: bool | None = None
    tick_hz: float | None = None
    core_per_tick: list[float] | None = None  # before and after
    waited_ns: int | None = None  # C: for a core that nobody shares
    issued_per_tick: list[float] | None = None  # C: independent instructions, after each iteration
    empty_ticks: float | None = None
    empty_ns: float | None = None
    allocated_bytes: list[float] | None = None  # Java: of each iteration's mean invocation
    invocations: list[int] | None = None  # Java: how many an iteration's time is the mean of
    batch: int | None = None  # C: blocks that the engine works on at once
    counter_error: str | None = None  # C: why there are no core_cycles, in the system's words
    marked: str | None = None  # why it was measured again: what disturbed it (clocks)


class Failure(Record, kw_only=True):
    """A cell without a value, and why."""

    cell: str
    engine: str
    cipher: str
    operation: str
    key_bits: int
    blocks: int
    stage: str  # verify, refused, crash, timeout, garbage
    reason: str


class Published(Record, kw_only=True):
    """The raw values of one published procedure in one run; the study's folder reads them."""

    cell: str
    study: str
    engine: str
    cipher: str
    procedure: str
    operation: str
    key_bits: int
    blocks: int = 0
    words: dict[str, str | int | float] = {}  # the procedure's other parameters
    calls: int = 0  # calls, or key set-ups, in one value
    bytes: int = 0  # in one value; 0 for key set-ups
    unit: str  # of the values: ticks, clock (clocks_per_second), ns
    values: list[float]
    empty_values: list[float] | None = None
    clocks_per_second: float | None = None
    tick_hz: float | None = None
    core_per_tick: list[float] | None = None
    waited_ns: int | None = None
    issued_per_tick: list[float] | None = None  # C: independent instructions, after each value
    marked: str | None = None  # why it was measured again: what disturbed it (clocks)


Timed = Cell | Published  # what clock readings may mark


class Measure(Record, kw_only=True):
    """What an engine costs beside time a call (docs/what-is-measured.md); each kind is a verb."""

    cell: str
    engine: str
    cipher: str
    operation: str  # the verb
    key_bits: int  # 0 where no key is set


class FirstUse(Measure, kw_only=True):
    """An engine's first two blocks in a fresh JVM, step by step."""

    wall_ns: int  # of the whole process
    jvm_start_ns: int  # from the process's start to its main
    load_ns: int
    make_ns: int
    init_ns: int
    first_block_ns: int
    second_block_ns: int


class WarmUp(Measure, kw_only=True):
    """The time of a call against calls made, from the first of a fresh JVM on."""

    call_bytes: int
    calls: list[int]  # made by then
    call_ns: list[float]  # the mean of the calls since the last


class Memory(Measure, kw_only=True):
    """Live bytes by JOL: of one more keyed instance, and of the tables that all share."""

    instance_bytes: int
    tables_bytes: int
    sizes: str  # who told the sizes of objects


class Heap(Measure, kw_only=True):
    """Bytes allocated, live or not, in a fresh JVM without a compiler, step by step."""

    load_bytes: int
    make_bytes: int
    init_bytes: int
    first_block_bytes: int
    second_block_bytes: int


class ClassBytes(Measure, kw_only=True):
    """Bytes of class files without debug information: the engine's and its library's."""

    engine_class: str
    classes: dict[str, int]  # by name; the engine's own first


class CodeBytes(Measure, kw_only=True):
    """C: bytes in object files that an engine's functions need, by file and section."""

    file: str  # that has the engine
    code: dict[str, int]
    tables: dict[str, int]


class Source(Measure, kw_only=True):
    """C: the complexity of the file that has an engine, and its headers (docs/complexity.md)."""

    file: str
    methods: int  # functions with a body
    lines: int
    size: float  # lines a function, mean
    cyclomatic_case: float
    cyclomatic: float
    volume: float
    difficulty: float
    effort: float


class Stack(Measure, kw_only=True):
    """C: bytes of stack that are written below the caller's, and those of the context."""

    set_key_bytes: int
    encrypt_bytes: int
    decrypt_bytes: int
    context_bytes: int


class Instructions(Measure, kw_only=True):
    """C: instructions of one key set-up, and of one call by its blocks, as callgrind counts."""

    keysetup_encrypt: int
    keysetup_decrypt: int
    encrypt: dict[str, int]
    decrypt: dict[str, int]


class End(Record, kw_only=True):
    """The run is complete."""

    cells: int
    finished: str


Line = (
    Session
    | Machine
    | Verification
    | Run
    | Cell
    | Failure
    | Published
    | FirstUse
    | WarmUp
    | Memory
    | Heap
    | ClassBytes
    | CodeBytes
    | Source
    | Stack
    | Instructions
    | End
)
VALUES = (Cell, Published, Measure)  # what a task is measured for


class _Format(msgspec.Struct):
    """What says whether the rest of a line can be read."""

    schema: int = SCHEMA


_format = msgspec.json.Decoder(_Format)
_decoder = msgspec.json.Decoder(Line)
_encoder = msgspec.json.Encoder()


def encode(record: Record) -> bytes:
    """One line, with its newline."""
    return _encoder.encode(record) + b"\n"


def read(path: Path) -> Iterator[Line]:
    """The records of one file.

    A last line without its newline was being written when the lab was killed: it is left out. Any
    other line that cannot be read, and a newer format, is a Mistake that names file and line.
    """
    raw = path.read_bytes()
    whole, newline, _half = raw.rpartition(b"\n")
    if not newline:
        return
    for number, line in enumerate(whole.split(b"\n"), 1):
        try:
            if (schema := _format.decode(line).schema) > SCHEMA:
                raise Mistake(
                    f"{path}: written by a newer Fifteen (format {schema}, this one reads "
                    f"{SCHEMA}): update Fifteen, or give another results folder with --results"
                )
            yield _decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Mistake(
                f"{path}, line {number}: not a record ({error}): move the file away and run the "
                "same command again"
            ) from None


def name(*parts: object) -> str:
    """The digest that names a run: of the parts, in order."""
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:24]
