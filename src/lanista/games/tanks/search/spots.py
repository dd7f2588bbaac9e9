"""Cells as pairs of coordinates: distances and directions between them."""

from __future__ import annotations

from lanista.games.tanks.state import DX, DY, Orientation

Spot = tuple[int, int]


def distance(a: Spot, b: Spot) -> int:
    """The distance between two cells along the longer axis."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def cardinal_way(a: Spot, b: Spot) -> Orientation | None:
    """The orientation from a to b, if b is exactly in one of the eight directions."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if a == b or not (dx == 0 or dy == 0 or abs(dx) == abs(dy)):
        return None
    step = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
    return next(way for way in Orientation if (DX[way], DY[way]) == step)
