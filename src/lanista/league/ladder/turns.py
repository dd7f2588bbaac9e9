"""Decides which bots must play next, so that none waits long.

Units of a ladder are of three kinds:

1. While there are bots without a match, the next unit begins with them, in the order in which they joined, as
   many as there are seats.
2. Of the other units every second one, from the first on, begins with the bots that have waited longest, which
   get half of its seats.
3. The rest is chosen freely.

Bound: a bot whose last unit was number u plays again at the latest in unit u + 2 * ceil(A / h) + N, where A is the
number of bots that were active at u, h is half the seats, and N is the number of units of the first kind since u.

Proof: order the bots by their last unit. A bot that plays moves to the end of the order, and a bot that joins has
its first match after u. So no bot gets in front of one that waits, and at u at most A - 1 others are there. Each
unit of the second kind takes the first h of the order, so after ceil(A / h) such units the bot has played.
They are every second unit that is not of the first kind, so 2 * ceil(A / h) of these are enough. A bot
that leaves only shortens the order.

A bot that joins plays in the first unit that is scheduled after that; of k bots that join at once, the last one
plays in the unit ceil(k / seats) after that.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice


def wait_bound(active: int, seats: int, newcomer_units: int = 0) -> int:
    """The most units from one of a bot to its next."""
    return 2 * -(-active // max(1, seats // 2)) + newcomer_units


class LadderTurns:
    """Follows a schedule, and names the bots that must play next."""

    def __init__(self) -> None:
        self._known: set[int] = set()
        self._waiting: dict[int, None] = {}  # bots that have played, the longest ago first
        self._is_turn = True

    def played(self, bots: Sequence[int]) -> None:
        """The next unit of the schedule has these bots."""
        if self._known.issuperset(bots):
            self._is_turn = not self._is_turn
        self._known.update(bots)
        for bot in bots:
            self._waiting.pop(bot, None)
            self._waiting[bot] = None

    def due(self, active: Collection[int], seats: int) -> list[int]:
        """The bots with which the next unit must begin; those that joined earlier have lower numbers."""
        if newcomers := set(active) - self._known:
            return sorted(newcomers)[:seats]
        return self.longest(active, max(1, seats // 2)) if self._is_turn else []

    def longest(self, active: Collection[int], count: int) -> list[int]:
        """The bots that have waited longest."""
        members = set(active)
        for bot in self._waiting.keys() - members:  # they have left for good
            del self._waiting[bot]
        return list(islice(self._waiting, count))
