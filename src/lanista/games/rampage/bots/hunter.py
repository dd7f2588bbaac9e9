"""Hunts the opponent: gets into line with it, shoots, uses every laser, and collects nearby items."""

from __future__ import annotations

from lanista.games.rampage.state import Direction, Word
from lanista.games.rampage.tactics.ground import Ground, GroundBot

NEAR = 3  # maximum steps of a detour to an item


class Bot(GroundBot):
    """Attacks whenever it can, and comes closer when it cannot."""

    def decide(self, ground: Ground) -> str | None:
        """Attack, avoid fire, fetch a nearby item, or get into line with the opponent."""
        return (
            self._attack(ground)
            or ground.evade_fire()
            or self._fetch(ground)
            or ground.walk_to(ground.firing_squares(ground.there))
        )

    def _attack(self, ground: Ground) -> str | None:
        """Use a laser in reach, shoot at a target ahead, or turn towards the opponent."""
        if laser := ground.fire_laser():
            return laser
        if ground.target(ground.facing):
            return Word.SHOOT.name
        lines = [direction for direction in Direction if ground.sees_opponent(direction)]
        return ground.step_or_turn(lines[0]) if lines else None

    def _fetch(self, ground: Ground) -> str | None:
        items = ground.items()
        is_near = ground.distances(items).get(ground.here, NEAR + 1) <= NEAR
        return ground.walk_to(items) if items and is_near else None
