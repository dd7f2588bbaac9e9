"""Scans and explores: keeps a map, avoids lakes and swamps, and fires only at who comes near."""

from __future__ import annotations

from typing import Any

from lanista.game import BotStart
from lanista.games.tanks.bots.paths import distance
from lanista.games.tanks.bots.radar import Radar
from lanista.games.tanks.moves import MISSING as IDLE
from lanista.games.tanks.moves import Move, write

FORGETS = 60  # turns after which it likes to look again
ENOUGH = 40  # cells' worth that make a scan worth a turn
NEAR = 5  # cells at which it feels attacked


class Bot:
    """Wants to know everything, and otherwise to be left alone."""

    def __init__(self, start: BotStart) -> None:
        self._radar = Radar(start)

    def move(self, view: dict[str, Any]) -> str:
        """Look around, then go where the known world ends."""
        radar = self._radar
        radar.learn(view)
        return write(
            self._shoot() or radar.look(FORGETS, ENOUGH) or radar.explore() or radar.look(FORGETS) or IDLE
        )

    def _shoot(self) -> Move | None:
        """At a tank that it has just seen near by."""
        near = (s.spot for s in self._radar.enemies(0) if distance(self._radar.here, s.spot) <= NEAR)
        return next((shot for shot in map(self._radar.shot_at, near) if shot is not None), None)
