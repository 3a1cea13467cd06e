# SPDX-License-Identifier: Apache-2.0
import io
import os
import re
import resource
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace

import msgspec
import pytest
from click.testing import CliRunner
from fifteen import build, cli, manifest, nist, peer, peers, places, probes, records, verify
from fifteen.errors import Failed
from fifteen.verify import Settings, prove, prove_all
from rich.console import Console

TOY = Path(__file__).with_name("toy_probe.py")
QUICK = Settings(blocks=200, quick=True)


def toys(*names: str) -> list[manifest.Engine]:
    return manifest.engines([sys.executable, str(TOY), ",".join(names)])


def verdicts(*names: str, settings: Settings = QUICK) -> dict[str, str | None]:
    return {proof.engine.name: proof.reason for proof in prove_all(toys(*names), settings)}


def test_identity_passes_the_full_gate():
    (record,) = verify.verify(toys("good"), settings=Settings(blocks=200))
    assert record.passed
    assert record.reason is None
    assert record.checks["vector files"] == 128 + 192 + 256 + 3 * 128 + 4 * 3 * nist.CHAIN
    assert set(record.checks) == set(verify.CHECKS) - {"compared"}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("constant", "known answers: key=00000000000000000000000000000000 plaintext=0001"),
        ("one-way", "ciphertext=000102030405060708090a0b0c0d0e0f expected=0001"),
        ("in-place", "(in-place, 1 blocks)"),
        ("seventeenth-block", "(plain, 17 blocks)"),
        ("rest-of-a-batch", "(unaligned, 65 blocks)"),
        ("all-ones", "round trips: key=ffffffffffffffffffffffffffffffff ciphertext="),
        ("half-deaf", "round trips: byte 8 of the tweak makes no difference under key="),
        ("shortens", "known answers: key="),
        ("short-keys", "vector files: it takes no key of 256 bits, which ciphers.toml lists"),
        ("odd-keys", "known answers: none has a key size that it takes: [136]"),
        ("refuses", "known answers: it wrote outside its output"),
        ("crashes", "known answers: the probe died of SIGABRT"),
        ("babbles", "known answers: the probe answered garbage: 'Segmentation fault?'"),
    ],
)
def test_a_wrong_engine_is_named_with_its_reason_and_the_rest_goes_on(name, reason):
    found = verdicts(name, "good")
    assert reason in found[name]
    assert "\n" not in found[name]
    assert found["good"] is None


def test_a_peer_may_refuse_weak_keys_and_no_others():
    picky, pickier, ours = prove_all(toys("picky", "pickier", "picky-too"), QUICK)
    assert picky.reason is None and picky.checks["round trips"] > 0
    assert "which it refuses: WeakKeyException: no" in picky.left_out
    assert pickier.reason == "layouts: WeakKeyException: no"
    assert "WeakKeyException: no" in ours.reason  # of ours none may


def test_a_tweak_is_told_where_it_makes_the_difference():
    found = verdicts("tweaked", "good")
    assert found == {"tweaked": None, "good": None}  # compared under the same tweak only
    tweaked, deaf = toys("tweaked", "half-deaf")
    _, proof = prove_all([tweaked, deaf], QUICK)
    reason = proof.reason
    assert reason.startswith("round trips: byte 8 of the tweak")


def test_an_engine_without_known_answers_fails(tmp_path, monkeypatch):
    monkeypatch.setattr(places, "VECTORS", tmp_path)
    manifest.answers.cache_clear()
    try:
        assert "cannot read" in verdicts("good")["good"]
    finally:
        manifest.answers.cache_clear()


def test_a_hanging_engine_fails(monkeypatch):
    monkeypatch.setattr(verify, "TIMEOUT", 0.5)
    (hangs,) = toys("hangs")
    assert prove(hangs, QUICK).reason == (
        "known answers: no answer within 0.5 s; the probe was killed"
    )


def test_requests_go_ahead_of_their_answers():
    """One that is refused costs no other its answer; whoever goes away may ask again."""
    (picky,) = toys("picky")
    keys = [bytes([*range(15), i]) for i in range(100)]
    keys[50] = bytes(16)  # which it refuses
    long = bytes(range(256)) * 64  # more than the pipe is given at once
    inputs = [(key, long if i == 70 else key, None) for i, key in enumerate(keys)]
    with probes.Probe(picky.command) as probe:
        oracle = nist.Oracle(probe, picky)
        got = list(oracle.crypt_each("encrypt", inputs))
        assert got[:50] + got[51:] == [data for key, data, _ in inputs if key != bytes(16)]
        assert got[50].stage == "refused" and got[50].reason == "WeakKeyException: no"
        with pytest.raises(probes.ProbeError, match="WeakKeyException: no"):
            probes.accepted(got[50])
        assert next(oracle.crypt_each("decrypt", inputs)) == keys[0]
        assert oracle.encrypt(keys[1], keys[2]) == keys[2]


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="no limits for others here")
def test_an_engine_that_prints_much_is_right_and_does_not_fill_the_disk(monkeypatch):
    monkeypatch.setattr(probes, "MOST_WRITTEN", 1 << 20)
    (prints,) = toys("prints")
    with probes.Probe(prints.command) as probe:
        assert nist.Oracle(probe, prints).encrypt(bytes(16), bytes(16)) == bytes(16)
        assert os.fstat(probe._noise.fileno()).st_size == 1 << 20


