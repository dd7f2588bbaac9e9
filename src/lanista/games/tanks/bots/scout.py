"""Scans and explores: keeps a map, avoids lakes and swamps, and fires only at tanks that come close."""

from __future__ import annotations

from typing import Any, ClassVar

from lanista.game import BotStart
from lanista.games.tanks.moves import MISSING as IDLE
from lanista.games.tanks.moves import Move, write
from lanista.games.tanks.tactics.paths import distance
from lanista.games.tanks.tactics.radar import Radar


class Bot:
    """Explores the whole map and fights only in self-defence."""

    max_age: ClassVar = 60  # turns after which it scans a cell again
    min_cells: ClassVar = 40  # minimum number of cells that a scan must refresh
    fire_range: ClassVar = 5  # maximum distance of the tanks that it fires at

    def __init__(self, start: BotStart) -> None:
        self.radar = Radar(start)

    def move(self, view: dict[str, Any]) -> str:
        """Fight, scan, or head for the edge of the known world."""
        radar = self.radar
        radar.learn(view)
        return write(
            self.fight()
            or radar.look(self.max_age, self.min_cells)
            or radar.explore()
            or radar.look(self.max_age)
            or IDLE
        )

    def fight(self) -> Move | None:
        """Shoot at the nearest tank in range that was just seen."""
        radar = self.radar
        spots = (seen.spot for seen in radar.enemies(0) if distance(radar.here, seen.spot) <= self.fire_range)
        return next((shot for shot in map(radar.shot_at, spots) if shot is not None), None)
