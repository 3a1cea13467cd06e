# SPDX-License-Identifier: Apache-2.0
"""The C compilers that engines are built with, and the flags that each is given.

A compiler is found where distributions and makers put it, and asked once what it is. A compiler
with its flags is a :class:`Toolchain` of the records, as a JVM in a mode is. What cannot be used is
said in one line and left out; the rest goes on (docs/compilers.md).
"""

import contextlib
import functools
import hashlib
import os
import platform
import re
import shlex
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import click
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from fifteen import factors, files, places, records
from fifteen.errors import Failed, Mistake
from fifteen.factors import Refused, console

ASK = 20.0  # seconds in which a compiler must say what it is
TRY = 120.0  # seconds for a program of one line: zig first builds its own libraries
RUN = 10.0  # seconds in which that program must end
ALL = "all"
DEFAULT = "default"
OPTIMISED = "-O3"  # the level where flags name none
FLAG_SETS = ("-O0", "-O1", "-O2", OPTIMISED, "-Os", "-march=native")
PACKAGE = "ziglang"  # on PyPI: clang with its own C library and headers
ZIG = "zig"

FAMILIES = ("gcc", "clang", "tcc", "icx", "pcc")  # their commands, alone or with a version
SYSTEM = (  # beside PATH
    "/usr/lib/llvm-*/bin/clang",
    "/opt/intel/oneapi/compiler/*/bin/icx",
    "/opt/AMD/aocc-compiler-*/bin/clang",
    "/opt/*/bin/gcc",
    "/opt/*/bin/clang",
    "/opt/homebrew/opt/llvm*/bin/clang",
    "/opt/homebrew/opt/gcc*/bin/gcc-*[0-9]",
    "/home/linuxbrew/.linuxbrew/opt/llvm*/bin/clang",
)
# What zig keeps of its own libraries; other compilers know none of these.
ENVIRONMENT = {
    f"ZIG_{which}_CACHE_DIR": str(places.BUILD / "zig-cache") for which in ("GLOBAL", "LOCAL")
}

# Which compiler it is: the macros that it defines stand here as numbers.
MACROS = (
    "__GNUC__ __GNUC_MINOR__ __GNUC_PATCHLEVEL__ __clang_major__ __clang_minor__ "
    "__clang_patchlevel__ __TINYC__ __INTEL_LLVM_COMPILER"
).split()
HELLO = '#include <stdio.h>\nint main(void) { return puts("fifteen") < 0; }\n'
# An ELF file's e_machine. A 64-bit x86 runs 32-bit programs as they are.
X86, X86_64 = 3, 62

WIDE = 160  # columns of the list: a narrow terminal wraps, and shows whole paths


@dataclass(frozen=True)
class Compiler:
    """A C compiler that was found and asked."""

    command: tuple[str, ...]  # its absolute path, and what belongs to it: "zig", "cc"
    version: str  # "12.2.0"
    line: str  # its own full line
    name: str  # short, stable, of no other compiler here: "gcc-12.2.0"

    @property
    def path(self) -> Path:
        """The program."""
        return Path(self.command[0])

    @property
    def added(self) -> bool:
        """Whether ``compilers add`` brought it."""
        return self.path.is_relative_to(places.COMPILERS)

    @property
    def file(self) -> tuple[str, ...]:
        """What it is, by whatever name it was found."""
        return str(self.path.resolve()), *self.command[1:]


@dataclass(frozen=True)
class Toolchain:
    """A compiler and its flags: what C engines are built with."""

    compiler: Compiler
    flags: tuple[str, ...] = (OPTIMISED,)

    @property
    def name(self) -> str:
        """As records call it: ``gcc-12.2.0`` with the default flags, else ``gcc-12.2.0-O2``."""
        if self.flags == (OPTIMISED,):
            return self.compiler.name
        said = "".join(self.flags).replace("=", "-")  # -k has no =
        plain = re.sub(r"[^\w.+-]", "_", said)
        return f"{self.compiler.name}{plain}" + (
            "" if plain == said else f"-{factors.digest(shlex.join(self.flags))}"
        )

    @functools.cached_property
    def digest(self) -> str:
        """Names what is built: of the compiler's version and file, the flags and the processor.

        zig compiles for the processor that it runs on, as others do with ``-march=native``.
        """
        program = hashlib.sha256(self.compiler.path.read_bytes()).hexdigest()
        native = self.compiler.path.stem == ZIG or any("native" in flag for flag in self.flags)
        of = (*self.compiler.command, self.compiler.line, program, *self.flags)
        return records.name("compiled", *of, processor() if native else "")


