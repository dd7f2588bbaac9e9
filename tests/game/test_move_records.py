"""Moves and move records have the same fields, which is checked when a game is made."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, NamedTuple

import pytest

from lanista.core.errors import PluginError
from lanista.engine import Ints, i1, i4, over, record
from lanista.game import game_names, get_game
from lanista.game.move_records import put_moves, take_move
from tests.coins import RULES, Coins
from tests.coins.state import Way


@record
class Crossed:
    """The fields of `Shot` in another order."""

    y: i4
    x: i4


class Shot(NamedTuple):
    """At a cell."""

    x: int
    y: int


def test_fields_in_another_order_are_refused_when_the_game_is_made() -> None:
    wrong = type("Wrong", (Coins,), {"missing": Shot(0, 0), "rules": replace(RULES, move=Crossed)})
    words = r"the moves of coins do not fit their record: Shot has the fields \(x, y\) and Crossed has \(y, x\)"
    with pytest.raises(PluginError, match=words):
        wrong()


def test_a_move_that_is_no_named_tuple_is_refused() -> None:
    wrong = type("Wrong", (Coins,), {"missing": (0,)})
    with pytest.raises(PluginError, match=r"tuple has the fields \(\) and Step has \(way\); give both the same"):
        wrong()


@record
class Sent:
    """Words and a row of numbers; the filler is no field of a move."""

    length: i1
    way: i1
    marks: Annotated[Ints, i4, 3]


class Message(NamedTuple):
    """As many marks as it is long."""

    length: int
    way: Way
    marks: tuple[int, ...]


@pytest.mark.parametrize(
    "move", [Message(0, Way.STAY, ()), Message(2, Way.LEFT, (7, 8)), Message(3, Way.RIGHT, (1, 2, 3))]
)
def test_a_move_survives_its_record(move: Message) -> None:
    view: Any = over(Sent, bytearray(16))
    put_moves([view], [(3, Way.STAY, (9, 9, 9))])
    put_moves([view], [move])
    assert take_move(Message, view) == move
    assert isinstance(take_move(Message, view).way, Way)


@pytest.mark.parametrize("name", game_names())
def test_the_missing_move_of_every_game_survives_its_record(name: str) -> None:
    game = get_game(name)
    record_of = game.scratch.of(game.rules, 2)[0]
    put_moves(record_of, [game.missing])
    assert take_move(type(game.missing), record_of[0]) == game.missing
