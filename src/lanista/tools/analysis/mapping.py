"""Maps results of playouts to the chances of the seats, with an interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.game import Game
from lanista.game.chances import Chances
from lanista.series.stats import wilson
from lanista.tools.analysis.playouts import PlayoutSettings, PlayoutTally

Seats = npt.NDArray[np.float64]

PRIOR = 1.0  # matches that all seats share, added to those that were played: no chance is 0 or 1
VALUE_FLOOR = 0.05  # added to every value, which may be 0
MAX_PRECISION = 20.0  # by how much a playout may tell more than a win or a loss does


@dataclass(frozen=True)
class WinChances:
    """The chances of all seats at one moment; `low` and `high` bound the error of the playouts (95 %)."""

    now: Seats
    low: Seats
    high: Seats

    @classmethod
    def known(cls, row: Seats) -> WinChances:
        """Chances without any doubt: the match is over."""
        return cls(row, row, row)


def chances_of(game: Game[Any, Any, Any]) -> Chances:
    """The numbers of a game, or the default."""
    found: Chances = game.modules.find("learn.chances", "CHANCES", Chances())
    return found


def manner_of(game: Game[Any, Any, Any], chances: Chances) -> PlayoutSettings:
    """The settings of a game's playouts."""
    policy = chances.policy or game.rules.playouts
    return PlayoutSettings(policy, chances.turns, chances.wild)


def share_played(tally: PlayoutTally, turn: int, max_turns: int) -> float:
    """The part of the match that has been played, as far as the playouts can tell: from 0 to 1."""
    unfinished = tally.count - tally.ended
    left = tally.turns / tally.count
    if unfinished:
        left += unfinished / tally.count * max(0.0, max_turns - turn - left)
    return turn / max(1.0, turn + left)


def won_share(tally: PlayoutTally) -> Seats:
    """The part of the playouts that each seat won, never 0 or 1."""
    share: Seats = (tally.sums + PRIOR / len(tally.sums)) / (tally.count + PRIOR)
    return share


def value_share(tally: PlayoutTally) -> Seats:
    """Each seat's share of the position's expected result."""
    values: Seats = np.clip(tally.values, -1.0, 1.0) + 1.0 + VALUE_FLOOR
    share: Seats = values / values.sum()
    return share


def combined(chances: Chances, won: Seats, valued: Seats, played: float) -> Seats:
    """The chances of the seats; they sum to 1."""
    weights = np.log(won) * _between(chances.playouts, played) + np.log(valued) * _between(chances.value, played)
    parts = np.exp(weights - weights.max())
    shares: Seats = parts / parts.sum()
    return shares


def _between(ends: tuple[float, float], part: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * part


def chance_of(chances: Chances, tally: PlayoutTally, turn: int, max_turns: int) -> WinChances:
    """The chances at a position."""
    won, valued, played = won_share(tally), value_share(tally), share_played(tally, turn, max_turns)
    bounds = np.array([_bounds(tally, won, seat) for seat in range(len(won))])

    def at(ends: Seats) -> Seats:
        rows = (combined(chances, _replaced(won, seat, end), valued, played) for seat, end in enumerate(ends))
        return np.array([row[seat] for seat, row in enumerate(rows)])

    now, low, high = combined(chances, won, valued, played), at(bounds[:, 0]), at(bounds[:, 1])
    return WinChances(now, np.minimum(low, now), np.maximum(high, now))


def _bounds(tally: PlayoutTally, won: Seats, seat: int) -> tuple[float, float]:
    """Within which the part that a seat would win of endless playouts lies."""
    mean = float(won[seat])
    variance = float(tally.squares[seat] / tally.count - (tally.sums[seat] / tally.count) ** 2)
    precision = min(MAX_PRECISION, max(1.0, mean * (1 - mean) / max(1e-9, variance)))
    return wilson(mean, precision * (tally.count + PRIOR))


def _replaced(won: Seats, seat: int, mean: float) -> Seats:
    """The parts of all seats if one seat's part is another."""
    mean = min(max(mean, 1e-6), 1 - 1e-6)
    others = won * ((1 - mean) / max(1e-9, 1 - won[seat]))
    others[seat] = mean
    replaced: Seats = np.maximum(others, 1e-9)
    return replaced
