"""Events of rounds in words, by kind and place; and commands in words."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.game import Played
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.moves import MISSING, Move
from lanista.games.overdrive.state import Command, Surface
from tests.games.overdrive.positions import Position, played, position

FAST = {"pos": [1, 100], "speed": 9}
BOOSTED = {"pos": [2, 110], "speed": 15, "boost": 3}


def told(state: Position, *commands: str, seat: int | None = None) -> list[Any]:
    """The lines about a round."""
    last = played(state, *commands)
    return OVERDRIVE.pictures.told(state, last, seat)


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
    first, *_ = told(position(p1, **given), command, "NOTHING")
    assert first == expected
    assert told(position(p1, **given), command, "NOTHING", seat=0)[0] == expected


MUDDY = [[1, 105, Surface.MUD], [1, 106, Surface.MUD], [1, 107, Surface.OIL_ITEM]]


def test_what_happened_often_is_told_once() -> None:
    first, *_ = told(position(FAST | {"speed": 8}, objects=MUDDY), "ACCELERATE", "NOTHING")
    assert first.text == (
        "A accelerated, drove through mud and picked up a power-up: speed 8 to 6, damage 0 to 2, score -2"
    )


def test_a_car_is_told_to_its_own_seat_only() -> None:
    lines = [told(position(FAST), "NOTHING", "ACCELERATE", seat=seat) for seat in (None, 0, 1)]
    both, first, second = ([line.text[0] for line in seen] for seen in lines)
    assert (both, first, second) == (["A", "B"], ["A"], ["B"])


@pytest.mark.parametrize(("target", "kind"), [(BOOSTED, "hit"), (BOOSTED | {"speed": 9, "boost": 0}, "")])
def test_an_emp_is_a_key_event_if_it_ends_a_boost(target: dict[str, Any], kind: str) -> None:
    state = position({"pos": [2, 100], "speed": 3, "items": ["EMP"]}, target)
    _, hit = told(state, "USE_EMP", "NOTHING")
    assert "was hit by an EMP" in hit.text
    assert hit.kind == kind


@pytest.mark.parametrize(
    ("block", "speed", "expected"),
    [
        (100, 9, [("A overtook B: 8 ahead", "gain", (109, 1))]),
        (100, 3, [("A overtook B: 2 ahead", "", (103, 1))]),
        (101, 9, []),
        (90, 9, []),
    ],
)
def test_everybody_knows_who_overtook(block: int, speed: int, expected: list[Any]) -> None:
    """A car that was level or stays behind has overtaken nobody."""
    cars = {"pos": [1, block], "speed": speed}, {"pos": [4, 101], "speed": 0}
    assert told(position(*cars), "NOTHING", "NOTHING")[2:] == expected
    for seat in range(2):
        assert told(position(*cars), "NOTHING", "NOTHING", seat=seat)[1:] == expected


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Move(Command.NOTHING), "drive on"),
        (Move(Command.FIX), "repair the car"),
        (Move(Command.USE_TWEET, 3, 120), "cyber truck at lane 3, block 120"),
        (MISSING, ""),
    ],
    ids=str,
)
def test_a_command_in_words(move: Move, words: str) -> None:
    assert OVERDRIVE.pictures.words(Played(position(FAST), [move, MISSING]), 0) == words
