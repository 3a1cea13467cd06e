# SPDX-License-Identifier: Apache-2.0
"""What an engine of ours takes in the object files of its build, and in its source.

The library is compiled with a section for each function and each table, so that what an engine
needs is found as a linker finds it: from the functions in its descriptor along the relocations.
A compiler that makes no such sections puts a file's code in one; all of it counts then.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from elftools.common.exceptions import ELFError
from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection

from fifteen import complexity_c
from fifteen.probes import ProbeError

FOLDER = Path("CMakeFiles/fifteen_objects.dir/src")  # in a build


@dataclass(frozen=True)
class Part:
    """A section that the program loads."""

    file: str
    name: str
    code: bool
    size: int
    entry: int  # bytes of each, where equal entries are merged; else 0

    def __str__(self) -> str:
        return f"{self.file}: {self.name.removeprefix('.text.').removeprefix('.rodata.')}"


@dataclass(frozen=True)
class Reference:
    """A relocation: from an offset in its section to a symbol, or to a place in a section."""

    at: int
    to: str | Part
    offset: int  # in a section


class Library:
    """The object files of one build."""

    def __init__(self, folder: Path):
        self._where: dict[str, tuple[Part, int, int]] = {}  # a symbol's section, offset, size
        self._references: dict[Part, list[Reference]] = {}
        paths = sorted([*folder.glob("*.o"), *folder.glob("*.obj")])
        for path in paths:
            self._read(path)
        if not paths:
            raise ProbeError(
                "refused", f"{folder}: no object files: the build was moved or cleaned"
            )

    def _read(self, path: Path) -> None:
        file = path.name.removesuffix(".o").removesuffix(".obj")
        try:
            with path.open("rb") as opened:
                self._take(file, ELFFile(opened))
        except (ELFError, OSError) as error:
            raise ProbeError("refused", f"{path}: no ELF object file ({error})") from None

    def _take(self, file: str, elf: ELFFile) -> None:
        parts = {
            number: Part(
                file,
                section.name,
                bool(section["sh_flags"] & SH_FLAGS.SHF_EXECINSTR),
                section["sh_size"],
                section["sh_entsize"] if section["sh_flags"] & SH_FLAGS.SHF_MERGE else 0,
            )
            for number, section in enumerate(elf.iter_sections())
            if section["sh_flags"] & SH_FLAGS.SHF_ALLOC
        }
        table = elf.get_section_by_name(".symtab")
        if table is None:
            return
        for symbol in table.iter_symbols():
            part = parts.get(symbol["st_shndx"])
            if part and symbol["st_info"]["bind"] == "STB_GLOBAL":
                self._where[symbol.name] = part, symbol["st_value"], symbol["st_size"]
        for section in elf.iter_sections():
            part = isinstance(section, RelocationSection) and parts.get(section["sh_info"])
            if part:
                found = (self._reference(one, table, parts) for one in section.iter_relocations())
                self._references.setdefault(part, []).extend(filter(None, found))

    @staticmethod
    def _reference(relocation, table, parts: dict[int, Part]) -> Reference | None:
        symbol = table.get_symbol(relocation["r_info_sym"])
        if symbol is None:
            return None
        part = parts.get(symbol["st_shndx"])
        more = relocation["r_addend"] if relocation.is_RELA() else 0
        return Reference(
            relocation["r_offset"], part or symbol.name, symbol["st_value"] + more if part else 0
        )

    def _target(self, reference: Reference) -> tuple[Part, int] | None:
        """A section and an offset in it; None in a library of the system's."""
        if isinstance(reference.to, Part):
            return reference.to, reference.offset
        part, offset, _size = self._where.get(reference.to, (None, 0, 0))
        return part and (part, offset)

    def _from(self, part: Part, start: int, size: int) -> Iterator[tuple[Part, int]]:
        for reference in self._references.get(part, []):
            if start <= reference.at < start + size and (target := self._target(reference)):
                yield target

    def source(self, symbol: str) -> str:
        """The name of the file that defines a symbol."""
        if symbol not in self._where:
            raise ProbeError("refused", f"no object file of this build defines {symbol}")
        return self._where[symbol][0].file

    def needs(self, symbol: str) -> tuple[dict[str, int], dict[str, int]]:
        """Bytes of code and of tables, by part, that a descriptor's functions need.

        Of a section of merged constants only the entries that are referred to count.
        """
        self.source(symbol)
        found: dict[Part, set[int]] = {}
        new = [target for target in self._from(*self._where[symbol]) if target[0].code]
        while new:
            part, offset = new.pop()
            # where the code counts from the end of an instruction, an offset is less by some bytes
            entry = math.ceil(offset / part.entry) if part.entry else 0
            if part not in found:
                new += self._from(part, 0, part.size)
            found.setdefault(part, set()).add(entry)
        code, tables = {}, {}
        for part, entries in sorted(found.items(), key=lambda item: str(item[0])):
            size = min(part.size, part.entry * len(entries)) if part.entry else part.size
            if size:
                kind = code if part.code else tables
                kind[str(part)] = kind.get(str(part), 0) + size
        return code, tables


@cache
def library(folder: Path) -> Library:
    """The object files in a folder, read once."""
    return Library(folder)


def descriptor(engine: str) -> str:
    """The symbol of one of our engines: ``fifteen_crypton_v1_0_portable``."""
    return re.sub(r"[^a-z0-9]", "_", engine.removeprefix("c/")).join(("fifteen_", ""))


class Reader:
    """Answers like a probe, of engines of ours, from the build beside a probe's program."""

    def __init__(self, command: list[str], _timeout: float = 0):
        probe = next(Path(word) for word in command if Path(word).is_file())
        self._folder = probe.parents[1] / FOLDER

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, *_exception) -> None:
        self.stop()

    def stop(self) -> None:
        """Nothing runs."""

    def ask(self, verb: str, *, engine: str, **_words: object) -> dict:
        """``code-bytes`` or ``source`` of an engine. Raises ProbeError."""
        objects, symbol = library(self._folder), descriptor(engine)
        file = objects.source(symbol)
        if verb == "source":
            return {"file": file, **complexity_c.row(file, _sources(file))}
        code, tables = objects.needs(symbol)
        return {"file": file, "code": code, "tables": tables}


@cache
def _sources(file: str) -> list[complexity_c.Source]:
    return [complexity_c.read(path) for path in complexity_c.engine_sources(file)]
