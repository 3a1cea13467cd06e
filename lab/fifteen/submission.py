# SPDX-License-Identifier: Apache-2.0
"""A submission's own C sources, unchanged, made a plug-in: ``./fifteen peer add --nist-c``.

The sources have the interface that NIST asked for in 1998, each in its own manner: other names of
headers and types, fields and arguments of their own, keys in hexadecimal or not, bytes in this
order or that, a ``long`` that must have 32 bits. What they need is found by asking. Every file that
compiles goes into an archive, from which the linker takes those that the four functions need, and
so no driver with a ``main``. Then ``c/peers/nist_submission.c`` is compiled for one manner after
the other, the profile's own first, until known answers come out right.
"""

import hashlib
import itertools
import math
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from fifteen import build, compilers, factors, files, manifest, nist, places
from fifteen.build import THIRTY_TWO
from fifteen.errors import Failed, Mistake
from fifteen.probes import Probe, ProbeError
from fifteen.vectorfiles import Entry

ADAPTER = places.ROOT / "c" / "peers" / "nist_submission.c"
DIALECT = ("-std=gnu89", "-fcommon", "-fno-strict-aliasing", "-fwrapv", "-w")  # C as it was then
PATIENCE = 60.0  # seconds for one file
ANSWER = 10.0  # seconds for one answer
SHOWN = 160  # characters of a compiler's complaint

HEXADECIMAL, LOWER_CASE, BINARY = "0123456789ABCDEF", "0123456789abcdef", ""
ORDERS = (0, 1, 2, 3)  # bytes as they are, reversed, swapped in words, or words reversed
ONE = 1  # block a call
SPOILT = "the engine changed its input"  # as the C probe says it

NAMES = {  # of the profile's functions, with or without a cipher's name about them
    "makeKey": r"\w*make_?key\w*",
    "cipherInit": r"\w*cipher_?init\w*",
    "blockEncrypt": r"\w*block_?encrypt\w*",
    "blockDecrypt": r"\w*block_?decrypt\w*",
}
ARGUMENTS = {"makeKey": 4, "cipherInit": 3, "blockEncrypt": 5, "blockDecrypt": 5}
MACROS = {"makeKey": "MAKE_KEY", "cipherInit": "INIT"}
MACROS |= {"blockEncrypt": "ENCRYPT", "blockDecrypt": "DECRYPT"}
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<][^">\n]+[">])', re.MULTILINE)
CONDITION = re.compile(r"^[ \t]*#[ \t]*(?:el)?if.*", re.MULTILINE)
BLOCK_LENGTH = r"\b(block_?(?:len|length|size|bits))\b"
BLOCK_FIELD = re.compile(rf"{BLOCK_LENGTH}\s*;", re.IGNORECASE)
BLOCK_ARGUMENT = re.compile(rf"{BLOCK_LENGTH}\s*$", re.IGNORECASE)
END_OF_TEXT = b"\x1a"  # in DOS

# What sources ask of the machine, and what a compiler of then said on a PC. Of the orders of bytes,
# today's C library has both by name, unless it is to be POSIX's alone.
POSIX = "-D_POSIX_C_SOURCE=199506L"
ON_A_PC = {
    "_M_IX86": ("-D_M_IX86=500",),
    "BIG_ENDIAN": (POSIX,),
    "LITTLE_ENDIAN": (POSIX, "-DLITTLE_ENDIAN"),
}


@dataclass(frozen=True)
class Interface:
    """What the sources call the profile's functions and types, and where they are declared."""

    functions: dict[str, str]
    block_lengths: dict[str, list[int]]  # function: which arguments of it are that, besides
    key_type: str
    cipher_type: str
    home: str  # the file that defines them
    includes: list[list[str]]  # lines to try


