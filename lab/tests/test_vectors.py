# SPDX-License-Identifier: Apache-2.0
import re
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from fifteen import build, cli, manifest, places, probes, vectorcheck, vectorfiles

TOY = Path(__file__).with_name("toy_probe.py")


@pytest.fixture
def run(monkeypatch):
    """Run ``fifteen vectors`` with a toy probe as the C probe."""
    monkeypatch.setattr(build, "ensure_c", lambda: None)
    monkeypatch.setenv("COLUMNS", "200")

    def invoke(*arguments, names="portable,constant,crashes"):
        monkeypatch.setattr(
            probes, "c_probe", lambda *options: [sys.executable, str(TOY), names, *options]
        )
        return CliRunner().invoke(cli.main, ["vectors", *map(str, arguments)])

    return invoke


@pytest.fixture
def written(run, tmp_path) -> Path:
    assert run("--out", tmp_path, "-k", "vk or cbc_d").exit_code == 0
    return tmp_path


def test_files_are_written(written):
    assert {p.name for p in written.rglob("*.txt")} == {"ecb_vk.txt", "cbc_d_m.txt"}
    text = (written / "null" / "cbc_d_m.txt").read_text()
    assert text.count("KEYSIZE=") == 3
    assert "I=0\nKEY=" in text
    assert "I=399\n" in text
    assert len(vectorfiles.read(written / "null" / "ecb_vk.txt")) == 128 + 192 + 256


def test_digests_are_printed_as_the_manifest_has_them(run, tmp_path):
    result = run("--out", tmp_path, "-k", "ecb_vt")
    assert result.stdout.startswith('[null.vectors]\necb_vt = { origin = "own", sha256 = "')


def test_check_passes(run, written):
    result = run("--check", written)
    assert result.exit_code == 0, result.output
    assert "null/cbc_d_m.txt" in result.stdout
    assert "1200" in result.stdout


def test_check_names_what_differs(run, written):
    path = written / "null" / "ecb_vk.txt"
    path.write_text(path.read_text().replace("CT=00", "CT=10", 1))
    result = run("--check", written)
    assert result.exit_code == 1
    assert "1 of 2 files differ, the first is null/ecb_vk.txt" in result.stderr
    assert "null/ecb_vk.txt: key=80000000000000000000000000000000 expected=1000" in result.stdout


def test_check_names_a_file_cut_short(run, written):
    path = written / "null" / "ecb_vk.txt"
    path.write_text(path.read_text()[:-30])
    result = run("--check", written)
    assert result.exit_code == 1
    assert "is cut short" in result.stdout or "not whole bytes" in result.stdout


def test_check_passes_over_foreign_files(run, written):
    (written / "null" / "README").write_text("Nothing to see here.\n")
    (written / "rot13").mkdir()
    result = run("--check", written)
    assert result.exit_code == 0
    assert "no vectors" in result.stdout
    assert "no engine for: rot13" in result.stdout


def test_check_knows_whose_values_a_folder_has(run, written, monkeypatch):
    monkeypatch.setattr(vectorcheck, "_ELSEWHERE", {"rot13/odd": "null", "null/of-rot13": "rot13"})
    for place in ("rot13/odd", "rot13", "null/of-rot13"):
        (written / place).mkdir(parents=True, exist_ok=True)
        shutil.copy(written / "null" / "ecb_vk.txt", written / place)
    result = run("--check", written)
    assert result.exit_code == 0, result.output
    assert "rot13/odd/ecb_vk.txt" in result.stdout
    assert "rot13/ecb_vk.txt" not in result.stdout
    assert "of-rot13" not in result.stdout


@pytest.mark.skipif(not places.C_PROBE.exists(), reason="not built: run ./fifteen build")
def test_an_entry_goes_to_the_engine_of_its_block_size(tmp_path, monkeypatch):
    def entry(name: str, bits: int) -> list[str]:
        fields = vectorfiles.fields(manifest.answers(name)[0])
        return [f"BLOCKSIZE={bits}", *(f"{field}={value.hex()}" for field, value in fields), ""]

    monkeypatch.setattr(build, "ensure_c", lambda: None)
    path = tmp_path / "rijndael" / "sizes.txt"
    path.parent.mkdir()
    lines = entry("rijndael", 128) + entry("rijndael-b224", 224) + entry("rijndael", 128)
    path.write_text("\n".join(lines))
    check = ["vectors", "--check", str(tmp_path)]
    done = CliRunner().invoke(cli.main, check)
    assert done.exit_code == 0 and re.search(r"sizes.txt +3 +3 +equal", done.stdout), done.output
    path.write_text("\n".join(lines).replace("CT=0623", "CT=0624"))
    assert "expected=0624" in CliRunner().invoke(cli.main, check).stdout
    done = CliRunner().invoke(cli.main, [*check, "--engine", "c/rijndael/rowwise"])
    assert re.search(r"sizes.txt +3 +2 +1 +equal", done.stdout), done.output


def test_wrong_engines_write_nothing(run, tmp_path):
    result = run("--out", tmp_path, "--engine", "c/null/constant", "-k", "ecb_vk")
    assert result.exit_code == 1
    assert "isn't what ciphers.toml says" in result.stderr
    result = run("--out", tmp_path, "--engine", "c/null/crashes", "-k", "ecb_vk")
    assert result.exit_code == 1
    assert "died of SIGABRT" in result.stderr
    assert not list(tmp_path.rglob("*.*"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "either --out DIR or --check DIR"),
        (["--out", "a", "--check", "b"], "either --out DIR or --check DIR"),
        (["--out", "a", "-k", "nonesuch"], "-k selects no vector file"),
        (["--out", "a", "-k", "and"], "-k 'and'"),
        (
            ["--out", "a", "--engine", "c/null/nonesuch"],
            "no engine 'c/null/nonesuch': one of",
        ),
        (["--check", "/nonesuch"], "/nonesuch is not a folder"),
        (["--check", "/dev"], "/dev has no such files"),
    ],
)
def test_bad_command_lines(run, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Traceback" not in result.output


def test_an_unwritable_folder_is_one_line(run):
    result = run("--out", "/dev/null/a")
    assert result.exit_code == 1
    assert result.stderr == "Error: cannot write /dev/null/a/null: Not a directory\n"
