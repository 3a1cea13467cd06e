# SPDX-License-Identifier: Apache-2.0
"""A submission's own C sources, unchanged, made a plug-in: ``./fifteen peer add --nist-c``.

The sources have the interface that NIST asked for in 1998, each in its own manner: other names of
headers and types, fields of their own, keys in hexadecimal or not, bytes in this order or that, a
``long`` that must have 32 bits. What they need is found by asking. Every file that compiles goes
into an archive, from which the linker takes those that the four functions need, and so no driver
with a ``main``. Then ``c/peers/nist_submission.c`` is compiled for one manner after the other, the
profile's own first, until known answers come out right.
"""

import hashlib
import itertools
import math
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from fifteen import build, compilers, factors, files, manifest, nist, places
from fifteen.build import THIRTY_TWO
from fifteen.errors import Failed, Mistake
from fifteen.probes import Probe, ProbeError

ADAPTER = places.ROOT / "c" / "peers" / "nist_submission.c"
DIALECT = ("-std=gnu89", "-fcommon", "-fno-strict-aliasing", "-fwrapv", "-w")  # C as it was then
PATIENCE = 60.0  # seconds for one file
ANSWER = 5.0  # seconds for one answer
SHOWN = 160  # characters of a compiler's complaint

HEXADECIMAL, LOWER_CASE, BINARY = "0123456789ABCDEF", "0123456789abcdef", ""
ORDERS = (0, 1, 2, 3)  # bytes as they are, reversed, swapped in words, or words reversed
ONE = 1  # block a call

NAMES = {  # of the profile's functions, with or without a cipher's name about them
    "makeKey": r"\w*make_?key\w*",
    "cipherInit": r"\w*cipher_?init\w*",
    "blockEncrypt": r"\w*block_?encrypt\w*",
    "blockDecrypt": r"\w*block_?decrypt\w*",
}
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<][^">\n]+[">])', re.MULTILINE)
BLOCK_FIELD = re.compile(r"\b(block_?(?:len|length|size|bits))\s*;", re.IGNORECASE)


@dataclass(frozen=True)
class Interface:
    """What the sources call the profile's functions and types, and where they are declared."""

    functions: dict[str, str]
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
    at_once: int = 0  # blocks a call; 0: as many as one likes
    key_sizes: tuple[int, ...] = ()

    def oddity(self) -> int:
        """In how much it is not as the profile has it."""
        profile = Manner()
        names = ("block_unit", "digits", "key_order", "block_order")
        return sum(getattr(self, name) != getattr(profile, name) for name in names)


@dataclass(frozen=True)
class Made:
    """The plug-in, and the flags that it took."""

    plugin: Path
    flags: list[str]


class Unfit(Exception):
    """Why the sources are no peer in this width or manner."""


def make(
    folder: Path, cipher: str, name: str, flags: str | None, only: Iterable[str], work: Path
) -> Made:
    """Make the plug-in ``NAME.so`` in ``work``. Failed says why there is none."""
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
        return _made(folder, cipher, name, given, only, work)
    except PermissionError as error:
        raise Mistake(f"cannot read {error.filename}: {error.strerror}") from None


def _made(
    folder: Path, cipher: str, name: str, given: list[str], only: Iterable[str], work: Path
) -> Made:
    sources = _Sources(folder, only)
    widths = [given]
    if not {THIRTY_TWO, "-m64", "-mx32"} & set(given):
        widths.append([*given, THIRTY_TWO])
    shops = [_Workshop(sources, cipher, name, tried, work) for tried in widths]
    for manner in _manners(cipher):
        for shop in shops:
            made = None if shop.given_up else shop.tried(manner)
            if made:
                return made
    reasons = [str(shop.reason) for shop in shops]
    if len(set(reasons)) > 1:
        reasons = [reasons[0], f"with {THIRTY_TWO}: {reasons[1]}"]
    said = "; ".join(dict.fromkeys(reasons))
    raise Failed(f"{folder} is no {cipher} that can be measured: {said}")


def _manners(cipher: str) -> list[Manner]:
    """All that are tried: the profile's first, and the odder the later."""
    tried = itertools.product((1, 8), (HEXADECIMAL, BINARY, LOWER_CASE), ORDERS, ORDERS)
    sizes = tuple(_answers(cipher))
    return sorted((Manner(*odd, key_sizes=sizes) for odd in tried), key=Manner.oddity)


def compiles_32(work: Path) -> bool:
    """Whether 32-bit programs can be made here."""
    empty = work / "empty.c"
    empty.write_text("#include <stdio.h>\nint main(void) { return 0; }\n")
    return _complaint([THIRTY_TWO, str(empty), "-o", str(work / "empty")]) is None


# ---- What is in the folder ----


