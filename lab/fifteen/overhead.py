# SPDX-License-Identifier: Apache-2.0
"""``./fifteen overhead``: what our JCE provider costs, mode by mode.

Long messages in calls of one size, through our provider, through every other that has the
transformation, and through the bare engine that ours takes for a call of that size: the engine in
ECB, with nothing around it. All of a transformation and direction are measured in the same rounds.
"""

import itertools
import json
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace

import click
from rich.console import Console
from rich.table import Table

from fifteen import advise, build, jvms, machine, manifest, peers, probes, statistics
from fifteen.advise import Candidate, Use
from fifteen.errors import Failed, Mistake
from fifteen.tables import number, span

ENGINE = "engine"  # the bare one, among the providers' names
MESSAGE = 256 << 10  # bytes at least, so that setting key and IV costs next to nothing
MOST_OVERHEAD = 1.05  # of a provider's time over its engine's
WIDE = 140  # columns of a terminal that a table needs
DIRECTIONS = ("encrypt", "decrypt")


@dataclass(frozen=True)
class Row:
    """One transformation and direction on one JVM."""

    jvm: str
    transformation: str
    direction: str
    engine_ns: float  # a byte
    over_engine: statistics.Ratio  # our provider's time to the engine's
    others: dict[str, statistics.Ratio]  # another provider's time to ours
    ways: dict[str, str] = field(default_factory=dict)  # of those that go one of their own


# ---- Measuring ----


def ciphers(wanted: tuple[str, ...], runtime: jvms.Runtime) -> dict[str, str]:
    """Our provider's names and the cipher of each: those wanted, in any case; else all."""
    with probes.Probe(probes.java_probe(runtime=runtime), advise.PATIENCE) as probe:
        known = {told["name"]: told["cipher"] for told in probe.ask("names")["names"]}
    spelt = {name.lower(): name for name in known}
    if unknown := [name for name in wanted if name.lower() not in spelt]:
        raise Mistake(f"--cipher {unknown[0]!r}: there are {', '.join(known)}")
    names = [spelt[name.lower()] for name in wanted] or list(known)
    return {name: known[name] for name in dict.fromkeys(names)}


