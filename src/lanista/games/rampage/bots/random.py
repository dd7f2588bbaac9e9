"""Plays any legal move with equal probability: the opponent that every bot should beat."""

from __future__ import annotations

from typing import Any

from lanista.engine import Stream
from lanista.game import BotStart
from lanista.games.rampage.state import Word
from lanista.games.rampage.tactics.ground import Board

NEEDS = {Word.LASER: "laser", Word.SHIELD: "shield"}


class Bot:
    """Plays random legal moves."""

    def __init__(self, start: BotStart) -> None:
        self._seat = start.seat
        self._stream = Stream(start.seed)
        pads = len(Board(start).map.pads)
        self._teleports = [word for word in Word if Word.TELEPORT_0 <= word < Word.TELEPORT_0 + pads]

    def move(self, view: dict[str, Any]) -> str:
        """A random move whose item and pad are available."""
        items = view["players"][self._seat]["items"]
        words = [word for word in Word if word <= Word.FORWARD or items.get(NEEDS.get(word, ""), 0)]
        if items["teleport"]:
            words += self._teleports
        return self._stream.choice(words).name
