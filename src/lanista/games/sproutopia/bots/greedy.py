"""Takes the loop that pays best of many sizes, items included; the more it has to lose, the shorter its loops."""

from __future__ import annotations

from lanista.games.sproutopia.bots import hunter
from lanista.games.sproutopia.tactics.ground import Loop, Spot, distance

ITEM_WORTH = 8
LONGEST_LOOP = 30
SHARE_STEP = 2  # so many per cent of the map more, and loops are one cell shorter
SHORTEST_LOOP = 8
NEAR = 7


class Bot(hunter.Bot):
    """Weighs gain, time and what can be lost."""

    sizes = range(2, 11)
    widths = range(2, 11)
    margin = 3

    def worth(self, loop: Loop) -> float:
        """Cells and items per tick; nothing if the loop could be cut or is too long for what there is to lose."""
        ground = self.ground
        longest = max(SHORTEST_LOOP, LONGEST_LOOP - ground.share // SHARE_STEP)
        if sum(not ground.is_mine(spot) for spot in loop.path) > longest:
            return 0
        if ground.is_risky(loop.path):
            return 0
        items = sum(spot in ground.items for spot in loop.path)
        return super().worth(Loop(loop.path, loop.gain + ITEM_WORTH * items))

    def pass_time(self) -> tuple[Spot, ...]:
        """A step on own land while somebody is near, else towards its border."""
        ground = self.ground
        inside = [spot for spot in ground.steps() if ground.is_mine(spot)]
        near = [other for other in ground.others if distance(other, ground.here) <= NEAR]
        if not near or not inside:
            return super().pass_time()
        return (max(inside, key=lambda spot: min(distance(spot, other) for other in near)),)
