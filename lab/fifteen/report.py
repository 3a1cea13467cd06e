# SPDX-License-Identifier: Apache-2.0
"""The report: one HTML file that needs nothing else, and a summary for the terminal."""

import base64
import contextlib
import functools
import json
import shlex
from collections.abc import Sized
from importlib import resources
from pathlib import Path

import click
import jinja2
import pandas as pd
import vl_convert
from markupsafe import Markup
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fifteen import (
    __version__,
    across,
    charts,
    files,
    manifest,
    measure_report,
    measure_tables,
    naming,
    native_report,
    places,
    repeats,
    statistics,
    tables,
    terminal,
)
from fifteen.errors import Failed
from fifteen.naming import LANGUAGES, OPERATIONS
from fifteen.peers import OURS
from fifteen.tables import Column, View

MOST_TIES = 6  # named in the answer
MOST_OPEN = 2  # tables of a study that are open when the page is
OPEN_PICTURES = 2  # of a study, the others fold out
MOST_DRAWN = 4  # toolchains beside the first that a chart tells apart
MOST_TERMINAL = 4  # and that a terminal has columns for
SECTIONS = {  # of the same engine with other toolchains
    "c": {
        "id": "compilers",
        "one": "compiler",
        "others": "compilers and flags",
        "by": "wall time on a core of its own",
        "verified": "as that compiler and those flags made it",
    },
    "java": {
        "id": "jvms",
        "one": "jvm",
        "others": "JVMs and modes",
        "by": "the thread’s CPU time",
        "verified": "on the very JVM, and in the very mode, in which it was timed",
    },
}
CYCLES_BY = {"counter": "counter", "clock": "ticks × ratio", "estimate": "estimate", "none": ""}
MISSING = {"unproven": "not proven", "failed": "failed", "": "–"}


# ---- The answer ----


def answer(view: View) -> list[str]:
    """The report in two sentences: who is fastest, and what cannot be separated."""
    columns = [column for column in view.columns if column.operation == "encrypt"]
    if not columns:
        what = "No time" if view.figures.empty else "No time of encryption"
        return [f"{what} was measured here.", "The tables show what there is."]
    fastest = "; ".join(_fastest(view, column) for column in columns)
    return [f"{fastest[0].upper()}{fastest[1:]}.", _not_separated(view, columns)]


def _fastest(view: View, column: Column) -> str:
    figures = view.of(column).set_index("title").drop(index=view.harness, errors="ignore")
    where = _where(view, column)
    if figures.empty:
        return f"in {where} no encryption has a figure"
    leaders = view.rankings[column].leaders() or [figures.index[0]]
    figure = figures.loc[leaders[0]]
    cycles = f"{tables.in_cycles(figure)[0]} core cycles a byte, " if figure["cycles"] > 0 else ""
    cost = f"({cycles}{tables.in_time(figure)[0]} MB/s)"
    if len(leaders) > 1:
        return f"in {where}, {_and(leaders)} encrypt fastest and cannot be separated {cost}"
    if len(figures) == 1:
        said = "alone was measured"
    else:
        said = (
            "has the lowest median cost"
            if view.rankings[column].pairs.empty
            else "encrypts fastest"
        )
    return f"in {where}, {leaders[0]} {said} {cost}"


def _not_separated(view: View, columns: list[Column]) -> str:
    rankings = {column: view.rankings[column] for column in columns}
    if not any(len(ranking.pairs) or "".join(ranking.letters) for ranking in rankings.values()):
        return (
            f"Nothing is ranked: a ranking needs {statistics.LETTER_ROUNDS} rounds, and "
            f"{view.rounds} {'was' if view.rounds == 1 else 'were'} measured."
        )
    if not any(len(ranking.pairs) for ranking in rankings.values()):
        return "Nothing is ranked: where one was measured there is nothing to set it beside."
    ties = [
        f"{pair.first} and {pair.second} in {_where(view, column)}"
        for column, ranking in rankings.items()
        for pair in ranking.pairs.itertuples()
        if not pair.separated
    ]
    if not ties:
        return (
            "Within each language all encryption speeds are separated: they differ by more than "
            "1\N{NO-BREAK SPACE}%, and beyond chance."
        )
    if len(ties) > MOST_TIES:
        return f"{len(ties)} pairs are not separated: the letters below say which."
    return f"Not separated: {'; '.join(ties)}."


