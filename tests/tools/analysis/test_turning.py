"""Turning points, alternatives, blunders and reasons."""

import time
from typing import Any

import numpy as np
import pytest

from lanista.engine.showing import ToldLine
from lanista.match.replay import read_replay
from lanista.tools.analysis.alternatives import Alternatives
from lanista.tools.analysis.curve import ChanceCurve
from lanista.tools.analysis.mapping import WinChances
from lanista.tools.analysis.reasons import GRAVE, _suffers
from lanista.tools.analysis.result import Point
from lanista.tools.analysis.telling import too_coarse
from lanista.tools.analysis.track import Track
from lanista.tools.analysis.turning import _bisect, find_turning_points, swings_of
from tests.rows import every_row


@pytest.fixture
def curve(missed) -> ChanceCurve:
    curve = ChanceCurve(Track(read_replay(missed)))
    curve.begin()
    return curve


def test_the_best_alternative_is_found_and_what_it_gains(curve):
    best = Alternatives(curve).best(1, 0, seconds=60)
    assert best is not None
    assert best.move == "RIGHT"
    assert best.gain == pytest.approx(0.5, abs=0.03)
    assert best.error < 0.1


def test_without_time_no_alternative_is_guessed(curve):
    assert Alternatives(curve).best(1, 0, seconds=0) is None


def test_a_missed_fruit_is_a_blunder(curve):
    [point] = find_turning_points(curve, time.monotonic() + 60)
    assert (point.turn, point.seat, point.move, point.best) == (1, 0, "STAY", "RIGHT")
    assert point.before > 0.6
    assert point.after == 0.5
    assert point.blunder
    assert point.reason == "A: played STAY"


def test_a_match_without_surprises_has_no_turning_points(record):
    curve = ChanceCurve(Track(read_replay(record(lambda view: "STAY", lambda view: "STAY", turns=1, seed=9))))
    curve.begin()
    assert list(find_turning_points(curve, time.monotonic() + 60)) == []


class Steps:
    """A curve of 1,000 turns that is known at 17 of them, and moves only in some."""

    def __init__(self, *moves: int) -> None:
        self.moves = moves
        self.known = set(np.linspace(0, 1000, 17).astype(int).tolist())

    def turns(self) -> list[int]:
        return sorted(self.known)

    def chance(self, turn: int) -> WinChances:
        part = 0.25 + 0.75 * sum(turn >= move for move in self.moves) / len(self.moves)
        return WinChances.known(np.array([part, 1 - part]))

    def sharpen(self, turn: int, count: int) -> None:
        self.known.add(turn)


@pytest.mark.parametrize("moves", [(777,), (1,), (1000,), (40, 41, 990), (62, 63), tuple(range(300, 310))])
def test_turns_that_decide_a_long_match_are_found_between_distant_moments(moves):
    curve: Any = Steps(*moves)
    _bisect(curve, time.monotonic() + 60)
    found = {swing.turn for swing in swings_of(curve) if swing.size > 0 and swing.turn - 1 in curve.known}
    assert found >= set(moves)
    assert len(curve.known) < 60, "only where the curve moves"


def test_the_largest_change_comes_first_when_there_is_little_time():
    curve: Any = Steps(777)
    added: list[int] = []

    def sharpen(turn: int, count: int) -> None:
        added.append(turn)
        curve.known.add(turn)

    curve.sharpen = sharpen
    _bisect(curve, time.monotonic() + 60)
    assert all(750 <= turn <= 812 for turn in added)
    assert len(added) <= 7
    _bisect(Steps(777), time.monotonic() - 1)  # type: ignore[arg-type]


POINTS = [
    ([(0, 0.25), (500, 0.25), (1000, 1.0)], "too coarse: a chance moved by 75 % somewhere from turn 500 to 1000"),
    ([(0, 0.25), (999, 0.27), (1000, 1.0)], ""),
    ([(0, 0.5), (100, 0.52), (200, 0.54)], ""),
    ([(0, 0.5)], ""),
    ([], ""),
]


@pytest.mark.parametrize(("curve", "said"), POINTS)
def test_what_was_not_looked_at_is_said(curve, said):
    points = [Point(turn, [part, 1 - part], [0, 0], [1, 1], 8) for turn, part in curve]
    assert too_coarse(points).startswith(said)
    assert bool(too_coarse(points)) == bool(said)


SUFFERS = [  # an event, its kind, and the seats to which it happens
    ("A was hit by an EMP and turned right: speed 15 to 3", "hit", "A"),
    ("A was hit by B's bullet: HP 2 to 1", "hit", "A"),
    ("B shot up and hit A", "hit", "A"),
    ("B destroyed A's turret at 3,0, the last one: score +30", "death", "A"),
    ("B took 20 cells (12 of A's): cells 240 to 260", "capture", "A"),
    ("A was hit directly for 5 points: health 25 to 0, destroyed", "death", "A"),
    ("B won: 9 ahead", "end", ""),
    ("A's turret at 3,1 was destroyed", "loss", "A"),
]


@every_row(("text", "kind", "seats"), SUFFERS)
def test_to_whom_an_event_happens(text, kind, seats):
    assert kind in GRAVE
    found = [letter for seat, letter in enumerate("AB") if _suffers(ToldLine(text, kind), seat, {"A", "B"})]
    assert "".join(found) == seats
