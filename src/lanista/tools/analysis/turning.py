"""Turning points: the turns in which chances moved most, the best alternative at each, and why."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from lanista.core.text import inert
from lanista.tools.analysis.alternatives import Alternative, Alternatives
from lanista.tools.analysis.curve import PLAYOUTS, ChanceCurve
from lanista.tools.analysis.reasons import reason_of
from lanista.tools.analysis.result import MAX_MOVE, MAX_TEXT, MIN_SWING, TurningPoint

MAX_TRIED = 16  # turns that are looked at
MAX_TOLD = 8  # turning points
BLUNDER = 0.05  # that the best alternative of a blunder gains, at least
APART = 1 / 60  # of the match: of turning points nearer to each other than this, only one is reported
SHARP = 512  # playouts before and after a turning point
NARROWING_PART = 0.4  # of the time; the rest is for alternatives
BISECTING_PART = 0.6  # of that: where between two turns a chance moved; the rest is for by how much
DIGITS = 4
NO_ALTERNATIVE = Alternative("", "", 0.0, 0.0)


@dataclass(frozen=True)
class Swing:
    """A turn, from 1, in which the chance of a seat moved."""

    turn: int
    seat: int
    rival: int  # the seat whose chance rose most
    before: float
    after: float

    @property
    def size(self) -> float:
        """By how much it moved."""
        return abs(self.after - self.before)


def swings_of(curve: ChanceCurve) -> list[Swing]:
    """Between neighbouring turns of the curve, the seat that lost most; largest first.

    Where turns between them are not estimated, the last of them stands for all.
    """
    found = []
    for a, b in pairwise(curve.turns()):
        before, after = curve.chance(a).now, curve.chance(b).now
        seat, rival = int(np.argmin(after - before)), int(np.argmax(after - before))
        found.append(Swing(b, seat, rival, float(before[seat]), float(after[seat])))
    return sorted(found, key=lambda swing: -swing.size)


def find_turning_points(curve: ChanceCurve, deadline: float) -> Iterator[TurningPoint]:
    """The turning points, largest first, until the deadline (of `time.monotonic`)."""
    left = deadline - time.monotonic()
    _bisect(curve, time.monotonic() + BISECTING_PART * NARROWING_PART * left)
    _sharpen(curve, time.monotonic() + (1 - BISECTING_PART) * NARROWING_PART * left)
    alternatives = Alternatives(curve)
    swings = _apart(curve, swings_of(curve))
    for i, swing in enumerate(swings):
        left = deadline - time.monotonic()
        if left <= 0:
            return
        yield _told(curve, swing, alternatives.best(swing.turn, swing.seat, left / (len(swings) - i)))


def _bisect(curve: ChanceCurve, deadline: float) -> None:
    """Halve the gap in which a chance moved most, until no gap hides a turning point."""
    while time.monotonic() < deadline:
        known = set(curve.turns())
        wide = [swing for swing in swings_of(curve) if swing.turn - 1 not in known and swing.size >= MIN_SWING]
        if not wide:
            return
        before = max(turn for turn in known if turn < wide[0].turn)
        curve.sharpen((before + wide[0].turn) // 2, PLAYOUTS)


def _sharpen(curve: ChanceCurve, deadline: float) -> None:
    """Estimate the turns around the largest swings better."""
    around = [turn for swing in swings_of(curve)[:MAX_TRIED] for turn in (swing.turn - 1, swing.turn)]
    for i, turn in enumerate(around):
        seconds = (deadline - time.monotonic()) / (len(around) - i)
        count = curve.tallies[turn].count if turn in curve.tallies else 0
        curve.sharpen(turn, min(SHARP, count + curve.affordable(seconds)))


def _apart(curve: ChanceCurve, swings: Iterable[Swing]) -> list[Swing]:
    """The largest swings of one turn each that are not too near to each other."""
    apart = max(1, round(APART * curve.track.turns))
    known = set(curve.turns())
    chosen: list[Swing] = []
    for swing in swings:
        is_single = swing.turn - 1 in known and swing.size >= MIN_SWING
        if is_single and all(abs(swing.turn - other.turn) > apart for other in chosen):
            chosen.append(swing)
    return chosen[:MAX_TOLD]


def _told(curve: ChanceCurve, swing: Swing, best: Alternative | None) -> TurningPoint:
    track = curve.track
    played = track.played(swing.turn)
    better = best if best is not None and best.gain > 0 else NO_ALTERNATIVE
    is_blunder = better.gain >= BLUNDER and better.gain > better.error
    rival = None if is_blunder or best is None else swing.rival
    return TurningPoint(
        turn=swing.turn,
        seat=swing.seat,
        before=round(swing.before, DIGITS),
        after=round(swing.after, DIGITS),
        move=inert(track.game.write(played.moves[swing.seat]), MAX_MOVE),
        words=inert(track.game.pictures.words(played, swing.seat), MAX_TEXT),
        reason=inert(reason_of(track, swing.turn, swing.seat, rival), MAX_TEXT),
        best=inert(better.move, MAX_MOVE),
        best_words=inert(better.words, MAX_TEXT),
        gain=round(better.gain, DIGITS),
        error=round(better.error, DIGITS),
        blunder=is_blunder,
    )
