# SPDX-License-Identifier: Apache-2.0
"""Make the published test-vector files of a cipher, by the rules they were made by.

For a 128-bit block NIST's of 1998 (*Description of Known Answer Tests and Monte Carlo Tests for AES
Candidate Algorithm Submissions*): variable key, variable text, tables, and the four Monte Carlo
Tests. For any block NESSIE's eight sets; for DES and Triple-DES the tests of NBS SP 500-20 and
CAVP's Monte Carlo Tests.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator
from functools import partial

import msgspec

from fifteen import manifest, nist_tables
from fifteen.manifest import Engine, Nist
from fifteen.probes import Probe, ProbeError, accepted
from fifteen.vectorfiles import Entry

MONTE_CARLO = {
    "ecb_e_m": "ecb-encrypt",
    "ecb_d_m": "ecb-decrypt",
    "cbc_e_m": "cbc-encrypt",
    "cbc_d_m": "cbc-decrypt",
}
NATURAL = Nist()  # strings as the specification has them
TURNS = 10_000  # of a Monte Carlo Test's inner loop
CHAIN = 400  # entries of one Monte Carlo Test


class Oracle:
    """One engine, taking and giving strings as ``form`` prints them."""

    def __init__(self, probe: Probe, engine: Engine, form: Nist = NATURAL):
        self.engine = engine
        self.block = engine.block_bytes
        self.form = form
        self._probe = probe

    def encrypt(
        self, key: bytes, data: bytes, layout: str | None = None, tweak: bytes | None = None
    ) -> bytes:
        """Whole blocks, in ECB."""
        return self._crypt("encrypt", key, data, layout, tweak)

    def decrypt(
        self, key: bytes, data: bytes, layout: str | None = None, tweak: bytes | None = None
    ) -> bytes:
        """Whole blocks, in ECB."""
        return self._crypt("decrypt", key, data, layout, tweak)

    def crypt_each(
        self, direction: str, inputs: Iterable[tuple[bytes, bytes, bytes | None]]
    ) -> Iterator[bytes | ProbeError]:
        """Whole blocks in ECB of each input: a key, its data, and a tweak or None.

        Of one that is refused the ProbeError; what ends the probe is raised.
        """
        requests = (self._words(direction, key, data, None, tweak) for key, data, tweak in inputs)
        for answer in self._probe.ask_all("crypt", requests):
            yield answer if isinstance(answer, ProbeError) else self._data(answer)

    def monte_carlo(
        self, mode: str, key: bytes, data: bytes, iv: bytes | None, count: int
    ) -> tuple[bytes, bytes]:
        """``count`` turns of the inner loop: the outputs of the last but one and the last."""
        answer = self._probe.ask(
            "mct",
            engine=self.engine.engine,
            mode=mode,
            key=self._turn(key),
            data=self._turn(data),
            iv=None if iv is None else self._turn(iv),
            count=count,
        )
        return tuple(self._turn(bytes.fromhex(answer[name])) for name in ("previous", "last"))

    def _crypt(
        self, direction: str, key: bytes, data: bytes, layout: str | None, tweak: bytes | None
    ) -> bytes:
        words = self._words(direction, key, data, layout, tweak)
        return self._data(self._probe.ask("crypt", **words))

    def _words(
        self, direction: str, key: bytes, data: bytes, layout: str | None, tweak: bytes | None
    ) -> dict[str, object]:
        return {
            "engine": self.engine.engine,
            "direction": direction,
            "key": self._turn(key),
            "data": self._blocks(data),
            "tweak": tweak,
            "layout": layout,
        }

    def _data(self, answer: dict) -> bytes:
        return self._blocks(bytes.fromhex(answer["data"]))

    def _turn(self, string: bytes) -> bytes:
        return string[::-1] if self.form.reversed else string

    def _blocks(self, data: bytes) -> bytes:
        if not self.form.reversed:
            return data
        starts = range(0, len(data), self.block)
        return b"".join(data[i : i + self.block][::-1] for i in starts)


Sizes = Iterable[int]  # key sizes, in bits


def single_bits(length: int) -> list[bytes]:
    """All strings of ``length`` bytes with one bit set, the leftmost first."""
    return [(1 << i).to_bytes(length, "big") for i in range(8 * length - 1, -1, -1)]


def crypt_all(
    oracle: Oracle, inputs: Iterable[tuple[bytes, bytes]], decrypt: bool = False
) -> Iterator[Entry]:
    """Entries of (key, block) pairs; a run of one key is one request."""
    runs = [
        (key, [data for _, data in run])
        for key, run in itertools.groupby(inputs, key=lambda pair: pair[0])
    ]
    given = ((key, b"".join(blocks), None) for key, blocks in runs)
    answers = oracle.crypt_each("decrypt" if decrypt else "encrypt", given)
    for (key, blocks), answer in zip(runs, answers, strict=True):
        whole = accepted(answer)
        for i, data in enumerate(blocks):
            made = whole[oracle.block * i : oracle.block * (i + 1)]
            plain, cipher = (made, data) if decrypt else (data, made)
            yield Entry(key=key, plain=plain, cipher=cipher)


def variable_key(oracle: Oracle, sizes: Sizes) -> Iterator[Entry]:
    """Each bit of the key alone; the plaintext is zero."""
    for bits in sizes:
        yield from crypt_all(oracle, ((k, bytes(oracle.block)) for k in single_bits(bits // 8)))


def variable_text(oracle: Oracle, sizes: Sizes) -> Iterator[Entry]:
    """Each bit of the plaintext alone; the key is zero."""
    for bits in sizes:
        yield from crypt_all(oracle, ((bytes(bits // 8), p) for p in single_bits(oracle.block)))


def tables(oracle: Oracle, sizes: Sizes) -> Iterator[Entry]:
    """The submitters' own."""
    cipher_name = oracle.engine.cipher
    for bits in nist_tables.SIZES.get(cipher_name, sizes):
        for key, plain, cipher in nist_tables.TABLES[cipher_name](oracle, bits):
            yield Entry(key=key, plain=plain, cipher=cipher)


