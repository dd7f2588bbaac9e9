"""The question of a comparison: two bots, how their matches are played, and the matches of a unit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from lanista.bots.resolve import FoundBot, find_bot, unique_names
from lanista.core.errors import InputError
from lanista.engine import derive
from lanista.game import Game, check_seats, find_map, get_game
from lanista.match.terms import STANDARD, MatchTerms
from lanista.sandbox.usage.cores import usable_cores
from lanista.series.compare.identity import identity, question_digest
from lanista.series.cores import thinking_at_once
from lanista.series.series import Entrants, check_sendable
from lanista.series.spec import MatchSpec

MAX_DEFAULT_SEATS = 4  # a unit plays every rotation, so its cost grows with the square of the seats
NEW, OLD = 0, 1  # entrants; the opponents of a panel follow


@dataclass(frozen=True)
class ComparisonQuestion:
    """Whether `new` is better than `old`, and how their matches are played.

    With `against`, both play every bot named there instead of each other. Units go through the maps in turn.
    Without a seed, a stored comparison keeps its own and a new one draws one.
    """

    game: str
    new: str
    old: str
    against: tuple[str, ...] = ()
    maps: tuple[str, ...] = ("",)
    terms: MatchTerms = STANDARD  # but the map
    seed: int | None = None
    seats: int | None = None  # by default the game's usual number, at most 4


class Arrangement:
    """A question whose bots, maps and settings were found and checked."""

    def __init__(self, question: ComparisonQuestion) -> None:
        self.question = question
        self.game: Game[Any, Any, Any] = get_game(question.game)
        self.seats = seats_of(self.game, question.seats)
        self.specs = (question.new, question.old, *question.against)
        self.bots = [find_bot(self.game, spec, question.terms.wanted) for spec in self.specs]
        _refuse_guests(self.bots)
        self.names = unique_names(self.bots)
        self.lineups = lineups(self.seats, len(question.against))
        self._check()

    def _check(self) -> None:
        """Plan a match on every map, so that errors show before the first match."""
        check_sendable(self.spec(0, 0, 0))
        for unit in range(len(self.question.maps)):
            self.spec(unit, 0, self.question.seed or 0).plan()

    @cached_property
    def digest(self) -> str:
        """A digest of everything but the seed that the results depend on; equal ones can be continued."""
        question, terms = self.question, self.question.terms
        return question_digest(
            self.game,
            self.bots,
            ruleset=terms.ruleset,
            config=self.game.configure(terms.ruleset, terms.settings),
            maps=[find_map(self.game, word) for word in question.maps],
            limits=terms.budgets(self.game).as_json(),
            seats=self.seats,
            lock_step=terms.lock_step,
            wanted=terms.wanted,
        )

    @property
    def is_same_bot(self) -> bool:
        """Whether NEW and OLD are the same program."""
        return identity(self.bots[NEW]) == identity(self.bots[OLD])

    @cached_property
    def one_at_a_time(self) -> bool:
        """Whether seats are asked one after the other, because there are not enough cores for all at once."""
        in_real_time = any(bot.plays_in_real_time for bot in self.bots) and not self.question.terms.lock_step
        return self._thinking() > usable_cores() and not in_real_time

    @property
    def thinking(self) -> int:
        """The greatest number of bots of a match that think at once."""
        return self._thinking(one_at_a_time=self.one_at_a_time)

    def _thinking(self, *, one_at_a_time: bool = False) -> int:
        matches = ([self.bots[entrant] for entrant in lineup] for lineup in self.lineups)
        return max(thinking_at_once(bots, one_at_a_time=one_at_a_time) for bots in matches)

    def spec(self, unit: int, part: int, seed: int, replay: str = "") -> MatchSpec:
        """A match of a unit; all matches of a unit share their seed and map."""
        question, lineup = self.question, self.lineups[part]
        return MatchSpec(
            number=unit * len(self.lineups) + part,
            game=question.game,
            bots=tuple(self.specs[entrant] for entrant in lineup),
            entrants=lineup,
            seed=derive(seed, "unit", unit),
            terms=replace(
                question.terms, map=question.maps[unit % len(question.maps)], one_at_a_time=self.one_at_a_time
            ),
            replay=replay,
        )


def lineups(seats: int, opponents: int) -> list[Entrants]:
    """The seating of each match of a unit: one entrant in every seat in turn, another in all other seats."""
    if not opponents:
        return _rotated(seats, NEW, OLD)
    others = range(OLD + 1, OLD + 1 + opponents)
    return [lineup for other in others for one in (NEW, OLD) for lineup in _rotated(seats, one, other)]


def _rotated(seats: int, one: int, other: int) -> list[Entrants]:
    return [tuple(one if seat == its_seat else other for seat in range(seats)) for its_seat in range(seats)]


def seats_of(game: Game[Any, Any, Any], seats: int | None) -> int:
    """The number of seats of a comparison; `seats` is what the user asked for, if anything."""
    if seats is None:
        return max(2, min(game.default_seats, MAX_DEFAULT_SEATS), min(game.seats))
    if seats < 2:
        raise InputError(f"expected at least 2 seats for a comparison, got {seats}")
    check_seats(game, seats)
    return seats


def _refuse_guests(bots: list[FoundBot]) -> None:
    for bot in bots:
        if bot.is_person or bot.joins:
            raise InputError(
                f"a comparison is for bots that lanista starts, got `{bot.spec}`: it plays many matches in a row"
            )
