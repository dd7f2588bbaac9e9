"""A match that another process on this machine plays: its replay is read while it is being written.

Pages get its moves and play them; the rules play a turn here only for pictures of the newest board.
"""

from __future__ import annotations

import os
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from lanista.core.errors import LanistaError, ReplayError
from lanista.engine import State
from lanista.match.replay import Footer, Header, Replay, TurnLine, play_on, start_again
from lanista.match.replay.reader import MAX_HELD_BYTES, MAX_HELD_TURNS, MAX_LINE_BYTES, read_line
from lanista.web.film import FilmTurn, MatchHistory
from lanista.web.show import Show, UnknownMatch

CHUNK = 256 * 1024
BEGIN_SECONDS = 10.0  # how long a page waits for the first line
BEGIN_STEP = 0.02
QUICK_SECONDS = 0.004  # between two looks at a file that has grown
CALM_SECONDS = 0.03  # and at one that has not


class GrowingReplay:
    """The lines of a replay that is being written, as far as they are there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.header: Header | None = None
        self.turns: list[TurnLine] = []
        self.footer: Footer | None = None
        self.is_over = False  # nothing more will come
        self._file = open(path, "rb", buffering=0)  # noqa: SIM115 - stays open while it grows, and when it is moved
        self.inode = os.fstat(self._file.fileno()).st_ino
        self._unpack = zlib.decompressobj(31)
        self._rest = b""
        self._bytes = 0

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def read(self) -> bool:
        """Read what was added; returns whether there was anything. Raises ReplayError."""
        if self.is_over:
            return False
        gone = os.fstat(self._file.fileno()).st_nlink == 0  # asked first: what is read after this is all
        grown = False
        while data := self._file.read(CHUNK):
            grown = True
            self._take(data)
        self.is_over = self.footer is not None or gone
        return grown or self.is_over

    def _take(self, data: bytes) -> None:
        try:
            while data:
                text = self._unpack.decompress(data, CHUNK)
                data = self._unpack.unconsumed_tail
                self._add(text)
        except zlib.error as error:
            raise ReplayError(f"{self.path}: not a replay, or damaged (expected gzip): {error}") from None

    def _add(self, text: bytes) -> None:
        self._bytes += len(text)
        if self._bytes > MAX_HELD_BYTES or len(self._rest) > MAX_LINE_BYTES or len(self.turns) > MAX_HELD_TURNS:
            raise ReplayError(f"{self.path}: longer than what can be followed")
        *lines, self._rest = (self._rest + text).split(b"\n")
        for line in lines:
            self._add_line(line)

    def _add_line(self, raw: bytes) -> None:
        line = read_line(self.path, raw)
        if isinstance(line, Header):
            self.header = self.header or line
        elif isinstance(line, TurnLine) and self.footer is None:
            self.turns.append(line)
        elif isinstance(line, Footer):
            self.footer = self.footer or line


class FollowedHistory(MatchHistory):
    """A match whose lines come from a growing replay."""

    def __init__(self, growing: GrowingReplay) -> None:
        assert growing.header is not None, "a match is followed from its first line on"
        super().__init__(growing.header, live=True)
        self._replay = Replay(growing.path, growing.header, growing.turns, None)
        self._first = start_again(self._replay)[1]
        self._newest = self._first.clone()
        self._unplayed = play_on(self._replay, self._newest)
        self._played_turns = 0

    @property
    def start(self) -> State[Any, Any]:
        """The first state, which must not be changed."""
        return self._first

    @property
    def turns(self) -> int:
        """How many turns have been read."""
        return len(self._replay.turns)

    def lines(self) -> list[TurnLine]:
        """The turns that have been read."""
        return list(self._replay.turns)

    def read_lines(self) -> Iterator[TurnLine]:
        """Every turn; ask for no more than there are."""
        return iter(self._replay.turns)

    @property
    def path(self) -> Path:
        """The replay that is being written."""
        return self._replay.path

    def newest(self) -> tuple[State[Any, Any], int]:
        """A copy of the newest state that can be played, and its turn; all calls together play each turn once."""
        with self._playing, suppress(ReplayError):
            for _ in islice(self._unplayed, self.turns - self._played_turns):
                self._played_turns += 1
        return self._newest.clone(), self._played_turns

    def moment(self, number: int) -> FilmTurn:
        """A turn with the state after it, played from the start."""
        state, played = self._first.clone(), None
        for _, played in zip(range(number), play_on(self._replay, state), strict=False):  # noqa: B007
            pass
        return FilmTurn(played[0] if played else None, state)


class FollowedShow(Show):
    """A match that is being written by another process; `read` looks for more of it."""

    def __init__(self, path: Path, name: str = "") -> None:
        super().__init__(name or path.name)
        self._growing = GrowingReplay(path)
        self._history: FollowedHistory | None = None
        self._reading = threading.Lock()
        self.failure = ""
        self.began_at = time.monotonic()

    def new_id(self) -> str:
        """The name that it was given."""
        return self.name

    @property
    def running(self) -> bool:
        """Whether more may come."""
        return not (self._growing.is_over or self.failure)

    def is_of(self, path: Path) -> bool:
        """Whether it was read from this file, and not from one that has taken its place."""
        with suppress(OSError):
            return self._growing.inode == path.stat().st_ino
        return True  # it is gone: there is no other one

    def read(self) -> bool:
        """Read what was written since the last look, and wake the viewers; returns whether there was anything."""
        with self._reading:
            try:
                grown = self._growing.read()
                self._begin()
            except (LanistaError, OSError) as error:
                self.failure = str(error)
                grown = True
            if self._history is not None and not self.running:
                self._history.footer = self._growing.footer
                self._history.live = False
        if grown:
            self.notify()
        return grown

    def _begin(self) -> None:
        if self._history is None and self._growing.header is not None:
            self._history = FollowedHistory(self._growing)

    def history(self) -> MatchHistory:
        """The match so far; waits for its first line."""
        deadline = time.monotonic() + BEGIN_SECONDS
        self.read()
        while self._history is None:
            if not self.running or time.monotonic() > deadline:
                raise UnknownMatch(f"match {self.name} has not begun")
            time.sleep(BEGIN_STEP)
            self.read()
        return self._history

    def board(self) -> tuple[State[Any, Any], int]:
        """The newest state."""
        self.history()
        assert self._history is not None, "`history` has made it"
        return self._history.newest()

    def replay(self) -> Replay:
        """The match so far as a replay."""
        history = self.history()
        return Replay(Path(self.name), history.header, history.lines(), history.footer)

    def forget(self) -> None:
        """Close the file, for good."""
        with self._reading:
            self._growing.is_over = True
            self._growing.close()


class Follower:
    """Reads on in matches that are watched, in one thread, which ends when nobody watches any."""

    def __init__(self, shows: Callable[[], list[FollowedShow]]) -> None:
        self._shows = shows
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()

    def wake(self) -> None:
        """Somebody may watch from now on."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="followed-matches", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """End the thread; `wake` may start another one."""
        self._closing.set()
        thread = self._thread
        if thread is not None:
            thread.join(CALM_SECONDS * 100)
        with self._lock:
            self._thread = None
            self._closing.clear()

    def _run(self) -> None:
        idle_since = time.monotonic()
        while not self._closing.is_set():
            watched = [show for show in self._shows() if show.running and show.viewers]
            grown = False
            for show in watched:
                with suppress(LanistaError):
                    grown |= show.read()
            if watched:
                idle_since = time.monotonic()
            elif time.monotonic() - idle_since > BEGIN_SECONDS:
                with self._lock:
                    self._thread = None
                return
            self._closing.wait(QUICK_SECONDS if grown else CALM_SECONDS)
