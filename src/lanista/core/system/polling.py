"""Waiting for descriptors: by `poll` where the system has it, else by `select`, on Windows for sockets only."""

from __future__ import annotations

import select
import time
from typing import Protocol

READABLE: int = getattr(select, "POLLIN", 1)
WRITABLE: int = getattr(select, "POLLOUT", 4)
SLICE_SECONDS = 0.1  # `select` on Windows is not interrupted by Ctrl-C


class Poll(Protocol):
    """The part of `select.poll` that is used here."""

    def register(self, fd: int, eventmask: int = ..., /) -> None:
        """Wait for a descriptor from now on, or for other events of it."""

    def unregister(self, fd: int, /) -> None:
        """Wait for it no longer."""

    def poll(self, timeout: float | None = None, /) -> list[tuple[int, int]]:
        """The descriptors that are ready, and their events; waits for at most `timeout` milliseconds."""


def new_poll() -> Poll:
    """An object to wait with, without descriptors."""
    return select.poll() if hasattr(select, "poll") else SelectPoll()


class SelectPoll:
    """Waits by `select`, in slices, so that a Ctrl-C is noticed between them."""

    def __init__(self) -> None:
        self._wanted: dict[int, int] = {}

    def register(self, fd: int, eventmask: int = READABLE, /) -> None:
        """Wait for a descriptor from now on, or for other events of it."""
        self._wanted[fd] = eventmask

    def unregister(self, fd: int, /) -> None:
        """Wait for it no longer."""
        del self._wanted[fd]

    def poll(self, timeout: float | None = None, /) -> list[tuple[int, int]]:
        """The descriptors that are ready, and their events; waits for at most `timeout` milliseconds."""
        deadline = None if timeout is None else time.monotonic() + timeout / 1000
        while True:
            left = SLICE_SECONDS if deadline is None else min(SLICE_SECONDS, deadline - time.monotonic())
            ready = self._select(max(0.0, left))
            if ready or (deadline is not None and time.monotonic() >= deadline):
                return ready

    def _select(self, seconds: float) -> list[tuple[int, int]]:
        if not self._wanted:  # Windows refuses to wait for an empty set
            time.sleep(seconds)
            return []
        reading = [fd for fd, events in self._wanted.items() if events & READABLE]
        writing = [fd for fd, events in self._wanted.items() if events & WRITABLE]
        readable, writable, failed = select.select(reading, writing, writing, seconds)
        ready = dict.fromkeys(readable, READABLE)
        for fd in {*writable, *failed}:  # a connection that failed is ready: writing to it says why
            ready[fd] = ready.get(fd, 0) | WRITABLE
        return list(ready.items())
