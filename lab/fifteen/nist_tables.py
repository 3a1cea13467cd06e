# SPDX-License-Identifier: Apache-2.0
"""The tables known-answer tests, ``ecb_tbl``: each submitter made one by a rule of his own.

Each function yields (key, plaintext, ciphertext) for one key size, in the byte order of the
cipher's NIST files. The rules were found from the published files, which they reproduce.
"""

import functools
import itertools
import runpy
from collections.abc import Iterator

from fifteen import manifest, places

Triple = tuple[bytes, bytes, bytes]


# Keys that the submitters passed over, key bits: {entry: how many before it}. Why isn't known.
_RIJNDAEL_SKIPPED = {
    128: {14: 1, 19: 1, 20: 2, 21: 1, 22: 4},
    192: {23: 1, 24: 2, 26: 1, 29: 2, 31: 2, 32: 5, 33: 1},
    256: {19: 3},
}


def rijndael(oracle, key_bits: int) -> Iterator[Triple]:
    """Every S-box value, four an entry: where decryption begins, then where encryption does."""
    box = _rijndael_box()
    keys = _rijndael_keys(key_bits)
    for number in range(128):
        for _ in range(_RIJNDAEL_SKIPPED[key_bits].get(number, 0)):
            next(keys)
        key = next(keys)
        first, last = _rijndael_outer_keys(key, box)
        values = [v for v in range(4 * number % 256, 4 * number % 256 + 4) for _ in range(4)]
        if number < 64:
            cipher = _xor(bytes(box[v] for v in values), last)
            yield key, oracle.decrypt(key, cipher), cipher
        else:
            plain = _xor(bytes(box.index(v) for v in values), first)
            yield key, plain, oracle.encrypt(key, plain)


