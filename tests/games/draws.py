"""Random legal actions of any game: all that are legal, nothing else, and evenly."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

from lanista.engine import Generator, State, over
from lanista.game import Game

DRAWS_PER_ACTION = 12
TOLERANCE = 4.0  # standard deviations of the chi-square statistic; the draws are the same in every run


def expect_even_draws(game: Game[Any, Any, Any], state: State[Any, Any], seat: int) -> None:
    """`random_action` must draw every legal action, equally often."""
    legal = game.legal(state, seat).nonzero()[0].tolist()
    generator: Generator = over(Generator, bytearray(8))
    counts = Counter(
        game.rules.random_action(state.record, state.const, seat, generator)
        for _ in range(DRAWS_PER_ACTION * len(legal))
    )
    assert sorted(counts) == legal
    statistic = sum((count - DRAWS_PER_ACTION) ** 2 / DRAWS_PER_ACTION for count in counts.values())
    freedom = len(legal) - 1
    assert statistic <= freedom + TOLERANCE * sqrt(2 * freedom)
