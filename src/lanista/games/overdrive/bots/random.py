"""Plays a random valid command, all equally likely: the opponent that every bot should beat."""

from __future__ import annotations

from typing import Any

from lanista.engine import Stream
from lanista.game import BotStart
from lanista.games.overdrive import moves, views
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.moves import Move
from lanista.games.overdrive.rules import is_valid
from lanista.games.overdrive.state import LANES, LENGTH, Command


class Bot:
    """Draws its commands from the seed's stream."""

    def __init__(self, start: BotStart) -> None:
        self._seat = start.seat
        self._stream = Stream(start.seed)
        self._state = OVERDRIVE.blank(start.config)

    def move(self, view: dict[str, Any]) -> str:
        """A valid command; a tweet goes somewhere ahead of the opponent."""
        views.imagine(view, self._state)
        car, opponent = (self._state.record.cars[seat] for seat in (self._seat, 1 - self._seat))
        const = self._state.const
        command = self._stream.choice([word for word in Command if is_valid(car, const, word, 1, 1)])
        if command is not Command.USE_TWEET:
            return moves.write(Move(command))
        lane = 1 + self._stream.below(LANES)
        ahead = 1 + self._stream.below(moves.TWEET_REACH)
        return moves.write(Move(command, lane, min(LENGTH, opponent.block + ahead)))
