# SPDX-License-Identifier: Apache-2.0
"""``./fifteen overhead``: what our JCE provider costs, mode by mode.

Long messages in calls of one size, through our provider, through every other that has the
transformation, and through the bare engine that ours takes for a call of that size: the engine in
ECB, with nothing around it. All of a transformation and direction are measured in the same rounds.
"""

import itertools
import json
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace

import click
from rich.console import Console
from rich.table import Table

from fifteen import advise, build, jvms, machine, manifest, peers, probes, statistics
from fifteen.advise import Candidate, Use
from fifteen.errors import Failed, Mistake
from fifteen.probes import ProbeError
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
    try:
        with probes.Probe(probes.java_probe(runtime=runtime), advise.PATIENCE) as probe:
            known = {told["name"]: told["cipher"] for told in probe.ask("names")["names"]}
    except ProbeError as error:
        raise Failed(f"{runtime.name}: {error.reason}") from None
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
    use = advise.sized(Use(f"{name}/ECB/NoPadding", "encrypt", (chunk,), 1, None), runtime)
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


def uses(
    names: Iterable[str],
    modes: list[str],
    chunk: int,
    runtime: jvms.Runtime,
    named: bool,
    left_out: list[dict],
) -> Iterator[tuple[str, str, Use]]:
    """A use for each cipher and mode that our provider has; of one that is ``named``, it must."""
    for name, mode in itertools.product(names, modes):
        use = Use(f"{name}/{mode}/NoPadding", "encrypt", (chunk,), 1, None)
        try:
            yield name, mode, advise.sized(use, runtime)
        except ProbeError as error:
            why = peers.why(error)
            if named:
                raise Mistake(f"--cipher, --modes: {why}") from None
            left_out.append(advise.leave_out(peers.OURS, runtime.name, why, use.transformation))


def measured(
    names: dict[str, str],
    modes: list[str],
    chunk: int,
    count: int,
    runtime: jvms.Runtime,
    providers: tuple[str, ...],
    named: bool,
    left_out: list[dict],
) -> Iterator[tuple[Row, list[dict]]]:
    """Each row of one JVM, and its raw samples; where ours is the only provider, if ``named``."""
    asked = uses(names, modes, chunk, runtime, named, left_out)
    for name, mode, whole in list(asked) if named else asked:  # a mistake comes before the work
        what = whole.transformation
        there, gone = advise.candidates(whole, providers, [runtime], what, quiet=True)
        left_out += gone
        there_too = {candidate.provider for candidate in there}
        if peers.OURS not in there_too or (len(there_too) == 1 and not named):
            continue
        try:
            engine, block = bare(name, names[name], chunk, runtime)
        except ProbeError as error:
            left_out.append(advise.leave_out(ENGINE, runtime.name, peers.why(error), what))
            continue
        call = max(chunk // block, 1) * block
        size = call * max(MESSAGE // call, 1)
        for direction in DIRECTIONS:
            use = replace(whole, direction=direction, sizes=(size,), chunk=call)
            beside = replace(engine, words=engine.words + towards(mode, direction))
            seed = secrets.randbits(48)
            what = f"{use.transformation} {direction}"
            found, gone = advise.rounds(
                use, [beside, *there], count, seed, first_use=False, what=what
            )
            left_out += gone
            try:
                one = row(use, runtime.name, found)
            except Failed as failed:
                reason = failed.message
                left_out.append(advise.leave_out(peers.OURS, runtime.name, reason, what))
                continue
            where = {"transformation": use.transformation, "direction": direction}
            ways = {candidate.provider: candidate.way for candidate in there if candidate.way}
            yield replace(one, ways=ways), [where | sample for sample in found]


def row(use: Use, jvm: str, samples: list[dict]) -> Row:
    """What the samples of one transformation and direction come to."""
    if missing := {ENGINE, peers.OURS} - {sample["provider"] for sample in samples}:
        raise Failed(f"{' and '.join(sorted(missing))} could not be measured")
    costs = advise.times(samples).pivot_table(index="round", columns="provider", values="ns")
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
    spans = [(row, row.over_engine.low, row.over_engine.high) for row in rows]
    said = [_verdict("over the engine", MOST_OVERHEAD, spans)]
    for name in sorted({name for row in rows for name in row.others}):
        beside = [(row, row.others[name]) for row in rows if name in row.others]
        spans = [(row, 1 / ratio.high, 1 / ratio.low) for row, ratio in beside]
        said.append(_verdict(f"slower than {name}", 1 + statistics.TIE, spans))
    return said


def _verdict(what: str, most: float, spans: list[tuple[Row, float, float]]) -> str:
    """Of rows with the interval of our time over another's: which are beyond the most there may be.

    Undecided is one whose interval has it inside.
    """
    beyond = [row for row, low, _ in spans if low > most]
    undecided = [row for row, low, high in spans if low <= most < high]
    said = f"{what} by more than {most - 1:.0%}: {len(beyond)} of {len(spans)}{_named(beyond)}"
    return said + (f"; undecided: {len(undecided)}{_named(undecided)}" if undecided else "")


def _named(rows: list[Row]) -> str:
    which = ", ".join(f"{row.transformation} {row.direction}" for row in rows)
    return f": {which}" if which else ""


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
    rows, samples, left_out = [], [], []
    output = Console(highlight=False, soft_wrap=True)
    wide = Console(highlight=False, width=max(output.width, WIDE))
    for runtime in jvms.chosen(jvm_names, mode_names):
        names = ciphers(wanted, runtime)
        what = (names, modes.split(","), chunk, count, runtime, providers, bool(wanted))
        found = []
        try:
            for one, raw in measured(*what, left_out):
                found.append(one)
                samples += raw
        finally:  # it takes long: what there is when it is stopped is shown, too
            if found and not as_json:
                shown = advise.shown(chunk) + (", in whole blocks," if chunk % 16 else "")
                output.print(f"[bold]{runtime.name}[/], {shown} a call")
                wide.print(table(found))
                for line in verdicts(found):
                    output.print(line, markup=False)
        rows += found
    if not rows:
        why = "each was left out" if left_out else "no other provider here has such a cipher"
        raise Failed(f"nothing was measured: {why}")
    if as_json:
        document = {
            "machine": machine.record().machine,
            "chunk": chunk,
            "rows": advise.plain([asdict(row) for row in rows]),
            "left_out": left_out,
            "samples": samples,
        }
        click.echo(json.dumps(document, indent=1, allow_nan=False))
