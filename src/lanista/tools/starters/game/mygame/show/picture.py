"""The board for a terminal."""

from collections.abc import Sequence

from rich.text import Text

from lanista.engine import State
from mygame.state import HEIGHT, WIDTH, Board, Config


def draw(state: State[Board, Config], seat: int | None, names: Sequence[str] = ()) -> Text:
    """Runners by letter, the gem as a star."""
    board = state.record
    runners = dict(zip("ABCD", board.runners[: state.seats], strict=False))
    rows = [["·"] * WIDTH for _ in range(HEIGHT)]
    rows[board.gem_y][board.gem_x] = "*"
    for letter, runner in runners.items():
        rows[runner.y][runner.x] = letter
    gems = "  ".join(f"{letter} {runner.gems}" for letter, runner in runners.items())
    return Text("\n".join([f"turn {board.turn}: {gems}", *(" ".join(row) for row in rows)]))
