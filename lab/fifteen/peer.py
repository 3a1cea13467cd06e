# SPDX-License-Identifier: Apache-2.0
"""``./fifteen peer``: add a library or a submission to compare with, list them, remove one.

``./fifteen peers`` is ``peer list``.
"""

import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from fifteen import (
    build,
    compilers,
    files,
    jvms,
    libraries,
    manifest,
    maven,
    peers,
    places,
    plan,
    probes,
    submission,
    verify,
)
from fifteen.errors import Failed, Mistake
from fifteen.peers import Peer
from fifteen.probes import ProbeError
from fifteen.terminal import FILE_WIDTH

COORDINATE = re.compile(r"[\w.-]+:[\w.-]+:[\w.-]+(:[\w.-]+(:[\w.-]+)?)?")
NAME = re.compile(r"\w[\w.+-]*")

console = Console(highlight=False)
progress = Console(stderr=True, highlight=False)


@click.group("peer")
def peer_command() -> None:
    """Add libraries and submissions to compare with; list what each has; remove what was added."""


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
@click.option(
    "--nist-c",
    "folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="A folder of C sources with NIST's API of 1998, compiled as it is.",
)
@click.option("--cipher", metavar="CIPHER", help="With --nist-c: which cipher it is.")
@click.option(
    "--flags",
    metavar="FLAGS",
    help=f"With --nist-c: the compiler's (default: {compilers.OPTIMISED}, and -m32 where a long "
    "must have 32 bits).",
)
@click.option(
    "--source",
    "sources",
    metavar="FILE",
    multiple=True,
    help="With --nist-c: only these of its C files (may be repeated).",
)
@click.option(
    "--name",
    metavar="NAME",
    help="What to call it (default: as it calls itself; of C sources, nist-CIPHER).",
)
def add_command(
    jce: str | None,
    provider: str | None,
    lightweight: tuple[str, ...],
    nist: tuple[str, ...],
    jars: tuple[str, ...],
    folder: Path | None,
    cipher: str | None,
    flags: str | None,
    sources: tuple[str, ...],
    name: str | None,
) -> None:
    """Add a library: it joins evaluate, plan, verify --peers and list --peers."""
    if name:
        if not NAME.fullmatch(name):
            raise Mistake(f"--name {name!r}: letters, digits, '_', '.', '+' and '-' make a name")
        _refuse_double(name)
    if folder:
        if jce or provider or lightweight or nist or jars:
            raise Mistake("--nist-c is of C: leave out --jce, --lightweight, --nist and --jar")
        if not cipher:
            raise Mistake("--cipher is missing: which cipher the sources are of")
        _add_submission(folder, cipher, flags, sources, name or f"nist-{cipher}")
    elif cipher or flags or sources:
        raise Mistake("--cipher, --flags and --source go with --nist-c FOLDER")
    else:
        _add_java(jce, provider, lightweight, nist, jars, name)


def _add_submission(
    folder: Path, cipher: str, flags: str | None, sources: tuple[str, ...], name: str
) -> None:
    _refuse_double(name)
    files.usable(places.ADDED)
    with (
        tempfile.TemporaryDirectory(dir=places.ADDED, prefix=".new-") as work,
        build.console.status("compiling …") as status,  # on the console of the probe's own build
    ):
        made = submission.make(folder, cipher, name, flags, sources, Path(work), status.update)
        kept = submission.settle(made, peers.folder(name, "c"))
    by = compilers.Toolchain(compilers.default())
    added = Peer(
        name=name,
        language="c",
        plugins=kept,
        flags=made.flags,
        compiler=[by.compiler.name, by.compiler.line],
        source=str(folder.resolve()),
        only=list(sources),
        digest=made.digest,
        left_out=made.left_out,
    )
    peers.keep([*peers.added(), added])
    [engine] = peers.offered_c(added, by).engines.values()
    console.print(
        f"added: {name} ({folder}, {' '.join(made.flags)}): {cipher}, "
        f"key bits {manifest.sizes(engine.key_sizes)}",
        markup=False,
        soft_wrap=True,
    )
    for line in made.left_out:
        console.print(f"left out: {line}", markup=False, soft_wrap=True)


