# SPDX-License-Identifier: Apache-2.0
"""Other libraries come and go, or don't compile: the C tree is built all the same."""

import shutil
import subprocess

import pytest
from fifteen import build, compilers, libraries, places

NETTLE = libraries.Library("nettle", "nettle/aes.h", "nettle", "nettle-dev")


@pytest.fixture
def alone(tmp_path, monkeypatch):
    """A build folder of its own, in which Nettle is the only peer that is made."""
    compiled = build._compile
    monkeypatch.setattr(places, "C_BUILD", tmp_path / "c")
    monkeypatch.setattr(libraries, "known", lambda: (NETTLE,))
    monkeypatch.setattr(
        build,
        "_compile",
        lambda folder, *more: compiled(
            folder, *("peer_nettle" if w == "peers" else w for w in more)
        ),
    )


@pytest.fixture
def broken(tmp_path, monkeypatch):
    """A place in which CMake finds a Nettle that nothing compiles with."""
    place = tmp_path / "broken"
    header, library = place / "include" / NETTLE.header, place / "lib" / "libnettle.so"
    for file in (header, library):
        file.parent.mkdir(parents=True)
        file.write_text("#error out of order\n")
    monkeypatch.setenv("CMAKE_PREFIX_PATH", str(place))
    return place


def configure(*more):
    words = build._configure(places.C_BUILD, compilers.default().command, "")
    subprocess.run([*words, *more], check=True, capture_output=True)
    return (places.C_BUILD / "CMakeCache.txt").read_text()


def test_a_library_that_does_not_compile_is_left_out_alone(alone, broken, monkeypatch, capsys):
    # as CMake notes it where there is no C++ compiler, until there is one
    assert str(broken) in configure("-DCMAKE_CXX_COMPILER=NOTFOUND")
    everything = ["cmake", "--build", places.C_BUILD, "--", "-n", "-k"]  # said, not done
    done = subprocess.run(everything, capture_output=True, text=True)
    assert "rc6.c" in done.stdout and "nettle" not in done.stdout

    NETTLE.plugin.write_text("of a build before")
    with (places.C_BUILD / "log").open("a+b") as log:
        build._build_peers(log)
    assert "out of order" in NETTLE.complaint and not NETTLE.plugin.exists()
    monkeypatch.setattr(build, "_by_default", lambda *_, **__: None)
    for _ in range(2):
        build.ensure_c()
    said = capsys.readouterr().err
    assert said.count(f"left out: nettle: does not compile: {NETTLE.complaint}\n") == 1

    NETTLE.plugin.write_text("of a build before")
    shutil.rmtree(broken)
    assert str(broken) not in configure("-DCMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF")  # nor another
    assert not NETTLE.plugin.exists()
    with (places.C_BUILD / "log").open("a+b") as log:
        build._build_peers(log)
    assert not NETTLE.complaint


def test_what_is_installed_later_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(libraries, "INCLUDE", (str(tmp_path),))
    states = [libraries.state()]
    (tmp_path / "gcrypt.h").touch()
    states.append(libraries.state())
    monkeypatch.setattr(libraries, "PROGRAMS", str(tmp_path))  # no C++ compiler
    states.append(libraries.state())
    assert len(set(states)) == 3


def test_two_versions_of_a_library_are_told_apart(tmp_path, monkeypatch):
    monkeypatch.setattr(libraries, "INCLUDE", (str(tmp_path),))
    header = tmp_path / "botan-3" / "botan" / "block_cipher.h"
    header.parent.mkdir(parents=True)
    header.touch()
    found = {library.name: library.found() for library in libraries.known()}
    assert {name: path for name, path in found.items() if path} == {"botan3": header}


def test_a_folder_that_was_moved_or_is_of_another_compiler_is_begun_anew(tmp_path):
    source = tmp_path / "source"
    source.mkdir()

    def built(folder, by):
        """Where each of the builds was that the folder holds."""
        log = folder / "made"
        command = ["sh", "-c", f"echo {folder} >>{log}"]
        build._build("thing", source, folder, [command], made=log, by=by)
        return log.read_text().split()

    old, new = tmp_path / "old" / "thing", tmp_path / "new" / "thing"
    assert built(old, "gcc") == built(old, "gcc") == [str(old)]
    (source / "file").touch()
    assert built(old, "gcc") == [str(old)] * 2  # goes on with what is there
    old.parent.rename(new.parent)
    assert built(new, "gcc") == built(new, "clang") == [str(new)]
