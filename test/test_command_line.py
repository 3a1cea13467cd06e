# SPDX-License-Identifier: Apache-2.0
"""Wrong command lines, folders and disks, as their user meets them: one line, and no status 0."""

import itertools
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner
from conftest import ROOT, SHARING, lab
from fifteen import cli, records, session

SMALL = "c/null and keysetup and 128-bit"  # two cells, in C alone
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT / "lab"), "NO_COLOR": "1"}


def start(*arguments: object, **options) -> subprocess.Popen:
    """The lab, begun."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    command = [*SHARING, *map(str, arguments)]
    usual = {"env": ENVIRONMENT, "preexec_fn": heed_interrupts}
    return subprocess.Popen(command, **{**usual, **pipes, **options})


def heed_interrupts() -> None:
    """As in a terminal: what a script's shell runs in the background ignores them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run(*arguments: object, **options) -> subprocess.CompletedProcess:
    """The lab, in another environment than :func:`lab` has."""
    child = start(*arguments, **options)
    said = child.communicate(timeout=60)
    return subprocess.CompletedProcess(arguments, child.returncode, *said)


def within(*arguments: object) -> subprocess.CompletedProcess:
    """The lab, in this process."""
    done = CliRunner().invoke(cli.main, list(map(str, arguments)))
    assert isinstance(done.exception, SystemExit), done.exception
    return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout, done.stderr)


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    """So that no other command says that it builds."""
    assert lab("build").returncode == 0


def one_line(done: subprocess.CompletedProcess) -> str:
    """The one line of a refusal."""
    assert done.returncode not in (0, None), done.stdout + done.stderr
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("Error: "), done.stderr
    return done.stderr


def test_help_has_a_line_for_every_command_and_imports_none_of_them():
    asked = "import sys; from fifteen import cli; cli.main(['--help'], standalone_mode=False); "
    asked += "print(*sorted(set(cli.COMMANDS.values()) & set(sys.modules)), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", asked], env=ENVIRONMENT, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "\n")
    said = " ".join(done.stdout.split())
    for name in cli.COMMANDS:
        line = cli.main.get_command(None, name).get_short_help_str(40).removesuffix("...")
        assert f" {name} {line}" in said


WRONG = [
    ("frobnicate", "No such command 'frobnicate'"),
    ("--frobnicate", "./fifteen --help"),
    ("evaluate more", "unexpected extra argument"),
    ("evaluate --rounds 2", "not in the range x>=3"),
    ("evaluate --rounds some", "'some'"),
    ("evaluate --rounds 3 --budget 2m", "give one"),
    ("evaluate --budget 0s", "'0s': not a time"),
    ("advise --cipher AES --key-bits 129", "--key-bits 129: keys are whole bytes"),
    ("evaluate --budget -1", "'-1': not a time"),
    ("evaluate --budget 5-parsecs", "not a time"),
    ("study nist-c-2000 --budget=", "'': not a time"),
    ("evaluate --budget=", "'': not a time"),
    ("evaluate --core 9999 -k c/null", "--core 9999: not one of the cores"),
    ("evaluate --session ../away -k c/null", "--session '../away'"),
    ("evaluate --plugin /nonesuch", "'/nonesuch' does not exist"),
    ("evaluate --plugin /etc/passwd -k c/nonesuch", "/etc/passwd"),
    ("evaluate -k ((", "-k '(('"),
    ("evaluate -k c/nonesuch", "no cell matches"),
    ("plan -k c/nonesuch", "no cell matches"),
    ("verify -k c/nonesuch", "no engine is selected"),
    ("verify --blocks -1", "not in the range"),
    ("vectors", "either --out DIR or --check DIR"),
    ("vectors --check /nonesuch", "/nonesuch is not a folder"),
    ("vectors --out /dev/null/x -k null", "cannot write /dev/null/x"),
    ("study nonesuch", "unknown study 'nonesuch'"),
    ("complexity /nonesuch", "/nonesuch: not there"),
    ("complexity --by line", "'line' is not one of"),
    ("report --results /nonesuch", "no session here"),
    ("export --results /nonesuch --out x", "no session here"),
    ("export", "Missing option '--out'"),
    ("test -k nonesuch", "no step matches"),
]


