"""The schedule of a ladder as a function of its history."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lanista.league.balance import MatchTally
from lanista.league.format import Planned
from lanista.league.ladder.beliefs import Beliefs, Indices, relative_variances
from lanista.league.ladder.checkpoints import Checkpoints
from lanista.league.ladder.evidence import LadderEvidence
from lanista.league.ladder.information import Questions
from lanista.league.ladder.rules import LadderRules
from lanista.league.ladder.turns import LadderTurns


class Planner:
    """Follows a schedule and the results before its end, and chooses the next unit.

    Match n depends only on the matches before it, on the results before n - `ahead`, and on who is active at n.
    """

    def __init__(self, rules: LadderRules, evidence: LadderEvidence) -> None:
        self.checkpoints = Checkpoints()
        self.schedule: list[tuple[int, ...]] = []  # the bots of each match, by seat
        self._rules = rules
        self._evidence = evidence
        self._turns = LadderTurns()
        self._tally = MatchTally(rules.maps)
        self._last_opponent: dict[int, int] = {}
        self._unit = -1  # the last one
        self._unit_start = 0
        self._beliefs = Beliefs()
        self._fitted = 0  # the checkpoint from whose fit the beliefs started
        self._observed = 0  # matches whose results they contain

    def add(self, unit: int, entries: tuple[int, ...], map_name: str) -> None:
        """Follow the next match of the schedule."""
        if unit != self._unit:
            self._turns.played(entries)
            self._unit, self._unit_start = unit, len(self.schedule)
            if len(entries) == 2:
                self._last_opponent.update((entries, entries[::-1]))
        self._tally.add(entries, map_name)
        self._tally.unit = unit + 1
        self.schedule.append(entries)
        self.checkpoints.add(entries)

    @property
    def usable(self) -> int:
        """The number of matches whose results the next unit may use, and needs."""
        return max(0, len(self.schedule) - self._rules.ahead)

    @property
    def new_checkpoint(self) -> int | None:
        """The checkpoint that the last unit could not use yet, but the next one can."""
        checkpoint = self.checkpoints.last(self.usable)
        return checkpoint if checkpoint > max(0, self._unit_start - self._rules.ahead) else None

    def choose(self, active: Sequence[int], seats: int, *, is_settled: bool = False) -> list[Planned]:
        """The next unit of a ladder that is not over; needs the results before `usable`.

        Once the places are settled, those play that have waited longest.
        """
        self._learn()
        return self._tally.plan([self._bots(active, seats, is_settled=is_settled)], 0)

    def _learn(self) -> None:
        """Update the beliefs with all usable results."""
        checkpoint = self.checkpoints.last(self.usable)
        if checkpoint != self._fitted:
            fit = self._evidence.fit_before(checkpoint)
            self._beliefs = Beliefs(fit.elo, relative_variances(fit.covariance))
            self._fitted = self._observed = checkpoint
        for match in self._evidence.between(self._observed, self.usable):
            self._beliefs.grow(1 + max(match.players))
            self._beliefs.observe(match.players, match.ranks)
        self._observed = self.usable

    def _bots(self, active: Sequence[int], seats: int, *, is_settled: bool) -> list[int]:
        due = self._turns.due(active, seats)
        if len(due) == seats or len(active) == seats:
            return due if len(due) == seats else list(active)
        ids = np.array(active)
        questions = None if is_settled else self._questions(ids, seats)
        if questions is None or questions.is_settled:
            others = (bot for bot in self._turns.longest(active, 2 * seats) if bot not in due)
            return [*due, *others][:seats]
        chosen = np.searchsorted(ids, due).tolist()
        if seats == 2 or not chosen:
            last = self._last_opponents(ids)
            chosen = [*chosen, questions.best_opponent(chosen[0], last)] if chosen else questions.best_pair(last)
        bots: list[int] = ids[questions.add_best(chosen, seats)].tolist()
        return bots

    def _questions(self, ids: Indices, seats: int) -> Questions:
        self._beliefs.grow(1 + max(int(ids[-1]), max(map(max, self.schedule[self.usable :]), default=0)))
        variance = self._beliefs.variance
        for count in {len(entries) for entries in self.schedule[self.usable :]}:
            pending = [entries for entries in self.schedule[self.usable :] if len(entries) == count]
            variance = self._beliefs.expecting(pending, variance)
        rules = self._rules
        matches = 2 if seats == 2 else 1
        return Questions(self._beliefs.mean[ids], variance[ids], rules.places, rules.margin, seats, matches)

    def _last_opponents(self, ids: Indices) -> Indices:
        """The last opponent of each bot as an index, -1 if it has none that is active."""
        index = np.full(len(self._beliefs.mean) + 1, -1)
        index[ids] = np.arange(len(ids))
        last = np.full(len(index), -1)
        last[list(self._last_opponent)] = list(self._last_opponent.values())
        found: Indices = index[last[ids]]
        return found
