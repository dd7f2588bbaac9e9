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

from lanista.league.format import Planned
from lanista.league.history import History


class Tally:
    """Counts over the scheduled matches of a league that were not cancelled; follows a history that grows."""

    def __init__(self, maps: Sequence[str]) -> None:
        self.maps = tuple(maps) or ("",)
        self._history: History | None = None
        self._restart()

    def _restart(self) -> None:
        self.matches = 0  # of the schedule that were counted
        self.field: tuple[int, ...] = ()  # the entries that have not left
        self.unit = 0  # the next one
        self.played = Counter[int]()
        self.seats = defaultdict[int, Counter[int]](Counter)
        self.on_map = defaultdict[int, Counter[str]](Counter)
        self.seat_on_map = defaultdict[int, Counter[tuple[int, str]]](Counter)
        self._met = defaultdict[int, Counter[int]](Counter)  # the lower entry first

    def follow(self, history: History) -> Tally:
        """Count what is new in a history; start anew if it is another one, or if its field has changed."""
        field = tuple(entry.id for entry in history.active())
        if history is not self._history or field != self.field or self.matches > len(history.matches):
            self._restart()
            self._history, self.field = history, field
        for match in history.matches[self.matches :]:
            result = history.results.get(match.number)
            if result is None or not result.is_cancelled:
                self.add(match.entries, match.map)
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
        """How many matches two bots have together."""
        return self._met[min(a, b)][max(a, b)]

    def map_for(self, entries: Iterable[int], first: int = 0) -> str:
        """The map that these bots have played least; among equals, the first from `first` on."""
        counts = [self.on_map[entry] for entry in entries]
        order = [self.maps[(first + step) % len(self.maps)] for step in range(len(self.maps))]
        return min(order, key=lambda name: sum(count[name] for count in counts))

    def seated(self, group: Sequence[int], map: str) -> tuple[int, ...]:  # noqa: A002
        """The bots of a match by seat: each where it sat least, then where it sat least on this map."""
        seats = len(group)
        free, seated = list(range(seats)), [0] * seats
        for entry in sorted(group, key=lambda entry: (-self._unevenness(entry, seats), entry)):
            sat, here = self.seats[entry], self.seat_on_map[entry]
            seat = min(free, key=lambda seat: (sat[seat], here[seat, map], (seat - entry) % seats))
            free.remove(seat)
            seated[seat] = entry
        return tuple(seated)

    def _unevenness(self, entry: int, seats: int) -> int:
        counts = [self.seats[entry][seat] for seat in range(seats)]
        return max(counts) - min(counts)

    def plan(self, groups: Iterable[Sequence[int]], round: int, *, seated: bool = False) -> list[Planned]:  # noqa: A002
        """A match for each group, on the map and, unless they are `seated`, in the seats that balance best.

        Groups may be made one after the other from these counts, which include the matches before them.
        """
        planned: list[Planned] = []
        for group in groups:
            map_name = self.map_for(group, len(planned) + round)
            entries = tuple(group) if seated else self.seated(group, map_name)
            self.add(entries, map_name)
            planned.append(Planned(self.unit + len(planned), entries, round, map_name))
        for match in planned:
            self.add(match.entries, match.map, -1)
        return planned


def both_seats(unit: int, pair: Sequence[int], map: str, round: int = 0, label: str = "") -> list[Planned]:  # noqa: A002
    """A unit with 2 seats: each bot in each seat."""
    a, b = pair
    return [Planned(unit, entries, round, map, label) for entries in ((a, b), (b, a))]


def missing_groups(tally: Tally, seats: int, needed: int) -> Iterator[list[int]]:
    """Groups of bots until every two have met as often as needed; at most as many groups as there are bots.

    The counts must include each group before the next one is asked for; `Tally.plan` does that.
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


def _wish(tally: Tally, entry: int, group: Sequence[int], needed: int, missing: dict[int, int]) -> tuple[int, ...]:
    """How much a bot belongs into a group: with whom it still has to meet, then those with most of that left."""
    new = sum(tally.meetings(entry, other) < needed for other in group)
    met = sum(tally.meetings(entry, other) for other in group)
    return new, missing[entry], -met, -tally.played[entry], -entry
