"""The rounds of a knock-out, derived from its results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lanista.league.formats.heat import Heat, HeatRules
from lanista.league.formats.options import group_sizes
from lanista.league.formats.scoring import Groups
from lanista.league.history import LeagueHistory
from lanista.league.store.records import LeagueEntry

ROUNDS = {1: "final", 2: "semi-final", 4: "quarter-final"}  # by the number of heats
THIRD_PLACE = "third place"


class Bracket:
    """All rounds that have been drawn or can be: the last one is undecided, unless the league is over."""

    def __init__(self, history: LeagueHistory, rules: HeatRules) -> None:
        self.history, self.rules = history, rules
        self.field = _seeded(history, rules.seeds)
        self.rounds: list[list[Heat]] = []
        self.third_place: Heat | None = None
        heats = self._first_heats()
        while heats:
            self._play(heats)
            if not all(heat.is_decided for heat in self._current()):
                break
            heats = self._next_heats()

    @property
    def round(self) -> int:
        """The number of the last round, from 1."""
        return len(self.rounds)

    def undecided(self) -> list[Heat]:
        """The heats that are being played."""
        return [heat for heat in self._current() if not heat.is_decided]

    def label(self, heat: Heat) -> str:
        """The name of a heat of the last round."""
        if heat is self.third_place:
            return THIRD_PLACE
        return self._title(len(self.rounds) - 1, self.rounds[-1].index(heat))

    def title(self) -> str:
        """The name of the last round."""
        return self._title(len(self.rounds) - 1) if self.rounds else "waiting for bots"

    def _title(self, index: int, number: int | None = None) -> str:
        heats = self.rounds[index]
        name = ROUNDS.get(len(heats), "") if self.rules.seats == 2 or len(heats) == 1 else ""
        if number is None or len(heats) == 1:
            return name or f"round {index + 1}"
        return f"{name} {number + 1}" if name else f"round {index + 1}, heat {number + 1}"

    def least_unscheduled(self) -> int:
        """Approximately the least number of matches still to be scheduled."""
        new = [heat for heat in self.undecided() if not heat.waits]
        now = sum(heat.units_to_play() * heat.matches_per_unit for heat in new)
        later = len(self.rounds[-1]) - 1 if self.rules.seats == 2 else 0
        return now + later * (self.rules.best_of // 2 + 1) * 2

    def _current(self) -> list[Heat]:
        last = self.rounds[-1] if self.rounds else []
        return [*last, self.third_place] if self.third_place else last

    # Rounds

    def _first_heats(self) -> list[list[int]]:
        if self.rules.seats > 2:
            return self._heats(self.field)
        size = 1 << (len(self.field) - 1).bit_length() if len(self.field) > 1 else 0
        order = _bracket_order(size)
        pairs = zip(order[::2], order[1::2], strict=True)
        return [[self.field[seed] for seed in sorted(pair) if seed < len(self.field)] for pair in pairs]

    def _next_heats(self) -> list[list[int]]:
        heats = self.rounds[-1]
        if len(heats) == 1:
            return []
        winners = [heat.winners() for heat in heats]
        if self.rules.seats == 2:
            return [self._by_seed(a + b) for a, b in zip(winners[::2], winners[1::2], strict=True)]
        return self._heats(self._by_seed([entry for group in winners for entry in group]))

    def _heats(self, bots: Sequence[int]) -> list[list[int]]:
        """Heats of about equal size and strength, in serpentines; the best seeds have the byes."""
        sizes = group_sizes(self.rules.facts, self.rules.seats, len(bots))
        byes = len(bots) - sum(sizes) if sizes else len(bots)
        heats: list[list[int]] = [[] for _ in sizes]
        for number, entry in enumerate(bots[byes:]):
            row, column = divmod(number, len(sizes))
            heats[column if row % 2 == 0 else len(sizes) - 1 - column].append(entry)
        return [[entry] for entry in bots[:byes]] + heats if sizes else []

    def _play(self, groups: list[list[int]]) -> None:
        """Add a round with its results so far."""
        final = len(groups) == 1
        heats = [Heat(group, 1 if final else max(1, len(group) // 2), self.rules) for group in groups]
        if final and self.rules.third_place and self.rounds:
            losers = [entry for heat in self.rounds[-1] for entry in heat.present if entry not in groups[0]]
            self.third_place = Heat(self._by_seed(losers), 1, self.rules)
        self.rounds.append(heats)
        of_entry = {entry: heat for heat in self._current() for entry in heat.members}
        for match in self.history.matches:
            if match.round == self.round:
                self._add(of_entry[match.entries[0]], match.number)
        for heat in self._current():
            heat.left = {entry for entry in heat.members if self._left_in_time(entry)}

    def _add(self, heat: Heat, number: int) -> None:
        match, result = self.history.matches[number], self.history.results.get(number)
        heat.units.add(match.unit)
        heat.waits = heat.waits or result is None
        if result is not None and result.counts:
            heat.judged.append((match, result))

    def _left_in_time(self, entry: int) -> bool:
        """Whether a bot left before the round after the last one was drawn."""
        left = self.history.entries[entry].left
        later = (match.number for match in self.history.matches if match.round > self.round)
        return left is not None and left <= next(later, left)

    def _by_seed(self, entries: Sequence[int]) -> list[int]:
        return sorted(entries, key=self.field.index)

    # Ranks

    def groups(self) -> Groups:
        """All bots of the draw, best first, grouped by how far they got."""
        groups, placed = list[list[int]](), set[int]()
        for group in self._groups():
            if new := [entry for entry in group if entry not in placed]:
                groups.append(new)
                placed.update(new)
        return groups

    def _groups(self) -> Iterator[list[int]]:
        if self.rounds and len(self.rounds[-1]) == 1 and self.rounds[-1][0].is_decided:
            yield from self.rounds[-1][0].groups()
        yield [entry for heat in self.rounds[-1:] for one in heat for entry in _still_in(one)]
        if self.third_place:
            decided = self.third_place.is_decided
            yield from self.third_place.groups() if decided else [self.third_place.members]
        for heats in reversed(self.rounds):
            yield [entry for heat in heats for entry in heat.members]
        yield self.field

    def survived(self, entry: int) -> float:
        """The number of rounds that a bot survived."""
        played = [heat for heats in self.rounds for heat in heats if entry in heat.members]
        return float(sum(heat.is_decided and entry in heat.winners() for heat in played))

    def remarks(self) -> dict[int, str]:
        """Where each bot was eliminated."""
        remarks: dict[int, str] = {}
        for index, heats in enumerate(self.rounds):
            for number, heat in enumerate(heats):
                if heat.is_decided:
                    lost = set(heat.members) - set(heat.winners())
                    remarks |= {entry: f"lost in {self._title(index, number)}" for entry in lost}
        return remarks


def _still_in(heat: Heat) -> list[int]:
    return heat.winners() if heat.is_decided else heat.present


def _seeded(history: LeagueHistory, seeds: Sequence[str]) -> list[int]:
    """The bots of the draw: those that had joined, and not left, before the first match was scheduled."""
    drawn = [entry for entry in history.entries.values() if entry.joined == 0 and entry.left != 0]
    if not history.matches:
        drawn = history.active()

    def order(entry: LeagueEntry) -> tuple[int, int]:
        return (seeds.index(entry.bot) if entry.bot in seeds else len(seeds)), entry.id

    return [entry.id for entry in sorted(drawn, key=order)]


def _bracket_order(size: int) -> list[int]:
    """The seeds of a bracket from top to bottom: the best two can only meet in the final."""
    order = [0][: min(size, 1)]
    while len(order) < size:
        order = [seed for upper in order for seed in (upper, 2 * len(order) - 1 - upper)]
    return order
