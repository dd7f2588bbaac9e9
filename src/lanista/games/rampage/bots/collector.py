"""Collects the nearest item, avoids fire, and shoots at targets on the way."""

from __future__ import annotations

from lanista.games.rampage.maps import Spot
from lanista.games.rampage.state import Direction, Word
from lanista.games.rampage.tactics.ground import Ground, GroundBot


class Bot(GroundBot):
    """Shoots at turrets from out of their reach once all items are gone."""

    def decide(self, ground: Ground) -> str | None:
        """Avoid fire, use a laser, shoot at a target ahead, fetch an item, or get into line with a turret."""
        return (
            ground.evade_fire()
            or ground.fire_laser()
            or self._shoot(ground)
            or ground.walk_to(ground.items())
            or self._aim(ground)
            or ground.walk_to(self._squares_facing_turrets(ground))
        )

    def _squares_facing_turrets(self, ground: Ground) -> set[Spot]:
        alive = [spot for spot, turret in ground.turrets.items() if turret["alive"]]
        return {square for spot in alive for square in ground.firing_squares(spot) - ground.beams(spot)}

    def _shoot(self, ground: Ground) -> str | None:
        return Word.SHOOT.name if ground.target(ground.facing) and not has_bullet_ahead(ground) else None

    def _aim(self, ground: Ground) -> str | None:
        targets = [direction for direction in Direction if ground.target(direction)]
        return ground.step_or_turn(targets[0]) if targets and targets[0] is not ground.facing else None


def has_bullet_ahead(ground: Ground) -> bool:
    """Whether one of the robot's bullets is already close ahead."""
    spot = ground.here
    flying = {(b["x"], b["y"]) for b in ground.view["bullets"] if b["owner"] == ground.me["id"]}
    for _ in range(3):
        spot = ground.map.step(spot, ground.facing)
        if spot in flying:
            return True
    return False
