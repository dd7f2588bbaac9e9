"""Moves in plain words."""

from __future__ import annotations

import pytest

from lanista.game import InvalidMove, Played, get_game
from tests.rows import every_row

WORDS = [
    ("overdrive", "NOTHING", "drive on"),
    ("overdrive", "USE_TWEET 4 75", "cyber truck at lane 4, block 75"),
    ("overdrive", "FIX", "repair the car"),
    ("tower_defence", "3,2,2", "energy generator at 3, 2"),
    ("tower_defence", "1,0,0", "wall at 1, 0"),
    ("tower_defence", "1,0,1", "turret at 1, 0"),
    ("tower_defence", "", "build nothing"),
    ("rampage", "FACE_UP", "turn up"),
    ("rampage", "SHOOT", "shoot right"),
    ("rampage", "FORWARD", "step right"),
    ("rampage", "LASER", "fire a laser"),
    ("rampage", "TELEPORT_3", "teleport to pad 3"),
    ("rampage", "NONE", "wait"),
    ("sproutopia", "UP", "go up"),
    ("sproutopia", "UP LEFT", "go up, then left"),
    ("sproutopia", '{"action": 2}', "go down"),
    ("sproutopia", "IDLE", "go on"),
    ("tanks", "MOVE BACKWARDS", "drive backwards"),
    ("tanks", "ROTATE COUNTER_CLOCKWISE", "turn counter-clockwise"),
    ("tanks", "SCAN MONO NORTH_EAST", "scan north-east"),
    ("tanks", "SCAN OMNI", "scan all around"),
    ("tanks", "FIRE CARDINAL WEST", "fire west"),
    ("tanks", '{"action": "Fire", "aiming": "Positional", "position": {"x": 14, "y": 3}}', "fire at 14, 3"),
    ("tanks", "IDLE", "wait"),
]


def words_of(name: str, text: str, ruleset: str = "standard") -> str:
    """A move at the start of a match, or the one that is played instead."""
    game = get_game(name)
    state = game.start(game.configure(ruleset), 1)
    try:
        move = game.read(state, 0, text)
    except InvalidMove as error:
        move = error.move
    return game.pictures.words(Played(state, [move, *[game.missing] * (state.seats - 1)]), 0)


@every_row(("name", "text", "words"), WORDS)
def test_a_move_in_words(name: str, text: str, words: str) -> None:
    assert words_of(name, text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3,2,3", "take down the building at 3, 2"),
        ("3,2,4", "tesla tower at 3, 2"),
        ("0,0,5", "raise the iron curtain"),
    ],
)
def test_orders_of_the_extended_ruleset(text: str, words: str) -> None:
    assert words_of("tower_defence", text, "extended") == words


@pytest.mark.parametrize(("name", "text"), [("overdrive", "FLY"), ("tower_defence", "1,2,99")])
def test_what_is_no_move_has_no_words(name: str, text: str) -> None:
    assert words_of(name, text) == ""
