# SPDX-License-Identifier: Apache-2.0
"""Build the C and Java trees, and run every test. Quick when nothing has changed."""

import fcntl
import functools
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import click
from rich.console import Console

from fifteen import (
    compilers,
    factors,
    files,
    jvms,
    libraries,
    machine,
    places,
    plan,
    probes,
    records,
)
from fifteen.errors import Failed, Mistake

THIRTY_TWO = "-m32"
STAMP = "complete"  # in a build folder: the digest of the sources of its last good build
BEGUN = "begun"  # in a build folder: by what, and where
PROBE = places.C_PROBE.name  # CMake's target, too
LIBRARY = "fifteen_shared"  # the target that the native engines of Java take along
PROGRAMS = "programs"  # the target that has the probe and NIST's programs
# Whole Monte Carlo Tests take minutes: here those of the C engines that do a single block by
# themselves. All others do the first entry, and must agree; ./fifteen verify does all.
WHOLE = "c/ and (portable or ttable or rowwise or rijndael/aesni or rijndael/vaes)"
LIMIT = 900.0  # seconds in which a compiler must have made what it is asked for

console = Console(stderr=True)


def ensure_c() -> None:
    """Build the C library, probes, test programs and peers under build/c, by the default.

    Of the peers each may fail alone: it is left out, and that is said.
    """
    _by_default("C library and probes", places.C_PROBE, STAMP, then=_build_peers)
    for library in libraries.known():
        if complaint := library.complaint:
            _say_once(f"left out: {library.name}: does not compile: {complaint}")


@functools.cache
def _say_once(line: str) -> None:
    console.print(line, markup=False, highlight=False, soft_wrap=True)


def _build_peers(log: IO[bytes]) -> None:
    """Make the plug-ins of other libraries; of one that does not compile, keep why."""

    def complaint(target: str) -> str:
        command = _compile(places.C_BUILD, "--target", target)
        status, said = factors.run(command, None, log, compilers.ENVIRONMENT)
        return "" if status == 0 else compilers.why(status, said)

    one_fails = complaint("peers")
    for library in libraries.known():
        library.note(complaint(f"peer_{library.name}") if one_fails else "")


def _by_default(
    what: str, made: Path, stamp: str, *target: str, then: Callable[[IO[bytes]], None] | None = None
) -> None:
    by = compilers.Toolchain(compilers.default())
    flags = shlex.join(by.flags)
    release = [f"-DCMAKE_{language}_FLAGS_RELEASE={flags}" for language in ("C", "CXX")]
    _build(
        what,
        places.ROOT / "c",
        places.C_BUILD,
        [
            [*_configure(places.C_BUILD, by.compiler.command, ""), *release],
            _compile(places.C_BUILD, *target),
        ],
        made=made,
        by=by.digest,
        also=libraries.state(),
        stamp=stamp,
        then=then,
    )


def compiled_c(by: compilers.Toolchain, target: str = PROBE) -> Path:
    """The folder of the C programs as a toolchain makes them, built if need be.

    ``target`` is the probe, or PROGRAMS. Raises Refused where it does not make them.
    """
    if by == compilers.Toolchain(compilers.default()):
        ensure_c()
        return places.C_PROBE.parent
    folder = places.COMPILED / by.digest
    probe = folder / places.C_PROBE.relative_to(places.C_BUILD)
    _build(
        f"C {'probe' if target == PROBE else target} with {by.name}",
        places.ROOT / "c",
        folder,
        _alone(folder, by.compiler.command, shlex.join(by.flags), target),
        made=probe,
        by=by.digest,
        limit=LIMIT,
        stamp=f"{STAMP}-{target}",
    )
    return probe.parent


def c_probe(by: compilers.Toolchain) -> list[str]:
    """The command of the C probe by a toolchain, which makes it if need be."""
    folder = compiled_c(by)
    return probes.c_probe() if folder == places.C_PROBE.parent else [str(folder / PROBE)]


def c_probe_32() -> Path:
    """The C probe as a 32-bit program, which can load 32-bit plug-ins. Raises Refused."""
    flags = (compilers.OPTIMISED, THIRTY_TWO, *headers_32())
    return compiled_c(compilers.Toolchain(compilers.default(), flags)) / PROBE


def headers_32() -> list[str]:
    """Where 32-bit programs find the kernel's headers, unless gcc-multilib links them.

    Debian's gcc-multilib and its cross compilers can't be installed together; gcc-12-multilib,
    without that link, can.
    """
    return ["-idirafter", f"/usr/include/{sysconfig.get_config_var('MULTIARCH')}"]


