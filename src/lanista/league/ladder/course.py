"""The course of a ladder, from its history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain

from lanista.league.format import Planned
from lanista.league.history import LeagueHistory
from lanista.league.ladder.certainty import Certainty
from lanista.league.ladder.evidence import LadderEvidence
from lanista.league.ladder.planner import Planner
from lanista.league.ladder.rules import LadderRules


class Course:
    """A ladder with one history, which may grow; `seats` gives the seats of a match among a number of bots."""

    def __init__(self, rules: LadderRules, seats: Callable[[int], int | None], history: LeagueHistory) -> None:
        self.rules = rules
        self.history = history
        self.evidence = LadderEvidence()
        self.planner = Planner(rules, self.evidence)
        self._seats = seats
        self._planned: list[Planned] = []  # beyond the schedule of the history
        self._length = 0  # of that schedule
        self.active: list[int] = []
        self._verdicts: dict[int, bool] = {}  # by checkpoint, for the active bots
        self._certainties: dict[int, Certainty] = {}  # by checkpoint, the last two
        self.follow(history)

    def follow(self, history: LeagueHistory) -> bool:
        """Read what is new; False if this is another history, or if it deviates from the plan made here."""
        active = [entry.id for entry in history.active()]
        if history is not self.history or not self._read_matches():
            return False
        if active != self.active:
            if self._planned:  # the plan was for other bots
                return False
            self.active, self._verdicts, self._certainties = active, {}, {}
        self.evidence.follow(history)
        return True

    def _read_matches(self) -> bool:
        for match in self.history.matches[self._length :]:
            if self._planned:
                planned = self._planned.pop(0)
                if (match.unit, match.entries, match.map) != (planned.unit, planned.entries, planned.map):
                    return False
            else:
                self.planner.add(match.unit, match.entries, match.map)
            self._length += 1
        return True

    def plan(self) -> list[Planned]:
        """All matches that can be scheduled now."""
        seats = self._seats(len(self.active))
        while seats is not None and self._is_ready() and not self._is_done(seats):
            for planned in self.planner.choose(self.active, seats, is_settled=self._is_settled()):
                self.planner.add(planned.unit, planned.entries, planned.map)
                self._planned.append(planned)
        return list(self._planned)

    def is_over(self) -> bool:
        """Whether no more matches will be scheduled."""
        if self.rules.endless:
            return False
        seats = self._seats(len(self.active))
        return seats is None or (not self._planned and self._is_ready() and self._is_done(seats))

    def _is_ready(self) -> bool:
        return self.planner.usable <= self.evidence.matches

    def _is_done(self, seats: int) -> bool:
        """Whether the ladder ends here; asked once per checkpoint, at the first unit that may use it."""
        if self.rules.endless:
            return False
        size = 2 if seats == 2 else 1
        if self.rules.max_matches is not None and len(self.planner.schedule) + size > self.rules.max_matches:
            return True
        checkpoint = self.planner.new_checkpoint
        return checkpoint is not None and self.is_sure_at(checkpoint)

    def _is_settled(self) -> bool:
        """Whether an endless ladder would be over by the results that the next unit may use."""
        return self.rules.endless and self.is_sure_at(self.planner.checkpoints.last(self.planner.usable))

    def is_sure_at(self, checkpoint: int) -> bool:
        """Whether the results before a checkpoint make the places certain, and all bots have played enough."""
        if checkpoint not in self._verdicts:
            enough = self.fewest_matches(checkpoint) >= self.rules.min_matches
            self._verdicts[checkpoint] = enough and self.certainty(checkpoint).is_at_least(self.rules.sure)
        return self._verdicts[checkpoint]

    def certainty(self, checkpoint: int) -> Certainty:
        """The certainty of the first places by the results before a checkpoint."""
        if checkpoint not in self._certainties:
            fit = self.evidence.fit_before(checkpoint)
            found = Certainty.of(fit, self.active, self.rules.places, self.rules.margin)
            self._certainties = {**dict(list(self._certainties.items())[-1:]), checkpoint: found}
        return self._certainties[checkpoint]

    def matches_before(self, position: int) -> Counter[int]:
        """Each bot's number of matches before a position of the schedule."""
        return Counter(chain.from_iterable(self.planner.schedule[:position]))

    def fewest_matches(self, position: int) -> int:
        """The fewest matches of any active bot before a position."""
        counts = self.matches_before(position)
        return min((counts[bot] for bot in self.active), default=0)
