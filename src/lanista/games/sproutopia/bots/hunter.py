"""Claims like `squares`, and goes for every trail in sight: who cuts one gets all that its farmer had."""

from __future__ import annotations

from lanista.games.sproutopia.bots import squares
from lanista.games.sproutopia.tactics.ground import Spot, distance

SIGHT = 8  # steps to a trail that are worth going
LONGEST = 14  # cells of the own trail during a hunt


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