def processor() -> str:
    """What a compiler sees of the processor that it is told to compile for: ``native``."""
    try:
        said = Path("/proc/cpuinfo").read_text(errors="replace").partition("\n\n")[0]
    except OSError:
        said = platform.processor()
    lasting = re.findall(r"^(?:model name|flags|Features|CPU part)\s*:.*$", said, re.MULTILINE)
    return "\n".join([platform.machine(), *lasting])


# ---- Looking for compilers ----


def default() -> Compiler:
    """The compiler of the variable CC, else of PATH; none, or a broken one, is a Mistake."""
    command = _default_command()
    if command is None:
        raise Mistake("no C compiler found: install gcc, or leave C out with -k 'not c/'")
    try:
        return _asked(command)
    except Refused as refusal:
        raise Mistake(f"{refusal}: mend it, or name another compiler with --compiler") from None


def found() -> list[Compiler]:
    """Every usable compiler here, the default first."""
    return survey()[0]


@functools.cache
def survey() -> tuple[list[Compiler], list[str]]:
    """The usable compilers, and a line for each that is not; each is asked once."""
    usable, lines = {}, []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for answer in pool.map(_asked_or_why, dict.fromkeys(_commands())):
            if isinstance(answer, str):
                lines.append(answer)
            else:  # several names of one file are one compiler; a dispatcher's names are not
                usable.setdefault((answer.file, answer.name), answer)
    return factors.told_apart(usable.values(), _where), lines


def forget() -> None:
    """Look and ask anew, after compilers have come or gone."""
    for asked in (survey, _asked, _with_flags):
        asked.cache_clear()


def _where(compiler: Compiler) -> str:
    return shlex.join(compiler.command)


def _default_command() -> tuple[str, ...] | None:
    """What a build would be started with."""
    said = os.environ.get("CC", "")
    try:
        words = shlex.split(said)
    except ValueError as error:
        raise Mistake(
            f"CC={said} is no command ({error}): mend that variable, or unset it"
        ) from None
    if words:
        return shutil.which(words[0]) or words[0], *words[1:]
    path = next(filter(None, map(shutil.which, ("cc", *FAMILIES))), None)
    return path and (path,)


def _commands() -> Iterator[tuple[str, ...]]:
    """Everything that may be a compiler, the default first."""
    if first := _default_command():
        yield first
    named = re.compile(rf"(?:{'|'.join(FAMILIES)})(?:-\d+(?:\.\d+)*)?")
    for folder in map(Path, os.get_exec_path()):
        there = []
        with contextlib.suppress(OSError):  # it isn't there, or not to be read
            there = sorted(p for p in folder.iterdir() if named.fullmatch(p.name))
        yield from ((str(p),) for p in there if os.access(p, os.X_OK))
    for pattern in SYSTEM:
        yield from ((str(path),) for path in sorted(Path("/").glob(pattern[1:])))
    if zig := shutil.which(ZIG):
        yield zig, "cc"
    yield from ((str(path), "cc") for path in sorted(places.COMPILERS.glob(f"*/{ZIG}")))


# ---- Asking one ----


def _asked_or_why(command: tuple[str, ...]) -> Compiler | str:
    try:
        return _asked(command)
    except Refused as refusal:
        return str(refusal)


@functools.cache
def _asked(command: tuple[str, ...]) -> Compiler:
    """What a compiler says of itself; raises Refused."""
    where = shlex.join(command)
    with tempfile.TemporaryDirectory() as work:
        source = Path(work) / "macros.c"
        source.write_text(f"fifteen {' '.join(MACROS)}\n")
        status, said = _run([*command, "-E", "-P", str(source)], ASK)
    told = re.search(r"^fifteen (.*)$", said, re.MULTILINE)
    if status != 0 or not told:
        raise Refused(f"{where} is no C compiler that runs: {why(status, said)}")
    numbers = dict(zip(MACROS, told[1].split(), strict=False))
    own = line(command)
    if Path(command[0]).stem == ZIG:
        own = f"zig {_first_line([command[0], 'version'])}, {own}"
    family, version = _identity(command, numbers, own)
    return Compiler(command, version, own, f"{family}-{version}")


def line(command: tuple[str, ...]) -> str:
    """A compiler's own line on its version."""
    return _first_line([*command, "--version"])


