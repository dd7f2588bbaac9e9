"""Weighs shots by their expected points, hunts the tanks it has seen, and moves away when hit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from lanista.game import BotStart
from lanista.games.tanks.bots.scout import Bot as Scout
from lanista.games.tanks.moves import Move
from lanista.games.tanks.state import Action
from lanista.games.tanks.tactics.paths import distance
from lanista.games.tanks.tactics.radar import Sighting

STAYS = 0.75  # probability that a tank is still where it was a turn ago ...
STAYS_ON = 0.93  # ... and if it was already there before that
KILLS = (0.1, 0.6)  # probability that a hit is the final blow, for a first and a second shot
WORTH_IT = 0.9  # minimum expected points of a shot
HUNTS = 10  # turns for which it hunts a tank after a sighting
NEAR = 16  # maximum distance to a tank that it hunts


class Bot(Scout):
    """Takes the action with the most expected points."""

    max_age: ClassVar = 16
    min_cells: ClassVar = 70

    def __init__(self, start: BotStart) -> None:
        super().__init__(start)
        self._points = {name: start.config[f"{name}_points"] for name in ("direct", "indirect", "final_blow")}

    def fight(self) -> Move | None:
        """Take a good shot, dodge, or hunt a tank."""
        return self._shoot() or self._dodge() or self._hunt()

    def _shoot(self) -> Move | None:
        worth, shot = max(self._shots(), key=lambda pair: pair[0], default=(0.0, None))
        return shot if worth >= WORTH_IT else None

    def _shots(self) -> Iterator[tuple[float, Move]]:
        for seen in self.radar.enemies(1):
            shot = self.radar.shot_at(seen.spot)
            if shot is not None:
                yield self._worth_of(seen, shot), shot

    def _worth_of(self, seen: Sighting, shot: Move) -> float:
        """The expected points of a shot; a positional one still hits a tank indirectly if it moves on."""
        age = self.radar.turn - seen.turn
        stays = (STAYS_ON if seen.still else STAYS) ** (age + 1)
        kill = KILLS[age] * self._points["final_blow"]
        beside = self._points["indirect"] + kill if shot.action is Action.FIRE_POSITIONAL else 0.0
        return float(stays * (self._points["direct"] + kill) + (1 - stays) * beside)

    def _dodge(self) -> Move | None:
        """Step aside after a hit, or away from a tank that is too close to shoot at."""
        radar = self.radar
        crowded = any(distance(radar.here, seen.spot) <= 1 for seen in radar.enemies(1))
        return radar.step_aside() if radar.lost > 0 or crowded else None

    def _hunt(self) -> Move | None:
        """Scan a tank in range again, or go where it can be shot at."""
        radar = self.radar
        for seen in radar.enemies(HUNTS):
            if radar.shot_at(seen.spot) is not None:
                return radar.look(self.max_age, at=seen.spot)
            if distance(radar.here, seen.spot) <= NEAR:
                return radar.follow_plan() or radar.travel(radar.firing_cells(seen.spot))
        return None