def package_32() -> str:
    """Debian's package for 32-bit programs on a 64-bit machine."""
    return f"gcc-{compilers.default().version.partition('.')[0]}-multilib"


def _configure(folder: Path, compiler: Sequence[str], flags: str) -> list[str]:
    """CMake's first command; flags in the environment are no factor here.

    It looks for the libraries of peers anew: one may have been installed, moved or removed.
    """
    configure = ["cmake", "-S", str(places.ROOT / "c"), "-B", str(folder), "-U", "PEER_*"]
    return [
        *configure,
        f"-DPython3_EXECUTABLE={sys.executable}",
        f"-DCMAKE_C_COMPILER={';'.join(compiler)}",
        f"-DCMAKE_C_FLAGS={flags}",
    ]


def _compile(folder: Path, *more: str) -> list[str]:
    """CMake's second command: without a number of jobs, make would start all at once."""
    jobs = str(len(os.sched_getaffinity(0)))
    return ["cmake", "--build", str(folder), "--parallel", jobs, *more]


def _alone(
    folder: Path, compiler: Sequence[str], flags: str, target: str, *more: str
) -> list[list[str]]:
    """The commands that build no more than a target of the probe's, with these flags alone."""
    options = ["-DCMAKE_BUILD_TYPE=None", "-DFIFTEEN_PROBE_ONLY=ON", *more]
    return [
        [*_configure(folder, compiler, flags), *options],
        _compile(folder, "--target", target),
    ]


@dataclass(frozen=True)
class OtherBuild:
    """The C probe with sanitizers, at another level, or of another machine, for ``verify``."""

    what: str
    compiler: str
    flags: str
    packages: str  # Debian's, that have the compiler and its C library
    runner: str = ""  # the emulator, of Debian's qemu-user, where this machine can't run it
    target: str = ""  # as zig calls that machine, if it can make static programs for it


# -g1: lines for reports; to know variables, too, gcc takes thrice as long on rounds written out.
# By calls an access is checked as it is in line, and gcc is done in half the time. What is null or
# outside of an object is the address sanitizer's to find.
_SANITIZE = "-O1 -g1 -fno-omit-frame-pointer -fno-sanitize-recover=all"
_STATIC = "-O2 -static"
SANITIZERS = {
    "address": OtherBuild(
        "address and undefined-behaviour sanitizers",
        "gcc",
        f"{_SANITIZE} -fsanitize=address,undefined -fno-sanitize=null,object-size "
        "--param asan-instrumentation-with-call-threshold=0",
        "gcc libc6-dev",
    ),
    "memory": OtherBuild(
        "memory sanitizer", "clang", f"{_SANITIZE} -fsanitize=memory", "clang libclang-rt-dev"
    ),
}
# What a compiler makes of the same source at another level: gcc 12 left out a loop of ours here.
LEVELS = {"size": OtherBuild("optimised for size", "gcc", "-Os", "gcc libc6-dev")}
PLATFORMS = {
    "aarch64": OtherBuild(
        "a 64-bit ARM machine",
        "aarch64-linux-gnu-gcc",
        _STATIC,
        "gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
        "qemu-aarch64",
        "aarch64-linux-musl",
    ),
    "32-bit": OtherBuild(
        "a 32-bit machine, i686",
        "i686-linux-gnu-gcc",
        _STATIC,
        "gcc-i686-linux-gnu libc6-dev-i386-cross",
        "qemu-i386",
        "x86-linux-musl",
    ),
    "big-endian": OtherBuild(
        "a big-endian machine, s390x",
        "s390x-linux-gnu-gcc",
        _STATIC,
        "gcc-s390x-linux-gnu libc6-dev-s390x-cross",
        "qemu-s390x",
        "s390x-linux-musl",
    ),
    "sparc64": OtherBuild(
        "a big-endian machine, UltraSPARC",
        "sparc64-linux-gnu-gcc",
        _STATIC,
        "gcc-sparc64-linux-gnu libc6-dev-sparc64-cross",
        "qemu-sparc64",
    ),
    "mips64": OtherBuild(
        "a big-endian machine, 64-bit MIPS",
        "mips64-linux-gnuabi64-gcc",
        _STATIC,
        "gcc-mips64-linux-gnuabi64 libc6-dev-mips64-cross",
        "qemu-mips64",
        "mips64-linux-muslabi64",
    ),
}
OTHER_BUILDS = SANITIZERS | LEVELS | PLATFORMS