@pytest.mark.parametrize(("line", "words"), WRONG)
def test_a_wrong_command_line_is_one_line(line, words):
    """The first of each command in a process of its own, as its user runs it."""
    command, *_ = line.split()
    first = next(other for other, _ in WRONG if other.split()[0] == command)
    assert words in one_line((lab if line == first else within)(*line.split()))


# ---- Folders and disks ----


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> Path:
    """A small session of three rounds."""
    folder = tmp_path_factory.mktemp("command line") / "results"
    done = lab("evaluate", "-k", SMALL, "--rounds", 3, "--results", folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def of_cells(folder: Path) -> list[tuple[int, str]]:
    """(round, cell) of every value; of a disturbed one, which is measured again, once at most."""
    found = []
    for path in (folder / "runs").iterdir():
        lines = list(records.read(path))
        cells = [x for x in lines if isinstance(x, records.Cell)]
        good = [x.cell for x in cells if x.marked is None]
        bad = {x.cell for x in cells} - set(good)
        found += [(lines[0].round, cell) for cell in (*good, *bad)]
    return sorted(found)


@pytest.fixture
def copy(results, tmp_path) -> Path:
    """A copy of the session, to harm."""
    return shutil.copytree(results, tmp_path / "r")


@pytest.mark.parametrize("command", ["plan", "evaluate", "report", "export --out x"])
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"schema":1', b'"schema":9', "newer Fifteen"),
        (b'"record":"run"', b'"record":"ru\xff"', "not a record"),
        (b'{"record":"run"', b'[]\n{"record":"run"', "not a record"),
    ],
)
def test_a_folder_that_cannot_be_read_is_one_line(copy, command, old, new, words):
    victim = max((copy / "runs").iterdir())
    victim.write_bytes(victim.read_bytes().replace(old, new))
    name, *options = command.split()
    more = ["-k", SMALL] if name in ("plan", "evaluate") else options
    ask = lab if b"schema" in old else within
    assert words in (said := one_line(ask(name, "--results", copy, *more))) and victim.name in said


def test_two_at_once_are_refused(copy):
    with session.locked(copy):
        done = lab("evaluate", "-k", SMALL, "--results", copy)
    assert "another lab is measuring" in one_line(done)


def test_a_disk_that_refuses_is_one_line():
    done = lab("evaluate", "-k", SMALL, "--results", "/sys/nonesuch")
    assert "cannot write /sys/nonesuch" in one_line(done)


def test_a_full_disk_is_one_line_and_loses_nothing(copy):
    def nearly_full():
        resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))

    arguments = ("evaluate", "-k", SMALL, "--rounds", 4, "--results", copy)
    before = of_cells(copy)
    assert "cannot write" in (said := one_line(run(*arguments, preexec_fn=nearly_full)))
    assert "what was measured before is kept" in said
    assert set(before) <= set(of_cells(copy))
    assert lab(*arguments).returncode == 0
    assert len(of_cells(copy)) == len(set(of_cells(copy))) > len(before)


def test_stopped_anyhow_the_same_command_goes_on_and_nothing_is_left_running(tmp_path):
    arguments = ("evaluate", "-k", SMALL, "--rounds", 20, "--results", tmp_path)
    for enough, signal_ in ((2, signal.SIGTERM), (8, signal.SIGKILL), (12, signal.SIGINT)):
        child = start(*arguments)
        while len(list((tmp_path / "runs").glob("*"))) < enough:
            assert child.poll() is None, child.communicate()
            time.sleep(0.02)
        family = psutil.Process(child.pid).children(recursive=True)
        child.send_signal(signal_)
        _, said = child.communicate()
        assert child.returncode == (-9 if signal_ == signal.SIGKILL else 130), said
        assert said == "" or said.startswith("Error: stopped") and said.count("\n") == 1
        assert not psutil.wait_procs(family, timeout=10)[1]
    assert lab(*arguments).returncode == 0
    found = of_cells(tmp_path)
    rounds, cells = {r for r, _ in found}, {c for _, c in found}
    assert len(rounds) >= 20 and len(cells) == 3
    assert found == sorted(itertools.product(rounds, cells))


