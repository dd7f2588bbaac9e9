"""Growth curves for the bench: how the cost of a tick depends on the size of the map and of claims."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lanista.engine import State
from lanista.game import Game, Growth
from lanista.games.sproutopia.moves import MISSING, Move
from lanista.games.sproutopia.state import Config, Direction, Garden

SIDES = (30, 50, 100, 200)
FARMERS = 4
SEED = 20
STANDING = [MISSING] * FARMERS
TURNS = 40
Moment = State[Garden, Config]


def growth(game: Game[Any, Any, Any]) -> Iterator[Growth]:
    """Random and idle ticks by the side of the map; a claim and the tick after it by the side of the land."""
    for side in SIDES:
        start = empty_garden(game, side)
        yield Growth("tick of random play, by side of the map", side, start)
        yield Growth("tick in which nobody moves, by side of the map", side, start, STANDING, TURNS)
    for side in SIDES:
        before, closing, after = claim_square(game, side // 2)
        yield Growth("tick that claims a square, by its side", side // 2, before, closing)
        yield Growth("tick after that claim, by the same side", side // 2, after, STANDING, TURNS)


def empty_garden(game: Game[Any, Any, Any], side: int) -> Moment:
    """The first state of a match on a square map."""
    return game.start(game.configure("standard", {"Rows": side, "Cols": side}), SEED, FARMERS)


def claim_square(game: Game[Any, Any, Any], side: int) -> tuple[Moment, list[Move], Moment]:
    """The first farmer claims a square: the state before its last step, that step, the state after it."""
    state = empty_garden(game, max(SIDES))
    steps = [Direction.RIGHT, Direction.DOWN, Direction.LEFT, Direction.UP]
    for direction in (step for step in steps for _ in range(side)):
        before, moves = state.clone(), [Move.of([direction]), *[MISSING] * (FARMERS - 1)]
        game.step(state, moves)
        if direction == Direction.UP and state.record.farmers[0].cells > before.record.farmers[0].cells:
            return before, moves, state
    raise AssertionError(f"walking around a square of {side} claims nothing")
