# SPDX-License-Identifier: Apache-2.0
"""Talk to the probes (docs/probe-protocol.md) and survive what they do.

A probe may crash, hang or print garbage: each becomes a :class:`ProbeError` with one line that
says so, and never stops the lab.
"""

import contextlib
import hashlib
import os
import resource
import select
import shutil
import signal
import subprocess
import tempfile
import textwrap
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

import click
import msgspec
import psutil

from fifteen import places
from fifteen.errors import Mistake

JVM_OPTIONS = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")  # in the environment
JAVA_MAIN = "org.fifteen.probe.Probe"
_Answer = TypeVar("_Answer")
MOST_WRITTEN = 128 << 20  # bytes of a file; the largest that a study has written are of 32 MiB


class Runtime(Protocol):
    """A JVM and how it is to run."""

    java: str | Path
    flags: tuple[str, ...]


class ProbeError(Exception):
    """What went wrong with one request.

    ``stage`` is ``refused`` (the probe answered with an error and is still there), ``crash``,
    ``timeout`` or ``garbage`` (the probe is gone).
    """

    def __init__(self, stage: str, reason: str):
        super().__init__(reason)
        self.stage = stage
        self.reason = reason


class Probe:
    """One running probe. Use it as a context manager; it ends with the block.

    ``command`` is the program and its arguments without ``--out``. ``timeout`` is the longest
    wait, in seconds, for one answer.
    """

    def __init__(self, command: list[str], timeout: float = 120.0):
        self.command = command
        self.timeout = timeout
        self._pending = b""
        self._requests = 0
        answers, out = os.pipe()
        self._answers = answers
        self._noise = tempfile.TemporaryFile()  # noqa: SIM115 (closed by stop)
        try:
            self._process = subprocess.Popen(
                [*command, "--out", f"/dev/fd/{out}"],
                stdin=subprocess.PIPE,
                stdout=self._noise,
                stderr=self._noise,
                pass_fds=(out,),
                start_new_session=True,
                env=environment(),
                restore_signals=False,  # SIGXFSZ stays ignored: see _limit_files
            )
        except OSError as error:
            os.close(answers)
            raise ProbeError("crash", f"cannot start {command[0]}: {error.strerror}") from error
        finally:
            os.close(out)
        _limit_files(self._process)

    def __enter__(self) -> "Probe":
        return self

    def __exit__(self, *_exception) -> None:
        self.stop()

    def ask(self, verb: str, **words: object) -> dict:
        """Send one request and return its answer.

        Words whose value is None are left out; bytes are sent as hexadecimal. Raises ProbeError.
        """
        (answer,) = self.ask_all(verb, [words], words.get("timeout"))
        return accepted(answer)

    def ask_all(
        self, verb: str, requests: Iterable[dict[str, object]], timeout: float | None = None
    ) -> Iterator[dict | ProbeError]:
        """Send requests, each the words of one, ahead of their answers, which are in their order.

        To wait for each answer takes ten times as long. One that was refused is its ProbeError, and
        the rest goes on. Raises ProbeError where the probe is gone.
        """
        for batch in _batches(_line(verb, words) for words in requests):
            with contextlib.suppress(BrokenPipeError):  # a dead probe is reported by its silence
                self._process.stdin.write(b"".join(batch))
                self._process.stdin.flush()
            # all of them, before any is the caller's, who may go away and ask for something else
            yield from [self._answer(timeout or self.timeout) for _ in batch]

    def _answer(self, timeout: float) -> dict | ProbeError:
        """The next one; what was refused is returned, and all else that goes wrong raised."""
        self._requests += 1
        raw = self._read_line(timeout)
        try:
            answer = msgspec.json.decode(raw)
            if answer["request"] != self._requests:
                raise ValueError
        except (msgspec.DecodeError, KeyError, TypeError, ValueError):
            self.stop()
            shown = raw[:60].decode(errors="replace")
            raise ProbeError("garbage", f"the probe answered garbage: {shown!r}") from None
        return ProbeError("refused", str(answer["error"])) if "error" in answer else answer

    def stop(self) -> None:
        """End the process and all that it started."""
        if self._process.poll() is None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(0.5)
        kill_tree(self._process)
        if self._answers is not None:
            os.close(self._answers)
            self._answers = None
            self._noise.close()

    def _read_line(self, timeout: float) -> bytes:
        deadline = time.monotonic() + timeout
        while b"\n" not in self._pending:
            ready, _, _ = select.select(
                [self._answers], [], [], max(0, deadline - time.monotonic())
            )
            if not ready:
                self.stop()
                raise ProbeError("timeout", f"no answer within {timeout:g} s; the probe was killed")
            chunk = os.read(self._answers, 1 << 20)
            if not chunk:
                raise ProbeError("crash", self._last_words())
            self._pending += chunk
        line, _, self._pending = self._pending.partition(b"\n")
        return line

    def _last_words(self) -> str:
        """Why the process ended, with the last line that it printed."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        status = self._process.returncode
        if status is None:
            how = "closed its answers"
        elif status < 0:
            how = f"died of {signal.Signals(-status).name}"
        else:
            how = f"ended with status {status}"
        self._noise.seek(max(0, os.fstat(self._noise.fileno()).st_size - 2000))
        said = self._noise.read().decode(errors="replace").strip().splitlines()
        lines = [line for line in said if not line.startswith("\tat ")]  # Java's stack
        self.stop()
        return f"the probe {how}" + (f": {textwrap.shorten(lines[-1], 200)}" if lines else "")


def accepted(answer: _Answer | ProbeError) -> _Answer:
    """An answer, unless it was refused: then that is raised."""
    if isinstance(answer, ProbeError):
        raise answer
    return answer


def _batches(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Lines, as many at once as an empty pipe holds anywhere, so that to send them never waits."""
    batch: list[bytes] = []
    for line in lines:
        if batch and sum(map(len, batch)) + len(line) > select.PIPE_BUF:
            yield batch
            batch = []
        batch.append(line)
    if batch:
        yield batch


