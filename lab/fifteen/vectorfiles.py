# SPDX-License-Identifier: Apache-2.0
"""Test-vector files: read every published dialect, write NIST's, name a file by its digest.

A file is a list of :class:`Entry`. Dialects: NIST's of 1998 (``KEY=``, ``PT=``, ``CT=``, where what
stands alone in a paragraph holds for all that follow), CAVP's ``.rsp``, NESSIE's, NIST's worked
examples (``Key is``), Crypto++'s (three columns, or ``Key: ...``) and Botan's (``In``, ``Out``).
"""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from fifteen.errors import Mistake


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One vector, its bytes in the order in which the file prints them."""

    key: bytes
    plain: bytes
    cipher: bytes
    iv: bytes | None = None
    tweak: bytes | None = None  # None: zeros, where the cipher has one
    section: str = ""  # what the file's last [SECTION] said, or the entry's own "Test:"
    block_bits: int | None = None  # what the file's last BLOCKSIZE said
    iterated: dict[
        int, bytes
    ] = {}  # NESSIE, DFC v2: after that many encryptions, each of the last's output


# How the dialects spell a field. Two keys more (Triple-DES) follow the first.
_FIELDS = {
    "key": "key",
    "keys": "keys",
    "key1": "key",
    "key2": "key2",
    "key3": "key3",
    "iv": "iv",
    "cv": "iv",
    "tweak": "tweak",
    "pt": "plain",
    "plain": "plain",
    "plaintext": "plain",
    "in": "plain",
    "ct": "cipher",
    "cipher": "cipher",
    "ciphertext": "cipher",
    "out": "cipher",
}
_NUMBER = re.compile(r"(?:I|COUNT)\s*=\s*(\d+)|Set\s+\d+,\s*vector#\s*(\d+)", re.IGNORECASE)
_FIELD = re.compile(r"(\w[\w ]*?)\s*[=:]\s*([0-9A-Fa-f]*)$")
_HEADING = re.compile(r"(\w+) is$")
_ITERATED = re.compile(r"Iterated (\d+) times$")
_ITERATIONS = re.compile(r"ITERATIONS=(\d+) CT=([0-9A-Fa-f]+)$")
_COLUMNS = re.compile(r"([0-9A-Fa-f]{16,})\s+([0-9A-Fa-f]{16,})\s+([0-9A-Fa-f]{16,})$")
_HEX = re.compile(r"[0-9A-Fa-f]{2,}(?: [0-9A-Fa-f]{2,})*$")
_SECTION = re.compile(r"\[(\w+)\]$")
_TEST = re.compile(r"Test: (\w+)$")
_BLOCK_BITS = re.compile(r"BLOCKSIZE=(\d+)$")


def read(path: Path) -> list[Entry]:
    """The entries of a file, in order; a Mistake where one is cut short or isn't whole bytes."""
    try:
        text = path.read_text(encoding="latin-1")
    except OSError as error:
        raise Mistake(f"cannot read {path}: {error.strerror}") from None
    return _Reader(path).read(text)


