"""A moment as an audience sees it: the rule `frame` decides it, for everybody or for one seat."""

from typing import Annotated, Any

from lanista.engine import Grid, Ints, State, i4, record, rule
from mygame.notes import Kind
from mygame.state import HEIGHT, MAX_SEATS, WIDTH, Board, Config, Work

NOTE = 8  # numbers of a note: its kind, then those of its tuple
NOBODY = -1
CURVES = ("gems",)


@record
class Frame:
    """A moment; a row `x` beside a number `n_x` has only that many."""

    turn: i4
    gem_x: i4
    gem_y: i4
    taker: i4  # who took the last gem in this turn, or NOBODY
    n_x: i4
    x: Annotated[Ints, i4, MAX_SEATS]
    n_y: i4
    y: Annotated[Ints, i4, MAX_SEATS]


def scene(state: State[Board, Config]) -> dict[str, Any]:
    """The facts that never change during a match."""
    return {"width": WIDTH, "height": HEIGHT, "goal": state.const.goal}


@rule
def frame(before: Board, board: Board, config: Config, work: Work, seat: int, frame: Frame) -> None:
    """Nothing on the board is hidden: all seats see the same."""
    frame.turn = board.turn
    frame.gem_x = board.gem_x
    frame.gem_y = board.gem_y
    frame.n_x = config.seats
    frame.n_y = config.seats
    for runner in range(config.seats):
        frame.x[runner] = board.runners[runner].x
        frame.y[runner] = board.runners[runner].y
    frame.taker = NOBODY
    for i in range(work.log.count):
        if work.log.numbers[NOTE * i] == Kind.TOOK:
            frame.taker = work.log.numbers[NOTE * i + 1]


@rule
def curves(board: Board, config: Config, seat: int, numbers: Grid) -> None:
    """The numbers of the charts: `numbers[title, seat]`."""
    for runner in range(config.seats):
        numbers[0, runner] = board.runners[runner].gems
