"""Views of a seat: as JSON for bots, and as numbers for learners."""

import msgspec

from lanista.engine import Ints, Number, ObservationSpec, State, rule
from mygame.state import HEIGHT, MAX_SEATS, WIDTH, Board, Config

OBSERVATION = ObservationSpec.of(
    Number("gem x", 1 - WIDTH, WIDTH - 1, "how far right of its runner a seat finds the gem"),
    Number("gem y", 1 - HEIGHT, HEIGHT - 1, "how far below"),
    [Number(f"gems of runner {i}", 0, 100, "the seat's own first") for i in range(MAX_SEATS)],
    Number("turn", 0, 1000),
)


def view_json(state: State[Board, Config], seat: int) -> bytes:
    """The message of a turn; `typed.View` describes it."""
    board = state.record
    runners = [{"x": runner.x, "y": runner.y, "gems": runner.gems} for runner in board.runners[: state.seats]]
    gem = {"x": board.gem_x, "y": board.gem_y}
    return msgspec.json.encode({"turn": board.turn + 1, "seat": seat, "runners": runners, "gem": gem})


@rule
def observe(board: Board, config: Config, seat: int, row: Ints) -> None:
    """The numbers of `OBSERVATION`, from the seat's own side."""
    row[0] = board.gem_x - board.runners[seat].x
    row[1] = board.gem_y - board.runners[seat].y
    for i in range(MAX_SEATS):
        row[2 + i] = board.runners[(seat + i) % config.seats].gems if i < config.seats else 0
    row[2 + MAX_SEATS] = board.turn
