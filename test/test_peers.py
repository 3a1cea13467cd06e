# SPDX-License-Identifier: Apache-2.0
"""Java libraries beside ours: manners of all kinds, and what they may do to the lab.

The libraries are those of test/peers, compiled here; none is kept.
"""

import itertools
import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest
from click.testing import CliRunner
from fifteen import advise, build, cli, jvms, manifest, peers, places, probes, verify
from fifteen.probes import Probe, ProbeError

SOURCES = Path(__file__).parent / "peers"
QUICK = {"warmup": 1, "iterations": 2, "iteration_ms": 20}


@pytest.fixture(scope="module")
def jar(tmp_path_factory) -> Path:
    """All of test/peers in one jar."""
    build.ensure_java()
    work = tmp_path_factory.mktemp("odd")
    sources = map(str, SOURCES.rglob("*.java"))
    run("javac", "-nowarn", "-d", work / "classes", "-cp", places.JAVA_PROBE, *sources)
    settings = Path("submission", "Rijndael_Algorithm.properties")
    shutil.copy(SOURCES / settings, work / "classes" / settings)
    run("jar", "--create", "--file", work / "odd.jar", "-C", work / "classes", ".")
    return work / "odd.jar"


@pytest.fixture(autouse=True)
def nothing_added(tmp_path, monkeypatch, jvms_without_c2):
    monkeypatch.setattr(places, "ADDED", tmp_path / "added")
    monkeypatch.setattr(places, "PEERS", tmp_path / "added" / "peers.toml")


def run(*command: object) -> None:
    subprocess.run(list(map(str, command)), check=True, capture_output=True)


def peer(*arguments: object) -> str:
    """What ``./fifteen peer ARGUMENTS`` says; one line where it fails."""
    done = CliRunner().invoke(cli.main, ["peer", *map(str, arguments)])
    assert done.exit_code in (0, 1, 2), done.output
    if done.exit_code:
        said = [line for line in done.output.splitlines() if not line.startswith("built ")]
        assert len(said) == 1, done.output
        assert isinstance(done.exception, SystemExit)
    return done.output


@contextmanager
def offer(name: str, cipher: str) -> Iterator[tuple[manifest.Engine, Probe]]:
    """What a peer that was added has of a cipher, and who answers for it: no other is asked for."""
    [added] = [p for p in peers.added() if p.name == name]
    with Probe(added.command(None), timeout=100) as probe:
        said = probe.ask("list", cipher=cipher)
        [engine] = peers.offered(added, said=said).engines.values()
        yield engine, probe


def time(engine: manifest.Engine, probe: Probe, operation: str, blocks: int = 1) -> dict:
    key, plain, cipher = manifest.known_answers(engine.cipher, 128)
    return probe.ask(
        "time",
        cell="x",
        engine=engine.engine,
        operation=operation,
        key_bits=128,
        blocks=blocks,
        seed=1,
        known_key=key,
        known_plain=plain,
        known_cipher=cipher,
        warmup=1,
        iterations=2,
        iteration_ms=60,
    )


# ---- Manners ----


@pytest.mark.parametrize(
    ("provider", "cipher", "called", "sizes"),
    [
        ("Manners", "rijndael", "AES128_ECB, AES256_ECB", [128, 256]),
        ("Manners", "saferplus", "SAFER+/ECB/NoPadding", [128]),
        ("OwnApi", "twofish", "Twofish/ECB", list(range(32, 257, 32))),
        ("ChainsOnly", "rijndael", "AES/CBC/NoPadding", [128, 192, 256]),
    ],
)
def test_a_provider_with_manners_of_its_own_is_asked(jar, provider, cipher, called, sizes):
    said = peer("add", "--jce", jar, "--provider", f"odd.{provider}")
    assert f"added: {provider}" in said
    with offer(provider, cipher) as (engine, probe):
        assert (engine.name, list(engine.key_sizes)) == (called, sizes)
        for operation, blocks in [("encrypt", 1024), ("keysetup-decrypt", 1)]:
            assert len(time(engine, probe, operation, blocks)["wall_ns"]) == 2