@dataclass(frozen=True)
class Manner:
    """How it takes keys and blocks."""

    block_unit: int = 1  # bits in what it calls a block's length, where it wants to be told
    digits: str = HEXADECIMAL
    key_order: int = 0
    block_order: int = 0
    length_unit: int = 1  # bits in what it calls the length of its input
    spoils: bool = False  # its input
    at_once: int = 0  # blocks a call; 0: as many as one likes
    key_sizes: tuple[int, ...] = ()

    @property
    def orders(self) -> tuple[int, int]:
        """Of bytes, in keys and blocks: only one can be right."""
        return self.key_order, self.block_order

    def oddity(self) -> int:
        """In how much it is not as the profile has it."""
        profile = Manner(at_once=self.at_once, key_sizes=self.key_sizes)
        mine, its = vars(self), vars(profile)
        return sum(mine[name] != its[name] for name in mine)


@dataclass(frozen=True)
class Made:
    """The plug-in, and the flags that it took."""

    plugin: Path
    flags: list[str]
    digest: str  # of the sources
    left_out: list[str]  # a line for each key size that it is not right for


@dataclass(frozen=True)
class Found:
    """Where known answers are right for a key size at least."""

    shop: "_Workshop"
    manner: Manner
    problems: dict[int, Exception]  # by key size: why it is not right for that

    def made(self) -> Made:
        """The plug-in of this manner."""
        left_out = [f"{bits}-bit keys: {_printable(why)}" for bits, why in self.problems.items()]
        return self.shop.made(self.manner, left_out)


class Unfit(Exception):
    """Why the sources are no peer in this width or manner."""


def make(
    folder: Path,
    cipher: str,
    name: str,
    flags: str | None,
    only: Iterable[str],
    work: Path,
    say: Callable[[str], None] = lambda _: None,
) -> Made:
    """Make the plug-in ``NAME.so`` in ``work``; what is tried is said. Failed says why none is."""
    if not folder.is_dir():
        raise Mistake(f"--nist-c {folder}: no such folder")
    manifest.cipher(cipher)
    try:
        given = shlex.split(compilers.OPTIMISED if flags is None else flags)
    except ValueError as error:
        raise Mistake(f"--flags {flags!r}: {error}") from None
    if not (shutil.which("ar") and shutil.which("nm")):
        raise Mistake("ar and nm are not installed: sudo apt-get install binutils")
    try:
        return _made(_Sources(folder, only), cipher, name, given, work, say)
    except PermissionError as error:
        raise Mistake(f"cannot read {error.filename}: {error.strerror}") from None


def is_other(folder: Path, only: Iterable[str], digest: str) -> bool:
    """Whether the sources in a folder that is still there are others than those of the digest."""
    try:
        return folder.is_dir() and _Sources(folder, only).digest != digest
    except Mistake:  # some have gone
        return True
    except OSError:  # nobody can tell
        return False


def _made(
    sources: "_Sources",
    cipher: str,
    name: str,
    given: list[str],
    work: Path,
    say: Callable[[str], None],
) -> Made:
    more = [[], *([pc] if (pc := sources.asks_for_a_pc()) else [])]
    if not {THIRTY_TWO, "-m64", "-mx32"} & set(given):
        more += [[*flags, THIRTY_TWO] for flags in more]
    shops = [
        _Workshop(sources, cipher, name, [*given, *flags], work / str(number))
        for number, flags in enumerate(more)
    ]
    if best := _best(shops, _manners(cipher), say):
        return best.made()
    reasons: dict[str, str] = {}
    for shop, flags in zip(shops, more, strict=True):
        where = f"with {' '.join(flags)}: " if flags else ""
        reasons.setdefault(str(shop.reason), where)
    said = "; ".join(f"{where}{reason}" for reason, where in reasons.items())
    raise Failed(f"{sources.folder} is no {cipher} that can be measured: {said}")


