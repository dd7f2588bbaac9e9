"""Tables of made-up leagues: real formats, simulated results, made-up ratings."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

from lanista.game import get_game
from lanista.league.formats import facts_of, make_format
from lanista.league.history import LeagueHistory
from lanista.league.store.records import LeagueEntry, LeagueMatch, StoredResult
from lanista.league.values import (
    CurvePoint,
    Estimated,
    LeagueOverview,
    LeagueProgress,
    MapBias,
    MatchSummary,
    Pair,
    RatingCurve,
    Row,
    SeatBias,
    SeatScore,
)

GAMES = {2: "overdrive", 4: "sproutopia"}  # by the number of seats


def digest_of(number: int) -> str:
    """A digest that no replay has."""
    return f"{number:064x}"


def made_up_table(
    names: list[str], form: str = "round-robin", seats: int = 2, *, max_matches: int = 5_000, **options: Any
) -> LeagueOverview:
    """The table of a league of bots that were stronger the earlier they joined."""
    history = LeagueHistory(LeagueEntry(number, name, 1, digest_of(number)) for number, name in enumerate(names))
    rules = make_format(form, {"seats": seats, **options}, facts_of(get_game(GAMES[seats])))
    chance = random.Random(1)
    while len(history.matches) < max_matches and (planned := rules.next(history)):
        for plan in planned:
            number = len(history.matches)
            history.add_match(LeagueMatch(number, plan.unit, plan.round, plan.entries, 1, plan.map, plan.label))
            history.add_result(_result(number, plan.entries, chance))
    return _table(history, rules, seats)


def _result(number: int, entries: tuple[int, ...], chance: random.Random) -> StoredResult:
    if number % 97 == 50:
        return StoredResult(number, void="the engine failed")
    strength = [chance.gauss(-entry / 4, 2) for entry in entries]
    places = [1 + sum(other > own for other in strength) for own in strength]
    if number % 11 == 3:
        places = [1] * len(places)
    faults = tuple(int(number % 13 == seat) for seat in range(len(entries)))
    scores = tuple(100 - place for place in places)
    return StoredResult(
        number, tuple(places), scores, faults=faults, turns=9, replay=digest_of(number), sandbox="full"
    )


def _table(history: LeagueHistory, rules: Any, seats: int) -> LeagueOverview:
    judged = [(match.entries, result.ranks) for match, result in history.judged()]
    played = [
        MatchSummary(
            match.number,
            match.unit,
            match.round,
            match.label,
            match.map,
            match.entries,
            result.ranks,
            result.scores,
            result.faults,
            result.void,
            result.replay,
        )
        for match, result in zip(history.matches, map(history.results.get, range(10**6)), strict=False)
        if result is not None
    ]
    outlook, counted = rules.outlook(history), len(judged)
    biases = [SeatBias(seat, counted, Estimated(0.02 - seat / 50, -0.01, 0.05)) for seat in range(seats)]
    maps = sorted({match.map for match in history.matches})
    return LeagueOverview(
        rows=[_row(history, place, judged, seats) for place in rules.standings(history)],
        left=[],
        seats=biases,
        maps=[MapBias(name, counted // len(maps), biases) for name in maps] if len(maps) > 1 else [],
        pairs=_pairs(judged),
        curves=[RatingCurve(entry, _points(entry, len(played))) for entry in history.entries],
        matches=played,
        progress=LeagueProgress(
            len(played),
            counted,
            len(played) - counted,
            0,
            outlook.matches,
            outlook.remaining,
            outlook.sentence,
            rules.is_over(history),
        ),
    )


def _row(history: LeagueHistory, place: Any, judged: list[Any], seats: int) -> Row:
    entry = history.entries[place.entry]
    mine = [(places[entries.index(entry.id)], places) for entries, places in judged if entry.id in entries]
    won = sum(own == 1 and places.count(1) == 1 for own, places in mine)
    drawn = sum(own == 1 and places.count(1) > 1 for own, places in mine)
    beaten = [
        (sum(own < other for other in places) + (places.count(own) - 1) / 2) / (len(places) - 1)
        for own, places in mine
    ]
    return Row(
        rank=place.rank,
        entry=entry.id,
        bot=entry.bot,
        version=entry.version,
        digest=entry.digest,
        builtin=entry.builtin,
        rating=Estimated(100.0 - 9 * entry.id, 60.0 - 9 * entry.id, 140.0 - 9 * entry.id),
        points=place.points,
        remark=place.remark,
        matches=len(mine),
        won=won,
        drawn=drawn,
        lost=len(mine) - won - drawn,
        score=sum(beaten) / len(beaten) if beaten else None,
        faults=entry.id % 3,
        faulty_matches=min(1, entry.id % 3),
        void=0,
        cancelled=0,
        seats=[SeatScore(seat, len(mine) // seats, 0.5) for seat in range(seats)],
        left=False,
    )


def _pairs(judged: list[Any]) -> list[Pair]:
    tally: dict[tuple[int, int], Counter[int]] = {}
    for entries, places in judged:
        for (a, place_a), (b, place_b) in combinations(sorted(zip(entries, places, strict=True)), 2):
            tally.setdefault((a, b), Counter())[(place_a > place_b) - (place_a < place_b)] += 1
    return [
        Pair(a, b, sum(n.values()), n[-1], n[0], n[1], Estimated((n[-1] + n[0] / 2) / sum(n.values()), 0.1, 0.9))
        for (a, b), n in sorted(tally.items())
    ]


def _points(entry: int, matches: int) -> list[CurvePoint]:
    end = 100.0 - 9 * entry
    steps = range(1, 41)
    return [CurvePoint(matches * k // 40, Estimated(end * k / 40, end - 1600 / k, end + 1600 / k)) for k in steps]
