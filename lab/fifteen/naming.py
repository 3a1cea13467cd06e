# SPDX-License-Identifier: Apache-2.0
"""What a reader calls languages, operations and engines."""

from collections.abc import Iterable

from fifteen import manifest

LANGUAGES = {"c": "C", "java": "Java"}
OPERATIONS = {
    "keysetup-encrypt": "Key set-up for encryption",
    "keysetup-decrypt": "Key set-up for decryption",
    "encrypt": "Encryption",
    "decrypt": "Decryption",
}
MODES = {  # our library's over an engine, in C
    "ctr": "CTR",
    "cbc-encrypt": "CBC encryption",
    "cbc-decrypt": "CBC decryption",
    "xts-encrypt": "XTS encryption",
    "xts-decrypt": "XTS decryption",
}
SHORT = {
    "keysetup-encrypt": "key enc.",
    "keysetup-decrypt": "key dec.",
    "encrypt": "encrypt",
    "decrypt": "decrypt",
    "ctr": "CTR",
    "cbc-encrypt": "CBC enc.",
    "cbc-decrypt": "CBC dec.",
    "xts-encrypt": "XTS enc.",
    "xts-decrypt": "XTS dec.",
}
REKEY = "rekey"  # how the operations with a new key every so many blocks begin
LATENCY = "latency"  # and those whose calls each need the last


def named(operation: str) -> str:
    """An operation's name: ``Encryption``, ``A new key every 16 blocks, encryption``."""
    if operation.startswith(LATENCY):
        return f"{OPERATIONS[operation.partition('-')[2]]}, each call needs the last"
    if not operation.startswith(REKEY):
        return (OPERATIONS | MODES)[operation]
    _, blocks, direction = operation.split("-")
    often = f"{blocks} blocks" if int(blocks) > 1 else "block"
    return f"A new key every {often}, {OPERATIONS[direction].lower()}"


def short(operation: str) -> str:
    """An operation in a few words: ``encrypt``, ``key + 16 enc.``."""
    if operation.startswith(LATENCY):
        return f"latency {operation.partition('-')[2][:3]}."
    if not operation.startswith(REKEY):
        return SHORT[operation]
    _, blocks, direction = operation.split("-")
    return f"key + {blocks} {direction[:3]}."


def place(operation: str) -> tuple:
    """Where an operation stands among others: as in SHORT, then latency, those with new keys."""
    if operation.startswith(LATENCY):
        return len(SHORT), "decrypt" in operation
    if not operation.startswith(REKEY):
        return (list(SHORT).index(operation),)
    _, blocks, direction = operation.split("-")
    return len(SHORT) + 1, direction == "decrypt", int(blocks)


def title(cipher: str, engine: str) -> str:
    """What a reader calls an engine, its language left out: ``Serpent``, ``Serpent · openssl``."""
    described = manifest.load().get(cipher)
    name = described.title if described else cipher
    rest = [part for part in engine.split("/")[1:] if part not in (cipher, "portable")]
    return " · ".join([name, *rest])


def is_peer(engine: str) -> bool:
    """Whether an engine is another library's: ``c/botan/serpent``, not ``c/serpent/portable``."""
    return engine.split("/")[1] not in manifest.load()


def ours(peer: str, engines: Iterable[str]) -> list[str]:
    """Our engines, of those named, that a peer stands beside."""
    language, _library, cipher = peer.split("/", 2)
    return [engine for engine in engines if engine.startswith(f"{language}/{cipher}/")]
