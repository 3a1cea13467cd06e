# SPDX-License-Identifier: Apache-2.0
"""Files are written whole or not at all, and a refusal to write is one line."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from fifteen.errors import Failed


@contextlib.contextmanager
def writing(path: Path, advice: str = "") -> Iterator[None]:
    """Turns an operating system's refusal to write into one clear line."""
    try:
        yield
    except OSError as error:
        raise Failed(f"cannot write {path}: {error.strerror}{advice}") from None


def replace(path: Path, content: bytes, advice: str = "") -> None:
    """Write a whole file, atomically, into a folder that is made if need be."""
    with writing(path, advice):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                os.fchmod(handle, 0o644)  # a temporary file is its maker's alone
                file.write(content)
                file.flush()
                os.fsync(handle)
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise


def clear(place: Path) -> None:
    """Remove a folder, a file or a link, if it is there."""
    if place.is_dir() and not place.is_symlink():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)


def usable(folder: Path) -> None:
    """Make a folder; Failed where no file can be written into it."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
