"""The arena for a terminal."""

from collections.abc import Sequence

from rich.text import Text

from lanista.engine import State
from lightcycles.state import HEIGHT, WIDTH, Arena, Config

COLOURS = ("bright_black", "cyan", "magenta", "yellow", "green")


def draw(state: State[Arena, Config], seat: int | None, names: Sequence[str] = ()) -> Text:
    """Trails by small letters, riders by capitals."""
    arena = state.record
    heads = {(rider.x, rider.y) for rider in arena.riders[: state.seats]}
    text = Text(f"turn {arena.turn}")
    for y in range(HEIGHT):
        text.append("\n")
        for x in range(WIDTH):
            owner = arena.trails[y, x]
            mark = "·abcd"[owner]
            text.append(mark.upper() if (x, y) in heads else mark, COLOURS[owner])
    return text
