# SPDX-License-Identifier: Apache-2.0
"""What JVMs and compilers share: other people's programs, of which some turn out not to be usable.

Each is asked, with a limit, what it is; what cannot be used costs one line, and the rest goes on.
"""

import hashlib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import IO, Protocol, TypeVar

from rich.console import Console
from rich.markup import escape

from fifteen import probes
from fifteen.errors import Failed, Mistake

DOWNLOAD = 600.0  # seconds for one download

console = Console(stderr=True, highlight=False, soft_wrap=True)

Factor = TypeVar("Factor")


class Refused(Exception):
    """Something that cannot be used, and why, in one line."""


class Named(Protocol):
    """What has a name of its own."""

    name: str


def run(
    command: list[str],
    timeout: float | None,
    said: IO[bytes] | None = None,
    environment: Mapping[str, str] | None = None,
) -> tuple[int | None, str]:
    """A program's status and what it printed, on either stream; ``said`` keeps that too.

    None in place of the status: it was still running after ``timeout`` seconds, or never began.
    Whatever it started has ended too.
    """
    if said is None:
        with tempfile.TemporaryFile() as said:  # no pipe, which a grandchild could hold open
            return run(command, timeout, said, environment)
    begun = said.seek(0, os.SEEK_END)
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            start_new_session=True,
            env=probes.environment() | dict(environment or {}),
        )
    except OSError as error:
        return None, error.strerror
    try:
        process.wait(timeout)
    except subprocess.TimeoutExpired:
        said.seek(0, os.SEEK_END)
        said.write(f"\nno end within {timeout:g} s".encode())
    finally:
        ended = process.poll()
        probes.kill_tree(process)
    said.seek(begun)
    return ended, said.read().decode(errors="replace")


def _shown(said: str) -> str:
    """Text as a terminal bears it, whatever a program has printed."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in said
    )


def why(status: int | None, said: str) -> str:
    """In one line, why a program did not do as it was told."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith("#")]
    if status is None:
        return lines[-1]
    if status < 0:
        return f"it died of {signal.Signals(-status).name}"
    return _shown(" ".join(lines[:2])[:200]) if lines else f"it ended with status {status}"


def digest(text: str) -> str:
    """A few digits that tell names apart."""
    return hashlib.sha256(text.encode()).hexdigest()[:6]


def told_apart(found: Iterable[Named], where: Callable[[Named], str]) -> list:
    """Those that share a name get a digest of where they are; the first keeps the name."""
    taken, named = set(), []
    for one in found:
        if one.name in taken:
            one = replace(one, name=f"{one.name}-{digest(where(one))}")
        taken.add(one.name)
        named.append(one)
    return named


def on_each(
    chosen: Iterable[Factor], left_out: list[str], make: Callable[[Factor], list]
) -> tuple[list, list[str]]:
    """What ``make`` makes of each that is chosen, and a line for each that is left out.

    ``make`` may refuse one. The lines are said; nothing made is a Mistake.
    """
    made = []
    for one in chosen:
        try:
            made += make(one)
        except (Mistake, Refused) as refusal:
            left_out.append(str(refusal))
    if not made:
        raise Mistake(left_out[-1])
    for line in left_out:
        console.print(f"left out: {escape(line)}")
    return made, left_out


def downloaded(requirement: str, what: str, folder: Path) -> tuple[Path | None, list[str]]:
    """A package's newest wheel that fits, from PyPI; None, and which versions there are.

    Failed where PyPI is not reached.
    """
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--retries=1"]
    command += ["--disable-pip-version-check", "--only-binary", ":all:", "--dest", str(folder)]
    with console.status(f"downloading {what} …"):
        _, said = run([*command, requirement], DOWNLOAD)
    if wheels := list(folder.glob("*.whl")):
        return wheels[0], []
    versions = re.search(r"\(from versions: (.*?)\)", said)
    known = re.findall(r"\d[\w.]*", versions[1] if versions else "")
    if not known:
        package = re.split(r"\W", requirement)[0]
        raise Failed(f"cannot download {package}: PyPI is not reached; try again with a network")
    return None, known
