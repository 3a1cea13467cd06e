# SPDX-License-Identifier: Apache-2.0
"""Compilers are found, asked and tried; one that cannot be used costs a line and no more."""

import os
import time
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from fifteen import compilers, factors, files, places
from fifteen.errors import Mistake

# As gcc 12.2.0 answers: its macros, its version, and a program that says what it must.
FAKE = """#!/bin/sh
{more}
case "$*" in
*-E*) echo "fifteen {macros}"; exit;;
*--version*) echo "{line}"; exit;;
version) echo "0.17.1"; exit;;
esac
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\\n{program}\\n' >"$2"
/bin/chmod +x "$2"
"""
NONE = "__clang_major__ __clang_minor__ __clang_patchlevel__ __TINYC__ __INTEL_LLVM_COMPILER"
GCC = f"12 2 0 {NONE}"
CLANG = "4 2 1 14 0 6 __TINYC__ __INTEL_LLVM_COMPILER"
TCC = "__GNUC__ __GNUC_MINOR__ __GNUC_PATCHLEVEL__ x y z 927 __INTEL_LLVM_COMPILER"


@pytest.fixture(autouse=True)
def nowhere(tmp_path, monkeypatch):
    """No compiler but those of the test."""
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(compilers, "SYSTEM", ())
    monkeypatch.setattr(places, "COMPILERS", tmp_path / "added" / "compilers")
    compilers.forget()
    yield
    compilers.forget()


def fake(
    path: Path,
    macros: str = GCC,
    line: str = "gcc (Maker 12.2.0-14) 12.2.0",
    more: str = "",
    program: str = "echo fifteen",
) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(FAKE.format(macros=macros, line=line, more=more, program=program))
    path.chmod(0o755)
    return path


@pytest.fixture
def three(tmp_path):
    """gcc as cc too, clang-14 that does not know -Os, tcc."""
    folder = tmp_path / "bin"
    fake(folder / "gcc-12")
    for link in ("cc", "gcc"):
        (folder / link).symlink_to("gcc-12")
    refuse = """case "$*" in *-Os*) echo "clang: error: unknown argument: '-Os'"; exit 1;; esac"""
    fake(folder / "clang-14", CLANG, "Maker clang version 14.0.6", more=refuse)
    fake(folder / "tcc", TCC, "tcc version 0.9.27 (x86_64 Linux)")
    return folder


def names(*compiler_names: str, flags: tuple[str, ...] = ()) -> list[str]:
    return [one.name for one in compilers.chosen(compiler_names, flags)]


# ---- Looking and asking ----


def test_each_is_found_once_and_called_by_its_version(three):
    assert [c.name for c in compilers.found()] == ["gcc-12.2.0", "clang-14.0.6", "tcc-0.9.27"]
    assert compilers.default() == compilers.found()[0]
    assert compilers.survey()[1] == []


def test_the_variable_cc_is_the_default(three, monkeypatch):
    monkeypatch.setenv("CC", "tcc")
    assert names() == ["tcc-0.9.27"]


def test_the_same_version_elsewhere_is_another_compiler(three, tmp_path):
    other = fake(tmp_path / "elsewhere" / "mygcc")
    (apart,) = names(str(other))
    assert apart.startswith("gcc-12.2.0-") and apart == names(str(other))[0]
    (toolchain,) = compilers.chosen((str(other),))
    assert toolchain.compiler.line.endswith(f"({other})")  # which says which it is
    assert names(str(three / "gcc")) == ["gcc-12.2.0"]  # a path of one that is known


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("echo 'gcc: error: cannot read spec'; exit 3", "gcc: error: cannot read spec"),
        ("kill -SEGV $$", "it died of SIGSEGV"),
        ("exit 0", "it ended with status 0"),
        ("/bin/sleep 60 & /bin/sleep 60", "no end within 0.5 s"),
    ],
)
def test_a_broken_compiler_is_one_line_and_left_out(three, monkeypatch, more, said):
    monkeypatch.setattr(compilers, "ASK", 0.5)
    path = fake(three / "gcc-9", more=more)
    begun = time.monotonic()
    assert len(compilers.found()) == 3
    assert compilers.survey()[1] == [f"{path} is no C compiler that runs: {said}"]
    assert compilers.refused(("all",))[0].startswith(str(path))
    assert time.monotonic() - begun < 30  # what it started has ended with it


def test_no_compiler_at_all():
    with pytest.raises(Mistake, match="no C compiler found"):
        compilers.default()


