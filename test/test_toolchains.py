# SPDX-License-Identifier: Apache-2.0
"""Real compilers: each set of flags is another program, and a miscompiled engine is a finding."""

import re
import shutil

import pytest
from click.testing import CliRunner
from conftest import lab
from fifteen import build, cli, compilers, factors, manifest, places, records

# gcc, but for one source, with which it does as it is told.
WRAPPER = """#!/bin/bash
source=${{@: -1}}
case "$source" in
*/{source}) {what};;
*) exec gcc "$@";;
esac
"""
OF_SIX = r"(?:(?:null|idea|rc6)_portable|(?:rijndael|aes32|aes64)_(?:ttable|rowwise))"
FIRST = "aes_*.c"  # two sources: neither of two jobs goes on to others
MISCOMPILES = (
    'sed "s/(a & 0xffff) \\* b/(a \\& 0x7fff) * b/" "$source" |'
    ' exec gcc -I"${source%/*}" "${@:1:$#-1}" -x c -'
)


def wrapper(folder, source, what):
    path = folder / "mycc"
    path.write_text(WRAPPER.format(source=source, what=what))
    path.chmod(0o755)
    return path


@pytest.fixture(autouse=True)
def anew():
    """No compiler of another test is remembered."""
    compilers.forget()
    yield
    compilers.forget()


@pytest.fixture(scope="module")
def few_engines(workshop):
    """The portable engines of six sources: these tests are of compilers, and all take long."""
    src, cmake = workshop / "c" / "src", workshop / "c" / "CMakeLists.txt"
    for source in src.glob("*.c"):
        if not re.fullmatch(r"(null|idea|rc6|aes_\w+|engines|cpu|modes\w*)\.c", source.name):
            source.unlink()
    for path, old, new, count in (
        (src / "x86.h", "#define FIFTEEN_X86 1", "#define FIFTEEN_X86 0", 1),
        (src / "engines.c", rf"ENGINE\(fifteen_(?!{OF_SIX}\b)\w+\)", "", 0),
        (cmake, r"set\(TABLES [^)]*\)", "set(TABLES rijndael)", 1),
    ):
        text, found = re.subn(old, new, path.read_text())
        assert found == count or count == 0 and found > 20
        path.write_text(text)
    return workshop


def test_a_miscompiled_engine_fails_by_its_toolchain_and_is_never_timed(few_engines, tmp_path):
    bad = wrapper(tmp_path, "idea.c", MISCOMPILES)
    several = ("--compiler", "gcc", "--compiler", bad, "--flags", "-O0")
    done = lab("verify", "--quick", "-k", "c/idea/portable or c/null", *several, root=few_engines)
    assert done.returncode == 1, done.stdout + done.stderr
    lines = {line.split()[0]: line for line in done.stdout.splitlines() if line.startswith("c/")}
    (failed,) = [name for name, line in lines.items() if "FAILED" in line]
    assert failed.startswith("c/idea/portable@gcc-") and failed.count("-") > 1
    assert sum("passed" in line for line in lines.values()) == 3
    assert f"{failed}: known answers: key=" in done.stdout

    what = "(c/idea/portable or c/null) and keysetup-encrypt and 128-bit"
    arguments = ("evaluate", "-k", what, *several, "--rounds", 3, "--results", tmp_path / "r")
    done = lab(*arguments, root=few_engines)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert f"({failed.partition('@')[2]}) failed to verify and is not timed" in done.stdout
    found = [line for path in (tmp_path / "r" / "runs").iterdir() for line in records.read(path)]
    failures = {line.cell for line in found if isinstance(line, records.Failure)}
    timed = {line.cell for line in found if isinstance(line, records.Cell)}
    assert len(failures) == 1 and len(timed) == 4  # the null cipher has its A/A pair
    assert failures.isdisjoint(timed)
    binaries = {line.toolchain.name: line.binary for line in found if isinstance(line, records.Run)}
    assert len(set(binaries.values())) == len(binaries) == 2

    again = lab(*arguments, root=few_engines)  # nothing is built or measured again
    assert "built the" not in again.stderr
    after = [line for path in (tmp_path / "r" / "runs").iterdir() for line in records.read(path)]
    assert len(after) == len(found)