def _where(view: View, column: Column | tables.Peers) -> str:
    several = len({c.toolchain for c in view.columns if c.language == column.language}) > 1
    return LANGUAGES[column.language] + (f" with {column.toolchain}" if several else "")


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


# ---- The page ----


def write(folder: Path, out: Path | None = None) -> Path:
    """Write the report of a results folder, whole or not at all, and return its path.

    Raises Mistake for a folder without a session, Failed where the file cannot be written.
    """
    return _write(View(statistics.load(folder)), out)


def publish(folder: Path, out: Path | None = None, session: str | None = None) -> Path:
    """As ``write``, and print the summary: of records that are read once."""
    view = View(statistics.load(folder), session)
    written = _write(view, out)
    summary(view, terminal.wide_console())
    return written


def _write(view: View, out: Path | None) -> Path:
    out = out or Path(view.results.folder) / "report.html"
    files.replace(out, render(view).encode())
    return out


@functools.cache
def _template() -> jinja2.Template:
    """The page's, compiled once."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("fifteen"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters |= {
        "number": tables.number,
        "span": tables.span,
        "whole": measure_tables.whole,
        "json": _json,
    }
    return environment.get_template("report.html.j2")


def render(view: View) -> str:
    """The whole page."""
    from fifteen import study  # which measures, and so imports what writes reports

    lines = tables.lines(view)
    found = study.sections(view.results.folder)
    said = [] if found and view.figures.empty else answer(view)
    return _template().render(
        view=view,
        version=__version__,
        answer=[*said, *(of.answer for of in found)],
        in_cycles=view.figures.empty or bool((view.figures["cycles"] > 0).any()),
        operations=OPERATIONS,
        languages=LANGUAGES,
        missing=MISSING,
        cycles_by=CYCLES_BY,
        statistics=statistics,
        bulk=tables.BULK,
        font=charts.FONT,
        len=len,
        studies=found,
        open_tables=MOST_OPEN,
        open_pictures=OPEN_PICTURES,
        about=_about(view),
        units=tables.UNITS,
        named=naming.named,
        short=naming.short,
        measures=measure_report.sections(view),
        native=native_report.sections(view),
        sized=_all_sized(view),
        banded=any(len(bands) for bands in view.bands.values()),
        families=_families(view),
        spoken=sorted({column.language for column in view.columns}),
        command=shlex.join(["./fifteen", *view.session.command]),
        cost_charts=_cost_charts(view),
        curve=_curve_chart(view),
        lines=lines,
        line_counts=sorted({count for row in lines for count in row["line"].residuals.index}),
        beside=tables.beside(view),
        beside_chart=_beside_chart(view),
        across=_all_across(view),
        peers=[_peers_shown(peers, _where(view, peers)) for peers in tables.beside_peers(view)],
        figures=tables.all_figures(view),
        verified=tables.verified(view),
        facts=view.results.machines.get(view.machine, {}),
        toolchains=tables.toolchains(view),
        failed=tables.failed(view),
        load=repeats.load(view),
        repeats=repeats.repeats(view),
        repeats_said=repeats.sentence(view),
        libraries=_libraries(),
    )


def _all_sized(view: View) -> list[dict]:
    """The main table at each key size, and at the first with each other toolchain."""
    key_sizes = [_sized(view.at(bits), str(bits), f"{bits} bits") for bits in view.key_sizes]
    others = [
        _sized(view.at(None, name), f"{SECTIONS[language]['one']}-{number}", f"with {name}")
        for language in across.several(view)
        for number, name in enumerate(view.toolchains[language][1:], 1)
    ]
    return [_sized(view.at(None), "first", "each cipher’s first"), *key_sizes, *others]


def _sized(view: View, key: str, label: str) -> dict:
    """The main table at one key size and with one toolchain, and the ratios of its costs."""
    return {
        "id": key,
        "label": label,
        "table": "main-table" + (f"-{key}" if key != "first" else ""),
        "view": view,
        "main": tables.main_table(view),
        "harness": tables.main_row(view, view.harness) if view.has_harness else None,
        "groups": _groups(view),
        "ratios": {"titles": view.titles, "columns": tables.ratios(view)},
    }


def _families(view: View) -> dict[str, str]:
    """The families in the main table, and what they are called."""
    there = {view.families[name] for name in view.titles}
    return {family: named for family, named in manifest.FAMILIES.items() if family in there}


def _about(view: View) -> list[str]:
    """What the page is of, under its title."""
    facts = view.results.machines.get(view.machine, {})
    ciphers = sorted(set(view.main["cipher"]) - {tables.HARNESS})
    processor = facts.get("cpu_model_name") or "unknown processor"
    day = view.session.started[:10]
    if view.figures.empty:
        return [processor, day]
    tools = ", ".join(toolchain for _, toolchain, _ in _groups(view))
    rounds = _count(range(view.rounds), "round")
    return [_count(ciphers, "cipher"), processor, tools, day, rounds]


def _groups(view: View) -> list[tuple[str, str, int]]:
    """(language, toolchain, columns) of the main table's header."""
    tools = [(column.language, column.toolchain) for column in view.columns]
    return [(*tool, tools.count(tool)) for tool in dict.fromkeys(tools)]


