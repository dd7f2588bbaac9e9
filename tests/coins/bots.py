"""Bots that are rules."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from tests.coins.moves import random_move
from tests.coins.state import LENGTH, SIGHT, Config, Line, Step, Way, Work


@rule
def stay(line: Line, config: Config, seat: int, generator: Generator, move: Step, work: Work) -> None:
    """Stand still: the opponent that every runner should beat."""
    move.way = Way.STAY


@rule
def greedy(line: Line, config: Config, seat: int, generator: Generator, move: Step, work: Work) -> None:
    """Walk to the nearest coin in sight, on either side if both are as near; without one, walk anywhere."""
    place = line.runners[seat].place
    for away in range(1, SIGHT + 1):
        left = place - away >= 0 and line.coins[place - away] > 0
        right = place + away < LENGTH and line.coins[place + away] > 0
        if left or right:
            both = left and right
            go_left = rand_below(generator, 2) == 0 if both else left
            move.way = Way.LEFT if go_left else Way.RIGHT
            return
    random_move(line, config, seat, generator, move)


BOTS = (stay, greedy)
