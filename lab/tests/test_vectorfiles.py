# SPDX-License-Identifier: Apache-2.0
import re

import pytest
from fifteen import vectorfiles
from fifteen.errors import Mistake
from fifteen.vectorfiles import Entry

KEY, PLAIN, CIPHER = "00112233445566778899aabbccddeeff", "0123456789abcdef", "fedcba9876543210"

DIALECTS = {
    "nist": f"KEYSIZE=128\n\nPT={PLAIN}\n\nI=1\nKEY={KEY}\nCT={CIPHER}\n",
    "key first": f"KEYSIZE=128\r\n\r\nKEY={KEY}  \r\n\r\nI=1\r\nPT={PLAIN}\r\nCT={CIPHER}\r\n",
    "cavp": f"[ENCRYPT]\n\nCOUNT = 0\nKEY = {KEY}\nPLAINTEXT = {PLAIN}\nCIPHERTEXT = {CIPHER}\n",
    "two keys": f"COUNT = 0\nKEY1 = {KEY[:16]}\nKEY2 = {KEY[16:]}\nPLAINTEXT = {PLAIN}\n"
    f"CIPHERTEXT = {CIPHER}\n",
    "nessie": f"Set 1, vector#  0:\n   key={KEY[:16]}\n       {KEY[16:]}\n   plain={PLAIN}\n"
    f"  cipher={CIPHER}\n   decrypted={PLAIN}\n",
    "example": f"Key is\n{KEY[:8]} {KEY[8:16]}\n{KEY[16:]}\nPlaintext is\n{PLAIN[:8]} {PLAIN[8:]}\n"
    f"Round = 1\nSubstitution 00112233 44556677\nCiphertext is\n{CIPHER[:8]}\n---\n{CIPHER[8:]}\n",
    "columns": f"{KEY}  {PLAIN} {CIPHER}\n",
    "crypto++": f"Name: TOY/ECB\nKey: {KEY}\nPlaintext: {PLAIN}\nCiphertext: {CIPHER}\n"
    "Test: Encrypt\n",
    "botan": f"[Toy]\nKey = {KEY}\nIn = {PLAIN}\nOut = {CIPHER}\n",
}


def read(tmp_path, text: str) -> list[Entry]:
    file = tmp_path / "vectors.txt"
    file.write_text(text, newline="")
    return vectorfiles.read(file)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_dialects(tmp_path, dialect):
    (entry,) = read(tmp_path, DIALECTS[dialect])
    assert (entry.key.hex(), entry.plain.hex(), entry.cipher.hex()) == (KEY, PLAIN, CIPHER)


@pytest.mark.parametrize("dialect", [d for d in DIALECTS if d not in ("columns", "example")])
def test_every_entry_is_read_whatever_its_case(tmp_path, dialect):
    lower = DIALECTS[dialect]
    upper = lower.replace(PLAIN, CIPHER.upper()).replace(KEY, KEY.upper())
    first, second = read(tmp_path, lower + "\n" + upper)
    assert second.plain == first.cipher
    assert second.key == first.key


def test_what_else_an_entry_may_say(tmp_path):
    text = f"key={KEY}\nIV={CIPHER}\nplain={PLAIN}\ncipher={CIPHER}\nIterated 100 times={PLAIN}\n"
    (entry,) = read(tmp_path, text)
    assert entry.iv.hex() == CIPHER
    assert {n: value.hex() for n, value in entry.iterated.items()} == {100: PLAIN}
    (entry,) = read(tmp_path, f"KEY={KEY}\nTWEAK={CIPHER}\nPT={PLAIN}\nCT={CIPHER}\n")
    assert entry.tweak.hex() == CIPHER
    text = DIALECTS["nist"] + f"\nITERATIONS=8 CT={PLAIN}\nITERATIONS=9 CT={CIPHER}\n"
    (entry,) = read(tmp_path, text)
    assert {n: value.hex() for n, value in entry.iterated.items()} == {8: PLAIN, 9: CIPHER}
    (entry,) = read(tmp_path, f"BLOCKSIZE=160\nKEYSIZE=128\nKEY={KEY}\nPT={PLAIN}\nCT={CIPHER}\n")
    assert entry.block_bits == 160
    (entry,) = read(tmp_path, DIALECTS["crypto++"].replace("Encrypt", "EncryptionMCT"))
    assert entry.section == "EncryptionMCT"
    (entry,) = read(tmp_path, f"KEYs = {PLAIN}\nPLAINTEXT = {PLAIN}\nCIPHERTEXT = {CIPHER}\n")
    assert entry.key.hex() == 3 * PLAIN


def test_a_key_size_forgets_what_stood_before(tmp_path):
    text = f"KEYSIZE=64\n\nKEY={PLAIN}\n\nKEYSIZE=128\n\nI=1\nPT={PLAIN}\nCT={CIPHER}\n"
    with pytest.raises(Mistake, match="entry 1 is cut short"):
        read(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"I=7\nKEY={KEY}\nPT={PLAIN}\n", "entry 7 is cut short"),
        (f"I=7\nKEY={KEY}\nPT={PLAIN}\nCT={CIPHER[:-1]}\n", "a value is not whole bytes"),
        (f"I=7\nKEY={KEY}\nPT={PLAIN}\nCT={CIPHER[:-2]}\n", "are not of one length"),
        (f"I=7\nKEY={KEY}\nPT={PLAIN}\nCT=\n", "are not of one length"),
        (f"I=7\nKEY={KEY}\nPT={PLAIN}\nCT={CIPHER[:-1]}x\n", "entry 7 is cut short"),
        (f"ITERATIONS=8 CT={CIPHER}\n", "8 iterations of no entry"),
    ],
)
def test_bad_entries(tmp_path, text, words):
    with pytest.raises(Mistake, match=re.escape(words)):
        read(tmp_path, text)


def test_other_files_hold_no_entries(tmp_path):
    assert read(tmp_path, "") == []
    assert read(tmp_path, "Dear reader,\n\nKEY to the city = Paris\n") == []
    assert read(tmp_path, "\x7fELF\x00\x01\xff") == []
    with pytest.raises(Mistake, match="No such file"):
        vectorfiles.read(tmp_path / "nonesuch")


ENTRIES = [
    Entry(key=bytes(8), plain=b"plain", cipher=b"other"),
    Entry(key=bytes(8), plain=b"Plain", cipher=b"Other", iv=b"12345"),
    Entry(key=bytes(16), plain=b"PLAIN", cipher=b"OTHER"),
]


def test_digest_is_of_the_canonical_form():
    # SHA-256 of "KEY=0000000000000000\nPT=706c61696e\nCT=6f74686572\n"
    assert vectorfiles.digest(ENTRIES[:1]) == (
        "9f980851d6305da8e8568904a203db5616521903bf8598517b47811d2153a155"
    )
    assert vectorfiles.digest(ENTRIES) != vectorfiles.digest(ENTRIES[::-1])


@pytest.mark.parametrize("cipher_first", [False, True])
def test_what_is_written_can_be_read(tmp_path, cipher_first):
    text = vectorfiles.text("toy.txt", ["Toy"], ENTRIES, 0, cipher_first)
    assert read(tmp_path, text) == ENTRIES
    assert re.findall(r"I=\d+|KEYSIZE=\d+", text) == [
        *("KEYSIZE=64", "I=0", "I=1", "KEYSIZE=128", "I=0")
    ]
    assert (text.index("CT=") < text.index("PT=")) is cipher_first
