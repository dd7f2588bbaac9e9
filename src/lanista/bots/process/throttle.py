"""Slows a bot down: its processes are stopped and continued many times a second.

All of them lose the same share of the time. A processor quota of a cgroup would cost a bot with several threads
more than one with a single thread, and needs rights that an ordinary user does not have.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterable

from lanista.core.errors import BotError

PERIOD_SECONDS = 0.02  # one stop and one go
FULL_SPEED = 100  # percent

Send = Callable[[int, int], None]


class Throttle:
    """Lets processes run for a share of the time while it is entered; `find` returns those that there are."""

    def __init__(self, find: Callable[[], Iterable[int]], percent: int, send: Send = os.kill) -> None:
        self._find = find
        self._send = send
        self._go_seconds = PERIOD_SECONDS * percent / FULL_SPEED
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="throttle", daemon=True)
        self._percent = percent

    def __enter__(self) -> Throttle:
        if self._percent < FULL_SPEED:
            if not hasattr(signal, "SIGSTOP"):
                raise BotError("a bot can be slowed down on Linux and macOS only")
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._over.is_set():
            stopped = list(self._find())
            self._signal(stopped, signal.SIGSTOP)
            self._over.wait(PERIOD_SECONDS - self._go_seconds)
            self._signal(stopped, signal.SIGCONT)
            self._over.wait(self._go_seconds)

    def _signal(self, pids: Iterable[int], number: int) -> None:
        for pid in pids:
            with contextlib.suppress(OSError):  # it has ended
                self._send(pid, number)