def test_the_ten_thousandth_call_counts():
    (later,) = toys("later")
    reason = prove(later, Settings(blocks=0)).reason
    assert reason.startswith("vector files: ecb_e_m: digest ")
    assert "the own one is" in reason


def test_what_only_another_engine_can_tell():
    found = verdicts("good", "involution")
    assert "(expected by c/null/good)" in found["involution"]
    assert "(expected by c/null/involution)" in found["good"]
    assert verdicts("involution") == {"involution": None}


def test_the_majority_is_right():
    found = verdicts("good", "involution", "better")
    assert found["good"] is found["better"] is None
    assert found["involution"].startswith("compared: key=ff")


def test_quick_monte_carlo_is_compared():
    found = verdicts("good", "later", "better")
    assert "another Monte Carlo chain" in found["later"]
    assert found["good"] is None


def test_random_inputs_follow_the_seed():
    (engine,) = toys("good")
    made = [set(prove(engine, Settings(seed, 1, True)).made) for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]


def test_what_passed_is_kept_for_an_unchanged_binary(tmp_path, monkeypatch):
    first = verify.verify(toys("good", "constant"), tmp_path, QUICK)
    assert [r.passed for r in first] == [True, False]
    asked = []

    def prove_all(engines, settings):
        asked.extend(engine.name for engine in engines)
        yield from (verify.Proof(engine, reason="again") for engine in engines)

    monkeypatch.setattr(verify, "prove_all", prove_all)
    command = [sys.executable, str(TOY), "good,constant"]
    good, constant = manifest.engines(command)
    (kept,) = verify.verify([good], tmp_path, QUICK)
    assert kept == first[0]
    assert asked == []
    verify.verify([good, constant], tmp_path, QUICK)
    assert asked == ["good", "constant"]  # a failure is looked at again, with what it's compared to


def test_what_is_proven_before_an_interruption_is_kept(tmp_path, monkeypatch):
    (good,) = toys("good")
    last = msgspec.structs.replace(good, engine="c/serpent/good", cipher="serpent")
    real = verify.prove

    def prove(engine, *rest):
        if engine is last:
            raise KeyboardInterrupt
        return real(engine, *rest)

    monkeypatch.setattr(verify, "prove", prove)
    with pytest.raises(KeyboardInterrupt):
        verify.verify([good, last], tmp_path, QUICK)
    assert verify.pending([good, last], tmp_path) == [last]


def test_records_can_be_read_again(tmp_path):
    (record,) = verify.verify(toys("constant"), tmp_path, QUICK)
    (path,) = (tmp_path / "verified").iterdir()
    assert path.stem == record.binary
    assert list(records.read(path)) == [record]


def test_a_half_written_record_harms_nothing(tmp_path):
    (record,) = verify.verify(toys("good"), tmp_path, QUICK)
    (path,) = (tmp_path / "verified").iterdir()
    path.write_bytes(path.read_bytes()[:-10])
    (again,) = verify.verify(toys("good"), tmp_path, QUICK)
    assert again.verified != record.verified
    assert list(records.read(path)) == [again]


def test_unwritable_results(tmp_path):
    (tmp_path / "verified").write_text("")
    with pytest.raises(Failed, match="cannot write"):
        verify.verify(toys("good"), tmp_path, QUICK)


# ---- The command ----


@pytest.fixture
def run(monkeypatch):
    """Run ``fifteen verify`` with a toy probe as the C probe, and none in Java."""
    monkeypatch.setattr(build, "ensure_c", lambda: None)
    monkeypatch.setenv("COLUMNS", "200")

    def invoke(names, *arguments):
        monkeypatch.setattr(
            probes, "c_probe", lambda *options: [sys.executable, str(TOY), names, *options]
        )
        return CliRunner().invoke(cli.main, ["verify", "--quick", "--blocks", "100", *arguments])

    return invoke


def test_command_passes(run):
    result = run("good", "-k", "c/null")
    assert result.exit_code == 0, result.output
    assert "passed" in result.stdout