class _Sources:
    """The folder's C files and headers."""

    def __init__(self, folder: Path, only: Iterable[str]):
        self.folder = folder.resolve()
        there = sorted(path for path in self.folder.iterdir() if path.is_file())
        self.headers = [p for p in there if p.suffix.lower() == ".h"]
        self.files = [p for p in there if p.suffix.lower() == ".c"]
        if only:
            wanted = set(only)
            if unknown := wanted - {path.name for path in self.files}:
                raise Mistake(f"--source {min(unknown)}: no such C file in {folder}")
            self.files = [path for path in self.files if path.name in wanted]
        if not self.files:
            raise Mistake(f"--nist-c {folder}: no C file in it")

    def text(self, path: Path) -> str:
        """A file without its comments."""
        return COMMENT.sub(" ", path.read_text(encoding="latin-1"))

    @property
    def digest(self) -> str:
        """What stands for a version."""
        digest = hashlib.sha256()
        for path in (*self.headers, *self.files):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()[:8]

    def interface(self) -> Interface:
        """What it calls things. Unfit where the four functions are not there."""
        functions, types, where = {}, {}, None
        for function, pattern in NAMES.items():
            declared = re.compile(
                rf"\b({pattern})\s*\(\s*(?:const\s+|struct\s+)*(\w+)\s*\*", re.IGNORECASE
            )
            found = [
                (match[1], match[2], path)
                for path in (*self.headers, *self.files)
                for match in declared.finditer(self.text(path))
            ]
            if not found:
                raise Unfit(f"no file declares {function} as NIST's profile has it")
            functions[function], types[function], place = min(found, key=lambda f: len(f[0]))
            where = where or place
        body = re.compile(rf"\b{functions['makeKey']}\s*\([^;{{]*\)[^{{}}()]*\{{")
        texts = {path: self.text(path) for path in self.files}
        home = next((path for path, text in texts.items() if body.search(text)), self.files[0])
        declared = [[f'"{where.name}"']] if where in self.headers else []
        includes = [*declared, INCLUDE.findall(texts[home]), [f'"{home.name}"']]
        return Interface(functions, types["makeKey"], types["cipherInit"], home.name, includes)

    def misspelt(self) -> Iterator[tuple[str, Path]]:
        """Headers whose names stand in other letters than the file's, as on a disk of DOS."""
        there = {path.name.lower(): path for path in self.folder.iterdir()}
        for path in (*self.headers, *self.files):
            for quoted in INCLUDE.findall(self.text(path)):
                name = quoted[1:-1]
                real = there.get(name.lower())
                if real and real.name != name:
                    yield name, real


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


