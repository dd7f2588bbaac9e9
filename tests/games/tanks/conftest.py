"""Turns of a match in which tanks do anything."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from lanista.games.tanks import settings
from lanista.games.tanks.game import TANKS
from lanista.games.tanks.moves import PLAIN, Move
from lanista.games.tanks.state import Action

from .positions import Position

SEATS = 12
TURNS = 60


class Turn(NamedTuple):
    """A turn with the states around it."""

    before: Position
    moves: list[Move]
    after: Position


@pytest.fixture(scope="package")
def turns() -> list[Turn]:
    """A match of twelve, with arrival ranks in every other turn."""
    chance = random.Random(5)
    state = TANKS.start({**settings.STANDARD, "ranks_in_moves": 1}, 5, SEATS, "yard")
    played = []
    for turn in range(TURNS):
        before = state.clone()
        moves = [_any_move(before, seat, chance, turn % 2) for seat in range(SEATS)]
        TANKS.step(state, moves)
        played.append(Turn(before, moves, state.clone()))
        if state.record.over:
            break
    assert len(played) > 20
    return played


def _any_move(state: Position, seat: int, chance: random.Random, has_rank: int) -> Move:
    me = state.record.tanks[state.const.tank_of[seat]]
    rank = chance.randint(1, SEATS) * has_rank
    if chance.random() < 0.6:
        return chance.choice(PLAIN)._replace(rank=rank)
    x, y = me.x + chance.randint(-7, 7), me.y + chance.randint(-7, 7)
    return Move(Action.FIRE_POSITIONAL, x=x, y=y, rank=rank)
