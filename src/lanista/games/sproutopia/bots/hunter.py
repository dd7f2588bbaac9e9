"""Claims like `squares`, and attacks every trail in sight: cutting one wins all of its farmer's land."""

from __future__ import annotations

from lanista.games.sproutopia.bots import squares
from lanista.games.sproutopia.tactics.ground import Spot, distance

SIGHT = 8  # steps; trails further away are ignored
MAX_TRAIL = 14  # cells of its trail during a hunt


class Bot(squares.Bot):
    """Cuts trails."""

    sizes = range(2, 7)
    widths = range(2, 7)
    margin = 2

    def attack(self) -> tuple[Spot, ...]:
        """The path to the nearest trail, unless the bot's own has become too long."""
        ground = self.ground
        if len(ground.trail()) > MAX_TRAIL or (ground.is_ahead and ground.is_out()):
            return ()
        near = {spot for spot in ground.foreign_trails() if distance(spot, ground.here) <= SIGHT}
        path = ground.path_to(near, SIGHT) if near else ()
        return path if path and ground.comes_home(path) else ()