@pytest.mark.parametrize(
    ("provider", "cipher"),
    [("Manners", "rijndael"), ("OwnApi", "twofish"), ("ChainsOnly", "rijndael")],
)
def test_a_fresh_jvm_goes_the_way_that_was_found(jar, provider, cipher):
    peer("add", "--jce", jar, "--provider", f"odd.{provider}")
    with offer(provider, cipher) as (engine, probe):
        words = {"cell": "x", "engine": engine.engine, "key_bits": 128, "seed": 1}
        assert probe.ask("first-use", **words)["make_ns"] > 0
        assert probe.ask("heap", **words)["init_bytes"] > 0
        memory = probe.ask("memory", **words)
        assert memory["instance_bytes"] > 0
        assert probe.ask("class-bytes", **{k: words[k] for k in ("cell", "engine")})["classes"]


def test_an_engine_found_by_asking_is_verified_as_any_other(jar):
    peer("add", "--jce", jar, "--provider", "odd.ChainsOnly")
    settings = verify.Settings(blocks=100, quick=True)
    with offer("ChainsOnly", "rijndael") as (engine, _):
        [proof] = verify.verify([engine], settings=settings)
    assert proof.passed, proof.reason


def test_providers_are_found_in_a_jar_and_the_first_with_our_ciphers_is_taken(jar, tmp_path):
    """The first of all is one that cannot be loaded."""
    classes = tmp_path / "classes"
    with zipfile.ZipFile(jar) as packed:
        wanted = ("odd/OwnApi", "odd/Block", "odd/own", "odd/Faults.class", "odd/Faults$Throws.")
        packed.extractall(classes, [n for n in packed.namelist() if n.startswith(wanted)])
    assert "added: OwnApi" in peer("add", "--jce", classes)
    assert "there is a OwnApi-1.0 already" not in peer("add", "--jce", classes)
    assert [p.name for p in peers.added()] == ["OwnApi", "OwnApi-1.0"]
    said = peer("add", "--jce", classes)
    assert "there is a OwnApi-1.0 already: ./fifteen peer remove OwnApi-1.0, or choose" in said
    assert "removed: OwnApi-1.0" in peer("remove", "OwnApi-1.0")
    assert [p.name for p in peers.added()] == ["OwnApi"]


def test_a_submission_of_1998_works_from_its_folder(jar, tmp_path):
    with zipfile.ZipFile(jar) as packed:
        packed.extractall(tmp_path / "classes")
    name = "submission.Rijndael_Algorithm"
    peer("add", "--nist", name, "--jar", tmp_path / "classes", "--name", "submission")
    with offer("submission", "rijndael") as peer_and_probe:
        assert time(*peer_and_probe, "encrypt", 16)["wall_ns"]
    settings = next(peers.folder("submission").rglob("*.properties"))
    settings.write_text("self_test=false\n")
    [added] = peers.added()
    program = peers.offered(added)
    assert not program.engines
    assert program.refused == ("java/submission/rijndael: self_test says no",)


def test_a_submission_that_is_right_at_offset_0_alone_is_given_each_block_so(jar):
    peer("add", "--nist", "submission.frog_Algorithm", "--jar", jar, "--name", "frog-1998")
    with offer("frog-1998", "frog") as peer_and_probe:
        assert time(*peer_and_probe, "decrypt", 16)["wall_ns"]


def test_the_classes_of_a_library_are_adapted(jar):
    peer(
        "add",
        *("--lightweight", "org.bouncycastle.crypto.engines.RijndaelEngine=rijndael-b192"),
        *("--jar", places.BOUNCY_CASTLE, "--name", "one"),
    )
    with offer("one", "rijndael-b192") as (engine, _):
        assert engine.block_bytes == 24


# ---- Whole messages ----


