"""Fetches the nearest item, keeps out of fire, and shoots at whom it meets on the way."""

from __future__ import annotations

from lanista.games.rampage.maps import Spot
from lanista.games.rampage.state import Direction, Word
from lanista.games.rampage.tactics.ground import Ground, GroundBot


class Bot(GroundBot):
    """When all items are gone it shoots at turrets from where it can."""

    def decide(self, ground: Ground) -> str | None:
        """Safety first, then a laser or a target ahead, then the way to an item or to a line on a turret."""
        return (
            ground.save_oneself()
            or ground.fire_laser()
            or self._shoot(ground)
            or ground.walk(ground.items())
            or self._aim(ground)
            or ground.walk(self._lines_on_turrets(ground))
        )

    def _lines_on_turrets(self, ground: Ground) -> set[Spot]:
        alive = [spot for spot, turret in ground.turrets.items() if turret["alive"]]
        return {square for spot in alive for square in ground.lines_on(spot) - ground.beams(spot)}

    def _shoot(self, ground: Ground) -> str | None:
        return Word.SHOOT.name if ground.target(ground.facing) and not is_already_shot_at(ground) else None

    def _aim(self, ground: Ground) -> str | None:
        ways = [direction for direction in Direction if ground.target(direction)]
        return ground.go(ways[0]) if ways and ways[0] is not ground.facing else None


def is_already_shot_at(ground: Ground) -> bool:
    """Whether an own bullet flies ahead already."""
    spot = ground.here
    flying = {(b["x"], b["y"]) for b in ground.view["bullets"] if b["owner"] == ground.me["id"]}
    for _ in range(3):
        spot = ground.map.step(spot, ground.facing)
        if spot in flying:
            return True
    return False