def _best(
    shops: list["_Workshop"], manners: list[Manner], say: Callable[[str], None]
) -> Found | None:
    """What is right for all key sizes, or else for most of them.

    Where one size is right, so are the orders of bytes; another size may still want something else.
    """
    best = None
    for number, manner in enumerate(manners, 1):
        if best and manner.orders != best.manner.orders:
            continue
        say(f"asking for known answers, in manner {number} of at most {len(manners)} …")
        for shop in shops:
            found = None if shop.given_up else shop.tried(manner)
            if found and (best is None or len(found.problems) < len(best.problems)):
                best = found
            if best and not best.problems:
                return best
    return best


def _manners(cipher: str) -> list[Manner]:
    """All that are tried: the profile's first, and the odder the later."""
    tried = itertools.product(
        (1, 8), (HEXADECIMAL, BINARY, LOWER_CASE), ORDERS, ORDERS, (1, 8), (False, True)
    )
    sizes = tuple(_answers(cipher))
    return sorted((Manner(*odd, key_sizes=sizes) for odd in tried), key=Manner.oddity)


def compiles_32(work: Path) -> bool:
    """Whether 32-bit programs can be made here."""
    empty = work / "empty.c"
    empty.write_text("#include <stdio.h>\nint main(void) { return 0; }\n")
    return _complaint([THIRTY_TWO, str(empty), "-o", str(work / "empty")]) is None


# ---- What is in the folder ----


