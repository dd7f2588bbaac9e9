"""Picks the most profitable loop of many sizes, counting items; the more it has to lose, the shorter."""

from __future__ import annotations

from lanista.games.sproutopia.bots import hunter
from lanista.games.sproutopia.tactics.ground import Loop, Spot, distance

ITEM_VALUE = 8
MAX_LOOP = 30
SHARE_STEP = 2  # per cent of the map that shorten loops by one cell
MIN_LOOP = 8
NEAR = 7


class Bot(hunter.Bot):
    """Weighs gain, time and risk."""

    sizes = range(2, 11)
    widths = range(2, 11)
    margin = 3

    def value(self, loop: Loop) -> float:
        """Cells and items per tick; 0 if the loop could be cut or is too long for what is at stake."""
        ground = self.ground
        max_length = max(MIN_LOOP, MAX_LOOP - ground.share // SHARE_STEP)
        if sum(not ground.is_mine(spot) for spot in loop.path) > max_length:
            return 0
        if ground.is_risky(loop.path):
            return 0
        items = sum(spot in ground.items for spot in loop.path)
        return super().value(Loop(loop.path, loop.gain + ITEM_VALUE * items))

    def pass_time(self) -> tuple[Spot, ...]:
        """A step inside its land while somebody is near, otherwise one towards the border."""
        ground = self.ground
        inside = [spot for spot in ground.steps() if ground.is_mine(spot)]
        near = [other for other in ground.others if distance(other, ground.here) <= NEAR]
        if not near or not inside:
            return super().pass_time()
        return (max(inside, key=lambda spot: min(distance(spot, other) for other in near)),)
