"""The built-in bots, weakest first; a bot is a rule, so it also plays in batches, pages and other languages."""

from lanista.engine import Choice, Generator, rand_below, rule
from mygame.state import Board, Config, Way, Work


@rule
def seeker(board: Board, config: Config, seat: int, generator: Generator, move: Choice, work: Work) -> None:
    """One step nearer to the gem, along the row first; on a shared one it steps aside every other time."""
    x, y = board.runners[seat].x, board.runners[seat].y
    if board.gem_x != x:
        move.action = Way.RIGHT if board.gem_x > x else Way.LEFT
    elif board.gem_y != y:
        move.action = Way.DOWN if board.gem_y > y else Way.UP
    elif rand_below(generator, 2) == 0:
        move.action = Way.STAY
    else:
        move.action = Way.UP if y > 0 else Way.DOWN


BOTS = (seeker,)
