"""The events of rounds: in words, by kind, and where."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.game import Event
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.state import Surface
from tests.games.overdrive.positions import Position, played, position

FAST = {"pos": [1, 100], "speed": 9}
BOOSTED = {"pos": [2, 110], "speed": 15, "boost": 3}


def events_of(state: Position, *commands: str) -> list[Event]:
    """The events of a round."""
    last = played(state, *commands)
    return OVERDRIVE.pictures.events(state, last)


@pytest.mark.parametrize(
    ("p1", "given", "command", "expected"),
    [
        pytest.param(FAST, {}, "NOTHING", ("A drove on", "", (109, 1)), id="nothing"),
        pytest.param(FAST, {}, "TURN_RIGHT", ("A turned right", "", (108, 2)), id="a turn"),
        pytest.param(
            FAST,
            {"objects": [[1, 105, Surface.WALL]]},
            "NOTHING",
            ("A hit a wall: speed 9 to 3, damage 0 to 2, score -5", "hit", (109, 1)),
            id="a crash",
        ),
        pytest.param(
            FAST | {"damage": 3},
            {"objects": [[1, 105, Surface.WALL]], "p2": {"pos": [4, 900], "speed": 0}},
            "NOTHING",
            ("A hit a wall: speed 9 to 0, damage 3 to 5, score -5", "loss", (109, 1)),
            id="a wreck",
        ),
        pytest.param(
            FAST | {"pos": [1, 1495]},
            {},
            "NOTHING",
            ("A crossed the finish line", "end", (1500, 1)),
            id="the finish",
        ),
    ],
)
def test_a_car_in_words(p1: dict[str, Any], given: dict[str, Any], command: str, expected: Any) -> None:
    first, *_ = events_of(position(p1, **given), command, "NOTHING")
    assert first == Event(expected[0], (0,), *expected[1:])


@pytest.mark.parametrize(("target", "kind"), [(BOOSTED, "hit"), (BOOSTED | {"speed": 9, "boost": 0}, "")])
def test_an_emp_is_a_key_event_if_it_ends_a_boost(target: dict[str, Any], kind: str) -> None:
    state = position({"pos": [2, 100], "speed": 3, "items": ["EMP"]}, target)
    _, hit = events_of(state, "USE_EMP", "NOTHING")
    assert "was hit by an EMP" in hit.text
    assert (hit.seats, hit.kind) == ((1,), kind)


@pytest.mark.parametrize(
    ("block", "speed", "expected"),
    [
        (100, 9, [("A overtook B: 8 ahead", (), "gain", (109, 1))]),
        (100, 3, [("A overtook B: 2 ahead", (), "", (103, 1))]),
        (101, 9, []),
        (90, 9, []),
    ],
)
def test_everybody_knows_who_overtook(block: int, speed: int, expected: list[Any]) -> None:
    """A car that was level or stays behind has overtaken nobody."""
    state = position({"pos": [1, block], "speed": speed}, {"pos": [4, 101], "speed": 0})
    assert events_of(state, "NOTHING", "NOTHING")[2:] == expected
