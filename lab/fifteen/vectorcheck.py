# SPDX-License-Identifier: Apache-2.0
"""Prove engines value for value against other people's vector files, in every dialect.

A folder holds a folder for each cipher. Each entry of each file is run both ways (a Monte Carlo
Test's entry through its turns); a file that :mod:`fifteen.nist` makes too must be what it makes.
"""

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from fifteen import manifest, nist, terminal, vectorfiles
from fifteen.errors import Failed, Mistake
from fifteen.manifest import Engine
from fifteen.nist import Oracle
from fifteen.probes import Probe, ProbeError
from fifteen.vectorfiles import Entry

# CAVP's Monte Carlo Tests by their files' names: turns of the inner loop.
_CAVP_TURNS = {"ECBMCT": 1000, "TECBMonte": 10_000}

# Botan's files hold several ciphers in sections: which cipher, where it isn't the folder's.
_SECTIONS = {"TripleDES": "3des"}

# Files and folders in the folder of another cipher than theirs.
_ELSEWHERE = {"hpc/ecb_tbl.txt": "hpc-b64", "hpc/generated-wagner-fix": "hpc-1999"}


@dataclass
class Row:
    """What became of one file."""

    file: str
    entries: int = 0
    equal: int = 0
    left_out: int = 0  # of a block or key size that no engine here has
    made: bool | None = None  # whether our generator makes the same; None: it makes no such file
    reason: str = ""  # the first difference

    @property
    def good(self) -> bool:
        """Nothing differs."""
        return not self.reason and self.made is not False


def check(folder: Path, engines: list[Engine], wanted: Callable[[str], bool]) -> None:
    """Check the files of ``folder`` and print a table; Failed if anything differs."""
    if not folder.is_dir():
        raise Mistake(f"{folder} is not a folder of vector files")
    by_cipher = {engine.cipher: engine for engine in engines}
    files = [
        (engine, path)
        for engine, path in _files(folder, by_cipher)
        if wanted(str(path.relative_to(folder)))
    ]
    if not files:
        raise Mistake(f"{folder} has no such files: they are sought as {folder}/serpent/ecb_vk.txt")
    rows = []
    with terminal.bars() as shown:
        bar = shown.add_task("vectors", total=len(files))
        for engine, path in files:
            name = str(path.relative_to(folder))
            shown.update(bar, description=name)
            rows.append(_check_file(path, Row(name), engine, by_cipher))
            shown.advance(bar)
    _report(folder, engines, rows)


def _files(folder: Path, by_cipher: dict[str, Engine]) -> Iterator[tuple[Engine, Path]]:
    """The files of these ciphers, each with the engine that serves it."""
    for top in sorted({*by_cipher, *(place.split("/")[0] for place in _ELSEWHERE)}):
        for path in sorted((folder / top).rglob("*")):
            place = path.relative_to(folder)
            parent = _ELSEWHERE.get(str(place.parent), top)
            engine = by_cipher.get(_ELSEWHERE.get(str(place), parent))
            if engine and path.is_file():
                yield engine, path


def _check_file(path: Path, row: Row, engine: Engine, by_cipher: dict[str, Engine]) -> Row:
    try:
        entries = vectorfiles.read(path)
        row.entries = len(entries)
        if path.stem in nist.names(engine):
            with Probe(engine.command) as probe:
                fitting = [entry for entry in entries if _fits(entry, engine)]
                row.made = _values(nist.entries(probe, engine, path.stem)) == _values(fitting)
            if row.made and nist.FILES[path.stem].monte_carlo:
                row.equal = len(entries)  # each entry was run in the making
                return row
        alike = itertools.groupby(entries, key=lambda entry: (entry.section, entry.block_bits))
        for (section, block_bits), group in alike:
            cipher = _SECTIONS.get(section, engine.cipher)
            wide = by_cipher.get(f"{cipher}-b{block_bits}")  # a block size with an id of its own
            _check_entries(path.stem, list(group), row, wide or by_cipher.get(cipher))
    except Mistake as error:
        row.reason = error.message
    except ProbeError as error:
        row.reason = f"{engine.engine}: {error.reason}"
    return row


def _values(entries) -> list[list[tuple[str, bytes]]]:
    return [vectorfiles.fields(entry) for entry in entries]


