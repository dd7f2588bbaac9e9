"""The terms of a contest's matches: seats, maps and built-in bots, found without reading its history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lanista.game import Game, builtin_names, get_game
from lanista.league.conditions import LeagueTerms, read_conditions
from lanista.league.formats import facts_of
from lanista.league.formats.options import FormatOptions, match_seats
from lanista.league.league import FORMAT, MATCHES, made_options

if TYPE_CHECKING:
    from lanista.serve.contests import Contest

AnyGame = Game[Any, Any, Any]


def game_of(contest: Contest) -> AnyGame:
    """The game of a contest."""
    return get_game(contest.league.game)


def conditions_of(contest: Contest) -> LeagueTerms:
    """The conditions of its matches."""
    return read_conditions(contest.league.options.get(MATCHES, {}))


def seats_of(contest: Contest) -> int:
    """The seats of a match of its ladder, if there are enough bots."""
    return _options(contest).seats_in(facts_of(game_of(contest)))


def seats_among(contest: Contest, bots: int) -> int | None:
    """The seats of a match of its ladder among some bots; None if they are too few."""
    return match_seats(facts_of(game_of(contest)), seats_of(contest), bots)


def fewest_seats(contest: Contest) -> int:
    """The smallest number of bots that can play a match of its ladder."""
    return next(seats for seats in game_of(contest).seats if seats >= 2)


def maps_of(contest: Contest) -> tuple[str, ...]:
    """The maps of its matches; none if the game makes them from the seed."""
    return _options(contest).maps or tuple(game_of(contest).maps)


def builtins_of(contest: Contest) -> tuple[str, ...]:
    """The built-in bots that can be practised with."""
    return builtin_names(game_of(contest))


def _options(contest: Contest) -> FormatOptions:
    return made_options(contest.league.format, contest.league.options.get(FORMAT, {}))
