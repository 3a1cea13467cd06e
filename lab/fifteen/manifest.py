# SPDX-License-Identifier: Apache-2.0
"""What exists: ``ciphers.toml``, the known answers in ``vectors/``, the engines that probes hold.

The manifest says what code cannot: who, when, where specified, how printed, how far proven. Block
and key sizes come from the engines themselves (:class:`Engine`); :func:`engines` joins the two.
"""

import functools
import hashlib
import os
import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from fifteen import places, vectorfiles
from fifteen.errors import Mistake
from fifteen.probes import Probe, ProbeError, files

FAMILIES = {
    "candidate": "AES candidates",
    "variant": "their variants",
    "classic": "classics",
    "study": "reduced keys",
    "harness": "the harness",
}
MASK = "FIFTEEN_FEATURES"  # takes features of the processor away from our library


class Nist(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the cipher's files in NIST's form print keys, plaintexts and ciphertexts."""

    reversed: bool = False  # every string back to front
    key_update: Literal["printed", "natural"] = (
        "printed"  # the Monte Carlo Test's, on which strings
    )


class VectorFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The digest (:func:`fifteen.vectorfiles.digest`) of a file that the lab can make."""

    sha256: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    origin: Literal["official", "third-party", "own"]


class Cipher(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One table of the manifest."""

    title: str
    family: Literal["candidate", "variant", "classic", "study", "harness"]
    designers: str
    year: int
    specification: str
    rounds: str
    byte_order: str
    key_bits: list[int]  # as stored; the sizes that are measured
    effective_key_bits: list[int]  # of each of them
    left_out: str = ""  # what the specification has and the engines have not
    agrees_with: list[str]  # other people's implementations that give the same values
    proof_note: str = ""  # what the values leave unproven
    nist: Nist = Nist()
    vectors: dict[str, VectorFile] = {}

    @property
    def status(self) -> str:
        """How far it is proven, in a few words: never "official" without official vectors."""
        count = len(self.agrees_with)
        others = {0: "", 1: "agrees with one other implementation"}.get(
            count, f"agrees with {count} other implementations"
        )
        if any(file.origin == "official" for file in self.vectors.values()):
            return "; ".join(filter(None, ["official vectors", others]))
        return others or "own vectors only"


class Engine(msgspec.Struct, frozen=True, kw_only=True):
    """What a probe's ``list`` says of an engine (docs/probe-protocol.md), and how to reach it."""

    engine: str
    cipher: str
    name: str
    library: str
    version: str  # of its library, as it runs
    built_version: str = ""  # as its plug-in was built, in C
    needs: str = ""
    usable: bool = True
    block_bytes: int
    key_bits_min: int
    key_bits_max: int
    key_bits_step: int
    tweak_bytes: int = 0
    batch: int = 1
    pays_from: int = 0
    context_bytes: int | None = None
    command: list[str] = []  # the probe's
    toolchain: str = ""  # the name of what compiled it, or runs it
    interpreted: bool = False  # so slow that it takes only the first Monte Carlo entry

    @property
    def key_sizes(self) -> range:
        """The key sizes that it takes, in bits."""
        return range(self.key_bits_min, self.key_bits_max + 1, self.key_bits_step or 1)


@functools.cache
def load(path: Path = places.MANIFEST) -> dict[str, Cipher]:
    """The manifest: cipher id to its table, in the file's order."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Mistake(f"cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Mistake(f"{path}: {error}") from None
    return {name: _cipher(path, name, table) for name, table in tables.items()}


def _cipher(path: Path, name: str, table: object) -> Cipher:
    try:
        cipher = msgspec.convert(table, Cipher)
    except msgspec.ValidationError as error:
        raise Mistake(f"{path}, table [{name}]: {error}") from None
    if not cipher.key_bits or len(cipher.key_bits) != len(cipher.effective_key_bits):
        raise Mistake(f"{path}, table [{name}]: key_bits and effective_key_bits must pair up")
    return cipher


def cipher(name: str) -> Cipher:
    """One cipher; an unknown one is a Mistake that lists those there are."""
    try:
        return load()[name]
    except KeyError:
        raise Mistake(f"unknown cipher {name!r}: one of {', '.join(load())}") from None


def first_size(name: str, sizes: Collection[int]) -> int:
    """An engine's first key size, of those that it has: the cipher's first, else the smallest."""
    known = load().get(name)
    first = known.key_bits[0] if known else 128
    return first if first in sizes else min(sizes)


@functools.cache
def answers(name: str) -> list[vectorfiles.Entry]:
    """The known answers of a cipher: the entries of ``vectors/NAME.txt``, natural byte order."""
    cipher(name)
    entries = vectorfiles.read(places.VECTORS / f"{name}.txt")
    if not entries:
        raise Mistake(f"{places.VECTORS / f'{name}.txt'} holds no known answer")
    return entries


def known_answers(name: str, key_bits: int) -> tuple[bytes, bytes, bytes]:
    """The first known answer with that key size and no tweak: key, plaintext, ciphertext."""
    for entry in answers(name):
        if 8 * len(entry.key) == key_bits and entry.tweak is None:
            return entry.key, entry.plain, entry.cipher
    raise Mistake(f"vectors/{name}.txt has no known answer for a key of {key_bits} bits")


def answers_digest() -> str:
    """A digest of the manifest and of all known answers: what engines are held against."""
    files = [places.MANIFEST, *sorted(places.VECTORS.glob("*.txt"))]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def engines(*commands: list[str]) -> list[Engine]:
    """The engines of the probes that these commands start, each a cipher of the manifest."""
    return [engine for command in commands for engine in described(_told(command), command)]


def told(command: list[str], timeout: float = 30.0, **words: str) -> dict:
    """A probe's answer to ``list``. Raises ProbeError."""
    with Probe(command, timeout) as probe:
        return probe.ask("list", **words)


def _told(command: list[str]) -> dict:
    try:
        return told(command)
    except ProbeError as error:
        raise unlisted(command, error) from None


def unlisted(command: list[str], error: Exception) -> Mistake:
    """A probe that doesn't answer as it should, as a Mistake."""
    return Mistake(f"{command[0]} does not say what engines it holds: {error}")


def described(answer: dict, command: list[str]) -> list[Engine]:
    """The engines of a probe's answer to ``list``, each a cipher of the manifest."""
    try:
        found = [msgspec.convert(e | {"command": command}, Engine) for e in answer["engines"]]
    except (msgspec.ValidationError, KeyError, TypeError) as error:
        raise unlisted(command, error) from None
    for engine in found:
        if engine.cipher not in load():
            raise Mistake(
                f"{engine.engine}: ciphers.toml has no table [{engine.cipher}]: "
                "docs/adding-a-cipher.md says what belongs into it"
            )
    return found


def binary(command: list[str]) -> str:
    """The SHA-256 of a probe: of every file that its command names, the JVM's launcher left out.

    Where ``MASK`` is set, of its value too: the same files then run other engines.
    """
    parts = [file.read_bytes() for file in files(command)]
    parts += [mask.encode() for mask in masks()]
    digests = [hashlib.sha256(part).hexdigest() for part in parts]
    return (
        digests[0] if len(digests) == 1 else hashlib.sha256("".join(digests).encode()).hexdigest()
    )


def masks() -> list[str]:
    """``FIFTEEN_FEATURES=-avx2`` where that is set, as toolchains' flags say it; else nothing."""
    return [f"{MASK}={value}"] if (value := os.environ.get(MASK)) else []


# ---- The README's table ----


def markdown(found: list[Engine]) -> str:
    """The ciphers and what there is of each, as a Markdown table."""
    rows = [
        "| cipher | designers | year | block | key bits | C | Java | proof |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, described in load().items():
        engines = [engine for engine in found if engine.cipher == name]
        if name == "null" or not engines:
            continue
        by_language = [
            ", ".join(e.name for e in engines if e.engine.startswith(f"{language}/"))
            for language in ("c", "java")
        ]
        cells = [
            f"{described.title} (`{name}`)",
            described.designers,
            str(described.year),
            str(8 * engines[0].block_bytes),
            sizes(engines[0].key_sizes),
            *by_language,
            described.status,
        ]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def sizes(bits: range) -> str:
    """Key sizes as a reader takes them in."""
    if len(bits) < 3:
        return ", ".join(map(str, bits))
    return f"{bits[0]} to {bits[-1]} in steps of {bits.step}"