def modes(jar: Path, provider: str = "Modes") -> Probe:
    command = probes.java_probe("--plugin", f"jce:odd.{provider}", class_path=[jar])
    return Probe(command, timeout=100)


def message(probe: Probe, verb: str, transformation: str, **words: object) -> dict:
    """What there is to know before messages, and what VERB then says of them."""
    told = probe.ask("messages", transformation=transformation, key_bits=128)
    given = {"bytes": 100, "rekey": 1, "key_bits": 128, "seed": 1} | words
    route = {"route": told["route"]} if told["route"] else {}
    return told | probe.ask(verb, transformation=transformation, **given, **route)


AS_IT_STANDS = {"bytes": 100, "key_bits": 128, "seed": 1}  # as a program has it, it has no way


@pytest.mark.parametrize(
    ("transformation", "way"),
    [
        ("AES/CBC/PKCS5Padding", "AES128_CBC, keys by SecretKeyFactory AES of odd.own.RawKeySpec"),
        ("AES/CTR/NoPadding", "AES128_CTR, keys by SecretKeyFactory AES of odd.own.RawKeySpec"),
        ("Serpent/CBC/PKCS5Padding", "Serpent/CBC/PKCS7Padding"),
    ],
)
def test_messages_go_the_way_that_a_provider_has(jar, transformation, way):
    with modes(jar) as probe:
        with pytest.raises(ProbeError):
            probe.ask("message", transformation=transformation, **AS_IT_STANDS)
        for direction in ("encrypt", "decrypt"):
            told = message(probe, "message", transformation, direction=direction, **QUICK)
            assert told["way"] == way and len(told["cpu_ns"]) == 2
        assert message(probe, "first-message", transformation)["first_message_ns"] > 0


def test_messages_go_by_a_provider_that_was_registered(jar):
    """In a JVM each, as a provider may remember who registered."""
    transformation = "RC6/CBC/PKCS5Padding"
    way = "RC6_CBC/CBC/PKCS5Padding, keys of odd.Modes$GeneratedKey, registered"
    for direction in ("encrypt", "decrypt"):
        with modes(jar) as probe:
            told = message(probe, "message", transformation, direction=direction, **QUICK)
        assert told["way"] == way and len(told["cpu_ns"]) == 2
    with modes(jar) as probe:
        assert message(probe, "first-message", transformation)["first_message_ns"] > 0
    with modes(jar) as probe, pytest.raises(ProbeError):
        probe.ask("message", transformation=transformation, **AS_IT_STANDS)


def test_a_provider_whose_class_is_not_public_has_a_first_message(jar):
    with modes(jar, "Hidden") as probe:
        words = {"bytes": 96, "key_bits": 128, "rekey": 1, "seed": 1}
        told = probe.ask("first-message", transformation="AES/ECB/NoPadding", **words)
    assert told["load_ns"] > 0


def test_a_way_for_whole_blocks_alone_is_better_than_none(jar):
    stream = "IDEA/CTR/NoPadding"
    with modes(jar) as probe:
        assert message(probe, "first-message", stream, bytes=96)["way"] == ""
        with pytest.raises(ProbeError, match="the first message is wrong"):
            message(probe, "first-message", stream, bytes=100)


def test_who_wants_its_key_again_for_each_message_has_none_under_the_same_key(jar):
    words = {"transformation": "AES/ECB/NoPadding", "bytes": 96} | QUICK
    with modes(jar) as probe:
        assert message(probe, "message", **words)["cpu_ns"]
        with pytest.raises(ProbeError, match="it wants its key again for each message"):
            message(probe, "message", **words, rekey=2)


