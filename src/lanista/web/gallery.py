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
from lanista.match import MatchResult, Plan, Repeat, Setup, Turn
from lanista.match.branch import branch
from lanista.match.recorder import Recorder, footer_of, header_of, line_of
from lanista.replay import Branch, Replay, SeatHeader, read_replay
from lanista.web.film import Film, Reel
from lanista.web.people import Forbidden, People
from lanista.web.presence import Presence

BEGIN_SECONDS = 30.0  # how long a page waits for a match to begin
STOP_SECONDS = 10.0
FILM_SECONDS = 0.3  # how long blocks of a film are made before a page gets it; it asks for the others
MAX_PLAYED = 8  # matches played at the same time
MAX_OPENED = 12  # replays kept in memory
MAX_NAMED = 20  # matches that a message names
ABANDONED_SECONDS = 600.0  # a person's match that was started from a page ends if nobody has looked for this long
SWEEP_SECONDS = 5.0  # between two looks for abandoned matches

Wake = Callable[[], None]


class Unknown(InputError):  # noqa: N818 - nothing but the match is unknown
    """There is no such match."""


class Busy(InputError):  # noqa: N818 - named after the gallery's state
    """No further match can be played now; `running` are those that are."""

    def __init__(self, message: str, running: Sequence[LiveShow]) -> None:
        super().__init__(message)
        self.running = [
            {"id": show.id, "name": show.name, "turns": show.turns, "watched": show.viewers > 0}
            for show in running
        ]


class Stopped(LanistaError):  # noqa: N818 - not an error
    """The match was stopped by its owner."""


class Show(ABC):
    """One match of a gallery, replayed or live; thread-safe."""

    def __init__(self, name: str, people: Sequence[int] = ()) -> None:
        self.id = ""
        self.name = name
        self.people = tuple(people)
        self.persons = People(people)
        self.pages = Presence()
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

    def admit(self, seat: int | None, key: str) -> None:
        """While people play, each sees only what the seat sees; raises Forbidden for anyone else."""
        if self.running and self.people:
            self.persons.check(seat, key)

    def film(self, seat: int | None) -> Film:
        """The film for an audience that was admitted."""
        reel = self.reel()
        with self._lock:
            if seat not in self._films:
                self._films[seat] = Film(reel, seat)
            return self._films[seat]

    def film_json(self, seat: int | None) -> bytes:
        """The film so far, with what the page may do."""
        film = self.film(seat)
        playing = list(self.people) if self.running else []
        can = {"takeover": not self.running, "play": playing, "again": self.repeats}
        return film.encode(can, hide_seed=bool(playing), seconds=FILM_SECONDS)

    @property
    def repeats(self) -> tuple[Repeat, ...]:
        """How its person can play it once more."""
        return ()

    def question(self, seat: int | None) -> Question | None:
        """The current question to the person at a seat."""
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

    def __init__(self, path: Path, *, trusted: bool = False) -> None:
        super().__init__(path.name)
        self.path = path
        self._trusted = trusted
        self.dropped = False  # a page sent the file
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
                self._reel = Reel.of_file(self.path)
            return self._reel

    def replay(self) -> Replay:
        """The replay as read from its file."""
        return read_replay(self.path)

    def forget(self) -> None:
        """Free what was read, unless it is being read; it is read again when it is needed."""
        if self._reading.acquire(blocking=False):
            try:
                self._reel = None
                with self._lock:
                    self._films.clear()
            finally:
                self._reading.release()


class LiveShow(Show):
    """A match that is being played: observes it, and is the input of its people."""

    def __init__(self, name: str, seats: Sequence[SeatHeader], people: Sequence[int] = ()) -> None:
        super().__init__(name, people)
        self._seats = list(seats)
        self._reel: Reel | None = None
        self._begun = threading.Event()
        self._over = threading.Event()
        self._stop = False
        self.failure = ""
        self.plan: Plan | None = None  # with which it can be played again
        self.began_at = time.time()

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
        self.persons.asked(person)
        self.notify()

    def fileno(self) -> int | None:
        """None: answers come from the server's threads."""
        return None

    def read(self) -> bool:
        """Never called with input."""
        return False

    def question(self, seat: int | None) -> Question | None:
        """The current question to the person at a seat."""
        return self.persons.question(seat)

    def answer(self, seat: int, turn: int, move: str, key: str) -> None:
        """Submit a person's move."""
        self._check_player(seat, key)
        self.persons.answer(seat, turn, move)

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


