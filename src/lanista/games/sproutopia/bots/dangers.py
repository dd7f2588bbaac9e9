"""Threats to the farmer's trail, and trails that it could cut."""

from __future__ import annotations

from lanista.engine import rule
from lanista.games.sproutopia.bots.notebook import MEMORY, Notebook
from lanista.games.sproutopia.state import Config

FAR = 1000


@rule
def steps_to_trail(config: Config, book: Notebook, recall: int) -> int:
    """Steps that a farmer seen in the last ticks needs to this one's trail, less those it may have gone since."""
    nearest = FAR
    for i in range(book.others):
        age = book.tick - 1 - book.other_tick[i]
        if age <= recall:
            for n in range(book.trail):
                x = book.trail_cells[n] % config.Cols
                y = book.trail_cells[n] // config.Cols
                nearest = min(nearest, abs(book.other_x[i] - x) + abs(book.other_y[i] - y) - age)
    return nearest


@rule
def steps_to_box(book: Notebook, left: int, right: int, top: int, bottom: int) -> int:
    """Steps that somebody seen lately needs to a box, less those it may have gone since."""
    nearest = FAR
    for i in range(book.others):
        age = book.tick - 1 - book.other_tick[i]
        if age < MEMORY:
            x = book.other_x[i]
            y = book.other_y[i]
            steps = max(left - x, x - right, 0) + max(top - y, y - bottom, 0)
            nearest = min(nearest, steps - age)
    return nearest
