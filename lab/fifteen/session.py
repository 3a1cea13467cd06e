# SPDX-License-Identifier: Apache-2.0
"""The runner: rounds of runs, shuffled, recorded at once, and resumable at any point.

It knows batches and tasks, not what they measure: ``evaluate`` gives it cells, a study its own
procedures. Everything measured is appended and flushed to the disk before the next request, so a
kill loses the request under way and nothing else. A round is one run of every batch. A cell that
was disturbed, as clock readings say (``clocks``), is kept, marked, and measured again after its
batch's others, but for a round with too many such cells: that is kept, and repeated under a new
number.
"""

import bisect
import contextlib
import fcntl
import os
import random
import secrets
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from fifteen import clocks, errors, files, machine, probes, records
from fifteen.errors import Failed, Mistake
from fifteen.meter import Meter
from fifteen.plan import Batch, Task
from fifteen.probes import ProbeError

GONE = ("crash", "timeout", "garbage")  # stages after which the probe has to be started again
KEPT = (
    "; what was measured before is kept: mend that, or choose another folder with --results, and "
    "run the same command again"
)
TIMED = ("time", "published")  # verbs that may wait for a core that nobody shares
MOST_LOSSES = 3  # probes that an engine may cost before its other cells are given up


@dataclass(frozen=True)
class Work:
    """What a session is to measure. ``name`` tells the sessions of one folder apart."""

    name: str
    batches: tuple[Batch, ...]
    rounds: int
    command: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()  # what was asked for and cannot be used, a line each
    seed: int | None = None  # None: drawn, and recorded

    @property
    def tasks(self) -> list[Task]:
        """Every task of one round."""
        return [task for batch in self.batches for task in batch.tasks]

    @property
    def binaries(self) -> dict[str, str]:
        """The digest of each program."""
        return {batch.program.name: batch.program.binary for batch in self.batches}


class Stopped(errors.Stopped):
    """Stopped, which loses nothing."""

    def __init__(self, folder: Path):
        super().__init__(
            f"stopped; what was measured is kept in {folder}: the same command goes on from there"
        )


def now() -> str:
    """This moment, ISO 8601, UTC."""
    return datetime.now(UTC).isoformat()


# ---- The results folder ----


def writing(path: Path) -> contextlib.AbstractContextManager[None]:
    """Turns a refusal to write into one line, which says that nothing measured is lost."""
    return files.writing(path, KEPT)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """The folder, made if need be, and ours alone until the block ends, however it ends."""
    with writing(folder):
        (folder / "runs").mkdir(parents=True, exist_ok=True)
        (folder / "machines").mkdir(exist_ok=True)
        lock = (folder / ".lock").open("a")
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Mistake(
                f"another lab is measuring into {folder}: wait for it, or give another folder "
                "with --results"
            ) from None
        yield


class RunFile:
    """A run's file, to append to. A half-written last line is dropped when it is opened."""

    def __init__(self, path: Path):
        self._path = path
        with writing(path):
            self._file = path.open("ab", buffering=0)
            whole = path.read_bytes().rfind(b"\n") + 1
            self._file.truncate(whole)

    def __enter__(self) -> "RunFile":
        return self

    def __exit__(self, *_exception) -> None:
        self._file.close()

    def append(self, record: records.Record) -> None:
        """One record, on the disk when this returns."""
        line = records.encode(record)
        with writing(self._path):
            if self._file.write(line) != len(line):
                raise OSError(28, "No space left on device")
            os.fsync(self._file.fileno())


def sessions(folder: Path) -> list[records.Session]:
    """The sessions of a folder, in the order in which they began."""
    path = folder / "session.json"
    return list(records.read(path)) if path.exists() else []


def _keep_sessions(folder: Path, kept: list[records.Session]) -> None:
    files.replace(folder / "session.json", b"".join(map(records.encode, kept)), KEPT)


