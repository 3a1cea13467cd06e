# SPDX-License-Identifier: Apache-2.0
"""The gate: every engine against published vectors, against itself, and against the others.

For each engine, in a probe of its own, so that one that crashes or hangs takes no other with it:

- *known answers*: ``vectors/CIPHER.txt``, both ways;
- *layouts*: many blocks, in place and unaligned, against block by block;
- *round trips*: random and special keys of every size that the engine takes, there and back, under
  random tweaks where the cipher has one, of which each byte must matter;
- *vector files*: those of the manifest, made (:mod:`fifteen.nist`) and named by their digests;

then *compared*: what the round trips gave, with what other engines of the cipher made of the same.
An engine outvoted by the others has failed; where two disagree, neither is proven.
"""

import contextlib
import functools
import itertools
import math
import os
import platform
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from fifteen import (
    build,
    compilers,
    factors,
    jvms,
    manifest,
    nist,
    plan,
    probes,
    records,
    selection,
    session,
    terminal,
    vectorfiles,
)
from fifteen import peers as peer_programs
from fifteen.errors import Failed, Mistake
from fifteen.manifest import Engine
from fifteen.nist import Oracle
from fifteen.probes import Probe, ProbeError

CHECKS = ["known answers", "layouts", "round trips", "vector files", "compared"]
COUNTS = [0, 1, 2, 3, 7, 8, 15, 16, 17, 1000]  # blocks a call
MOST_BATCH = 4096  # beyond it no counts are added for the engine's own batch
LAYOUTS = ["plain", "in-place", "unaligned"]
KEYS = 20  # random ones of each size that the engine takes
QUICK_KEYS = 5  # of a size that isn't measured: HPC and RC6 have hundreds of those
BLOCKS = 5  # under each key of the round trips
MANY = 100  # under each key of the random blocks that are asked for
TIMEOUT = 30.0  # seconds for one answer; the slowest takes a few hundredths
GUESS = {"c": 5.0, "java": 15.0}  # seconds of a core that an engine takes (2.6 GHz, 2026)
INTERPRETED = 3  # times as long an interpreter takes, for its few entries
PATIENCE = 900.0  # seconds that an engine's Monte Carlo Tests may take
WIDE = 100  # columns of the machines' table: a narrow terminal wraps, and shows all of it
OURS = "fifteen"
PORTABLE = "portable"  # the engine that takes every key size of its cipher


@dataclass(frozen=True)
class Settings:
    """What all engines are put to alike."""

    seed: int = 1
    blocks: int = 3000  # random ones of each cipher, shared by its measured key sizes
    quick: bool = False

    def chain(self, engine: Engine) -> int:
        """Entries of a Monte Carlo Test: all, or the first in a quick look and by an interpreter.

        What makes the key of the next is no engine; an interpreter takes a hundred times as long.
        """
        return 1 if self.quick or engine.interpreted else nist.CHAIN


DEFAULT = Settings()


class Wrong(Exception):
    """An engine gave a value that it should not have given."""


class Stopped(Exception):
    """The user has had enough."""


@dataclass
class Proof:
    """What became of one engine."""

    engine: Engine
    checks: Counter = field(default_factory=Counter)  # check: values compared
    reason: str | None = None
    left_out: str | None = None
    made: dict[tuple, bytes] = field(default_factory=dict)  # (what, input...): output, to compare


# ---- One engine ----


def prove(engine: Engine, settings: Settings, tick: Callable[[], None] = lambda: None) -> Proof:
    """Put one engine to all the checks, up to the first that fails."""
    proof = Proof(engine)
    check = "start"
    try:
        with Probe(engine.command, timeout=TIMEOUT) as probe:
            oracle = Oracle(probe, engine)
            for check, values in [
                ("known answers", _known_answers(oracle, proof)),
                ("layouts", _layouts(oracle, settings)),
                ("round trips", _round_trips(oracle, settings, proof)),
                ("vector files", _vector_files(probe, proof, settings, tick)),
            ]:
                for count in values:
                    proof.checks[check] += count
    except (ProbeError, Wrong, Mistake) as error:
        proof.reason = f"{check}: {error}"
    except (KeyError, TypeError, ValueError) as error:
        proof.reason = f"{check}: the probe answered garbage: {error!r}"
    return proof


