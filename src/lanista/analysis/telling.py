"""Chances and turning points in a few words, the same everywhere."""

from __future__ import annotations

from lanista.analysis.result import TurningPoint
from lanista.text import inert, seat_letter

MAX_WORDS = 80  # characters of a move


def percent(part: float) -> str:
    """`62 %`."""
    return f"{part * 100:.0f} %"


def change_of(point: TurningPoint) -> str:
    """How the chance moved: `62 % to 43 %`."""
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
