"""Plays four rounds ahead with a beam, foresees the opponent's next command, and learns to fear its EMPs."""

from __future__ import annotations

from typing import Any

from lanista.game import BotStart
from lanista.games.overdrive import moves
from lanista.games.overdrive.bots.lookahead import (
    ACCELERATE,
    EMP,
    Moment,
    Planner,
    reaches,
    ways_to_drive,
    worth_of,
)
from lanista.games.overdrive.moves import Move
from lanista.games.overdrive.state import Happening


class Bot:
    """A `Planner` that knows its opponent a little better every round."""

    def __init__(self, start: BotStart) -> None:
        self._planner = WaryPlanner(start, depth=4, width=8)

    def move(self, view: dict[str, Any]) -> str:
        """The command with which the best line begins."""
        self._planner.learn(view)
        return moves.write(self._planner.best(view))


class WaryPlanner(Planner):
    """Counts how often the opponent fired an EMP when it could have hit."""

    chances = 2.0  # begins with a guess of one in two
    shots = 1.0
    was_in_reach = False

    def learn(self, view: dict[str, Any]) -> None:
        """Take note of the last round."""
        if self.was_in_reach:
            self.chances += 1
            self.shots += Happening.HIT_EMP.name in view["player"]["statesThatOccurredThisRound"]
        me, other = view["player"]["position"], view["opponent"]["position"]
        self.was_in_reach = other["x"] < me["x"] and abs(other["y"] - me["y"]) <= 1

    def expected(self, moment: Moment, ahead: int) -> Move:
        """Its best way to drive in this round; later it will accelerate."""
        if ahead:
            return ACCELERATE
        mind = self.mind
        options = ways_to_drive(mind.opponent(moment))
        return max(options, key=lambda theirs: worth_of(mind.opponent(mind.play(moment, ACCELERATE, theirs))))

    def fear_of(self, moment: Moment, mine: Move, after: Moment, ahead: int) -> float:
        """What an EMP in this round would cost, as often as one was fired before."""
        mind = self.mind
        if ahead or not reaches(mind.opponent(moment), mind.me(moment)):
            return 0.0
        loss = mind.value(mind.play(moment, mine, EMP)) - mind.value(after)
        return loss * self.shots / self.chances
