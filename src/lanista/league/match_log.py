"""The judged matches of a league as arrays, in the order of their numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.league.history import LeagueHistory
from lanista.series.stats.plackett_luce import wins
from lanista.series.stats.rankings import NO_PLACE, Floats, Ints, Rankings, filled

CHUNK = 2_000_000  # comparisons of seats per batch


@dataclass(frozen=True)
class MatchLog:
    """Matches x seats; a match with fewer seats than another has the player -1 in those it lacks."""

    entries: list[int]  # their ids; a player is an index into this list
    players: Ints
    ranks: Ints
    units: Ints
    numbers: Ints
    maps: list[str]
    map_of: Ints  # an index into `maps`

    @classmethod
    def of(cls, history: LeagueHistory) -> MatchLog:
        """The matches that count and compare bots."""
        judged = [(match, result) for match, result in history.judged() if len(match.entries) > 1]
        entries = sorted(history.entries)
        seats = max((len(match.entries) for match, _ in judged), default=2)
        index = np.full(max(entries, default=0) + 2, -1, np.int64)
        index[entries] = np.arange(len(entries))
        by_seat = filled([match.entries for match, _ in judged], seats, len(index) - 1)
        maps = {name: at for at, name in enumerate(sorted({match.map for match, _ in judged}))}
        return cls(
            entries,
            index[by_seat],
            filled([result.ranks for _, result in judged], seats, NO_PLACE),
            np.array([match.unit for match, _ in judged], np.int64),
            np.array([match.number for match, _ in judged], np.int64),
            list(maps),
            np.array([maps[match.map] for match, _ in judged], np.int64),
        )

    @property
    def seated(self) -> npt.NDArray[np.bool_]:
        """Which seats there are."""
        there: npt.NDArray[np.bool_] = self.players >= 0
        return there

    def seen(self, matches: int | None = None) -> list[int]:
        """The players that have a match, or one of the first few."""
        played = np.bincount(self.players[:matches][self.seated[:matches]], minlength=len(self.entries))
        return [int(player) for player in np.flatnonzero(played)]

    def rankings(self) -> Rankings:
        """The rankings to which ratings are fitted."""
        players = len(self.entries)
        by_seat = np.where(self.seated, self.players, players)
        return Rankings.of_arrays(players, by_seat, self.ranks, self.units)

    @cached_property
    def scores(self) -> Floats:
        """The share of its opponents that each seat beat; a shared rank counts half."""
        return self._against_opponents(self.ranks, lambda own, other: (own < other) + 0.5 * (own == other))

    def expected(self, x: Floats) -> Floats:
        """The expected scores by strength: in the model, the order of two players depends on these two only."""
        return self._against_opponents(np.append(x, 0.0)[self.players], lambda own, other: wins(own - other))

    def _against_opponents(self, values: Any, score: Callable[[Any, Any], Floats]) -> Floats:
        """The mean score of each seat against the others of its match."""
        seated, seats = self.seated, self.players.shape[1]
        others = ~np.eye(seats, dtype=bool)
        found = np.zeros(self.players.shape)
        for start in range(0, len(values), max(1, CHUNK // seats**2)):
            rows = slice(start, start + max(1, CHUNK // seats**2))
            both = seated[rows, :, None] & seated[rows, None, :] & others
            each = score(values[rows, :, None], values[rows, None, :]) * both
            found[rows] = np.sum(each, axis=2) / np.maximum(np.sum(both, axis=2), 1)
        return found
