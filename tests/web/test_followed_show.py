"""A match that another process writes is followed turn by turn, until it has ended."""

import threading
import time
from pathlib import Path

import pytest

from lanista.core.errors import ReplayError
from lanista.match.replay import Replay, read_replay
from lanista.match.replay.writer import ReplayWriter
from lanista.web.followed_show import FollowedShow, Follower, GrowingReplay
from lanista.web.rerun import ReplayTape
from lanista.web.show import ReplayShow, UnknownMatch
from tests.web.live_client import wait_for


class Writing:
    """A replay that is written again, step by step."""

    def __init__(self, path: Path, replay: Replay) -> None:
        self.replay = replay
        self.writer = ReplayWriter(path)
        self.turns = 0

    def begin(self) -> None:
        self.writer.write(self.replay.header)

    def play(self, turns: int) -> None:
        for line in self.replay.turns[self.turns : self.turns + turns]:
            self.writer.write(line)
        self.turns += turns

    def end(self) -> None:
        assert self.replay.footer is not None
        self.writer.write(self.replay.footer)
        self.writer.finish()


@pytest.fixture
def writing(tmp_path: Path, replay_path: Path) -> Writing:
    return Writing(tmp_path / "growing.jsonl.gz", read_replay(replay_path))


def test_turns_appear_as_they_are_written(writing: Writing):
    show = FollowedShow(writing.writer.path)
    writing.begin()
    assert (show.history().turns, show.running) == (0, True)
    for turns in (1, 0, 5, 30):
        writing.play(turns)
        assert show.read() is bool(turns)
        assert show.history().turns == writing.turns
        assert len(show.tape().part(0, 10_000).turns) == writing.turns
    assert show.board()[1] == writing.turns
    writing.play(10_000)
    writing.end()
    assert show.read()
    assert not show.running
    assert show.history().ending() == ReplayShow(writing.writer.path).history().ending()
    show.forget()


def test_it_is_played_as_the_replay_is(writing: Writing):
    writing.begin()
    writing.play(40)
    show = FollowedShow(writing.writer.path)
    events = [show.history().cached(ReplayTape).turn_event(number) for number in range(1, 41)]
    other = ReplayTape(ReplayShow(writing.replay.path).history())
    assert events == [other.turn_event(number) for number in range(1, 41)]
    assert (
        show.history().moment(12).state.bytes()
        == ReplayShow(writing.replay.path).history().moment(12).state.bytes()
    )
    show.forget()


def test_a_viewer_is_woken(writing: Writing):
    show = FollowedShow(writing.writer.path)
    follower = Follower(lambda: [show])
    writing.begin()
    news = threading.Event()
    show.subscribe(news.set)
    follower.wake()
    assert news.wait(10)
    news.clear()
    began = time.monotonic()
    writing.play(1)
    assert news.wait(10)
    assert time.monotonic() - began < 5
    writing.play(10_000)
    writing.end()
    wait_for(lambda: not show.running, "it ends")
    follower.close()
    show.forget()


def test_a_file_that_is_removed_has_ended(writing: Writing):
    show = FollowedShow(writing.writer.path)
    writing.begin()
    writing.play(3)
    assert show.read()
    writing.play(1)
    writing.writer.path.unlink()
    assert show.read()
    assert (show.running, show.history().turns, show.history().footer) == (False, 4, None)
    writing.writer.close()
    show.forget()


def test_a_file_in_the_place_of_another_one_is_another_match(writing: Writing, tmp_path: Path):
    path = writing.writer.path
    show = FollowedShow(path)
    assert show.is_of(path)
    path.rename(tmp_path / "kept")
    assert show.is_of(path)  # there is no other one
    path.write_bytes(b"")
    assert not show.is_of(path)
    writing.writer.close()
    show.forget()


@pytest.mark.parametrize("data", [b"not gzip", b"\x1f\x8b"])
def test_what_is_no_replay_is_not_shown(tmp_path: Path, data: bytes):
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(data)
    if data == b"not gzip":
        growing = GrowingReplay(path)
        with pytest.raises(ReplayError, match="expected gzip"):
            growing.read()
        growing.close()
    show = FollowedShow(path)
    path.unlink()
    with pytest.raises(UnknownMatch, match="has not begun"):
        show.history()
    assert not show.running
    show.forget()