@pytest.fixture
def here(few_engines, tmp_path, monkeypatch):
    """What is built goes to a folder of the test's own."""
    monkeypatch.setattr(places, "ROOT", few_engines)
    monkeypatch.setattr(places, "COMPILED", tmp_path / "compiled")


def made(path, flags="-O1"):
    (toolchain,) = compilers.chosen((str(path),), (flags,))
    return build.compiled_c(toolchain)


@pytest.mark.parametrize(
    ("what", "limit", "said"),
    [
        ("exec sleep 600", 10.0, "no end within 10 s"),
        ("kill -KILL $$", build.LIMIT, "Error|Killed"),
        ("echo 'x.c:1: error: too tired' >&2; exit 4", build.LIMIT, "x.c:1: error: too tired"),
    ],
)
def test_one_that_loops_is_killed_or_gives_up_is_refused_in_a_line(
    here, tmp_path, monkeypatch, what, limit, said
):
    monkeypatch.setattr(build, "LIMIT", limit)
    with pytest.raises(factors.Refused, match=said) as refused:
        made(wrapper(tmp_path, FIRST, what))
    assert "\n" not in str(refused.value) and "-build.log" in str(refused.value)


def test_the_flags_reach_the_compiler(here, tmp_path):
    seen = "case \" $* \" in *' -Os '*) echo 'x.c:1: error: it has -Os' >&2; exit 4;; esac"
    with pytest.raises(factors.Refused, match="it has -Os"):
        made(wrapper(tmp_path, FIRST, seen), "-Os")


@pytest.mark.skipif(shutil.which("tcc") is None, reason="tcc is not installed")
def test_a_small_compiler_makes_a_probe_that_says_what_made_it(tmp_path, monkeypatch):
    """Of all sources."""
    monkeypatch.setattr(places, "COMPILED", tmp_path / "compiled")
    folder = made("tcc", "-O2")
    listed = manifest.told([str(folder / "fifteen-probe")])
    assert listed["toolchain"]["flags"] == ["-O2"] and len(listed["engines"]) > 20
    (toolchain,) = compilers.chosen(("tcc",), ("-O2",))
    probe = build.c_probe(toolchain)
    before = (folder / "fifteen-probe").stat().st_mtime_ns
    assert build.c_probe(toolchain) == probe
    assert (folder / "fifteen-probe").stat().st_mtime_ns == before


def test_other_machines_that_are_missing_are_counted_and_named(monkeypatch):
    emulated = dict(list(build.PLATFORMS.items())[:1])
    missing = {
        name: build.OtherBuild("no machine", f"{name}-no-gcc", "", f"gcc-{name}", f"qemu-{name}")
        for name in ("vax", "pdp")
    }
    monkeypatch.setattr(build, "PLATFORMS", missing | emulated)
    monkeypatch.setattr(build, "OTHER_BUILDS", missing | emulated)
    monkeypatch.setenv("COLUMNS", "60")
    if build.missing_for(next(iter(emulated))):
        pytest.skip("no compiler or emulator")
    done = CliRunner().invoke(
        cli.main, ["verify", "--platforms", "-k", "c/null", "--blocks", "100"]
    )
    assert done.exit_code == 0, done.output
    lack = (
        "vax: left out: vax-no-gcc and qemu-vax not found: sudo apt-get install gcc-vax qemu-user"
    )
    assert lack in done.output
    assert "…" not in done.output
    assert "4 machines: 2 passed, 0 failed, 2 left out (vax, pdp)" in done.output


def test_a_compiler_that_was_upgraded_builds_anew(here, tmp_path, monkeypatch):
    """In another folder, where nothing is built yet."""
    folders = []
    monkeypatch.setattr(build, "_build", lambda what, source, to, *_, **__: folders.append(to))
    path = wrapper(tmp_path, "none.c", "exit 1")
    made(path)
    made(path)
    path.write_text(path.read_text() + "# another\n")
    compilers.forget()
    made(path)
    first, again, upgraded = folders
    assert first == again != upgraded