def _add_java(
    jce: str | None,
    provider: str | None,
    lightweight: tuple[str, ...],
    nist: tuple[str, ...],
    jars: tuple[str, ...],
    name: str | None,
) -> None:
    classes = [f"lightweight:{c}" for c in lightweight] + [f"nist:{c}" for c in nist]
    if bool(jce) == bool(classes):
        raise Mistake("say what it is, one of the four: --jce, --lightweight, --nist or --nist-c")
    if provider and not jce:
        raise Mistake("--provider says which class of a --jce jar: leave it out")
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
        asked = jce and not installed and not provider
        found, told = _provider(draft) if asked else (draft, _told(draft))
        if not told["engines"] and not told["refused"]:
            raise Mistake(f"{found.source} has none of our ciphers: ./fifteen list names them")
        found = msgspec.structs.replace(
            found, name=name or _free(_own_names(told)[0], jce or "", told)
        )
        _refuse_double(found.name)
        if not told["engines"]:
            raise Failed(f"{found.source}: nothing of it works: {_reasons(told['refused'])}")
        added = _settle(found, brought)
    program = peers.offered(added, said=told if _own_names(told) == [added.name] else None)
    ciphers = ", ".join(engine.cipher for engine in program.engines.values())
    console.print(f"added: {added.name} ({added.source}): {ciphers}", markup=False, soft_wrap=True)
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


def _provider(draft: Peer) -> tuple[Peer, dict]:
    """The draft with the first provider class of its jars that has a cipher of ours, and what it
    has (``_told``)."""
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
    problems, empty = [], []
    for candidate in drafts:
        try:
            told = _told(candidate)
        except Mistake as mistake:
            problems.append(mistake)
        else:
            if told["engines"] or told["refused"]:
                return candidate, told
            empty.append((candidate, told))
    if problems:
        raise problems[0]
    return empty[0]


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
    engines = [e for e in told["engines"] if e["library"] != verify.OURS]
    own = engines[0]["library"] if engines else draft.name
    refused = [  # of one that ended its JVM the lab made the line, by the draft's name
        r | {"engine": r["engine"].replace(f"/{draft.name}/", f"/{own}/")} for r in told["refused"]
    ]
    return {**told, "engines": engines, "refused": refused}


def _own_names(told: dict) -> list[str]:
    """What its engines say that their library is called: in most cases one name."""
    return list(dict.fromkeys(e["engine"].split("/")[1] for e in told["engines"] + told["refused"]))


def _reasons(refused: list[dict]) -> str:
    """The first engine's reason, and how many there are."""
    more = f" (and {len(refused) - 1} more)" if len(refused) > 1 else ""
    return f"{refused[0]['engine']}: {refused[0]['reason']}{more}"


def _free(name: str, source: str, told: dict) -> str:
    """The name, or with its version where another peer is called so."""
    name = re.sub(r"[^\w.+-]", "-", name)
    if name not in {peer.name for peer in peers.known()}:
        return name
    parts = source.split(":")
    versions = [parts[2]] if len(parts) > 2 else [e["version"] for e in told["engines"][:1]]
    return "-".join([name, *filter(None, versions)])


def _refuse_double(name: str) -> None:
    others = {peer.name for peer in peers.known()} | manifest.load().keys()
    if name in others or name.lower() == verify.OURS:
        is_added = name in {peer.name for peer in peers.added()}
        how = f"./fifteen peer remove {name}, or " if is_added else ""
        raise Mistake(f"there is a {name} already: {how}choose another --name")


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
@click.argument("names", nargs=-1, metavar="[NAME]...")
@jvms.options
def peers_command(
    names: tuple[str, ...], jvm_names: tuple[str, ...], mode_names: tuple[str, ...]
) -> None:
    """List the libraries, in C and Java, and what to install for more.

    With NAMEs, each of their engines, which is verified where it never was.
    """
    build.ensure_c()
    wanted = _wanted(names)
    if not console.is_terminal:
        console.width = FILE_WIDTH
    left_out, failed = [], 0
    for title, found, lines in _surveys(wanted, jvm_names, mode_names):
        left_out += lines
        engines = [e for program in found for e in program.engines.values()]
        if names:
            proofs = {proof.engine: proof for proof in verify.verify(engines, places.RESULTS)}
            failed += sum(not proof.passed for proof in proofs.values())
            console.print(_engines(title, found, proofs))
        else:
            proofs = verify.remembered(engines, places.RESULTS)
            console.print(_libraries(title, found, proofs))
    for line in left_out:
        console.print(f"not to be had: {line}", markup=False, soft_wrap=True)
    for line in peers.edited(wanted):
        console.print(line, markup=False, soft_wrap=True)
    missing = [
        library
        for library in libraries.known()
        if not library.plugin.exists() and not library.complaint
    ]
    if missing and not names:
        console.print(
            f"not installed: {', '.join(library.name for library in missing)}: "
            f"{libraries.install_line(missing)}",
            markup=False,
            soft_wrap=True,
        )
    if failed:
        raise Failed(f"{failed} engines failed to verify, and are never timed")


