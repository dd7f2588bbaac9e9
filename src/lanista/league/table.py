"""The table of a league, made from its history. It does not depend on the order in which results came."""

from __future__ import annotations

from lanista.league.format import Format
from lanista.league.history import History
from lanista.league.values import (
    Curve,
    CurvePoint,
    Estimated,
    MapBias,
    Pair,
    Played,
    Progress,
    Row,
    SeatBias,
    SeatScore,
    Table,
)

__all__ = [
    "Curve",
    "CurvePoint",
    "Estimated",
    "MapBias",
    "Pair",
    "Played",
    "Progress",
    "Row",
    "SeatBias",
    "SeatScore",
    "Table",
    "make_table",
]


def make_table(history: History, rules: Format, *, curves: bool = True, matches: bool = True) -> Table:
    """The table as of now; `curves` and `matches` may be left out where they are not shown."""
    raise NotImplementedError
