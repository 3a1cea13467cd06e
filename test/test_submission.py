# SPDX-License-Identifier: Apache-2.0
"""A submission's own C sources as a peer: manners found by asking, and faults that stay its own.

The sources are those of test/submission: RC6 with an odd manner or a fault for each macro.
"""

import re
import shutil
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from fifteen import (
    build,
    cli,
    compilers,
    evaluate,
    factors,
    libraries,
    manifest,
    peers,
    places,
    plan,
    records,
    submission,
    verify,
)
from fifteen.probes import Probe

SOURCES = Path(__file__).parent / "submission"
SETTINGS = verify.Settings(blocks=100, quick=True)


@pytest.fixture(scope="module", autouse=True)
def built():
    build.ensure_c()


@pytest.fixture(autouse=True)
def nothing_added(tmp_path, monkeypatch):
    monkeypatch.setattr(places, "ADDED", tmp_path / "added")
    monkeypatch.setattr(places, "PEERS", tmp_path / "added" / "peers.toml")


def add(*arguments: object, folder: Path = SOURCES, flags: str | None = None) -> str:
    """What ``./fifteen peer add --nist-c FOLDER ARGUMENTS`` says; one line where it fails."""
    words = ["peer", "add", "--nist-c", folder, *arguments]
    words += ["--flags", flags] if flags else []
    done = CliRunner().invoke(cli.main, list(map(str, words)))
    assert done.exit_code in (0, 1, 2), done.output
    assert isinstance(done.exception, SystemExit | None)
    if done.exit_code:
        lines = done.output.strip().splitlines()
        assert len([line for line in lines if not line.startswith("built")]) == 1, done.output
        assert peers.added() == []
        assert not any(places.ADDED.glob("*/*"))
    return done.output


def offered(peer: peers.Peer) -> plan.Program:
    return peers.offered_c(peer, compilers.Toolchain(compilers.default()))


def added() -> tuple[manifest.Engine, str]:
    """The engine that was added, and what was found out about it."""
    [peer] = peers.added()
    [engine] = offered(peer).engines.values()
    return engine, (peers.folder(peer.name, "c") / "submission.h").read_text()


def defined(header: str, name: str) -> str:
    return re.search(rf"^#define SUBMISSION_{name} ?(.*)$", header, re.MULTILINE)[1]


def measure(engine: manifest.Engine) -> dict:
    key, plain, cipher = manifest.known_answers("rc6", 128)
    with Probe(engine.command) as probe:
        return probe.ask(
            "time",
            cell="x",
            engine=engine.engine,
            operation="encrypt",
            key_bits=128,
            blocks=16,
            seed=1,
            known_key=key,
            known_plain=plain,
            known_cipher=cipher,
            iterations=3,
        )


# ---- Manners ----


def test_a_folder_is_compiled_as_it_is_proven_and_measured():
    before = {path: path.read_bytes() for path in SOURCES.iterdir()}
    said = add("--cipher", "rc6", flags="-O1")
    assert "added: nist-rc6" in said and "-O1" in said
    engine, header = added()
    assert engine.engine == "c/nist-rc6/rc6" and list(engine.key_sizes) == [128, 192, 256]
    assert defined(header, "DIGITS") == f'"{submission.HEXADECIMAL}"'
    assert defined(header, "BEFORE\\(e, d, c\\)") == "(c)->blockSize = 128;"
    assert verify.prove(engine, SETTINGS).reason is None
    assert len(measure(engine)["wall_ns"]) == 3
    assert {path: path.read_bytes() for path in SOURCES.iterdir()} == before
    [peer] = peers.added()
    assert offered(peer).toolchain.flags == [*submission.DIALECT, "-O1"]


def test_odd_keys_and_calls_of_one_block_are_found_by_asking():
    add("--cipher", "rc6", flags="-O1 -m64 -DBINARY_KEYS -DBACK_TO_FRONT -DONE_BLOCK")
    engine, header = added()
    found = [defined(header, name) for name in ("DIGITS", "KEY_ORDER", "BLOCK_ORDER", "AT_ONCE")]
    assert found == ['""', "1", "0", "1"]
    assert verify.prove(engine, SETTINGS).reason is None


