"""Picks the most profitable loop of many sizes, counting items; the more it has to lose, the shorter."""

from __future__ import annotations

from lanista.engine import Generator, rule
from lanista.games.sproutopia.bots.decisions import attack, flee, plan_next
from lanista.games.sproutopia.bots.notebook import Notebook, look
from lanista.games.sproutopia.bots.walks import follow, is_sound
from lanista.games.sproutopia.items import percentage
from lanista.games.sproutopia.state import Config, Garden, Order, Work

SIDE = 10
LONGEST = 30  # cells of a trail ...
SHORTEST = 16  # ... which become fewer,
SHARE_STEP = 2  # one for each of these per cents of the map
SALLY = 2  # steps off its land for an attack
MARGIN = 3  # spare ticks on the way home
RECALL = 3  # ticks for which somebody out of sight is a danger


@rule
def greedy(
    garden: Garden, config: Config, seat: int, generator: Generator, move: Order, work: Work, book: Notebook
) -> None:
    """Weigh gain, time and risk."""
    look(garden, config, seat, book)
    if not attack(garden, config, seat, book, work, SALLY):
        flee(garden, config, seat, book, work, MARGIN, RECALL)
    if not is_sound(garden, config, seat, book):
        longest = max(SHORTEST, LONGEST - percentage(garden, config, seat) // SHARE_STEP)
        work.sketch.is_careful = 1
        plan_next(garden, config, seat, generator, book, work, longest, SIDE)
    follow(garden, config, seat, book, move)
