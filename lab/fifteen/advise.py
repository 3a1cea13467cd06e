# SPDX-License-Identifier: Apache-2.0
"""``./fifteen advise``: which JCE provider is fastest for one use, measured here and now.

A use is a transformation, the sizes of its messages and how many of them share a key. Every
provider encrypts (or decrypts) whole messages as a program would, each under an IV of its own, in
rounds of fresh JVMs in shuffled order; one that fails or gives another result than ours is named
and left out, by :func:`leave_out`. What is said is :func:`advice`, of numbers alone.
"""

import contextlib
import json
import random
import re
import secrets
from dataclasses import asdict, dataclass, replace

import click
import numpy as np
import pandas as pd
from rich.console import Console
from rich.progress import track

from fifteen import build, jvms, machine, peers, probes, statistics
from fifteen.errors import Failed, Mistake
from fifteen.probes import ProbeError
from fifteen.tables import number, span

PATIENCE = 90.0  # seconds for one answer
SETTINGS = {"iterations": 5, "warmup": 8, "settle": 16, "iteration_ms": 50}
UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20}
MOST_BYTES = 8 << 20  # of a message: sixteen under as many keys must fit the heap
# Where a transformation is not whole: what a program would mean.
STREAMS = ("CTR", "GCM", "XTS", "OFB", "CFB")
FIRST_USE = ("load_ns", "make_ns", "first_message_ns")
WRONG = "the first message is wrong"  # as the probe says it
LACKS = ("NoSuchAlgorithmException", "NoSuchPaddingException")  # what a lack begins with

console = Console(stderr=True, highlight=False, soft_wrap=True)


@dataclass(frozen=True)
class Use:
    """What is to be done with a cipher."""

    transformation: str  # whole: AES/CBC/PKCS5Padding
    direction: str
    sizes: tuple[int, ...]  # bytes of a message
    rekey: int  # messages under one key
    key_bits: int | None  # None: what our KeyGenerator makes
    chunk: int | None = None  # bytes of a call; None: a message is given at once

    def words(self, size: int, seed: int) -> dict:
        """A request's, for messages of one size."""
        words = {
            "transformation": self.transformation,
            "bytes": size,
            "rekey": self.rekey,
            "key_bits": self.key_bits,
            "direction": self.direction,
            "seed": seed,
        }
        return words if self.chunk is None else words | {"chunk": min(self.chunk, size)}


@dataclass(frozen=True)
class Candidate:
    """A provider on a JVM, or a bare engine of ours in one's place."""

    provider: str
    jvm: str
    command: tuple[str, ...]
    version: str = ""
    way: str = ""  # how its Cipher is reached, where not as every program does
    words: tuple[tuple[str, object], ...] = ()  # of its requests, in place of the use's

    def probe(self) -> probes.Probe:
        """A probe with it."""
        return probes.Probe(list(self.command), PATIENCE)


# ---- From the command line ----


def transformation(text: str) -> str:
    """A whole transformation: mode ECB and a padding where they are not given, as the JDK means."""
    parts = text.split("/")
    if not all(parts) or len(parts) > 3:
        raise Mistake(f"--cipher {text!r}: not a transformation such as AES/CBC/PKCS5Padding")
    mode = parts[1] if len(parts) > 1 else "ECB"
    padding = "NoPadding" if mode.upper().startswith(STREAMS) else "PKCS5Padding"
    return "/".join([parts[0], mode, parts[2] if len(parts) > 2 else padding])


def sizes(option: str, text: str) -> tuple[int, ...]:
    """Bytes, of an option's ``64,4k,1M``: k is 1024 of them, M is 1024 k."""
    found = []
    for word in text.split(","):
        match = re.fullmatch(r"(\d+)([km]?)", word.strip().lower())
        size = int(match[1]) * UNITS[match[2]] if match else 0
        if not 0 < size <= MOST_BYTES:
            raise Mistake(f"{option} {text!r}: sizes from 1 to 8M, such as 64,4k,1M")
        found.append(size)
    return tuple(sorted(set(found)))


def one_size(option: str, text: str) -> int:
    """Bytes, of ``4k``."""
    found = sizes(option, text)
    if len(found) > 1:
        raise Mistake(f"{option} {text!r}: one size, such as 4k")
    return found[0]


def shown(size: int) -> str:
    """A size for people: ``64 B``, ``4 KiB``, ``1 MiB``."""
    for name, unit in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size % unit == 0:
            return f"{size // unit} {name}"
    return f"{size} B"


