"""How a ladder goes on from its history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain

from lanista.league.format import Planned
from lanista.league.history import History
from lanista.league.ladder.certainty import Certainty
from lanista.league.ladder.evidence import Evidence
from lanista.league.ladder.planner import Planner
from lanista.league.ladder.rules import Rules


class Course:
    """A ladder with one history, which may grow; `seats` gives the seats of a match among a number of bots."""

    def __init__(self, rules: Rules, seats: Callable[[int], int | None], history: History) -> None:
        self.rules = rules
        self.history = history
        self.evidence = Evidence()
        self.planner = Planner(rules, self.evidence)
        self._seats = seats
        self._planned: list[Planned] = []  # beyond the schedule of the history
        self._length = 0  # of that schedule
        self.active: list[int] = []
        self._verdicts: dict[int, bool] = {}  # by checkpoint, for those active
        self._certainties: dict[int, Certainty] = {}  # likewise, the last two
        self.follow(history)

    def follow(self, history: History) -> bool:
        """Read what is new; False if this is another history, or if it went on otherwise than was planned here."""
        active = [entry.id for entry in history.active()]
        if history is not self.history or not self._read_matches():
            return False
        if active != self.active:
            if self._planned:  # for other bots than there are now
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
        """All matches that may be added to the schedule now."""
        seats = self._seats(len(self.active))
        while seats is not None and self._is_ready() and not self._is_done(seats):
            for planned in self.planner.choose(self.active, seats):
                self.planner.add(planned.unit, planned.entries, planned.map)
                self._planned.append(planned)
        return list(self._planned)

    def is_over(self) -> bool:
        """Whether no match will be added to the schedule."""
        seats = self._seats(len(self.active))
        return seats is None or (not self._planned and self._is_ready() and self._is_done(seats))

    def _is_ready(self) -> bool:
        return self.planner.usable <= self.evidence.matches

    def _is_done(self, seats: int) -> bool:
        """Whether the ladder ends here; asked once per checkpoint, at the first unit that may use it."""
        size = 2 if seats == 2 else 1
        if self.rules.max_matches is not None and len(self.planner.schedule) + size > self.rules.max_matches:
            return True
        checkpoint = self.planner.new_checkpoint
        return checkpoint is not None and self.is_sure_at(checkpoint)

    def is_sure_at(self, checkpoint: int) -> bool:
        """Whether the places are sure by the results before a checkpoint, and all have played enough."""
        if checkpoint not in self._verdicts:
            enough = self.fewest_matches(checkpoint) >= self.rules.min_matches
            self._verdicts[checkpoint] = enough and self.certainty(checkpoint).is_at_least(self.rules.sure)
        return self._verdicts[checkpoint]

    def certainty(self, checkpoint: int) -> Certainty:
        """What the results before a checkpoint say about the first places."""
        if checkpoint not in self._certainties:
            fit = self.evidence.fit_before(checkpoint)
            found = Certainty.of(fit, self.active, self.rules.places, self.rules.margin)
            self._certainties = {**dict(list(self._certainties.items())[-1:]), checkpoint: found}
        return self._certainties[checkpoint]

    def matches_before(self, position: int) -> Counter[int]:
        """How many matches of the schedule before a position each bot has."""
        return Counter(chain.from_iterable(self.planner.schedule[:position]))

    def fewest_matches(self, position: int) -> int:
        """The matches before a position of the active bot that has fewest."""
        counts = self.matches_before(position)
        return min((counts[bot] for bot in self.active), default=0)
