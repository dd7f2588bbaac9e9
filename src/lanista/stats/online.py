"""Ratings that change with each match, while a league runs: openskill on a scale like Elo's."""

from __future__ import annotations

import math
from collections.abc import Sequence

from openskill.models import PlackettLuce, PlackettLuceRating

from lanista.stats.plackett_luce import ELO


class OnlineRatings:
    """Ratings of players by number, fed in the order of match numbers; a new player starts at 0."""

    def __init__(self, seats: int = 2) -> None:
        self._model = PlackettLuce()
        self._ratings: dict[int, PlackettLuceRating] = {}
        self._scale = ELO / (math.sqrt(seats) * self._model.beta)  # a sure lead then wins as Elo says

    def add(self, players: Sequence[int], places: Sequence[int]) -> None:
        """Count a judged match: who played, and at which place each ended."""
        teams = [[self._rating(player)] for player in players]
        rated = self._model.rate(teams, ranks=[float(place) for place in places])
        for player, [rating] in zip(players, rated, strict=True):
            self._ratings[player] = rating

    def elo(self, player: int) -> float:
        """The rating of a player."""
        return float(self._rating(player).mu - self._model.mu) * self._scale

    def sigma(self, player: int) -> float:
        """The standard error of a player's rating, in Elo."""
        return float(self._rating(player).sigma) * self._scale

    def _rating(self, player: int) -> PlackettLuceRating:
        return self._ratings.get(player) or self._model.rating()