def _line(verb: str, words: dict[str, object]) -> bytes:
    pairs = (f"{name}={_word(value)}" for name, value in words.items() if value is not None)
    return " ".join([verb, *pairs]).encode() + b"\n"


def _word(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else str(value)


_told = threading.Lock()  # kept by whoever tells first of JVM_OPTIONS


def environment() -> dict[str, str]:
    """A program's environment, without options for JVMs that no toolchain's name would tell."""
    there = [name for name in JVM_OPTIONS if os.environ.get(name)]
    if there and _told.acquire(blocking=False):
        said = f"{', '.join(there)} kept from the JVMs here: --mode says how they run"
        click.echo(said, err=True)
    return {name: value for name, value in os.environ.items() if name not in JVM_OPTIONS}


def _limit_files(process: subprocess.Popen) -> None:
    """What prints without end, and all that it starts, mustn't fill the disk: more is lost."""
    if hasattr(resource, "prlimit"):  # on Linux
        with contextlib.suppress(OSError, ValueError):  # it has ended, or may do less already
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (MOST_WRITTEN, MOST_WRITTEN))


def kill_tree(process: subprocess.Popen) -> None:
    """End a process and all that it started."""
    with contextlib.suppress(psutil.NoSuchProcess):
        parent = psutil.Process(process.pid)
        for child in [*parent.children(recursive=True), parent]:
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()
    process.wait()


def c_probe(*options: str) -> list[str]:
    """The command of the C probe."""
    if not places.C_PROBE.exists():
        raise Mistake("the C probe is not built: run ./fifteen build")
    return [str(places.C_PROBE), *options]


def java_probe(
    *options: str,
    runtime: Runtime | None = None,
    class_path: Sequence[Path | str] = (),
    jvm_options: tuple[str, ...] = (),
) -> list[str]:
    """The command of the Java probe on a JVM (default: the one on PATH).

    ``class_path`` is what the probe's plug-ins need beside it: jars, or folders of classes.
    """
    java = str(runtime.java) if runtime else shutil.which("java")
    if java is None:
        raise Mistake(
            "no JVM found: install a JDK 17 or newer, or leave Java out with -k 'not java'"
        )
    if not places.JAVA_PROBE.exists():
        raise Mistake("the Java probe is not built: run ./fifteen build")
    flags = runtime.flags if runtime else ()
    classes = os.pathsep.join(map(str, [places.JAVA_PROBE, *class_path]))
    return [java, *flags, *jvm_options, "-cp", classes, JAVA_MAIN, *options]


def files(command: Sequence[str]) -> list[Path]:
    """The files of a probe: all that its command names, the launcher of a JVM left out."""
    words = list(command)
    if "-cp" in words:
        classes = words.index("-cp") + 1
        words = words[classes].split(os.pathsep) + words[classes + 1 :]
    return [file for word in words for file in _files_at(Path(word))]


def _files_at(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(p for p in path.rglob("*") if p.is_file())
    return [path] if path.is_file() else []


def digest(path: Path) -> str:
    """The SHA-256 of a file: how a binary is named in records."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