def test_known_answers_for_a_key_of_zeros_do_not_decide_on_letters(monkeypatch):
    few = {bits: entries[:1] for bits, entries in submission._answers("rc6").items()}
    assert not any(any(entry.key) for entries in few.values() for entry in entries)
    monkeypatch.setattr(submission, "_answers", lambda cipher: few)
    add("--cipher", "rc6", flags="-O1 -m64 -DSMALL_LETTERS")
    assert defined(added()[1], "DIGITS") == f'"{submission.LOWER_CASE}"'


def test_lengths_in_bytes_and_spoilt_input_are_found_by_asking():
    add("--cipher", "rc6", flags="-O1 -m64 -DIN_BYTES -DSPOILS")
    engine, header = added()
    assert [defined(header, name) for name in ("LENGTH_UNIT", "SPOILS")] == ["8", "1"]
    assert verify.prove(engine, SETTINGS).reason is None


def package(folder: Path) -> Path:
    """The sources as an archive of 1998 may have them: two folders, texts of DOS and of a Mac,
    questions about the machine, arguments of their own, and macros in small letters."""
    source, header = ((SOURCES / name).read_text() for name in ("RC6.C", "rc6_aes.h"))
    for told, own in (
        ("int keyLen, char *keyMaterial", "int keyLen, int blockLen, char *keyMaterial"),
        ("char *IV)", "char *IV, int blockLen)"),
        ("cipher->mode = mode;", "cipher->blockSize = blockLen;"),
    ):
        source, header = source.replace(told, own), header.replace(told, own)
    asked = "#include <stdlib.h>\n#if defined BIG_ENDIAN || !defined _M_IX86\n#error\n#endif\n"
    macros = "".join(f"#define {name} 4\n" for name in ("context", "result", "blocks"))
    for name, text in (
        ("src/RC6.C", asked + source.replace('"RC6_AES.H"', '"..\\INCLUDE\\RC6_AES.H"') + "\x1a"),
        ("include/rc6_aes.h", (header + macros).replace("\n", "\r")),
    ):
        (folder / name).parent.mkdir()
        (folder / name).write_bytes(text.encode())
    return folder


def test_a_package_of_its_time_is_read_as_it_is(tmp_path):
    said = add("--cipher", "rc6", folder=package(tmp_path), flags="-O1 -m64")
    assert "-D_M_IX86=500" in said
    engine, header = added()
    assert defined(header, "MAKE_KEY\\(a0, a1, a2, a3\\)") == "makeKey(a0, a1, a2, 128, a3)"
    assert [defined(header, name) for name in ("KEY_ORDER", "BLOCK_ORDER")] == ["0", "0"]
    assert verify.prove(engine, SETTINGS).reason is None


def test_a_long_of_32_bits_is_found_by_asking(tmp_path, monkeypatch):
    if not submission.compiles_32(tmp_path):
        pytest.skip("no 32-bit programs can be made here")
    monkeypatch.setattr(compilers, "OPTIMISED", "-O1")  # the probe is a 32-bit one, quickly made
    assert "-O1 -DLONG_WORDS -m32" in add("--cipher", "rc6", flags="-O1 -DLONG_WORDS")
    engine, _ = added()
    assert engine.command[0] == str(build.c_probe_32())
    assert verify.prove(engine, SETTINGS).reason is None


def changed(folder: Path, lines: dict[str, str]) -> Path:
    """A copy of the sources with other lines in RC6.C."""
    copy = shutil.copytree(SOURCES, folder / "changed")
    source = (copy / "RC6.C").read_text()
    for old, new in lines.items():
        assert source.count(old) == 1
        source = source.replace(old, new)
    (copy / "RC6.C").write_text(source)
    return copy


def test_a_manner_for_all_key_sizes_is_better_than_the_profiles_for_some(tmp_path):
    digit, direction = "static int digit(char c) {\n", "    key->direction = direction;\n"
    lower = "if (c >= 'a' && c <= 'f') return c - 'a' + 10;\nif (longest && c > '9') return -1;\n"
    lines = {
        digit: f"static int longest;\n{digit}{lower}",
        direction: f"{direction}longest = keyLen == 256;\n",
    }
    said = add("--cipher", "rc6", folder=changed(tmp_path, lines), flags="-O1 -m64")
    assert "left out" not in said
    engine, header = added()
    assert list(engine.key_sizes) == [128, 192, 256]
    assert defined(header, "DIGITS") == f'"{submission.LOWER_CASE}"'


