# SPDX-License-Identifier: Apache-2.0
"""``./fifteen vectors``: write the published vector files, or check other people's."""

import itertools
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from fifteen import (
    build,
    files,
    manifest,
    nist,
    probes,
    selection,
    terminal,
    vectorcheck,
    vectorfiles,
)
from fifteen.errors import Failed, Mistake
from fifteen.manifest import Engine
from fifteen.probes import Probe, ProbeError
from fifteen.vectorfiles import Entry


@click.command("vectors")
@click.option("--out", type=click.Path(path_type=Path), help="Write DIR/CIPHER/FILE.txt.")
@click.option("--check", type=click.Path(path_type=Path), help="Compare with the files in DIR.")
@click.option("-k", "expression", help="Only CIPHER/FILE that match, as in pytest.")
@click.option("--engine", "name", help="Ask this engine (default: each cipher's first in C).")
def vectors_command(
    out: Path | None, check: Path | None, expression: str | None, name: str | None
) -> None:
    """Write the published vector files of every cipher, or check other people's."""
    if (out is None) == (check is None):
        raise Mistake("say either --out DIR or --check DIR")
    wanted = selection.matcher(expression)
    engines = _engines(name)
    if check is not None:
        vectorcheck.check(check, engines, wanted)
    else:
        _write_all(out, engines, wanted)


def _engines(name: str | None) -> list[Engine]:
    """The engine of that name, or every cipher's first in C: portable, if there is such a one."""
    if (name or "c/").startswith("java/"):
        build.ensure_java()
        found = manifest.engines(probes.java_probe())
    else:
        build.ensure_c()
        found = manifest.engines(probes.c_probe())
    if name is None:
        first = {engine.cipher: engine for engine in reversed(found)}
        return [engine for engine in found if engine is first[engine.cipher]]
    chosen = [engine for engine in found if engine.engine == name]
    if not chosen:
        raise Mistake(f"no engine {name!r}: one of {', '.join(e.engine for e in found)}")
    return chosen


def _write_all(out: Path, engines: list[Engine], wanted: Callable[[str], bool]) -> None:
    """Write the files, and print their digests as the manifest has them."""
    jobs = [(e, n) for e in engines for n in nist.names(e) if wanted(f"{e.cipher}/{n}")]
    if not jobs:
        raise Mistake("-k selects no vector file: names are like serpent/ecb_vk")
    digests = []
    with terminal.bars() as shown:
        bar = shown.add_task("vectors", total=sum(nist.entry_count(*job) for job in jobs))
        for engine, group in itertools.groupby(jobs, key=lambda job: job[0]):
            files.usable(out / engine.cipher)  # before the work, not after
            digests += ["", f"[{_toml_key(engine.cipher)}.vectors]"]
            for _, name in group:
                shown.update(bar, description=f"{engine.cipher}/{name}")
                made = _made(engine, name, partial(shown.advance, bar))
                digests.append(f"{name} = {_digest(engine, name, made)}")
                path = out / engine.cipher / f"{name}.txt"
                files.replace(path, _text(engine, name, made).encode())
    click.echo("\n".join(digests[1:]))


def _toml_key(cipher: str) -> str:
    return f'"{cipher}"' if "." in cipher else cipher


def _made(engine: Engine, name: str, advance: Callable[[], None]) -> list[Entry]:
    """The entries of one file; each of a Monte Carlo Test's is a step forward."""
    made = []
    try:
        with Probe(engine.command, timeout=60) as probe:
            for entry in nist.entries(probe, engine, name):
                made.append(entry)
                if nist.FILES[name].monte_carlo:
                    advance()
    except ProbeError as error:
        raise Failed(f"{engine.engine}: {name}: {error}") from None
    if not nist.FILES[name].monte_carlo:
        advance()
    return made


def _digest(engine: Engine, name: str, made: list[Entry]) -> str:
    """The manifest's entry for a file; Failed where the manifest has another digest of it."""
    known = manifest.cipher(engine.cipher).vectors.get(name)
    digest = vectorfiles.digest(made)
    if known is not None and known.sha256 != digest:
        raise Failed(f"{engine.engine}: {name} isn't what ciphers.toml says: run ./fifteen verify")
    return f'{{ origin = "{known.origin if known else "own"}", sha256 = "{digest}" }}'


def _text(engine: Engine, name: str, made: list[Entry]) -> str:
    cipher = manifest.cipher(engine.cipher)
    heading = [
        nist.FILES[name].heading,
        "",
        f"Algorithm Name: {cipher.title}",
        f"Principal Submitter: {cipher.designers}",
    ]
    first = 0 if nist.FILES[name].monte_carlo else 1
    return vectorfiles.text(f"{name}.txt", heading, made, first, cipher_first=name.endswith("_d_m"))
