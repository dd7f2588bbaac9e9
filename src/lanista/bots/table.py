"""The table: waits for all bots at once, each to its own deadline."""

from __future__ import annotations

import math
import select
import time
from collections.abc import Iterable
from typing import Any

from lanista.bots.player import Player, Watched
from lanista.bots.process import GOODBYE_SECONDS


class Pipes:
    """All pipes that are watched, each with its player and its name."""

    def __init__(self) -> None:
        self._poll = select.poll()
        self._owners: dict[int, tuple[Watched, str]] = {}

    def watch(self, fd: int, owner: tuple[Watched, str], *, writing: bool = False) -> None:
        """Wait for a pipe to be readable, or to have room."""
        self._owners[fd] = owner
        self._poll.register(fd, select.POLLOUT if writing else select.POLLIN)

    def forget(self, fd: int) -> None:
        """Watch a pipe no longer."""
        if self._owners.pop(fd, None) is not None:
            self._poll.unregister(fd)

    def serve(self, seconds: float | None) -> None:
        """Wait for something to happen, no longer than that, and handle all that did."""
        milliseconds = None if seconds is None else math.ceil(1000 * seconds)
        for fd, _ in self._poll.poll(milliseconds):
            owner = self._owners.get(fd)
            if owner is not None:
                owner[0].handle(owner[1])


class Table:
    """Waits for all players at once, each to its own deadline."""

    def __init__(self, players: Iterable[Player]) -> None:
        self.players = list(players)
        self._watched = [player for player in self.players if isinstance(player, Watched)]
        self._pipes = Pipes()

    def seat(self) -> None:
        """Begin to watch the players that take their time, once they are started."""
        for player in self._watched:
            player.watch(self._pipes)

    def listen(self) -> None:
        """Take what was written since the last turn closed: it came before the next question."""
        if self._watched:
            self._pipes.serve(0)

    def wait(self) -> None:
        """Return when every player has answered or run out of its budget."""
        while waiting := [player for player in self._watched if player.waiting()]:
            now = time.monotonic()
            soonest = None
            for player in waiting:
                deadline = player.deadline()
                if deadline is not None and now >= deadline:
                    player.expire(now)
                    soonest = now
                elif deadline is not None:
                    soonest = deadline if soonest is None else min(soonest, deadline)
            self._pipes.serve(None if soonest is None else soonest - now)

    def close(self, outcome: Any) -> None:
        """Say how it ended, give everybody a moment to leave, then end them."""
        try:
            for player in self.players:
                player.finish(outcome)
            deadline = time.monotonic() + GOODBYE_SECONDS
            while any(player.leaving() for player in self._watched) and time.monotonic() < deadline:
                self._pipes.serve(0.01)
        finally:
            for player in self.players:
                player.close()