def _json(value: object) -> Markup:
    """JSON that may stand inside a script element."""
    return Markup(json.dumps(value, ensure_ascii=False).replace("<", "\\u003c"))


@functools.cache
def _vega() -> str:
    """Vega's JavaScript, kept under ``build``: it takes seconds to be put together."""
    kept = places.BUILD / f"vega-{vl_convert.__version__}.js"
    if not kept.exists():
        bundle = vl_convert.javascript_bundle()
        with contextlib.suppress(Failed):  # a report needs no place to keep it
            files.replace(kept, bundle.encode())
        return bundle
    return kept.read_text("utf-8")


@functools.cache
def _libraries() -> dict[str, str]:
    """Vega and DataTables, as data: URLs of JavaScript modules."""
    sources = {
        "vega": _vega(),
        "tables": (resources.files("itables") / "html" / "dt_bundle.js").read_text("utf-8"),
    }
    return {
        name: "data:text/javascript;base64," + base64.b64encode(source.encode()).decode()
        for name, source in sources.items()
    }


def _cost_charts(view: View) -> list[dict]:
    """Key set-up, encryption, decryption: each a heading, a chart and what it shows."""
    shown = []
    for operation, heading in OPERATIONS.items():
        found = tables.costs(view, operation)
        if len(found):
            unit = "nanoseconds a byte" if found["blocks"].any() else "nanoseconds a key"
            said = f"{heading}, {unit}. {_range(found)}. Every run is drawn."
            values = view.values[view.values["cell"].isin(found["cell"])]
            values = values[["title", "cipher", "language", "ns"]]
            spec = charts.costs(_with_family(found), _with_family(values), unit, said)
            shown.append({"id": operation, "heading": heading, "spec": spec, "said": said})
    return shown


