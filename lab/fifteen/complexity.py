# SPDX-License-Identifier: Apache-2.0
"""``./fifteen complexity``: how complex sources are, in NIST's terms and in Halstead's.

``java/complexity`` counts over javac's parser, ``complexity_c`` over lizard's; here counts become
averages and tables. docs/complexity.md defines every number.
"""

import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import click
import msgspec
import pandas as pd
from rich.table import Table

from fifteen import (
    build,
    complexity_c,
    files,
    halstead,
    manifest,
    objects,
    places,
    probes,
    terminal,
)
from fifteen.errors import Failed, Mistake

# The six of NIST's report of 1999, section 4.5: column of a frame, heading.
NIST = {
    "size": "size in lines",
    "cyclomatic_case": "cyclomatic, with case",
    "cyclomatic": "without case",
    "j0": "J0",
    "j1": "J1",
    "j1_plus": "J1+",
}
# The three columns of its Appendix A, and which of the six they are (J1+: docs/complexity.md).
APPENDIX = {
    "Avg Method Size": "size",
    "Cyclomatic Complexity": "cyclomatic_case",
    "J-Complexity": "j1_plus",
}
BY = ("class", "package", "method")
LANGUAGES = ("java", "c")
JAVA = (".java", ".jar", ".zip")
LEAST_WIDTH = 100  # columns: a narrower terminal wraps, and shows all digits


class Type(msgspec.Struct, tag_field="kind", tag="class"):
    """A top-level class, with all that is written in it. ``names``: those its source mentions."""

    file: str
    name: str
    line: int
    lines: int
    names: set[str]
    operators: dict[str, int]
    operands: dict[str, int]

    @property
    def package(self) -> tuple[str, str]:
        """Its folder, so that two versions of a package are two, and the package's name."""
        return self.file.rpartition("/")[0], self.name.rpartition(".")[0] or "(no package)"

    @property
    def simple_name(self) -> str:
        """Its name without the package's."""
        return self.name.rpartition(".")[2]


class Method(msgspec.Struct, tag_field="kind", tag="method"):
    """A method with a body. ``within``: its top-level class; probes are least numbers of them."""

    file: str
    within: str
    method: str
    initialiser: bool
    line: int
    lines: int
    decisions: int
    switches: int
    labels: int
    defaults: int
    catches: int
    conditions: int
    blocks: int
    segments: int
    all_segments: int = msgspec.field(name="allSegments")

    @property
    def six(self) -> dict[str, int]:
        """NIST's six numbers."""
        simple = 1 + self.decisions
        cyclomatic = (simple + self.labels, simple + 2 * self.switches)
        values = (self.lines, *cyclomatic, self.blocks, self.segments, self.all_segments)
        return dict(zip(NIST, values, strict=True))


