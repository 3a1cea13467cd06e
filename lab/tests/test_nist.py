# SPDX-License-Identifier: Apache-2.0
import itertools
import re

import pytest
from fifteen import manifest, nist, nist_tables, places, probes, vectorfiles
from fifteen.manifest import Nist
from fifteen.probes import Probe

hexa = bytes.fromhex


class Copycat:
    """An oracle whose engine is the identity."""

    block = 16

    def encrypt(self, key, data):
        return data

    decrypt = encrypt

    def crypt_each(self, direction, inputs):
        return (getattr(self, direction)(key, data) for key, data, _ in inputs)


# Two successive keys of published CBC encryption tests at 192 bits, and what lies between.
SERPENT = Nist(reversed=True, key_update="natural")


@pytest.mark.parametrize(
    ("form", "key", "previous", "last"),
    [
        (
            SERPENT,
            "71da83c1c5fbe855469726f8be27e9d2850572e400c3c5d3",
            "850572e400c3c5d3c5485f5340e0f079",
            "71da83c1c5fbe855469726f8be27e9d2",
        ),
        (
            Nist(),
            "d5485f5340e0f079" + "71da83c1c5fbe855469726f8be27e9d2",
            "850572e400c3c5d3d5485f5340e0f079",
            "71da83c1c5fbe855469726f8be27e9d2",
        ),
    ],
)
def test_key_update(form, key, previous, last):
    assert nist._next_key(bytes(24), hexa(previous), hexa(last), form) == hexa(key)


class Replay(Copycat):
    """An oracle whose Monte Carlo Test has ended, with these outputs."""

    block = 8

    def __init__(self, *outputs):
        self.outputs = [hexa(output) for output in outputs]  # the last three

    def monte_carlo(self, *_):
        return self.outputs[1], self.outputs[2]

    def decrypt(self, key, data):
        return self.outputs[0]


def test_tdes_keys_keep_their_parity():
    # CAVP's TECBMonte1 and 2: the first entry, and the key of the second.
    one = Replay("00" * 8, "11" * 8, "91fc75e5b3e81754")
    chain = nist._tdes_chain(one, "ecb-encrypt", hexa("511023abcd6226fe" * 3), bytes(8), 2)
    assert [e.key.hex() for e in chain][1] == "c1ec574f7f8a31ab" * 3
    two = Replay("00" * 8, "89b82f9d6a6fceff", "81c7c97625452735")
    start = hexa("b04a2f57913ece348af8f1ec3eabb946b04a2f57913ece34")
    first, second = nist._tdes_chain(two, "ecb-encrypt", start, bytes(8), 2)
    assert first.key == start
    assert second.key[:8] == second.key[16:] == hexa("318ce620b57ae901")
    assert second.key[8:16] != first.key[8:16]


def test_rijndael_keys():
    keys = list(itertools.islice(nist_tables._rijndael_keys(128), 13))
    assert keys[0].hex() == "00010203050607080a0b0c0d0f101112"
    assert keys[12].hex() == "f0f1f2f3f5f6f7f8fafbfcfdfe010002"


