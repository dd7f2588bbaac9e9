"""Claims like `squares`, and goes for every trail in sight: who cuts one gets all that its farmer had."""

from __future__ import annotations

from lanista.games.sproutopia.bots import squares
from lanista.games.sproutopia.bots.ground import Loop, Spot, distance

SIGHT = 8  # steps to a trail that are worth going
LONGEST = 14  # cells of the own trail during a hunt
NEAR = 7


class Bot(squares.Bot):
    """Cuts trails."""

    sizes = range(2, 7)
    widths = range(2, 7)
    margin = 2

    def attack(self) -> tuple[Spot, ...]:
        """The way to the nearest trail, unless the own one has become too long."""
        ground = self.ground
        if len(ground.trail()) > LONGEST or (ground.is_ahead and ground.is_out()):
            return ()
        near = {spot for spot in ground.foreign_trails() if distance(spot, ground.here) <= SIGHT}
        path = ground.way_to(near, SIGHT) if near else ()
        return path if path and ground.comes_home(path) else ()

    def worth(self, loop: Loop) -> float:
        """Cells per tick, far less if somebody who was seen could cut the loop."""
        worth = super().worth(loop)
        return 0 if self.ground.is_risky(loop.path) else worth

    def pass_time(self) -> tuple[Spot, ...]:
        """A step on own land while somebody is near, else towards its border."""
        ground = self.ground
        inside = [spot for spot in ground.steps() if ground.is_mine(spot)]
        near = [other for other in ground.others if distance(other, ground.here) <= NEAR]
        if not near or not inside:
            return super().pass_time()
        return (max(inside, key=lambda spot: min(distance(spot, other) for other in near)),)
