"""Draws the pairs or groups of a Swiss round."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lanista.league.balance import MatchTally
from lanista.league.formats.pairing import most_pairs
from lanista.league.formats.swiss_rounds import Crosstable


def draw_pairs(crosstable: Crosstable, tally: MatchTally) -> list[list[int]]:
    """Pairs that have not met, while possible: among equal points, the upper half meets the lower."""
    order = _order(crosstable, tally)
    if len(order) % 2:
        order.remove(_bye(crosstable, order))
    mates: dict[int, int] = {}
    for bot in order:
        if bot not in mates:
            free = [other for other in order if other not in mates and other != bot]
            new = (other for other in _wishes(crosstable, bot, free) if not tally.meetings(bot, other))
            if (mate := next(new, None)) is not None:
                mates[bot], mates[mate] = mate, bot
    mates = most_pairs(mates, order, lambda a, b: not tally.meetings(a, b))
    rank = {bot: number for number, bot in enumerate(order)}
    pairs = [[bot, mates[bot]] for bot in order if bot in mates and rank[bot] < rank[mates[bot]]]
    return pairs + list(_repeated([bot for bot in order if bot not in mates], tally))


def draw_groups(crosstable: Crosstable, tally: MatchTally, sizes: list[int]) -> list[list[int]]:
    """Groups of bots with about equal points; neighbouring groups exchange bots that have met too often."""
    order = _order(crosstable, tally)
    while len(order) > sum(sizes):
        order.remove(_bye(crosstable, order))
    if not tally.matches:  # no results yet: spread the first to join over all groups
        return [order[number :: len(sizes)] for number in range(len(sizes))]
    ends = [sum(sizes[: number + 1]) for number in range(len(sizes))]
    groups = [order[end - size : end] for end, size in zip(ends, sizes, strict=True)]
    for upper, lower in pairwise(groups):
        while _exchange(upper, lower, tally):
            pass
    return groups


def _order(crosstable: Crosstable, tally: MatchTally) -> list[int]:
    return sorted(tally.field, key=lambda entry: (-crosstable.points[entry], entry))


def _bye(crosstable: Crosstable, order: list[int]) -> int:
    """The last of the bots with the fewest byes."""
    return min(reversed(order), key=crosstable.byes.__getitem__)


def _wishes(crosstable: Crosstable, bot: int, free: list[int]) -> Iterator[int]:
    """A bot's preferred opponents, best first: those with equal points from the middle on, then the rest."""
    same = [other for other in free if crosstable.points[other] == crosstable.points[bot]]
    middle = len(same) // 2
    yield from same[middle:]
    yield from reversed(same[:middle])
    yield from (other for other in free if crosstable.points[other] != crosstable.points[bot])


def _repeated(left: list[int], tally: MatchTally) -> Iterator[list[int]]:
    """Pairs that meet again, since all bots left have met: those that met least."""
    while left:
        bot = left.pop(0)
        mate = min(left, key=lambda other: tally.meetings(bot, other))
        left.remove(mate)
        yield [bot, mate]


def _exchange(upper: list[int], lower: list[int], tally: MatchTally) -> bool:
    """Exchange two bots of two groups if fewer of those in a group have met before."""
    gains_up = [_met(a, upper, tally) - _met(a, lower, tally) for a in upper]
    gains_down = [_met(b, lower, tally) - _met(b, upper, tally) for b in lower]
    for i, j in ((i, j) for i in reversed(range(len(upper))) for j in range(len(lower))):
        if gains_up[i] + gains_down[j] + 2 * tally.meetings(upper[i], lower[j]) > 0:
            upper[i], lower[j] = lower[j], upper[i]
            return True
    return False


def _met(bot: int, group: list[int], tally: MatchTally) -> int:
    return sum(tally.meetings(bot, other) for other in group if other != bot)
