"""A match that is being played.

It is played in its own thread and never waits for viewers: it adds to its history and wakes them. Each viewer
reads the history at its own speed.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lanista.bots.human import HumanPlayer, HumanQuestion, NotAsked
from lanista.core.errors import LanistaError
from lanista.engine import State
from lanista.match.planning import PlannedMatch, Repeat
from lanista.match.recorder import footer_of, header_of, line_of
from lanista.match.referee import MatchResult, MatchSetup, PlayedTurn
from lanista.match.replay import Replay, SeatHeader
from lanista.web.film import MatchHistory
from lanista.web.identity import identify
from lanista.web.people import SeatStanding
from lanista.web.show import ID_DIGITS, Show, UnknownMatch

ID_BYTES = 6
BEGIN_SECONDS = 30.0  # how long a page waits for a match to begin


class MatchStopped(LanistaError):  # noqa: N818 - not an error
    """The match was stopped by its owner."""


class LiveShow(Show):
    """A match that is being played: observes it, and is the input of its people.

    `path` is where it is recorded. Once it is over, it is read from there if it is not in memory any more.
    """

    def __init__(
        self, name: str, seats: Sequence[SeatHeader], people: Sequence[int] = (), path: Path | None = None
    ) -> None:
        super().__init__(name, people)
        self.path = path
        self._seats = list(seats)
        self._reel: MatchHistory | None = None
        self._begun = threading.Event()
        self._over = threading.Event()
        self._stop = False
        self.failure = ""
        self.plan: PlannedMatch | None = None  # with which it can be played again
        self.began_at = time.time()
        self.on_over: Callable[[LiveShow], None] = lambda show: None
        self._reading = threading.Lock()

    def new_id(self) -> str:
        """A random id, which forwards to the replay's when the match is over."""
        return self.identity.digest[:ID_DIGITS] or f"live-{secrets.token_hex(ID_BYTES)}"

    @property
    def running(self) -> bool:
        """Until the match is over."""
        return not self._over.is_set()

    @property
    def trusted(self) -> bool:
        """Trusted: the person who started this process named its bots."""
        return True

    def history(self) -> MatchHistory:
        """The match so far."""
        begun = self._begun.wait(BEGIN_SECONDS)
        with self._reading:
            if self._reel is None and self.file is not None:
                self._reel = MatchHistory.of_file(self.file)
            if not begun or self._reel is None:
                raise UnknownMatch(f"match {self.id} has not begun{': ' + self.failure if self.failure else ''}")
            return self._reel

    def forget(self) -> None:
        """Free the states of a match that is over and can be read from its replay."""
        if self.file is not None:
            with self._reading, self._lock:
                self._reel = None
                self._films.clear()

    def replay(self) -> Replay:
        """The match so far as a replay."""
        history = self.history()
        return Replay(Path(self.name), history.header, history.lines(), history.footer)

    @property
    def begun(self) -> bool:
        """Whether there is a first state."""
        return self._reel is not None

    def wait(self, seconds: float) -> None:
        """Wait until the match is over, for some seconds at most."""
        self._over.wait(seconds)

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return 0 if self._reel is None else self._reel.turns

    @property
    def repeats(self) -> tuple[Repeat, ...]:
        """A match of one person can be played again; several would have to meet anew."""
        return () if self.running or self.plan is None or len(self.people) != 1 else self.plan.repeats

    def stop(self) -> None:
        """End the match soon: people resign, and the next turn is the last."""
        self._stop = True
        self.persons.resign_all()

    # Observer

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """The match begins."""
        history = MatchHistory(header_of(setup, self._seats, state), live=True)
        history.add(None, state)
        self._reel = history
        self._begun.set()
        self.notify()

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """A turn was played."""
        assert self._reel is not None, "a match begins before its first turn"
        self._reel.add(line_of(turn, state), state)
        self.notify()
        if self._stop:
            raise MatchStopped("the match was stopped")

    def end(self, result: MatchResult) -> None:
        """The match is over."""
        if self._reel is not None:
            self._reel.footer = footer_of(result)
            self._reel.live = False
            self._identify(result)
        self.close()

    def _identify(self, result: MatchResult) -> None:
        """Note the replay, which recorders finish first, if all of the match is in it."""
        if self.path is not None and not result.incomplete:
            found = identify(self.path)
            self.identity = found if found.stamp is not None else self.identity

    def close(self, failure: str = "") -> None:
        """Mark the match as over."""
        self.failure = failure
        self.on_over(self)
        self._over.set()
        self._begun.set()
        self.notify()

    # Input of people

    def asked(self, person: HumanPlayer) -> None:
        """A person has a question to answer."""
        self.persons.asked(person)
        self.notify()

    def fileno(self) -> int | None:
        """None: answers come from the server's threads."""
        return None

    def read(self) -> bool:
        """Never called with input."""
        return False

    def question(self, seat: int | None) -> HumanQuestion | None:
        """The current question to the person at a seat."""
        return self.persons.question(seat)

    def standing(self, seat: int | None) -> SeatStanding | None:
        """How the person at a seat stands; None for those who only watch, and when the match is over."""
        if seat is None or seat not in self.people or not self.running:
            return None
        history = self.history()
        return self.persons.standing(seat, is_out=not history.game.asked(history.moments[-1].state, seat))

    def answer(self, seat: int, turn: int, move: str, key: str) -> None:
        """Submit a person's move."""
        self._check_player(seat, key)
        self.persons.answer(seat, turn, move)
        self.notify()

    def resign(self, seat: int, key: str) -> None:
        """A person leaves the match."""
        self._check_player(seat, key)
        self.persons.resign(seat)
        self.notify()

    def _check_player(self, seat: int, key: str) -> None:
        if seat not in self.people:
            raise NotAsked(f"seat {seat} is not asked for a move: no person plays there")
        if not self.running:
            raise NotAsked("the match is over")
        self.persons.check(seat, key)
