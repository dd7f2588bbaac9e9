"""Hidden from a runner: coins out of sight, other purses, and the future."""

from __future__ import annotations

from lanista.engine import Generator, rand_below, rule
from tests.coins.state import LENGTH, SIGHT, Config, Line


@rule
def redraw(line: Line, config: Config, seat: int, generator: Generator) -> None:
    """Other coins out of sight, other purses, and another future."""
    for place in range(LENGTH):
        if abs(place - line.runners[seat].place) > SIGHT:
            line.coins[place] = rand_below(generator, 2)
    for other in range(config.seats):
        if other != seat:
            line.runners[other].purse = rand_below(generator, line.turn + 1)
    for _ in range(1 + rand_below(generator, 100)):
        rand_below(line.generator, 2)
