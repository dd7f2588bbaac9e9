"""The setup of a league in words, so that readers of a report can judge and repeat its results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from lanista import __version__
from lanista.core.text import inert
from lanista.league.formats import options_type
from lanista.league.store.records import LeagueMatch, StoredResult
from lanista.league.values import LeagueOverview

if TYPE_CHECKING:
    from lanista.league.league import League

MAX_LISTED = 12
RATINGS = (
    "Elo above the mean of the bots in the league, from a Plackett-Luce fit to all judged matches; "
    "intervals hold with 95 % and come from resampling the matches."
)


def headline(league: League, table: LeagueOverview) -> str:
    """The league in one line: game, format, rules, and how many bots play at how many seats."""
    bots = len(table.rows)
    parts = [
        league.game.title,
        league.record.format.replace("-", " "),
        f"{league.conditions.matches.ruleset} rules",
        f"{bots:,} {'bot' if bots == 1 else 'bots'}",
        f"{league.seats} seats",
    ]
    return " · ".join(parts)


def facts_of_league(league: League, table: LeagueOverview, made: float) -> list[tuple[str, str]]:
    """The facts needed to judge and repeat a league: names and values, both inert."""
    found = [
        ("Report", f"{when(made)}, by Lanista {__version__}"),
        ("League", f"made {when(league.record.created)}, {_played_when(league)}"),
        ("Format", _format(league)),
        ("Rules", _rules(league)),
        ("Seed", f"{league.record.seed}; the seed of every match follows from it"),
        ("Matches", _matches(table)),
        ("Sandbox", _sandbox(league)),
        ("Ratings", RATINGS),
    ]
    return [(name, inert(value)) for name, value in found if value]


def when(seconds: float) -> str:
    """A moment for people, in a time zone that all readers share."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _played_when(league: League) -> str:
    ended = [result.ended for result in league.history.results.values() if result.ended]
    return f"played until {when(max(ended))}" if ended else "not played yet"


def _format(league: League) -> str:
    """The format with all its options, including defaults."""
    given = league.record.options.get("format", {})
    options = msgspec.to_builtins(msgspec.convert(given, options_type(league.record.format)))
    words = [f"{name.replace('_', ' ')} {_word(value)}" for name, value in options.items() if value]
    return _listed([league.record.format, *words, _right_places(options)])


def _right_places(options: Mapping[str, Any]) -> str:
    """The meaning of "right" places, for a format that ends once the first places are right."""
    if not {"places", "margin"} <= options.keys():
        return ""
    return f"places are right if no bot is behind one that is worse by more than {options['margin']:g} Elo"


def _word(value: object) -> str:
    return ", ".join(map(str, value[:MAX_LISTED])) if isinstance(value, (list, tuple)) else str(value)


def _rules(league: League) -> str:
    terms, behaviour = league.conditions.matches, league.conditions.behaviour
    turn_ms = terms.turn_ms
    return _listed(
        [
            f"{terms.ruleset} rules of {league.game.title}, version {behaviour}",
            *(f"{name} = {value}" for name, value in sorted(terms.settings.items())),
            "no time limit" if terms.no_timeout else f"{turn_ms} ms per turn" if turn_ms else "",
            "only metered bots" if league.conditions.metered else "",
            "bots are frozen except in their turns" if terms.wanted.freeze else "",
            "bots may start `lanista model`" if terms.wanted.model else "",
        ]
    )


def _matches(table: LeagueOverview) -> str:
    progress = table.progress
    return _listed(
        [
            f"{progress.counted:,} count",
            f"{progress.void:,} void" if progress.void else "",
            f"{progress.cancelled:,} cancelled" if progress.cancelled else "",
        ]
    )


def _sandbox(league: League) -> str:
    """The sandbox levels of all matches, and the level that the league demands."""
    levels = Counter(_level(league, match, result) for match, result in league.history.judged())
    counted = [f"{level} in {count:,} matches" for level, count in levels.most_common()]
    return _listed([f"at least {league.conditions.sandbox.value} for programs", *counted])


def _level(league: League, match: LeagueMatch, result: StoredResult) -> str:
    """The sandbox of a match; built-in bots need none."""
    if all(league.history.entries[entry].builtin for entry in match.entries):
        return "only built-in bots"
    return result.sandbox or "unknown"


def _listed(parts: Iterable[str]) -> str:
    return "; ".join(part for part in parts if part)