def begin(folder: Path, work: Work, here: str, say: Callable[[str], None]) -> records.Session:
    """Go on with the folder's session of that name if it measures the same; else begin anew.

    The same means cells, binaries and machine; rounds and toolchains may be added, or some of the
    toolchains left out this time. What another session of that name measured is set aside, not
    deleted.
    """
    others = [s for s in sessions(folder) if s.session != work.name]
    known = next((s for s in sessions(folder) if s.session == work.name), None)
    wanted = sorted(task.name for task in work.tasks)
    toolchains = list(dict.fromkeys(b.program.toolchain.name for b in work.batches))
    if known and known.machine == here and _grows(known, wanted, work.binaries):
        more = [name for name in toolchains if name not in known.toolchains]
        say(
            f"going on with the session of {known.started[:16].replace('T', ' ')} UTC"
            + (f", now with {', '.join(more)}" if more and known.toolchains else "")
        )
        session = msgspec.structs.replace(
            known,
            rounds=max(known.rounds, work.rounds),
            cells=sorted({*known.cells, *wanted}),
            binaries=known.binaries | work.binaries,
            toolchains=[*known.toolchains, *more],
            left_out=list(work.left_out),
        )
    else:
        if known:
            what = "other cells" if known.cells != wanted else "other programs"
            what = what if known.machine == here else "on another machine"
            kept = set_aside(folder, work.name)
            say(f"the session here measured {what}: kept in {kept}; a new one begins")
        session = records.Session(
            schema=records.SCHEMA,
            session=work.name,
            started=now(),
            seed=secrets.randbits(32) if work.seed is None else work.seed,
            rounds=work.rounds,
            cells=wanted,
            binaries=work.binaries,
            machine=here,
            command=list(work.command),
            toolchains=toolchains,
            left_out=list(work.left_out),
        )
    _keep_sessions(folder, [*others, session])
    return session


def _grows(known: records.Session, wanted: list[str], binaries: dict[str, str]) -> bool:
    """Whether what is wanted is the session, but for whole toolchains more or less.

    So a sweep over compilers or JVMs measures what is new in it, and nothing again.
    """
    there, asked = (_by_toolchain(cells) for cells in (known.cells, wanted))
    both = there.keys() & asked.keys()
    return (
        bool(both)
        and all(there[name] == asked[name] for name in both)
        and all(known.binaries.get(name, digest) == digest for name, digest in binaries.items())
    )


def _by_toolchain(cells: list[str]) -> dict[str, set[str]]:
    found = {}
    for name in cells:
        found.setdefault(name.rpartition("@")[2], set()).add(name)
    return found


def set_aside(folder: Path, name: str) -> Path:
    """Move a session's runs to a folder of their own under ``earlier/``."""
    kept = folder / "earlier" / f"{name}-{datetime.now(UTC):%Y%m%dT%H%M%S.%f}"
    with writing(kept):
        (kept / "runs").mkdir(parents=True)
        mine, others = [], []
        for session in sessions(folder):
            (mine if session.session == name else others).append(session)
        _keep_sessions(kept, mine)
        for path in sorted((folder / "runs").glob("*.jsonl")):
            head = next(records.read(path), None)
            if head is None or getattr(head, "session", None) == name:
                path.rename(kept / "runs" / path.name)
        _keep_sessions(folder, others)
    return kept


# ---- Measuring ----


