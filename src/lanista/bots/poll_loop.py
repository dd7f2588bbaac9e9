"""Waits for all players of a match at once, each to its own deadline."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from typing import Any

from lanista.bots.clock import SYSTEM_CLOCK, Clock
from lanista.bots.player import BotPlayer, Freezable, Reusable, Watched
from lanista.bots.poller import Poller
from lanista.core.text import describe

GOODBYE_SECONDS = 0.2  # for bots to leave after their match


class PollLoop:
    """Waits for all players at once, each to its own deadline."""

    def __init__(self, players: Iterable[BotPlayer], clock: Clock = SYSTEM_CLOCK, *, freeze: bool = False) -> None:
        self.players = list(players)
        self._freezable = [player for player in self.players if freeze and isinstance(player, Freezable)]
        self._watched = [player for player in self.players if isinstance(player, Watched)]
        self._clock = clock
        self._poller = Poller(clock)

    def seat(self, *players: BotPlayer) -> None:
        """Watch players that have started; all of them if none is given."""
        for player in self._among(players):
            player.watch(self._poller)

    def start_again(self) -> None:
        """Start bots anew whose process had played an earlier match and did not get ready for this one."""
        for player in self.players:
            if isinstance(player, Reusable) and player.start_anew():
                self.seat(player)
                self.wait(player)

    def listen(self) -> None:
        """Read what was written since the last turn: it arrived before the next question."""
        if self._watched:
            self._poller.serve(0)

    def wait(self, *players: BotPlayer) -> None:
        """Wait until these players, or all of them, have answered or timed out."""
        awaited = self._among(players)
        while waiting := [player for player in awaited if player.waiting()]:
            self._freeze_idle()
            deadline = _earliest(waiting)
            if deadline is None:
                self._poller.serve(None)
                continue
            now = self._clock.now()
            if now >= deadline:
                self._expire(waiting, now)
            else:
                self._poller.serve(deadline - now)
        self._freeze_idle()

    def _freeze_idle(self) -> None:
        """Freeze every player that owes no answer, so that nobody thinks in another's turn."""
        for player in self._freezable:
            if not player.waiting():
                player.freeze()

    def _expire(self, waiting: Sequence[Watched], now: float) -> None:
        """Expire the players that are due; data already in the pipes is in time, even if we read it late."""
        self._poller.serve(0)
        for player in waiting:
            if player.waiting() and _is_due(player, now):
                _expire(player, now)

    def _among(self, players: Sequence[BotPlayer]) -> list[Watched]:
        """The watched players among these; all of them if none is given."""
        return [player for player in self._watched if player in players] if players else self._watched

    def close(self, outcome: Any) -> None:
        """Report the outcome, give the players a moment to leave, then end them."""
        try:
            for player in self.players:
                _finish(player, outcome)
            deadline = self._clock.now() + GOODBYE_SECONDS
            while any(player.leaving() for player in self._watched) and self._clock.now() < deadline:
                self._poller.serve(0.01)
        finally:
            close_all(self.players)


def _earliest(waiting: Sequence[Watched]) -> float | None:
    """The first deadline of these players; None if they are waited for without one."""
    return min((deadline for player in waiting if (deadline := player.deadline()) is not None), default=None)


def _is_due(player: Watched, now: float) -> bool:
    deadline = player.deadline()
    return deadline is not None and now >= deadline


def _expire(player: Watched, now: float) -> None:
    """Expire a player; one that would still wait at a deadline in the past is given up."""
    player.expire(now)
    if player.waiting() and _is_due(player, now):
        player.give_up("no answer in time")


def _finish(player: BotPlayer, outcome: Any) -> None:
    """Report the outcome to a player; a failure there does not affect the others."""
    try:
        player.finish(outcome)
    except Exception as error:  # noqa: BLE001 - the match is over, and its result stands
        if isinstance(player, Watched):
            player.give_up(f"the outcome could not be sent to it: {describe(error)}")


def close_all(players: Iterable[BotPlayer]) -> None:
    """End every player, even if one of them cannot be ended."""
    with contextlib.ExitStack() as stack:
        for player in players:
            stack.callback(player.close)