def runtimes(jvm_names: tuple[str, ...], mode_names: tuple[str, ...]) -> list[jvms.Runtime]:
    """Those that are named; else the default and the newest other."""
    if jvm_names or mode_names:
        for line in jvms.refused(jvm_names, mode_names):
            console.print(f"left out: {line}", markup=False)
        return jvms.chosen(jvm_names, mode_names)
    here = jvms.default()
    others = [jvm for jvm in jvms.found() if jvm.feature != here.jvm.feature]
    newest = max(others, key=lambda jvm: jvm.feature, default=None)
    return [here, *(jvms.chosen([newest.name]) if newest else [])]


# ---- Measuring ----


def sized(use: Use, runtime: jvms.Runtime) -> Use:
    """The use with its key's size; a ProbeError where our provider hasn't the transformation."""
    [ours] = [peer for peer in peers.known() if peer.name == peers.OURS]
    with probes.Probe(ours.command(runtime), PATIENCE) as probe:
        told = probe.ask("messages", transformation=use.transformation, key_bits=use.key_bits)
    return replace(use, key_bits=told["key_bits"])


def candidates(
    use: Use, wanted: tuple[str, ...], on: list[jvms.Runtime], what: str = "", quiet: bool = False
) -> tuple[list[Candidate], list[dict]]:
    """The providers that have the transformation, and those left out.

    Where all are asked and ``quiet``, one that has no such transformation goes without saying.
    """
    known = {p.name: p for p in peers.known() if p.plugins[0].startswith("jce:")}
    if unknown := set(wanted) - set(known):
        raise Mistake(
            f"no provider {', '.join(sorted(unknown))}: there are {', '.join(known)}; "
            "./fifteen peer add brings others"
        )
    found, left_out = [], []
    for runtime in on:
        for name in wanted or known:
            command = tuple(known[name].command(runtime))
            candidate = Candidate(name, runtime.name, command)
            try:
                with candidate.probe() as probe:
                    told = probe.ask(
                        "messages", transformation=use.transformation, key_bits=use.key_bits
                    )
            except ProbeError as error:
                if not quiet or wanted or not error.reason.startswith(LACKS):
                    left_out.append(leave_out(name, runtime.name, peers.why(error), what))
            else:
                candidate = replace(candidate, version=told["version"])
                found.append(by_its_way(candidate, told, what))
    return found, left_out


def by_its_way(candidate: Candidate, told: dict, what: str) -> Candidate:
    """The candidate as the probe found that it can be asked; said, where that is not plain."""
    if not told["route"]:
        return candidate
    where = _where(candidate.provider, candidate.jvm, what)
    console.print(f"{where}: by {told['way']}", markup=False)
    return replace(candidate, way=told["way"], words=(("route", told["route"]),))


def leave_out(provider: str, jvm: str, reason: str, what: str = "") -> dict:
    """Say so: all that the provider was to do, or only ``what``. The same for machines."""
    console.print(f"left out: {_where(provider, jvm, what)}: {reason}", markup=False)
    return {"provider": provider, "jvm": jvm, "what": what, "reason": reason}


def _where(provider: str, jvm: str, what: str) -> str:
    return f"{provider} on {jvm}, {what}" if what else f"{provider} on {jvm}"


def rounds(
    use: Use,
    there: list[Candidate],
    count: int,
    seed: int,
    first_use: bool = True,
    what: str = "",
) -> tuple[list[dict], list[dict]]:
    """The raw samples, a row a request, and what was left out.

    A candidate that fails once is left out with all it has; of one whose first use alone fails,
    only that is.
    """
    rng, rows, left_out = random.Random(seed), [], []
    failed, without_first = set(), set()
    requests = [(c, size) for c in there for size in ([None] * first_use + [*use.sizes])]
    work = [(n, *r) for n in range(1, count + 1) for r in rng.sample(requests, len(requests))]
    with contextlib.ExitStack() as stack:
        asked = {candidate: stack.enter_context(candidate.probe()) for candidate in there}
        turns = track(work, what or "measuring", console=console, transient=True)
        for turn, candidate, size in turns:
            if candidate in failed or (size is None and candidate in without_first):
                continue
            words = use.words(size or use.sizes[0], rng.getrandbits(48)) | dict(candidate.words)
            try:
                if size is None:
                    words["direction"] = "encrypt"
                    told = asked[candidate].ask("first-message", **words)
                else:
                    told = asked[candidate].ask("message", **words, **SETTINGS)
            except ProbeError as error:
                only_first = size is None and error.stage == "refused" and error.reason != WRONG
                (without_first if only_first else failed).add(candidate)
                of = "its first use" if only_first else what
                reason = peers.why(error)
                left_out.append(leave_out(candidate.provider, candidate.jvm, reason, of))
            else:
                del told["request"]
                where = {"provider": candidate.provider, "jvm": candidate.jvm, "round": turn}
                rows.append({**where, "bytes": size, **told})
    gone = {(c.provider, c.jvm, size) for c in failed for size in (None, *use.sizes)}
    gone |= {(c.provider, c.jvm, None) for c in without_first}
    kept = [row for row in rows if (row["provider"], row["jvm"], row["bytes"]) not in gone]
    return kept, left_out


