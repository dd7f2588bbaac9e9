"""The search never changes the views that it is given: other views may share their parts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from lanista.bots.player import NO_LIMITS, Opening
from lanista.bots.search_player import SearchPlayer
from lanista.game import game_names, get_game
from lanista.match.referee import MatchSetup, Referee
from lanista.search.options import read_options

TURNS = 12


class Checked(SearchPlayer):
    """The search, whose views are compared before and after each move."""

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


@pytest.mark.parametrize("name", game_names())
def test_the_search_only_reads_its_views(name):
    game = get_game(name)
    setup = MatchSetup(game, 7, "standard", game.configure(), NO_LIMITS)
    players = [
        Checked(name, read_options("search:playouts=1"), f"search {seat}")
        for seat in range(min(game.seats[-1], 2))
    ]
    observer = Some()
    with suppress(EnoughError):
        Referee(setup, players, [observer]).play()
    assert observer.turns > 5
