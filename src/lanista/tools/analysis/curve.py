"""`ChanceCurve`: the chances of all seats along a match, from a few turns to all of them while there is time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from lanista.tools.analysis.mapping import WinChances, chance_of, chances_of, manner_of
from lanista.tools.analysis.playouts import MatchPlayouts, PlayoutPosition, PlayoutTally
from lanista.tools.analysis.track import Track

FIRST_TURNS = 17  # evenly spaced, before the curve is refined where it moves
FIRST_PLAYOUTS = 8  # at each of them
FIRST_SECONDS = 1.5  # that the first curve may take; playouts are cut short if need be
MIN_TURNS = 20  # of a playout that is cut short
MEASURED_TURNS = 200  # of the playouts by which the speed is estimated
MEASURED_TIMES = 3  # the fastest counts, since others may disturb
PLAYOUTS = 32  # that a turn gets at a time
BATCH_SECONDS = 0.25  # between two looks at the clock
MAX_POSITIONS = 64  # in a batch
FLAT = 0.02  # two turns whose chances differ by less need no turn between them, if they are near each other
NEAR = 1 / 200  # of the match
TARGET_WIDTH = 0.06  # of an interval that is narrow enough


class ChanceCurve:
    """Estimates at some turns of a match; `refine` adds turns and playouts where they tell most."""

    def __init__(self, track: Track, *, threads: int = 1, seed: int = 0) -> None:
        self.track = track
        self.chances = chances_of(track.game)
        self.max_turns = track.game.max_turns(track.start)
        self.playouts = MatchPlayouts(track.start, manner_of(track.game, self.chances), threads=threads, seed=seed)
        self.tallies: dict[int, PlayoutTally] = {}
        self.shares = track.shares()
        self._known: dict[int, WinChances] = {}
        self._seconds_each = 0.0  # that a playout takes

    @property
    def last(self) -> int:
        """The last turn whose chances are estimated: at the end of a match that was decided they are known."""
        return self.track.turns if self.shares is None else self.track.turns - 1

    @property
    def played(self) -> int:
        """The number of playouts so far."""
        return sum(tally.count for tally in self.tallies.values())

    def turns(self) -> list[int]:
        """The turns that the curve goes through, in their order."""
        known = sorted(self.tallies)
        return known if self.shares is None else [*known, self.track.turns]

    def chance(self, turn: int) -> WinChances:
        """The chances after a turn of `turns`."""
        if turn not in self._known:
            if turn == self.track.turns and self.shares is not None:
                self._known[turn] = WinChances.known(self.shares)
            else:
                self._known[turn] = chance_of(self.chances, self.tallies[turn], turn, self.max_turns)
        return self._known[turn]

    # Estimating

    def begin(self) -> None:
        """The first curve: evenly spaced turns with a few playouts each."""
        self._fit_playouts()
        turns = np.unique(np.linspace(0, self.last, FIRST_TURNS).astype(int)).tolist()
        self.add(turns, FIRST_PLAYOUTS)

    def _fit_playouts(self) -> None:
        """Measure how fast turns are played, and cut playouts short where a first curve would take too long."""
        manner = self.playouts.manner
        self.playouts.manner = replace(manner, turns=min(manner.turns, MEASURED_TURNS))
        each = min(self._seconds_per_turn() for _ in range(MEASURED_TIMES))
        room = FIRST_SECONDS * self.playouts.threads / (each * FIRST_TURNS * FIRST_PLAYOUTS)
        self.playouts.manner = replace(manner, turns=min(manner.turns, max(MIN_TURNS, int(room))))

    def _seconds_per_turn(self) -> float:
        began = time.perf_counter()
        [tally] = self.playouts.play([self.track.start], [PlayoutPosition(0, 1)])
        return (time.perf_counter() - began) / max(1, tally.turns)

    def add(self, turns: Sequence[int], count: int) -> None:
        """Make more playouts after some turns."""
        if not turns:
            return
        began = time.perf_counter()
        positions = [PlayoutPosition(i, count) for i in range(len(turns))]
        tallies = self.playouts.play([self.track.state(turn) for turn in turns], positions)
        self._seconds_each = (time.perf_counter() - began) / (len(turns) * count)
        for turn, tally in zip(turns, tallies, strict=True):
            self.tallies[turn] = self.tallies[turn] + tally if turn in self.tallies else tally
            self._known.pop(turn, None)

    def refine(self) -> bool:
        """Estimate some more turns, or some turns better; False if that is no longer needed."""
        room = max(2, min(MAX_POSITIONS, int(BATCH_SECONDS / max(1e-9, self._seconds_each * PLAYOUTS))))
        new = self._between(room // 2)
        chosen = new + self._vague(room - len(new))
        self.add(chosen, PLAYOUTS)
        return bool(chosen)

    def _between(self, count: int) -> list[int]:
        """Turns in the middle of gaps, where the chances differ most first."""
        near = max(1.0, NEAR * self.track.turns)
        gaps = []
        for a, b in pairwise(self.turns()):
            moved = float(np.abs(self.chance(a).now - self.chance(b).now).max())
            if b - a > 1 and (moved > FLAT or b - a > near):
                gaps.append((moved + (b - a) / self.track.turns, (a + b) // 2))
        return [turn for _, turn in sorted(gaps, reverse=True)[:count]]

    def _vague(self, count: int) -> list[int]:
        """The turns with the widest intervals."""
        widths = [(self.width(turn), turn) for turn in self.tallies]
        return [turn for width, turn in sorted(widths, reverse=True)[:count] if width > TARGET_WIDTH]

    def width(self, turn: int) -> float:
        """The width of the widest interval after a turn."""
        chance = self.chance(turn)
        return float((chance.high - chance.low).max())

    def affordable(self, seconds: float) -> int:
        """The number of playouts that can be made in that time."""
        return int(seconds / max(1e-9, self._seconds_each))

    def sharpen(self, turn: int, count: int) -> None:
        """Play on from a turn until it has at least `count` playouts."""
        missing = count - (self.tallies[turn].count if turn in self.tallies else 0)
        if turn <= self.last and missing > 0:
            self.add([turn], missing)