class _Reader:
    """Gathers the fields of a paragraph, and makes an entry of it at its end."""

    def __init__(self, path: Path):
        self.path = path
        self.line = 0
        self.section = ""
        self.block_bits: int | None = None
        self.entries: list[Entry] = []
        self.standing: dict[str, str] = {}  # stated once, for all that follow
        self._begin()

    def _begin(self) -> None:
        self.fields: dict[str, str] = {}
        self.numbered = ""
        self.open: str | None = None  # the field that a line of bare digits continues

    def read(self, text: str) -> list[Entry]:
        # A worked example is one long paragraph between rulers; blank lines mean nothing in it.
        worked = "Plaintext is" in text
        for self.line, raw in enumerate(text.splitlines(), 1):
            line = raw.strip()
            if worked and set(line) <= {"-"}:
                continue  # nothing, or a page's end: both stand even within a value
            if line.startswith("=====") or not line:
                self._end()
            elif section := _SECTION.match(line):
                self._end()
                self.section = section[1]
            elif number := _NUMBER.match(line):
                self._end()
                self.numbered = number[1] or number[2]
            elif test := _TEST.match(line):
                self._end(section=test[1])
            elif block := _BLOCK_BITS.match(line):
                self._end()
                self.block_bits = int(block[1])
            elif line.upper().startswith("KEYSIZE"):
                self._end()
                self.standing = {}
            elif iterations := _ITERATIONS.match(line):
                self._end()
                self._iterate(int(iterations[1]), iterations[2])
            elif columns := _COLUMNS.match(line):
                self.fields = dict(zip(("key", "plain", "cipher"), columns.groups(), strict=True))
                self._end()
            elif heading := _HEADING.match(line):
                self._open(heading[1])
            elif field := _FIELD.match(line):
                self._open(field[1], field[2])
            elif _HEX.match(line) and self.open:
                self.fields[self.open] += line.replace(" ", "")
            else:
                self.open = None
        self._end()
        return self.entries

    def _open(self, word: str, digits: str = "") -> None:
        iterated = _ITERATED.match(word)
        name = f"iterated {iterated[1]}" if iterated else _FIELDS.get(word.lower())
        # A worked example shows the text again, in the middle of the work: the first one counts.
        if name in self.fields and (digits or name == "key"):
            self._end()
        self.open = None if name in self.fields else name
        if self.open:
            self.fields[name] = digits

    def _end(self, section: str | None = None) -> None:
        fields, numbered = self.fields, self.numbered
        self._begin()
        if not fields:
            return
        whole = self.standing | fields
        if "key2" in fields:
            whole["key"] = "".join(fields.get(k, "") for k in ("key", "key2", "key3"))
        if "keys" in fields:
            whole["key"] = 3 * fields["keys"]
        if {"key", "plain", "cipher"} <= whole.keys() and {"plain", "cipher"} & fields.keys():
            self.entries.append(self._entry(whole, section or self.section))
        elif numbered:
            raise self._mistake(f"entry {numbered} is cut short")
        else:
            self.standing |= fields

    def _entry(self, fields: dict[str, str], section: str) -> Entry:
        try:
            values = {name: bytes.fromhex(digits) for name, digits in fields.items()}
        except ValueError:
            raise self._mistake("a value is not whole bytes") from None
        if not values["cipher"] or len(values["plain"]) != len(values["cipher"]):
            raise self._mistake("plaintext and ciphertext are not of one length")
        return Entry(
            key=values["key"],
            plain=values["plain"],
            cipher=values["cipher"],
            iv=values.get("iv"),
            tweak=values.get("tweak"),
            section=section,
            block_bits=self.block_bits,
            iterated={int(n.split()[1]): v for n, v in values.items() if n.startswith("iterated")},
        )

    def _iterate(self, count: int, digits: str) -> None:
        """The first entry's plaintext, encrypted that often: so DFC's second paper prints it."""
        if not self.entries or len(digits) != 2 * len(self.entries[0].cipher):
            raise self._mistake(f"{count} iterations of no entry")
        first = self.entries[0]
        iterated = first.iterated | {count: bytes.fromhex(digits)}
        self.entries[0] = msgspec.structs.replace(first, iterated=iterated)

    def _mistake(self, what: str) -> Mistake:
        return Mistake(f"{self.path}, before line {self.line}: {what}")


def digest(entries: Iterable[Entry]) -> str:
    """The SHA-256 of the canonical form: KEY, IV and TWEAK if any, PT and CT of each entry."""
    state = hashlib.sha256()
    for entry in entries:
        for name, value in fields(entry):
            state.update(f"{name}={value.hex()}\n".encode())
    return state.hexdigest()


def fields(entry: Entry) -> list[tuple[str, bytes]]:
    """What stands in a file for an entry, by NIST's names."""
    values = [
        ("KEY", entry.key),
        ("IV", entry.iv),
        ("TWEAK", entry.tweak),
        ("PT", entry.plain),
        ("CT", entry.cipher),
    ]
    return [(name, value) for name, value in values if value is not None]


def text(
    title: str,
    heading: list[str],
    entries: Iterable[Entry],
    first: int = 1,
    cipher_first: bool = False,
) -> str:
    """A file in NIST's form; entries are numbered from ``first`` within each key size.

    ``cipher_first``: the ciphertext is what was given, as in a decryption test.
    """
    lines = ["=========================", "", f'FILENAME:  "{title}"', "", *heading, ""]
    key_bits, number = None, first
    for entry in entries:
        if 8 * len(entry.key) != key_bits:
            key_bits, number = 8 * len(entry.key), first
            lines += ["==========", "", f"KEYSIZE={key_bits}", ""]
        values = fields(entry)
        if cipher_first:
            values[-2:] = values[:-3:-1]
        lines.append(f"I={number}")
        lines += [f"{name}={value.hex().upper()}" for name, value in values]
        lines.append("")
        number += 1
    return "\n".join([*lines, "=========="]) + "\n"
