# SPDX-License-Identifier: Apache-2.0
"""docs/adding-a-cipher.md, followed to the letter; and engines with one thing wrong in each."""

import re

import pytest
from conftest import lab
from fifteen import build, jvms, records

STEP = re.compile(
    r"<!-- file: ([^,>]+?)(?:, (after: (.+?)|at the end))? -->\n```\w*\n(.*?)```", re.S
)


# One change a source, right and wrong: of RC6's constant, and of every engine for many blocks.
C, JAVA = "c/src", "java/fifteen/src/main/java/org/fifteen/engine"
JAVA22 = JAVA.replace("main/java", "main/java22")
MUTATIONS = {
    f"{C}/rc6.c": ("0xb7e15163", "0xb7e15162"),
    f"{C}/cast256_avx512.c": ("bytes[3 - box]", "bytes[box]"),
    f"{C}/crypton_bytes.h": ("0xcc,", "0xce,"),
    f"{C}/deal_sliced.h": ("in + REGISTER * (2 * i + 1)", "in + REGISTER * 2 * i"),
    f"{C}/des_bitsliced.h": ("i + 31", "i + 30"),
    f"{C}/dfc_avx512.c": ("x >> 40", "x >> 41"),
    f"{C}/e2_aesni.c": (")x, 1)", ")x, 0)"),
    f"{C}/e2_avx2.c": ("p = w", "p = u"),
    f"{C}/e2_avx512.c": ("matrix, 0)", "matrix, 1)"),
    f"{C}/e2_vaes.c": ("_mm256_setzero_si256()", "_mm256_set1_epi8(1)"),
    f"{C}/frog_bytes.h": ("x[s][0] ^= y[s]", "x[s][1] ^= y[s]"),
    f"{C}/hpc_avx2.c": ("high, 0xf0", "high, 0xc0"),
    f"{C}/hpc_avx512.c": ("+ (uint8_t)further", "- (uint8_t)further"),
    f"{C}/idea_avx2.c": ("max_epu16", "min_epu16"),
    f"{C}/idea_avx512.c": ("mulhi_epu16", "mulhi_epi16"),
    f"{C}/loki97_sliced.h": ("bits << 5", "bits << 4"),
    f"{C}/magenta_avx2.c": ("u - 15", "u - 14"),
    f"{C}/magenta_avx512.c": ("(byte)x)", "(byte)~x)"),
    f"{C}/mars_avx2.c": ("*a << 13", "*a << 12"),
    f"{C}/mars_avx512.c": ("rotl(a[n], 24)", "rotl(a[n], 23)"),
    f"{C}/rc6_lanes.h": ("+ k[0]", "+ k[1]"),
    f"{C}/rijndael_aesni.h": ("k[r->rounds]", "k[r->rounds - 1]"),
    f"{C}/rijndael_bitsliced.c": ("0x63", "0x62"),
    f"{C}/saferplus_bytes.h": ("x[12], x[15]", "x[15], x[12]"),
    f"{C}/serpent_lanes.h": ("context)->k)", "context)->k + 1)"),
    f"{C}/twofish_avx2.c": ("x >> 1 |", "x >> 2 |"),
    f"{C}/twofish_avx512.c": ("x >> 1 |", "x >> 2 |"),
    f"{JAVA}/DesPlanes.java": ("i + 31", "i + 30"),
    f"{JAVA}/HpcLanes.java": ("s[p] += k", "s[p] -= k"),
    f"{JAVA}/IdeaLanes.java": (">>> 31) + 1", ">>> 31) + 2"),
    f"{JAVA}/MarsLanes.java": ("rotateLeft(a[i], 13)", "rotateLeft(a[i], 12)"),
    f"{JAVA}/Rc6Lanes.java": ("u) + k0", "u) - k0"),
    f"{JAVA}/SerpentLanes.java": ("8 + 4 * r", "7 + 4 * r"),
    f"{JAVA22}/NativeEngine.java": ("i += bytes, o", "i += 0, o"),
}


@pytest.fixture(scope="module")
def with_tea(workshop):
    """The page's files and lines; and MUTATIONS."""
    steps = STEP.findall((workshop / "docs" / "adding-a-cipher.md").read_text())
    assert len(steps) == 7
    for path, where, anchor, text in steps:
        file = workshop / path
        before = file.read_text() if where else ""
        assert bool(where) == file.exists(), path
        at = before.index("\n", before.index(anchor)) + 1 if anchor else len(before)
        file.write_text(before[:at] + text + before[at:])
    for path, (right, wrong) in MUTATIONS.items():
        text = (workshop / path).read_text()
        assert right in text, path
        (workshop / path).write_text(text.replace(right, wrong, 1))
    return workshop


def test_the_new_cipher_is_proven_and_the_mutated_one_is_caught(with_tea):
    proven = lab("verify", "--quick", "-k", "tea", root=with_tea)
    assert proven.returncode == 0, proven.stdout + proven.stderr
    for engine in ("c/tea/portable", "java/tea/portable"):
        assert re.search(rf"{engine} .*passed", proven.stdout), proven.stdout
    mutated = lab("verify", "--quick", "-k", "c/rc6", root=with_tea)
    assert mutated.returncode == 1
    assert re.search(r"c/rc6/portable .*FAILED", mutated.stdout), mutated.stdout
    assert re.search(r"key=[0-9a-f]+ plaintext=[0-9a-f]+ expected=[0-9a-f]+ got=", mutated.stdout)


def test_every_engine_for_many_blocks_is_caught_when_it_is_mutated(with_tea):
    names = "avx2 or avx512 or vaes or aesni or bitsliced or lanes"
    done = lab("verify", "--quick", "-k", names, root=with_tea)
    assert done.returncode == 1, done.stderr
    found = re.findall(r"^((?:c|java)/\S+) .*(passed|FAILED)", done.stdout, re.M)
    assert len(found) >= len(MUTATIONS)
    assert [engine for engine, verdict in found if verdict == "passed"] == []


def test_a_call_of_c_is_caught_when_it_is_mutated(with_tea):
    jdk = build.native_jdk()
    if jdk is None:
        pytest.skip(f"no JDK {jvms.NATIVE} or newer is here")
    done = lab("verify", "--quick", "-k", "serpent and native", "--jvm", jdk.name, root=with_tea)
    assert done.returncode == 1, done.stderr
    assert re.search(r"java/serpent/native .*FAILED", done.stdout), done.stdout


def test_the_new_cipher_is_measured_and_the_mutated_one_is_not(with_tea):
    some = "(c/tea or c/rc6) and (keysetup or 1-block)"
    done = lab("evaluate", "--rounds", "3", "-k", some, root=with_tea)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert (with_tea / "results" / "report.html").exists()
    lines = [
        line
        for file in (with_tea / "results" / "runs").glob("*.jsonl")
        for line in records.read(file)
    ]
    measured = {line.engine for line in lines if isinstance(line, records.Cell)}
    failures = [line for line in lines if isinstance(line, records.Failure)]
    assert measured == {"c/tea/portable"}, done.stdout + done.stderr
    failed = {line.engine for line in failures}
    assert "c/rc6/portable" in failed and all(e.startswith("c/rc6/") for e in failed)  # its rounds
    assert {line.stage for line in failures} == {"verify"}
