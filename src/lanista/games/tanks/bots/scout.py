"""Scans and explores: keeps a map, avoids lakes and swamps, and fires only at who comes near."""

from __future__ import annotations

from typing import Any, ClassVar

from lanista.game import BotStart
from lanista.games.tanks.moves import MISSING as IDLE
from lanista.games.tanks.moves import Move, write
from lanista.games.tanks.tactics.paths import distance
from lanista.games.tanks.tactics.radar import Radar


class Bot:
    """Wants to know everything, and otherwise to be left alone."""

    forgets: ClassVar = 60  # turns after which it looks again
    enough: ClassVar = 40  # cells' worth that make a scan worth a turn
    near: ClassVar = 5  # cells at which it feels attacked

    def __init__(self, start: BotStart) -> None:
        self.radar = Radar(start)

    def move(self, view: dict[str, Any]) -> str:
        """Defend itself, look around, then go where the known world ends."""
        radar = self.radar
        radar.learn(view)
        return write(
            self.fight()
            or radar.look(self.forgets, self.enough)
            or radar.explore()
            or radar.look(self.forgets)
            or IDLE
        )

    def fight(self) -> Move | None:
        """A shot at the nearest tank that it has just seen and can reach."""
        spots = (seen.spot for seen in self.radar.enemies(0) if distance(self.radar.here, seen.spot) <= self.near)
        return next((shot for shot in map(self.radar.shot_at, spots) if shot is not None), None)
