"""The ticks of a match at the hub: which one is open for commands, when it is due, and its commands."""

from __future__ import annotations

from collections.abc import Sequence

from lanista.games.sproutopia.contest.farmers import HubFarmer, Sent, close_tick


class Ticks:
    """Opens one tick after another; the caller holds the hub's lock."""

    def __init__(self, farmers: Sequence[HubFarmer], rate: float, *, ranked: bool) -> None:
        self.number = 0  # of the open tick
        self.due = 0.0  # when it is played, if the match runs in real time
        self._farmers = farmers
        self._rate = rate  # seconds per tick
        self._ranked = ranked
        self._settled = 0  # the last tick that was settled
        self._sent: list[Sent] | None = None  # for the open tick, once it is closed

    def open(self, number: int, now: float) -> None:
        """Open a tick: the first is due at once, every other one period after its predecessor."""
        due = self.due + self._rate
        if due - now < self._rate / 2:  # the match is late; bots get a full period instead of a shorter one
            due = now + self._rate
        self.due = now if number == 1 else due
        self.number = number
        self._sent = None

    def needs_settling(self) -> bool:
        """Whether the sockets are still to be read: once per tick, and always before the first one."""
        settled, self._settled = self._settled, self.number
        return settled != self.number or self.number == 0

    def take(self, seat: int) -> Sent:
        """Take the commands of a farmer's bot for the open tick; the first call closes the tick for all."""
        if self._sent is None:
            self._sent = close_tick(self._farmers, ranked=self._ranked)
        return self._sent[seat]