def _rijndael_keys(key_bits: int) -> Iterator[bytes]:
    """Four bytes up from each fifth number; a carry flips the last bit of the byte before."""
    starts = itertools.cycle(range(0, 5 * 256, 5))
    while True:
        words = [c << 24 ^ c + 1 << 16 ^ c + 2 << 8 ^ c + 3 for c in _take(starts, key_bits // 32)]
        yield b"".join((word & 0xFFFFFFFF).to_bytes(4, "big") for word in words)


def _take(numbers: Iterator[int], count: int) -> list[int]:
    return [number % 256 for number in itertools.islice(numbers, count)]


@functools.cache
def _rijndael_box() -> list[int]:
    tables = runpy.run_path(str(places.ROOT / "c" / "tables.py"))["rijndael"]()
    return tables["uint8_t S[256]"]


def _rijndael_outer_keys(key: bytes, box: list[int]) -> tuple[bytes, bytes]:
    """The first and the last round key (FIPS 197, 5.2)."""
    columns = [key[i : i + 4] for i in range(0, len(key), 4)]
    nk, constant = len(columns), 1
    for i in range(nk, 4 * (nk + 7)):
        column = columns[-1]
        if i % nk == 0:
            column = bytes(box[b] for b in column[1:] + column[:1])
            column = bytes([column[0] ^ constant]) + column[1:]
            constant = constant << 1 ^ (0x11B if constant & 0x80 else 0)
        elif nk > 6 and i % nk == 4:
            column = bytes(box[b] for b in column)
        columns.append(_xor(column, columns[-nk]))
    return b"".join(columns[:4]), b"".join(columns[-4:])


# The S-boxes as the specification lists them, one hexadecimal digit an entry.
_SERPENT_BOXES = [
    [int(digit, 16) for digit in box]
    for box in (
        "38f1a65bed42709c",
        "fc27905a1be86d34",
        "86793cafd1e40b52",
        "0fb8c963d124a75e",
        "1f83c0b6254a9e7d",
        "f52b4a9c03e8d671",
        "72c5846be91fd3a0",
        "1df0e82b74ca9356",
    )
]


def serpent(oracle, key_bits: int) -> Iterator[Triple]:
    """Each value into all S-boxes of each round, worked back to the plaintext, under the zero key.

    As printed, a block is one number whose low word is the specification's X0.
    """
    plains = _serpent_plains(key_bits)
    key = bytes(key_bits // 8)
    ciphers = oracle.encrypt(key, b"".join(plains))
    for i, plain in enumerate(plains):
        yield key, plain, ciphers[16 * i : 16 * i + 16]


@functools.cache
def _serpent_plains(key_bits: int) -> list[bytes]:
    keys = _serpent_round_keys(key_bits)
    return [
        _serpent_backwards([0xFFFFFFFF * (value >> j & 1) for j in range(4)], keys[: round_ + 1])
        for round_ in range(32)
        for value in range(16)
    ]


def _serpent_round_keys(key_bits: int) -> list[list[int]]:
    """The schedule of the zero key of that size, which is padded with a one and zeros."""
    padded = 1 << key_bits & (1 << 256) - 1
    words = [padded >> 32 * i & 0xFFFFFFFF for i in range(8)]
    for i in range(132):
        mixed = words[i] ^ words[i + 3] ^ words[i + 5] ^ words[i + 7] ^ 0x9E3779B9 ^ i
        words.append(_rotate(mixed, 11))
    return [
        _substitute(words[8 + 4 * i : 12 + 4 * i], _SERPENT_BOXES[(3 - i) % 8]) for i in range(33)
    ]


def _serpent_backwards(words: list[int], keys: list[list[int]]) -> bytes:
    """From the input of a round's S-boxes to the plaintext; ``keys`` end with that round's."""
    words = [w ^ k for w, k in zip(words, keys[-1], strict=True)]
    for round_ in range(len(keys) - 2, -1, -1):
        box = _SERPENT_BOXES[round_ % 8]
        words = _substitute(_untransform(*words), [box.index(v) for v in range(16)])
        words = [w ^ k for w, k in zip(words, keys[round_], strict=True)]
    return sum(w << 32 * i for i, w in enumerate(words)).to_bytes(16, "big")


def _untransform(x0: int, x1: int, x2: int, x3: int) -> list[int]:
    """The inverse of the linear transformation."""
    x2 = _rotate(x2, -22) ^ x3 ^ x1 << 7 & 0xFFFFFFFF
    x0 = _rotate(x0, -5) ^ x1 ^ x3
    x3 = _rotate(x3, -7) ^ x2 ^ x0 << 3 & 0xFFFFFFFF
    x1 = _rotate(x1, -1) ^ x0 ^ x2
    return [_rotate(x0, -13), x1, _rotate(x2, -3), x3]


def _substitute(words: list[int], box: list[int]) -> list[int]:
    """The S-box on 32 columns of four bits, the first word's the lowest."""
    inputs = zip(*(f"{word:032b}" for word in reversed(words)), strict=True)
    outputs = [f"{box[int(''.join(bits), 2)]:04b}" for bits in inputs]
    return [int("".join(bits), 2) for bits in zip(*outputs, strict=True)][::-1]


def _rotate(word: int, left: int) -> int:
    left %= 32
    return (word << left | word >> 32 - left) & 0xFFFFFFFF


def twofish(oracle, key_bits: int) -> Iterator[Triple]:
    """A chain of 49: a plaintext is the last ciphertext, and pushes into the key after that."""
    key, plain = bytes(key_bits // 8), bytes(16)
    for _ in range(49):
        cipher = oracle.encrypt(key, plain)
        yield key, plain, cipher
        key, plain = (plain + key)[: len(key)], cipher


# IBM's first plaintexts, with which a chain of 40 meets all entries of the S-box.
_MARS_FIRST = {
    128: bytes(16),
    192: b"\xaa" * 16,
    256: bytes.fromhex("62e45b4cf3477f1dd65063729d9aba8f"),
}


def mars(oracle, key_bits: int) -> Iterator[Triple]:
    """A chain of 40 under the zero key: a plaintext is the last ciphertext."""
    key, plain = bytes(key_bits // 8), _MARS_FIRST[key_bits]
    for _ in range(40):
        cipher = oracle.encrypt(key, plain)
        yield key, plain, cipher
        plain = cipher


# The key whose first four subkeys are zero. A shorter one is not known.
_LOKI97_KEY = bytes.fromhex("df74b90ce9d04479af42cf6acd63b8526e989fa699ab078e6bb007e91228f095")


def loki97(oracle, key_bits: int) -> Iterator[Triple]:
    """Each input of the last S1 in the first round, then of the S2 beside it."""
    if key_bits != 8 * len(_LOKI97_KEY):
        return
    inputs = [*range(1 << 13), *range(0, 1 << 19, 1 << 8)]
    plains = [number.to_bytes(16, "big") for number in inputs]
    ciphers = oracle.encrypt(_LOKI97_KEY, b"".join(plains))
    for i, plain in enumerate(plains):
        yield _LOKI97_KEY, plain, ciphers[16 * i : 16 * i + 16]


def dfc(oracle, key_bits: int) -> Iterator[Triple]:
    """The bytes 0 to 15 under the zero key."""
    key, plain = bytes(key_bits // 8), bytes(range(16))
    yield key, plain, oracle.encrypt(key, plain)


def magenta(oracle, key_bits: int) -> Iterator[Triple]:
    """The bytes 0 to 15 under the bytes 255 and down."""
    key, plain = bytes(range(255, 255 - key_bits // 8, -1)), bytes(range(16))
    yield key, plain, oracle.encrypt(key, plain)


def hpc_b64(oracle, key_bits: int) -> Iterator[Triple]:
    """The numbers 0 to 31 encrypted, then decrypted, under the zero key of 128 bits alone."""
    if key_bits != 128:
        return
    key, numbers = bytes(16), [i.to_bytes(8, "big") for i in range(32)]
    for plain in numbers:
        yield key, plain, oracle.encrypt(key, plain)
    for cipher in numbers:
        yield key, oracle.decrypt(key, cipher), cipher


def e2(oracle, key_bits: int) -> Iterator[Triple]:
    """One block under one key, its longer forms ending in what E2 itself lengthens a key with."""
    key = "115c73ae58a77c4c219b47de1a44acac582ed33084499eb8eccf57092e5000d8"
    key = bytes.fromhex(key)[: key_bits // 8]
    plain = bytes.fromhex("255463aef0766f319a06668064926adb")
    yield key, plain, oracle.encrypt(key, plain)


# How many blocks the designer took.
_CRYPTON_COUNT = {128: 15, 192: 16, 256: 14}


def crypton(oracle, key_bits: int) -> Iterator[Triple]:
    """Random keys and plaintexts, until encryption has met every entry of both S-boxes.

    What made them isn't known: they are the first of our known answers, of which only the inputs
    are taken.
    """
    fitting = (e for e in manifest.answers("crypton-v0.5") if 8 * len(e.key) == key_bits)
    for entry in itertools.islice(fitting, _CRYPTON_COUNT[key_bits]):
        yield entry.key, entry.plain, oracle.encrypt(entry.key, entry.plain)


def _xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


TABLES = {
    "crypton-v0.5": crypton,
    "dfc": dfc,
    "e2": e2,
    "hpc-b64": hpc_b64,
    "loki97": loki97,
    "magenta": magenta,
    "mars": mars,
    "mars-round1": mars,
    "rijndael": rijndael,
    "serpent": serpent,
    "twofish": twofish,
}

# Key sizes, where they aren't NIST's three.
SIZES = {"dfc": range(128, 257, 16)}
