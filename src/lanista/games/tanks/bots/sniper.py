"""Scans and shoots: whatever a scan shows in range is fired at; then it looks again."""

from __future__ import annotations

from typing import Any

from lanista.game import BotStart
from lanista.games.tanks.bots.radar import Radar
from lanista.games.tanks.moves import MISSING as IDLE
from lanista.games.tanks.moves import Move, write

FORGETS = 12  # turns after which it looks again
ENOUGH = 60  # cells' worth that make a scan worth a turn


class Bot:
    """Fires once at what it has just seen."""

    def __init__(self, start: BotStart) -> None:
        self._radar = Radar(start)

    def move(self, view: dict[str, Any]) -> str:
        """A shot at the nearest tank in range, else a look, else a few steps."""
        radar = self._radar
        radar.learn(view)
        return write(
            self._shoot() or radar.look(FORGETS, ENOUGH) or radar.explore() or radar.look(FORGETS) or IDLE
        )

    def _shoot(self) -> Move | None:
        shots = (self._radar.shot_at(seen.spot) for seen in self._radar.enemies(0))
        return next((shot for shot in shots if shot is not None), None)