class Refused(msgspec.Struct, tag_field="kind", tag="refused"):
    """A source that isn't Java, or an archive that can't be read (line 0)."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"left out: {place}: {self.reason}"


class Engine(msgspec.Struct, tag_field="kind", tag="engine"):
    """One of our engines. ``name``: its class."""

    engine: str
    cipher: str
    name: str


_RECORD = msgspec.json.Decoder(Type | Method | Refused | Engine)


class Source:
    """What was counted: classes, refusals, our engines if they were asked for."""

    def __init__(self, records: Iterable[Type | Method | Refused | Engine]):
        self.types: list[Type] = []
        self.methods: list[Method] = []
        self.refused: list[Refused] = []
        self.engines: list[Engine] = []
        lists = (self.types, self.methods, self.refused, self.engines)
        of_kind = dict(zip((Type, Method, Refused, Engine), lists, strict=True))
        for record in records:
            of_kind[type(record)].append(record)
        self._methods: dict[tuple[str, str], list[Method]] = {}
        for method in self.methods:
            self._methods.setdefault((method.file, method.within), []).append(method)

    def with_helpers(self, one: Type) -> list[Type]:
        """A class and those of its package that it cannot do without, itself first."""
        package = [other for other in self.types if other.package == one.package]
        found = [one]
        for user in found:  # it grows
            found += [t for t in package if t.simple_name in user.names and t not in found]
        return found

    def row(self, name: str, types: list[Type]) -> dict[str, object]:
        """Some classes together: their methods and lines, the six, Halstead's three.

        Averages are over all methods and constructors; without any they are missing.
        """
        methods = [m for t in types for m in self._methods.get((t.file, t.name), [])]
        methods = [m.six for m in methods if not m.initialiser]
        return {
            "name": name,
            "classes": len(types),
            "methods": len(methods),
            "lines": sum(one.lines for one in types),
            **pd.DataFrame(methods, columns=list(NIST)).mean(),
            **halstead.measures(types),
        }


def shares(frame: pd.DataFrame) -> pd.DataFrame:
    """Each of the six as a share of the highest in the frame, and ``overall``, their mean."""
    there = [column for column in NIST if column in frame]
    of_highest = frame[there] / frame[there].max()
    return of_highest.assign(overall=of_highest.mean(axis=1, skipna=False))


# ---- Measuring ----


def count(*arguments: object) -> Source:
    """What ``complexity.jar`` counts in files, folders and archives; ``--engines`` adds ours.

    Mistake without a JDK, Failed where something cannot be read.
    """
    javac = shutil.which("javac")
    if javac is None:
        raise Mistake(
            "complexity reads sources with a JDK's compiler, and no javac is on PATH: "
            "install a JDK 17 or newer"
        )
    build.ensure_java()
    command = [str(Path(javac).resolve().with_name("java")), "-jar", str(places.COMPLEXITY)]
    done = subprocess.run([*command, *map(str, arguments)], capture_output=True)
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines() or ["no reason given"]
        raise Failed(f"the sources could not be counted: {said[-1]}")
    return Source(_RECORD.decode_lines(done.stdout))


def measure(paths: Iterable[Path | str], by: str = "class") -> pd.DataFrame:
    """The complexity of the Java sources in files, folders, jars and zips.

    A row a class (``by="class"``), a package or a method. Sources that are no Java are left out;
    they are in ``frame.attrs["refused"]``, a line each. Mistake where there is no source at all.
    """
    paths = list(paths)
    for path in paths:
        if not Path(path).exists():
            raise Mistake(f"{path}: not there")
    source = count(*paths)
    if not (source.types or source.refused):
        shown = ", ".join(map(str, paths))
        raise Mistake(
            f"{shown}: no class here, in .java files or in zips or jars of them, and no C"
        )
    frame = _by(source, by)
    frame.attrs["refused"] = [str(one) for one in source.refused]
    return frame


def _by(source: Source, by: str) -> pd.DataFrame:
    if by == "method":
        return pd.DataFrame([
            {"name": f"{m.within}: {m.method}", "file": m.file, "line": m.line, **m.six}
            for m in source.methods
        ])  # fmt: skip
    groups = {}
    for one in source.types:
        place = (one.file, one.name) if by == "class" else one.package
        groups.setdefault(place, []).append(one)
    return pd.DataFrame([
        {"file": file, **source.row(name, types)} for (file, name), types in groups.items()
    ])  # fmt: skip


def of_engines(helpers: bool = False) -> pd.DataFrame:
    """The complexity of our Java engines: a row each, with ``engine`` and ``cipher`` besides.

    Of an engine's own class, which ``name`` is, or with the classes that it cannot do without.
    Engines that share a class have the same numbers.
    """
    source = count("--engines", places.ENGINES)
    types = {one.name: one for one in source.types}
    rows = []
    for one in source.engines:
        own = types[one.name]
        numbers = source.row(own.name, source.with_helpers(own) if helpers else [own])
        rows.append({"engine": one.engine, "cipher": one.cipher, **numbers})
    return pd.DataFrame(rows)


def of_c_engines(helpers: bool = False) -> pd.DataFrame:
    """The same of our C engines: their files and cipher's headers, or all that they include."""
    build.ensure_c()
    library = objects.library(places.C_BUILD / objects.FOLDER)
    rows = []
    for one in manifest.engines(probes.c_probe()):
        own = complexity_c.engine_sources(library.source(objects.descriptor(one.engine)))
        needed = complexity_c.with_helpers(own[0]) if helpers else own
        numbers = complexity_c.row(own[0].name, [complexity_c.read(path) for path in needed])
        rows.append({"engine": one.engine, "cipher": one.cipher, **numbers})
    return pd.DataFrame(rows)


# ---- The command ----