class Gallery:
    """Owns the matches of a server and the threads that play the live ones."""

    def __init__(
        self,
        save: Callable[[Plan], Path | Recorder | None] = lambda plan: None,
        *,
        abandoned_seconds: float = ABANDONED_SECONDS,
        folders: Sequence[Path] = (),
        trusted: bool = False,
    ) -> None:
        self.folders = tuple(folders)  # whose replays belong to the gallery too
        self.trusted = trusted  # whether bots that these replays name may be started
        self._closers: list[Callable[[], None]] = []
        self._opened: dict[str, ReplayShow] = {}  # those asked for last, the oldest first
        self._shows: dict[str, Show] = {}
        self._threads: list[tuple[threading.Thread, LiveShow]] = []
        self._lock = threading.Lock()
        self._save = save  # where to save a match that is started here
        self._abandoned_seconds = abandoned_seconds
        self._closing = threading.Event()
        self._sweeper = threading.Thread(target=self._sweep, name="abandoned-matches", daemon=True)

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
            there = ", ".join(f"{show.id} ({show.name})" for show in self.shows()[:MAX_NAMED])
            raise Unknown(f"no match {name!r}; there are: {there or 'none'}")
        if isinstance(found, ReplayShow):
            self._keep(found)
        return found

    def _keep(self, show: ReplayShow) -> None:
        """Only the replays that were asked for last stay in memory."""
        with self._lock:
            self._opened.pop(show.id, None)
            self._opened[show.id] = show
            oldest = self._opened.pop(next(iter(self._opened))) if len(self._opened) > MAX_OPENED else None
        if oldest is not None:
            oldest.forget()

    def on_close(self, closer: Callable[[], None]) -> None:
        """Call a function when the gallery is closed."""
        self._closers.append(closer)

    def take_over(self, show: Show, turn: int, seat: int, bot: str) -> Show:
        """Resume a match at a turn with another player at a seat."""
        if show.running:
            raise InputError("this match is still being played; take over when it has ended")
        point = Branch(show.name, turn, seat)
        return self.play(branch(show.replay(), point, bot, trust=show.trusted, allow_external_bots=False))

    def play(self, plan: Plan) -> Show:
        """Play a match in a new thread."""
        with self._lock:
            if len(running := self._running()) >= MAX_PLAYED:
                full = f"{len(running)} matches are already being played, the maximum"
                raise Busy(f"{full}; end one, or wait until one has ended", running)
            saved = self._save(plan)
            path = saved.path if isinstance(saved, Recorder) else saved
            live = LiveShow(path.name if path else "live", plan.seats, plan.people)
            live.plan = plan
            thread = threading.Thread(
                target=_play, args=(plan, live, saved), name=f"match-{id(live)}", daemon=True
            )
            self._threads.append((thread, live))
            if plan.people and self._sweeper.ident is None:
                self._sweeper.start()
        self.add(live)
        thread.start()
        return live

    def play_again(self, show: Show, how: Repeat, key: str) -> Show:
        """Play a person's match once more, for that person."""
        if not isinstance(show, LiveShow) or show.plan is None or not show.repeats:
            raise InputError("this match cannot be played again: it is not over, or no person played it alone")
        show.persons.check(show.people[0], key)
        return self.play(show.plan.again(how))

    def _running(self) -> list[LiveShow]:
        """The matches that were started here and are still being played."""
        return [live for _, live in self._threads if live.running]

    def stop(self, show: Show, key: str) -> None:
        """End a match that was started from a page: one that nobody watches, or with a key of its people."""
        live = next((live for live in self._running() if live is show), None)
        if live is None:
            raise InputError(f"match {show.id} was not started from a page, or it is over; nothing is to be ended")
        if live.viewers:
            if not live.people:
                raise Forbidden(f"match {show.id} is being watched; it can be ended when its pages are closed")
            live.admit(live.people[0], key)
        live.stop()
        live.wait(STOP_SECONDS)

    def is_deserted(self, seconds: float) -> bool:
        """Whether there have been viewers, and the last one left some seconds ago."""
        shows = self.shows()
        since = time.monotonic() - max((show.left_at for show in shows), default=0.0)
        return (
            any(show.had_viewers.is_set() for show in shows)
            and not any(show.viewers for show in shows)
            and since >= seconds
        )

    def _sweep(self) -> None:
        """Stop the matches of people whom nobody has seen for long."""
        while not self._closing.wait(min(SWEEP_SECONDS, self._abandoned_seconds)):
            for live in self._running():
                away = 0.0 if live.viewers else time.monotonic() - live.left_at
                if live.people and away >= self._abandoned_seconds:
                    live.stop()

    def close(self) -> None:
        """Stop the matches that are still being played."""
        self._closing.set()
        for closer in self._closers:
            closer()
        for _, live in self._threads:
            live.stop()
        deadline = time.monotonic() + STOP_SECONDS
        for thread, _ in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        if self._sweeper.is_alive():
            self._sweeper.join(max(0.0, deadline - time.monotonic()))


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
