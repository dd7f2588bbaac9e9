"""Claims land in small squares, and returns home when somebody comes near."""

from __future__ import annotations

from lanista.engine import Generator, rule
from lanista.games.sproutopia.bots.decisions import flee, plan_next
from lanista.games.sproutopia.bots.notebook import Notebook, look
from lanista.games.sproutopia.bots.walks import follow, is_sound
from lanista.games.sproutopia.state import Config, Garden, Order, Work

SIDE = 4
LONGEST = 3 * SIDE
MARGIN = 1  # spare ticks on the way home


@rule
def squares(
    garden: Garden, config: Config, seat: int, generator: Generator, move: Order, work: Work, book: Notebook
) -> None:
    """Walk one small loop after another."""
    look(garden, config, seat, book)
    flee(garden, config, seat, book, work, MARGIN, 0)
    if not is_sound(garden, config, seat, book):
        work.sketch.is_careful = 0
        plan_next(garden, config, seat, generator, book, work, LONGEST, SIDE)
    follow(garden, config, seat, book, move)