@pytest.mark.parametrize(
    ("provider", "transformation", "why"),
    [
        ("Modes", "Twofish/CBC/PKCS5Padding", "by Twofish_CBC/CBC/PKCS5Padding: wrong answers"),
        ("Modes", "SAFER+/CBC/PKCS5Padding", "an IV of my own kind alone"),
        ("Modes", "MARS/ECB/NoPadding", "NoSuchAlgorithmException"),
        ("Faults$HangsInCipher", "Serpent/ECB/NoPadding", "it hangs: no answer within 3 s"),
        ("Faults$EatsMemory", "Serpent/ECB/NoPadding", "OutOfMemoryError"),
    ],
)
def test_where_no_way_works_the_best_ones_fault_is_told(
    jar, provider, transformation, why, monkeypatch
):
    if "Hangs" in provider:
        monkeypatch.setenv("FIFTEEN_PATIENCE", "3")
    with modes(jar, provider) as probe, pytest.raises(ProbeError) as error:
        probe.ask("messages", transformation=transformation, key_bits=128)
    assert why in str(error.value) and "\n" not in str(error.value)


def test_advise_asks_a_provider_with_manners_of_its_own(jar, monkeypatch, rounds_asked):
    monkeypatch.setattr(advise, "SETTINGS", QUICK)
    peer("add", "--jce", jar, "--provider", "odd.Modes")
    words = ["--cipher", "AES/CBC", "--sizes", "64", "--provider", "Modes", "--jvm", "default"]
    done = CliRunner().invoke(cli.main, ["advise", *words, "--json"])
    assert done.exit_code == 0, done.output
    [candidate] = json.loads(done.stdout)["candidates"]
    way = "AES128_CBC, keys by SecretKeyFactory AES of odd.own.RawKeySpec"
    assert candidate["way"] == way
    assert f": by {way}" in done.stderr and "left out" not in done.stderr
    assert rounds_asked == [5]


def test_overhead_asks_it_too(jar, monkeypatch):
    def rounds(use, there, *_, **__):
        [theirs] = [candidate for candidate in there if candidate.provider == "Modes"]
        with theirs.probe() as probe:
            told = probe.ask("message", **use.words(96, 1), **dict(theirs.words), **QUICK)
        samples = [told | {"provider": c.provider, "bytes": 96} for c in there]
        return [sample | {"round": turn} for sample in samples for turn in range(5)], []

    monkeypatch.setattr(advise, "rounds", rounds)
    peer("add", "--jce", jar, "--provider", "odd.Modes")
    words = ["--cipher", "AES", "--modes", "CTR", "--provider", "Modes", "--json"]
    done = CliRunner().invoke(cli.main, ["overhead", *words])
    assert done.exit_code == 0, done.output
    way = "AES128_CTR, keys by SecretKeyFactory AES of odd.own.RawKeySpec"
    document = json.loads(done.stdout)
    assert all(row["ways"] == {"Modes": way} for row in document["rows"])
    assert document["left_out"] == []
    assert f": by {way}" in done.stderr


def test_overhead_names_who_fails_and_not_who_has_no_such_cipher(jar, monkeypatch, capfd):
    asked = advise.Use("Serpent/ECB/NoPadding", "encrypt", (64,), 1, 128)
    peer("add", "--jce", jar, "--provider", "odd.Faults$ThrowsInCipher")
    found, left_out = advise.candidates(asked, (), [jvms.default()], "an example", quiet=True)
    assert {c.provider for c in found} == {"BC", "Fifteen"}  # SunJCE lacks it, which is no fault
    [left] = left_out
    assert (left["provider"], left["what"]) == ("ThrowsInCipher", "an example")
    assert "no Serpent today" in left["reason"]
    assert "left out: ThrowsInCipher on" in capfd.readouterr().err
    found, left_out = advise.candidates(asked, ("SunJCE",), [jvms.default()], quiet=True)
    assert not found and "NoSuchAlgorithmException" in left_out[0]["reason"]


# ---- Faults ----


@pytest.mark.parametrize(
    ("provider", "reason"),
    [
        ("Throws", "this provider wants a licence"),
        ("Hangs", "it hangs"),
        ("Exits", "ended with status 0"),
    ],
)
def test_what_cannot_be_loaded_is_one_line_and_nothing_is_kept(jar, provider, reason, monkeypatch):
    if "Hangs" in provider:
        monkeypatch.setenv("FIFTEEN_PATIENCE", "3")
    said = peer("add", "--jce", jar, "--provider", f"odd.Faults${provider}")
    assert said.startswith("Error: ") and reason in said
    assert peers.added() == []
    assert list(places.ADDED.iterdir()) == []


