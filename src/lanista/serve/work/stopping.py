"""How a lane is asked to end: first to finish what it does, then at once; and how long one job may take."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from lanista.core.errors import Terminated
from lanista.core.system import terminate_self

DRAIN_SECONDS = 15.0  # in which running matches and jobs may end
STEP_SECONDS = 0.1


class JobTimeout(Terminated):
    """A job took too long; nothing of a bot can be mistaken for it."""


class Stopping:
    """The first SIGTERM sets `asked`; the second one raises Terminated in the main thread.

    So does the end of DRAIN_SECONDS after the first, and the end of the process that owns this one.
    """

    def __init__(self) -> None:
        self.asked = False
        self.drain: Callable[[], None] = lambda: None  # called once, in a signal handler
        self._deadline: float | None = None
        self._limit: float | None = None
        self._is_late = self._is_orphan = False
        self._is_watched = False

    @contextmanager
    def watching(self, owner: Callable[[], object]) -> Iterator[None]:
        """Handle signals and watch the deadlines within a block; `owner` returns when our owner is gone."""
        former = {
            signal.SIGTERM: signal.signal(signal.SIGTERM, self._signalled),
            signal.SIGINT: signal.signal(signal.SIGINT, signal.SIG_IGN),  # it reaches our owner, which asks us
        }
        self._is_watched = True
        deadlines = threading.Thread(target=self._watch_time, name="deadlines", daemon=True)
        deadlines.start()
        threading.Thread(target=self._watch_owner, args=(owner,), name="owner", daemon=True).start()
        try:
            yield
        finally:
            self._is_watched = False
            deadlines.join()
            for number, handler in former.items():
                signal.signal(number, handler)

    def pause(self, seconds: float) -> None:
        """Wait, unless this lane is asked to end."""
        until = time.monotonic() + seconds
        while not self.asked and time.monotonic() < until:
            time.sleep(STEP_SECONDS)

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Raise JobTimeout in the main thread if the block takes longer."""
        self._limit = time.monotonic() + seconds
        try:
            yield
        finally:
            self._limit = None

    def _signalled(self, *_: object) -> None:
        if self._is_late:
            self._is_late = False
            if self._limit is not None:  # the job may just have ended
                self._limit = None
                raise JobTimeout
            return
        if self.asked or self._is_orphan:
            self.asked = True
            signal.signal(signal.SIGTERM, lambda *_: None)
            raise Terminated
        self.asked = True
        self._deadline = time.monotonic() + DRAIN_SECONDS
        self.drain()

    def _watch_time(self) -> None:
        while self._is_watched:
            time.sleep(STEP_SECONDS)
            now, deadline, limit = time.monotonic(), self._deadline, self._limit
            if deadline is not None and now >= deadline:
                self._deadline = None
                terminate_self()
            elif limit is not None and now >= limit and not self._is_late:
                self._is_late = True
                terminate_self()

    def _watch_owner(self, owner: Callable[[], object]) -> None:
        owner()
        if self._is_watched:
            self._is_orphan = True
            terminate_self()


def owner_is_gone() -> None:
    """Wait until standard input is closed, as it is when the owner is gone, whatever ended it."""
    while os.read(sys.stdin.fileno(), 1 << 16):
        pass