def other_c(name: str) -> list[str]:
    """The command of the C probe of one of OTHER_BUILDS, which is built if need be.

    It is verified and never timed, and has no engine for AVX-512 where nothing could run it.
    Refused where a tool for it is missing, or its compiler does not make it.
    """
    other = OTHER_BUILDS[name]
    if lacking := missing_for(name):
        raise factors.Refused(lacking)
    compiler, flags = _cross(other)
    # said either way: CMake keeps what it was told last, and the folder may come from elsewhere
    wide = f"-DFIFTEEN_AVX512={'ON' if machine.has('avx512f') else 'OFF'}"
    by = records.name("other", *compiler, compilers.line(compiler), flags, wide)
    folder = places.BUILD / f"c-{name}"
    probe = folder / places.C_PROBE.relative_to(places.C_BUILD)
    commands = _alone(folder, compiler, flags, probe.name, wide)
    what = f"C probe, {other.what}"
    _build(what, places.ROOT / "c", folder, commands, made=probe, by=by, limit=LIMIT)
    return [*([other.runner] if other.runner else []), str(probe)]


def missing_for(name: str) -> str:
    """What one of OTHER_BUILDS needs and this machine lacks, and how to mend it; or nothing."""
    other = OTHER_BUILDS[name]
    compiler, packages = _unusable(other), []
    if compiler:
        packages = [other.packages]
    runner = other.runner if other.runner and not shutil.which(other.runner) else ""
    packages += ["qemu-user"] * bool(runner)
    lacking = " and ".join(filter(None, [compiler, runner]))
    return lacking and f"{lacking} not found: sudo apt-get install {' '.join(packages)}"


@functools.cache
def _unusable(other: OtherBuild) -> str:
    """The compiler of another build, or what it lacks to link a program; or nothing."""
    compiler, flags = _cross(other)
    if not compiler:
        return other.compiler
    with tempfile.TemporaryDirectory() as work:
        try:
            compilers.link(compiler, shlex.split(flags), Path(work))
        except factors.Refused:
            return f"a library that {other.compiler} links"
    return ""


def _cross(other: OtherBuild) -> tuple[tuple[str, ...], str]:
    """The compiler of another build and its flags: Debian's, else zig; or none."""
    if path := shutil.which(other.compiler):
        return (path,), other.flags
    zigs = [c for c in compilers.found() if c.path.stem == compilers.ZIG] if other.target else []
    return (zigs[0].command, f"-target {other.target} {other.flags}") if zigs else ((), "")


def ensure_java() -> None:
    """Build the Java library and probe under build/java, the native engines where a JDK can."""
    what, by, library = "Java library and probe", "without native engines", ""
    if jdk := native_jdk():
        _by_default("C library", places.C_LIBRARY, f"{STAMP}-{LIBRARY}", "--target", LIBRARY)
        by, library = f"{jdk.name} {jdk.home}", probes.digest(places.C_LIBRARY)
        alone = places.NATIVE / places.C_LIBRARY.name
        if not alone.exists() or probes.digest(alone) != library:
            files.replace(alone, places.C_LIBRARY.read_bytes())
    else:
        what += f" ({by}: no JDK of {jvms.NATIVE} or newer is here)"
    _build(
        what,
        places.ROOT / "java",
        places.JAVA_BUILD,
        [_maven("package", "-DskipTests")],
        made=places.JAVA_PROBE,
        by=by,
        also=library,
    )


def native_jdk() -> jvms.Jvm | None:
    """The JDK that compiles the native engines."""
    return next((jvm for jvm in jvms.found() if jvm.runs_native and jvm.compiles), None)


def ensure_all() -> None:
    """Build both trees."""
    ensure_c()
    ensure_java()


def _maven(*goals: str) -> list[str]:
    jdk = native_jdk()
    native = [f"-Dnative.jdk={jdk.home}", f"-Dnative.library={places.NATIVE}"] if jdk else []
    return [
        "mvn",
        "--batch-mode",
        "--no-transfer-progress",
        "--quiet",
        f"-Dbuild.root={places.JAVA_BUILD}",
        *native,
        "--file",
        str(places.ROOT / "java" / "pom.xml"),
        *goals,
    ]


