# SPDX-License-Identifier: Apache-2.0
"""docs/c-library.md, followed outside of the tree: installed, found both ways, built, run.

test_install.py CMAKE BUILD_FOLDER CC CXX READELF DOCS_PAGE MODE_VECTORS
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CMAKE, BUILD, CC, CXX, READELF, PAGE, VECTORS = sys.argv[1:8]
SOURCE = Path(PAGE).resolve().parents[1] / "c"
FILES = re.compile(r"<!-- file: (\S+) -->\n```\w*\n(.*?)```", re.S)
STRICT = ["-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror"]
VERSION = re.compile(r"CMAKE_PROJECT_VERSION:\w+=(\S+)").search(
    Path(BUILD, "CMakeCache.txt").read_text()
)[1]


def run(*command, cwd=None, data=None, fails=False, **variables):
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        input=data,
        env=os.environ | {name: str(value) for name, value in variables.items()},
        capture_output=True,
        timeout=120,
    )
    assert (done.returncode != 0) == fails, (command, done.stdout, done.stderr)
    return done.stdout


def needed(program):
    """The shared libraries that a program asks for."""
    return re.findall(r"NEEDED.*\[(.*)\]", run(READELF, "-d", program).decode())


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        run(CMAKE, "--install", BUILD, "--prefix", cls.folder / "first")
        cls.prefix = cls.folder / "moved"
        (cls.folder / "first").rename(cls.prefix)
        (cls.package,) = cls.prefix.rglob("fifteen.pc")
        cls.libraries = cls.package.parent.parent
        cls.outside = cls.folder / "outside"
        cls.outside.mkdir()
        for name, text in FILES.findall(Path(PAGE).read_text()):
            (cls.outside / name).write_text(text)

    def pkg_config(self, *options):
        if shutil.which("pkg-config") is None:
            self.skipTest("pkg-config is not installed")
        return run("pkg-config", *options, "fifteen", PKG_CONFIG_PATH=self.package.parent)

    def check(self, program, library_path=""):
        """The vectors of CTR with AES; another cipher, there and back; what the user gets wrong."""
        checked = 0
        for entry in re.sub(r"\n +", "", Path(VECTORS).read_text()).split("\n\n"):
            field = dict(line.split("=") for line in entry.splitlines() if "=" in line)
            if "CTR" not in field:
                continue
            words = [program, "rijndael", field["KEY"], field["IV"]]
            out = run(*words, data=bytes.fromhex(field["PT"]), LD_LIBRARY_PATH=library_path)
            self.assertEqual(out.hex(), field["CTR"])
            checked += 1
        self.assertGreater(checked, 3)
        data = bytes(range(256)) * 1000 + b"!"
        key, iv = "00" * 16, "ff" * 16
        words = [program, "serpent", key, iv]
        sealed = run(*words, data=data, LD_LIBRARY_PATH=library_path)
        self.assertNotEqual(sealed, data)
        self.assertEqual(run(*words, data=sealed, LD_LIBRARY_PATH=library_path), data)
        bad = [["serpent", typed, iv] for typed in ("0", "1g" + key[2:], " 1" + key[2:], key + "0")]
        for wrong in ([], *bad, ["serpent", "00", "ff"], ["x", "", ""]):
            run(program, *wrong, data=b"", LD_LIBRARY_PATH=library_path, fails=True)

    def test_files(self):
        names = {p.name for p in self.prefix.rglob("*") if not p.is_dir()}
        minor = ".".join(VERSION.split(".")[:2])
        shared = {"libfifteen.so", f"libfifteen.so.{minor}", f"libfifteen.so.{VERSION}"}
        cmake = {n for n in names if re.fullmatch(r"FifteenConfig(Version|-\w+)?\.cmake", n)}
        self.assertEqual(names, {"fifteen.h", "fifteen.pc", "libfifteen.a"} | shared | cmake)
        soname = re.findall(
            r"SONAME.*\[(.*)\]", run(READELF, "-d", self.libraries / "libfifteen.so").decode()
        )
        self.assertEqual(soname, [f"libfifteen.so.{minor}"])
        self.assertEqual(needed(self.libraries / "libfifteen.so"), ["libc.so.6"])

    def test_pkg_config(self):
        self.assertEqual(self.pkg_config("--modversion").decode().strip(), VERSION)
        words = self.pkg_config("--cflags", "--libs").decode().split()
        program = self.folder / "ctr-shared"
        run(CC, "-std=c11", *STRICT, "ctr.c", *words, "-o", program, cwd=self.outside)
        self.assertTrue(any(name.startswith("libfifteen.so.") for name in needed(program)))
        self.check(program, self.libraries)

    def test_pkg_config_static(self):
        words = self.pkg_config("--static", "--cflags", "--libs").decode().split()
        program = self.folder / "ctr-static"
        run(CC, "-std=c11", *STRICT, "-static", "ctr.c", *words, "-o", program, cwd=self.outside)
        self.assertEqual(needed(program), [])
        self.check(program)

    def test_paths_and_flags_may_be_chosen(self):
        build = self.folder / "chosen"
        chosen = {"INSTALL_INCLUDEDIR": "/some/include", "INSTALL_LIBDIR": "/other/lib"}
        words = [f"-DCMAKE_{name}={path}" for name, path in chosen.items()]
        words += ["-DFIFTEEN_LIBRARY_ONLY=ON", f"-DCMAKE_C_COMPILER={CC}"]
        words += ["-DCMAKE_C_FLAGS_RELEASE=-O1", "-DFIFTEEN_AVX512=OFF"]
        run(CMAKE, "-S", SOURCE, "-B", build, *words)
        package = (build / "fifteen.pc").read_text()
        self.assertIn("\nincludedir=/some/include\nlibdir=/other/lib\n", package)
        (flags,) = build.rglob("fifteen_objects.dir/flags.make")
        self.assertEqual(re.findall(r"-O\d", flags.read_text()), ["-O1"])
        self.assertIn("-DFIFTEEN_WITHOUT_AVX512", flags.read_text())

    def test_nist_api(self):
        line = re.search(r"^    cc (.* -I c/nist .*)$", Path(PAGE).read_text(), re.M)[1]
        line = line.replace(" c/nist ", f" {SOURCE}/nist ").replace(" build/c/", f" {BUILD}/")
        run(CC, *STRICT, *line.split(), cwd=self.outside)
        key, data = bytes(range(16)), bytes(17 * i for i in range(16))  # FIPS 197, appendix C.1
        out = run(self.outside / "ecb", key.hex(), data=2 * data)
        self.assertEqual(out.hex(), 2 * "69c4e0d86a7b0430d8cdb78070b4c55a")
        run(self.outside / "ecb", "no key", data=data, fails=True)

    def cmake(self, name, **changes):
        project = self.folder / name
        shutil.copytree(self.outside, project)
        lists = project / "CMakeLists.txt"
        for old, new in changes.values():
            self.assertIn(old, lists.read_text())
            lists.write_text(lists.read_text().replace(old, new))
        return [CMAKE, "-S", project, "-B", project / "build", f"-DCMAKE_C_COMPILER={CC}"] + [
            f"-DCMAKE_PREFIX_PATH={self.prefix}"
        ]

    def test_cmake(self):
        run(*self.cmake("shared"))
        run(CMAKE, "--build", self.folder / "shared" / "build")
        program = self.folder / "shared" / "build" / "ctr"
        self.assertTrue(any(name.startswith("libfifteen.so.") for name in needed(program)))
        self.check(program)

    def test_cmake_static(self):
        run(*self.cmake("static", library=("Fifteen::fifteen)", "Fifteen::fifteen_static)")))
        run(CMAKE, "--build", self.folder / "static" / "build")
        program = self.folder / "static" / "build" / "ctr"
        self.assertEqual(needed(program), ["libc.so.6"])
        self.check(program)

    def test_another_version_is_not_found(self):
        major, minor = VERSION.split(".")[:2]
        old = f"Fifteen {major}.{minor}"
        run(*self.cmake("newer", version=(old, f"Fifteen {major}.{int(minor) + 1}")), fails=True)

    def test_header(self):
        include = self.prefix / "include"
        for compiler, language, standards in (
            (CC, "c", ("c99", "c11", "c17")),
            (CXX, "c++", ("c++11", "c++20")),
        ):
            for standard in standards if compiler else ():
                words = [f"-std={standard}", *STRICT, "-fsyntax-only", f"-I{include}", "-x"]
                run(compiler, *words, language, "-", data=b"#include <fifteen.h>\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
