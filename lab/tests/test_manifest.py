# SPDX-License-Identifier: Apache-2.0
import re
import sys
from pathlib import Path

import pytest
from fifteen import manifest, nist, places, probes
from fifteen.errors import Mistake

TABLE = """
[toy]
title = "Toy"
family = "classic"
designers = "Nobody"
year = 2026
specification = "None."
rounds = "1"
byte_order = "None."
key_bits = [128]
effective_key_bits = [128]
agrees_with = []
"""


def load(tmp_path: Path, text: str) -> dict[str, manifest.Cipher]:
    file = tmp_path / "ciphers.toml"
    file.write_text(text)
    return manifest.load(file)


def test_a_table(tmp_path):
    assert load(tmp_path, TABLE)["toy"].nist == manifest.Nist()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (TABLE + "colour = 1\n", "[toy]: Object contains unknown field `colour`"),
        (TABLE.replace("year", "#"), "[toy]: Object missing required field `year`"),
        (TABLE.replace("2026", '"2026"'), "[toy]: Expected `int`, got `str` - at `$.year`"),
        (TABLE.replace("key_bits = [128]", "key_bits = []", 1), "must pair up"),
        (TABLE + 'vectors.ecb_vk = { origin = "own", sha256 = "12" }\n', "$.vectors"),
        (TABLE + "nist.reversed = 1\n", "[toy]: Expected `bool`"),
        (TABLE + "title = 'Again'\n", "line 13"),
        ("toy = 1\n", "[toy]"),
    ],
)
def test_a_mistake_is_named(tmp_path, text, words):
    with pytest.raises(Mistake, match=re.escape(words)):
        load(tmp_path, text)


def test_no_file(tmp_path):
    with pytest.raises(Mistake, match="No such file"):
        manifest.load(tmp_path / "ciphers.toml")


def test_unknown_cipher():
    with pytest.raises(Mistake, match="unknown cipher 'rot13': one of rijndael, "):
        manifest.known_answers("rot13", 128)


@pytest.mark.parametrize("name", manifest.load())
def test_every_measured_key_size_has_a_known_answer(name):
    cipher = manifest.cipher(name)
    for bits in cipher.key_bits:
        key, plain, answer = manifest.known_answers(name, bits)
        assert len(key) * 8 == bits
        assert len(plain) == len(answer)
    header = (places.VECTORS / f"{name}.txt").read_text().split("KEYSIZE")[0]
    assert all(line.startswith("#") for line in header.split("\n") if line)


def test_no_known_answer_for_another_key_size():
    with pytest.raises(Mistake, match="vectors/idea.txt has no known answer for a key of 64 bits"):
        manifest.known_answers("idea", 64)


@pytest.mark.parametrize("name", manifest.load())
def test_vector_files_are_ones_that_the_lab_can_make(name):
    assert set(manifest.cipher(name).vectors) <= set(nist.FILES)


PROBE = """
import sys
out = open(sys.argv[sys.argv.index("--out") + 1], "a")
out.write('{"request":1,"engines":%s}\\n')
"""


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ('[{"engine":"c/rot13/x"}]', "does not say what engines it holds"),
        ("7", "does not say what engines it holds"),
        (
            '[{"engine":"c/rot13/x","cipher":"rot13","name":"x","library":"fifteen","version":"1",'
            '"block_bytes":16,"key_bits_min":8,"key_bits_max":8,"key_bits_step":8}]',
            "ciphers.toml has no table [rot13]",
        ),
    ],
)
def test_a_probe_that_does_not_fit(tmp_path, answer, words):
    script = tmp_path / "probe.py"
    script.write_text(PROBE % answer)
    with pytest.raises(Mistake, match=re.escape(words)):
        manifest.engines([sys.executable, str(script)])


def built(probe: Path):
    return pytest.mark.skipif(not probe.exists(), reason="not built: run ./fifteen build")


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(probes.c_probe, marks=built(places.C_PROBE), id="c"),
        pytest.param(probes.java_probe, marks=built(places.JAVA_PROBE), id="java"),
    ],
)
def test_manifest_and_probe_have_the_same_ciphers(command):
    ours = [e for e in manifest.engines(command()) if e.library == "fifteen"]
    assert {engine.cipher for engine in ours} == set(manifest.load())
    first = {engine.cipher: engine for engine in reversed(ours)}
    for engine in ours:
        assert set(manifest.cipher(engine.cipher).key_bits) <= set(engine.key_sizes)
        assert set(engine.key_sizes) <= set(first[engine.cipher].key_sizes)
        for entry in manifest.answers(engine.cipher):
            assert 8 * len(entry.key) in first[engine.cipher].key_sizes
            assert len(entry.plain) == engine.block_bytes


def test_a_program_under_another_mask_is_another(tmp_path, monkeypatch):
    (tmp_path / "probe").write_text("the same file")

    def binary(mask: str) -> str:
        monkeypatch.setenv(manifest.MASK, mask)
        return manifest.binary([str(tmp_path / "probe")])

    plain = probes.digest(tmp_path / "probe")
    assert binary("") == plain
    assert len({plain, binary("-avx2"), binary("-aes")}) == 3