def test_what_is_tried_is_said(tmp_path):
    said = []
    submission.make(SOURCES, "rc6", "x", "-O1 -m64", (), tmp_path, said.append)
    assert said == ["asking for known answers, in manner 1 of at most 384 …"]


# ---- Faults ----


def test_a_key_size_that_is_wrong_is_left_out_with_its_reason(tmp_path):
    end = "    return TRUE;\n}\n\nint cipherInit"
    folder = changed(tmp_path, {end: f"    if (keyLen == 256) key->s[0] ^= 1;\n{end}"})
    reason = "256-bit keys: wrong answer: key="
    said = add("--cipher", "rc6", folder=folder, flags="-O1 -m64")
    assert "key bits 128, 192\n" in said and f"left out: {reason}" in said
    [program], [line] = peers.survey_c(wanted=["nist-rc6"])
    [engine] = program.engines.values()
    assert list(engine.key_sizes) == [128, 192] and line.startswith(f"nist-rc6: {reason}")
    assert verify.prove(engine, SETTINGS).reason is None


def few_manners(monkeypatch):
    """What is never right is so in any manner."""
    every = submission._manners
    monkeypatch.setattr(submission, "_manners", lambda cipher: every(cipher)[:3])


@pytest.mark.parametrize(
    ("macro", "reason"),
    [
        ("WRONG", "wrong answer: key="),
        ("CRASHES", "died of SIGSEGV"),
        ("OVERRUNS", "the engine wrote outside of its output"),
        ("HANGS", "no answer within"),
    ],
)
def test_what_is_never_right_is_one_line_and_is_not_kept(macro, reason, monkeypatch):
    monkeypatch.setattr(submission, "ANSWER", 1.0)
    few_manners(monkeypatch)
    assert reason in add("--cipher", "rc6", flags=f"-O1 -m64 -D{macro}")


def test_a_late_error_costs_one_record_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.setattr(verify, "verify", partial(verify.verify, settings=SETTINGS))
    assert "added" in add("--cipher", "rc6", "--name", "late", flags="-O1 -DLATE")
    cells = "(c/rc6/portable or c/late) and ::encrypt and 128-bit and :16-blocks"
    results = tmp_path / "results"
    done = CliRunner().invoke(
        evaluate.evaluate_command, ["-k", cells, "--rounds", "3", "--results", str(results)]
    )
    assert done.exit_code == 1, done.output
    lines = [line for file in results.glob("runs/*.jsonl") for line in records.read(file)]
    assert {line.engine for line in lines if isinstance(line, records.Cell)} == {"c/rc6/portable"}
    [failure] = [line for line in lines if isinstance(line, records.Failure)]
    assert failure.engine == "c/late/rc6" and failure.stage == "verify" and failure.reason


# ---- Bad input ----


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "--cipher is missing"),
        (["--cipher", "rc7"], "unknown cipher 'rc7'"),
        (["--cipher", "rc6", "--jce", "SunJCE"], "--nist-c is of C"),
        (["--cipher", "rc6", "--flags", "-O1 '"], "--flags"),
        (["--cipher", "rc6", "--name", "a/b"], "make a name"),
        (["--cipher", "rc6", "--name", "Fifteen"], "there is a Fifteen already: choose another"),
        (["--cipher", "rc6", "--name", "fifteen"], "there is a fifteen already: choose another"),
        (["--cipher", "rc6", "--name", "BC"], "there is a BC already: choose another --name"),
        (["--cipher", "rc6", "--source", "none.c"], "--source none.c: no such C file"),
        (["--cipher", "rc6", "--flags", "-DOPEN -fnot-an-option"], "-fnot-an-option"),
        (["--cipher", "rc6", "--source", "dos.c"], "conio.h"),
    ],
)
def test_mistakes_are_one_line(arguments, said):
    assert said in add(*arguments)


def test_another_cipher_of_ours_is_named(monkeypatch):
    few_manners(monkeypatch)
    said = add("--cipher", "serpent", flags="-O1 -m64")
    assert "wrong answer: key=" in said and "which is right for rc6" in said


def test_a_folder_that_is_no_submission_is_one_line(tmp_path):
    assert "no such folder" in add("--cipher", "rc6", folder=tmp_path / "missing")
    assert "no C file in it" in add("--cipher", "rc6", folder=tmp_path)
    (tmp_path / "x.c").write_text("int main(void) { return 0; }\n")
    assert "no file declares makeKey" in add("--cipher", "rc6", folder=tmp_path)


