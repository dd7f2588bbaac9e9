"""Takes the loop that pays best of many sizes, items included; the more it has to lose, the shorter its loops."""

from __future__ import annotations

from lanista.games.sproutopia.bots import hunter
from lanista.games.sproutopia.bots.ground import Loop

ITEM_WORTH = 8
LONGEST_LOOP = 30
SHARE_STEP = 2  # so many per cent of the map more, and loops are one cell shorter
SHORTEST_LOOP = 8


class Bot(hunter.Bot):
    """Weighs gain, time and what can be lost."""

    sizes = range(2, 11)
    widths = range(2, 11)
    margin = 3

    def worth(self, loop: Loop) -> float:
        """Cells and items per tick; a loop too long for what there is to lose is worth nothing."""
        ground = self.ground
        longest = max(SHORTEST_LOOP, LONGEST_LOOP - ground.share // SHARE_STEP)
        if sum(not ground.is_mine(spot) for spot in loop.path) > longest:
            return 0
        items = sum(spot in ground.items for spot in loop.path)
        return super().worth(Loop(loop.path, loop.gain + ITEM_WORTH * items))
