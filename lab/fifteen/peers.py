# SPDX-License-Identifier: Apache-2.0
"""Peers: other people's engines beside ours.

A :class:`Peer` is what a probe is told (``--plugin``, docs/probe-protocol.md), in Java also the
jars that it needs. Each is a program of its own, in Java with its own class path, so that one that
hangs or ends its process harms no other, and two versions of a library can stand side by side. What
users added is kept in ``added/``: ``peers.toml``, copies of the jars under ``jars/NAME/``, and
under ``c/NAME/`` what was compiled of a submission in C (:mod:`fifteen.submission`).
"""

import functools
import itertools
import json
import os
import tomllib
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Literal

import msgspec
from rich.console import Console
from rich.markup import escape

from fifteen import (
    build,
    compilers,
    files,
    jvms,
    libraries,
    manifest,
    places,
    plan,
    probes,
    submission,
)
from fifteen.errors import Failed, Mistake
from fifteen.factors import Refused
from fifteen.probes import ProbeError

PATIENCE = plan.TIMEOUT["java"]  # seconds in which a library says what it has
UNLOADED = ("the probe ended with status 2: probe: ", "the probe ended with status 2: fifteen: ")
OURS = "Fifteen"  # our engines again, through our JCE provider

BC_ENGINES = {  # its lightweight engines, which know more ciphers than its provider
    "rijndael": "AESEngine",
    "rijndael-b160": "RijndaelEngine",
    "rijndael-b192": "RijndaelEngine",
    "rijndael-b224": "RijndaelEngine",
    "rijndael-b256": "RijndaelEngine",
    "rc6": "RC6Engine",
    "serpent": "SerpentEngine",
    "twofish": "TwofishEngine",
    "des": "DESEngine",
    "3des": "DESedeEngine",
    "idea": "IDEAEngine",
    "cast256": "CAST6Engine",
}

console = Console(highlight=False)


class Peer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A library of engines: what the probe is told, and the jars that it needs."""

    name: str  # the library in its engines' names
    language: Literal["c", "java"] = "java"
    plugins: list[str]  # as --plugin takes them, in Java without the library's name
    jars: list[str] = []  # files, or folders of classes; of an added one, in its own folder
    flags: list[str] = []  # what the lab compiled it with, where it did, beside the dialect's
    compiler: list[str] = []  # the compiler's name and own line, likewise
    source: str = "built in"  # as the user named it
    only: list[str] = []  # of a submission: the files that were named with --source, if any were
    digest: str = ""  # of its sources
    left_out: list[str] = []  # what it is not right for, and why, a line each
    beside: bool = True  # stands beside our engines in evaluate without being asked for

    @property
    def is_nist_class(self) -> bool:
        """Whether it has the API that NIST asked of the candidates."""
        return any(plugin.startswith("nist:") for plugin in self.plugins)

    def command(self, runtime: jvms.Runtime | None) -> list[str]:
        """The Java probe with this library."""
        place = folder(self.name)
        plugins = [w for plugin in self.plugins for w in ("--plugin", f"{plugin}@{self.name}")]
        return probes.java_probe(
            *plugins, runtime=runtime, class_path=[place / jar for jar in self.jars]
        )


def known(language: str | None = None) -> list[Peer]:
    """All, or those of one language: those that are there by themselves, then those added."""
    found = [*_c_libraries(), *_java_libraries(), *added()]
    return [peer for peer in found if language in (None, peer.language)]


def _c_libraries() -> list[Peer]:
    """Those that the C tree was built with."""
    return [
        Peer(name=library.name, language="c", plugins=[str(library.plugin)], source="installed")
        for library in libraries.known()
        if library.plugin.exists()
    ]


def _java_libraries() -> list[Peer]:
    castle = [str(places.BOUNCY_CASTLE)]
    package = "org.bouncycastle.crypto.engines"
    return [
        Peer(name="SunJCE", plugins=["jce:SunJCE"]),
        Peer(
            name="BC",
            plugins=["jce:org.bouncycastle.jce.provider.BouncyCastleProvider"],
            jars=castle,
        ),
        Peer(name=OURS, plugins=["jce:org.fifteen.jce.FifteenProvider"]),
        Peer(
            name="bouncycastle",
            plugins=[f"lightweight:{package}.{e}={cipher}" for cipher, e in BC_ENGINES.items()],
            jars=castle,
            beside=False,
        ),
        Peer(  # its fastest AES by the block: an engine beside that of the list
            name="bouncycastle-fast",
            plugins=[f"lightweight:{package}.AESFastEngine=rijndael"],
            jars=castle,
            beside=False,
        ),
    ]


def matching(language: str, matches: Callable[[str], bool]) -> list[str]:
    """The libraries of which an engine's name may match: no other need be started."""
    return [
        peer.name
        for peer in known(language)
        if any(matches(f"{language}/{peer.name}/{cipher}") for cipher in manifest.load())
    ]