class _Workshop:
    """Compiles one submission in one width, and asks what comes out."""

    def __init__(self, sources: _Sources, cipher: str, name: str, flags: list[str], work: Path):
        self.reason: Exception | None = None  # why it is no peer in the profile's own manner
        self.given_up = False
        self._sources, self._cipher, self._name, self._flags = sources, cipher, name, flags
        self._work = work / f"{'32' if THIRTY_TWO in flags else 'own'}"
        self._links = self._work / "links"
        self._complaints: dict[str, str] = {}  # file: why it doesn't compile
        self._interface: Interface | None = None
        self._declared: list[str] = []  # the lines that declare the interface
        self._lengths: tuple[set[str], set[str]] = (set(), set())  # fields for a block's length

    def tried(self, manner: Manner) -> Made | None:
        """The plug-in, where known answers are right in this manner."""
        try:
            if self._interface is None:
                self._prepare()
            if manner.block_unit != 1 and not any(self._lengths):
                return None
            right, at_once, problem = self._asked(self._plugin(manner))
            if right:
                manner = replace(manner, key_sizes=tuple(right), at_once=at_once)
                return Made(self._plugin(manner), self._flags)
        except Unfit as unfit:
            problem, self.given_up = unfit, True
        self.reason = self.reason or problem
        if isinstance(problem, ProbeError) and problem.stage == "timeout":
            self.given_up = True  # another order of bytes will not end it
        return None

    def _prepare(self) -> None:
        self._links.mkdir(parents=True)
        if THIRTY_TWO in self._flags and not compiles_32(self._work):
            raise Unfit(f"no 32-bit programs can be made here: install {build.package_32()}")
        try:
            by = compilers.Toolchain(compilers.default())
            is_32 = THIRTY_TWO in self._flags
            self._probe = [str(build.c_probe_32())] if is_32 else build.c_probe(by)
        except factors.Refused as refusal:
            raise Unfit(refusal) from None
        self._interface = self._sources.interface()
        self._archive()
        self._declared = self._includes()
        self._lengths = self._fields()

    @property
    def _options(self) -> list[str]:
        """For every file. 32-bit programs of its time were not position-independent."""
        pic = ["-fno-pic", *build.headers_32()] if THIRTY_TWO in self._flags else ["-fPIC"]
        folders = [w for f in (self._sources.folder, self._links) for w in ("-iquote", str(f))]
        after = ["-idirafter", str(self._sources.folder)]  # <aes.h> too, but not its string.h
        return [*DIALECT, *self._flags, *pic, "-fvisibility=hidden", *folders, *after]

    def _archive(self) -> None:
        """All files that compile, for the linker to take from what it needs."""
        for name, real in self._sources.misspelt():
            link = self._links / name
            link.parent.mkdir(parents=True, exist_ok=True)
            if not link.exists():
                link.symlink_to(real)
        archive = self._work / "submission.a"
        objects = []
        for number, path in enumerate(self._sources.files):
            made = self._work / f"{number}.o"
            command = [*self._options, "-x", "c", "-c", str(path), "-o", str(made)]
            if complaint := _complaint(command):
                self._complaints[path.name] = complaint
            else:
                objects.append((path.name, made))
        wanted = self._interface.functions["makeKey"]
        homes = [name for name, made in objects if wanted in _defined(made)]
        if len(homes) > 1:
            raise Mistake(
                f"{' and '.join(homes)} each define {wanted}: name the files of one with --source"
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
        texts = [self._sources.text(p) for p in (*self._sources.headers, *self._sources.files)]
        names = {name for text in texts for name in BLOCK_FIELD.findall(text)}
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
            raise Unfit(f"{complaint}{also and f' ({also})'}")
        return plugin

    def _header(self, manner: Manner) -> str:
        """``submission.h``: what the adapter is to know."""
        block = _block_bytes(self._cipher)
        keys, ciphers = self._lengths
        length = 8 * block // manner.block_unit
        before = [f"(e)->{n} = (d)->{n} = {length};" for n in sorted(keys)]
        before += [f"(c)->{n} = {length};" for n in sorted(ciphers)]
        sizes, functions = manner.key_sizes, self._interface.functions
        step = math.gcd(*(size - sizes[0] for size in sizes)) or 8
        defined = {
            "ID": f'"{self._cipher}"',
            "PEER": f'"{self._name}"',
            "VERSION": f'"sources {self._sources.digest}"',
            "KEY": self._interface.key_type,
            "CIPHER": self._interface.cipher_type,
            "MAKE_KEY": functions["makeKey"],
            "INIT": functions["cipherInit"],
            "ENCRYPT": functions["blockEncrypt"],
            "DECRYPT": functions["blockDecrypt"],
            "BEFORE(e, d, c)": " ".join(before),
            "BLOCK_BYTES": block,
            "KEY_MIN": min(sizes),
            "KEY_MAX": max(sizes),
            "KEY_STEP": step,
            "DIGITS": f'"{manner.digits}"',
            "KEY_ORDER": manner.key_order,
            "BLOCK_ORDER": manner.block_order,
            "AT_ONCE": manner.at_once,
        }
        lines = [f"#define SUBMISSION_{name} {value}".rstrip() for name, value in defined.items()]
        return "\n".join([*self._declared, *lines, ""])

    # ---- Asking ----

    def _asked(self, plugin: Path) -> tuple[list[int], int, Exception | None]:
        """The key sizes that it is right for, how many blocks a call, and else the reason."""
        right, at_once, problem = [], 0, None
        for bits, entries in _answers(self._cipher).items():
            try:
                with Probe([*self._probe, "--plugin", str(plugin)], ANSWER) as probe:
                    if not self._many(probe, entries):
                        at_once = ONE
                right.append(bits)
            except (ProbeError, Unfit) as error:
                problem = problem or error
                if isinstance(error, ProbeError) and error.stage == "timeout":
                    break
        return right, at_once, problem

    def _many(self, probe: Probe, entries: list) -> bool:
        """Whether it is right for several blocks a call; Unfit where it isn't for one."""
        theirs, ours = _oracles(probe, self._cipher, self._name)
        for entry in entries:
            got = theirs.encrypt(entry.key, entry.plain)
            if got != entry.cipher:
                raise Unfit(
                    f"wrong answer: key={entry.key.hex()} plaintext={entry.plain.hex()} "
                    f"expected={entry.cipher.hex()} got={got.hex()}"
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


def _oracles(probe: Probe, cipher: str, name: str) -> tuple[nist.Oracle, nist.Oracle]:
    """Theirs and our first one of the cipher."""
    engines = manifest.described(probe.ask("list"), probe.command)
    [theirs] = [e for e in engines if e.library == name]
    ours = next(e for e in engines if e.cipher == cipher and e.library != name)
    return nist.Oracle(probe, theirs), nist.Oracle(probe, ours)


def settle(made: Made, place: Path) -> list[str]:
    """Keep the plug-in in a peer's own folder, with the header that says how; its file's name."""
    with files.writing(place):
        shutil.rmtree(place, ignore_errors=True)  # of an add that was killed
        place.mkdir(parents=True)
        for path in (made.plugin, made.plugin.parent / "submission.h"):
            path.rename(place / path.name)
    return [made.plugin.name]
