"""The partner `greedy_bot` plays the moves of the built-in bot `greedy`."""

from __future__ import annotations

import pytest

from lanista.game import get_game
from tests.partners import moves_of_bot_and_partner

TURNS = 60


@pytest.mark.parametrize("ruleset", ["standard", "classic", "extended"])
def test_it_plays_the_same_moves(ruleset: str) -> None:
    for bot, partner in moves_of_bot_and_partner(get_game("tower_defence"), "greedy", ruleset, TURNS):
        assert partner == bot
