"""A tank's knowledge about another one from its scans and shots."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from lanista.game import Config
from lanista.games.tanks.search.spots import Spot, distance

SAMPLES = 12  # possible healths that are kept of a tank
HURT_BY_OTHERS = 0.01  # probability per turn that somebody else has hit a tank


class Damages(NamedTuple):
    """The damage and points of hits."""

    full: int
    direct: int
    indirect: int
    direct_points: int
    indirect_points: int
    final_points: int

    @classmethod
    def of(cls, config: Config) -> Damages:
        """Those of a match."""
        names = ("direct_damage", "indirect_damage", "direct_points", "indirect_points", "final_blow_points")
        return cls(config["full_health"], *(config[name] for name in names))

    def by_shot(self, target: Spot, spot: Spot) -> int:
        """The damage of a shot to a tank on a cell."""
        away = distance(target, spot)
        return 0 if away > 1 else self.indirect if away else self.direct

    def points(self, damage: int) -> int:
        """The points of a hit without those of the final blow."""
        return 0 if damage == 0 else self.direct_points if damage == self.direct else self.indirect_points


class Sighting(NamedTuple):
    """A tank in a scan."""

    turn: int
    spot: Spot
    orientation: int
    alive: bool
    stuck: bool


@dataclass
class Contact:
    """The last sighting of a tank, the healths that it may have had then, and the shots at it since."""

    seen: Sighting
    healths: list[int]
    still: int = 0  # consecutive sightings on the same cell
    shots: list[Spot] = field(default_factory=list)

    @classmethod
    def first(cls, seen: Sighting, full: int, rivals: int, chance: Random) -> Contact:
        """A tank that is seen for the first time, and may have fought before."""
        contact = cls(seen, [full] * SAMPLES)
        contact.age(seen.turn, rivals, chance)
        return contact

    def see_again(self, seen: Sighting, damages: Damages, rivals: int, chance: Random) -> float:
        """Update by another sighting; returns the probable points of the shots since the last one."""
        earned = 0.0
        if self.seen.alive:
            earned = self._settle(seen, damages, chance)
            self.age(seen.turn - self.seen.turn, rivals, chance)
        self.still = self.still + 1 if seen.spot == self.seen.spot else 0
        self.seen, self.shots = seen, []
        return earned

    def age(self, turns: int, rivals: int, chance: Random) -> None:
        """Others may have hit it; a health at which it would be dead is replaced by a possible one."""
        odds = 1 - (1 - HURT_BY_OTHERS) ** turns if rivals > 0 else 0.0
        loss = max(1, max(self.healths) // 3)
        left = [health - loss if chance.random() < odds else health for health in self.healths]
        alive = [health for health in left if health > 0] or [1]
        self.healths = [alive[i % len(alive)] for i in range(SAMPLES)]

    def _settle(self, seen: Sighting, damages: Damages, chance: Random) -> float:
        """Apply the shots since the last sighting to every possible health; returns the mean of the points."""
        earned = 0
        for i in range(len(self.healths)):
            for shot in self.shots:
                at = self.seen.spot if chance.random() < 0.5 else seen.spot  # it moved at some moment in between
                damage = damages.by_shot(shot, at)
                earned += damages.points(damage)
                self.healths[i] -= damage
            if not seen.alive and self.healths[i] <= 0:
                earned += damages.final_points
        return earned / len(self.healths)

    def health_on(self, spot: Spot, sample: int, damages: Damages) -> int:
        """One of its possible healths, if it has been on a cell since the shots; 0 if they have killed it."""
        lost = sum(damages.by_shot(shot, spot) for shot in self.shots)
        return max(0, self.healths[sample % len(self.healths)] - lost)
