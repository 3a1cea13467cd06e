# SPDX-License-Identifier: Apache-2.0
"""AES with keys of 32 and 64 bits has no published values: here is FIPS 197 to the letter instead.

A key has Nk words, there are Nk + 6 rounds; nothing else knows how long a key is.
"""

import itertools

import pytest
from fifteen import manifest, nist, vectorfiles


def multiply(a: int, b: int) -> int:
    """In GF(2^8), modulo x^8 + x^4 + x^3 + x + 1 (4.2)."""
    product = 0
    for bit in range(8):
        product ^= a << bit if b >> bit & 1 else 0
    for bit in range(14, 7, -1):
        product ^= 0x11B << bit - 8 if product >> bit & 1 else 0
    return product


def s_box(a: int) -> int:
    """The inverse, then an affine map of its bits (5.1.1)."""
    inverse = next((b for b in range(256) if multiply(a, b) == 1), 0)
    b = [inverse >> i & 1 for i in range(8)]
    c = [0x63 >> i & 1 for i in range(8)]
    offsets = (0, 4, 5, 6, 7)
    return sum((sum(b[(i + n) % 8] for n in offsets) + c[i]) % 2 << i for i in range(8))


SBOX = [s_box(a) for a in range(256)]
TIMES = {n: [multiply(n, a) for a in range(256)] for n in (1, 2, 3)}


def add(a: list[int], b: list[int]) -> list[int]:
    return [x ^ y for x, y in zip(a, b, strict=True)]


def expand(key: bytes) -> list[list[int]]:
    """The round keys' columns (5.2)."""
    nk = len(key) // 4
    w = [list(key[i : i + 4]) for i in range(0, len(key), 4)]
    rcon = 1
    for i in range(nk, 4 * (nk + 7)):
        temp = w[i - 1]
        if i % nk == 0:
            temp = add([SBOX[x] for x in temp[1:] + temp[:1]], [rcon, 0, 0, 0])
            rcon = multiply(rcon, 2)
        elif nk > 6 and i % nk == 4:
            temp = [SBOX[x] for x in temp]
        w.append(add(w[i - nk], temp))
    return w


def mix(column: list[int]) -> list[int]:
    """MixColumns, of one (5.1.3)."""
    mixed = [0, 0, 0, 0]
    for row, n in itertools.product(range(4), range(4)):
        mixed[row] ^= TIMES[(2, 3, 1, 1)[(n - row) % 4]][column[n]]
    return mixed


def encrypt(key: bytes, plain: bytes) -> bytes:
    """The cipher (5.1)."""
    w = expand(key)
    rounds = len(w) // 4 - 1
    state = [add(list(plain[4 * c : 4 * c + 4]), w[c]) for c in range(4)]
    for n in range(1, rounds + 1):
        state = [[SBOX[state[(c + r) % 4][r]] for r in range(4)] for c in range(4)]
        if n < rounds:
            state = [mix(column) for column in state]
        state = [add(state[c], w[4 * n + c]) for c in range(4)]
    return bytes(itertools.chain(*state))


class Model:
    """What :mod:`fifteen.nist` asks."""

    block = 16

    def encrypt(self, key: bytes, data: bytes) -> bytes:
        return b"".join(encrypt(key, data[i : i + 16]) for i in range(0, len(data), 16))

    def crypt_each(self, direction, inputs):
        return (getattr(self, direction)(key, data) for key, data, _ in inputs)


@pytest.mark.parametrize("cipher", ["rijndael", "aes32", "aes64"])
def test_known_answers(cipher):
    for entry in manifest.answers(cipher):
        assert encrypt(entry.key, entry.plain) == entry.cipher


@pytest.mark.parametrize(
    ("cipher", "bits"), [("rijndael", [128, 192, 256]), ("aes32", [32]), ("aes64", [64])]
)
@pytest.mark.parametrize("name", ["ecb_vk", "ecb_vt"])
def test_variable_key_and_text(cipher, bits, name):
    made = vectorfiles.digest(nist.FILES[name].make(Model(), bits))
    assert made == manifest.cipher(cipher).vectors[name].sha256
