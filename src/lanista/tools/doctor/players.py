"""Opponents for checks: one that plays at random, one that never answers, one that is not there."""

from __future__ import annotations

from typing import Any

from lanista.bots.player import BotAnswer, FaultEvidence, Opening
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.tools.conformance.play import RandomPlay


class SilentPlayer:
    """A player in this process whose bot never answers; nobody has to wait for it."""

    answers_at_once = True

    def __init__(self, name: str = "silent") -> None:
        self.name = name

    def start(self, opening: Opening) -> None:
        """Get ready."""

    def ready(self) -> bool:
        """Whether it takes part."""
        return True

    def ask(self, turn: int, view: bytes) -> None:
        """Ignore the question."""

    def waiting(self) -> bool:
        """Never."""
        return False

    def take(self) -> BotAnswer:
        """No answer."""
        return BotAnswer(Verdict.TIMEOUT, reason="it never answers")

    def evidence(self) -> FaultEvidence:
        """There is none."""
        return FaultEvidence()

    def finish(self, outcome: Any) -> None:
        """Ignore the outcome."""

    def close(self) -> None:
        """There is nothing to end."""


class AbsentPlayer(SilentPlayer):
    """A player whose bot crashed at the start."""

    def ready(self) -> bool:
        """It does not take part."""
        return False

    def take(self) -> BotAnswer:
        """The verdict on a process that has ended."""
        return BotAnswer(Verdict.CRASHED, reason="it crashed at the start")


class RandomPlayer(SilentPlayer):
    """Plays at random: mostly legal moves, sometimes any move, sometimes none."""

    def __init__(self, name: str = "at random") -> None:
        super().__init__(name)
        self._answer = BotAnswer(Verdict.OK)

    def start(self, opening: Opening) -> None:
        """Begin with the moves that follow from the seat's seed."""
        self._game = get_game(opening.match.game)
        self._opening = opening
        self._play = RandomPlay(self._game, opening.seed)

    def ask(self, turn: int, view: bytes) -> None:
        """Choose a move."""
        move = self._play.wild(self._opening.state, self._opening.seat)
        if move == self._game.missing:
            self._answer = BotAnswer(Verdict.TIMEOUT, reason="no move, by chance")
        else:
            self._answer = BotAnswer(Verdict.OK, self._game.write(move))

    def take(self) -> BotAnswer:
        """The move."""
        return self._answer
