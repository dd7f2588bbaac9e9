"""Values of leagues for tests of screens."""

from typing import Any

from lanista.league.values import (
    CurvePoint,
    Estimated,
    LeagueOverview,
    LeagueProgress,
    Pair,
    RatingCurve,
    Row,
    SeatBias,
)


def around(value: float, width: float = 40.0) -> Estimated:
    return Estimated(value, value - width, value + width)


def row(rank: int | None, bot: str, **more) -> Row:
    values: dict[str, Any] = {
        "rank": rank,
        "entry": (rank or 99) - 1,
        "bot": bot,
        "version": 1,
        "digest": "ab" * 32,
        "builtin": "",
        "rating": around(300.0 - 100 * (rank or 0)),
        "points": 10.5 - (rank or 0),
        "remark": "",
        "matches": 20,
        "won": 12,
        "drawn": 3,
        "lost": 5,
        "score": 0.675,
        "faults": 0,
        "faulty_matches": 0,
        "void": 0,
        "cancelled": 0,
        "seats": [],
        "left": False,
    }
    return Row(**(values | more))


def table(bots: int, **more) -> LeagueOverview:
    rows = [row(rank, f"bot-{rank}") for rank in range(1, bots + 1)]
    pairs = [
        Pair(first, second, 10, 8, 0, 2, around(0.8, 0.1)) for second in range(bots) for first in range(second)
    ]
    values: dict[str, Any] = {
        "rows": rows,
        "left": [],
        "seats": [SeatBias(0, 100, around(0.05, 0.02)), SeatBias(1, 100, around(-0.05, 0.02))],
        "maps": [],
        "pairs": pairs,
        "curves": [
            RatingCurve(one.entry, [CurvePoint(10, around(0)), CurvePoint(20, one.rating)]) for one in rows
        ],
        "matches": [],
        "progress": LeagueProgress(120, 100, 2, 1, 150, 47, "P(top 3 is right) = 97 %", False),
    }
    return LeagueOverview(**(values | more))