def test_two_files_with_the_interface_are_for_the_user_to_choose_from(tmp_path):
    folder = shutil.copytree(SOURCES, tmp_path / "two")
    shutil.copy(folder / "RC6.C", folder / "again.c")
    assert "RC6.C and again.c each define makeKey" in add("--cipher", "rc6", folder=folder)
    assert "added" in add("--cipher", "rc6", "--source", "again.c", folder=folder, flags="-O1")


# ---- Edited sources ----

CHANGED = "nist-rc6: its sources have changed since it was added: ./fifteen peer remove nist-rc6"


def test_sources_that_were_edited_are_told_of_wherever_the_peer_is(tmp_path, monkeypatch):
    folder = shutil.copytree(SOURCES, tmp_path / "mine")
    add("--cipher", "rc6", folder=folder, flags="-O1 -m64")
    assert peers.edited(["nist-rc6"]) == []
    with (folder / "rc6_aes.h").open("a") as header:
        header.write("/* new */\n")
    assert peers.edited(["botan"]) == []
    everything = peers.added()
    monkeypatch.setattr(
        peers, "known", lambda language=None: everything if language != "java" else []
    )
    state = libraries.state()
    monkeypatch.setattr(libraries, "state", lambda: state)  # others' tests rely on what is built
    monkeypatch.setattr(libraries, "known", lambda: ())
    only = ["-k", "c/nist-rc6/rc6"]
    for words in (["peers"], ["plan", "--cells", *only], ["list", "--peers", *only]):
        done = CliRunner().invoke(cli.main, words)
        assert done.exit_code == 0 and CHANGED in done.output, (words, done.output)
        assert "nist-rc6" in done.output.replace(CHANGED, "")  # it is there as before
    shutil.rmtree(folder)
    assert peers.edited(["nist-rc6"]) == []


def test_files_that_were_not_taken_may_be_edited(tmp_path):
    folder = shutil.copytree(SOURCES, tmp_path / "two")
    shutil.copy(folder / "RC6.C", folder / "again.c")
    add("--cipher", "rc6", "--source", "again.c", folder=folder, flags="-O1 -m64")
    (folder / "RC6.C").unlink()
    assert peers.edited(["nist-rc6"]) == []
    (folder / "again.c").unlink()
    assert CHANGED in peers.edited(["nist-rc6"])[0]


# ---- Libraries ----


def test_every_plug_in_has_its_line_and_every_line_its_plug_in():
    sources = {p.stem for p in (places.ROOT / "c" / "peers").glob("*.cpp")}
    assert {library.name for library in libraries.known()} == sources


def test_what_is_not_installed_is_named_with_the_line_that_installs_it(monkeypatch):
    other = libraries.Library("nolib", "nolib/none.h", "nolib", "libnolib-dev")
    monkeypatch.setattr(build, "ensure_c", lambda: None)  # others' tests rely on what is built
    monkeypatch.setattr(libraries, "known", lambda: (other,))
    monkeypatch.setattr(peers, "known", lambda language=None: [])
    said = CliRunner().invoke(cli.main, ["peers"]).output
    assert "not installed: nolib: sudo apt-get install libnolib-dev" in said
    said = CliRunner().invoke(cli.main, ["peers", "nolib"]).output
    assert "nolib is not installed here: sudo apt-get install libnolib-dev" in said
    assert other.found() is None


def test_what_apt_has_not_is_to_be_made_from_sources(monkeypatch):
    kept, new = (
        libraries.Library(name, f"{name}/none.h", name, f"lib{name}-dev")
        for name in ("kept", "new")
    )
    monkeypatch.setattr(libraries, "known", lambda: (kept, new))
    monkeypatch.setattr(shutil, "which", lambda *_, **__: "c++")
    has = "libkept-dev |      1.0 | a mirror bookworm/main amd64 Packages\n"

    def line(status: int | None, said: str) -> str:
        answers = {("apt-cache", "madison", "libkept-dev", "libnew-dev"): (status, said)}
        monkeypatch.setattr(factors, "run", lambda command, _: answers[tuple(command)])
        return libraries.install_line([kept, new])

    both = "sudo apt-get install libkept-dev libnew-dev"
    from_sources = "new from sources (docs/adding-a-peer.md)"
    assert line(0, has) == f"sudo apt-get install libkept-dev; {from_sources}"
    assert line(0, "") == line(None, "no apt-cache") == line(None, has) == both
