"""Beam search over four rounds that predicts the opponent's next command."""

from __future__ import annotations

from typing import Any

from lanista.game import BotStart
from lanista.games.overdrive import moves
from lanista.games.overdrive.moves import Move
from lanista.games.overdrive.tactics.lookahead import ACCELERATE, Moment, Planner, ways_to_drive
from lanista.games.overdrive.tactics.worth import worth_of


class Bot:
    """Plans with a prediction of the opponent's next command.

    It ignores the opponent's EMPs: over hundreds of races, holding back boosts and leaving the line of fire cost
    more than the hits avoided.
    """

    def __init__(self, start: BotStart) -> None:
        self._planner = Foresight(start, depth=4, width=8)

    def move(self, view: dict[str, Any]) -> str:
        """The first command of the best line."""
        return moves.write(self._planner.best(view))


class Foresight(Planner):
    """Expects the opponent to drive well in the next round, and to accelerate after it."""

    def expected(self, moment: Moment, ahead: int) -> Move:
        """The opponent's best command in the next round, ACCELERATE after it."""
        if ahead:
            return ACCELERATE
        simulator = self.simulator
        options = ways_to_drive(simulator.opponent(moment))

        def worth(theirs: Move) -> float:
            return worth_of(simulator.opponent(simulator.play(moment, ACCELERATE, theirs)))

        return max(options, key=worth)