@pytest.mark.parametrize(
    ("key_bits", "plains"),
    [
        (128, {0: "8ed77392f29990eda7a3a3ce6f579dd2", 16: "d7184cc22875e48a0e5267f561d526aa"}),
        (192, {0: "8ed77b92f29998eda7a3abce6f579dd2", 15: "7128846d0d666712585c543190a8622d"}),
        (256, {0: "8ed77390f2d998eda7e3a3ce6f5795d0"}),
    ],
)
def test_serpent_table(key_bits, plains):
    made = list(nist_tables.serpent(Copycat(), key_bits))
    assert len(made) == 512
    assert len({plain for _, plain, _ in made}) == 512
    for i, plain in plains.items():
        assert made[i] == (bytes(key_bits // 8), hexa(plain), hexa(plain))


def test_chained_tables():
    twofish = list(nist_tables.twofish(Copycat(), 192))
    mars = list(nist_tables.mars(Copycat(), 192))
    assert (len(twofish), len(mars)) == (49, 40)
    assert mars[-1] == (bytes(24), b"\xaa" * 16, b"\xaa" * 16)


def test_hpc_table_is_of_one_key_size():
    made = list(nist_tables.hpc_b64(Copycat(), 128))
    assert len(made) == 64
    assert made[31] == made[63] == (bytes(16), (31).to_bytes(8, "big"), (31).to_bytes(8, "big"))
    assert not list(nist_tables.hpc_b64(Copycat(), 192))


def test_tables_of_one_entry_a_key_size():
    dfc, magenta = list(nist_tables.dfc(Copycat(), 144)), list(nist_tables.magenta(Copycat(), 192))
    assert dfc == [(bytes(18), bytes(range(16)), bytes(range(16)))]
    assert [key.hex() for key, _, _ in magenta] == [
        "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8"
    ]


def test_nessie_sets():
    made = list(nist.nessie(Copycat(), [192]))
    assert len(made) == 2 * (192 + 128 + 256 + 2)
    assert made[-1].key.hex() == "2bd6459f82c5b300952c49104881ff482bd6459f82c5b300"
    assert made[-1].cipher.hex() == "ea024714ad5c4d84ea024714ad5c4d84"
    assert made[-2].cipher.hex() == "00112233445566778899aabbccddeeff"


def test_nbs_keys_have_odd_parity():
    class Des(Copycat):
        block = 8

    made = list(nist.nbs(Des(), [64]))
    assert len(made) == 64 + 56 + 32 + 19
    assert made[64].key.hex() == "8001010101010101"
    assert made[119].key.hex() == "0101010101010102"
    assert all(b.bit_count() % 2 for entry in made for b in entry.key)
    assert all(len(entry.key) == 24 for entry in nist.nbs(Des(), [128, 192]))


# ---- The C engines ----


@pytest.fixture(scope="module")
def engines() -> dict[str, manifest.Engine]:
    """The first C engine of every cipher."""
    found = manifest.engines(probes.c_probe())
    return {e.cipher: e for e in reversed(found)}


FILES = [
    (cipher, name)
    for cipher, table in manifest.load().items()
    for name in table.vectors
    if not nist.FILES[name].monte_carlo  # those take seconds each: ./fifteen verify makes them
]


@pytest.mark.skipif(not places.C_PROBE.exists(), reason="not built: run ./fifteen build")
@pytest.mark.parametrize(("cipher", "name"), FILES)
def test_what_we_make_has_the_digest_of_the_official_file(engines, cipher, name):
    with Probe(engines[cipher].command) as probe:
        made = nist.entries(probe, engines[cipher], name)
        assert vectorfiles.digest(made) == manifest.cipher(cipher).vectors[name].sha256


@pytest.mark.skipif(not places.C_PROBE.exists(), reason="not built: run ./fifteen build")
def test_nists_interface_stands_around_every_cipher():
    names = {re.sub(r"[-.]", "_", cipher) for cipher in manifest.load()}
    programs = places.C_PROBE.parent.glob("fifteen-nist-*")
    assert {path.name.removeprefix("fifteen-nist-") for path in programs} == {*names, "rc6-shifts"}
    archives = (places.C_BUILD / "nist").glob("libfifteen_nist_*.a")
    assert {path.stem.removeprefix("libfifteen_nist_") for path in archives} == names


@pytest.mark.skipif(not places.C_PROBE.exists(), reason="not built: run ./fifteen build")
def test_monte_carlo_in_serpents_own_convention(engines):
    with Probe(engines["serpent"].command) as probe:
        made = list(nist.entries(probe, engines["serpent"], "ecb_e_m", 2))
    # The submission's second key of 192 bits.
    assert made[3].key == hexa("2d8af7b79eb7f21fdb394c77c3fb8c3a0df7df2c9829f1a1")
    assert made[2].cipher == made[3].plain == made[3].key[:16]