@contextlib.contextmanager
def _may_refuse(proof: Proof, what: str) -> Iterator[None]:
    """A peer may refuse keys that nobody draws at random, as DES's weak ones: that is said."""
    try:
        yield
    except ProbeError as error:
        if error.stage != "refused" or proof.engine.library == OURS:
            raise
        proof.left_out = f"{what}, which it refuses: {error.reason}"


def _known_answers(oracle: Oracle, proof: Proof) -> Iterator[int]:
    entries = manifest.answers(oracle.engine.cipher)
    fitting = [e for e in entries if 8 * len(e.key) in oracle.engine.key_sizes]
    if not fitting:
        raise Wrong(f"none has a key size that it takes: {list(oracle.engine.key_sizes)}")
    others = {8 * len(e.key) for e in entries} - set(oracle.engine.key_sizes)
    if others and oracle.engine.library == OURS and oracle.engine.name == PORTABLE:
        raise Wrong(f"it takes no key of {min(others)} bits, of which there is one")
    for entry in fitting:
        with _may_refuse(proof, f"key={entry.key.hex()}"):
            _both_ways(oracle, entry.key, entry.plain, entry.cipher, tweak=entry.tweak)
            yield 2


def _layouts(oracle: Oracle, settings: Settings) -> Iterator[int]:
    for bits in _measured_sizes(oracle.engine):
        rng = _rng(settings, oracle.engine, bits)
        counts = _counts(oracle.engine.batch)
        key, plain = rng.randbytes(bits // 8), rng.randbytes(max(counts) * oracle.block)
        tweak = _tweak(oracle, rng)
        cipher = oracle.encrypt(key, plain, "one-by-one", tweak)
        _expect(oracle, "decrypt", key, cipher, plain, "one-by-one", tweak)
        for layout, count in itertools.product(LAYOUTS, counts):
            size = count * oracle.block
            _both_ways(oracle, key, plain[:size], cipher[:size], layout, tweak)
            yield 2 * count


def _counts(batch: int) -> list[int]:
    """Blocks a call: whole batches of the engine's own size, and one more or less, among them."""
    whole = (batch, 2 * batch) if 0 < batch <= MOST_BATCH else ()
    return sorted({*COUNTS, *(n + rest for n in whole for rest in (-1, 0, 1))})


class _Trip(NamedTuple):
    """Blocks that are encrypted, then decrypted."""

    key: bytes
    plain: bytes
    tweak: bytes | None
    drawn: bool  # the key, at random


def _round_trips(oracle: Oracle, settings: Settings, proof: Proof) -> Iterator[int]:
    measured = _measured_sizes(oracle.engine)
    for bits in oracle.engine.key_sizes:
        rng = _rng(settings, oracle.engine, bits)
        trips = [
            _Trip(key, rng.randbytes(blocks * oracle.block), _tweak(oracle, rng), drawn)
            for key, blocks, drawn in _keys(settings, oracle.engine.cipher, bits, rng)
        ]
        made = oracle.crypt_each("encrypt", ((t.key, t.plain, t.tweak) for t in trips))
        there = [
            (trip, cipher)
            for trip, cipher in zip(trips, made, strict=True)
            if _taken(trip, cipher, proof)
        ]
        made = oracle.crypt_each("decrypt", ((t.key, cipher, t.tweak) for t, cipher in there))
        for (trip, cipher), plain in zip(there, made, strict=True):
            if _taken(trip, plain, proof):
                key, _, tweak, _ = trip
                _same(oracle, "decrypt", key, cipher, trip.plain, plain, tweak)
                proof.made[key, trip.plain, tweak] = cipher
                yield 2 * len(trip.plain) // oracle.block
        if tweak and (bits in measured or not settings.quick):
            yield _each_byte_matters(oracle, key, trip.plain, tweak, cipher)


def _taken(trip: _Trip, answer: bytes | ProbeError, proof: Proof) -> bool:
    """Whether the key was: to refuse one that was drawn is raised."""
    with contextlib.nullcontext() if trip.drawn else _may_refuse(proof, f"key={trip.key.hex()}"):
        probes.accepted(answer)
        return True
    return False


def _keys(
    settings: Settings, cipher: str, bits: int, rng: random.Random
) -> Iterator[tuple[bytes, int, bool]]:
    """The keys of one size, how many blocks under each, and whether it was drawn.

    Zeros, ones, then random ones.

    A measured size has each single bit, each repeated byte (but in a quick look), and its share of
    the random blocks; in a quick look another size has fewer random keys.
    """
    length, measured = bits // 8, manifest.cipher(cipher).key_bits
    repeated = range(256) if bits in measured and not settings.quick else (0, 255)
    for value in repeated:
        yield bytes([value]) * length, BLOCKS, False
    if bits in measured:
        for key in nist.single_bits(length):
            yield key, BLOCKS, False
        for _ in range(math.ceil(settings.blocks / len(measured) / MANY)):
            yield rng.randbytes(length), MANY, True
    for _ in range(KEYS if bits in measured or not settings.quick else QUICK_KEYS):
        yield rng.randbytes(length), BLOCKS, True


def _each_byte_matters(
    oracle: Oracle, key: bytes, plain: bytes, tweak: bytes, cipher: bytes
) -> int:
    """How many bytes of the tweak were changed, each for another ciphertext."""
    for i in range(len(tweak)):
        other = tweak[:i] + bytes([tweak[i] ^ 1]) + tweak[i + 1 :]
        if oracle.encrypt(key, plain, tweak=other) == cipher:
            raise Wrong(f"byte {i} of the tweak makes no difference under key={key.hex()}")
    return len(tweak)


def _vector_files(
    probe: Probe, proof: Proof, settings: Settings, tick: Callable[[], None]
) -> Iterator[int]:
    engine = proof.engine
    cipher = manifest.cipher(engine.cipher)
    missing = set(cipher.key_bits) - set(engine.key_sizes)
    if missing and engine.library == OURS:
        raise Wrong(f"it takes no key of {min(missing)} bits, which ciphers.toml lists")
    if missing:
        return  # a peer may lack a size; the files are of all of them
    names, chain = nist.names(engine), settings.chain(engine)
    if engine.interpreted and not settings.quick:
        proof.left_out = "Monte Carlo Tests after the first entry: this JVM only interprets"
    seconds = _monte_carlo_seconds(probe, engine, settings)
    if seconds > PATIENCE:
        names = [name for name in names if not nist.FILES[name].monte_carlo]
        proof.left_out = f"Monte Carlo Tests: at its pace they take {seconds / 3600:.1f} hours"
    for name in names:
        entries = []
        with _may_refuse(proof, f"{name}: a key"):
            for entry in nist.entries(probe, engine, name, chain):
                entries.append(entry)
                if nist.FILES[name].monte_carlo:
                    tick()
            digest = vectorfiles.digest(entries)
            known = cipher.vectors.get(name)
            if known is None or (chain < nist.CHAIN and nist.FILES[name].monte_carlo):
                proof.made[name, chain] = bytes.fromhex(digest)
            elif digest != known.sha256:
                raise Wrong(
                    f"{name}: digest {digest[:16]}, the {known.origin} one is {known.sha256[:16]}"
                )
            yield len(entries)


def _monte_carlo_seconds(probe: Probe, engine: Engine, settings: Settings) -> float:
    """How long the engine's Monte Carlo Tests take, by the turns of one entry.

    A hundred turns tell, unless they seem slow: a JVM has only begun to compile by then. The key
    is one that no library has a reason to refuse.
    """
    key = random.Random(settings.seed).randbytes(max(engine.key_sizes) // 8)
    entries = sum(
        nist.entry_count(engine, name, settings.chain(engine))
        for name in nist.names(engine)
        if nist.FILES[name].monte_carlo
    )
    for turns in (100, 1_000, 10_000):
        begun = time.monotonic()
        probe.ask(
            "mct",
            engine=engine.engine,
            mode="ecb-encrypt",
            key=key,
            data=bytes(engine.block_bytes),
            count=turns,
        )
        seconds = entries * (time.monotonic() - begun) * 10_000 / turns
        if seconds <= PATIENCE:
            break
    return seconds


def _measured_sizes(engine: Engine) -> list[int]:
    return [bits for bits in manifest.cipher(engine.cipher).key_bits if bits in engine.key_sizes]


def _rng(settings: Settings, engine: Engine, bits: int) -> random.Random:
    """The same numbers for every engine of a cipher, whatever else it takes."""
    return random.Random(f"{settings.seed} {engine.cipher} {bits}")


def _tweak(oracle: Oracle, rng: random.Random) -> bytes | None:
    """A random one, where the cipher has one."""
    size = oracle.engine.tweak_bytes
    return rng.randbytes(size) if size else None


def _both_ways(
    oracle: Oracle,
    key: bytes,
    plain: bytes,
    cipher: bytes,
    layout: str | None = None,
    tweak: bytes | None = None,
) -> None:
    _expect(oracle, "encrypt", key, plain, cipher, layout, tweak)
    _expect(oracle, "decrypt", key, cipher, plain, layout, tweak)


def _expect(
    oracle: Oracle,
    direction: str,
    key: bytes,
    given: bytes,
    expected: bytes,
    layout: str | None = None,
    tweak: bytes | None = None,
) -> None:
    got = getattr(oracle, direction)(key, given, layout, tweak)
    _same(oracle, direction, key, given, expected, got, tweak, layout)


def _same(
    oracle: Oracle,
    direction: str,
    key: bytes,
    given: bytes,
    expected: bytes,
    got: bytes,
    tweak: bytes | None,
    layout: str | None = None,
) -> None:
    if got != expected:
        where = f" ({layout}, {len(given) // oracle.block} blocks)" if layout else ""
        raise Wrong(_difference(oracle.block, direction, key, given, tweak, expected, got) + where)


def _difference(
    block: int,
    direction: str,
    key: bytes,
    given: bytes,
    tweak: bytes | None,
    expected: bytes,
    got: bytes,
) -> str:
    """The first block that differs, in one line."""
    for i in range(0, max(len(expected), len(got)), block):
        if expected[i : i + block] != got[i : i + block]:
            break
    a, b, c = (string[i : i + block].hex() for string in (given, expected, got))
    what = {"encrypt": "plaintext", "decrypt": "ciphertext"}[direction]
    under = f"key={key.hex()}" + (f" tweak={tweak.hex()}" if tweak else "")
    return f"{under} {what}={a} expected={b} got={c}"


# ---- All engines ----


def verify(
    engines: Iterable[Engine],
    results: Path | None = None,
    settings: Settings = DEFAULT,
) -> list[records.Verification]:
    """Verify engines, and say of each what it was put to and whether it passed.

    With ``results``, a cipher whose engines have all passed before in these very binaries isn't
    verified again, and what is found is kept there.
    """
    engines = list(engines)
    binaries = _binaries(engines)
    found = _kept(results, set(binaries.values())) if results else {}
    with contextlib.closing(prove_all(pending(engines, results), settings)) as proofs:
        for proof in proofs:
            record = _record(proof, binaries[tuple(proof.engine.command)])
            found[record.binary, record.toolchain, record.engine] = record
            if results:
                _keep(results, record)
    return [found[binaries[tuple(e.command)], e.toolchain, e.engine] for e in engines]


def pending(engines: Iterable[Engine], results: Path | None) -> list[Engine]:
    """Those that are to be verified: all of a cipher, where any has not passed before."""
    engines = list(engines)
    binaries = _binaries(engines)
    kept = _kept(results, set(binaries.values())) if results else {}
    unproven = {
        e.cipher for e in engines if (binaries[tuple(e.command)], e.toolchain, e.engine) not in kept
    }
    return [engine for engine in engines if engine.cipher in unproven]


def seconds(engines: list[Engine]) -> float:
    """About how long verification takes."""
    work = sum(
        GUESS[engine.engine.partition("/")[0]] * (INTERPRETED if engine.interpreted else 1)
        for engine in engines
    )
    return work / max(1, min(len(engines), _cores()))


def _binaries(engines: list[Engine]) -> dict[tuple[str, ...], str]:
    return {
        command: manifest.binary(list(command)) for command in {tuple(e.command) for e in engines}
    }


def _cores() -> int:
    return len(os.sched_getaffinity(0))


def prove_all(engines: list[Engine], settings: Settings) -> Iterator[Proof]:
    """Prove engines, as many at once as there are cores, and compare those of one cipher.

    Each cipher's are there once they are compared, so that what ends the others costs none of them.
    """
    stop = threading.Event()
    total = sum(
        nist.entry_count(engine, name, settings.chain(engine))
        for engine in engines
        for name in nist.names(engine)
        if nist.FILES[name].monte_carlo
    )
    with terminal.bars() as shown, ThreadPoolExecutor(_cores()) as pool:
        bar = shown.add_task("verify", total=total)

        def tick() -> None:
            if stop.is_set():
                raise Stopped
            shown.advance(bar)

        # Cipher by cipher: what its engines made is compared, then forgotten.
        order = sorted(engines, key=lambda engine: engine.cipher)
        try:
            made = pool.map(lambda engine: prove(engine, settings, tick), order)
            for _, group in itertools.groupby(order, key=lambda engine: engine.cipher):
                proofs = [next(made) for _engine in group]
                compare([proof for proof in proofs if proof.reason is None])
                for proof in proofs:
                    proof.made.clear()
                yield from proofs
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def compare(proofs: list[Proof]) -> None:
    """Compare what the engines of one cipher made of the same input; the majority is right."""
    for what in dict.fromkeys(what for proof in proofs for what in proof.made):
        makers = [p for p in proofs if what in p.made and p.reason is None]
        if len(makers) < 2:
            continue
        right = _majority(_majority(of.values()) for of in _by_engine(makers, what).values())
        for proof in makers:
            if proof.made[what] == right:
                chain = isinstance(what[0], str)  # a Monte Carlo Test's digest: one value
                size = len(right) if chain else proof.engine.block_bytes
                proof.checks["compared"] += len(right) // size
            else:
                other = next(p for p in makers if p.made[what] != proof.made[what])
                proof.reason = f"compared: {_disagreement(what, proof, other)}"


def _by_engine(makers: list[Proof], what: tuple) -> dict[str, dict[str, bytes]]:
    """What each engine made, by toolchain: an engine has one vote, on however many JVMs it ran."""
    found = {}
    for proof in makers:
        found.setdefault(proof.engine.engine, {})[proof.engine.toolchain] = proof.made[what]
    return found


def _majority(votes: Iterable[bytes | None]) -> bytes | None:
    """What most say, or None."""
    counts = Counter(vote for vote in votes if vote is not None).most_common(2)
    tied = len(counts) == 2 and counts[0][1] == counts[1][1]
    return counts[0][0] if counts and not tied else None


def _disagreement(what: tuple, proof: Proof, other: Proof) -> str:
    expected, got = other.made[what], proof.made[what]
    if isinstance(what[0], str):
        difference = f"{what[0]}: another Monte Carlo chain"
    else:
        difference = _difference(proof.engine.block_bytes, "encrypt", *what, expected, got)
    return f"{difference} (expected by {other.engine.engine})"


# ---- What is kept ----


def _record(proof: Proof, binary: str) -> records.Verification:
    return records.Verification(
        schema=records.SCHEMA,
        engine=proof.engine.engine,
        binary=binary,
        toolchain=proof.engine.toolchain,
        passed=proof.reason is None,
        checks=dict(proof.checks),
        reason=proof.reason,
        left_out=proof.left_out,
        against=manifest.answers_digest(),
        verified=session.now(),
    )


def remembered(engines: Iterable[Engine], results: Path) -> dict[str, records.Verification]:
    """What became of engines before, by engine: in these very binaries, against these answers."""
    binaries = set(_binaries(list(engines)).values())
    return {record.engine: record for record in _found(results, binaries)}


def _kept(results: Path, binaries: set[str]) -> dict[tuple, records.Verification]:
    """What has passed before, against the same answers, by (binary, toolchain, engine)."""
    passed = [record for record in _found(results, binaries) if record.passed]
    return {(r.binary, r.toolchain, r.engine): r for r in passed}


def _found(results: Path, binaries: set[str]) -> list[records.Verification]:
    paths = [path for binary in binaries if (path := _path(results, binary)).exists()]
    against = manifest.answers_digest()
    return [r for path in paths for r in records.read(path) if r.against == against]


def _keep(results: Path, record: records.Verification) -> None:
    path = _path(results, record.binary)
    with session.writing(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
    with session.RunFile(path) as file:
        file.append(record)


def _path(results: Path, binary: str) -> Path:
    return results / "verified" / f"{binary}.jsonl"


# ---- The command ----


@click.command("verify")
@click.option(
    "-k", "expression", help="Only engines (c/serpent/portable) that match, as in pytest."
)
@click.option(
    "--quick", is_flag=True, help="Only the first entry of each Monte Carlo Test, and fewer keys."
)
@click.option("--seed", default=1, show_default=True, help="Of the random keys and blocks.")
@click.option(
    "--blocks",
    default=DEFAULT.blocks,
    show_default=True,
    type=click.IntRange(min=0),
    help="Random blocks of each cipher, a new key every hundred (a million: --blocks 1000000).",
)
@click.option("--peers", is_flag=True, help="Other libraries' engines too.")
@click.option(
    "--c-build",
    type=click.Choice(list(build.OTHER_BUILDS)),
    help="Only the C engines, built with sanitizers, for size, or for another kind of machine; "
    "those for AVX-512 only where the processor has it.",
)
@click.option(
    "--platforms",
    is_flag=True,
    help="Only the C engines, on this and on every other machine that can be emulated here: "
    f"{', '.join(build.PLATFORMS)}.",
)
@click.option(
    "--plugin",
    "plugins",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, resolve_path=True),
    help="The engines of a shared object too (may be repeated).",
)
@compilers.options
@jvms.options
def verify_command(
    expression: str | None,
    quick: bool,
    seed: int,
    blocks: int,
    peers: bool,
    c_build: str | None,
    platforms: bool,
    plugins: tuple[str],
    jvm_names: tuple[str, ...],
    mode_names: tuple[str, ...],
    compiler_names: tuple[str, ...],
    flag_sets: tuple[str, ...],
) -> None:
    """Prove every engine right, or say which is not."""
    chosen = (peers, plugins, jvm_names, mode_names, compiler_names, flag_sets)
    if (c_build or platforms) and (any(chosen) or c_build and platforms):
        raise Mistake(
            f"{'--platforms' if platforms else '--c-build'} has our own C engines alone: leave out "
            f"{'--c-build, ' * platforms}--peers, --plugin, --jvm, --mode, --compiler and --flags"
        )
    matches = selection.matcher(expression)
    if platforms:
        verify_platforms(matches, Settings(seed, blocks, quick=True))
        return
    bad_plugins = []
    if c_build:
        try:
            listed = manifest.engines(build.other_c(c_build))
        except factors.Refused as refusal:
            raise Mistake(str(refusal)) from None
    else:
        listed = engines(
            expression,
            peers,
            plugins,
            jvm_names,
            mode_names,
            compiler_names,
            flag_sets,
            bad_plugins,
        )
    listed = [engine for engine in listed if matches(engine.engine)]
    usable = [e for e in listed if e.usable]
    if not usable:
        none = "no engine is selected: names are like c/serpent/portable"
        hint = "" if peers else " (--peers: other libraries' too)"
        raise Mistake((*bad_plugins, none + hint)[0])
    console = Console(highlight=False)
    console.print(f"verifying {len(usable)} engines")
    found = verify(usable, settings=Settings(seed, blocks, quick))
    called = _called(found)
    console.print(
        _table(found, called, seed), soft_wrap=True
    )  # no digit is lost where it is narrow
    for engine in listed:
        if not engine.usable:
            console.print(
                f"{engine.engine}: not run: this processor lacks, or FIFTEEN_FEATURES masks, "
                f"one of: {engine.needs}",
                markup=False,
                soft_wrap=True,
            )
    for record in found:
        if record.left_out:
            name = called[record.engine, record.toolchain]
            console.print(f"{name}: left out: {record.left_out}", markup=False, soft_wrap=True)
    failed = [record for record in found if not record.passed]
    for record in failed:
        name = called[record.engine, record.toolchain]
        console.print(f"{name}: {record.reason}", markup=False, soft_wrap=True)
    if failed:
        raise Failed(f"{len(failed)} of {len(found)} engines failed")
    if bad_plugins:
        raise Failed(bad_plugins[0])


def verify_platforms(matches: Callable[[str], bool], settings: Settings) -> None:
    """Prove our C engines on this machine and on those that can be emulated; a row a machine."""
    here = platform.machine()
    asked = {here: lambda: build.c_probe(compilers.Toolchain(compilers.default()))}
    asked |= {name: functools.partial(build.other_c, name) for name in build.PLATFORMS}
    listed, left_out = [], {}
    for name, command in asked.items():
        try:
            found = [e for e in manifest.engines(command()) if matches(e.engine) and e.usable]
            listed += [msgspec.structs.replace(e, toolchain=name) for e in found]
        except (factors.Refused, Mistake) as refusal:
            left_out[name] = str(refusal)
    if not listed:
        raise Mistake(next(iter(left_out.values()), "no engine is selected: names are like c/rc6"))
    console = Console(highlight=False)
    console.print(f"verifying {len(listed)} engines")
    found = verify(listed, settings=settings)
    wide = Console(highlight=False, width=max(console.width, WIDE))
    wide.print(_platforms_table(found, here, settings.seed), soft_wrap=True)
    failed = [record for record in found if not record.passed]
    for record in failed:
        line = f"{record.engine} on {record.toolchain}: {record.reason}"
        console.print(line, markup=False, soft_wrap=True)
    for name, reason in left_out.items():
        console.print(f"{name}: left out: {reason}", markup=False, soft_wrap=True)
    ran, bad = ({record.toolchain for record in records_} for records_ in (found, failed))
    console.print(
        f"{len(asked)} machines: {len(ran - bad)} passed, {len(bad)} failed, "
        f"{len(left_out)} left out" + (f" ({', '.join(left_out)})" if left_out else "")
    )
    if failed:
        raise Failed(f"{len(failed)} of {len(found)} engines failed")


def _platforms_table(found: list[records.Verification], here: str, seed: int) -> Table:
    table = Table(title=f"Values checked (seed {seed})", box=None, pad_edge=False)
    for heading in ("machine", "what it is", "runs under"):
        table.add_column(heading, no_wrap=True)
    for heading in ("engines", "values"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("result", no_wrap=True)
    for name in dict.fromkeys(record.toolchain for record in found):
        of = [record for record in found if record.toolchain == name]
        other = build.PLATFORMS.get(name)
        bad = sum(not record.passed for record in of)
        table.add_row(
            name,
            other.what if other else "this machine",
            other.runner if other else "",
            str(len(of)),
            f"{sum(sum(record.checks.values()) for record in of):,}",
            f"[red]{bad} FAILED" if bad else "passed",
        )
    return table


def engines(
    expression: str | None = None,
    peers: bool = False,
    plugins: tuple[str, ...] = (),
    jvm_names: tuple[str, ...] = (),
    mode_names: tuple[str, ...] = (),
    compiler_names: tuple[str, ...] = (),
    flag_sets: tuple[str, ...] = (),
    bad_plugins: list[str] | None = None,
) -> list[Engine]:
    """The engines of all probes; no JVM is asked for where no Java engine can match.

    A plug-in of which nothing can be had is said and added to ``bad_plugins``, or a Mistake.
    """
    matches = selection.matcher(expression)
    languages = [
        language
        for language in ("c", "java")
        if any(matches(name) for _, name in plan.engine_names(language, expression, peers))
    ] or ["c", "java"]
    found = []
    if "c" in languages or plugins:
        made, _ = compilers.on_each(compiler_names, flag_sets, lambda by: [(by, build.c_probe(by))])
        for by, command in made:
            found += _compiled(by, manifest.engines(command))
        by, command = made[0]
        for path in plugins:
            try:
                found += _plugged_in(path, by, command)
            except Mistake as mistake:
                if bad_plugins is None:
                    raise
                bad_plugins.append(mistake.message)
                _leave_out(mistake.message)
        found += _c_peers(by, matches) if peers else []
    if "java" in languages:
        build.ensure_java()
        on_jvms, _ = jvms.on_each(
            jvm_names, mode_names, lambda runtime: _on_jvm(runtime, matches if peers else None)
        )
        found += on_jvms
    return found


def _compiled(by: compilers.Toolchain, found: list[Engine]) -> list[Engine]:
    """The engines of a C probe, and by whom it is compiled."""
    return [msgspec.structs.replace(engine, toolchain=by.name) for engine in found]


def _plugged_in(path: str, by: compilers.Toolchain, probe: list[str]) -> list[Engine]:
    """The engines of a plug-in. A Mistake says why there are none."""
    command = [*probe, "--plugin", path]
    told = peer_programs.listed(Path(path).name, command, plan.TIMEOUT["c"])
    found = manifest.described(told, command)
    return _compiled(by, [engine for engine in found if engine.library != OURS])


def _leave_out(line: str) -> None:
    Console(highlight=False).print(f"left out: {line}", markup=False, soft_wrap=True)


def _c_peers(by: compilers.Toolchain, matches: Callable[[str], bool]) -> list[Engine]:
    """The engines of C libraries; what cannot be had is said."""
    build.ensure_c()
    wanted = peer_programs.matching("c", matches)
    there, left_out = peer_programs.survey_c(by, wanted)
    for line in left_out:
        _leave_out(line)
    for line in peer_programs.edited(wanted):
        Console(highlight=False).print(line, markup=False, soft_wrap=True)
    return [engine for program in there for engine in program.engines.values()]


def _on_jvm(runtime: jvms.Runtime, peers: Callable[[str], bool] | None) -> list[Engine]:
    """The Java engines on one JVM, in one mode; with peers, of the libraries that match."""
    ours = plan.program("java", probes.java_probe(runtime=runtime), runtime=runtime)
    theirs = []
    if peers:
        theirs = peer_programs.programs(runtime, peer_programs.matching("java", peers))
    return [engine for program in (ours, *theirs) for engine in program.engines.values()]


def _called(found: list[records.Verification]) -> dict[tuple[str, str], str]:
    """What each is called: the engine, and its toolchain where its language has several."""
    chains = {(r.engine.partition("/")[0], r.toolchain) for r in found if r.toolchain}
    languages = Counter(language for language, _ in chains)
    return {
        (r.engine, r.toolchain): f"{r.engine}@{r.toolchain}"
        if languages[r.engine.partition("/")[0]] > 1
        else r.engine
        for r in found
    }


def _table(found: list[records.Verification], called: dict, seed: int) -> Table:
    most = max(count for record in found for count in (0, *record.checks.values()))
    table = Table(title=f"Values checked (seed {seed})", box=None, pad_edge=False)
    table.add_column("engine", no_wrap=True)
    for check in CHECKS:
        table.add_column(check, justify="right", min_width=max(8, len(f"{most:,}")))
    table.add_column("result", no_wrap=True)
    for record in found:
        name = called[record.engine, record.toolchain]
        counts = [f"{record.checks[c]:,}" if c in record.checks else "" for c in CHECKS]
        table.add_row(escape(name), *counts, "passed" if record.passed else "[red]FAILED")
    return table
