"""Which question an answer belongs to, by the order of questions and answers alone.

When the bytes arrive within a turn makes no difference: the first answer to a turn counts, and whatever comes
after it and before the next turn's answer is charged to that next turn.
"""

from __future__ import annotations

from enum import Enum


class Match(Enum):
    """What an answer is to the turn that is asked."""

    ANSWER = "the answer to it"
    LATE = "an answer to a turn that ran out of time"
    EXTRA = "another answer to a turn that was answered, or one before its question"
    WRONG = "instead of the answer, but not an answer to it"


class AnswerMatcher:
    """Remembers which turns were asked, answered or ran out of time."""

    def __init__(self) -> None:
        self._turn = 0
        self._open = False  # the turn is not answered yet
        self._answered: set[int] = set()
        self._expired: set[int] = set()
        self._owed: list[int] = []  # of those, in order, the turns that may still be answered
        self.out_of_step = False  # more bare answers than questions came, so they cannot be matched any more

    @property
    def owed(self) -> tuple[int, ...]:
        """The turns that ran out of time and may still be answered, oldest first."""
        return tuple(self._owed)

    def asked(self, turn: int) -> None:
        """A question goes out."""
        self._turn = turn
        self._open = True

    def expired(self) -> None:
        """The turn ran out of time; its answer may still come, and must not count for a later one."""
        self._open = False
        self._expired.add(self._turn)
        self._owed.append(self._turn)

    def match(self, tag: int | None) -> Match:
        """Match an answer that names its turn in `tag`, or a bare one."""
        if tag is not None:
            return self._match_tagged(tag)
        found = self.match_rubbish()
        return self.answered() if found is Match.WRONG else found

    def match_rubbish(self) -> Match:
        """Match a line that is not an answer: it stands for a bare one, to the oldest turn that is owed."""
        if self._owed:
            self._owed.pop(0)
            return Match.LATE
        if self._open:
            self._open = False
            return Match.WRONG
        self.out_of_step = True
        return Match.EXTRA

    def _match_tagged(self, turn: int) -> Match:
        """A tagged answer names its turn, and shows that no older one will be answered."""
        if self._owed:
            self._owed = [owed for owed in self._owed if owed > turn]
        if turn in self._expired:
            return Match.LATE
        if self._open and turn == self._turn:
            self.out_of_step = False
            return self.answered()
        if not self._open or turn in self._answered:
            return Match.EXTRA
        self._open = False
        return Match.WRONG

    def answered(self) -> Match:
        """The turn has its answer."""
        self._open = False
        self._answered.add(self._turn)
        return Match.ANSWER
