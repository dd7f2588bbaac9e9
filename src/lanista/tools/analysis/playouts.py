"""`MatchPlayouts`: plays many positions of one match to their ends by a policy, and adds up who wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.engine import Generator, State, derive, over_all, zeros
from lanista.engine.arguments import padded_rows
from lanista.engine.native import native
from lanista.game.move_records import put_moves
from lanista.tools.analysis.loops import WHOLE_MATCH, play_rows

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class PlayoutSettings:
    """The settings of playouts: the policy, the maximum of turns, and how many of 1000 moves are random."""

    policy: str
    turns: int
    wild: int


@dataclass(frozen=True)
class PlayoutPosition:
    """A state to play on from, how often, and perhaps the first moves of all seats."""

    at: int  # the index of the state
    count: int
    moves: Sequence[Any] | None = None


@dataclass
class PlayoutTally:
    """The sums over all playouts from one position."""

    count: int
    sums: Array  # by seat, what it won, in matches
    squares: Array
    values: Array  # by seat, what the position itself promises, from -1 to 1
    turns: int
    ended: int

    def __add__(self, other: PlayoutTally) -> PlayoutTally:
        return PlayoutTally(
            self.count + other.count,
            self.sums + other.sums,
            self.squares + other.squares,
            other.values,
            self.turns + other.turns,
            self.ended + other.ended,
        )


class MatchPlayouts:
    """Playouts from states of one match; every call draws new random numbers."""

    def __init__(
        self, start: State[Any, Any], manner: PlayoutSettings, *, threads: int = 1, seed: int = 0
    ) -> None:
        self.rules = rules = start.rules
        self.manner = manner
        self.threads = threads
        self.seats = start.seats
        self._seed = seed
        self._calls = 0
        self.total = 0  # playouts so far
        self._fixed = start.fixed
        self._loop = native(rules).loop(play_rows, manner.policy)
        self._scratch = zeros(rules.state, threads)
        self._moves = padded_rows(rules.move, threads, self.seats)
        self._works = padded_rows(rules.work, threads)
        self._memories = padded_rows(rules.memory_of(manner.policy), threads, self.seats + 1)

    def play(
        self, states: Sequence[State[Any, Any]], positions: Sequence[PlayoutPosition], *, paired: bool = False
    ) -> list[PlayoutTally]:
        """Play all positions; one tally for each. If they are `paired`, all get the same random numbers."""
        count, seats = len(positions), self.seats
        counts = np.array([position.count for position in positions], np.int32)
        sums, squares, values = np.zeros((3, count, seats), np.int64)
        turns, ended = np.zeros((2, count), np.int64)
        self._loop(
            np.concatenate([state.data for state in states]),
            self._fixed,
            np.array([position.at for position in positions], np.int32),
            counts,
            self._given(positions),
            np.array([position.moves is not None for position in positions]),
            self._generators(count, paired=paired),
            self._scratch,
            self._moves,
            self._works,
            self._memories,
            sums,
            squares,
            values,
            turns,
            ended,
            self.manner.turns,
            self.manner.wild,
            workers=self.threads,
        )
        self.total += int(counts.sum())
        return [
            PlayoutTally(
                positions[i].count,
                sums[i] / WHOLE_MATCH,
                squares[i] / WHOLE_MATCH**2,
                values[i] / 1000,
                int(turns[i]),
                int(ended[i]),
            )
            for i in range(count)
        ]

    def _given(self, positions: Sequence[PlayoutPosition]) -> Array:
        """The first moves of all positions as records."""
        data = zeros(self.rules.move, len(positions) * self.seats)
        records = over_all(self.rules.move, data)
        for i, position in enumerate(positions):
            if position.moves is not None:
                put_moves(records[i * self.seats : (i + 1) * self.seats], position.moves)
        return data.reshape(len(positions), self.seats)

    def _generators(self, count: int, *, paired: bool) -> Array:
        generators = zeros(Generator, count)
        labels = [0 if paired else i for i in range(count)]
        generators["position"] = [derive(self._seed, "analysis", self._calls, label) for label in labels]
        self._calls += 1
        return generators
