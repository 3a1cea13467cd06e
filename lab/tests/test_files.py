# SPDX-License-Identifier: Apache-2.0
"""Files are whole or not there, and a disk that refuses is one line."""

import errno
import os

import pytest
from fifteen import files
from fifteen.errors import Failed


def test_replace_replaces_whole(tmp_path):
    path = tmp_path / "deep" / "toy.txt"
    files.replace(path, b"old")
    files.replace(path, b"new")
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o644
    assert list(path.parent.iterdir()) == [path]


def test_a_full_disk_leaves_no_part(tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "toy.txt"
    files.replace(path, b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Failed, match=r"cannot write .*toy.txt: No space left on device"):
        files.replace(path, b"new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_unusable_folder(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Failed, match="cannot write"):
        files.usable(tmp_path / "file" / "folder")
    with pytest.raises(Failed, match="cannot write"):
        files.replace(tmp_path / "file" / "toy.txt", b"")
