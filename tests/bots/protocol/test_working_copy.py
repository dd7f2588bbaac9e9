"""A private copy of a bot's folder, and files exchanged in it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from lanista.bots.process import supervisor_process
from lanista.bots.protocol import working_copy
from lanista.bots.protocol.working_copy import LargeFile, OddFile, WorkingCopy
from lanista.core.errors import BotError, FileError
from lanista.core.system.flags import FOLDER


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
def copy(source):
    copy = WorkingCopy(source, "target")
    yield copy
    copy.close()


def test_a_copy_has_everything_but_the_history(copy, source):
    folder = copy.cwd.parent
    assert folder.name == "bot"
    assert (folder / "target" / "data").read_text() == "data"
    assert os.access(folder / "run.sh", os.X_OK)
    assert not (folder / ".git").exists()
    (folder / "target" / "data").write_text("changed")
    assert (source / "target" / "data").read_text() == "data"


def test_what_is_hidden_is_not_copied(source):
    (source / "replays").mkdir()
    (source / "replays" / "old.gz").write_bytes(b"x")
    copy = WorkingCopy(source, hidden=[source.resolve() / "replays", source.parent])
    try:
        assert not (copy.cwd / "replays").exists()
        assert (source / "replays" / "old.gz").exists()
    finally:
        copy.close()


@pytest.mark.parametrize(
    ("add", "excess"),
    [
        (lambda folder: (folder / "small").write_bytes(bytes(2**19)), ""),
        (lambda folder: os.truncate(folder / "new", 2**30), ""),  # sparse
        (lambda folder: (folder / "large").write_bytes(bytes(3 * 2**20)), "has grown by 3 MiB"),
        (lambda folder: [(folder / str(number)).touch() for number in range(60)], "or 50 files"),
        (lambda folder: os.makedirs(folder / ("x/" * 120)), "cannot be counted"),
    ],
)
def test_what_a_bot_adds_is_counted(copy, monkeypatch, add, excess):
    monkeypatch.setattr(working_copy, "MAX_FILES", 50)
    (copy.cwd / "new").touch()
    add(copy.cwd)
    assert excess in copy.excess(1)
    assert bool(excess) == bool(copy.excess(1))


def test_links_lead_where_they_led(tmp_path, source):
    (tmp_path / "outside").write_text("shared")
    (source / "inner").symlink_to("target/data")
    (source / "outer").symlink_to("../outside")
    (source / "absolute").symlink_to(tmp_path / "outside")
    copy = WorkingCopy(source)
    try:
        assert (copy.cwd / "inner").resolve() == copy.cwd / "target" / "data"
        assert (copy.cwd / "outer").read_text() == "shared"
        assert (copy.cwd / "absolute").read_text() == "shared"
    finally:
        copy.close()


def test_files_go_in_and_out(copy):
    copy.put("rounds/7", ("state.json", b"{}"), ("textMap.txt", b"map"))
    assert (copy.cwd / "rounds" / "7" / "state.json").read_bytes() == b"{}"
    copy.put("rounds/7", ("state.json", b"[]"))
    assert (copy.cwd / "rounds" / "7" / "state.json").read_bytes() == b"[]"
    assert copy.take("command.txt", 10) is None
    (copy.cwd / "command.txt").write_text("0,0,1")
    assert copy.take("command.txt", 10) == b"0,0,1"
    with pytest.raises(LargeFile, match="at most 4 bytes, but it holds 5"):
        copy.take("command.txt", 4)
    copy.drop("command.txt")
    copy.drop("command.txt")
    assert copy.take("command.txt", 10) is None


@pytest.mark.parametrize("kind", ["link", "fifo", "folder"])
def test_only_plain_files_are_taken(copy, kind):
    path = copy.cwd / "command.txt"
    {"link": lambda: path.symlink_to("data"), "fifo": lambda: os.mkfifo(path), "folder": path.mkdir}[kind]()
    with pytest.raises(OddFile, match=r"expected a plain file command\.txt"):
        copy.take("command.txt", 100)


def test_nothing_is_written_through_links(copy, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (copy.cwd / "rounds").symlink_to(outside)
    with pytest.raises(OSError, match="rounds"):
        copy.put("rounds/1", ("state.json", b"{}"))
    assert list(outside.iterdir()) == []


def test_a_copy_goes_even_if_rights_were_taken_away(copy):
    inner = copy.cwd / "locked"
    inner.mkdir()
    (inner / "file").touch()
    inner.chmod(0)
    copy.close()
    assert not copy.root.exists()


def test_a_link_in_the_place_of_the_copy_goes_and_nothing_behind_it_is_touched(copy, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir(0o755)
    (outside / "file").touch()
    copy.root.rename(tmp_path / "moved")
    copy.root.symlink_to(outside)
    copy.close()
    assert not copy.root.is_symlink()
    assert (outside / "file").exists()
    assert outside.stat().st_mode & 0o777 == 0o755


def test_a_folder_in_the_place_of_a_file_makes_room_for_it(copy):
    (copy.cwd / "state.json" / "inner").mkdir(parents=True)
    copy.put(".", ("state.json", b"{}"))
    assert (copy.cwd / "state.json").read_bytes() == b"{}"
    (copy.cwd / "command.txt" / "inner").mkdir(parents=True)
    copy.drop("command.txt")
    assert copy.take("command.txt", 10) is None


def deep_tree(folder: Path, depth: int = 1200) -> None:
    """Folders nested deeper than any path can say."""
    fd = os.open(folder, FOLDER)
    for _ in range(depth):
        os.mkdir("deep", dir_fd=fd)
        inner = os.open("deep", FOLDER, dir_fd=fd)
        os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=inner))
        os.close(fd)
        fd = inner
    os.close(fd)


def test_a_copy_goes_however_deep_it_is(copy):
    deep_tree(copy.cwd)
    copy.close()
    assert not copy.root.exists()


def test_a_copy_goes_with_all_kinds_of_entries(copy):
    (copy.cwd / ("x" * 255)).mkdir()
    (copy.cwd / ("x" * 255) / ("y" * 255)).touch()
    (copy.cwd / os.fsdecode(b"\xff")).mkdir()
    (copy.cwd / "loop").symlink_to("loop")
    (copy.cwd / "out").symlink_to("/")
    os.mkfifo(copy.cwd / "pipe")
    for name in ("a", "b", "c"):
        (copy.cwd / "many" / name / name).mkdir(parents=True)
        (copy.cwd / "many" / name).chmod(0o500)
    copy.close()
    assert not copy.root.exists()
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

    monkeypatch.setattr(working_copy, "copy_file", full)
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
