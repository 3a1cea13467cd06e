# SPDX-License-Identifier: Apache-2.0
"""``./fifteen peer``: add a Java library to compare with, list what each has, remove one."""

import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.table import Table

from fifteen import build, files, jvms, manifest, maven, peers, places, plan, probes, verify
from fifteen.errors import Failed, Mistake
from fifteen.listing import FILE_WIDTH
from fifteen.peers import Peer
from fifteen.probes import ProbeError

COORDINATE = re.compile(r"[\w.-]+:[\w.-]+:[\w.-]+(:[\w.-]+(:[\w.-]+)?)?")
NAME = re.compile(r"\w[\w.+-]*")

console = Console(highlight=False)


@click.group("peer")
def peer_command() -> None:
    """Add Java libraries to compare with; list what each has; remove what was added.

    C libraries are shared objects: evaluate and verify take them with --plugin.
    """


# ---- add ----


@peer_command.command("add")
@click.option(
    "--jce",
    metavar="SOURCE",
    help="A JCE provider: Maven coordinate (group:artifact:version), jar, folder of classes, or "
    "the name of an installed one.",
)
@click.option("--provider", metavar="CLASS", help="Its class, where it has several.")
@click.option(
    "--lightweight",
    metavar="CLASS[=CIPHER]",
    multiple=True,
    help="A class like Bouncy Castle's BlockCipher (may be repeated).",
)
@click.option(
    "--nist",
    metavar="CLASS[=CIPHER]",
    multiple=True,
    help="A class with NIST's API of 1998: makeKey, blockEncrypt, blockDecrypt (may be repeated).",
)
@click.option(
    "--jar",
    "jars",
    metavar="SOURCE",
    multiple=True,
    help="What it needs besides: jar, folder of classes or coordinate (may be repeated).",
)
@click.option("--name", metavar="NAME", help="What to call it (default: as it calls itself).")
def add_command(
    jce: str | None,
    provider: str | None,
    lightweight: tuple[str, ...],
    nist: tuple[str, ...],
    jars: tuple[str, ...],
    name: str | None,
) -> None:
    """Add a library: it joins evaluate, plan, verify --peers and list --peers."""
    classes = [f"lightweight:{c}" for c in lightweight] + [f"nist:{c}" for c in nist]
    if bool(jce) == bool(classes):
        raise Mistake("say what it is, one of the three: --jce, --lightweight or --nist")
    if provider and not jce:
        raise Mistake("--provider says which class of a --jce jar: leave it out")
    if name and not NAME.fullmatch(name):
        raise Mistake(f"--name {name!r}: letters, digits, '_', '.', '+' and '-' make a name")
    build.ensure_java()
    installed = bool(jce) and not _is_source(jce)
    sources = [*([jce] if jce and not installed else []), *jars]
    if classes and not sources:
        raise Mistake("--jar is missing: where the class is")
    files.usable(places.ADDED)
    with tempfile.TemporaryDirectory(dir=places.ADDED, prefix=".new-") as work:
        brought = [path for n, s in enumerate(sources) for path in _brought(s, Path(work) / str(n))]
        draft = Peer(
            name=name or "new",
            plugins=classes or [f"jce:{provider or jce}"],
            jars=[str(path) for path in brought],
            source=jce or " ".join([*lightweight, *nist]),
        )
        found = _provider(draft) if jce and not installed and not provider else draft
        told = _told(found)
        if not told["engines"] and not told["refused"]:
            raise Mistake(f"{found.source} has none of our ciphers: ./fifteen list names them")
        found = msgspec.structs.replace(found, name=name or _free(_library(told), jce or "", told))
        _refuse_double(found.name)
        added = _settle(found, brought)
    program = peers.offered(added)
    ciphers = ", ".join(engine.cipher for engine in program.engines.values())
    console.print(
        f"added: {added.name} ({added.source}): {ciphers or 'nothing that works'}",
        markup=False,
        soft_wrap=True,
    )
    for line in program.refused:
        console.print(f"not to be had: {line}", markup=False, soft_wrap=True)


def _is_source(text: str) -> bool:
    """Whether it is a coordinate, a jar or a folder; else it is a name or a class."""
    is_path = text.endswith((".jar", ".zip")) or "/" in text or Path(text).exists()
    return bool(COORDINATE.fullmatch(text)) or is_path


def _brought(source: str, folder: Path) -> Iterator[Path]:
    """The jars or folders of one source, in a folder of their own."""
    path = Path(source)
    if COORDINATE.fullmatch(source) and not path.exists():
        yield from sorted(maven.jars(source, folder).iterdir())
    elif path.is_dir():
        with files.writing(folder):
            yield Path(shutil.copytree(path, folder / (path.resolve().name or "classes")))
    elif not path.exists():
        raise Mistake(f"{source}: no such jar or folder, and no Maven coordinate (a:b:version)")
    elif not zipfile.is_zipfile(path):
        raise Mistake(f"{source} is no jar: it is not even a zip file")
    else:
        with files.writing(folder):
            folder.mkdir()
            yield Path(shutil.copy(path, folder))


