"""Trained bots read views as learners observe, and answer with the action that they mean."""

import json
from typing import Any

import numpy as np
import pytest

from lanista.game import game_names, get_game
from lanista.learn.view_reader import ViewReader

TURNS = 30
CASES = [
    *((name, ruleset, "") for name in game_names() for ruleset in get_game(name).rulesets),
    *((name, "standard", board) for name in game_names() for board in get_game(name).maps),
]


def start_message(game, state, seat, ruleset, config) -> Any:
    """The message that a bot gets before the first turn, as far as it matters here."""
    fixed = game.fixed_json(state, seat)
    message = {"game": game.name, "ruleset": ruleset, "seat": seat, "seats": state.seats, "config": dict(config)}
    return {**message, "map": json.loads(fixed)} if fixed else message


@pytest.mark.parametrize(("name", "ruleset", "board"), CASES)
def test_views_are_observed_as_in_a_batch(name, ruleset, board):
    game = get_game(name)
    config = game.configure(ruleset)
    state, random = game.start(config, 5, map=board), np.random.default_rng(5)
    seats = range(state.seats)
    readers = [ViewReader(start_message(game, state, seat, ruleset, config)) for seat in seats]
    for _ in range(TURNS):
        moves = []
        for seat, reader in zip(seats, readers, strict=True):
            view, legal = json.loads(game.view_json(state, seat)), game.legal(state, seat)
            reader.see(view)
            assert reader.row().tolist() == game.observe(state, seat).reshape(-1).tolist()
            assert reader.mask().tolist() == legal.tolist()
            action = int(random.choice(np.flatnonzero(legal)))
            moves.append(game.learning.decode(state, seat, action))
            assert game.read(state, seat, reader.text(action)) == moves[-1]
        game.step(state, moves)
        if game.outcome(state):
            break
