"""Hidden from seats: only where the next gems will fall."""

from lanista.engine import Generator, rand_below, rule
from mygame.state import Board, Config


@rule
def redraw(board: Board, config: Config, seat: int, generator: Generator) -> None:
    """Another future: some numbers of the stream are used up."""
    for _ in range(1 + rand_below(generator, 100)):
        rand_below(board.generator, 2)