class _Sources:
    """The folder's C files, those below it where it has none, and all headers."""

    def __init__(self, folder: Path, only: Iterable[str]):
        self.folder = folder.resolve()
        below = [path for path in self.folder.rglob("*") if path.is_file()]
        below.sort(key=lambda path: (len(path.parts), path))
        sources = [path for path in below if path.suffix.lower() == ".c"]
        self.files = [path for path in sources if path.parent == self.folder] or sources
        self.headers = [path for path in below if path.suffix.lower() == ".h"]
        if only:
            wanted = set(only)
            names = {path: {path.name, self.called(path)} for path in sources}
            if unknown := wanted.difference(*names.values()):
                raise Mistake(f"--source {min(unknown)}: no such C file in {folder}")
            self.files = [path for path in sources if names[path] & wanted]
        if not self.files:
            raise Mistake(f"--nist-c {folder}: no C file in it")
        self._texts = {path: _text(path) for path in (*self.headers, *self.files)}
        self._included = {name[1:-1] for name in self._all(INCLUDE)}
        included = {_base(name) for name in self._included}
        tables = (path for path in below if path.name.lower() in included)
        self._read = list(dict.fromkeys([*self._texts, *tables]))  # what a compiler may read

    def called(self, path: Path) -> str:
        """A file's name, from the folder on."""
        return path.relative_to(self.folder).as_posix()

    def _all(self, pattern: re.Pattern) -> set[str]:
        """All that is to be found of a pattern."""
        return set(itertools.chain(*map(pattern.findall, self._texts.values())))

    @property
    def digest(self) -> str:
        """What stands for a version."""
        digest = hashlib.sha256()
        for path in self._read:
            digest.update(self.called(path).encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()[:8]

    def asks_for_a_pc(self) -> list[str]:
        """The flags that answer what the sources ask of the machine, as on a PC."""
        asked = set(re.findall(r"\w+", "\n".join(self._all(CONDITION))))
        flags = itertools.chain(*(ON_A_PC[word] for word in ON_A_PC if word in asked))
        return list(dict.fromkeys(flags))

    def block_fields(self) -> set[str]:
        """The names of fields that may be the length of a block."""
        return self._all(BLOCK_FIELD)

    def interface(self) -> Interface:
        """What it calls things. Unfit where the four functions are not there."""
        functions, lengths, types, where = {}, {}, {}, None
        type_ = r"(?:const\s+)?((?:struct\s+)?\w+)\s*\*"
        for function, name in NAMES.items():
            declared = re.compile(rf"\b({name})\s*\(\s*{type_}([^)]*)\)", re.IGNORECASE)
            found = [
                (match, path)
                for path, text in self._texts.items()
                for match in declared.finditer(text)
            ]
            if not found:
                raise Unfit(f"no file declares {function} as NIST's profile has it")
            match, place = min(found, key=lambda f: len(f[0][1]))
            functions[function], types[function] = match[1], match[2]
            same = (each for each, _ in found if each[1] == match[1])
            lengths[function] = max((_lengths_among(each[3]) for each in same), key=len)
            where = where or place
        body = re.compile(rf"\b{functions['makeKey']}\s*\([^;{{]*\)[^{{}}()]*\{{")
        homes = (path for path in self.files if body.search(self._texts[path]))
        home = next(homes, self.files[0])
        declared = [[f'"{where.name}"']] if where in self.headers else []
        includes = [*declared, INCLUDE.findall(self._texts[home]), [f'"{home.name}"']]
        key, cipher = types["makeKey"], types["cipherInit"]
        return Interface(functions, lengths, key, cipher, self.called(home), includes)

    def lay_out(self, place: Path) -> list[Path]:
        """Copy what a compiler may read, and say in which folders it lies.

        Each is there by the names too that others include it by: on a disk of DOS they may be in
        other letters, and have a folder and ``\\`` before them.
        """
        there = {}
        for path in reversed(self._read):
            copy = there[path.name.lower()] = place / self.called(path)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(_mended(path.read_bytes()))
        for name in self._included:
            link, real = place / name, there.get(_base(name))
            if real and ".." not in link.parts and not link.exists():
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(real)
        folders = ((place / self.called(path)).parent for path in self._read)
        return list(dict.fromkeys([place, *folders]))


def _text(path: Path) -> str:
    """A file without its comments."""
    return COMMENT.sub(" ", _mended(path.read_bytes()).decode("latin-1"))


def _mended(text: bytes) -> bytes:
    """A text whose end is marked as in DOS, or its lines as on a Mac, as others have it."""
    text = text.partition(END_OF_TEXT)[0]
    return text if b"\n" in text else text.replace(b"\r", b"\n")


def _base(name: str) -> str:
    """An included file's own name, in small letters."""
    return re.split(r"[\\/]", name)[-1].lower()


def _lengths_among(arguments: str) -> list[int]:
    """Which of a function's arguments are the length of a block."""
    return [n for n, a in enumerate(arguments.split(",")) if BLOCK_ARGUMENT.search(a)]


# ---- Compiling ----


def _complaint(arguments: list[str]) -> str | None:
    """What the compiler has to complain of, in a line; None where it is content."""
    command = [*compilers.default().command, *arguments]
    environment = {**compilers.ENVIRONMENT, "LC_ALL": "C"}
    status, said = factors.run(command, PATIENCE, environment=environment)
    return None if status == 0 else _short(compilers.why(status, said))


def _short(line: str) -> str:
    line = re.sub(r"\S*/(?=[^/ ]+:)", "", line.strip())  # names of files, not of folders
    return line if len(line) <= SHOWN else line[: SHOWN - 1] + "…"


def _printable(reason: Exception) -> str:
    return "".join(c if c.isprintable() else "?" for c in str(reason))


class _Workshop:
    """Compiles one submission in one width, and asks what comes out."""

    def __init__(self, sources: _Sources, cipher: str, name: str, flags: list[str], work: Path):
        self.reason: Exception | None = None  # why it is no peer in the profile's own manner
        self.given_up = False
        self._sources, self._cipher, self._name, self._flags = sources, cipher, name, flags
        self._work = work
        self._folders: list[Path] = []  # the sources', laid out
        self._complaints: dict[str, str] = {}  # file: why it doesn't compile
        self._interface: Interface | None = None
        self._declared: list[str] = []  # the lines that declare the interface
        self._lengths: tuple[set[str], set[str]] = (set(), set())  # fields for a block's length
        self._told: set[str] = set()  # what the probe complained of

    def tried(self, manner: Manner) -> Found | None:
        """What it is right for in this manner, if for anything."""
        try:
            if self._interface is None:
                self._prepare()
            if not self._makes_sense(manner):
                return None
            right, at_once, problems = self._asked(self._plugin(manner))
        except Unfit as unfit:
            self.reason, self.given_up = self.reason or unfit, True
            return None
        for problem in problems.values():
            self.reason = self.reason or problem
            if isinstance(problem, ProbeError):
                self._told.add(problem.reason)
                self.given_up |= problem.stage == "timeout"  # another manner will not end it
        manner = replace(manner, key_sizes=tuple(right), at_once=at_once)
        return Found(self, manner, problems) if right else None

    def made(self, manner: Manner, left_out: list[str]) -> Made:
        """The plug-in of a manner that was found."""
        return Made(self._plugin(manner), self._flags, self._sources.digest, left_out)

    def _makes_sense(self, manner: Manner) -> bool:
        """Whether anything is to be had from what is odd in it."""
        tells = any(self._lengths) or any(self._interface.block_lengths.values())
        return (
            (tells or manner.block_unit == 1)
            and (SPOILT in self._told or not manner.spoils)
            and (bool(self._told - {SPOILT}) or manner.length_unit == 1)
        )

    def _prepare(self) -> None:
        self._work.mkdir()
        if THIRTY_TWO in self._flags and not compiles_32(self._work):
            raise Unfit(f"no 32-bit programs can be made here: install {build.package_32()}")
        self._interface = self._sources.interface()
        self._folders = self._sources.lay_out(self._work / "sources")
        self._archive()
        self._declared = self._includes()
        self._lengths = self._fields()
        self._probe = self._made_probe()  # takes a minute: for what compiles

    def _made_probe(self) -> list[str]:
        try:
            if THIRTY_TWO in self._flags:
                return [str(build.c_probe_32())]
            return build.c_probe(compilers.Toolchain(compilers.default()))
        except factors.Refused as refusal:
            raise Unfit(refusal) from None

    @property
    def _options(self) -> list[str]:
        """For every file. 32-bit programs of its time were not position-independent."""
        pic = ["-fno-pic", *build.headers_32()] if THIRTY_TWO in self._flags else ["-fPIC"]
        folders = [*map(str, self._folders), str(self._sources.folder)]  # and what is beside it
        quoted = [word for folder in folders for word in ("-iquote", folder)]
        after = [w for f in folders for w in ("-idirafter", f)]  # <aes.h> too, but not its string.h
        return [*DIALECT, *self._flags, *pic, "-fvisibility=hidden", *quoted, *after]

    def _archive(self) -> None:
        """All files that compile, for the linker to take from what it needs."""
        archive = self._work / "submission.a"
        objects = []
        for number, name in enumerate(map(self._sources.called, self._sources.files)):
            made = self._work / f"{number}.o"
            file = str(self._work / "sources" / name)
            if complaint := _complaint([*self._options, "-x", "c", "-c", file, "-o", str(made)]):
                self._complaints[name] = complaint
            else:
                objects.append((name, made))
        wanted = self._interface.functions["makeKey"]
        homes = [name for name, made in objects if wanted in _defined(made)]
        if len(homes) > 1:
            raise Mistake(
                f"{' and '.join(homes)} each define {wanted}: name the folder of one, or its files "
                "with --source"
            )
        if not homes:
            told = self._complaints.get(self._interface.home)
            raise Unfit(told or f"no file of it that compiles defines {wanted}")
        subprocess.run(["ar", "rcs", archive, *(made for _, made in objects)], check=True)

    def _includes(self) -> list[str]:
        """The lines that declare the interface; those that compile."""
        complaint = None
        for includes in self._interface.includes:
            lines = [f"#include {name}" for name in includes]
            using = [f"{type_} *{name};" for name, type_ in self._types.items()]
            test = self._work / "types.c"
            test.write_text("\n".join([*lines, *using, ""]))
            problem = _complaint([*self._options, "-fsyntax-only", str(test)])
            if problem is None:
                return lines
            complaint = complaint or problem
        raise Unfit(complaint)

    @property
    def _types(self) -> dict[str, str]:
        return {"key": self._interface.key_type, "cipher": self._interface.cipher_type}

    def _fields(self) -> tuple[set[str], set[str]]:
        """The fields that may want the length of a block, of the key's and the cipher's type."""
        names = self._sources.block_fields()
        return tuple({n for n in names if self._has(t, n)} for t in self._types.values())

    def _has(self, type_: str, name: str) -> bool:
        test = self._work / "field.c"
        use = f"int f({type_} *x) {{ return x->{name}; }}"
        test.write_text("\n".join([*self._declared, use, ""]))
        return _complaint([*self._options, "-fsyntax-only", str(test)]) is None

    def _plugin(self, manner: Manner) -> Path:
        """Compile the adapter for one manner, with what the submission has."""
        header = self._work / "submission.h"
        header.write_text(self._header(manner))
        plugin = self._work / f"{self._name}.so"
        complaint = _complaint(
            [
                *self._options,
                *("-iquote", str(self._work), "-idirafter", str(places.ROOT / "c" / "include")),
                *(str(ADAPTER), str(self._work / "submission.a")),
                *("-shared", "-Wl,-z,defs", "-o", str(plugin), "-lm"),
                *(["-Wl,-z,notext"] if THIRTY_TWO in self._flags else []),
            ]
        )
        if complaint:
            also = "; ".join(f"{name}: {said}" for name, said in self._complaints.items())
            raise Unfit(f"{complaint}{also and f' ({_short(also)})'}")
        return plugin

    def _header(self, manner: Manner) -> str:
        """``submission.h``: what the adapter is to know."""
        block = _block_bytes(self._cipher)
        keys, ciphers = self._lengths
        length = 8 * block // manner.block_unit
        before = [f"(e)->{n} = (d)->{n} = {length};" for n in sorted(keys)]
        before += [f"(c)->{n} = {length};" for n in sorted(ciphers)]
        sizes = manner.key_sizes
        step = math.gcd(*(size - sizes[0] for size in sizes)) or 8
        defined = {
            "ID": f'"{self._cipher}"',
            "PEER": f'"{self._name}"',
            "VERSION": f'"sources {self._sources.digest}"',
            "KEY": self._interface.key_type,
            "CIPHER": self._interface.cipher_type,
            **dict(self._call(function, length) for function in NAMES),
            "BEFORE(e, d, c)": " ".join(before),
            "BLOCK_BYTES": block,
            "KEY_MIN": min(sizes),
            "KEY_MAX": max(sizes),
            "KEY_STEP": step,
            "DIGITS": f'"{manner.digits}"',
            "KEY_ORDER": manner.key_order,
            "BLOCK_ORDER": manner.block_order,
            "LENGTH_UNIT": manner.length_unit,
            "SPOILS": int(manner.spoils),
            "AT_ONCE": manner.at_once,
        }
        lines = [f"#define SUBMISSION_{name} {value}".rstrip() for name, value in defined.items()]
        return "\n".join([*self._declared, *lines, ""])

    def _call(self, function: str, length: int) -> tuple[str, str]:
        """A macro for a function: the profile's arguments, and its own among them."""
        given = [f"a{number}" for number in range(ARGUMENTS[function])]
        passed = list(given)
        for place in self._interface.block_lengths[function]:
            passed.insert(place, str(length))
        name = self._interface.functions[function]
        return f"{MACROS[function]}({', '.join(given)})", f"{name}({', '.join(passed)})"

    # ---- Asking ----

    def _asked(self, plugin: Path) -> tuple[list[int], int, dict[int, Exception]]:
        """The key sizes that it is right for, how many blocks a call; of other sizes why not."""
        right, at_once, problems = [], 0, {}
        for bits, entries in _answers(self._cipher).items():
            try:
                with Probe([*self._probe, "--plugin", str(plugin)], ANSWER) as probe:
                    if not self._many(probe, entries):
                        at_once = ONE
                right.append(bits)
            except (ProbeError, Unfit) as error:
                problems[bits] = error
                if not right and isinstance(error, ProbeError) and error.stage == "timeout":
                    break
        return right, at_once, problems

    def _many(self, probe: Probe, entries: list) -> bool:
        """Whether it is right for several blocks a call; Unfit where it isn't for one."""
        engines = manifest.described(probe.ask("list"), probe.command)
        [theirs] = [nist.Oracle(probe, e) for e in engines if e.library == self._name]
        of_ours = [e for e in reversed(engines) if e.library != self._name]  # the first ones stay
        others = {e.cipher: nist.Oracle(probe, e) for e in of_ours}
        ours = others[self._cipher]
        for entry in (*entries, _telling(ours, entries[0])):
            got = theirs.encrypt(entry.key, entry.plain)
            if got != entry.cipher:
                raise Unfit(
                    f"wrong answer: key={entry.key.hex()} plaintext={entry.plain.hex()} "
                    f"expected={entry.cipher.hex()} got={got.hex()}{_whose(got, entry, others)}"
                )
            if theirs.decrypt(entry.key, entry.cipher) != entry.plain:
                raise Unfit(f"wrong answer when decrypting: key={entry.key.hex()}")
        key, blocks = entry.key, entry.plain + entry.cipher + entry.plain
        return theirs.encrypt(key, blocks) == ours.encrypt(key, blocks)


def _defined(made: Path) -> set[str]:
    """The functions and data that an object file has for others."""
    told = subprocess.run(["nm", "-g", "--defined-only", made], capture_output=True, text=True)
    return {line.split()[-1] for line in told.stdout.splitlines()}


def _answers(cipher: str) -> dict[int, list]:
    """A few known answers without a tweak for each measured key size."""
    found = {}
    for bits in manifest.cipher(cipher).key_bits:
        entries = [
            e for e in manifest.answers(cipher) if 8 * len(e.key) == bits and e.tweak is None
        ]
        if entries:
            found[bits] = entries[:3]
    return found


def _block_bytes(cipher: str) -> int:
    return len(manifest.answers(cipher)[0].plain)


def _telling(ours: nist.Oracle, like: Entry) -> Entry:
    """What our engine gives for a key of all sorts of bytes: many a known answer's is all zeros,
    and so the same in any order and in any letters."""
    bytes_ = hashlib.sha512(b"a key, and a block from the end on").digest()
    key, plain = bytes_[: len(like.key)], bytes_[-len(like.plain) :]
    return Entry(key=key, plain=plain, cipher=ours.encrypt(key, plain))


def _whose(got: bytes, entry: Entry, others: dict[str, nist.Oracle]) -> str:
    """Which cipher of ours has what it gave: there are earlier and later versions of some."""
    for cipher, oracle in others.items():
        engine, key_bits = oracle.engine, 8 * len(entry.key)
        fits = key_bits in engine.key_sizes and engine.block_bytes == len(entry.plain)
        if fits and not engine.tweak_bytes and oracle.encrypt(entry.key, entry.plain) == got:
            return f", which is right for {cipher}"
    return ""


def settle(made: Made, place: Path) -> list[str]:
    """Keep the plug-in in a peer's own folder, with the header that says how; its file's name."""
    with files.writing(place):
        shutil.rmtree(place, ignore_errors=True)  # of an add that was killed
        place.mkdir(parents=True)
        for path in (made.plugin, made.plugin.parent / "submission.h"):
            path.rename(place / path.name)
    return [made.plugin.name]