def _surveys(
    wanted: list[str], jvm_names: tuple[str, ...], mode_names: tuple[str, ...]
) -> Iterator[tuple[str, list[plan.Program], list[str]]]:
    """By language and JVM: a title, the programs, and what cannot be had."""
    by_language = {
        language: [peer.name for peer in peers.known(language) if peer.name in wanted]
        for language in ("c", "java")
    }
    if by_language["c"]:
        yield "C libraries", *peers.survey_c(wanted=by_language["c"])
    if by_language["java"]:
        build.ensure_java()
        for runtime in jvms.chosen(jvm_names, mode_names):
            found, left_out = [], []
            for name in by_language["java"]:
                progress.print(f"asking {name} on {runtime.name}", markup=False)
                programs, lines = peers.survey(runtime, {name})
                found, left_out = found + programs, left_out + lines
            yield f"Java libraries on {runtime.name}", found, left_out


def _wanted(names: tuple[str, ...]) -> list[str]:
    known = [peer.name for peer in peers.known()]
    installable = {library.name: library for library in libraries.known()}
    for name in names:
        if name in installable and name not in known:
            if complaint := installable[name].complaint:
                raise Mistake(f"{name}: does not compile: {complaint}")
            line = libraries.install_line([installable[name]])
            raise Mistake(f"{name} is not installed here: {line}")
        if name not in known:
            raise Mistake(f"no library {name!r}: there are {', '.join(known)}")
    return list(dict.fromkeys(names)) or known


def _libraries(title: str, found: list[plan.Program], proofs: dict) -> Table:
    """A row a library."""
    peer = {peer.name: peer for peer in peers.known()}
    table = Table(title=title, box=None, pad_edge=False)
    for heading in ("library", "version", "ciphers", "proof", "from"):
        table.add_column(heading, overflow="fold")
    for program in found:
        engines = list(program.engines.values())
        if engines:
            library = peer[engines[0].library]
            table.add_row(
                library.name,
                _version(program),
                ", ".join(dict.fromkeys(engine.cipher for engine in engines)),
                _proof([proofs.get(engine.engine) for engine in engines]),
                escape(" ".join([library.source, *library.flags])),
            )
    return table


def _version(program: plan.Program) -> str:
    [first, *_] = program.engines.values()
    other = peers.other_versions(program)
    said = escape(other.partition(": ")[2] if other else first.version)
    return f"[yellow]{said}[/]" if other else said


def _proof(known: list) -> str:
    """How many are proven, of those that were put to it before."""
    failed = [proof.engine for proof in known if proof and not proof.passed]
    if failed:
        return f"[red]FAILED[/]: {escape(', '.join(name.split('/', 2)[2] for name in failed))}"
    passed = sum(proof is not None for proof in known)
    return {0: "not yet verified", len(known): "passed"}.get(
        passed, f"{passed} of {len(known)} passed"
    )


def _engines(title: str, found: list[plan.Program], proofs: dict) -> Table:
    """A row an engine."""
    sources = {peer.name: peer.source for peer in peers.known()}
    table = Table(title=title, box=None, pad_edge=False)
    for heading in ("engine", "there called", "version", "key bits", "from", "proof"):
        table.add_column(heading, overflow="fold")
    for program in found:
        for engine in program.engines.values():
            proof = proofs[engine.engine]
            table.add_row(
                escape(engine.engine),
                escape(engine.name),
                _version(program),
                manifest.sizes(engine.key_sizes),
                escape(sources[engine.library]),
                "passed" if proof.passed else f"[red]FAILED[/]: {escape(proof.reason)}",
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
        place = peers.folder(name, added[name].language)
        with files.writing(place):
            shutil.rmtree(place, ignore_errors=True)
        console.print(f"removed: {name}")
