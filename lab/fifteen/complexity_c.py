# SPDX-License-Identifier: Apache-2.0
"""How complex C sources are: lizard finds functions and tokens, docs/complexity.md what to count.

The numbers are those of ``complexity`` as far as they have a meaning in C: sizes, cyclomatic
complexity with and without ``case``, Halstead's three.
"""

import functools
import math
import re
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from types import ModuleType

from lizard_languages.clike import CLikeReader

from fifteen import halstead, places

SUFFIXES = (".c", ".h")
DECISIONS = ("if", "for", "while")  # do ends with a while
LABELS = ("case", "default")
CONDITIONS = ("&&", "||", "?")  # lizard's own number has them, ours not

# C11, 6.4.1: operators in Halstead's sense, as every keyword is
_KEYWORDS = frozenset(
    "auto break case char const continue default do double else enum extern float for goto if "
    "inline int long register restrict return short signed sizeof static struct switch typedef "
    "union unsigned void volatile while _Alignas _Alignof _Atomic _Bool _Complex _Generic "
    "_Imaginary _Noreturn _Static_assert _Thread_local".split()
)
_DIRECTIVE = re.compile(r"#\s*(\w+)(.*)", re.DOTALL)
_OPERAND = re.compile(r"[\w\"'.]")  # how names, numbers and strings begin, after an L or u or not


@dataclass
class Function:
    """A function with a body: where it is, how often each word that decides is in it."""

    name: str
    line: int
    lines: int
    words: Counter
    mccabe: int  # lizard's own number

    @property
    def numbers(self) -> dict[str, int]:
        """Size, and cyclomatic complexity with and without ``case``."""
        simple = 1 + sum(self.words[word] for word in DECISIONS)
        return {
            "size": self.lines,
            "cyclomatic_case": simple + sum(self.words[word] for word in LABELS),
            "cyclomatic": simple + 2 * self.words["switch"],
        }


@dataclass
class Source:
    """One file: its functions, and what Halstead counts of all of it."""

    file: str
    lines: int
    functions: list[Function] = field(default_factory=list)
    operators: Counter = field(default_factory=Counter)
    operands: Counter = field(default_factory=Counter)


class _Deciding:
    """An extension of lizard: the words that decide, by function."""

    def __call__(self, tokens, reader):
        for token in tokens:
            if token in (*DECISIONS, *LABELS, *CONDITIONS, "switch"):
                function = reader.context.current_function
                function.words = getattr(function, "words", Counter())
                function.words[token] += 1
            yield token


@functools.cache
def _lizard() -> ModuleType:
    """Lizard, without the folder of the program that it puts before Python's own."""
    path = list(sys.path)
    import lizard

    sys.path[:] = path
    return lizard


def read(path: Path) -> Source:
    """What is counted in one file. Text that is not UTF-8 is read as ISO 8859-1."""
    raw = Path(path).read_bytes()
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    lizard = _lizard()
    analyser = lizard.FileAnalyzer(lizard.get_extensions([_Deciding()]))
    functions = [
        Function(
            one.name,
            one.start_line,
            one.end_line - one.start_line + 1,
            getattr(one, "words", Counter()),
            one.cyclomatic_complexity,
        )
        for one in analyser.analyze_source_code(f"{path}.c", text).function_list
    ]
    source = Source(str(path), len(text.splitlines()), functions)
    _halstead(text, source)
    return source


def _halstead(text: str, source: Source) -> None:
    """Add the operators and operands of a text, those in macros included."""
    tokens = [token for token in CLikeReader.generate_tokens(text) if not token.isspace()]
    tokens = [token for token in tokens if not token.startswith(("//", "/*", "\\"))]
    for token, after in zip(tokens, [*tokens[1:], ""], strict=False):
        if directive := _DIRECTIVE.fullmatch(token):
            source.operators[f"#{directive[1]}"] += 1
            _halstead(directive[2].replace("\\\n", " "), source)
        elif token in (")", "]", "}"):
            continue  # of a pair the first
        elif token in _KEYWORDS or not _OPERAND.match(token) or (after == "(" and _named(token)):
            source.operators[token] += 1
        else:
            source.operands[token] += 1


def _named(token: str) -> bool:
    return token[0].isalpha() or token[0] == "_"


# ---- Files of the library ----


def sources(paths: Iterable[Path]) -> list[Path]:
    """The C files in files and folders, in order."""
    found = []
    for path in map(Path, paths):
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        found += [one for one in inside if one.is_file() and one.suffix in SUFFIXES]
    return list(dict.fromkeys(found))


def _included(file: Path) -> list[Path]:
    """The headers beside a source that it includes."""
    text = file.read_text(encoding="utf-8")
    named = re.findall(r'^#include "([^"]+)"', text, re.MULTILINE)
    return [file.with_name(name) for name in named if file.with_name(name).exists()]


def with_helpers(file: Path) -> list[Path]:
    """A source and those beside it that it includes, with what these declare, itself first."""
    found = [file]
    for user in found:  # it grows
        for header in _included(user):
            needed = (header, header.with_suffix(".c"))
            found += [one for one in needed if one.exists() and one not in found]
    return found


def engine_sources(name: str) -> list[Path]:
    """The file of ours called ``name``, first, and headers of the same cipher that it includes.

    What engines of a cipher share is in such a header: rijndael_vaes.h of rijndael_vaesvl.c.
    """
    found = [places.ROOT / "c" / "src" / name]
    own = found[0].stem.partition("_")[0] + "_"
    for user in found:  # it grows
        found += [one for one in _included(user) if one.name.startswith(own) and one not in found]
    return found


# ---- Numbers ----


def row(name: str, of: list[Source]) -> dict[str, object]:
    """Some files together, as ``complexity``'s rows are; averages are over their functions."""
    functions = [function.numbers for one in of for function in one.functions]
    averages = {
        name: fmean(numbers[name] for numbers in functions) if functions else math.nan
        for name in ("size", "cyclomatic_case", "cyclomatic")
    }
    return {
        "name": name,
        "files": len(of),
        "methods": len(functions),
        "lines": sum(one.lines for one in of),
        **averages,
        **halstead.measures(of),
    }


def rows(files: list[Path], by: str) -> list[dict[str, object]]:
    """A row a file (``by="class"``), a folder (``package``) or a function (``method``)."""
    if by == "method":
        return _by_function(files)
    groups = {}
    for path in files:
        groups.setdefault(path if by == "class" else path.parent, []).append(path)
    return [
        {"file": str(place), **row(place.name, [read(path) for path in of])}
        for place, of in groups.items()
    ]


def _by_function(files: list[Path]) -> list[dict[str, object]]:
    return [
        {"name": f"{path.name}: {one.name}", "file": str(path), "line": one.line, **one.numbers}
        for path in files
        for one in read(path).functions
    ]
