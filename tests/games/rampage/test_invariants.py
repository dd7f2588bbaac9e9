"""Impossible states are detected, and refused when a state is loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from lanista.core.errors import InputError
from lanista.games.rampage import views
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.state import Arena, Config, Word
from tests.games.rampage.positions import Position, position
from tests.rows import every_row

BOARD = (".....", ".A#L.", "..T..", ".0.B.", ".....")


def set_field(owner: Callable[[Position], Any], name: str, value: int) -> Callable[[Position], None]:
    """Write a value into a field."""
    return lambda state: setattr(owner(state), name, value)


def bullet(square: int) -> Callable[[Position], None]:
    """One bullet on a square."""
    return lambda state: views.set_bullets(state.record, [views.bullet_code(square, 0, 0)])


def put(array: Callable[[Position], Any], index: int, value: int) -> Callable[[Position], None]:
    """Write a value into an array."""
    return lambda state: array(state).__setitem__(index, value)


def arena(state: Position) -> Arena:
    return state.record


def config(state: Position) -> Config:
    return state.const


def player(state: Position) -> Any:
    return state.record.players[0]


def turret(state: Position) -> Any:
    return state.record.turrets[0]


BROKEN: list[tuple[str, Callable[[Position], None], str]] = [
    ("a turn past the end", set_field(arena, "turn", 51), "turn is 51 of 50"),
    ("an end too early", set_field(arena, "over", 1), "over is 1 in turn 0 of 50"),
    ("a dead player who plays on", set_field(player, "hp", 0), "over is 0"),
    ("a player on a wall", set_field(player, "square", 7), "player 1 stands on a wall or a turret"),
    ("a player on a turret", set_field(player, "square", 12), "player 1 stands on a wall or a turret"),
    ("a player off the board", set_field(player, "square", 25), "square is 25, expected 0 to 24"),
    ("two on one square", set_field(player, "square", 18), "both players stand on square 18"),
    ("a fifth direction", set_field(player, "facing", 4), "facing is 4, expected 0 to 3"),
    ("an unknown move", set_field(player, "effective", 15), "effective is 15, expected 0 to 14"),
    ("an endless shield", set_field(player, "shield_left", 6), "shield_left is 6, expected 0 to 5"),
    ("debts", set_field(player, "laser", -1), "laser is -1"),
    ("beams without a laser", put(lambda s: player(s).beams, 0, 1), "beams without a laser"),
    ("too many hits", set_field(player, "n_hits", 25), "n_hits is 25"),
    ("a turret half alive", set_field(turret, "alive", 2), "turret 0 has phase 0, alive 2"),
    ("a phase past the rhythm", set_field(turret, "phase", 6), "turret 0 has phase 6"),
    ("a payment to nobody", set_field(turret, "credit", 4), "turret 0 has credit 4"),
    (
        "a payment uncounted",
        set_field(turret, "credit", 1),
        "n_credits is 0, but 1 turrets have a payment pending",
    ),
    ("a turret too many", set_field(lambda s: s.record.turrets[9], "alive", 1), "turret 9 is not on the map"),
    ("an item too many", put(lambda s: s.record.lies, 5, 1), "lies[5] is 1 with 1 items"),
    ("a bullet in a wall", bullet(7), "a bullet is on square 7"),
    ("a bullet on a player", bullet(6), "a bullet is on square 6"),
    ("a bullet off the board", bullet(30), "a bullet is on square 30"),
    ("a bullet beyond the list", put(lambda s: s.record.bullets, 3, 8), "bullets beyond n_bullets"),
    ("more bullets than shots", set_field(arena, "n_bullets", 1000), "n_bullets is 1000, expected 0 to 924"),
    ("a board of no size", set_field(config, "width", 0), "width is 0, expected 3 to 64"),
    ("a third seat", set_field(config, "seats", 3), "seats is 3, expected 2 to 2"),
    ("a way through the wall", put(lambda s: s.const.ahead, 4, 9), "do not agree with the map"),
    ("a beam too long", put(lambda s: s.const.reach, 27, 4), "do not agree with the map"),
    ("a wall on a start", put(lambda s: s.const.board, 6, 1), "the map is not playable"),
]


@every_row(("change", "words"), [b[1:] for b in BROKEN], ids=[b[0] for b in BROKEN])
def test_an_impossible_state_is_detected(change: Callable[[Position], None], words: str) -> None:
    state = position(*BOARD)
    change(state)
    assert any(words in fault for fault in RAMPAGE.broken_invariants(state))
    with pytest.raises(InputError, match="this is no state of rampage"):
        RAMPAGE.load(RAMPAGE.dump(state))


def test_a_state_with_everything_in_it_can_be_loaded() -> None:
    state = position(*BOARD, a={"laser": 1, "shield_left": 3}, turn=7)
    RAMPAGE.step(
        state, [RAMPAGE.learning.decode(state, 0, Word.LASER), RAMPAGE.learning.decode(state, 1, Word.SHOOT)]
    )
    assert RAMPAGE.load(RAMPAGE.dump(state)) == state
