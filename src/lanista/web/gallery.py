"""The matches that a server shows: replays, and matches that are being played.

A match is played in its own thread and never waits for viewers: it adds to its reel and wakes them. Each viewer
reads the reel at its own speed.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lanista.bots.human import HumanPlayer, NotAsked, Question
from lanista.engine import State
from lanista.errors import InputError, LanistaError
from lanista.match import MatchResult, Plan, Setup, Turn
from lanista.match.branch import branch
from lanista.match.recorder import Recorder, footer_of, header_of, line_of
from lanista.replay import Branch, Replay, SeatHeader, read_replay
from lanista.web.film import Film, Reel

BEGIN_SECONDS = 30.0  # how long a page waits for a match to begin
STOP_SECONDS = 10.0
MAX_PLAYED = 8  # matches played at the same time

Wake = Callable[[], None]


class Forbidden(LanistaError):  # noqa: N818 - named after its HTTP status
    """While people play, only their seats' views may be seen."""


class Unknown(InputError):  # noqa: N818 - nothing but the match is unknown
    """There is no such match."""


class Stopped(LanistaError):  # noqa: N818 - not an error
    """The match was stopped by its owner."""


class Show(ABC):
    """One match of a gallery, replayed or live; thread-safe."""

    def __init__(self, name: str) -> None:
        self.id = ""
        self.name = name
        self.people: tuple[int, ...] = ()
        self._films: dict[int | None, Film] = {}
        self._lock = threading.Lock()
        self._wakes: set[Wake] = set()
        self.had_viewers = threading.Event()
        self.left_at = time.monotonic()  # when the last viewer left

    @abstractmethod
    def reel(self) -> Reel:
        """What was played so far."""

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

    def film(self, seat: int | None) -> Film:
        """The film for an audience; while people play, only for their seats."""
        if self.running and self.people and seat not in self.people:
            allowed = " or ".join(f"?seat={number}" for number in self.people)
            raise Forbidden(f"a person plays this match: until it is over, only {allowed} can be watched")
        reel = self.reel()
        with self._lock:
            if seat not in self._films:
                self._films[seat] = Film(reel, seat)
            return self._films[seat]

    def film_json(self, seat: int | None) -> bytes:
        """The film so far, with what the page may do."""
        film = self.film(seat)
        playing = list(self.people) if self.running else []
        can = {"takeover": not self.running, "play": playing}
        return film.encode(can, hide_seed=bool(playing))

    def question(self, seat: int | None) -> Question | None:
        """The current question to the person at a seat."""
        return None

    def answer(self, seat: int, turn: int, move: str) -> None:
        """Submit a person's move."""
        raise NotAsked(f"seat {seat} of this match is not played from a page")

    # Viewers

    @property
    def viewers(self) -> int:
        """The current number of viewers."""
        return len(self._wakes)

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

    def __init__(self, path: Path, *, trusted: bool = False) -> None:
        super().__init__(path.name)
        self.path = path
        self._trusted = trusted
        self._reading = threading.Lock()
        self._reel: Reel | None = None

    @property
    def trusted(self) -> bool:
        """As given by whoever opened the file."""
        return self._trusted

    def reel(self) -> Reel:
        """The replay, played again."""
        with self._reading:
            if self._reel is None:
                self._reel = Reel.of_replay(self.replay())
            return self._reel

    def replay(self) -> Replay:
        """The replay as read from its file."""
        return read_replay(self.path)