# ---- What is kept ----


class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """``added/peers.toml``."""

    peer: list[Peer] = []


def added() -> list[Peer]:
    """Those that users brought."""
    try:
        text = places.PEERS.read_text(encoding="utf-8")
        return msgspec.convert(tomllib.loads(text), Kept).peer
    except FileNotFoundError:
        return []
    except OSError as error:
        raise Mistake(f"cannot read {places.PEERS}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise Mistake(f"{places.PEERS}: {error}: mend it, or remove the file") from None


def keep(peers: Iterable[Peer]) -> None:
    """Write ``added/peers.toml``: these and no others."""
    tables = []
    for peer in peers:
        fields = {k: v for k, v in msgspec.to_builtins(peer).items() if k != "beside"}
        lines = [
            f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items()
        ]
        tables.append("\n".join(["[[peer]]", *lines, ""]))
    files.replace(places.PEERS, "\n".join(tables).encode())


def folder(name: str, language: str = "java") -> Path:
    """Where the files of an added peer are."""
    return places.ADDED / {"c": "c", "java": "jars"}[language] / name


# ---- What they offer ----


def programs(
    runtime: jvms.Runtime | None = None, wanted: Collection[str] | None = None
) -> list[plan.Program]:
    """A program for each peer, or each that is ``wanted``, on a JVM; what cannot be had is said."""
    found, left_out = survey(runtime, wanted)
    for line in left_out:
        console.print(f"left out: {escape(line)}", soft_wrap=True)
    return found


def survey(
    runtime: jvms.Runtime | None = None, wanted: Collection[str] | None = None
) -> tuple[list[plan.Program], list[str]]:
    """The programs, and a line for each peer or engine that cannot be had."""
    runtime = runtime or jvms.default()

    def ask_for(peer: Peer) -> tuple[list[plan.Program], list[str]]:
        try:
            program = offered(peer, runtime)
        except Mistake as mistake:
            return [], [mistake.message]
        return [program], program.refused

    asked = [peer for peer in known("java") if wanted is None or peer.name in wanted]
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # each waits for a JVM of its own
        answers = list(pool.map(ask_for, asked))
    found = [program for programs, _ in answers for program in programs]
    return found, [line for _, lines in answers for line in lines]


def survey_c(
    by: compilers.Toolchain | None = None,
    wanted: Collection[str] | None = None,
    options: tuple[str, ...] = (),
) -> tuple[list[plan.Program], list[str]]:
    """The programs in C, in the probe by a toolchain, and a line for each that cannot be had."""
    found, left_out = [], []
    by = by or compilers.Toolchain(compilers.default())
    for peer in known("c"):
        if wanted is None or peer.name in wanted:
            try:
                program = offered_c(peer, by, options)
                found.append(program)
                left_out += program.refused
            except (Mistake, Failed, Refused) as error:
                left_out.append(str(error))
    return found, left_out


def offered_c(peer: Peer, by: compilers.Toolchain, options: tuple[str, ...] = ()) -> plan.Program:
    """What a peer in C has. What the lab compiled itself has a toolchain of its own."""
    is_32 = build.THIRTY_TWO in peer.flags
    probe = [str(build.c_probe_32())] if is_32 else build.c_probe(by)
    [plugin] = peer.plugins
    found = plan.program(
        "c",
        [*probe, "--plugin", str(folder(peer.name, "c") / plugin)],
        keep=lambda engine: engine.library == peer.name,
        options=options,
        compiled=by,
        ask=functools.partial(listed, peer.name),
    )
    return _compiled_apart(found, peer) if peer.compiler else found


def listed(name: str, command: list[str], timeout: float) -> dict:
    """The answer to ``list`` of a probe with a plug-in, which a Mistake names if there is none."""
    try:
        return manifest.told(command, timeout)
    except ProbeError as error:
        raise Mistake(f"{name}: {why(error)}") from None


def _compiled_apart(program: plan.Program, peer: Peer) -> plan.Program:
    """The program, which says how the peer itself was compiled, and what it is not right for."""
    name, line = peer.compiler
    flags = [*submission.DIALECT, *peer.flags]
    toolchain = msgspec.structs.replace(program.toolchain, name=name, version=line, flags=flags)
    engines = {
        key: msgspec.structs.replace(engine, toolchain=name)
        for key, engine in program.engines.items()
    }
    refused = tuple(f"{peer.name}: {line}" for line in peer.left_out)
    return replace(program, toolchain=toolchain, engines=engines, refused=refused)


def edited(wanted: Collection[str]) -> list[str]:
    """A line for each submission whose sources are others now: what it has is as it was."""
    return [
        f"{peer.name}: its sources have changed since it was added: "
        f"./fifteen peer remove {peer.name} and add it again"
        for peer in added()
        if peer.name in wanted and peer.digest
        if submission.is_other(Path(peer.source), peer.only, peer.digest)
    ]


def other_versions(program: plan.Program) -> str | None:
    """A line, where a library isn't the version that its plug-in was built with."""
    for engine in program.engines.values():
        if engine.built_version not in ("", engine.version):
            return f"{engine.library}: built with {engine.built_version}, running {engine.version}"
    return None


def offered(
    peer: Peer, runtime: jvms.Runtime | None = None, said: dict | None = None
) -> plan.Program:
    """What one peer has. A Mistake says why nothing can be had of it.

    What it ``said`` a moment ago is believed: one that hangs or ends its JVM takes long to ask.
    """

    def told(command: list[str], timeout: float) -> dict:
        if said is not None:
            return said
        try:
            return ask(peer, command, timeout)
        except ProbeError as error:
            raise Mistake(f"{peer.name}: {why(error)}") from None

    return plan.program(
        "java",
        peer.command(runtime),
        keep=lambda engine: engine.library == peer.name,
        runtime=runtime,
        ask=told,
    )


def why(error: ProbeError) -> str:
    """The reason in a few words: of a plug-in that cannot be loaded, its own."""
    reason = error.reason
    for before in UNLOADED:
        reason = reason.removeprefix(before)
    return reason


def ask(peer: Peer, command: list[str], timeout: float = PATIENCE) -> dict:
    """A library's answer to ``list``; of one that ends its JVM, of all ciphers where it doesn't.

    Raises ProbeError where it cannot even be loaded.
    """
    try:
        return manifest.told(command, timeout)
    except ProbeError as error:
        if error.stage == "refused" or error.reason.startswith(UNLOADED):
            raise
        answer = manifest.told(command, timeout, cipher="null")  # else it cannot be loaded at all
    return _ask_halves(peer, command, timeout, _families(), answer)


def _families() -> list[list[str]]:
    """The ciphers; variants, which share a name, together."""
    grouped = itertools.groupby(manifest.load(), key=lambda cipher: cipher.partition("-")[0])
    return [list(group) for _, group in grouped]


def _ask_halves(
    peer: Peer, command: list[str], timeout: float, families: list[list[str]], answer: dict
) -> dict:
    half = len(families) // 2
    for some in (families[:half], families[half:]):
        answer = _ask_apart(peer, command, timeout, some, answer)
    return answer


def _ask_apart(
    peer: Peer, command: list[str], timeout: float, families: list[list[str]], answer: dict
) -> dict:
    """The answer, with what can be had of these ciphers."""
    try:
        told = manifest.told(command, timeout, cipher=",".join(itertools.chain(*families)))
    except ProbeError as error:
        if len(families) > 1:
            return _ask_halves(peer, command, timeout, families, answer)
        engine = f"java/{peer.name}/{families[0][0]}"
        told = {"engines": [], "refused": [{"engine": engine, "reason": error.reason}]}
    return {**answer, **{k: answer[k] + told[k] for k in ("engines", "refused")}}