def _check_entries(stem: str, entries: list[Entry], row: Row, engine: Engine | None) -> None:
    fitting = [entry for entry in entries if engine is not None and _fits(entry, engine)]
    row.left_out += len(entries) - len(fitting)
    if not fitting:
        return
    form = manifest.cipher(engine.cipher).nist if nist.in_nist_form(stem) else nist.NATURAL
    with Probe(engine.command) as probe:
        oracle = Oracle(probe, engine, form)
        for entry, expected, got in _run(oracle, stem, fitting):
            if got == expected:
                row.equal += 1
            elif not row.reason:
                row.reason = f"key={entry.key.hex()} expected={expected.hex()} got={got.hex()}"


def _fits(entry: Entry, engine: Engine) -> bool:
    return (
        8 * len(entry.key) in engine.key_sizes
        and len(entry.plain) % engine.block_bytes == 0
        and entry.block_bits in (None, 8 * engine.block_bytes)
    )


def _run(oracle: Oracle, stem: str, entries: list[Entry]) -> Iterator[tuple[Entry, bytes, bytes]]:
    """Each entry with what it says and what the engine says: all its outputs, joined."""
    alike = itertools.groupby(
        entries, key=lambda entry: (entry.key, entry.tweak, _monte_carlo(stem, entry))
    )
    for (_, _, test), run in alike:
        if test is None:
            yield from _known_answers(oracle, list(run))
        else:
            for entry in run:
                yield entry, *_end_of_chain(oracle, entry, *test)


def _known_answers(oracle: Oracle, run: list[Entry]) -> Iterator[tuple[Entry, bytes, bytes]]:
    """Entries of one key, both ways: one request each, as some files have many of a key."""
    key, tweak, at = run[0].key, run[0].tweak, 0
    encrypted = oracle.encrypt(key, b"".join(entry.plain for entry in run), tweak=tweak)
    decrypted = oracle.decrypt(key, b"".join(entry.cipher for entry in run), tweak=tweak)
    for entry in run:
        end = at + len(entry.plain)
        iterated = [
            oracle.monte_carlo("ecb-encrypt", key, entry.plain, None, count)[1]
            for count in entry.iterated
        ]
        expected = entry.cipher + entry.plain + b"".join(entry.iterated.values())
        yield entry, expected, encrypted[at:end] + decrypted[at:end] + b"".join(iterated)
        at = end


def _end_of_chain(
    oracle: Oracle, entry: Entry, mode: str, length: int, turns: int
) -> tuple[bytes, bytes]:
    """What a Monte Carlo Test's entry says, and what the engine says."""
    given, expected = entry.plain, entry.cipher
    if mode.endswith("decrypt"):
        given, expected = expected, given
    chain = nist.chain(oracle, mode, entry.key, given, entry.iv, length, turns)
    last = next(itertools.islice(chain, length - 1, None))
    return expected, last.cipher if mode.endswith("encrypt") else last.plain


def _monte_carlo(stem: str, entry: Entry) -> tuple[str, int, int] | None:
    """Mode, entries and turns where the entry is a Monte Carlo Test's: one of it, or its end."""
    if stem in nist.MONTE_CARLO:
        return nist.MONTE_CARLO[stem], 1, nist.TURNS
    mode = f"ecb-{entry.section.lower()[:7]}"
    if entry.section.endswith("MCT"):  # Crypto++: only where the whole chain ends
        return mode, nist.CHAIN, nist.TURNS
    turns = _CAVP_TURNS.get(re.sub(r"\d+$", "", stem))
    return turns and (mode, 1, turns)


def _report(folder: Path, engines: list[Engine], rows: list[Row]) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("file", no_wrap=True)
    for column in ("entries", "equal", "left out"):
        table.add_column(column, justify="right", min_width=len(column))
    table.add_column("as made", min_width=7)
    table.add_column("result", min_width=10)
    for row in rows:
        made = {None: "", True: "yes", False: "NO"}[row.made]
        result = "differs" if not row.good else "equal" if row.equal else "no vectors"
        table.add_row(
            row.file, str(row.entries), str(row.equal), str(row.left_out or ""), made, result
        )
    console = Console(soft_wrap=True, highlight=False)
    console.print(table)
    for row in rows:
        if row.reason:
            console.print(f"{row.file}: {row.reason}", markup=False)
    served = {engine.cipher for engine in engines}
    others = sorted(p.name for p in folder.iterdir() if p.is_dir() and p.name not in served)
    if others:
        console.print(f"no engine for: {', '.join(others)}")
    wrong = [row.file for row in rows if not row.good]
    if wrong:
        raise Failed(f"{len(wrong)} of {len(rows)} files differ, the first is {wrong[0]}")
