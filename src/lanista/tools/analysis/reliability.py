"""How often seats won that were given some chance: called 70 %, won 70 %?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

BINS = 10


@dataclass
class Bin:
    """The positions that were called within some bounds."""

    low: float
    high: float
    count: int = 0
    called: float = 0.0  # the mean chance
    won: float = 0.0  # the part that was won

    def add(self, called: float, won: float) -> None:
        """Add a seat at a position."""
        self.count += 1
        self.called += (called - self.called) / self.count
        self.won += (won - self.won) / self.count


def reliability(calls: Iterable[tuple[float, float]], bins: int = BINS) -> list[Bin]:
    """A table of bins from pairs: the chance that a seat was given, and its share of the result (0 to 1)."""
    table = [Bin(i / bins, (i + 1) / bins) for i in range(bins)]
    for called, won in calls:
        table[min(bins - 1, int(called * bins))].add(called, won)
    return table


def miscalibration(table: Iterable[Bin]) -> float:
    """By how much calls and wins differ, on average over all positions."""
    bins = [each for each in table if each.count]
    total = sum(each.count for each in bins)
    return sum(abs(each.called - each.won) * each.count for each in bins) / max(1, total)
