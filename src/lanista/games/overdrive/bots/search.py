"""Plays four rounds ahead with a beam, and foresees how the opponent will drive next."""

from __future__ import annotations

from typing import Any

from lanista.game import BotStart
from lanista.games.overdrive import moves
from lanista.games.overdrive.moves import Move
from lanista.games.overdrive.tactics.lookahead import ACCELERATE, Moment, Planner, ways_to_drive, worth_of


class Bot:
    """A `Planner` that puts itself in the opponent's place.

    It does not fear the opponent's EMPs: holding boosts back and leaving the line of fire cost more than the
    hits that were avoided, measured over hundreds of races.
    """

    def __init__(self, start: BotStart) -> None:
        self._planner = Foresight(start, depth=4, width=8)

    def move(self, view: dict[str, Any]) -> str:
        """The command with which the best line begins."""
        return moves.write(self._planner.best(view))


class Foresight(Planner):
    """Expects the opponent to drive well in the next round, and to accelerate after it."""

    def expected(self, moment: Moment, ahead: int) -> Move:
        """Its best way to drive."""
        if ahead:
            return ACCELERATE
        mind = self.mind
        options = ways_to_drive(mind.opponent(moment))
        return max(options, key=lambda theirs: worth_of(mind.opponent(mind.play(moment, ACCELERATE, theirs))))
