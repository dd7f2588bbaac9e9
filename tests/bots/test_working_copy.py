"""A private copy of a bot's folder, and files exchanged in it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from lanista.bots import supervisor_process, working_copy
from lanista.bots.working_copy import LargeFile, OddFile, WorkingCopy
from lanista.errors import BotError, FileError


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "bot"
    (folder / "target").mkdir(parents=True)
    (folder / "run.sh").write_text("#!/bin/sh\n")
    (folder / "run.sh").chmod(0o555)
    (folder / "target" / "data").write_text("data")
    (folder / ".git").mkdir()
    (folder / ".git" / "huge").write_text("history")
    return folder


@pytest.fixture
def room(source):
    room = WorkingCopy(source, "target")
    yield room
    room.close()


def test_a_copy_has_everything_but_the_history(room, source):
    copy = room.place.parent
    assert copy.name == "bot"
    assert (copy / "target" / "data").read_text() == "data"
    assert os.access(copy / "run.sh", os.X_OK)
    assert not (copy / ".git").exists()
    (copy / "target" / "data").write_text("changed")
    assert (source / "target" / "data").read_text() == "data"


def test_links_lead_where_they_led(tmp_path, source):
    (tmp_path / "outside").write_text("shared")
    (source / "inner").symlink_to("target/data")
    (source / "outer").symlink_to("../outside")
    (source / "absolute").symlink_to(tmp_path / "outside")
    room = WorkingCopy(source)
    try:
        assert (room.place / "inner").resolve() == room.place / "target" / "data"
        assert (room.place / "outer").read_text() == "shared"
        assert (room.place / "absolute").read_text() == "shared"
    finally:
        room.close()


def test_files_go_in_and_out(room):
    room.put("rounds/7", ("state.json", b"{}"), ("textMap.txt", b"map"))
    assert (room.place / "rounds" / "7" / "state.json").read_bytes() == b"{}"
    room.put("rounds/7", ("state.json", b"[]"))
    assert (room.place / "rounds" / "7" / "state.json").read_bytes() == b"[]"
    assert room.take("command.txt", 10) is None
    (room.place / "command.txt").write_text("0,0,1")
    assert room.take("command.txt", 10) == b"0,0,1"
    with pytest.raises(LargeFile, match="at most 4 bytes, but it holds 5"):
        room.take("command.txt", 4)
    room.drop("command.txt")
    room.drop("command.txt")
    assert room.take("command.txt", 10) is None


@pytest.mark.parametrize("kind", ["link", "fifo", "folder"])
def test_only_plain_files_are_taken(room, kind):
    path = room.place / "command.txt"
    {"link": lambda: path.symlink_to("data"), "fifo": lambda: os.mkfifo(path), "folder": path.mkdir}[kind]()
    with pytest.raises(OddFile, match=r"expected a plain file command\.txt"):
        room.take("command.txt", 100)


def test_nothing_is_written_through_links(room, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (room.place / "rounds").symlink_to(outside)
    with pytest.raises(OSError, match="rounds"):
        room.put("rounds/1", ("state.json", b"{}"))
    assert list(outside.iterdir()) == []


def test_a_copy_goes_even_if_rights_were_taken_away(room):
    inner = room.place / "locked"
    inner.mkdir()
    (inner / "file").touch()
    inner.chmod(0)
    room.close()
    assert not room.root.exists()


def test_a_link_in_the_place_of_the_copy_goes_and_nothing_behind_it_is_touched(room, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir(0o755)
    (outside / "file").touch()
    room.root.rename(tmp_path / "moved")
    room.root.symlink_to(outside)
    room.close()
    assert not room.root.is_symlink()
    assert (outside / "file").exists()
    assert outside.stat().st_mode & 0o777 == 0o755


def test_a_folder_in_the_place_of_a_file_makes_room_for_it(room):
    (room.place / "state.json" / "inner").mkdir(parents=True)
    room.put(".", ("state.json", b"{}"))
    assert (room.place / "state.json").read_bytes() == b"{}"
    (room.place / "command.txt" / "inner").mkdir(parents=True)
    room.drop("command.txt")
    assert room.take("command.txt", 10) is None


def deep_tree(folder: Path, depth: int = 1200) -> None:
    """Folders nested deeper than any path can say."""
    fd = os.open(folder, working_copy.FOLDER)
    for _ in range(depth):
        os.mkdir("deep", dir_fd=fd)
        inner = os.open("deep", working_copy.FOLDER, dir_fd=fd)
        os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=inner))
        os.close(fd)
        fd = inner
    os.close(fd)


def test_a_copy_goes_however_deep_it_is(room):
    deep_tree(room.place)
    room.close()
    assert not room.root.exists()


def test_a_copy_goes_with_all_kinds_of_entries(room):
    (room.place / ("x" * 255)).mkdir()
    (room.place / ("x" * 255) / ("y" * 255)).touch()
    (room.place / os.fsdecode(b"\xff")).mkdir()
    (room.place / "loop").symlink_to("loop")
    (room.place / "out").symlink_to("/")
    os.mkfifo(room.place / "pipe")
    for name in ("a", "b", "c"):
        (room.place / "many" / name / name).mkdir(parents=True)
        (room.place / "many" / name).chmod(0o500)
    room.close()
    assert not room.root.exists()
    assert Path("/").exists()


def test_a_deep_folder_is_refused_and_leaves_no_copy(source, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    deep_tree(source)
    try:
        with pytest.raises(BotError, match="nested more than 100 deep"):
            WorkingCopy(source)
    finally:
        supervisor_process.remove(str(source))  # pytest could not
    assert list((tmp_path / "temporary").iterdir()) == []
    assert not source.exists()


def test_a_full_disk_is_not_the_bots_fault(source, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "/tmp/x")

    monkeypatch.setattr(working_copy, "_copy_file", full)
    with pytest.raises(FileError, match=r"No space left on device.*set TMPDIR"):
        WorkingCopy(source)


@pytest.mark.parametrize("limit", ["MAX_BYTES", "MAX_FILES"])
def test_a_folder_has_a_size(source, monkeypatch, limit):
    monkeypatch.setattr(working_copy, limit, 2)
    with pytest.raises(BotError, match="take out what the bot does not need"):
        working_copy.digest(source)


def test_what_cannot_be_copied_is_named(source):
    os.mkfifo(source / "pipe")
    with pytest.raises(BotError, match="pipe is neither a file nor a folder nor a link"):
        WorkingCopy(source)