def test_a_library_of_which_nothing_works_is_not_kept(jar):
    said = peer("add", "--nist", "submission.frog_Algorithm=rijndael", "--jar", jar)
    assert "nothing of it works" in said and "rijndael: " in said
    assert peers.added() == []


@pytest.mark.parametrize(
    ("provider", "reason"),
    [
        ("Prints", "wrong answers"),
        ("Leaks", "wrong answers"),
        ("ThrowsInCipher", "no Serpent today"),
        ("HangsInCipher", "it hangs"),
        ("ExitsInCipher", "ended with status 0"),
        ("DiesInCipher", "ended with status 134"),
        ("EatsMemory", "OutOfMemoryError"),
        ("ListsInVain", "odd.NotHere"),
    ],
)
def test_one_bad_cipher_is_one_line_and_the_rest_goes_on(jar, provider, reason, monkeypatch):
    if "Hangs" in provider:
        monkeypatch.setenv("FIFTEEN_PATIENCE", "3")
    asked, ask, families = [], peers.ask, peers._families()
    assert sorted(itertools.chain(*families)) == sorted(manifest.load())
    of_serpent = next(family for family in families if "serpent" in family)
    others = [family for family in families if family != of_serpent][:4]
    monkeypatch.setattr(peers, "_families", lambda: [others[0], of_serpent, *others[1:]])
    monkeypatch.setattr(peers, "ask", lambda *words: asked.append(words) or ask(*words))
    said = peer("add", "--jce", jar, "--provider", f"odd.Faults${provider}")
    assert f"added: {provider}" in said
    assert len(asked) == 1  # one that hangs or ends its JVM takes long
    [line] = [line for line in said.splitlines() if line.startswith("not to be had")]
    assert f"java/{provider}/serpent" in line and reason in line
    with offer(provider, "rijndael") as peer_and_probe:
        assert time(*peer_and_probe, "encrypt")["wall_ns"]


def test_what_goes_wrong_after_ten_thousand_calls_is_never_a_value(jar):
    peer("add", "--jce", jar, "--provider", "odd.Faults$WrongLater")
    with (
        offer("WrongLater", "serpent") as peer_and_probe,
        pytest.raises(ProbeError, match="timed output"),
    ):
        time(*peer_and_probe, "encrypt")


def test_nor_are_messages_a_value_whose_last_bytes_stay_right(jar):
    words = {"transformation": "Serpent/ECB/NoPadding", "bytes": 512, "chunk": 16, "rekey": 1}
    with modes(jar, "Faults$WrongLater") as probe, pytest.raises(ProbeError, match="timed output"):
        probe.ask("message", **words, key_bits=128, seed=1, **QUICK | {"iteration_ms": 60})


def test_a_thread_that_is_left_behind_costs_a_second_a_fork(jar):
    words = {"transformation": "AES/ECB/NoPadding", "bytes": 512, "rekey": 1, "key_bits": 128}
    begun = monotonic()
    with modes(jar, "Faults$Leaks") as probe:
        told = probe.ask("message", **words, seed=1, **QUICK, settle=4)
    forks = 1 + len(told["unsettled_ns"])
    assert monotonic() - begun < 10 * forks  # JMH alone would wait for 30 s


def test_what_has_no_memory_after_ten_thousand_calls_says_so(jar):
    peer("add", "--jce", jar, "--provider", "odd.Faults$EatsLater")
    with (
        offer("EatsLater", "serpent") as peer_and_probe,
        pytest.raises(ProbeError, match="OutOfMemoryError"),
    ):
        time(*peer_and_probe, "encrypt")


