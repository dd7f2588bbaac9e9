"""Weighs every shot by the points it may bring, goes after what it has seen, and leaves where it was hit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from lanista.game import BotStart
from lanista.games.tanks.bots.scout import Bot as Scout
from lanista.games.tanks.moves import Move
from lanista.games.tanks.state import Action
from lanista.games.tanks.tactics.paths import distance
from lanista.games.tanks.tactics.radar import Sighting

STAYS = 0.75  # chance that a tank is still where it was a turn ago ...
STAYS_ON = 0.93  # ... if it was there before, too
KILLS = (0.1, 0.6)  # chance that a hit is the final blow, of a first shot and of a second
WORTH_IT = 0.9  # points that make a shot worth a turn
HUNTS = 10  # turns for which it goes after a tank
NEAR = 16  # cells at which it still does


class Bot(Scout):
    """Takes what promises most."""

    forgets: ClassVar = 16
    enough: ClassVar = 70

    def __init__(self, start: BotStart) -> None:
        super().__init__(start)
        self._points = {name: start.config[f"{name}_points"] for name in ("direct", "indirect", "final_blow")}

    def fight(self) -> Move | None:
        """A good shot, out of fire, or after a tank."""
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
        """The points that a shot is likely to bring; a tank that moves on is still beside a positional one."""
        age = self.radar.turn - seen.turn
        stays = (STAYS_ON if seen.still else STAYS) ** (age + 1)
        kill = KILLS[age] * self._points["final_blow"]
        beside = self._points["indirect"] + kill if shot.action is Action.FIRE_POSITIONAL else 0.0
        return float(stays * (self._points["direct"] + kill) + (1 - stays) * beside)

    def _dodge(self) -> Move | None:
        """Away from where it was hit, or from a tank that is too near to be shot at."""
        radar = self.radar
        crowded = any(distance(radar.here, seen.spot) <= 1 for seen in radar.enemies(1))
        return radar.step_aside() if radar.lost > 0 or crowded else None

    def _hunt(self) -> Move | None:
        """Look at a tank in range again, or go where it could be shot at."""
        radar = self.radar
        for seen in radar.enemies(HUNTS):
            if radar.shot_at(seen.spot) is not None:
                return radar.look(self.forgets, at=seen.spot)
            if distance(radar.here, seen.spot) <= NEAR:
                return radar.go_on() or radar.travel(radar.stands_for(seen.spot))
        return None