def _with_family(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with the column by which the page's switches filter a chart."""
    return frame.assign(family=[manifest.cipher(cipher).family for cipher in frame["cipher"]])


def _range(found: pd.DataFrame) -> str:
    parts = []
    for language, rows in found.groupby("language"):
        low, high = rows.loc[rows["ns"].idxmin()], rows.loc[rows["ns"].idxmax()]
        ends = [f"{end['title']} ({tables.number(end['ns'])})" for end in (low, high)]
        parts.append(f"{LANGUAGES[language]}: {' to '.join(dict.fromkeys(ends))}")
    return "; ".join(parts)


def _curve_chart(view: View) -> dict | None:
    points = tables.curve(view)
    if points.empty:
        return None
    columns = ["title", "family", "language", "blocks", "cycles", "cycles_low", "cycles_high"]
    said = "Core cycles a byte of encryption in C against blocks a call, a curve a cipher."
    shown = ["{} cycles a byte [{}]".format(*tables.in_cycles(figure)) for figure in points.iloc]
    points = _with_family(points).assign(shown=shown)
    return {"spec": charts.blocks(points[[*columns, "shown"]], said), "said": said}


def _beside_chart(view: View) -> dict | None:
    found = tables.beside(view)
    if found.empty:
        return None
    said = "How many times C's time Java takes, by cipher and operation, with 95 % intervals."
    shown = [f"{tables.number(r.ratio)} [{tables.span(r.low, r.high)}]" for r in found.itertuples()]
    short = found["operation"].map({OPERATIONS[name]: naming.SHORT[name] for name in OPERATIONS})
    drawn = found.assign(shown=shown, operation=short)
    return {"spec": charts.ratios(drawn, "Java's time / C's time", said), "said": said}


def _all_across(view: View) -> list[dict]:
    """Of each language with several toolchains that something but the harness was measured on."""
    found = [_across(view, language) for language in across.several(view)]
    return [section for section in found if section["tables"]]


def _across(view: View, language: str) -> dict:
    """The same engine with a language's other toolchains: tables, what they say, and charts."""
    found, spreads = across.across(view, language), across.spreads(view, language)
    said = [across.answer(found), across.evenness(spreads)]
    shown = SECTIONS[language] | {"tables": found, "answer": " ".join(filter(None, said))}
    shown |= {"spreads": spreads, "chart": None, "spread_chart": None}
    for of in found:
        drawn = across.drawn(of)
        if of.operation == "encrypt" and len(drawn) and len(of.others) <= MOST_DRAWN:
            said = (
                f"How many times its time with {of.base} an engine takes to encrypt with other "
                f"{shown['others']}, with 95 % intervals."
            )
            spec = charts.ratios(drawn, f"time / time with {of.base}", said, "toolchain")
            shown["chart"] = {"spec": spec, "said": said}
    drawn = across.spread_drawn(spreads)
    if len(drawn):
        said = (
            f"The slowest of the {shown['others']} over the fastest, by engine and operation, with "
            "95 % intervals."
        )
        spec = charts.ratios(drawn, "slowest / fastest", said)
        shown["spread_chart"] = {"spec": spec, "said": said}
    return shown


def _peers_shown(peers: tables.Peers, where: str) -> dict:
    """A language's table, its chart of whole messages, and what they say."""
    drawn = [
        {
            "title": f"{row['title']} · {row['library']}",
            "operation": naming.short(operation),
            "shown": f"{tables.number(ratio.ratio)} [{tables.span(ratio.low, ratio.high)}]",
            **ratio._asdict(),
        }
        for row in peers.rows
        for (operation, blocks), ratio in zip(peers.columns, row["cells"], strict=True)
        if ratio and blocks == tables.BULK
    ]
    said = (
        f"{where}: how many times ours another library's engine costs, at "
        f"{tables.BULK} blocks a call, with 95 % intervals."
    )
    chart = None
    if drawn:
        spec = charts.ratios(pd.DataFrame(drawn), "their cost / our cost", said)
        chart = {"spec": spec, "said": said}
    return {"table": peers, "chart": chart, "answer": _against(peers, where)}


def _against(peers: tables.Peers, where: str) -> str:
    """How ours stands against the others where it encrypts whole messages; slower than whose."""
    at = peers.bulk
    others = [row for row in peers.rows if row["library"] != OURS]
    found = [(row, row["cells"][at]) for row in others if row["cells"][at]]
    slower = [
        f"{row['library']}’s {row['title']} ({tables.number(ratio.ratio)})"
        for row, ratio in found
        if ratio.high < 1
    ]
    cheaper = sum(ratio.low > 1 for _, ratio in found)
    return (
        f"Our {where} beside other libraries "
        f"({tables.heading(*peers.columns[at])}): cheaper than {cheaper} of "
        + _count(found, "engine")
        + (f", dearer than {_and(slower)}." if slower else ".")
    )


# ---- The terminal ----


def summary(view: View, console: Console) -> None:
    """Print the answer, the main table and the failures to the terminal."""
    for group in _groups(view):
        console.print(_terminal_table(view, *group[:2]))
    against = tables.beside_peers(view)
    for peers in against:
        console.print(_terminal_peers(peers, _where(view, peers)))
    said = answer(view)
    for language in across.several(view):
        found, spreads = across.across(view, language), across.spreads(view, language)
        for of in found:
            if len(of.others) <= MOST_TERMINAL:
                console.print(_terminal_across(of))
        if any(of.rows for of in spreads):
            console.print(_terminal_spread(spreads))
        said += [across.answer(found), across.evenness(spreads)]
    said += [_against(peers, _where(view, peers)) for peers in against]
    said += [native_report.cycles(view), repeats.sentence(view)]
    for sentence in filter(None, said):
        console.print(sentence, highlight=False)
    for line in view.session.left_out:
        console.print(Text.assemble(("left out ", "bold red"), line))
    for failure in tables.failed(view):
        where = f" with {failure['toolchain']}" if across.several(view) else ""
        cells = _count(failure["cells"], "cell")
        what = f"{failure['engine']}{where} ({cells}): {failure['reason']}"
        console.print(Text.assemble(("failed ", "bold red"), what))


def _count(things: Sized, name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"


def _terminal_table(view: View, language: str, toolchain: str) -> Table:
    unit = "core cycles a key set-up or a byte"
    if language != "c":
        unit = "core cycles (estimated) a key set-up or a byte"
    if not (view.figures["cycles"] > 0).any():
        unit = "nanoseconds a key set-up, MB/s"
    title = f"{LANGUAGES[language]}, {toolchain}: {unit}"
    mine = [n for n, c in enumerate(view.columns) if c.toolchain == toolchain]
    mine = [n for n in mine if view.columns[n].operation in OPERATIONS] or mine
    table = _compact(title, "Cipher", [view.columns[place].short for place in mine])
    for row in tables.main_table(view):
        cells = [row["cells"][place] for place in mine]
        if any(cell.get("missing") != "" for cell in cells):
            table.add_row(row["title"], *map(_plain, cells))
    return table


def _terminal_peers(peers: tables.Peers, where: str) -> Table:
    title = f"{where}: how many times ours other libraries cost"
    columns = enumerate(peers.columns)
    usual = {(operation, blocks) for operation in OPERATIONS for blocks in (0, tables.BULK)}
    shown = [n for n, column in columns if column in usual] or list(range(len(peers.columns)))
    table = _compact(title, "Cipher", [naming.short(peers.columns[n][0]) for n in shown])
    for row in peers.rows:
        cells = [_plain_ratio(row["cells"][n]) for n in shown]
        table.add_row(f"{row['title']}\n[dim]{row['library']}[/]", *cells)
    return table


def _terminal_across(of: across.Across) -> Table:
    language = LANGUAGES[of.language]
    title = f"{OPERATIONS[of.operation]} in {language}: how many times its time with {of.base}"
    table = _compact(title, "Engine", [name.replace("-", "\n", 1) for name in of.others])
    for row in of.rows:
        table.add_row(row["title"], *map(_plain_ratio, row["cells"]))
    return table


def _terminal_spread(found: list[across.Spread]) -> Table:
    """A row an engine, a column an operation; the most even first, by the last operation there."""
    where = f"{found[0].toolchains} toolchains"
    title = f"{LANGUAGES[found[0].language]}: slowest over fastest of {where}, the most even first"
    table = _compact(title, "Engine", [naming.SHORT[of.operation] for of in found])
    rows = [{row["title"]: row for row in of.rows} for of in found]
    order = next((of for of in found if of.operation == "encrypt"), found[0]).rows
    for name in dict.fromkeys([row["title"] for row in order] + [n for of in rows for n in of]):
        table.add_row(name, *(_plain_spread(of.get(name)) for of in rows))
    return table


def _plain_spread(row: dict | None) -> Text:
    text = _plain_ratio(row and row["ratio"])
    return text if row is None else Text(f"{row['letters']} ") + text


def _compact(title: str, first: str, columns: list[str]) -> Table:
    """A table that four columns of intervals leave within 80 characters."""
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(first, no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def _plain_ratio(ratio: statistics.Ratio | None) -> Text:
    if ratio is None:
        return Text("–", style="dim")
    interval = f"\n[{tables.span(ratio.low, ratio.high)}]"
    return Text.assemble((tables.number(ratio.ratio), "bold"), (interval, "dim"))


def _plain(cell: dict) -> Text:
    if "missing" in cell:
        return Text(MISSING[cell["missing"]], style="red" if cell["missing"] else "dim")
    cost, interval = cell["cycles"] if cell["cycles"][0] != "–" else cell["time"]
    return Text.assemble((cost, "bold"), f" {cell['letters']}\n", (f"[{interval}]", "dim"))


@click.command()
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    default=places.RESULTS,
    help="The results folder (default: results).",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file to write (default: report.html in the results folder).",
)
@click.option("--session", help="Of this session (default: the largest, no study's).")
def report_command(results: Path, out: Path | None, session: str | None) -> None:
    """Write the report of what was measured: one HTML file, and a summary here."""
    click.echo(f"report: {publish(results, out, session)}")
