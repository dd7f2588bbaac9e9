"""An index of a league's matches in few bytes each: who played, and how it ended."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from sqlalchemy import Connection, select

from lanista.league.store.records import LeagueMatch, StoredResult
from lanista.league.store.rows import ints
from lanista.league.store.tables import matches, results

CHUNK = 20_000  # matches that are read at once
MAX_COUNT = 255  # of faults that the index tells apart


class MatchState(IntEnum):
    """How far a match is."""

    PENDING = 0
    COUNTS = 1
    VOID = 2
    CANCELLED = 3


class BotOutcome(StrEnum):
    """The end of a match for one bot."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True)
class MatchFilter:
    """The matches that somebody wants to see, the newest first."""

    entries: frozenset[int] = frozenset()  # any of them takes part; empty for all
    outcome: BotOutcome | None = None  # for one of the entries
    faults: bool = False  # only matches with faults, of one of the entries if there are some
    map: str = ""
    pending: bool = False  # only matches without a result, the next first
    before: int = 0  # only matches below this number; 0 for all


@dataclass
class MatchIndex:
    """All matches of a league."""

    entries: list[tuple[int, ...]] = field(default_factory=list)  # by number, by seat
    ranks: list[bytes] = field(default_factory=list)  # by seat; empty without a result that counts
    faults: dict[int, bytes] = field(default_factory=dict)  # by seat, of matches with faults
    states: bytearray = field(default_factory=bytearray)
    maps: list[str] = field(default_factory=list)  # by number; the same few objects
    of_entry: defaultdict[int, array[int]] = field(default_factory=lambda: defaultdict(lambda: array("i")))
    pending: set[int] = field(default_factory=set)
    played: int = 0  # matches that count
    last: tuple[float, int] = (0.0, -1)  # when the newest result came, and its match
    _names: dict[str, str] = field(default_factory=dict)

    def load(self, connection: Connection, league_id: int) -> None:
        """Read all matches and results, in parts; those that come meanwhile arrive again as changes."""
        for start in range(0, 2**31, CHUNK):
            wanted = select(matches.c.number, matches.c.entries, matches.c.map).where(
                matches.c.league_id == league_id, matches.c.number >= start, matches.c.number < start + CHUNK
            )
            found = connection.execute(wanted.order_by(matches.c.number)).all()
            for number, entries, map_ in found:
                self.add(number, ints(entries), map_)
            if not found:
                break
            ended = select(
                results.c.number, results.c.places, results.c.faults, results.c.void, results.c.ended
            ).where(results.c.league_id == league_id, results.c.number >= start, results.c.number < start + CHUNK)
            for number, places, faults, void, when in connection.execute(ended):
                self.end(number, ints(places), ints(faults), void, when)

    def take(self, found: Iterable[LeagueMatch], ended: Iterable[StoredResult]) -> None:
        """Add what is new; what is known is ignored."""
        for match in found:
            self.add(match.number, match.entries, match.map)
        for result in ended:
            self.end(result.number, result.ranks, result.faults, result.void, result.ended)

    def add(self, number: int, entries: tuple[int, ...], map_: str) -> None:
        """Add the next match."""
        if number != len(self.entries):
            return
        self.entries.append(entries)
        self.ranks.append(b"")
        self.states.append(MatchState.PENDING)
        self.maps.append(self._names.setdefault(map_, map_))
        self.pending.add(number)
        for entry in set(entries):
            self.of_entry[entry].append(number)

    def end(self, number: int, ranks: tuple[int, ...], faults: tuple[int, ...], void: str, ended: float) -> None:
        """Add a result."""
        if number >= len(self.states) or self.states[number] != MatchState.PENDING:
            return
        result = StoredResult(number, ranks, void=void)
        state = MatchState.COUNTS if ranks else MatchState.CANCELLED if result.is_cancelled else MatchState.VOID
        self.states[number] = state
        self.pending.discard(number)
        self.ranks[number] = bytes(min(rank, MAX_COUNT) for rank in ranks)
        if any(faults):
            self.faults[number] = bytes(min(count, MAX_COUNT) for count in faults)
        self.played += state is MatchState.COUNTS
        if state is not MatchState.CANCELLED:
            self.last = max(self.last, (ended, number))

    def __len__(self) -> int:
        return len(self.entries)

    def map_names(self) -> list[str]:
        """The maps on which matches are played."""
        return sorted(name for name in self._names if name)

    def queue(self) -> list[int]:
        """The matches without a result, in the order in which they are played."""
        return sorted(self.pending)

    # Searching

    def find(self, wanted: MatchFilter) -> Iterator[int]:
        """The numbers of matches that fit; those that were cancelled are left out."""
        for number in self._candidates(wanted):
            if self._fits(number, wanted):
                yield number

    def _candidates(self, wanted: MatchFilter) -> Iterator[int]:
        below = wanted.before or len(self)
        if wanted.pending:
            return iter(self.queue())
        if wanted.map and wanted.map not in self._names:
            return iter(())
        if wanted.entries:
            numbers = {number for entry in wanted.entries for number in self.of_entry.get(entry, ())}
        elif wanted.faults:
            numbers = set(self.faults)
        else:
            return iter(range(min(below, len(self)) - 1, -1, -1))
        return iter(sorted((number for number in numbers if number < below), reverse=True))

    def _fits(self, number: int, wanted: MatchFilter) -> bool:
        state = self.states[number]
        if wanted.pending != (state == MatchState.PENDING) or state == MatchState.CANCELLED:
            return False
        if wanted.map and self.maps[number] != wanted.map:
            return False
        seats = self._seats(number, wanted.entries)
        if not seats:
            return False
        if wanted.faults and not any(self.faults.get(number, b"")[seat : seat + 1] > b"\0" for seat in seats):
            return False
        return wanted.outcome is None or any(self.outcome(number, seat) is wanted.outcome for seat in seats)

    def _seats(self, number: int, entries: frozenset[int]) -> list[int]:
        seated = self.entries[number]
        return [seat for seat, entry in enumerate(seated) if not entries or entry in entries]

    def outcome(self, number: int, seat: int) -> BotOutcome | None:
        """The end of a match for a seat; None without a result that counts."""
        ranks = self.ranks[number]
        if not ranks:
            return None
        if ranks[seat] != 1:
            return BotOutcome.LOST
        return BotOutcome.WON if ranks.count(1) == 1 else BotOutcome.DRAWN
