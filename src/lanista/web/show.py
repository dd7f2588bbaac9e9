"""A match that a server shows, and a replay as one.

While people play, each is admitted only to the view of their seat.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lanista.bots.human import HumanQuestion, NotAsked
from lanista.core.errors import InputError
from lanista.engine import State
from lanista.match.planning import Repeat
from lanista.match.replay import Replay, read_replay
from lanista.web.film import MatchHistory, SeatFilm
from lanista.web.identity import Identity, identify, stamp_of
from lanista.web.people import People, SeatStanding
from lanista.web.presence import Presence
from lanista.web.rerun import FIRST_TURNS, ReplayTape, rerun_json

ID_DIGITS = 16  # of a digest that a link has

Wake = Callable[[], None]


class UnknownMatch(InputError):  # noqa: N818 - nothing but the match is unknown
    """There is no such match."""


class Show(ABC):
    """One match of a gallery, replayed or live; thread-safe."""

    def __init__(self, name: str, people: Sequence[int] = ()) -> None:
        self.id = ""
        self.name = name
        self.path: Path | None = None  # of the replay
        self.identity = Identity()  # of that file, once it is whole
        self.people = tuple(people)
        self.persons = People(people)
        self.pages = Presence()
        self._films: dict[int, SeatFilm] = {}
        self._lock = threading.Lock()
        self._wakes: set[Wake] = set()
        self.had_viewers = threading.Event()
        self.left_at = time.monotonic()  # when the last viewer left

    @abstractmethod
    def new_id(self) -> str:
        """The id under which a gallery adds it: the same one whenever and wherever that is, if there is a file."""

    @property
    def has_changed(self) -> bool:
        """Whether its file was written since it was identified."""
        return self.file is not None and stamp_of(self.file) not in (self.identity.stamp, None)

    @property
    def file(self) -> Path | None:
        """The replay from which it can be read again; None while it is being played, and if it was not saved."""
        return self.path if self.identity.digest else None

    @abstractmethod
    def forget(self) -> None:
        """Free data that can be read again when it is needed."""

    @abstractmethod
    def history(self) -> MatchHistory:
        """The match so far."""

    @abstractmethod
    def replay(self) -> Replay:
        """The match as a replay."""

    @property
    def running(self) -> bool:
        """Whether it is still being played."""
        return False

    @property
    def trusted(self) -> bool:
        """Whether bots that are programs on this machine may be started again."""
        return False

    def admit(self, seat: int | None, key: str) -> None:
        """While people play, each sees only what the seat sees; raises Forbidden for anyone else."""
        if self.is_secret:
            self.persons.check(seat, key)

    def sender(self, seat: int | None) -> ReplayTape | SeatFilm:
        """The sender for an admitted audience: of start and moves, or of the view of the person at a seat."""
        history = self.history()
        history.check_seat(seat)
        if seat is None or not self.is_secret:
            return self.tape()
        with self._lock:
            if seat not in self._films:
                self._films[seat] = SeatFilm(history, seat)
            return self._films[seat]

    def tape(self) -> ReplayTape:
        """The start and moves, for those who may see everything."""
        return self.history().cached(ReplayTape)

    def board(self) -> tuple[State[Any, Any], int]:
        """The newest state, and after how many turns it is."""
        history = self.history()
        return history.moments[-1].state, history.turns

    @property
    def is_secret(self) -> bool:
        """Whether nobody may know more of it than the person at a seat."""
        return self.running and bool(self.people)

    def match_json(self, seat: int | None) -> bytes:
        """The match so far, with the page's permissions."""
        sender, over = self.sender(seat), not self.running
        can = {
            "takeover": over,
            "pin": over,
            "play": list(self.people) if self.running else [],
            "again": self.repeats,
        }
        return (
            sender.encode(can)
            if isinstance(sender, SeatFilm)
            else rerun_json(sender, sender.part(0, FIRST_TURNS), can)
        )

    @property
    def repeats(self) -> tuple[Repeat, ...]:
        """How its person can play it once more."""
        return ()

    def question(self, seat: int | None) -> HumanQuestion | None:
        """The current question to the person at a seat."""
        return None

    def standing(self, seat: int | None) -> SeatStanding | None:
        """How the person at a seat stands; None for those who only watch."""
        return None

    def answer(self, seat: int, turn: int, move: str, key: str) -> None:
        """Submit a person's move."""
        raise NotAsked(f"seat {seat} of this match is not played from a page")

    def resign(self, seat: int, key: str) -> None:
        """A person leaves the match."""
        raise NotAsked(f"seat {seat} of this match is not played from a page")

    # Viewers

    @property
    def viewers(self) -> int:
        """The current number of viewers."""
        return len(self._wakes) + len(self.pages)

    def page_opened(self, page: str) -> None:
        """A page without a connection is open."""
        self.pages.opened(page)
        self.had_viewers.set()

    def page_closed(self, page: str) -> None:
        """A page without a connection was closed."""
        self.pages.closed(page)
        self.left_at = time.monotonic()

    def subscribe(self, wake: Wake) -> None:
        """Add a viewer; `wake` is called, from any thread, whenever there is something new."""
        with self._lock:
            self._wakes.add(wake)
        self.had_viewers.set()

    def unsubscribe(self, wake: Wake) -> None:
        """Remove a viewer."""
        with self._lock:
            self._wakes.discard(wake)
            self.left_at = time.monotonic()

    def notify(self) -> None:
        """Wake all viewers."""
        with self._lock:
            wakes = list(self._wakes)
        for wake in wakes:
            wake()


class ReplayShow(Show):
    """A replay, read when it is first needed."""

    path: Path

    def __init__(self, path: Path, *, trusted: bool = False, identity: Identity | None = None) -> None:
        super().__init__(path.name)
        self.path = path
        self.identity = identity or identify(path)
        self._trusted = trusted
        self.dropped = False  # a page sent the file
        self._reading = threading.Lock()
        self._reel: MatchHistory | None = None

    def new_id(self) -> str:
        """The start of the file's digest."""
        return self.identity.digest[:ID_DIGITS]

    @property
    def trusted(self) -> bool:
        """As given when the file was opened."""
        return self._trusted

    def history(self) -> MatchHistory:
        """The replay, played again."""
        with self._reading:
            if self._reel is None:
                self._reel = MatchHistory.of_file(self.path)
            return self._reel

    def replay(self) -> Replay:
        """The replay as read from its file."""
        return read_replay(self.path)

    def forget(self) -> None:
        """Free the replay, unless it is being read; it is read again when it is needed."""
        if self._reading.acquire(blocking=False):
            try:
                self._reel = None
                with self._lock:
                    self._films.clear()
            finally:
                self._reading.release()
