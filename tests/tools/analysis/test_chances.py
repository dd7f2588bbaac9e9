"""The numbers of every game."""

import pytest

from lanista.game import game_names, get_game
from lanista.tools.analysis.mapping import chances_of, manner_of


@pytest.mark.parametrize("name", game_names())
def test_a_game_has_the_policy_of_its_playouts_and_no_weight_is_negative(name):
    game = get_game(name)
    chances = chances_of(game)
    assert game.rules.policy(manner_of(game, chances).policy)
    assert min(*chances.playouts, *chances.value) >= 0
    assert max(chances.playouts) > 0
