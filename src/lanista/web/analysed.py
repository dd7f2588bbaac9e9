"""The analysis of a match as a page receives it: columns of chances, and turning points as moments."""

from __future__ import annotations

from typing import Any

from lanista.core.text import inert
from lanista.tools.analysis import Analysis
from lanista.tools.analysis.telling import better_move, change_of

DIGITS = 3
BLUNDER = "blunder"  # kinds of moments beside those of games
TURNING = "turning"


def analysis_member(analysis: Analysis | None, seat: int | None, turns: int) -> dict[str, Any]:
    """The member `analysis` of a film: for those who see everything, and if it is of a match of that length."""
    if analysis is None or seat is not None or analysis.turns != turns or not analysis.points:
        return {}
    points = analysis.points
    return {
        "analysis": {
            "turns": [point.turn for point in points],
            "chances": [_rounded(point.chances) for point in points],
            "low": [_rounded(point.low) for point in points],
            "high": [_rounded(point.high) for point in points],
            "moments": [
                {
                    "turn": moment.turn,
                    "seat": moment.seat,
                    "kind": BLUNDER if moment.blunder else TURNING,
                    "change": change_of(moment),
                    "reason": inert(moment.reason),
                    "better": better_move(moment),
                }
                for moment in analysis.turning_points
            ],
        }
    }


def _rounded(parts: list[float]) -> list[float]:
    return [round(part, DIGITS) for part in parts]
