"""Options that all formats share, and the facts that they need about a game."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from lanista.core.errors import ConfigError
from lanista.game import Game

MAX_ROUNDS = 10_000


class GameFacts(NamedTuple):
    """The facts that a format needs about a game."""

    name: str
    seats: range  # the numbers of seats that it takes
    default_seats: int
    maps: tuple[str, ...] = ()  # its built-in maps, if it offers a choice


class FormatOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Options of every format; `maps` are built-in names or map texts, checked by the caller."""

    seats: int | None = None  # of a match, at most; by default the game's usual number
    maps: tuple[str, ...] = ()  # played in turn; by default the game chooses

    def check(self, format_name: str, facts: GameFacts) -> None:
        """Raise ConfigError for a value that this game or format does not take."""
        if self.seats is not None and (self.seats not in facts.seats or self.seats < 2):
            allowed = ", ".join(str(seats) for seats in facts.seats if seats > 1)
            raise ConfigError(f"a {format_name} league of {facts.name} takes {allowed} seats, got {self.seats}")
        if len(set(self.maps)) < len(self.maps):
            raise ConfigError("expected each map once, got one twice")

    def seats_in(self, facts: GameFacts) -> int:
        """The seats of a match, if there are enough bots."""
        return self.seats or max(2, facts.default_seats)


class RoundsOptions(FormatOptions, frozen=True, kw_only=True):
    """Options of formats that repeat."""

    rounds: int = 1  # how often everything is played

    def check(self, format_name: str, facts: GameFacts) -> None:
        """Also refuse a number of rounds out of range."""
        super().check(format_name, facts)
        check_range("rounds", self.rounds, 1, MAX_ROUNDS)


def check_range(option: str, value: int, low: int, high: int) -> None:
    """Refuse an option out of its range."""
    if not low <= value <= high:
        raise ConfigError(f"the option {option} expects {low} to {high}, got {value}")


def facts_of(game: Game[Any, Any, Any]) -> GameFacts:
    """The facts that formats need about a game."""
    return GameFacts(game.name, game.seats, game.default_seats, tuple(game.maps))


def match_seats(facts: GameFacts, wanted: int, bots: int) -> int | None:
    """The seats of a match between up to `wanted` of these bots; None if the game needs more bots."""
    return max((seats for seats in facts.seats if 2 <= seats <= min(wanted, bots)), default=None)


def group_sizes(facts: GameFacts, wanted: int, bots: int) -> list[int]:
    """Sizes of matches in which as many of these bots as possible play once; the others have a bye.

    Matches are smaller than wanted, by one seat at most among themselves, if that lets everybody play.
    """
    groups = -(-bots // wanted)
    sizes = [bots // groups + (number < bots % groups) for number in range(groups)]
    if all(size > 1 and size in facts.seats for size in sizes):
        return sizes
    seats = match_seats(facts, wanted, bots)
    return [] if seats is None else [seats] * (bots // seats)
