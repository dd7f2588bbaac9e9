"""The positions in a schedule at which a ladder refits all results and checks whether it is done."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

MIN_STEP = 32  # matches
GROWTH = 8  # a step is at least an eighth of the matches since the last bot joined


class Checkpoints:
    """Positions that follow from the schedule alone, so that all runners agree.

    Steps grow with the matches, so that n matches have about log n checkpoints: all fits together cost little more
    than the last one, and the question whether the places are right is not asked so often that chance answers it.
    With many bots, steps are at least a match for each of them. A newcomer makes steps short again.
    """

    def __init__(self) -> None:
        self.positions = [0]
        self._known: set[int] = set()
        self._newest = 0  # the last match that was some bot's first
        self._next = MIN_STEP
        self._matches = 0

    def add(self, entries: Sequence[int]) -> None:
        """Follow the next match of the schedule."""
        if not self._known.issuperset(entries):
            self._known.update(entries)
            self._newest = self._matches
        self._matches += 1
        if self._matches == self._next:
            self.positions.append(self._next)
            self._next += self._step(self._next)

    def _step(self, at: int) -> int:
        return max(MIN_STEP, len(self._known), (at - self._newest) // GROWTH)

    def first(self, position: int) -> int:
        """The first checkpoint from a position on, if no bot joins."""
        if position <= self.positions[-1]:
            return self.positions[bisect_left(self.positions, position)]
        at = self._next
        while at < position:
            at += self._step(at)
        return at

    def last(self, position: int) -> int:
        """The last checkpoint up to a position, which the schedule must have reached."""
        return self.positions[bisect_right(self.positions, position) - 1]