def frames(
    paths: tuple[Path, ...], by: str, helpers: bool, languages: Iterable[str]
) -> dict[str, pd.DataFrame]:
    """By language the rows of what was asked for: of PATHs, those languages that are in them."""
    if not paths and by == "class":
        engines = {"java": of_engines, "c": of_c_engines}
        return {language: engines[language](helpers) for language in languages}
    default = {"java": places.ENGINES, "c": places.ROOT / "c" / "src"}
    found = {}
    for language in languages:
        of = list(paths) or [default[language]]
        if language == "java" and (len(languages) == 1 or not paths or _java_is_in(of)):
            found["java"] = measure(of, by)
        if language == "c" and (sources := complexity_c.sources(of)):
            found["c"] = pd.DataFrame(complexity_c.rows(sources, by))
    if not found:
        raise Mistake(f"{', '.join(map(str, paths))}: no C source here, in .c or .h files")
    return found


def _java_is_in(paths: list[Path]) -> bool:
    """Whether it is, or nothing of C either, of which Java's counter then speaks."""
    inside = (one for path in paths for one in (path.rglob("*") if path.is_dir() else [path]))
    return not complexity_c.sources(paths) or any(one.suffix in JAVA for one in inside)


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--by", type=click.Choice(BY), default="class", help="What a row is.")
@click.option("--helpers", is_flag=True, help="Our engines with the classes or files they need.")
@click.option("--language", type=click.Choice(LANGUAGES), help="This one alone.")
@click.option("--csv", type=click.Path(dir_okay=False, path_type=Path), help="Write the table.")
@click.option("--json", type=click.Path(dir_okay=False, path_type=Path), help="Write the table.")
def complexity_command(
    paths: tuple[Path, ...],
    by: str,
    helpers: bool,
    language: str | None,
    csv: Path | None,
    json: Path | None,
) -> None:
    """Count the complexity of Java and C sources: our engines, or those in PATHs.

    A PATH is a source, a folder, or in Java a zip or jar of sources; in C a class is a file, and a
    package a folder. The numbers are those of NIST's report of 1999, averages over all methods or
    functions, with Halstead's effort; docs/complexity.md defines them.
    """
    if paths and helpers:
        raise Mistake("--helpers is of our engines: --by package takes all classes of a package")
    for path in paths:
        if not path.exists():
            raise Mistake(f"{path}: not there")
    found = frames(paths, by, helpers, (language,) if language else LANGUAGES)
    for line in (line for frame in found.values() for line in frame.attrs.get("refused", [])):
        click.echo(line, err=True)
    each = [
        frame.join(shares(frame).add_prefix("share_")).assign(language=spoken)
        for spoken, frame in found.items()
        if len(frame)
    ]
    if not each:
        raise Failed("nothing could be counted")
    full = pd.concat(each)
    for path, text in ((csv, full.to_csv(index=False)), (json, full.to_json(orient="records"))):
        if path:
            files.replace(path, text.encode())
    console = terminal.wide_console()
    console.width = max(console.width, LEAST_WIDTH)
    for number, one in enumerate(each):
        console.print(*([""] if number else []), _table(one), sep="\n")


def _table(full: pd.DataFrame) -> Table:
    """The rows, the most complex first; engines that share a class share a row."""
    rows = full.drop_duplicates("name") if "engine" in full else full
    counted = "functions" if (full["language"] == "c").all() else "methods"
    headings = {"methods": counted, **NIST, "share_overall": "of the highest", **halstead.NUMBERS}
    headings = {column: name for column, name in headings.items() if column in full}
    package = _package_of_all(rows["name"])
    table = Table(
        title=package, title_justify="left", box=None, pad_edge=False, padding=(0, 1, 0, 0)
    )
    table.add_column("", overflow="fold")
    for heading in headings.values():
        table.add_column(heading.replace(" ", "\n"), justify="right", no_wrap=True)
    for row in rows.sort_values("share_overall", ascending=False).to_dict("records"):
        name = row["name"].removeprefix(f"{package}.")
        table.add_row(name, *(_written(column, row[column]) for column in headings))
    return table


def _package_of_all(names: Iterable[str]) -> str:
    """The package that all names begin with: said once, it leaves room for what differs."""
    if any(name.partition(":")[0].endswith(complexity_c.SUFFIXES) for name in names):
        return ""  # C has files
    return os.path.commonprefix(list(names)).partition(":")[0].rpartition(".")[0]


def _written(column: str, value: float) -> str:
    if pd.isna(value):
        return "–"
    if column == "share_overall":
        return f"{value:.0%}"
    return f"{value:,.1f}" if column in NIST or column == "difficulty" else f"{value:,.0f}"