def _identity(command: tuple[str, ...], macros: dict[str, str], line: str) -> tuple[str, str]:
    """Family and version."""
    known = {name for name, value in macros.items() if value.isdecimal()}
    said = re.search(r"\d+(?:\.\d+)+", line)
    said = said[0] if said else "unknown"
    if Path(command[0]).stem == ZIG:
        return ZIG, said
    if "__INTEL_LLVM_COMPILER" in known:
        return "icx", said
    for family, first in (("tcc", "__TINYC__"), ("clang", "__clang_major__"), ("gcc", "__GNUC__")):
        if first in known:
            at = MACROS.index(first)
            exact = ".".join(macros[name] for name in MACROS[at : at + 3])
            return family, said if family == "tcc" else exact
    return re.sub(r"[^a-z]", "", Path(command[0]).name) or "cc", said


def _first_line(command: list[str]) -> str:
    lines = _run(command, ASK)[1].strip().splitlines()
    return lines[0].strip() if lines else "unknown"


def _run(command: list[str], timeout: float) -> tuple[int | None, str]:
    return factors.run(command, timeout, environment=ENVIRONMENT)


def why(status: int | None, said: str) -> str:
    """In one line, why a compiler did not do as it was told: its own first error, else make's."""
    for pattern in (r"^.*\b(?:error|undefined reference)\b.*$", r"^.*\b(?:Error|Killed)\b.*$"):
        if status is not None and (errors := re.findall(pattern, said, re.MULTILINE)):
            return errors[0].strip()[:200]
    return factors.why(status, said)


# ---- Flags ----


def parsed(text: str) -> tuple[str, ...]:
    """The flags in a string of the command line; those that name no level stand behind -O3."""
    flags = tuple(text.split())
    if not flags or not flags[0].startswith("-"):
        raise Mistake(f"--flags {text!r}: flags are such as -O2, '-O2 -funroll-loops' or all")
    if strange := re.search(r"[^\w\s=.,+:/@%^~-]", text):
        raise Mistake(f"--flags {text!r}: {strange[0]!r} has no place in flags that are recorded")
    return flags if any(flag.startswith("-O") for flag in flags) else (OPTIMISED, *flags)


def _flag_sets(texts: Iterable[str]) -> list[tuple[str, ...]]:
    """Each once, in the order in which they were asked for."""
    every = [
        one for text in texts or (OPTIMISED,) for one in (FLAG_SETS if text == ALL else [text])
    ]
    return list(dict.fromkeys(map(parsed, every)))


def chosen(names: Iterable[str] = (), flags: Iterable[str] = ()) -> list[Toolchain]:
    """The compilers that are named, each with every set of flags that is named.

    A compiler's name is its full one, its family, a command, a path, ``default`` or ``all``; no
    name is the default. One that does not take the flags is left out (:func:`refused`); nothing
    left, or an unknown name, is a Mistake.
    """
    tried = _tried(tuple(names), tuple(flags))
    usable = [one for one in tried if isinstance(one, Toolchain)]
    if not usable:
        raise Mistake(tried[0])
    return usable


def refused(names: Iterable[str] = (), flags: Iterable[str] = ()) -> list[str]:
    """A line for each compiler and set of flags that was named and cannot be used."""
    lines = [one for one in _tried(tuple(names), tuple(flags)) if isinstance(one, str)]
    return (survey()[1] if ALL in names else []) + lines


def _tried(names: tuple[str, ...], flags: tuple[str, ...]) -> list[Toolchain | str]:
    sets = _flag_sets(flags)
    return [
        one if isinstance(one, str) else _with_flags(one, of)
        for one in _called(names)
        for of in (sets if isinstance(one, Compiler) else sets[:1])
    ]


def _called(names: tuple[str, ...]) -> list[Compiler | str]:
    """The compilers of these names, each once; a line for one that does not run."""
    if set(names) <= {DEFAULT}:
        return [default()]
    return list(dict.fromkeys(one for name in names for one in _of_name(name)))


def _of_name(name: str) -> list[Compiler | str]:
    if name == DEFAULT:
        return [default()]
    if name == ALL or name in {compiler.name for compiler in found()}:
        return [compiler for compiler in found() if name in (ALL, compiler.name)]
    if path := shutil.which(name):
        return [_at(path)]
    of_family = [c for c in found() if c.name.startswith((f"{name}-", f"{name}."))]
    if not of_family:
        there = ", ".join(compiler.name for compiler in found()) or "none"
        raise Mistake(
            f"no compiler {name!r} here: there are {there}; ./fifteen compilers says what can be "
            "had, and a path names any other"
        )
    return of_family


