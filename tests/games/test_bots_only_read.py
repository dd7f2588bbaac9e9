"""Built-in bots never change the views that they are given: other views may share their parts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from lanista.bots.builtin import BuiltinPlayer
from lanista.bots.player import NO_LIMITS, Opening
from lanista.game import game_names, get_game
from lanista.match import Referee, Setup

TURNS = 25
CASES = [(game, bot) for game in game_names() for bot in get_game(game).bots]


class Checked(BuiltinPlayer):
    """A built-in bot whose views are compared before and after each move."""

    def _make(self, opening: Opening) -> Callable[[Any], Any]:
        move = super()._make(opening)

        def checked(view: Any) -> Any:
            before = msgspec.json.encode(view)
            answer = move(view)
            assert msgspec.json.encode(view) == before
            return answer

        return checked


class EnoughError(Exception):
    """Enough turns were played."""


class Some:
    """An observer that stops a match after some turns, and at any fault."""

    def begin(self, *_: object) -> None:
        self.turns = 0

    def turn(self, turn: Any, *_: object) -> None:
        assert [answer.reason for answer in turn.answers if answer.reason] == []
        self.turns += 1
        if self.turns == TURNS:
            raise EnoughError

    def end(self, *_: object) -> None:
        pass


@pytest.mark.parametrize(("name", "bot"), CASES, ids=[f"{game}-{bot}" for game, bot in CASES])
def test_bots_only_read_their_views(name, bot):
    game = get_game(name)
    setup = Setup(game, 7, "standard", game.configure(), NO_LIMITS)
    players = [Checked(name, bot, f"{bot} {seat}") for seat in range(min(game.seats[-1], 2))]
    observer = Some()
    with suppress(EnoughError):
        Referee(setup, players, [observer]).play()
    assert observer.turns > 5
