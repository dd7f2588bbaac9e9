"""Writing replays: one file per match, complete lines, and nothing overwritten without --force."""

from __future__ import annotations

import errno
import os
import signal
from pathlib import Path

import pytest

from lanista.core.errors import ConfigError, FileError
from lanista.match.planning import plan_match
from lanista.match.recorder import Recorder
from lanista.match.replay import read_replay, verify, verify_file
from lanista.match.terms import MatchTerms

SHORT = {"max_rounds": 6}


def test_every_match_gets_its_own_name(tmp_path):
    """Files are created exclusively, so matches that begin in the same second get a file each."""
    recorders = [Recorder.in_folder("overdrive", ["a", "b"], folder=tmp_path) for _ in range(6)]
    assert len({recorder.path for recorder in recorders}) == 6
    for recorder in recorders:
        recorder.close()
    assert os.listdir(tmp_path) == [], "without a match there is no file"


def test_long_names_of_many_players(tmp_path):
    with Recorder.in_folder("tanks", ["名" * 40] * 40, folder=tmp_path) as recorder:
        assert len(os.fsencode(recorder.path.name)) < 200


def test_a_replay_is_not_overwritten_without_force(tmp_path):
    path = tmp_path / "m.gz"
    plan_match("overdrive", ["cruise", "cruise"], MatchTerms(settings=SHORT), seed=1).play(replay=path)
    before = path.read_bytes()
    with pytest.raises(FileError, match=r"m\.gz already exists; .* --force"):
        plan_match("overdrive", ["cruise", "cruise"], MatchTerms(settings=SHORT), seed=2).play(replay=path)
    assert path.read_bytes() == before
    with Recorder(path, force=True) as recorder:
        plan_match("overdrive", ["cruise", "cruise"], MatchTerms(settings=SHORT), seed=2).play(replay=recorder)
    assert read_replay(path).header.seed == 2


def test_a_file_being_written_is_rejected_even_with_force(tmp_path):
    path = tmp_path / "m.gz"
    with Recorder(path):
        with pytest.raises(FileError, match="is being written by another match"):
            Recorder(path, force=True)
        with pytest.raises(FileError, match="is being written by another match"):
            Recorder(path)


def test_force_keeps_the_old_file_until_the_first_line(tmp_path):
    path = tmp_path / "m.gz"
    path.write_bytes(b"old")
    Recorder(path, force=True).close()
    assert path.read_bytes() == b"old"


def test_a_match_that_cannot_begin_leaves_no_file(tmp_path, monkeypatch):
    plan = plan_match("overdrive", ["cruise", "cruise"], seed=1)

    def refuse(*_: object) -> None:
        raise ConfigError("no")

    monkeypatch.setattr(type(plan.game), "start", refuse)
    with pytest.raises(ConfigError):
        plan.play(replay=tmp_path / "replays" / "m.gz")
    assert os.listdir(tmp_path) == []


def test_a_disk_that_fills_up_stops_the_writing_and_not_the_match(tmp_path, monkeypatch):
    path = tmp_path / "m.gz"
    write, left = os.write, [700]  # the header and a turn or two

    def until_full(fd: int, data: bytes) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        count = write(fd, bytes(data)[: left[0]])
        left[0] -= count
        return count

    with Recorder(path) as recorder:
        monkeypatch.setattr(os, "write", until_full)
        result = plan_match(
            "overdrive", ["random", "random"], MatchTerms(settings={"max_rounds": 40}), seed=1
        ).play(replay=recorder)
        monkeypatch.undo()
    assert result.outcome is not None
    assert result.turns == 40
    read = read_replay(path)
    assert 0 < len(read.turns) < 40
    assert recorder.error.startswith(
        f"the replay is incomplete, it ends after turn {len(read.turns)}: cannot write"
    )
    found = verify(read)
    assert (found.identical, found.status, found.chain.status, found.passed) == (
        True,
        "unfinished",
        "intact",
        False,
    )


def test_ctrl_c_while_writing_a_line_takes_effect_after_it(tmp_path, monkeypatch):
    path = tmp_path / "m.gz"
    write, count = os.write, []

    def interrupted(fd: int, data: bytes) -> int:
        count.append(1)
        if len(count) == 4:
            signal.raise_signal(signal.SIGINT)
        return write(fd, data)

    plan = plan_match("overdrive", ["random", "random"], MatchTerms(settings=SHORT), seed=1)
    monkeypatch.setattr(os, "write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        plan.play(replay=path)
    monkeypatch.undo()
    found = verify_file(path)
    assert (found.status, found.turns, found.identical, found.chain.status) == ("unfinished", 3, True, "intact")


def test_text_that_is_not_utf8(tmp_path):
    """From a bot in this process, or a path."""
    bot = tmp_path / "half.py"
    bot.write_text("def move(view):\n    return {'move': 'NOTHING', 'say': '\\ud800'}\n")
    path = tmp_path / "m.gz"
    plan_match("overdrive", [str(bot), "cruise"], MatchTerms(settings=SHORT), seed=1).play(replay=path)
    assert verify_file(path).passed


def test_a_folder_in_the_way(tmp_path):
    (tmp_path / "file").touch()
    for path, said in [
        (tmp_path, "not a folder"),
        (tmp_path / "file" / "x", "needed"),
        (Path("/proc/x"), "cannot"),
    ]:
        with pytest.raises(FileError, match=said):
            Recorder(path)
