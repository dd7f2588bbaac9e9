"""The report of a league as one HTML file that works offline.

The page holds the league as compressed data, in which bots are numbers: those of `bots`, the current ones by rank
and then those that have left. What bots are called reaches the page only as data.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from lanista.core.text import inert, seat_letter
from lanista.league.facts import facts_of_league, headline
from lanista.league.league import League
from lanista.league.values import (
    Estimated,
    LeagueOverview,
    MapBias,
    MatchSummary,
    Pair,
    RatingCurve,
    Row,
    SeatBias,
)
from lanista.web.page import bundle_page, data_block, standalone_page
from lanista.web.report.replays import Links

MAIN = "web/static/league/league.js"
STYLES = ("web/static/shared/base.css", "web/static/league/league.css")
MAX_NAME = 200

Numbers = Mapping[int, int]  # of bots in the page, by entry


def league_html(league: League, table: LeagueOverview, links: Links, made: float) -> str:
    """A league's report as one HTML file."""
    return league_page(league_data(league, table, links, made))


def league_page(data: Mapping[str, Any]) -> str:
    """The page that shows a league's data."""
    block = data_block("league", msgspec.json.encode(data))
    return standalone_page("league/league.html", "League", STYLES, bundle_page(MAIN), block)


def league_data(league: League, table: LeagueOverview, links: Links, made: float) -> dict[str, Any]:
    """The data of the page, as `data.js` describes it."""
    facts = facts_of_league(league, table, made)
    return table_data(table, league.seats, links) | {
        "name": inert(league.name, MAX_NAME),
        "about": inert(headline(league, table)),
        "format": league.record.format,
        "facts": facts,
        "replays": {"files": links.files, "pages": links.pages, "shown": sorted(links.shown)},
    }


def table_data(table: LeagueOverview, seats: int, links: Links) -> dict[str, Any]:
    """The part of the data that follows from the table."""
    rows = [*table.rows, *table.left]
    numbers = {row.entry: number for number, row in enumerate(rows)}
    maps = {name: number for number, name in enumerate(sorted({match.map for match in table.matches}))}
    progress = table.progress
    return {
        "sentence": inert(progress.sentence),
        "played": progress.counted,
        "total": progress.expected,
        "ended": progress.is_over,
        "seats": seats,
        "bots": [_bot(row) for row in rows],
        "pairs": [_pair(pair, numbers) for pair in table.pairs],
        "seatBias": [_seat_bias(bias) for bias in table.seats],
        "mapBias": [_map_bias(bias) for bias in table.maps],
        "curves": [_curve(curve, numbers) for curve in table.curves],
        "maps": [inert(name, MAX_NAME) for name in maps],
        "matches": [_match(match, numbers, maps, links) for match in table.matches],
    }


def _bot(row: Row) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "name": inert(row.bot, MAX_NAME),
        "version": row.version,
        "rating": _interval(row.rating, 1) if row.matches else None,
        "points": None if row.points is None else round(row.points, 2),
        "matches": row.matches,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "score": None if row.score is None else round(row.score, 4),
        "faults": row.faults,
        "faulty": row.faulty_matches,
        "void": row.void,
        "remark": inert(row.remark, MAX_NAME),
        "digest": row.digest,
        "builtin": inert(row.builtin, MAX_NAME),
        "seats": [(seat_letter(s.seat), round(s.score, 3)) for s in row.seats if s.score is not None],
    }


def _interval(estimated: Estimated, digits: int) -> list[float]:
    return [round(value, digits) for value in (estimated.low, estimated.value, estimated.high)]


def _pair(pair: Pair, numbers: Numbers) -> list[float]:
    low, _, high = _interval(pair.score, 3)
    return [numbers[pair.first], numbers[pair.second], pair.won, pair.drawn, pair.lost, low, high]


def _seat_bias(bias: SeatBias) -> dict[str, Any]:
    return {"name": seat_letter(bias.seat), "bias": _interval(bias.bias, 4), "matches": bias.matches}


def _map_bias(bias: MapBias) -> dict[str, Any]:
    return {
        "name": inert(bias.map, MAX_NAME),
        "matches": bias.matches,
        "seats": [_seat_bias(b) for b in bias.seats],
    }


def _curve(curve: RatingCurve, numbers: Numbers) -> dict[str, Any]:
    points = [[point.matches, *_interval(point.rating, 1)] for point in curve.points]
    return {"bot": numbers[curve.entry], "points": points}


def _match(match: MatchSummary, numbers: Numbers, maps: Mapping[str, int], links: Links) -> list[Any]:
    """A match in few characters: there may be many."""
    return [
        match.number,
        match.round,
        maps[match.map],
        inert(match.label, MAX_NAME),
        [numbers[entry] for entry in match.entries],
        match.places,
        match.scores,
        _faults(match.faults),
        inert(match.void, MAX_NAME),
        match.replay if links.has(match.replay) else "",
    ]


def _faults(faults: Iterable[int]) -> list[int]:
    """Turns at fault by seat; nothing if there are none."""
    found = list(faults)
    return found if any(found) else []