def _at(path: str) -> Compiler | str:
    """The compiler of a path: one of those found, or one that has a name of its own."""
    command = str(Path(path).absolute())
    answer = _asked_or_why((command, "cc") if Path(path).stem == ZIG else (command,))
    if isinstance(answer, str):
        return answer
    for known in found():
        if known.file == answer.file and known.name.startswith(answer.name):
            return known
    if answer.name in {known.name for known in found()}:
        name = f"{answer.name}-{factors.digest(_where(answer))}"
        return replace(answer, name=name, line=f"{answer.line} ({_where(answer)})")
    return answer


@functools.cache
def _with_flags(compiler: Compiler, flags: tuple[str, ...]) -> Toolchain | str:
    """The compiler with these flags, once it has made a program that runs; else why not."""
    toolchain = Toolchain(compiler, flags)
    if flags == (OPTIMISED,) and compiler == default():
        return toolchain  # which builds everything else here, too
    try:
        _make(toolchain)
    except Refused as refusal:
        return f"{toolchain.name} is not usable: {refusal}"
    return toolchain


def _make(toolchain: Toolchain) -> None:
    """A program of one line, made and run."""
    with tempfile.TemporaryDirectory() as work:
        program = link(toolchain.compiler.command, toolchain.flags, Path(work))
        if _other_machine(program):
            raise Refused("it compiles for another machine: ./fifteen verify --platforms does")
        status, said = _run([str(program)], RUN)
        if status != 0 or said.strip() != "fifteen":
            raise Refused(f"the program that it makes fails: {factors.why(status, said)}")


def link(command: Sequence[str], flags: Sequence[str], work: Path) -> Path:
    """A program of one line in a folder. Raises Refused where the compiler does not make it."""
    source, program = work / "hello.c", work / "hello"
    source.write_text(HELLO)
    status, said = _run([*command, *flags, str(source), "-o", str(program)], TRY)
    if status != 0 or not program.exists():
        raise Refused(why(status, said))
    return program


def _other_machine(program: Path) -> bool:
    """Whether a program would need an emulator, which this system may well start by itself."""
    theirs, ours = _elf_machine(program), _elf_machine(Path("/proc/self/exe"))
    return None not in (theirs, ours) and theirs != ours and (theirs, ours) != (X86, X86_64)


def _elf_machine(program: Path) -> int | None:
    try:
        with program.open("rb") as file:
            head = file.read(20)
    except OSError:
        return None
    order = "little" if head[5:6] == b"\1" else "big"
    return int.from_bytes(head[18:20], order) if head[:4] == b"\x7fELF" else None


# ---- The command line's choice ----


def options(command: Callable) -> Callable:
    """The command line's choice of compilers and flags, as ``compiler_names`` and ``flag_sets``."""
    for option in (
        click.option(
            "--flags",
            "flag_sets",
            multiple=True,
            metavar="FLAGS",
            help="Flags for the C compilers, such as '-O2 -funroll-loops', or all: "
            f"{' '.join(FLAG_SETS)} (may be repeated; default: {OPTIMISED}).",
        ),
        click.option(
            "--compiler",
            "compiler_names",
            multiple=True,
            metavar="NAME",
            help="A C compiler: a name that ./fifteen compilers lists, a command such as clang-14, "
            "a path, or all (may be repeated; default: cc).",
        ),
    ):
        command = option(command)
    return command


def on_each(
    names: Iterable[str], flags: Iterable[str], make: Callable[[Toolchain], list]
) -> tuple[list, list[str]]:
    """As ``factors.on_each``, of the toolchains that are chosen."""
    return factors.on_each(chosen(names, flags), refused(names, flags), make)


# ---- ./fifteen compilers ----


@click.group("compilers", invoke_without_command=True)
@click.pass_context
def compilers_command(context: click.Context) -> None:
    """List the C compilers here and the flags that each takes; add zig, or remove it.

    evaluate, plan, verify and study take them by name (--compiler), and flags (--flags).
    """
    if context.invoked_subcommand is None:
        context.invoke(list_command)


