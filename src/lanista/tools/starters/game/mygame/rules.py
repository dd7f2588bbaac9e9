"""One turn: all runners walk at once, then the gem is taken if one of them is alone on it."""

from lanista.engine import Choice, Records, note, rand_below, rule
from mygame.notes import Kind
from mygame.state import HEIGHT, STEP_X, STEP_Y, WIDTH, Board, Config, Runner, Work

NOBODY = -1


@rule
def step(board: Board, moves: Records[Choice], config: Config, work: Work) -> None:
    """A turn."""
    if is_over(board, config):
        return
    for seat in range(config.seats):
        walk(board.runners[seat], moves[seat].action)
    take_gem(board, config, work)
    board.turn += 1


@rule
def walk(runner: Runner, way: int) -> None:
    """One step, which ends at the edge of the board."""
    runner.x = min(WIDTH - 1, max(0, runner.x + STEP_X[way]))
    runner.y = min(HEIGHT - 1, max(0, runner.y + STEP_Y[way]))


@rule
def take_gem(board: Board, config: Config, work: Work) -> None:
    """A runner alone on the gem takes it, and another one falls; several leave it."""
    taker = alone_on_gem(board, config)
    if taker == NOBODY:
        return
    board.runners[taker].gems += 1
    note(work.log, Kind.TOOK, taker, board.gem_x, board.gem_y, board.runners[taker].gems)
    drop_gem(board)


@rule
def alone_on_gem(board: Board, config: Config) -> int:
    """The only runner on the gem, or NOBODY."""
    found, count = NOBODY, 0
    for seat in range(config.seats):
        if board.runners[seat].x == board.gem_x and board.runners[seat].y == board.gem_y:
            found = seat
            count += 1
    return found if count == 1 else NOBODY


@rule
def drop_gem(board: Board) -> None:
    """A gem falls anywhere."""
    board.gem_x = rand_below(board.generator, WIDTH)
    board.gem_y = rand_below(board.generator, HEIGHT)


@rule
def is_over(board: Board, config: Config) -> bool:
    """A match ends after its turns, or when somebody has enough gems."""
    if board.turn >= config.max_turns:
        return True
    for seat in range(config.seats):
        if board.runners[seat].gems >= config.goal:
            return True
    return False


@rule
def score(board: Board, config: Config, seat: int) -> int:
    """The gems of a runner: the most win."""
    return board.runners[seat].gems
