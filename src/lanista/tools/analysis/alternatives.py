"""The moves that a seat could have played in a turn, and their values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lanista.engine import Generator, State, derive, over, over_all, zeros
from lanista.game import Game, Played
from lanista.game.move_records import take_move
from lanista.tools.analysis.curve import ChanceCurve
from lanista.tools.analysis.mapping import WinChances, chance_of
from lanista.tools.analysis.playouts import PlayoutPosition

MAX_MOVES = 40  # that are tried in a turn
FIRST_PLAYOUTS = 24  # of each of them
SECOND_PLAYOUTS = 96  # of those that look best
SECOND_MOVES = 4
FINAL_PLAYOUTS = 512  # of the best and of the move that was played; playouts that chose the best do not judge it
MIN_PART = 1 / 12  # of all of these; with less, alternatives would be guesses


@dataclass(frozen=True)
class Alternative:
    """The best other move of a seat, and its gain; `error` is half an interval (95 %)."""

    move: str
    words: str
    gain: float
    error: float


def tried_moves(game: Game[Any, Any, Any], before: State[Any, Any], seat: int, seed: int) -> list[Any]:
    """Moves that are worth a try: those that the game proposes, or legal flat actions."""
    if before.rules.propose is None:
        legal = np.flatnonzero(game.legal(before, seat))
        chosen = legal[np.linspace(0, len(legal) - 1, min(MAX_MOVES, len(legal))).astype(int)]
        return [game.learning.decode(before, seat, int(action)) for action in chosen]
    generator = over(Generator, bytearray(Generator.dtype.itemsize))  # type: ignore[attr-defined]
    generator.position = derive(seed, "alternatives")
    records = over_all(before.rules.move, zeros(before.rules.move, MAX_MOVES))
    work = over(before.rules.work, zeros(before.rules.work).view(np.uint8))
    copy = before.clone()
    count = before.rules.propose(copy.record, copy.const, seat, generator, records, work)
    return [take_move(type(game.missing), records[i]) for i in range(count)]


class Alternatives:
    """Tries other moves of a seat in a turn of a match, while all other seats play what they played."""

    def __init__(self, curve: ChanceCurve) -> None:
        self.curve = curve
        self.track = curve.track

    def best(self, turn: int, seat: int, seconds: float) -> Alternative | None:
        """The best other move, found in that time; None if there is no other, or no time."""
        game, played = self.track.game, self.track.played(turn)
        own = game.write(played.moves[seat])
        moves = {game.write(move): move for move in tried_moves(game, played.before, seat, turn)}
        moves.pop(own, None)
        whole = FIRST_PLAYOUTS * len(moves) + SECOND_PLAYOUTS * SECOND_MOVES + FINAL_PLAYOUTS * 2
        part = min(1.0, self.curve.affordable(seconds) / whole)
        if not moves or part < MIN_PART:
            return None
        left = self._best_of(played, seat, list(moves.values()), round(FIRST_PLAYOUTS * part))[:SECOND_MOVES]
        [chosen, *_] = self._best_of(played, seat, left, round(SECOND_PLAYOUTS * part))
        ours, other = self._judged(played, seat, [played.moves[seat], chosen], round(FINAL_PLAYOUTS * part))
        words = game.pictures.words(Played(played.before, _with(played.moves, seat, chosen)), seat)
        gain = float(other.now[seat] - ours.now[seat])
        return Alternative(game.write(chosen), words, gain, _error(ours, other, seat))

    def _best_of(self, played: Played, seat: int, moves: Sequence[Any], count: int) -> list[Any]:
        """The moves, best first."""
        chances = self._judged(played, seat, moves, count)
        order = sorted(range(len(moves)), key=lambda i: -float(chances[i].now[seat]))
        return [moves[i] for i in order]

    def _judged(self, played: Played, seat: int, moves: Sequence[Any], count: int) -> list[WinChances]:
        """The chances after the turn with each of some moves of the seat."""
        curve, turn = self.curve, self.track.game.turn(played.before)
        positions = [PlayoutPosition(0, count, _with(played.moves, seat, move)) for move in moves]
        tallies = curve.playouts.play([played.before], positions, paired=True)
        return [chance_of(curve.chances, tally, turn, curve.max_turns) for tally in tallies]


def _with(moves: Sequence[Any], seat: int, move: Any) -> list[Any]:
    return [*moves[:seat], move, *moves[seat + 1 :]]


def _error(a: WinChances, b: WinChances, seat: int) -> float:
    """Half an interval of the difference of two chances."""
    return math.hypot(*(float(chance.high[seat] - chance.low[seat]) / 2 for chance in (a, b)))
