"""`Track`: every state of a recorded match, kept at intervals and stepped to where it is wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanista.engine import State
from lanista.game import Game, Played
from lanista.match.replay import Replay, play_on, start_again
from lanista.match.replay.format import TurnLine

KEPT_BYTES = 128 * 2**20  # of all kept states

Progress = Callable[[float], None]  # which part is done


class Track:
    """A match that was played again: its moves, and states to step on from."""

    def __init__(self, replay: Replay, progress: Progress | None = None) -> None:
        self.replay = replay
        self.game: Game[Any, Any, Any]
        self.game, state = start_again(replay)
        self.lines: list[TurnLine] = replay.turns
        self._every = max(1, -(-(len(replay.turns) + 1) * state.data.nbytes // KEPT_BYTES))
        self._kept = [state.clone()]
        self._moves: list[list[Any]] = []
        for number, (_, moves) in enumerate(play_on(replay, state), 1):
            self._moves.append(moves)
            if number % self._every == 0:
                self._kept.append(state.clone())
            if progress is not None:
                progress(number / len(self.lines))
        self.end = state

    @property
    def turns(self) -> int:
        """The number of turns that were played."""
        return len(self._moves)

    @property
    def start(self) -> State[Any, Any]:
        """The first state."""
        return self._kept[0]

    def state(self, turn: int) -> State[Any, Any]:
        """The state after a turn, which must not be changed."""
        if turn == self.turns:
            return self.end
        kept, rest = divmod(turn, self._every)
        found = self._kept[kept]
        if rest:
            found = found.clone()
            for number in range(turn - rest, turn):
                self._step(found, number)
        return found

    def _step(self, state: State[Any, Any], number: int) -> None:
        if not self.lines[number].engine_failed:
            self.game.step(state, self._moves[number])

    def moves(self, turn: int) -> list[Any]:
        """The moves of all seats in a turn, from 1, as the rules received them."""
        return self._moves[turn - 1]

    def played(self, turn: int) -> Played:
        """A turn, from 1, with the state before it."""
        return Played(self.state(turn - 1), self.moves(turn))

    def shares(self) -> np.ndarray[Any, np.dtype[np.float64]] | None:
        """Each seat's share of a match that was decided: 1 for the winner, equal parts of a draw."""
        outcome = self.replay.footer.outcome if self.replay.footer else None
        if outcome is None:
            return None
        winners = sum(rank == 1 for rank in outcome.ranks)
        return np.array([float(rank == 1) / max(1, winners) for rank in outcome.ranks])
