# SPDX-License-Identifier: Apache-2.0
"""Instructions of single calls, by valgrind's callgrind: the same number in every run.

The probe's verb ``count`` makes one call, and no call, within a function whose instructions alone
callgrind collects; each time the function ends, callgrind writes a file.
"""

import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from fifteen import manifest, probes
from fifteen.probes import ProbeError

TOOL = "valgrind"
COUNTED = "fifteen_counted"  # the probe's function
BLOCKS = (1, 16, 128)  # a call
SLOWER = 20  # times the patience
SEED = 15  # what some ciphers do hangs on key and data: these are the same in every session


def unusable(command: Sequence[str]) -> dict[str, str]:
    """What engines the emulated processor cannot run: the features that they need."""
    found = manifest.engines([TOOL, "--tool=none", "-q", *command])
    return {engine.engine: engine.needs for engine in found if not engine.usable}


class Probe:
    """A C probe under callgrind that answers ``instructions``; a context manager."""

    def __init__(self, command: list[str], timeout: float):
        if shutil.which(TOOL) is None:
            raise ProbeError("refused", "valgrind is not installed: sudo apt-get install valgrind")
        self._folder = tempfile.TemporaryDirectory()
        self._dumps = 0
        options = [
            "--tool=callgrind",
            f"--callgrind-out-file={self._folder.name}/counts",
            "--collect-atstart=no",
            f"--toggle-collect={COUNTED}",
            f"--dump-after={COUNTED}",
        ]
        self._probe = probes.Probe([TOOL, *options, *command], SLOWER * timeout)

    def __enter__(self) -> "Probe":
        return self

    def __exit__(self, *_exception) -> None:
        self.stop()

    def stop(self) -> None:
        """End the process; forget its files."""
        self._probe.stop()
        self._folder.cleanup()

    def ask(self, _verb: str, **words: object) -> dict:
        """One call of each kind, in instructions. Raises ProbeError."""
        counts = {way: {} for way in ("encrypt", "decrypt")}
        for way, of in counts.items():
            for blocks in BLOCKS:
                of[str(blocks)] = self._count(words, way, blocks)
        keys = {f"keysetup_{way}": self._count(words, f"keysetup-{way}", 1) for way in counts}
        return {**keys, **counts}

    def _count(self, words: dict, operation: str, blocks: int) -> int:
        """A call's instructions less those of no call."""
        self._probe.ask("count", **words, operation=operation, blocks=blocks)
        call, nothing = self._dump(), self._dump()
        return call - nothing

    def _dump(self) -> int:
        self._dumps += 1
        path = Path(self._folder.name, f"counts.{self._dumps}")
        text = path.read_text(errors="replace") if path.exists() else ""
        total = re.search(r"^totals: (\d+)$", text, re.MULTILINE)
        if total is None:
            raise ProbeError(
                "garbage", f"callgrind did not count {COUNTED}: is the probe stripped?"
            )
        return int(total[1])