# ---- The advice ----


@dataclass(frozen=True)
class Compared:
    """Of one JVM: who is fastest, and by how much."""

    fastest: list[str]  # several: not separated
    next: str | None  # the first behind them
    ratio: statistics.Ratio | None  # its time to the fastest's


@dataclass(frozen=True)
class Advice:
    """What the samples say."""

    jvm: str
    overall: Compared  # by the geometric mean over the sizes
    by_size: dict[int, Compared]
    first_use_ms: dict[str, float]  # medians
    others: dict[str, Compared]  # on other JVMs
    changes: dict[str, statistics.Ratio]  # by JVM: our JVM's fastest there, to its time here


def advice(samples: list[dict], jvm: str) -> Advice:
    """The advice for programs on ``jvm``. Times are the thread's own: medians of a fork."""
    timed = times(samples)
    mine = timed[timed["jvm"] == jvm]
    overall = compared(mine)
    others, changes = {}, {}
    for other, there in timed[timed["jvm"] != jvm].groupby("jvm"):
        others[other] = compared(there)
        first = overall.fastest[0]
        if first in set(there["provider"]):
            cost = [over_sizes(frame)[first] for frame in (there, mine)]
            changes[other] = statistics.ratio(*cost)
    fresh = pd.DataFrame(
        [
            (row["provider"], sum(row[part] for part in FIRST_USE) / 1e6)
            for row in samples
            if row["bytes"] is None and row["jvm"] == jvm
        ],
        columns=["provider", "ms"],
    )
    return Advice(
        jvm,
        overall,
        {size: compared(rows) for size, rows in mine.groupby("bytes")},
        fresh.groupby("provider")["ms"].median().to_dict(),
        others,
        changes,
    )


def times(samples: list[dict]) -> pd.DataFrame:
    """The timed messages, with ``ns`` of each fork."""
    timed = pd.DataFrame([row for row in samples if row["bytes"] is not None])
    return timed.assign(ns=[float(np.median(values)) for values in timed["cpu_ns"]])


def over_sizes(timed: pd.DataFrame) -> pd.DataFrame:
    """A row a round, a column a provider: geometric means over sizes, each weighing the same."""
    logs = timed.assign(log=np.log(timed["ns"]))
    return np.exp(logs.pivot_table(index="round", columns="provider", values="log"))


def compared(timed: pd.DataFrame) -> Compared:
    """One JVM's providers, over what sizes there are."""
    costs = over_sizes(timed)
    ranking = statistics.rank(costs)
    order = list(ranking.letters.index)
    fastest = ranking.leaders() or order[:1]
    behind = next((name for name in order if name not in fastest), None)
    ratio = statistics.ratio(costs[behind], costs[fastest[0]]) if behind else None
    return Compared(fastest, behind, ratio)


# ---- In words ----


def lines(use: Use, found: Advice) -> list[str]:
    """Three lines for people."""
    keys = "a new key every message" if use.rekey == 1 else f"{use.rekey} messages a key"
    calls = "" if use.chunk is None else f", in calls of {shown(use.chunk)}"
    what = f"{use.transformation}, {use.direction}ion, {use.key_bits}-bit keys, {keys}{calls}"
    return [
        f"{what}, on {found.jvm}: {_who(found.overall)}{_over(use)}.",
        _by_size(found.by_size),
        f"First use {_first_use(use, found.first_use_ms)}; {_elsewhere(found)}.",
    ]


def _over(use: Use) -> str:
    listed = ", ".join(map(shown, use.sizes))
    return f", geometric mean over {listed}" if len(use.sizes) > 1 else f", at {listed}"


def _who(found: Compared) -> str:
    if len(found.fastest) > 1:
        said = f"{_and(found.fastest)} are fastest and not separated"
    else:
        said = f"{found.fastest[0]} is fastest"
    if found.next is None:
        return said if len(found.fastest) > 1 else f"{found.fastest[0]} alone has it"
    return f"{said}; {found.next} takes {_times(found.ratio)} its time"


def _times(ratio: statistics.Ratio) -> str:
    return f"{number(ratio.ratio)} [{span(ratio.low, ratio.high)}] times"


def _by_size(found: dict[int, Compared]) -> str:
    if len({tuple(sorted(size.fastest)) for size in found.values()}) == 1:
        return (
            "The order does not change at its head from size to size."
            if len(found) > 1
            else ("One size was asked for: how the order changes with size is not said.")
        )
    said = [f"{' = '.join(sorted(at.fastest))} at {shown(size)}" for size, at in found.items()]
    return f"The order changes with size: fastest {'; '.join(said)}."