@compilers_command.command("list")
def list_command() -> None:
    """Name, version, flags and place of each compiler, the default first; what else can be had."""
    usable, broken = survey()
    out = Console(highlight=False, soft_wrap=True)
    table = Table(box=box.SIMPLE, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in ("name", "version", "flags that work", "where"):
        table.add_column(heading, no_wrap=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool, console.status("trying flags …"):
        working = list(pool.map(_working, usable))
    for compiler, flags in zip(usable, working, strict=True):
        shown = (compiler.name, compiler.line, " ".join(flags) or "none", _where(compiler))
        table.add_row(*map(escape, shown))
    if usable:
        Console(width=max(out.width, WIDE)).print(table)
        out.print(f"the default is {usable[0].name}; -march=native stands behind {OPTIMISED}")
    for line in broken:
        out.print(f"left out: {escape(line)}")
    for line in _can_be_had(usable):
        out.print(line)
    if not usable:
        raise Failed("no C compiler found: sudo apt-get install gcc libc6-dev")


def _working(compiler: Compiler) -> list[str]:
    """The sets of FLAG_SETS with which it makes a program that runs."""
    return [of for of in FLAG_SETS if isinstance(_with_flags(compiler, parsed(of)), Toolchain)]


def _can_be_had(usable: list[Compiler]) -> Iterator[str]:
    """Which compilers are not here, and the line that brings them."""
    status, said = None, ""
    if shutil.which("apt-cache"):
        status, said = factors.run(
            ["apt-cache", "search", "--names-only", "^(gcc|clang)-[0-9]+$|^tcc$"], ASK
        )
    packages = re.findall(r"^(\S+) - ", said, re.MULTILINE) if status == 0 else []
    packages = [name for name in packages if shutil.which(name) is None]
    if packages:
        packages.sort(key=lambda name: [int(w) if w.isdecimal() else w for w in name.split("-")])
        yield f"can be had: sudo apt-get install --no-install-recommends {' '.join(packages)}"
    if not any(compiler.name.startswith(f"{ZIG}-") for compiler in usable):
        yield "can be had: ./fifteen compilers add zig (some 100 MB from PyPI)"


@compilers_command.command("add")
@click.argument("names", nargs=-1, required=True, metavar="zig[==VERSION]...")
def add_command(names: tuple[str, ...]) -> None:
    """Bring `zig cc` from PyPI's package ziglang: the newest, or zig==VERSION."""
    for name in names:
        wanted, _, version = name.partition("==")
        if wanted != ZIG or not re.fullmatch(r"[\d.]*", version):
            raise Mistake(
                f"{name!r} cannot be added: zig and zig==VERSION can; ./fifteen compilers says "
                "what apt has, and --compiler takes any other by its path"
            )
        there = [c for c in found() if c.added]
        known = next((c for c in there if c.version == version), None)
        compiler = known or add(version)
        what = "already there" if compiler in there else "added"
        console.print(f"{what}: {compiler.name} ({compiler.path})")


def add(version: str = "") -> Compiler:
    """Bring a version of zig, or the newest, into ``added/compilers``, whole or not at all.

    One that is there and runs stays.
    """
    files.usable(places.COMPILERS)
    with tempfile.TemporaryDirectory(dir=places.COMPILERS, prefix=".new-") as work:
        wanted = f"{PACKAGE}=={version}" if version else PACKAGE
        wheel, had = factors.downloaded(wanted, ZIG, Path(work))
        if wheel is None:
            raise Mistake(f"{PACKAGE} has no version {version}: one of {', '.join(had)}")
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(work, [n for n in packed.namelist() if n.startswith(f"{PACKAGE}/")])
        home = Path(work) / PACKAGE
        program = home / ZIG
        if program.is_file():
            program.chmod(0o755)  # which a wheel's files do not keep
        try:
            compiler = _asked((str(program), "cc"))
        except Refused as refusal:
            raise Failed(f"{wheel.stem} does not run here: {refusal}") from None
        place = places.COMPILERS / compiler.name
        with files.writing(place):
            if not _in_use(place):
                files.clear(place)  # of what does not run
                home.rename(place)
    forget()
    return next(c for c in found() if c.path == place / ZIG)


@compilers_command.command("remove")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
def remove_command(names: tuple[str, ...]) -> None:
    """Remove compilers that `add` brought; one that does not run, by its folder's name."""
    added = {compiler.name: compiler.path.parent for compiler in found() if compiler.added}
    broken = [place for place in places.COMPILERS.glob("[!.]*") if not _in_use(place)]
    added |= {place.name: place for place in broken}
    for name in names:
        if name not in added:
            there = ", ".join(added) or "none"
            raise Mistake(
                f"{name!r} is no compiler that ./fifteen compilers add brought: there are {there}"
            )
    for name in dict.fromkeys(names):
        with files.writing(added[name]):
            files.clear(added[name])
        console.print(f"removed: {name}")
    forget()


def _in_use(place: Path) -> bool:
    """Whether a compiler that runs is there."""
    return any(compiler.path.is_relative_to(place) for compiler in found())
