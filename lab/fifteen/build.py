# SPDX-License-Identifier: Apache-2.0
"""Build the C and Java trees, and run every test. Quick when nothing has changed."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import click
from rich.console import Console

from fifteen import files, places
from fifteen.errors import Failed, Mistake

STAMP = "complete"  # in a build folder: the digest of the sources of its last good build

console = Console(stderr=True)


def ensure_c() -> None:
    """Build the C library, probes, peers and test programs under build/c."""
    _build(
        "C library and probes",
        places.ROOT / "c",
        places.C_BUILD,
        [
            ["cmake", "-S", str(places.ROOT / "c"), "-B", str(places.C_BUILD)],
            ["cmake", "--build", str(places.C_BUILD), "--parallel"],
        ],
        made=places.C_PROBE,
    )


def ensure_java() -> None:
    """Build the Java library and probe under build/java."""
    _build(
        "Java library and probe",
        places.ROOT / "java",
        places.JAVA_BUILD,
        [_maven("package", "-DskipTests")],
        made=places.JAVA_PROBE,
    )


def ensure_all() -> None:
    """Build both trees."""
    ensure_c()
    ensure_java()


def _maven(*goals: str) -> list[str]:
    return [
        "mvn",
        "--batch-mode",
        "--no-transfer-progress",
        "--quiet",
        f"-Dbuild.root={places.JAVA_BUILD}",
        "--file",
        str(places.ROOT / "java" / "pom.xml"),
        *goals,
    ]


def _build(what: str, source: Path, build: Path, commands: list[list[str]], made: Path) -> None:
    """Run the commands unless the sources are those of the last good build."""
    if _built(source, build, made):
        return
    for command in commands:
        if shutil.which(command[0]) is None:
            raise Mistake(f"{command[0]} is not installed: ./fifteen doctor says what to install")
    begun = time.monotonic()
    with files.writing(build):
        build.mkdir(parents=True, exist_ok=True)
        log = (places.BUILD / f"{build.name}-build.log").open("ab")
    with log, console.status(f"building the {what} …"):
        fcntl.flock(log, fcntl.LOCK_EX)  # another lab may be at it
        if _built(source, build, made):
            return
        stamp, wanted = build / STAMP, _digest_of_tree(source)
        with files.writing(stamp):
            stamp.unlink(missing_ok=True)
            log.truncate(0)
        for command in commands:
            if subprocess.run(command, stdout=log, stderr=subprocess.STDOUT).returncode != 0:
                raise Failed(f"the {what} did not build: see {_shown(Path(log.name))}")
        files.replace(stamp, wanted.encode())
    console.print(f"built the {what} in {time.monotonic() - begun:.0f} s")


def _built(source: Path, build: Path, made: Path) -> bool:
    """Whether the sources are those of the last good build."""
    stamp = build / STAMP
    if not (made.exists() and stamp.exists()):
        return False
    return stamp.read_text() == _digest_of_tree(source)


def _digest_of_tree(folder: Path) -> str:
    """A digest of every file's path and bytes."""
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        digest.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _shown(path: Path) -> str:
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


# ---- ./fifteen build, ./fifteen test ----


@click.command()
def build_command() -> None:
    """Build the C and Java trees (evaluate, verify and test do so by themselves)."""
    ensure_all()


def _c_sources() -> list[str]:
    folder = places.ROOT / "c"
    return sorted(str(p) for kind in ("*.c", "*.h", "*.cpp") for p in folder.rglob(kind))


def _steps() -> list[tuple[str, list[str]]]:
    """(name, command) of every step of ./fifteen test, quick ones first."""
    tool = str(Path(sys.executable).parent) + os.sep
    python = [str(places.ROOT / p) for p in ("lab", "test", "studies", "c")]
    return [
        ("Python format", [f"{tool}ruff", "format", "--check", *python]),
        ("Python lint", [f"{tool}ruff", "check", *python]),
        ("C format", [f"{tool}clang-format", "--dry-run", "--Werror", *_c_sources()]),
        ("Java format", _maven("spotless:check")),
        ("C tests", ["ctest", "--test-dir", str(places.C_BUILD), "--output-on-failure"]),
        ("Java tests", _maven("verify")),
        ("every engine against its vectors", [sys.executable, "-m", "fifteen", "verify"]),
        (
            "lab and whole-system tests",
            [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile"]
            + [str(places.ROOT / "lab" / "tests"), str(places.ROOT / "test")],
        ),
    ]


@click.command()
@click.option("-k", "expression", help="Only the steps whose name contains this.")
def test_command(expression: str | None) -> None:
    """Build everything and run every test: formats, lints, C, Java, vectors, lab, report."""
    ensure_all()
    steps = [(n, c) for n, c in _steps() if expression is None or expression.lower() in n.lower()]
    if not steps:
        raise Mistake(
            f"no step matches {expression!r}; the steps: " + ", ".join(n for n, _ in _steps())
        )
    failed = []
    for name, command in steps:
        console.rule(f"[bold]{name}")
        begun = time.monotonic()
        if subprocess.run(command, cwd=places.ROOT).returncode != 0:
            failed.append(name)
        console.print(
            f"{'FAILED' if name in failed else 'ok'}: {name}, {time.monotonic() - begun:.0f} s"
        )
    print(f"{len(steps) - len(failed)} passed, {len(failed)} failed", flush=True)
    if failed:
        raise Failed("failed: " + ", ".join(failed))