def _build(
    what: str,
    source: Path,
    build: Path,
    commands: list[list[str]],
    made: Path,
    by: str = "",
    also: str = "",
    limit: float | None = None,
    stamp: str = STAMP,
    then: Callable[[IO[bytes]], None] | None = None,
) -> None:
    """Run the commands unless sources, ``by`` what and what ``also`` are those of the last build.

    A folder that was moved is begun anew, as is one by something else: CMake, once begun, keeps
    its paths and its compiler. With a ``limit`` in seconds for each command, a build that fails is
    Refused. What is done ``then`` is given the log, and may fail.
    """
    begun_by = f"{by} in {build}".lstrip()
    wanted = f"{_digest_of_tree(source, also)} {begun_by}"

    def built() -> bool:
        return made.exists() and _stamp_of(build, stamp) == wanted

    if built():
        return
    for command in commands:
        if shutil.which(command[0]) is None:
            raise Mistake(f"{command[0]} is not installed: ./fifteen doctor says what to install")
    begun = time.monotonic()
    with files.writing(build):
        build.parent.mkdir(parents=True, exist_ok=True)
        log = (build.parent / f"{build.name}-build.log").open("a+b")
    with log, console.status(f"building the {what} …"):
        fcntl.flock(log, fcntl.LOCK_EX)  # another lab may be at it
        if built():
            return
        with files.writing(build / stamp):
            if _stamp_of(build, BEGUN) != begun_by:
                files.clear(build)
                files.replace(build / BEGUN, begun_by.encode())
            (build / stamp).unlink(missing_ok=True)
            log.truncate(0)
        for command in commands:
            status, said = factors.run(command, limit, log, compilers.ENVIRONMENT)
            if status != 0:
                where = _shown(Path(log.name))
                if limit is not None:
                    reason = compilers.why(status, said)
                    raise factors.Refused(f"the {what} did not build: {reason} (see {where})")
                raise Failed(f"the {what} did not build: see {where}")
        if then is not None:
            then(log)
        files.replace(build / stamp, wanted.encode())
    console.print(f"built the {what} in {time.monotonic() - begun:.0f} s")


def _stamp_of(build: Path, stamp: str) -> str:
    """What a build left; nothing where there is none."""
    path = build / stamp
    return path.read_text() if path.exists() else ""


def _digest_of_tree(folder: Path, also: str) -> str:
    """A digest of every file's path and bytes, and of what else counts."""
    digest = hashlib.sha256(also.encode())
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
    ours = " or ".join(sorted(plan.own_names()))
    return [
        ("Python format", [f"{tool}ruff", "format", "--check", *python]),
        ("Python lint", [f"{tool}ruff", "check", *python]),
        ("C format", [f"{tool}clang-format", "--dry-run", "--Werror", *_c_sources()]),
        ("Java format", _maven("spotless:check")),
        (
            "C tests",
            ["ctest", "--test-dir", str(places.C_BUILD), "--output-on-failure", "--parallel", "2"],
        ),
        ("Java tests", _maven("verify")),
        ("every cipher against its vectors", [*verify, "-k", WHOLE]),
        ("all our engines agree", [*verify, "--quick"]),
        # C2 would take half of the time, for code that is not ours; our provider, whose engines
        # these are again, has Java tests of its own
        (
            "other libraries' agree with the portable ones",
            [*verify, "--quick", "--peers", "--mode", "c1", "-k"]
            + [f"c/ and portable or not (java/fifteen/ or {ours})"],
        ),
        *(
            (f"C engines, {other.what}", [*verify, "--quick", "--c-build", name])
            for name, other in (SANITIZERS | LEVELS).items()
        ),
        # all ciphers on all machines are a command; here those of the widest words, on each, and
        # the others on two
        *(
            (
                f"C engines, {name}",
                [*verify, "--quick", "-k", "not c/hpc and not c/dfc", "--c-build", name],
            )
            for name in ("32-bit", "big-endian")
        ),
        ("C engines on other machines", [*verify, "--platforms", "-k", "c/hpc or c/dfc"]),
        (
            "lab and whole-system tests",
            # three for two cores, as each waits for others' processes a sixth of its time
            [sys.executable, "-m", "pytest", "-q", "-n", "3", "--dist", "loadfile"]
            + ["--durations", "30", "--durations-min", "10"]
            + ["--no-loadscope-reorder", *_tests()],
        ),
    ]


def _tests() -> list[str]:
    """The files of the lab's and the whole system's tests, in order.

    The long ones are first, or one worker waits for another at the end.
    """
    folders = (places.ROOT / "test", places.ROOT / "lab" / "tests")
    files = [path for folder in folders for path in sorted(folder.glob("test_*.py"))]
    return list(map(str, sorted(files, key=lambda path: path.name != "test_studies.py")))


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
        if lacking := command[-1] in OTHER_BUILDS and missing_for(command[-1]):
            left_out.append(name)
            console.print(f"left out: {lacking}")
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