def test_a_folder_that_cannot_be_read_is_passed_over(three, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", f"{tmp_path / ('x' * 300)}:{three}")  # no name is so long
    assert len(compilers.found()) == 3 and compilers.survey()[1] == []


def test_a_variable_cc_that_is_no_command_is_one_line(three, monkeypatch):
    monkeypatch.setenv("CC", "'")
    status, said = command()
    assert status == 2 and said == (
        "Error: CC=' is no command (No closing quotation): mend that variable, or unset it\n"
    )


# ---- Choosing ----


def test_names_families_commands_and_all(three):
    assert names() == names("default") == ["gcc-12.2.0"]
    assert names("all") == ["gcc-12.2.0", "clang-14.0.6", "tcc-0.9.27"]
    assert names("clang", "gcc-12", "gcc") == ["clang-14.0.6", "gcc-12.2.0"]
    assert names("tcc-0.9.27") == ["tcc-0.9.27"]


def test_an_unknown_compiler_says_which_there_are(three):
    with pytest.raises(Mistake, match=r"no compiler 'gcc-99' here: there are gcc-12\.2\.0, .*path"):
        compilers.chosen(("gcc-12", "gcc-99"))


def test_names_tell_flags_apart_and_the_default_keeps_its_own(three):
    flags = ("-O2 -funroll-loops", "-O3", "-march=native", "-O3", "-O3 -DX=a,b")
    *plain, odd = names(flags=flags)
    assert plain == ["gcc-12.2.0-O2-funroll-loops", "gcc-12.2.0", "gcc-12.2.0-O3-march-native"]
    assert odd.startswith("gcc-12.2.0-O3-DX-a_b-")
    assert names(flags=("all",)) == [
        "gcc-12.2.0-O0", "gcc-12.2.0-O1", "gcc-12.2.0-O2", "gcc-12.2.0", "gcc-12.2.0-Os",
        "gcc-12.2.0-O3-march-native",
    ]  # fmt: skip


def test_each_toolchain_has_a_folder_of_its_own(three):
    every = compilers.chosen(("all",), ("-O2", "-O3"))
    assert len({one.digest for one in every}) == len(every) == 6
    first = every[0].digest
    fake(three / "gcc-12", more="# another build of the same version")
    compilers.forget()
    assert compilers.chosen(("gcc",), ("-O2",))[0].digest != first


@pytest.mark.parametrize("flags", ["", "O2", "-O2;rm", '-DX="a b"', "-O2 $HOME"])
def test_strange_flags_are_a_mistake(three, flags):
    with pytest.raises(Mistake, match="--flags"):
        compilers.chosen((), (flags,))


def test_flags_that_a_compiler_refuses_are_one_line_and_the_rest_goes_on(three, capsys):
    made, left_out = compilers.on_each(("all",), ("-Os",), lambda one: [one.name])
    assert made == ["gcc-12.2.0-Os", "tcc-0.9.27-Os"]
    (line,) = left_out
    assert line == "clang-14.0.6-Os is not usable: clang: error: unknown argument: '-Os'"
    assert capsys.readouterr().err == f"left out: {line}\n"
    with pytest.raises(Mistake, match="clang-14.0.6-Os is not usable"):
        compilers.chosen(("clang",), ("-Os",))


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ({"more": 'case "$*" in *hello*) /bin/sleep 60;; esac'}, "no end within 0.5 s"),
        ({"more": 'case "$*" in *hello*) kill -KILL $$;; esac'}, "it died of SIGKILL"),
        ({"more": 'case "$*" in *hello*) exit 0;; esac'}, "it ended with status 0"),
        ({"program": "echo wrong"}, "the program that it makes fails: wrong"),
        ({"program": "kill -SEGV $$"}, "the program that it makes fails: it died of SIGSEGV"),
    ],
)
def test_one_that_fails_loops_or_is_killed_is_left_out(three, monkeypatch, fault, said):
    monkeypatch.setattr(compilers, "TRY", 0.5)
    fake(three / "clang-14", CLANG, **fault)
    assert names("clang", "gcc") == ["gcc-12.2.0"]
    assert compilers.refused(("clang", "gcc")) == [f"clang-14.0.6 is not usable: {said}"]


def test_another_machines_compiler_is_refused(three):
    elf = "\\\\177ELF\\\\002\\\\002" + "\\\\000" * 12 + "\\\\000\\\\026"  # s390x
    more = f"""case "$*" in *hello*) while [ "$1" != -o ]; do shift; done
    printf '{elf.replace(chr(92) * 2, chr(92))}' >"$2"; exit;; esac"""
    fake(three / "clang-14", CLANG, more=more)
    with pytest.raises(Mistake, match="another machine: ./fifteen verify --platforms"):
        compilers.chosen(("clang",))


def test_the_reason_of_a_failed_build_is_the_compilers_before_makes():
    made = "[ 1%] Building x.o\nx.c:3:1: error: no such type\ngmake[2]: *** [x.o] Error 1\n"
    assert compilers.why(2, made) == "x.c:3:1: error: no such type"
    killed = "[ 1%] Building x.o\ngmake[2]: *** [x.o] Killed\ngmake: *** [all] Error 2\n"
    assert compilers.why(2, killed) == "gmake[2]: *** [x.o] Killed"
    assert compilers.why(None, made + "no end within 9 s") == "no end within 9 s"


