"""Balance: every bot sits in every seat, plays every map and meets every other bot equally often.

The rule, over the matches that a format has scheduled and that were not cancelled:

- with 2 seats a unit is two matches on one seed and map, each bot once in each seat, so that seats are equal on
  every map;
- with more seats a unit is one match, and each bot sits where it sat least so far;
- a unit is played on the map that its bots have played least so far.

`docs/formats.md` says how equal that makes seats, maps and opponents.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from lanista.league.assignment import assign
from lanista.league.format import Planned
from lanista.league.history import LeagueHistory

SEAT = 1 << 20  # a seat counts more than any number of matches in a seat on one map


class MatchTally:
    """Counts over the scheduled matches of a league that were not cancelled; follows a growing history."""

    def __init__(self, maps: Sequence[str]) -> None:
        self.maps = tuple(maps) or ("",)
        self._history: LeagueHistory | None = None
        self._restart()

    def _restart(self) -> None:
        self.matches = 0  # of the schedule that were counted
        self.field: tuple[int, ...] = ()  # the entries that have not left
        self.unit = 0  # the next one
        self.played = Counter[int]()
        self.meetings_in_field = 0  # of bots that have not left
        self.seats = defaultdict[int, Counter[int]](Counter)
        self.on_map = defaultdict[int, Counter[str]](Counter)
        self.seat_on_map = defaultdict[int, Counter[tuple[int, str]]](Counter)
        self._met = defaultdict[int, Counter[int]](Counter)  # the lower entry first

    def follow(self, history: LeagueHistory) -> MatchTally:
        """Count what is new in a history; start over if it is another one, or if its field has changed."""
        field = tuple(entry.id for entry in history.active())
        if history is not self._history or field != self.field or self.matches > len(history.matches):
            self._restart()
            self._history, self.field = history, field
        for match in history.matches[self.matches :]:
            result = history.results.get(match.number)
            if result is None or not result.is_cancelled:
                self.add(match.entries, match.map)
                present = sum(history.entries[entry].left is None for entry in match.entries)
                self.meetings_in_field += present * (present - 1) // 2
            self.unit = max(self.unit, match.unit + 1)
        self.matches = len(history.matches)
        return self

    def add(self, entries: Sequence[int], map: str, times: int = 1) -> None:  # noqa: A002
        """Count a match; `times` -1 takes it back."""
        for seat, entry in enumerate(entries):
            self.played[entry] += times
            self.seats[entry][seat] += times
            self.on_map[entry][map] += times
            self.seat_on_map[entry][seat, map] += times
            for other in entries[seat + 1 :]:
                self._met[min(entry, other)][max(entry, other)] += times

    def meetings(self, a: int, b: int) -> int:
        """The number of matches that two bots have together."""
        return self._met[min(a, b)][max(a, b)]

    def map_for(self, group: Sequence[int]) -> str:
        """The map that these bots have played least, by squared excess over each bot's least played one."""
        counts, maps = [[self.on_map[entry][name] for name in self.maps] for entry in group], range(len(self.maps))
        costs = [sum((count[number] - min(count)) ** 2 for count in counts) for number in maps]
        return self.maps[min(maps, key=lambda number: (costs[number], (number - group[0]) % len(maps)))]

    def seated(self, group: Sequence[int], map: str) -> tuple[int, ...]:  # noqa: A002
        """The bots of a match by seat: each in its rarest seat, then its rarest seat on this map."""
        seats = assign([self._costs(entry, len(group), map) for entry in group])
        return tuple(entry for _, entry in sorted(zip(seats, group, strict=True)))

    def _costs(self, entry: int, seats: int, map: str) -> list[int]:  # noqa: A002
        """The cost of each seat: the squared excess of a bot's matches there over those in its rarest seat."""
        sat = [self.seats[entry][seat] for seat in range(seats)]
        here = [self.seat_on_map[entry][seat, map] for seat in range(seats)]
        return [SEAT * (a - min(sat)) ** 2 + (b - min(here)) ** 2 for a, b in zip(sat, here, strict=True)]

    def plan(
        self, groups: Iterable[Sequence[int]], number: int, on: str | None = None, *, keep_seats: bool = False
    ) -> list[Planned]:
        """A unit for each group in a round of this number, on the given map, or on the one that balances best.

        Groups may be made one after the other from these counts, which include the matches before them.
        """
        planned: list[Planned] = []
        for index, group in enumerate(groups):
            map_name = self.map_for(group) if on is None else on
            for entries in [tuple(group)] if keep_seats else self._seatings(group, map_name):
                self.add(entries, map_name)
                planned.append(Planned(self.unit + index, entries, number, map_name))
        for match in planned:
            self.add(match.entries, match.map, -1)
        return planned

    def _seatings(self, group: Sequence[int], map: str) -> list[tuple[int, ...]]:  # noqa: A002
        return [(group[0], group[1]), (group[1], group[0])] if len(group) == 2 else [self.seated(group, map)]


def missing_groups(tally: MatchTally, seats: int, needed: int) -> Iterator[list[int]]:
    """Groups of bots until every two have met as often as needed; at most as many groups as there are bots.

    The counts must include each group before the next one is asked for; `MatchTally.plan` does that.
    """
    for _ in tally.field:
        group: list[int] = []
        missing = {a: sum(tally.meetings(a, b) < needed for b in tally.field if b != a) for a in tally.field}
        if not any(missing.values()):
            return
        while len(group) < seats:
            others = (entry for entry in tally.field if entry not in group)
            group.append(max(others, key=lambda entry: _wish(tally, entry, group, needed, missing)))
        yield group


def _wish(
    tally: MatchTally, entry: int, group: Sequence[int], needed: int, missing: dict[int, int]
) -> tuple[int, ...]:
    """A bot's priority in a group: bots of the group that it must still meet, then all that it must still meet."""
    new = sum(tally.meetings(entry, other) < needed for other in group)
    met = sum(tally.meetings(entry, other) for other in group)
    return new, missing[entry], -met, -tally.played[entry], -entry
