"""OpenSpiel: states in C++, stepped one by one from Python, as its examples do."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pyspiel
from open_spiel.python.observation import make_observation

from lanista.tools.bench.peers.catalogue import ALONE, SEEN, Job, PeerEnvironment

STEPS = 200

Look = Callable[[Any], None]


def make(name: str) -> PeerEnvironment:
    """A game by its name, with the observations of those who choose."""
    game = pyspiel.load_game(name)
    view = make_observation(game)
    seats = game.num_players()

    def look(state: Any) -> None:
        for seat in range(seats) if state.is_simultaneous_node() else (state.current_player(),):
            view.set_from(state, seat)

    jobs = {SEEN: playing(game, look), ALONE: playing(game, lambda _: None)}
    moves = seats if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS else 1
    return PeerEnvironment(seats, moves, game.num_distinct_actions(), view.tensor.size, jobs)


def playing(game: Any, look: Look) -> Job:
    """Random legal play; a chance event is part of the step that it follows."""
    state = game.new_initial_state()
    rng = random.Random(1)

    def job() -> int:
        nonlocal state
        steps = 0
        while steps < STEPS:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                look(state)
                choose(state, rng)
                steps += 1
        return steps

    return job


def choose(state: Any, rng: random.Random) -> None:
    """Every seat that is asked takes a random legal action."""
    if state.is_simultaneous_node():
        state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in range(state.num_players())])
    else:
        state.apply_action(rng.choice(state.legal_actions()))