# ---- The command ----


def command(*arguments: str):
    done = CliRunner().invoke(compilers.compilers_command, arguments)
    return done.exit_code, done.output


def test_the_list_says_which_flags_work(three, monkeypatch):
    monkeypatch.setattr(compilers, "WIDE", 500)  # whatever the length of paths
    status, said = command()
    assert status == 0
    assert "-O0 -O1 -O2 -O3 -Os -march=native" in said
    (clang,) = [line for line in said.splitlines() if line.startswith(" clang-14.0.6")]
    assert "-O3 -march=native" in clang and "-Os" not in clang
    assert "the default is gcc-12.2.0" in said and "./fifteen compilers add zig" in said


@pytest.fixture
def pip(monkeypatch):
    """In place of pip's download: what it is to print, or the wheel that it brings."""

    def install(said: str | None = None, version: str = "0.17.1"):
        real = factors.run

        def run(command, timeout, *more, **words):
            if "pip" not in command:
                return real(command, timeout, *more, **words)
            if said is None:
                folder = Path(command[command.index("--dest") + 1])
                script = FAKE.format(
                    macros=CLANG, line="clang version 22.1.8", more="", program="echo fifteen"
                ).replace("0.17.1", version)
                with zipfile.ZipFile(folder / "ziglang.whl", "w") as packed:
                    packed.writestr("ziglang/zig", script)
                    packed.writestr("ziglang/lib/x", "")
            return (0, "") if said is None else (1, said)

        monkeypatch.setattr(factors, "run", run)

    return install


def test_zig_is_added_listed_chosen_and_removed(three, pip):
    pip()
    place = places.COMPILERS / "zig-0.17.1"
    status, said = command("add", "zig")
    assert status == 0 and "added: zig-0.17.1" in said, said
    assert os.access(place / "zig", os.X_OK) and (place / "lib/x").exists()
    assert [path.name for path in places.COMPILERS.iterdir()] == ["zig-0.17.1"]
    assert "already there: zig-0.17.1" in command("add", "zig==0.17.1")[1]
    assert names("zig") == ["zig-0.17.1"]
    assert compilers.chosen(("zig",))[0].compiler.command[1] == "cc"
    assert command("remove", "zig-0.17.1")[0] == 0 and not place.exists()


def test_the_newest_is_brought_beside_an_older_one(three, pip):
    pip(version="0.13.0")
    assert "added: zig-0.13.0" in command("add", "zig==0.13.0")[1]
    pip()
    assert "added: zig-0.17.1" in command("add", "zig")[1]
    assert "already there: zig-0.17.1" in command("add", "zig")[1]
    assert names("zig-0.13.0", "zig-0.17.1") == ["zig-0.13.0", "zig-0.17.1"]


@pytest.mark.parametrize("broken", ["a program that fails", "no program", "a link to nowhere"])
def test_a_broken_zig_is_removed_by_its_folder_and_replaced_by_add(three, pip, broken):
    pip()
    place = places.COMPILERS / "zig-0.17.1"

    def spoil():
        files.clear(place)
        place.parent.mkdir(parents=True, exist_ok=True)
        if broken == "a link to nowhere":
            place.symlink_to("gone")
        else:
            fake(place / ("zig" if broken == "a program that fails" else "lib"), more="exit 1")
        compilers.forget()

    spoil()
    said = "'nothing' is no compiler that ./fifteen compilers add brought: there are zig-0.17.1\n"
    assert command("remove", "nothing") == (2, f"Error: {said}")
    assert command("remove", "zig-0.17.1", "zig-0.17.1") == (0, "removed: zig-0.17.1\n")
    assert not place.is_symlink() and not place.exists()
    spoil()
    assert "added: zig-0.17.1" in command("add", "zig")[1]
    assert names("zig") == ["zig-0.17.1"]


@pytest.mark.parametrize(
    ("said", "name", "status", "words"),
    [
        ("(from versions: 0.12.0, 0.13.0)", "zig==9.9", 2, "no version 9.9: one of 0.12.0, 0.13.0"),
        ("(from versions: none)", "zig", 1, "PyPI is not reached"),
        ("", "gcc", 2, "zig and zig==VERSION can"),
        ("", "zig==", 1, "PyPI is not reached"),
    ],
)
def test_what_cannot_be_added_is_one_line(three, pip, said, name, status, words):
    pip(said)
    found, output = command("add", name)
    assert found == status and words in output and output.count("\n") == 1
    assert not places.COMPILERS.exists() or list(places.COMPILERS.iterdir()) == []


def test_only_what_was_added_is_removed(three):
    status, said = command("remove", "gcc-12.2.0")
    assert status == 2 and "there are none" in said