def monte_carlo(oracle: Oracle, sizes: Sizes, mode: str, length: int = CHAIN) -> Iterator[Entry]:
    """A chain from zero for each key size."""
    for bits in sizes:
        iv = bytes(oracle.block) if mode.startswith("cbc") else None
        yield from chain(oracle, mode, bytes(bits // 8), bytes(oracle.block), iv, length)


def chain(
    oracle: Oracle,
    mode: str,
    key: bytes,
    data: bytes,
    iv: bytes | None = None,
    length: int = CHAIN,
    turns: int = TURNS,
) -> Iterator[Entry]:
    """``length`` entries of a Monte Carlo Test: each sets out from where the one before ended."""
    for _ in range(length):
        previous, last = oracle.monte_carlo(mode, key, data, iv, turns)
        plain, cipher = (data, last) if mode.endswith("encrypt") else (last, data)
        yield Entry(key=key, iv=iv, plain=plain, cipher=cipher)
        key = _next_key(key, previous, last, oracle.form)
        if mode == "cbc-encrypt":
            data, iv = previous, last
        elif mode == "cbc-decrypt":
            data, iv = last, previous
        else:
            data = last


def _next_key(key: bytes, previous: bytes, last: bytes, form: Nist) -> bytes:
    """The key, changed by the last bits of both outputs in the order that ``form`` says."""
    if form.reversed and form.key_update == "natural":
        change = (last + previous)[: len(key)]
    else:
        change = (previous + last)[-len(key) :]
    return _xor(key, change)


def nessie(oracle: Oracle, sizes: Sizes) -> Iterator[Entry]:
    """Eight sets a key size: four encrypted, then the same inputs decrypted."""
    for bits in sizes:
        length, block = bits // 8, oracle.block
        inputs = [(key, bytes(block)) for key in single_bits(length)]
        inputs += [(bytes(length), data) for data in single_bits(block)]
        inputs += [(bytes([i] * length), bytes([i] * block)) for i in range(256)]
        inputs += [
            (bytes(range(length)), bytes(17 * i % 256 for i in range(block))),
            (
                _repeat("2bd6459f82c5b300952c49104881ff48", length),
                _repeat("ea024714ad5c4d84", block),
            ),
        ]
        yield from crypt_all(oracle, inputs)
        yield from crypt_all(oracle, inputs, decrypt=True)


def _repeat(digits: str, length: int) -> bytes:
    once = bytes.fromhex(digits)
    return (once * (length // len(once) + 1))[:length]


def nbs(oracle: Oracle, sizes: Sizes) -> Iterator[Entry]:
    """NBS SP 500-20: inverse permutation, variable key, permutation and substitution table tests.

    The inputs of the last two are the known answers of DES. Triple-DES takes each key three times.
    """
    times = max(sizes) // 64
    weak = b"\x01" * 8  # the zero key with its parity bits
    keys = [
        weak[:i] + bytes([1 << bit]) + weak[i + 1 :] for i in range(8) for bit in range(7, 0, -1)
    ]
    inputs = [(key, bytes(8)) for key in keys]
    inputs += [(entry.key, entry.plain) for entry in manifest.answers("des")]
    yield from crypt_all(oracle, ((weak * times, data) for data in single_bits(8)), decrypt=True)
    yield from crypt_all(oracle, ((key * times, plain) for key, plain in inputs))


# CAVP's TECBMonte1, 2 and 3 (CAVS 11.1): keys and text that encryption, and decryption, start with.
_TDES_MONTE_CARLO = [
    (
        ("511023abcd6226fe" * 3, "0fe0e22e3f5c8632"),
        ("61cb19efdac23dad" * 3, "2dca732677f80a45"),
    ),
    (
        ("b04a2f57913ece348af8f1ec3eabb946b04a2f57913ece34", "80fc042501de6527"),
        ("d03862f479e3b3459d20b9f1f4d99297d03862f479e3b345", "92e20da63c4bd874"),
    ),
    (
        ("9ec2372c86379df4ad7ac4464f73805d20c4f87564527c91", "b624d6bd41783ab1"),
        ("79b63486e0ce37e008e65231abae37101f5eb69e925ef185", "2783aa729432fe96"),
    ),
]


def tdes_monte_carlo(oracle: Oracle, sizes: Sizes, length: int = CHAIN) -> Iterator[Entry]:
    """CAVP's Monte Carlo Tests in ECB: one key, two keys, three keys; for DES the first alone."""
    key_bytes = max(sizes) // 8
    for pair in _TDES_MONTE_CARLO[: 1 if key_bytes == 8 else 3]:
        for mode, (key, text) in zip(("ecb-encrypt", "ecb-decrypt"), pair, strict=True):
            start = bytes.fromhex(key)[:key_bytes], bytes.fromhex(text)
            yield from _tdes_chain(oracle, mode, *start, length)


def _tdes_chain(oracle: Oracle, mode: str, key: bytes, data: bytes, length: int) -> Iterator[Entry]:
    """SP 800-20's rule: key i is changed by the i-th output from the end, and keeps its parity."""
    alike = [key[i : i + 8] == key[:8] for i in range(0, len(key), 8)]
    undo = oracle.decrypt if mode == "ecb-encrypt" else oracle.encrypt
    for _ in range(length):
        previous, last = oracle.monte_carlo(mode, key, data, None, TURNS)
        plain, cipher = (data, last) if mode == "ecb-encrypt" else (last, data)
        yield Entry(key=key, plain=plain, cipher=cipher)
        outputs = [last, previous, undo(key, previous)]
        changes = [last if same else output for same, output in zip(alike, outputs, strict=False)]
        key = _with_parity(_xor(key, b"".join(changes)))
        data = last


def _with_parity(key: bytes) -> bytes:
    return bytes(b & 0xFE | (b >> 1).bit_count() & 1 ^ 1 for b in key)


def _xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


class File(msgspec.Struct, frozen=True):
    """A kind of file: how it is headed, and what makes its entries."""

    heading: str
    make: Callable[..., Iterator[Entry]]
    monte_carlo: bool = False


FILES = {
    "ecb_vk": File("ECB, Variable Key Known Answer Tests", variable_key),
    "ecb_vt": File("ECB, Variable Text Known Answer Tests", variable_text),
    "ecb_tbl": File("ECB, Tables Known Answer Tests", tables),
    **{
        name: File(f"{mode.upper()} Monte Carlo Test", partial(monte_carlo, mode=mode), True)
        for name, mode in MONTE_CARLO.items()
    },
    "nessie": File("ECB, NESSIE's sets 1 to 8", nessie),
    "nbs": File("ECB, the tests of NBS SP 500-20", nbs),
    "tdes_mct": File("ECB, CAVP's Monte Carlo Tests", tdes_monte_carlo, True),
}


def names(engine: Engine) -> list[str]:
    """The files of an engine's cipher: NIST's for 128-bit blocks, else NESSIE's; the manifest's."""
    known = set(manifest.cipher(engine.cipher).vectors)
    known |= {"ecb_vk", "ecb_vt", *MONTE_CARLO} if engine.block_bytes == 16 else {"nessie"}
    if engine.cipher in nist_tables.TABLES:
        known.add("ecb_tbl")
    return [name for name in FILES if name in known]


def in_nist_form(name: str) -> bool:
    """Whether a file of that name follows the cipher's NIST convention: others print as is."""
    return name.startswith(("ecb_", "cbc_"))


def entries(probe: Probe, engine: Engine, name: str, length: int = CHAIN) -> Iterator[Entry]:
    """The entries of one file, as it prints them. Raises ProbeError."""
    cipher = manifest.cipher(engine.cipher)
    form = cipher.nist if in_nist_form(name) else NATURAL
    options = {"length": length} if FILES[name].monte_carlo else {}
    return FILES[name].make(Oracle(probe, engine, form), cipher.key_bits, **options)


def entry_count(engine: Engine, name: str, length: int = CHAIN) -> int:
    """How many entries a Monte Carlo Test has; the other files take no time."""
    if name == "tdes_mct":
        return length * (2 if engine.cipher == "des" else 6)
    if FILES[name].monte_carlo:
        return length * len(manifest.cipher(engine.cipher).key_bits)
    return 1