def test_command_fails_with_one_line_an_engine(run):
    result = run("good,constant", "-k", "c/null")
    assert result.exit_code == 1
    assert "c/null/constant: known answers: key=" in result.stdout
    assert "1 of 2 engines failed" in result.stderr


def test_a_reason_is_printed_as_it_is(run):
    said = "c/null/bracketed: known answers: [/opt/x.so] failed [error 7]\n"
    assert said in run("bracketed", "-k", "c/null").stdout


def test_a_reason_stands_in_the_peers_table_as_it_is(monkeypatch):
    (bad,) = toys("picky")
    proof = verify.Proof(bad, reason="known answers: [/opt/x.so] failed [error 7]")
    program = SimpleNamespace(engines={bad.engine: bad})
    monkeypatch.setattr(peers, "known", lambda: [SimpleNamespace(name="peer", source="[/x]")])
    monkeypatch.setattr(peers, "other_versions", lambda program: None)
    table = peer._engines("", [program], {bad.engine: verify._record(proof, "b")})
    out = Console(width=300, record=True, file=io.StringIO())
    out.print(table)
    assert "[/x]  FAILED: known answers: [/opt/x.so] failed [error 7]" in out.export_text()


def test_what_a_hundred_blocks_a_size_are(monkeypatch):
    sizes = [entry[1] for entry in verify._keys(Settings(blocks=900), "null", 128, Random(1))]
    assert sizes.count(verify.MANY) == 3  # a third of the nine hundred, as null has three sizes


def test_list(run):
    result = CliRunner().invoke(cli.main, ["list", "-k", "c/null"])
    assert result.exit_code == 0, result.output
    assert re.search(r"null +128 +128 to 256 in steps of 64 .* own vectors only", result.stdout)
    assert CliRunner().invoke(cli.main, ["list", "-k", "c/null and not null"]).exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--c-build", "big-endian", "--peers"], "leave out --peers"),
        (["-k", "c/null and not portable and not good"], "no engine is selected"),
        (["-k", "serpent and ("], "-k 'serpent and ('"),
        (["--blocks", "-1"], "--blocks"),
        (["--plugin", "/nonesuch.so"], "/nonesuch.so"),
    ],
)
def test_bad_command_lines(run, arguments, words):
    result = run("good", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Traceback" not in result.output


# ---- One engine on several JVMs ----


def on(toolchain: str, engine: str, made: bytes) -> verify.Proof:
    (toy,) = toys("good")
    known = msgspec.structs.replace(toy, engine=engine, toolchain=toolchain)
    return verify.Proof(known, made={(b"key", b"plain", None): made})


def failed(*proofs: verify.Proof) -> list[bool]:
    verify.compare(list(proofs))
    return [proof.reason is not None for proof in proofs]


RIGHT, WRONG = bytes(16), bytes(15) + b"\1"


def test_what_one_jvm_makes_wrong_fails_there_alone():
    java = [on(jvm, "java/null/portable", RIGHT) for jvm in ("a", "b")]
    bad = on("c", "java/null/portable", WRONG)
    assert failed(*java, bad) == [False, False, True]
    assert failed(on("gcc", "c/null/portable", RIGHT), on("a", "java/null/portable", WRONG),
                  on("b", "java/null/portable", RIGHT)) == [False, True, False]  # fmt: skip


def test_an_engine_has_one_vote_however_many_jvms_it_runs_on():
    java = [on(jvm, "java/null/portable", WRONG) for jvm in "abcd"]
    assert failed(on("gcc", "c/null/portable", RIGHT), *java) == [True] * 5
    assert failed(
        on("gcc", "c/null/portable", RIGHT), on("gcc", "c/null/other", RIGHT),
        *(on(jvm, "java/null/portable", WRONG) for jvm in "abcd"),
    ) == [False] * 2 + [True] * 4  # fmt: skip


def test_a_pass_is_of_the_jvm_it_was_on(tmp_path):
    first, second = (
        [msgspec.structs.replace(e, toolchain=name) for e in toys("good")] for name in "ab"
    )
    verify.verify(first, tmp_path, QUICK)
    assert verify.pending(first, tmp_path) == []
    assert verify.pending(second, tmp_path) == second


def test_an_interpreter_takes_the_first_monte_carlo_entry():
    (slow,) = [msgspec.structs.replace(e, interpreted=True) for e in toys("good")]
    (record,) = verify.verify([slow], settings=Settings(blocks=200))
    assert record.passed and "after the first entry" in record.left_out
    assert record.checks["vector files"] == 128 + 192 + 256 + 3 * 128 + 4 * 3
