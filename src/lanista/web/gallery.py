"""The matches of a server: replays, and matches that are being played, with the threads that play them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from lanista.errors import InputError, LanistaError
from lanista.match import Plan, Repeat
from lanista.match.branch import branch
from lanista.match.recorder import Recorder
from lanista.replay import Branch
from lanista.web.live_show import LiveShow, Stopped
from lanista.web.people import Forbidden
from lanista.web.show import ReplayShow, Show, Unknown

STOP_SECONDS = 10.0
MAX_PLAYED = 8  # matches played at the same time
MAX_OPENED = 12  # replays kept in memory
MAX_NAMED = 20  # matches that a message names
ABANDONED_SECONDS = 600.0  # a person's match that was started from a page ends if nobody has looked for this long
SWEEP_SECONDS = 5.0  # between two looks for abandoned matches


class Busy(InputError):  # noqa: N818 - named after the gallery's state
    """No further match can be played now; `running` are those that are."""

    def __init__(self, message: str, running: Sequence[LiveShow]) -> None:
        super().__init__(message)
        self.running = [
            {"id": show.id, "name": show.name, "turns": show.turns, "watched": show.viewers > 0}
            for show in running
        ]


class Gallery:
    """Owns the matches of a server and the threads that play the live ones."""

    def __init__(
        self,
        save: Callable[[Plan], Path | Recorder | None] = lambda plan: None,
        *,
        folders: Sequence[Path] = (),
        trusted: bool = False,
        pins: Path | None = None,
    ) -> None:
        self.folders = tuple(folders)  # whose replays belong to the gallery too
        self.trusted = trusted  # whether bots that these replays name may be started
        self.pins = pins  # the folder for pins; without one, pages save them themselves
        self._closers: list[Callable[[], None]] = []
        self._opened: dict[str, ReplayShow] = {}  # those asked for last, the oldest first
        self._shows: dict[str, Show] = {}
        self._threads: list[tuple[threading.Thread, LiveShow]] = []
        self._lock = threading.Lock()
        self._save = save  # where to save a match that is started here
        self.abandoned_seconds = ABANDONED_SECONDS  # until a person's match that nobody watches ends
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
        while not self._closing.wait(min(SWEEP_SECONDS, self.abandoned_seconds)):
            for live in self._running():
                away = 0.0 if live.viewers else time.monotonic() - live.left_at
                if live.people and away >= self.abandoned_seconds:
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
