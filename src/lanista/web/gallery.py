"""The matches of a server: replays, and matches that are being played, with the threads that play them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from lanista.core.errors import InputError, LanistaError
from lanista.core.text import quoted
from lanista.match.branch import branch
from lanista.match.planning import PlannedMatch, Repeat
from lanista.match.recorder import Recorder
from lanista.match.replay import Branch
from lanista.web.identity import Identity, has_grown, identify
from lanista.web.live_show import LiveShow, MatchStopped
from lanista.web.people import Forbidden
from lanista.web.show import ReplayShow, Show, UnknownMatch

STOP_SECONDS = 10.0
MAX_PLAYED = 8  # matches played at the same time
MAX_OPENED = 12  # finished matches that stay in memory
MAX_MOVED = 1000  # former ids that still lead to their matches
MIN_PREFIX = 6  # digits of a digest that are enough in a link
MAX_NAMED = 20  # matches that a message names
ABANDONED_SECONDS = 600.0  # a person's match that was started from a page ends if nobody has looked for this long
SWEEP_SECONDS = 5.0  # between two looks for abandoned matches


class GalleryBusy(InputError):  # noqa: N818 - named after the gallery's state
    """No further match can be played now; `running` lists those in progress."""

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
        save: Callable[[PlannedMatch], Path | Recorder | None] = lambda plan: None,
        *,
        folders: Sequence[Path] = (),
        trusted: bool = False,
        pins: Path | None = None,
    ) -> None:
        self.folders = tuple(folders)  # whose replays belong to the gallery too
        self.trusted = trusted  # whether bots that these replays name may be started
        self.pins = pins  # the folder for pins; without one, pages save them themselves
        self._closers: list[Callable[[], None]] = []
        self._opened: dict[Show, None] = {}  # those that are over and were asked for last, the oldest first
        self._shows: dict[str, Show] = {}
        self._moved: dict[str, str] = {}  # new ids by former ones
        self._threads: list[tuple[threading.Thread, LiveShow]] = []
        self._lock = threading.Lock()
        self._save = save  # where to save a match that is started here
        self.abandoned_seconds = ABANDONED_SECONDS  # until a person's match that nobody watches ends
        self._closing = threading.Event()
        self._sweeper = threading.Thread(target=self._sweep, name="abandoned-matches", daemon=True)

    def add(self, show: Show) -> Show:
        """Add a match and assign its id."""
        with self._lock:
            self._place(show)
        if isinstance(show, LiveShow):
            show.on_over = self._ended
        return show

    def remove(self, show: Show) -> None:
        """Remove a match whose file is gone."""
        with self._lock:
            self._opened.pop(show, None)
            self._shows.pop(show.id, None)

    def _place(self, show: Show) -> None:
        """Give a show a free id; copies of a replay are numbered."""
        wanted = show.new_id()
        ids = (wanted, *(f"{wanted}-{number}" for number in range(2, len(self._shows) + 3)))
        show.id = next(name for name in ids if name not in self._shows)
        self._shows[show.id] = show
        self._moved.pop(show.id, None)

    def _move(self, show: Show, *, forward: bool) -> None:
        """Give a show another id; the former one leads to it from now on, or nowhere."""
        former = show.id
        del self._shows[former]
        self._place(show)
        if forward and former != show.id:
            self._moved[former] = show.id
            while len(self._moved) > MAX_MOVED:
                del self._moved[next(iter(self._moved))]

    def refresh(self, show: Show, now: Identity | None = None) -> None:
        """A show's file was written: links to what it was lead to it only if that has merely grown."""
        assert show.file is not None, "only files change"
        before, now = show.identity, now or identify(show.file)
        grown = has_grown(show.file, before)
        show.forget()
        with self._lock:
            show.identity = now
            if now.digest != before.digest and self._shows.get(show.id) is show:
                self._move(show, forward=grown)

    def shows(self) -> list[Show]:
        """All matches, in the order they were added."""
        with self._lock:
            return list(self._shows.values())

    def find(self, name: str) -> Show:
        """Look up a match by its id, by the start of its digest, or by its file's name, as take-overs do."""
        found = self._look_up(name)
        if found is not None and found.has_changed:
            self.refresh(found)
            found = self._look_up(name)
        if found is None:
            there = ", ".join(f"{show.id} ({show.name})" for show in self.shows()[:MAX_NAMED])
            raise UnknownMatch(f"no match {quoted(name)}; there are: {there or 'none'}")
        if found.file is not None:
            self._keep(found)
        return found

    def _look_up(self, name: str) -> Show | None:
        with self._lock:
            while name in self._moved:
                name = self._moved[name]
            if name in self._shows:
                return self._shows[name]
        shows = self.shows()
        return _by_digest(name, shows) or next((show for show in shows if show.name == name), None)

    def _keep(self, show: Show) -> None:
        """Only the matches that were asked for last stay in memory."""
        with self._lock:
            self._opened.pop(show, None)
            self._opened[show] = None
            oldest = next(iter(self._opened)) if len(self._opened) > MAX_OPENED else None
            if oldest is not None:
                del self._opened[oldest]
        if oldest is not None:
            oldest.forget()

    def _ended(self, live: LiveShow) -> None:
        """A match is over: its replay names it from now on, and the oldest of those is no more than its replay."""
        with self._lock:
            if live.file is not None and self._shows.get(live.id) is live:
                self._move(live, forward=True)
            over = [show for show in self._shows.values() if isinstance(show, LiveShow) and not show.running]
            for show in over[: max(0, len(over) - MAX_OPENED)]:
                self._retire(show)
        if live.file is not None:
            self._keep(live)

    def _retire(self, show: LiveShow) -> None:
        """Keep only the replay of a match that is over; one that was not saved is gone."""
        self._opened.pop(show, None)
        del self._shows[show.id]
        if show.file is not None:
            replay = ReplayShow(show.file, trusted=True, identity=show.identity)
            replay.id, replay.pages, replay.left_at = show.id, show.pages, show.left_at
            replay.had_viewers = show.had_viewers
            self._shows[show.id] = replay

    def on_close(self, closer: Callable[[], None]) -> None:
        """Call a function when the gallery is closed."""
        self._closers.append(closer)

    def take_over(self, show: Show, turn: int, seat: int, bot: str) -> Show:
        """Resume a match at a turn with another player at a seat."""
        if show.running:
            raise InputError("this match is still being played; take over when it has ended")
        point = Branch(show.name, turn, seat)
        return self.play(branch(show.replay(), point, bot, trust=show.trusted, allow_external_bots=False))

    def play(self, plan: PlannedMatch) -> Show:
        """Play a match in a new thread."""
        with self._lock:
            if len(running := self._running()) >= MAX_PLAYED:
                full = f"{len(running)} matches are already being played, the maximum"
                raise GalleryBusy(f"{full}; end one, or wait until one has ended", running)
            saved = self._save(plan)
            path = saved.path if isinstance(saved, Recorder) else saved
            live = LiveShow(path.name if path else "live", plan.seats, plan.people, path)
            live.plan = plan
            thread = threading.Thread(
                target=_play, args=(plan, live, saved), name=f"match-{id(live)}", daemon=True
            )
            self._threads = [*(pair for pair in self._threads if pair[1].running), (thread, live)]
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


def _by_digest(name: str, shows: Sequence[Show]) -> Show | None:
    """The match whose digest begins with some digits, if there is just one such match."""
    digits = name.partition("-")[0]  # the number of a copy may have changed
    if len(digits) < MIN_PREFIX:
        return None
    found = [show for show in shows if show.identity.digest.startswith(digits)]
    return found[0] if len({show.identity.digest for show in found}) == 1 else None


def _play(plan: PlannedMatch, live: LiveShow, replay: Path | Recorder | None) -> None:
    try:
        plan.play([live], replay, live)
    except MatchStopped:
        pass
    except LanistaError as error:
        live.close(str(error))
    except Exception as error:
        live.close(f"{type(error).__name__}: {error}")
        raise
    finally:
        if isinstance(replay, Recorder):
            replay.close()
