# SPDX-License-Identifier: Apache-2.0
"""The C libraries that there are plug-ins for: one line each in ``c/peers/CMakeLists.txt``."""

import functools
import re
import shutil
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from fifteen import factors, files, places

LINES = places.ROOT / "c" / "peers" / "CMakeLists.txt"
INCLUDE = ("/usr/local/include", "/usr/include")  # where CMake looks, too
PROGRAMS = "/usr/local/bin:/usr/bin"  # likewise, whatever PATH is
GUIDE = "docs/adding-a-peer.md"
ASK = 20.0  # seconds in which apt must say what it has


class Library(NamedTuple):
    """A library and what its plug-in needs."""

    name: str
    header: str
    linked: str  # what is linked, and a folder that the header may be in
    package: str  # Debian's

    @property
    def plugin(self) -> Path:
        """Its plug-in, if it was there when the C tree was built."""
        return places.C_BUILD / "peers" / f"{self.name}.so"

    @property
    def complaint(self) -> str:
        """Why its plug-in did not compile then; or nothing."""
        return self._note.read_text(encoding="utf-8") if self._note.exists() else ""

    def note(self, complaint: str) -> None:
        """Keep why its plug-in does not compile, in the place of an older one; or that it does."""
        with files.writing(self._note):
            if not complaint:
                self._note.unlink(missing_ok=True)
                return
            self.plugin.unlink(missing_ok=True)
        files.replace(self._note, complaint.encode())

    @property
    def _note(self) -> Path:
        return self.plugin.with_suffix(".txt")

    def found(self) -> Path | None:
        """Its header on this machine."""
        within = ("", sysconfig.get_config_var("MULTIARCH") or "", self.linked)
        paths = (Path(base, part, self.header) for base in INCLUDE for part in within)
        return next((path for path in paths if path.is_file()), None)


@functools.cache
def known() -> tuple[Library, ...]:
    """All of them, in the file's order."""
    lines = re.findall(r"^add_peer\((\S+) (\S+) (\S+) (\S+)\)$", LINES.read_text(), re.MULTILINE)
    return tuple(Library(*line) for line in lines)


def state() -> str:
    """Changes when a library, or C++, comes, goes or is replaced by another version of it."""
    headers = (library.found() for library in known())
    versions = (f"{path}:{path.stat().st_mtime_ns}" for path in headers if path)
    return " ".join([str(shutil.which("c++", path=PROGRAMS)), *versions])


def _packaged() -> set[str]:
    """The packages that apt has; all, where apt isn't here or was told of none."""
    packages = [library.package for library in known()]
    status, said = factors.run(["apt-cache", "madison", *packages], ASK)  # of its lists alone
    found = re.findall(r"^ *(\S+) \| ", said, re.MULTILINE) if status == 0 else []
    return set(found or packages)


def install_line(missing: Iterable[Library]) -> str:
    """What installs them, and what their plug-ins are compiled with."""
    packaged = _packaged()
    packages = [] if shutil.which("c++") else ["g++"]
    packages += [one.package for one in missing if one.package in packaged]
    others = [one.name for one in missing if one.package not in packaged]
    lines = []
    if packages:
        lines.append(f"sudo apt-get install {' '.join(packages)}")
    if others:
        lines.append(f"{', '.join(others)} from sources ({GUIDE})")
    return "; ".join(lines)