def bare(name: str, cipher: str, chunk: int, runtime: jvms.Runtime) -> tuple[Candidate, int]:
    """The engine that our provider takes for calls of ``chunk`` bytes, and the bytes of a block."""
    command = probes.java_probe(runtime=runtime)
    told = manifest.told(command, advise.PATIENCE, cipher=cipher)["engines"]
    block = told[0]["block_bytes"]
    paying = [e for e in told if 0 < e["pays_from"] <= chunk // block]
    engine = paying[-1] if paying else told[0]
    use = advise.whole(Use(f"{name}/ECB/NoPadding", "encrypt", (chunk,), 1, None), runtime)
    words = {
        "engine": engine["engine"],
        "transformation": use.transformation,
        "key_bits": use.key_bits,
    }
    return Candidate(ENGINE, runtime.name, tuple(command), words=tuple(words.items())), block


def towards(mode: str, direction: str) -> tuple[tuple[str, str], ...]:
    """The word for what a mode has its engine do: a stream mode always encrypts."""
    streams = mode.upper().startswith(advise.STREAMS) and mode.upper() != "XTS"
    return (("direction", "encrypt" if streams else direction),)


def measured(
    names: dict[str, str],
    modes: list[str],
    chunk: int,
    count: int,
    runtime: jvms.Runtime,
    providers: tuple[str, ...],
    alone: bool,
) -> Iterator[tuple[Row, list[dict]]]:
    """Each row of one JVM, and its raw samples; where ours is the only provider, if ``alone``."""
    for (name, cipher), mode in itertools.product(names.items(), modes):
        whole = Use(f"{name}/{mode}/NoPadding", "encrypt", (chunk,), 1, None)
        whole = advise.whole(whole, runtime)
        there = advise.candidates(whole, providers, [runtime], quiet=True)
        if len(there) == 1 and not alone:
            continue
        engine, block = bare(name, cipher, chunk, runtime)
        call = max(chunk // block, 1) * block
        size = call * max(MESSAGE // call, 1)
        for direction in DIRECTIONS:
            use = replace(whole, direction=direction, sizes=(size,), chunk=call)
            beside = replace(engine, words=engine.words + towards(mode, direction))
            seed = secrets.randbits(48)
            what = f"{use.transformation} {direction}, {runtime.name}"
            found = advise.rounds(use, [beside, *there], count, seed, first_use=False, what=what)
            where = {"transformation": use.transformation, "direction": direction}
            ways = {candidate.provider: candidate.way for candidate in there if candidate.way}
            yield (
                replace(row(use, runtime.name, found), ways=ways),
                [where | sample for sample in found],
            )


def row(use: Use, jvm: str, samples: list[dict]) -> Row:
    """What the samples of one transformation and direction come to."""
    costs = advise.times(samples).pivot_table(index="round", columns="provider", values="ns")
    if missing := {ENGINE, peers.OURS} - set(costs):
        raise Failed(f"{use.transformation}: {' and '.join(sorted(missing))} could not be measured")
    ours = costs[peers.OURS]
    others = [name for name in costs if name not in (ENGINE, peers.OURS)]
    return Row(
        jvm,
        use.transformation,
        use.direction,
        float(costs[ENGINE].median()) / use.sizes[0],
        statistics.ratio(ours, costs[ENGINE]),
        {name: statistics.ratio(costs[name], ours) for name in others},
    )


# ---- In words ----


def table(rows: list[Row]) -> Table:
    """A line a transformation and direction."""
    others = sorted({name for row in rows for name in row.others})
    shown = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("", "", "engine ns/B", "ours/engine", *(f"{name}/ours" for name in others)):
        shown.add_column(title, justify="right" if title else "left", no_wrap=True)
    for row in rows:
        ratios = [row.over_engine, *(row.others.get(name) for name in others)]
        shown.add_row(
            row.transformation,
            row.direction,
            number(row.engine_ns),
            *(f"{r.ratio:.3f} [{span(r.low, r.high)}]" if r else "" for r in ratios),
        )
    return shown


def verdicts(rows: list[Row]) -> list[str]:
    """Where our provider costs more than it may, and where another is faster; one line each."""
    dear = [row for row in rows if row.over_engine.ratio > MOST_OVERHEAD]
    said = [_verdict(f"over the engine by more than {MOST_OVERHEAD - 1:.0%}", rows, dear)]
    for name in sorted({name for row in rows for name in row.others}):
        beside = [row for row in rows if name in row.others]
        faster = [row for row in beside if row.others[name].ratio < 1]
        said.append(_verdict(f"slower than {name}", beside, faster))
    return said


def _verdict(what: str, rows: list[Row], those: list[Row]) -> str:
    which = "; ".join(f"{r.transformation} {r.direction}" for r in those)
    return f"{what}: {len(those)} of {len(rows)}" + (f": {which}" if those else "")


@click.command()
@click.option(
    "--cipher",
    "wanted",
    multiple=True,
    metavar="NAME",
    help="As JCE calls it (may be repeated).  [default: all that another provider has too]",
)
@click.option(
    "--provider",
    "others",
    multiple=True,
    metavar="NAME",
    help="Beside these alone (may be repeated).  [default: all]",
)
@click.option("--modes", default="ECB,CTR", show_default=True, metavar="LIST")
@click.option("--chunk", "chunk_text", default="1k", show_default=True, help="Bytes of a call.")
@click.option(
    "--rounds",
    "count",
    type=click.IntRange(min=statistics.LETTER_ROUNDS),
    default=statistics.LETTER_ROUNDS,
    show_default=True,
)
@click.option("--json", "as_json", is_flag=True, help="All of it, samples too, for machines.")
@jvms.options
def overhead_command(
    wanted: tuple[str, ...],
    others: tuple[str, ...],
    modes: str,
    chunk_text: str,
    count: int,
    as_json: bool,
    jvm_names: tuple[str, ...],
    mode_names: tuple[str, ...],
) -> None:
    """Measure our JCE provider beside its bare engines and beside the other providers.

    Without padding, in both directions. A ratio over 1 is time lost by whoever stands first.
    """
    build.ensure_java()
    chunk = advise.one_size("--chunk", chunk_text)
    providers = tuple(dict.fromkeys([peers.OURS, *others])) if others else ()
    rows, samples = [], []
    output = Console(highlight=False, soft_wrap=True)
    wide = Console(highlight=False, width=max(output.width, WIDE))
    for runtime in jvms.chosen(jvm_names, mode_names):
        names = ciphers(wanted, runtime)
        what = (names, modes.split(","), chunk, count, runtime, providers, bool(wanted))
        found = []
        try:
            for one, raw in measured(*what):
                found.append(one)
                samples += raw
        finally:  # it takes long: what there is when it is stopped is shown, too
            if found and not as_json:
                output.print(f"[bold]{runtime.name}[/], {advise.shown(chunk)} a call")
                wide.print(table(found))
                for line in verdicts(found):
                    output.print(line, markup=False)
        rows += found
    if as_json:
        document = {
            "machine": machine.record().machine,
            "chunk": chunk,
            "rows": advise.plain([asdict(row) for row in rows]),
            "samples": samples,
        }
        click.echo(json.dumps(document, indent=1, allow_nan=False))
