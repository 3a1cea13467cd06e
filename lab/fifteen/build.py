# SPDX-License-Identifier: Apache-2.0
"""Build the C and Java trees, and run every test. Quick when nothing has changed."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
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


@dataclass(frozen=True)
class OtherBuild:
    """The C probe as another compiler makes it, for ``verify --c-build``."""

    what: str
    compiler: str
    flags: str
    runner: str = ""  # the program that runs it, where this machine can't


_SANITIZE = "-O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all"
OTHER_BUILDS = {
    "address": OtherBuild(
        "address and undefined-behaviour sanitizers",
        "gcc",
        f"{_SANITIZE} -fsanitize=address,undefined",
    ),
    "memory": OtherBuild("memory sanitizer", "clang", f"{_SANITIZE} -fsanitize=memory"),
    "32-bit": OtherBuild(
        "a 32-bit machine, i686", "i686-linux-gnu-gcc", "-O2 -static", "qemu-i386"
    ),
    "big-endian": OtherBuild(
        "a big-endian machine, s390x", "s390x-linux-gnu-gcc", "-O2 -static", "qemu-s390x"
    ),
}


def other_c(name: str) -> list[str]:
    """The command of the C probe of one of OTHER_BUILDS, which is built if need be."""
    other = OTHER_BUILDS[name]
    missing = missing_for(name)
    if missing:
        raise Mistake(f"the {name} build needs {' and '.join(missing)}, not installed here")
    folder = places.BUILD / f"c-{name}"
    probe = folder / places.C_PROBE.relative_to(places.C_BUILD)
    configure = ["cmake", "-S", str(places.ROOT / "c"), "-B", str(folder)]
    configure += [f"-DCMAKE_C_COMPILER={other.compiler}", f"-DCMAKE_C_FLAGS={other.flags}"]
    configure += ["-DCMAKE_BUILD_TYPE=None", "-DFIFTEEN_PROBE_ONLY=ON"]
    compile_ = ["cmake", "--build", str(folder), "--parallel", "--target", probe.name]
    what = f"C probe, {other.what}"
    _build(what, places.ROOT / "c", folder, [configure, compile_], made=probe)
    return [*([other.runner] if other.runner else []), str(probe)]


def missing_for(name: str) -> list[str]:
    """What one of OTHER_BUILDS needs and this machine lacks."""
    other = OTHER_BUILDS[name]
    return [tool for tool in (other.compiler, other.runner) if tool and not shutil.which(tool)]


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
    verify = [sys.executable, "-m", "fifteen", "verify"]
    return [
        ("Python format", [f"{tool}ruff", "format", "--check", *python]),
        ("Python lint", [f"{tool}ruff", "check", *python]),
        ("C format", [f"{tool}clang-format", "--dry-run", "--Werror", *_c_sources()]),
        ("Java format", _maven("spotless:check")),
        ("C tests", ["ctest", "--test-dir", str(places.C_BUILD), "--output-on-failure"]),
        ("Java tests", _maven("verify")),
        ("every engine against its vectors", verify),
        ("other libraries' engines agree", [*verify, "--quick", "--peers"]),
        *(
            (f"C engines, {other.what}", [*verify, "--quick", "--c-build", name])
            for name, other in OTHER_BUILDS.items()
        ),
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
    failed, left_out = [], []
    for name, command in steps:
        console.rule(f"[bold]{name}")
        missing = missing_for(command[-1]) if command[-1] in OTHER_BUILDS else []
        if missing:
            left_out.append(name)
            console.print(f"left out: {' and '.join(missing)} not installed")
            continue
        begun = time.monotonic()
        if subprocess.run(command, cwd=places.ROOT).returncode != 0:
            failed.append(name)
        console.print(
            f"{'FAILED' if name in failed else 'ok'}: {name}, {time.monotonic() - begun:.0f} s"
        )
    passed = len(steps) - len(failed) - len(left_out)
    said = f", {len(left_out)} left out ({'; '.join(left_out)})" if left_out else ""
    print(f"{passed} passed, {len(failed)} failed{said}", flush=True)
    if failed:
        raise Failed("failed: " + ", ".join(failed))