def _provider(draft: Peer) -> Peer:
    """The draft with the first provider class of its jars that has a cipher of ours."""
    bare = msgspec.structs.replace(draft, plugins=[])
    try:
        with probes.Probe(bare.command(jvms.default()), peers.PATIENCE) as probe:
            answer = probe.ask("providers")
    except ProbeError as error:
        raise Mistake(f"{draft.source}: {peers.why(error)}") from None
    if not answer["providers"]:
        problem = f" ({answer['problem']})" if answer["problem"] else ""
        raise Mistake(f"{draft.source}: no class in it is a JCE provider{problem}")
    drafts = [
        msgspec.structs.replace(draft, plugins=[f"jce:{name}"]) for name in answer["providers"]
    ]
    problems = []
    for candidate in drafts:
        try:
            told = _told(candidate)
        except Mistake as mistake:
            problems.append(mistake)
        else:
            if told["engines"] or told["refused"]:
                return candidate
    if problems:
        raise problems[0]
    return drafts[0]


def _told(draft: Peer) -> dict:
    """What a draft has, its own names kept. A Mistake says why nothing is known of it."""
    unnamed = not draft.name or draft.name == "new"
    command = draft.command(jvms.default())
    if unnamed:
        command = [word.removesuffix(f"@{draft.name}") for word in command]
    try:
        told = peers.ask(draft, command)
    except ProbeError as error:
        raise Mistake(f"{draft.source}: {peers.why(error)}") from None
    return {**told, "engines": [e for e in told["engines"] if e["library"] != verify.OURS]}


def _library(told: dict) -> str:
    """What the library calls itself."""
    first = (told["engines"] + told["refused"])[0]
    return first["engine"].split("/")[1]


def _free(name: str, source: str, told: dict) -> str:
    """The name, or with its version where another peer is called so."""
    name = re.sub(r"[^\w.+-]", "-", name)
    if name not in {peer.name for peer in peers.known()}:
        return name
    parts = source.split(":")
    versions = [parts[2]] if len(parts) > 2 else [e["version"] for e in told["engines"][:1]]
    return "-".join([name, *filter(None, versions)])


def _refuse_double(name: str) -> None:
    if name in {peer.name for peer in peers.known()} or name in manifest.load():
        raise Mistake(
            f"there is a {name} already: ./fifteen peer remove {name}, or choose another --name"
        )


def _settle(draft: Peer, brought: Iterable[Path]) -> Peer:
    """The jars in the peer's folder, then the peer in the file: whole or not at all."""
    place = peers.folder(draft.name)
    with files.writing(place):
        shutil.rmtree(place, ignore_errors=True)  # of an add that was killed
        place.mkdir(parents=True)
        names = []
        for path in brought:
            name = path.name if path.name not in names else f"{len(names)}-{path.name}"
            path.rename(place / name)
            names.append(name)
    added = msgspec.structs.replace(draft, jars=names)
    peers.keep([*peers.added(), added])
    return added


# ---- list, remove ----


@peer_command.command("list")
@jvms.options
def list_command(jvm_names: tuple[str, ...], mode_names: tuple[str, ...]) -> None:
    """List the libraries, what each has, and whether it is proven (some minutes the first time)."""
    build.ensure_java()
    if not console.is_terminal:
        console.width = FILE_WIDTH
    failed = 0
    for runtime in jvms.chosen(jvm_names, mode_names):
        found, left_out = peers.survey(runtime)
        engines = [e for program in found for e in program.engines.values()]
        proofs = verify.verify(engines, places.RESULTS)
        console.print(_table(runtime.name, found, {proof.engine: proof for proof in proofs}))
        for line in left_out:
            console.print(f"not to be had: {line}", markup=False, soft_wrap=True)
        failed += sum(not proof.passed for proof in proofs)
    if failed:
        raise Failed(f"{failed} engines failed to verify, and are never timed")


def _table(runtime: str, found: list[plan.Program], proofs: dict) -> Table:
    sources = {peer.name: peer.source for peer in peers.known()}
    table = Table(title=f"Java libraries on {runtime}", box=None, pad_edge=False)
    for heading in ("engine", "there called", "version", "key bits", "from", "proof"):
        table.add_column(heading, overflow="fold")
    for program in found:
        for engine in program.engines.values():
            proof = proofs[engine.engine]
            table.add_row(
                engine.engine,
                engine.name,
                engine.version,
                manifest.sizes(engine.key_sizes),
                sources[engine.library],
                "passed" if proof.passed else f"[red]FAILED[/]: {proof.reason}",
            )
    return table


@peer_command.command("remove")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
def remove_command(names: tuple[str, ...]) -> None:
    """Remove libraries that `add` brought."""
    added = {peer.name: peer for peer in peers.added()}
    for name in names:
        if name not in added:
            there = ", ".join(added) or "none"
            raise Mistake(f"{name!r} is no peer that ./fifteen peer add brought: there are {there}")
    peers.keep(peer for name, peer in added.items() if name not in names)
    for name in names:
        with files.writing(peers.folder(name)):
            shutil.rmtree(peers.folder(name), ignore_errors=True)
        console.print(f"removed: {name}")
