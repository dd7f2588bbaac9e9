"""Chances and turning points in a few words, the same everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from lanista.core.text import inert, seat_letter
from lanista.tools.analysis.result import MIN_SWING, Point, TurningPoint

MAX_WORDS = 80  # characters of a move


def percent(part: float) -> str:
    """`62 %`."""
    return f"{part * 100:.0f} %"


def too_coarse(points: Sequence[Point]) -> str:
    """The turns, not looked at one by one, that may hide a turning point; "" if none do."""
    gaps = [(_moved(a, b), a.turn, b.turn) for a, b in pairwise(points) if b.turn - a.turn > 1]
    moved, first, last = max(gaps, default=(0.0, 0, 0))
    if moved < MIN_SWING:
        return ""
    return (
        f"too coarse: a chance moved by {percent(moved)} somewhere from turn {first} to {last}; "
        "more --seconds find out where"
    )


def _moved(before: Point, after: Point) -> float:
    return max(abs(b - a) for a, b in zip(before.chances, after.chances, strict=True))


def change_of(point: TurningPoint) -> str:
    """The change of the chance: `62 % to 43 %`."""
    return f"{percent(point.before)} to {percent(point.after)}"


def better_move(point: TurningPoint) -> str:
    """The best alternative and what it gains: `turn left (+19 % ± 5)`; "" if there is none."""
    if not point.best:
        return ""
    move = inert(point.best_words or point.best, MAX_WORDS)
    return f"{move} ({point.gain * 100:+.0f} % ± {point.error * 100:.0f})"


def advice(point: TurningPoint) -> str:
    """A turning point in one or two sentences."""
    told = f"{seat_letter(point.seat)} {change_of(point)}: {inert(point.reason)}"
    return f"{told}. Better: {better_move(point)}" if point.best else told
