"""Claims like `squares`, and attacks every trail in sight: cutting one wins all of its farmer's land."""

from __future__ import annotations

from lanista.engine import Generator, rule
from lanista.games.sproutopia.bots.decisions import attack, flee, plan_next
from lanista.games.sproutopia.bots.notebook import Notebook, look
from lanista.games.sproutopia.bots.walks import SIGHT, follow, is_sound
from lanista.games.sproutopia.state import Config, Garden, Order, Work

SIDE = 6
LONGEST = 3 * SIDE
MARGIN = 2  # spare ticks on the way home


@rule
def hunter(
    garden: Garden, config: Config, seat: int, generator: Generator, move: Order, work: Work, book: Notebook
) -> None:
    """Cut trails; without one, walk a loop."""
    look(garden, config, seat, book)
    if not attack(garden, config, seat, book, work, SIGHT):
        flee(garden, config, seat, book, work, MARGIN, 0)
    if not is_sound(garden, config, seat, book):
        work.sketch.is_careful = 0
        plan_next(garden, config, seat, generator, book, work, LONGEST, SIDE)
    follow(garden, config, seat, book, move)
