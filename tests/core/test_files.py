"""Files: whole or not at all, nothing overwritten unasked, and one sentence for what the system refuses."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from lanista.core.errors import FileError
from lanista.core.files import explain, write_folder, write_whole


def test_a_file_appears_whole(tmp_path):
    write_whole(tmp_path / "a" / "b.txt", b"text")
    assert (tmp_path / "a" / "b.txt").read_bytes() == b"text"
    assert os.listdir(tmp_path / "a") == ["b.txt"], "no draft is left"


def test_nothing_is_overwritten_without_force(tmp_path):
    path = tmp_path / "x"
    path.write_text("old")
    with pytest.raises(FileError, match=r"x already exists; .*--force"):
        write_whole(path, b"new")
    assert path.read_text() == "old"
    write_whole(path, b"new", force=True)
    assert path.read_text() == "new"


def test_a_link_is_followed(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", b"new", force=True)
    assert (tmp_path / "real").read_text() == "new"
    assert (tmp_path / "link").is_symlink()


def test_a_failure_leaves_nothing_and_keeps_the_old(tmp_path, monkeypatch):
    path = tmp_path / "x"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match=r"cannot write .*x: No space left on device; free some space"):
        write_whole(path, b"new", force=True)
    assert os.listdir(tmp_path) == ["x"]
    assert path.read_text() == "old"
    with pytest.raises(FileError, match="No space left"):
        write_folder(tmp_path / "folder", {"a/b": b"1"})
    assert os.listdir(tmp_path) == ["x"]


def test_a_device_takes_it_as_it_comes():
    with pytest.raises(FileError, match="cannot write /dev/full: No space left"):
        write_whole(Path("/dev/full"), b"data")
    write_whole(Path("/dev/null"), b"data")


REFUSED = [
    ("file/x", "a file exists where a folder is needed"),
    ("folder", "name a file, not a folder"),
    ("n" * 300, "give it a shorter name"),
    ("a\0b", "choose another path"),
]


@pytest.mark.parametrize(("name", "said"), REFUSED)
def test_what_is_refused_is_told_with_path_and_advice(tmp_path, name, said):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(FileError, match=said):
        write_whole(tmp_path / name, b"", force=True)


def test_a_place_of_the_kernel():
    with pytest.raises(FileError, match="cannot write /proc/x"):
        write_whole(Path("/proc/x"), b"")


def test_the_limit_on_file_size(tmp_path):
    """A shell's `ulimit -f` is an error like a full disk."""
    code = (
        "import resource, sys; from pathlib import Path; from lanista.core.files import write_whole;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000));"
        "write_whole(Path(sys.argv[1]), bytes(5000))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "x")], capture_output=True, text=True, timeout=60, check=False
    )
    assert "FileError" in done.stderr
    assert "ulimit -f" in done.stderr
    assert os.listdir(tmp_path) == []
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 1000


def test_a_folder_appears_whole(tmp_path):
    (tmp_path / "empty").mkdir()
    write_folder(tmp_path / "empty", {"a.sh": b"#!", "src/b": b"2"}, frozenset({"a.sh"}))
    assert (tmp_path / "empty" / "src" / "b").read_bytes() == b"2"
    assert os.access(tmp_path / "empty" / "a.sh", os.X_OK)
    assert not (tmp_path / "empty" / "src" / "b").stat().st_mode & 0o111
    with pytest.raises(FileError, match="already exists and is not empty"):
        write_folder(tmp_path / "empty", {"a": b""})


def test_a_folder_on_a_full_disk_is_named_as_it_was_asked_for(tmp_path, monkeypatch):
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match=f"cannot write {tmp_path}/bot: No space left"):
        write_folder(tmp_path / "bot", {"src/a.py": b"1"})
    assert os.listdir(tmp_path) == []


def test_an_error_without_a_path_is_told_too():
    assert str(explain(OSError("odd"))) == "cannot open a file: odd; check the path and try again"
