"""Moves of one word, and which are legal."""

from typing import NamedTuple

from lanista.engine import rule
from mygame.state import HEIGHT, STEP_X, STEP_Y, WIDTH, Board, Config, Way


class Move(NamedTuple):
    """Where a runner goes; its text is the word."""

    action: Way


@rule
def legal(board: Board, config: Config, seat: int, action: int) -> bool:
    """A way is legal unless it leads off the board."""
    x, y = board.runners[seat].x + STEP_X[action], board.runners[seat].y + STEP_Y[action]
    return 0 <= x < WIDTH and 0 <= y < HEIGHT
