"""Everything about one bot of a league, counted from its history."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from lanista.cli.league.shapes import BotFault, BotMatch, ScoredAgainst
from lanista.core.text import whole_number
from lanista.league.values import Estimated
from lanista.series.stats import match_score
from lanista.series.tally import interval

if TYPE_CHECKING:
    from lanista.league.history import LeagueHistory
    from lanista.league.store.records import LeagueEntry, LeagueMatch, StoredResult
    from lanista.league.values import LeagueOverview, Pair, Row

MAX_FAULTS = 3


class PlayedByBot(NamedTuple):
    """A match of a bot, from the bot's side."""

    match: LeagueMatch
    result: StoredResult
    seat: int

    @property
    def score(self) -> float:
        """The share of its opponents that it beat."""
        return match_score(self.result.ranks, self.seat)


def played_by(history: LeagueHistory, entries: Iterable[LeagueEntry]) -> list[PlayedByBot]:
    """The matches of these entries that have a result, by number, including those that do not count."""
    numbers = {entry.id for entry in entries}
    return [
        PlayedByBot(match, history.results[match.number], seat)
        for match in history.matches
        if match.number in history.results
        for seat, entry in enumerate(match.entries)
        if entry in numbers
    ]


def by_opponent(table: LeagueOverview, entry: int) -> list[ScoredAgainst]:
    """An entry's results against each other one; with many seats, which of the two ranked higher."""
    rows = {row.entry: row for row in (*table.rows, *table.left)}
    found = [_against(rows, pair, entry) for pair in table.pairs if entry in (pair.first, pair.second)]
    return sorted(found, key=lambda row: (-row.matches, row.name))


def _against(rows: Mapping[int, Row], pair: Pair, entry: int) -> ScoredAgainst:
    if pair.first == entry:
        return ScoredAgainst(
            _versioned(rows[pair.second]), pair.score, pair.matches, pair.won, pair.drawn, pair.lost
        )
    score = Estimated(1 - pair.score.value, 1 - pair.score.high, 1 - pair.score.low)
    return ScoredAgainst(_versioned(rows[pair.first]), score, pair.matches, pair.lost, pair.drawn, pair.won)


def _versioned(row: Row) -> str:
    """A bot's name; with its version if it has left."""
    return f"{row.bot} v{row.version}" if row.left else row.bot


def by_seat(played: Iterable[PlayedByBot]) -> list[ScoredAgainst]:
    """The results from every seat."""
    return _grouped(played, lambda one: f"{one.seat}")


def by_map(played: Iterable[PlayedByBot]) -> list[ScoredAgainst]:
    """The results on every map; nothing if the league names no maps."""
    return _grouped((one for one in played if one.match.map), lambda one: one.match.map)


def _judged(played: Iterable[PlayedByBot]) -> Iterator[PlayedByBot]:
    return (one for one in played if one.result.counts)


def _grouped(played: Iterable[PlayedByBot], key: Callable[[PlayedByBot], str]) -> list[ScoredAgainst]:
    found: defaultdict[str, ScoreTally] = defaultdict(ScoreTally)
    for one in _judged(played):
        found[key(one)].add(one.score)
    return [tally.scored(name) for name, tally in sorted(found.items(), key=lambda item: _natural(item[0]))]


def _natural(name: str) -> tuple[int, str]:
    number = whole_number(name)
    return (0, name) if number is None else (number, "")


class ScoreTally:
    """Counts scores: 1 is a win, 1/2 a draw."""

    def __init__(self) -> None:
        self._score = 0.0
        self._matches = self._won = self._lost = 0

    def add(self, score: float) -> None:
        """Count a score from 0 to 1."""
        self._matches += 1
        self._score += score
        self._won += score == 1
        self._lost += score == 0

    def scored(self, name: str) -> ScoredAgainst:
        """The counts as a row."""
        low, high = interval(self._score, self._matches) or (0.0, 1.0)
        drawn = self._matches - self._won - self._lost
        share = self._score / self._matches
        return ScoredAgainst(name, Estimated(share, low, high), self._matches, self._won, drawn, self._lost)


def last_matches(
    history: LeagueHistory, played: Iterable[PlayedByBot], count: int, replay: Callable[[str], str]
) -> list[BotMatch]:
    """The last matches, newest first; `replay` gives the file of a digest."""
    chosen = sorted(played, key=lambda one: -one.match.number)[:count]
    return [_match(history, one, replay) for one in chosen]


def _match(history: LeagueHistory, one: PlayedByBot, replay: Callable[[str], str]) -> BotMatch:
    match, result = one.match, one.result
    others = [history.entries[entry].bot for seat, entry in enumerate(match.entries) if seat != one.seat]
    return BotMatch(
        number=match.number,
        version=history.entries[match.entries[one.seat]].version,
        label=match.label,
        seat=one.seat,
        map=match.map,
        opponents=others,
        place=result.ranks[one.seat] if result.counts else None,
        score=result.scores[one.seat] if result.scores else None,
        reason=result.reason,
        void=result.void,
        turns=result.turns,
        faults=result.faults[one.seat] if result.faults else 0,
        failure=result.failures[one.seat] if result.failures else "",
        replay=replay(result.replay) if result.replay else None,
    )


def first_faults(played: Iterable[PlayedByBot], replay: Callable[[str], str]) -> list[BotFault]:
    """The first matches in which the bot was at fault, each with a different fault."""
    found: dict[str, BotFault] = {}
    for one in played:
        said = one.result.first_faults[one.seat] if one.result.first_faults else ""
        if said and said not in found:
            path = replay(one.result.replay) if one.result.replay else None
            found[said] = BotFault(one.match.number, one.result.faults[one.seat], said, path)
    return list(found.values())[:MAX_FAULTS]