def test_a_library_that_broke_later_harms_no_other(jar):
    peer("add", "--jce", jar, "--provider", "odd.Manners")
    peer("add", "--jce", jar, "--provider", "odd.OwnApi")
    (peers.folder("Manners") / "odd.jar").write_bytes(b"no jar any more")
    programs, left_out = peers.survey(wanted=["Manners", "OwnApi", "SunJCE"])
    assert [program.name for program in programs] == ["SunJCE", "OwnApi"]
    [line] = left_out
    assert line.startswith("Manners: ")


# ---- What is no library ----


def test_a_jar_that_is_none_is_refused(tmp_path):
    (tmp_path / "text.jar").write_text("PK, but no jar")
    assert "is no jar" in peer("add", "--jce", tmp_path / "text.jar")
    assert "no such jar" in peer("add", "--jce", tmp_path / "missing.jar")
    assert peers.added() == []


def test_a_jar_without_a_provider_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "empty.jar", "w") as packed:
        packed.writestr("readme.txt", "nothing here")
    assert "no class in it is a JCE provider" in peer("add", "--jce", tmp_path / "empty.jar")


@pytest.mark.skipif(not shutil.which("jarsigner"), reason="a JRE signs nothing")
def test_a_jar_that_was_changed_after_it_was_signed_is_refused(jar, tmp_path):
    signed, store = tmp_path / "signed.jar", tmp_path / "store"
    access = ["-keystore", store, "-storepass", "changeit"]
    names = ["-alias", "key", "-dname", "CN=test", "-keyalg", "RSA"]
    run("keytool", "-genkeypair", *access, *names)
    run("jarsigner", *access, "-signedjar", signed, jar, "key")
    changed = tmp_path / "changed.jar"
    with zipfile.ZipFile(signed) as old, zipfile.ZipFile(changed, "w") as new:
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename == "odd/Manners.class":
                content = content.replace(b"its own names", b"our own names")
            new.writestr(entry, content)
    assert "added: Manners" in peer("add", "--jce", signed, "--provider", "odd.Manners")
    said = peer("add", "--jce", changed, "--provider", "odd.Manners", "--name", "changed")
    assert "SecurityException" in said and [p.name for p in peers.added()] == ["Manners"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["add"], "--jce, --lightweight, --nist or --nist-c"),
        (["add", "--jce", "NoSuchProvider"], "neither installed nor on the class path"),
        (["add", "--nist", "a.B"], "--jar is missing"),
        (["add", "--jce", "SunJCE", "--name", "a/b"], "make a name"),
        (["add", "--jce", "SunJCE", "--name", "rijndael"], "a rijndael already: choose another"),
        (["add", "--jce", "SunJCE", "--name", "FIFTEEN"], "a FIFTEEN already: choose another"),
        (["add", "--nist", "org.bouncycastle.crypto.engines.DESEngine", "--jar"], "requires"),
        (["list", "Bouncy"], "no library 'Bouncy': there are "),
        (["remove", "SunJCE"], "no peer that ./fifteen peer add brought"),
    ],
)
def test_mistakes_are_one_line(arguments, said):
    assert said in peer(*arguments)


def test_a_broken_list_of_peers_is_one_line():
    places.PEERS.parent.mkdir(parents=True)
    places.PEERS.write_text("[[peer]]\nnme = 1\n")
    assert "mend it, or remove the file" in peer("list")


def test_a_class_without_the_api_is_refused():
    said = peer(
        "add",
        *("--nist", "org.bouncycastle.crypto.engines.DESEngine"),
        *("--jar", os.fspath(places.BOUNCY_CASTLE)),
    )
    assert "has no static method makeKey" in said


def test_the_jars_of_a_peer_are_on_its_own_class_path_only():
    castle = next(p for p in peers.known() if p.name == "BC")
    assert str(places.BOUNCY_CASTLE) in " ".join(castle.command(None))
    assert str(places.BOUNCY_CASTLE) not in " ".join(probes.java_probe())
