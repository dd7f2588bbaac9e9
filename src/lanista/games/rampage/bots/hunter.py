"""Goes for the opponent: into a line of fire with it, shooting and using every laser; collects what lies near."""

from __future__ import annotations

from lanista.games.rampage.state import Direction, Word
from lanista.games.rampage.tactics.ground import Ground, GroundBot

NEAR = 3  # steps that an item is worth on the way


class Bot(GroundBot):
    """Attacks whenever it can, and otherwise comes closer."""

    def decide(self, ground: Ground) -> str | None:
        """Attack, save oneself, fetch what is near, come into line."""
        return (
            self._attack(ground)
            or ground.save_oneself()
            or self._fetch(ground)
            or ground.walk(ground.lines_on(ground.there))
        )

    def _attack(self, ground: Ground) -> str | None:
        """A laser if it reaches, a shot at what is ahead, a turn towards the opponent."""
        if laser := ground.fire_laser():
            return laser
        if ground.target(ground.facing):
            return Word.SHOOT.name
        ways = [direction for direction in Direction if ground.sees_opponent(direction)]
        return ground.go(ways[0]) if ways else None

    def _fetch(self, ground: Ground) -> str | None:
        items = ground.items()
        is_near = ground.distances(items).get(ground.here, NEAR + 1) <= NEAR
        return ground.walk(items) if items and is_near else None