# ---- No JVM, no tools ----


def test_no_jvm_is_one_line_and_java_can_be_left_out(tmp_path):
    compiler = {"CC": shutil.which("cc")}
    environment = ENVIRONMENT | compiler | {"PATH": str(tmp_path), "JAVA_HOME": "/nonesuch"}
    said = one_line(run("plan", "-k", "java/null", env=environment))
    assert "no JVM found" in said and "-k 'not java'" in said
    for peers in ([], ["--peers"]):
        done = run("plan", "--cells", "-k", "null and not java", *peers, env=environment)
        assert done.returncode == 0 and "c/null/portable" in done.stdout, done.stderr


def test_options_for_jvms_in_the_environment_are_no_factor_that_nobody_tells():
    """What they change would stand in the records under the same JVM's name."""
    done = run("jvms", env=ENVIRONMENT | {"JAVA_TOOL_OPTIONS": "-XX:+NoSuchOption"})
    assert done.returncode == 0 and "left out" not in done.stdout
    assert done.stderr.startswith("JAVA_TOOL_OPTIONS kept from the JVMs")
    assert done.stderr.count("\n") == 1


def test_ctrl_c_while_libraries_are_read_is_one_line(tmp_path):
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt\n")
    early = ENVIRONMENT | {"PYTHONPATH": f"{tmp_path}:{ROOT / 'lab'}"}
    done = subprocess.run(
        [sys.executable, "-m", "fifteen", "jvms"], env=early, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (130, "Error: stopped\n")


@pytest.mark.parametrize(
    ("javac", "wanted"),
    [
        ("echo 'Error: Could not create the Java Virtual Machine.'; exit 1", False),
        ("echo 'Picked up JAVA_TOOL_OPTIONS: -Xmx1g' >&2; echo javac 17.0.15", False),
        ("echo 'Picked up JAVA_TOOL_OPTIONS: -Xmx1g' >&2; echo javac 11.0.2", True),
    ],
)
def test_a_jdk_that_does_not_run_is_not_installed_again(tmp_path, javac, wanted):
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in "sh readlink dirname id tr sed".split():
        (tools / tool).symlink_to(shutil.which(tool))
    for name in ("java", "javac"):
        (tools / name).write_text(f"#!/bin/sh\n{javac}\n")
        (tools / name).chmod(0o755)
    shutil.copy(ROOT / "fifteen", tmp_path / "fifteen")
    done = subprocess.run(
        [tmp_path / "fifteen", "evaluate"], env={"PATH": str(tools)}, capture_output=True, text=True
    )
    assert done.returncode == 1 and "missing tools" in done.stderr
    assert ("openjdk" in done.stderr) == wanted


@pytest.mark.parametrize(
    ("line", "packages"),
    [
        (["evaluate"], "gcc make libc6-dev cmake openjdk-17-jdk-headless maven"),
        (["evaluate", "-k", "aes and not java"], "gcc make libc6-dev cmake"),
        (["test"], "gcc make libc6-dev cmake openjdk-17-jdk-headless maven g++ chromium"),
    ],
)
def test_the_launcher_prints_the_line_that_installs(tmp_path, line, packages):
    """Without apt-get it cannot install, whoever runs it; from anywhere, by a link, with spaces."""
    there = tmp_path / "a clone" / "fifteen"
    there.parent.mkdir()
    shutil.copy(ROOT / "fifteen", there)
    (tmp_path / "a link").symlink_to(there)
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in "sh readlink dirname id tr sed".split():
        (tools / tool).symlink_to(shutil.which(tool))
    (tools / "python3").symlink_to(Path(sys.executable).resolve())
    done = subprocess.run(
        [tmp_path / "a link", *line],
        cwd=tmp_path,
        env={"PATH": str(tools)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr == f"fifteen: missing tools; run:  sudo apt-get install {packages}\n"
    assert list(there.parent.iterdir()) == [there]
