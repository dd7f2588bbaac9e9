"""Turning points, alternatives, blunders and reasons."""

import time

import pytest

from lanista.analysis.alternatives import Alternatives
from lanista.analysis.curve import Curve
from lanista.analysis.reasons import GRAVE, _suffers
from lanista.analysis.track import Track
from lanista.analysis.turning import find_turning_points
from lanista.game.values import Event
from lanista.replay import read_replay


@pytest.fixture
def curve(missed) -> Curve:
    curve = Curve(Track(read_replay(missed)))
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
    curve = Curve(Track(read_replay(record(lambda view: "STAY", lambda view: "STAY", turns=1, seed=9))))
    curve.begin()
    assert list(find_turning_points(curve, time.monotonic() + 60)) == []


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


@pytest.mark.parametrize(("text", "kind", "seats"), SUFFERS)
def test_to_whom_an_event_happens(text, kind, seats):
    assert kind in GRAVE
    found = [letter for seat, letter in enumerate("AB") if _suffers(Event(text, kind=kind), seat, {"A", "B"})]
    assert "".join(found) == seats