def _first_use(use: Use, ms: dict[str, float]) -> str:
    if not ms:
        return "could not be measured"
    order = sorted(ms, key=ms.get)
    each = ", ".join(f"{number(ms[name])} ms with {name}" for name in order)
    other = f"(an encryption of {shown(use.sizes[0])}) " if use.direction == "decrypt" else ""
    return f"{other}takes {each}"


def _elsewhere(found: Advice) -> str:
    if not found.others:
        return "no other JDK was measured"
    said = []
    for jvm, there in found.others.items():
        first, change = found.overall.fastest[0], found.changes.get(jvm)
        took = f"{first} would take {_times(change)} as long" if change else f"{first} is not there"
        said.append(f"on {jvm} {took} and {_and(there.fastest)} would be fastest")
    return "; ".join(said)


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def document(
    use: Use, found: Advice, there: list[Candidate], left_out: list[dict], samples: list[dict]
) -> dict:
    """Everything, for machines: the use, who was measured and who was not, the advice, samples."""
    return {
        "use": asdict(use),
        "machine": machine.record().machine,
        "candidates": [
            {"provider": c.provider, "jvm": c.jvm, "version": c.version, "way": c.way}
            for c in there
        ],
        "left_out": left_out,
        "advice": plain(asdict(found)),
        "lines": lines(use, found),
        "samples": samples,
    }


def plain(value: object) -> object:
    """NaN, which JSON has not, as null; ratios by name."""
    if isinstance(value, statistics.Ratio):
        return plain(value._asdict())
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return None if isinstance(value, float) and np.isnan(value) else value


@click.command()
@click.option("--cipher", required=True, metavar="NAME", help="Such as AES/CBC or AES/GCM.")
@click.option(
    "--sizes", "size_text", default="64,4k,1M", show_default=True, help="Bytes of a message."
)
@click.option(
    "--rekey", type=click.IntRange(min=1), default=1, show_default=True, help="Messages a key."
)
@click.option(
    "--chunk", "chunk_text", metavar="SIZE", help="Bytes of a call.  [default: a message at once]"
)
@click.option("--key-bits", type=click.IntRange(min=8), help="Default: what our generator makes.")
@click.option(
    "--direction", type=click.Choice(["encrypt", "decrypt"]), default="encrypt", show_default=True
)
@click.option("--provider", "wanted", multiple=True, metavar="NAME", help="Only these.")
@click.option(
    "--rounds",
    "count",
    type=click.IntRange(min=statistics.LETTER_ROUNDS),
    default=statistics.LETTER_ROUNDS,
    show_default=True,
)
@click.option("--json", "as_json", is_flag=True, help="All of it, samples too, for machines.")
@jvms.options
def advise_command(
    cipher: str,
    size_text: str,
    rekey: int,
    chunk_text: str | None,
    key_bits: int | None,
    direction: str,
    wanted: tuple[str, ...],
    count: int,
    as_json: bool,
    jvm_names: tuple[str, ...],
    mode_names: tuple[str, ...],
) -> None:
    """Measure the providers here for one use, and say which is fastest.

    The first JVM is the one advised for; without --jvm it is the default, and the newest other
    shows what another JDK would change. ./fifteen peer add brings other providers; one that has
    names or keys of its own is asked for them, and a line says which.
    """
    if key_bits and key_bits % 8:
        raise Mistake(f"--key-bits {key_bits}: keys are whole bytes: a multiple of 8")
    chunk = one_size("--chunk", chunk_text) if chunk_text else None
    use = Use(
        transformation(cipher), direction, sizes("--sizes", size_text), rekey, key_bits, chunk
    )
    build.ensure_java()
    on = runtimes(jvm_names, mode_names)
    try:
        use = sized(use, on[0])
    except ProbeError as error:
        options = "--cipher, --key-bits" if key_bits else "--cipher"
        raise Mistake(f"{options}: {peers.why(error)}") from None
    there, left_out = candidates(use, wanted, on)
    if not there:
        raise Failed(f"no provider here has {use.transformation}")
    samples, failed = rounds(use, there, count, secrets.randbits(48))
    measured = {(sample["provider"], sample["jvm"]) for sample in samples}
    usable = [c for c in there if (c.provider, c.jvm) in measured]
    if not usable:
        why = f": {failed[0]['reason']}" if failed else ""
        raise Failed(f"no provider here does {use.transformation} as it should{why}")
    found = advice(samples, usable[0].jvm)
    if found.jvm != on[0].name:
        console.print(f"nothing was measured on {on[0].name}: advised for {found.jvm}")
    if as_json:
        told = document(use, found, usable, left_out + failed, samples)
        click.echo(json.dumps(told, indent=1, allow_nan=False))
    else:
        for line in lines(use, found):
            click.echo(line)
