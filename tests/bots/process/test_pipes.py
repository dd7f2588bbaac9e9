"""A bot's pipes: nothing blocks us, nothing stays open, and errors belong to the player that caused them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any

import pytest

from lanista.bots.poller import Poller
from lanista.bots.process.pipes import MAX_UNREAD_BYTES, BotPipes
from lanista.core.errors import BotError
from tests.clock import ManualClock


class Owner:
    """A player as far as its pipes know it."""

    def __init__(self) -> None:
        self.reasons: list[str] = []

    def give_up(self, reason: str) -> None:
        self.reasons.append(reason)


@pytest.fixture
def ends() -> Iterator[tuple[int, int]]:
    """A pipe: its end to read and its end to write; what the test does not close is closed here."""
    pair = os.pipe()
    for fd in pair:
        os.set_blocking(fd, False)
    inode = os.fstat(pair[0]).st_ino
    yield pair
    for fd in pair:
        with contextlib.suppress(OSError):
            if os.fstat(fd).st_ino == inode:
                os.close(fd)


def make(**handlers: Any) -> tuple[BotPipes, Poller]:
    owner: Any = Owner()
    pipes, poller = BotPipes(owner, handlers), Poller(ManualClock())
    pipes.watch(poller)
    return pipes, poller


def test_reading(ends):
    theirs, ours = ends[1], ends[0]
    pipes, _ = make()
    pipes.add("stdout", ours)
    assert pipes.read("stdout") is None
    os.write(theirs, b"hello")
    assert pipes.read("stdout") == b"hello"
    os.close(theirs)
    assert pipes.read("stdout") == b""
    pipes.close_all()
    assert pipes.read("stdout") is None


def test_only_pipes_with_a_handler_are_watched(ends):
    seen: list[bytes | None] = []
    read: list[BotPipes] = []
    pipes, poller = make(stdout=lambda: seen.append(read[0].read("stdout")))
    read.append(pipes)
    pipes.add("stdout", ends[0])
    os.write(ends[1], b"x")
    poller.serve(0)
    assert seen == [b"x"]
    pipes.close("stdout", "never there")
    assert "stdout" not in pipes
    poller.serve(0)
    assert seen == [b"x"]


def test_what_a_full_pipe_does_not_take_is_sent_when_there_is_room(ends):
    theirs, ours = ends
    pipes, poller = make()
    pipes.add("stdin", ours)
    sent = b"x" * 300_000
    assert pipes.send(sent)
    assert pipes.send(b"y")
    assert pipes.unsent > 1
    got = b""
    while len(got) < len(sent) + 1:
        got += os.read(theirs, 1 << 16)
        poller.serve(0)
    assert got == sent + b"y"
    assert pipes.unsent == 0
    pipes.close_all()


def test_a_bot_that_reads_nothing_gets_nothing_more(ends):
    pipes, _ = make()
    pipes.add("stdin", ends[1])
    assert pipes.send(b"x" * (MAX_UNREAD_BYTES + 100_000))
    assert not pipes.send(b"y")
    pipes.close_all()


def test_a_broken_pipe_takes_whatever_is_sent(ends):
    theirs, ours = ends
    os.close(theirs)
    pipes, _ = make()
    pipes.add("stdin", ours)
    assert pipes.send(b"x")
    pipes.write("stdin", b"x")
    assert pipes.unsent == 0
    pipes.close_all()
    assert pipes.send(b"x")
    pipes.write("stdin", b"x")


def test_an_error_in_a_handler_is_its_players(ends):
    def fail() -> None:
        raise ValueError("odd bytes")

    owner: Any = Owner()
    poller = Poller(ManualClock())
    poller.watch(ends[0], owner, "stdout", fail)
    os.write(ends[1], b"x")
    poller.serve(0)
    assert len(owner.reasons) == 1
    assert "what it sent on its stdout could not be read" in owner.reasons[0]
    poller.forget(ends[0])
    poller.forget(ends[0])
    poller.serve(0)
    assert len(owner.reasons) == 1


def test_an_error_of_ours_is_raised(ends):
    def fail() -> None:
        raise BotError("ours")

    owner: Any = Owner()
    poller = Poller(ManualClock())
    poller.watch(ends[0], owner, "stdout", fail)
    os.write(ends[1], b"x")
    with pytest.raises(BotError):
        poller.serve(0)
    assert owner.reasons == []


def test_what_was_sent_before_the_pipes_are_watched_arrives(ends):
    theirs, ours = ends
    owner: Any = Owner()
    pipes, poller = BotPipes(owner, {}), Poller(ManualClock())
    pipes.add("stdin", ours)
    sent = b"x" * 300_000
    assert pipes.send(sent)
    pipes.watch(poller)
    got = b""
    while len(got) < len(sent):
        got += os.read(theirs, 1 << 16)
        poller.serve(0)
    assert got == sent
    pipes.close_all()