class LiveShow(Show):
    """A match that is being played: observes it, and is the input of its people."""

    def __init__(self, name: str, seats: Sequence[SeatHeader], people: Sequence[int] = ()) -> None:
        super().__init__(name)
        self.people = tuple(people)
        self._seats = list(seats)
        self._reel: Reel | None = None
        self._begun = threading.Event()
        self._over = threading.Event()
        self._humans: dict[int, HumanPlayer] = {}
        self._stop = False
        self.failure = ""

    @property
    def running(self) -> bool:
        """Until the match is over."""
        return not self._over.is_set()

    @property
    def trusted(self) -> bool:
        """Its bots were named by whoever started this process."""
        return True

    def reel(self) -> Reel:
        """What was played so far."""
        if not self._begun.wait(BEGIN_SECONDS) or self._reel is None:
            raise Unknown(f"match {self.id} has not begun{': ' + self.failure if self.failure else ''}")
        return self._reel

    def replay(self) -> Replay:
        """The match so far as a replay."""
        reel = self.reel()
        turns = [moment.line for moment in reel.moments if moment.line is not None]
        return Replay(Path(self.name), reel.header, turns, reel.footer)

    def stop(self) -> None:
        """End the match soon: people resign, and the next turn is the last."""
        self._stop = True
        for person in list(self._humans.values()):
            person.resign()

    # Observer

    def begin(self, setup: Setup, names: Sequence[str], state: State[Any, Any]) -> None:
        """The match begins."""
        reel = Reel(header_of(setup, self._seats, state), live=True)
        reel.add(None, state)
        self._reel = reel
        self._begun.set()
        self.notify()

    def turn(self, turn: Turn, state: State[Any, Any]) -> None:
        """A turn was played."""
        assert self._reel is not None, "a match begins before its first turn"
        self._reel.add(line_of(turn, state), state)
        self.notify()
        if self._stop:
            raise Stopped("the match was stopped")

    def end(self, result: MatchResult) -> None:
        """The match is over."""
        if self._reel is not None:
            self._reel.footer = footer_of(result)
            self._reel.live = False
        self.close()

    def close(self, failure: str = "") -> None:
        """Mark the match as over."""
        self.failure = failure
        self._over.set()
        self._begun.set()
        self.notify()

    # Input of people

    def asked(self, person: HumanPlayer) -> None:
        """A person has a question to answer."""
        self._humans[person.seat] = person
        if self._stop:
            person.resign()
        self.notify()

    def fileno(self) -> int | None:
        """None: answers come from the server's threads."""
        return None

    def read(self) -> bool:
        """Never called with input."""
        return False

    def question(self, seat: int | None) -> Question | None:
        """The current question to the person at a seat."""
        person = None if seat is None else self._humans.get(seat)
        return None if person is None else person.question

    def answer(self, seat: int, turn: int, move: str) -> None:
        """Submit a person's move."""
        if seat not in self._humans:
            raise NotAsked(f"seat {seat} is not asked for a move")
        self._humans[seat].answer(turn, move)


class Gallery:
    """Owns the matches of a server and the threads that play the live ones."""

    def __init__(self, save: Callable[[Plan], Path | Recorder | None] = lambda plan: None) -> None:
        self._shows: dict[str, Show] = {}
        self._threads: list[tuple[threading.Thread, LiveShow]] = []
        self._lock = threading.Lock()
        self._save = save  # where to save a match that is started here

    def add(self, show: Show) -> Show:
        """Add a match and assign its id."""
        with self._lock:
            show.id = str(len(self._shows) + 1)
            self._shows[show.id] = show
        return show

    def shows(self) -> list[Show]:
        """All matches, in the order they were added."""
        return list(self._shows.values())

    def find(self, name: str) -> Show:
        """Look up a match by its id, or by its file name, by which a take-over names its origin."""
        found = self._shows.get(name) or next((show for show in self.shows() if show.name == name), None)
        if found is None:
            there = ", ".join(f"{show.id} ({show.name})" for show in self.shows())
            raise Unknown(f"no match {name!r}; there are: {there or 'none'}")
        return found

    def take_over(self, show: Show, turn: int, seat: int, bot: str) -> Show:
        """Resume a match at a turn with another player at a seat."""
        if show.running:
            raise InputError("this match is still being played; take over when it has ended")
        point = Branch(show.name, turn, seat)
        return self.play(branch(show.replay(), point, bot, trust=show.trusted, allow_external_bots=False))

    def play(self, plan: Plan) -> Show:
        """Play a match in a new thread."""
        playing = sum(live.running for _, live in self._threads)
        if playing >= MAX_PLAYED:
            raise InputError(f"{playing} matches are already being played, the maximum; wait until one has ended")
        saved = self._save(plan)
        path = saved.path if isinstance(saved, Recorder) else saved
        live = LiveShow(path.name if path else "live", plan.seats, plan.people)
        self.add(live)
        thread = threading.Thread(target=_play, args=(plan, live, saved), name=f"match-{live.id}", daemon=True)
        self._threads.append((thread, live))
        thread.start()
        return live

    def close(self) -> None:
        """Stop the matches that are still being played."""
        for _, live in self._threads:
            live.stop()
        deadline = time.monotonic() + STOP_SECONDS
        for thread, _ in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))


def _play(plan: Plan, live: LiveShow, replay: Path | Recorder | None) -> None:
    try:
        plan.play([live], replay, live)
    except Stopped:
        pass
    except LanistaError as error:
        live.close(str(error))
    except Exception as error:
        live.close(f"{type(error).__name__}: {error}")
        raise
    finally:
        if isinstance(replay, Recorder):
            replay.close()
