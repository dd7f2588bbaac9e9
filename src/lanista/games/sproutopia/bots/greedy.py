"""Takes the loop that pays best of many sizes, items on the way included, and cuts trails that are close."""

from __future__ import annotations

from lanista.games.sproutopia.bots import hunter
from lanista.games.sproutopia.bots.ground import Loop, distance

ITEM_WORTH = 8
CLOSE = 6  # an opponent nearer than this to a loop makes it a bad one


class Bot(hunter.Bot):
    """Weighs gain, time and danger."""

    sizes = range(2, 13)
    widths = range(2, 13)

    def worth(self, loop: Loop) -> float:
        """Cells and items per tick, less where others are near."""
        ground = self.ground
        items = sum(spot in ground.items for spot in loop.path)
        worth = (loop.gain + ITEM_WORTH * items) / (len(loop.path) + 3)
        for other in ground.others:
            if min(distance(other, spot) for spot in loop.path) < CLOSE and len(loop.path) > 2 * CLOSE:
                worth /= 4
        return worth