class Runner:
    """Measures one session's work into one folder."""

    def __init__(self, folder: Path, work: Work, session: records.Session, here: str, meter: Meter):
        self._folder = folder
        self._work = work
        self._session = session
        self._machine = here
        self._meter = meter
        self._hosts: dict[tuple[str, ...], probes.Probe] = {}
        self._losses: Counter[tuple] = Counter()  # probes lost, by program and engine
        self._widths: dict[str, list[float]] = {}  # instructions a cycle, all of a binary, in order
        self._in_vain = False  # to measure anything again in this round, which is spoilt
        self.failures: dict[str, records.Failure] = {}  # by cell; not tried again
        self._known: set[str] = set()  # cells that have a value
        self.repeated: list[int] = []  # rounds with too many disturbed cells, each made up for

    def run(self, verified: list[records.Verification]) -> None:
        """All rounds. Engines that did not pass are recorded as failures and never timed."""
        self._meter.expect(sum(map(self._seconds, range(1, self._work.rounds + 1))))
        try:
            self._refuse(verified)
            number = 1
            while number <= self._work.rounds + len(self.repeated):
                if clocks.spoilt(self._round(number)):
                    self._spoilt(number)
                number += 1
        finally:
            for host in self._hosts.values():
                host.stop()

    def _spoilt(self, number: int) -> None:
        """Have a round repeated that was disturbed, unless so many were."""
        said = f"round {number} was disturbed, as clocks say"
        if len(self.repeated) == clocks.MOST_REPEATS:
            self._meter.say(f"{said}; {clocks.MOST_REPEATS} are repeated and no more")
            return
        self.repeated.append(number)
        self._meter.say(f"{said}; it is repeated")
        self._meter.expect(self._seconds(number + 1))

    @property
    def without_value(self) -> list[records.Failure]:
        """Why cells have no value, or none of an engine that is proven.

        One that failed after it had a value in an earlier round has a figure of those.
        """
        failures = self.failures.values()
        return [f for f in failures if f.stage == "verify" or f.cell not in self._known]

    def _batches(self, number: int) -> list[Batch]:
        return [batch for batch in self._work.batches if number == 1 or not batch.once]

    def _seconds(self, number: int) -> float:
        return self._meter.pace.round_seconds(self._batches(number))

    def _refuse(self, verified: list[records.Verification]) -> None:
        """Record a failure for every cell of the engines that may not be timed."""
        passed = {(v.engine, v.binary, v.toolchain) for v in verified if v.passed}
        reasons = {(v.engine, v.toolchain): v.reason for v in verified if not v.passed}
        said = set()
        for batch in self._work.batches:
            toolchain = batch.program.toolchain.name
            if (batch.engine, batch.program.binary, toolchain) in passed:
                continue
            reason = (
                reasons.get((batch.engine, toolchain)) or "this binary's engine was not verified"
            )
            path, lines = self._file(batch, 0)
            if not (lines and isinstance(lines[-1], records.End)):
                with RunFile(path) as file:
                    file.append(self._head(batch, 0, path))
                    for task in batch.tasks:
                        file.append(task.failure("verify", f"not timed: {reason}"))
                    file.append(records.End(cells=len(batch.tasks), finished=now()))
            self.failures |= {t.name: t.failure("verify", reason) for t in batch.tasks}
            line = f"{batch.engine} ({toolchain}) failed to verify and is not timed: {reason}"
            if line not in said:
                said.add(line)
                self._meter.say(line)

    def _round(self, number: int) -> list[records.Timed]:
        """One run of every batch, shuffled; the cells that it measured."""
        order = self._batches(number)
        random.Random(f"{self._session.seed} {number}").shuffle(order)
        cells = []
        in_all = sum(len(b.tasks) for b in order if b.program.language == "c" and not b.once)
        for batch in order:
            self._in_vain = clocks.spoilt(cells, in_all)
            cells += self._run(batch, number)
        return cells

    def _run(self, batch: Batch, number: int) -> list[records.Timed]:
        """One run, or what is left of it; its cells."""
        path, lines = self._file(batch, number)
        for line in lines:
            self._mark(line, batch.program.binary)
        self.failures |= {x.cell: x for x in lines if isinstance(x, records.Failure)}
        complete = lines and isinstance(lines[-1], records.End)
        left = [] if complete else [t for t in batch.tasks if self._wanted(t, lines)]
        for task in batch.tasks:
            if task not in left:
                self._meter.done(task, measured=False)
        if not complete and (left or lines):
            random.Random(f"{self._session.seed} {number} {batch.engine}").shuffle(left)
            self._unchanged(batch)
            with RunFile(path) as file:
                file.append(self._head(batch, number, path))
                self._measure(batch, left, number, file, lines)
                self._unchanged(batch)
                done = sum(isinstance(line, records.VALUES) for line in lines)
                file.append(records.End(cells=done, finished=now()))
        self._known |= {line.cell for line in lines if isinstance(line, records.VALUES)}
        return [line for line in lines if isinstance(line, records.Timed)]

    def _wanted(self, task: Task, lines: list[records.Line]) -> bool:
        """Whether a run that holds these lines still has to measure the task."""
        tries = [line for line in lines if getattr(line, "cell", None) == task.name]
        undisturbed = any(getattr(line, "marked", None) is None for line in tries)
        tired = len(tries) > (0 if self._in_vain else clocks.MOST_RETRIES)
        return not (undisturbed or tired or task.name in self.failures)

    def _measure(
        self,
        batch: Batch,
        left: list[Task],
        number: int,
        file: RunFile,
        lines: list[records.Line],
    ) -> None:
        """Ask for each task; add what comes, value or failure, to the file and to its lines."""
        lost = batch.program.command, batch.engine
        queue = deque(left)
        with contextlib.ExitStack() as stack:
            probe = None
            while queue:
                task = queue.popleft()
                self._meter.now(f"round {number}: {task.name}")
                try:
                    if self._losses[lost] >= MOST_LOSSES:
                        raise ProbeError("crash", f"not tried after {MOST_LOSSES} lost probes")
                    probe = probe or self._start(batch, stack)
                    record = _answer(probe, task, self._seed(task, number), self._width(batch))
                    self._mark(record, batch.program.binary)
                except ProbeError as error:
                    record = task.failure(error.stage, error.reason)
                    self.failures[task.name] = record
                    self._meter.say(f"{task.name}: {error.reason}")
                    if error.stage in GONE:
                        self._losses[lost] += 1
                        self._hosts.pop(batch.program.command, None)
                        probe = None
                file.append(record)
                lines.append(record)
                if self._wanted(task, lines):
                    queue.append(task)
                else:
                    self._meter.done(task)

    def _mark(self, record: records.Line, binary: str) -> None:
        """Mark a cell that was disturbed, by the clock readings of the binary's cells so far."""
        if isinstance(record, records.Timed):
            widths = self._widths.setdefault(binary, [])
            if (width := clocks.width(record)) is not None:
                bisect.insort(widths, width)
            record.marked = clocks.disturbed(record, clocks.widest(widths))

    def _width(self, batch: Batch) -> int | None:
        """How wide a core a C probe waits for; None where there is no hope of one."""
        in_c = batch.program.language == "c" and not self._in_vain
        return clocks.least(self._widths.get(batch.program.binary, ())) if in_c else None

    def _start(self, batch: Batch, stack: contextlib.ExitStack) -> probes.Probe:
        """A process of the batch's own, or the host that forks one for each run."""
        program = batch.program
        if program.forks and program.command in self._hosts:
            return self._hosts[program.command]
        probe = program.asks([*program.command, *program.options], program.timeout)
        if program.forks:
            self._hosts[program.command] = probe
        else:
            stack.enter_context(probe)
        return probe

    def _seed(self, task: Task, number: int) -> int:
        return random.Random(f"{self._session.seed} {number} {task.name}").getrandbits(31)

    def _unchanged(self, batch: Batch) -> None:
        """The binary timed is the binary verified."""
        if batch.program.changed():
            raise Failed(
                f"{batch.program.name} changed while it was being measured: run the same command "
                "again, which verifies and measures what is there now"
            )

    def _file(self, batch: Batch, number: int) -> tuple[Path, list[records.Line]]:
        """The run's file and what it holds; its name says what makes the run what it is."""
        digest = records.name(
            self._session.session,
            self._session.seed,
            self._machine,
            batch.program.binary,
            batch.program.toolchain.name,
            *batch.program.toolchain.flags,
            number,
            *sorted(str(task.request(0)) for task in batch.tasks),
        )
        path = self._folder / "runs" / f"{digest}.jsonl"
        return path, list(records.read(path)) if path.exists() else []

    def _head(self, batch: Batch, number: int, path: Path) -> records.Run:
        engine = batch.program.engines[batch.engine]
        return records.Run(
            schema=records.SCHEMA,
            run=path.stem,
            session=self._session.session,
            round=number,
            engine=None if batch.program.forks else batch.engine,
            toolchain=batch.program.toolchain,
            binary=batch.program.binary,
            version=engine.version,
            built_version=engine.built_version,
            machine=self._machine,
            seed=self._session.seed,
            started=now(),
            load=machine.load_average(),
        )


def _answer(probe: probes.Probe, task: Task, seed: int, width: int | None) -> records.Record:
    """One answer as a record, of a core of that width where it is timed; raises ProbeError."""
    verb, words = task.request(seed)
    answer = probe.ask(verb, **words, **({"width": width} if verb in TIMED else {}))
    try:
        return task.record(answer)
    except msgspec.ValidationError as error:
        raise ProbeError("garbage", f"the probe's answer is not a measurement: {error}") from None


def measure(
    folder: Path,
    work: Work,
    verify: Callable[[], list[records.Verification]],
    meter: Meter,
    fresh: bool = False,
) -> Runner:
    """Verify, then measure all rounds of the work into the folder, or what is left of them.

    Mistake and Failed say what a person can mend; whatever happens, what was measured is on disk.
    """
    with locked(folder):
        if fresh and any(s.session == work.name for s in sessions(folder)):
            meter.say(f"the earlier session is kept in {set_aside(folder, work.name)}")
        here = machine.record()
        files.replace(folder / "machines" / f"{here.machine}.json", records.encode(here), KEPT)
        session = begin(folder, work, here.machine, meter.say)
        verified = verify()
        runner = Runner(folder, work, session, here.machine, meter)
        with meter:
            runner.run(verified)
        return runner
