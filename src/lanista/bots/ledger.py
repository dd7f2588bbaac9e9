"""Which question an answer belongs to, by the order of questions and answers alone.

When the bytes arrive within a turn makes no difference: the first answer to a turn counts, and whatever comes
after it and before the next turn's answer is charged to that next turn.
"""

from __future__ import annotations

from enum import Enum


class Kind(Enum):
    """What an answer is to the turn that is asked."""

    ANSWER = "the answer to it"
    LATE = "an answer to a turn that ran out of time"
    EXTRA = "one more answer to a turn that was answered, or one before its question"
    WRONG = "in its place, but no answer to it"


class Ledger:
    """The turns that were asked, and what became of them."""

    def __init__(self) -> None:
        self._turn = 0
        self._open = False  # the turn is not answered yet
        self._answered: set[int] = set()
        self._expired: set[int] = set()
        self._owed: list[int] = []  # of those, in order, the turns that may still be answered
        self._out_of_step = False

    @property
    def out_of_step(self) -> bool:
        """Whether bare answers cannot be matched to questions any more: there were more of them than questions."""
        return self._out_of_step

    def asked(self, turn: int) -> None:
        """A question goes out."""
        self._turn = turn
        self._open = True

    def expired(self) -> None:
        """The turn ran out of time; its answer may still come, and must not count for a later one."""
        self._open = False
        self._expired.add(self._turn)
        self._owed.append(self._turn)

    def place(self, tag: int | None) -> Kind:
        """What an answer is that carries a turn's number, or none."""
        if tag is not None:
            return self._place_tagged(tag)
        kind = self.place_rubbish()
        return self._accept() if kind is Kind.WRONG else kind

    def place_rubbish(self) -> Kind:
        """What a line is that is no answer: it takes the place of a bare one, for the oldest turn that is owed."""
        if self._owed:
            self._owed.pop(0)
            return Kind.LATE
        if self._open:
            self._open = False
            return Kind.WRONG
        self._out_of_step = True
        return Kind.EXTRA

    def _place_tagged(self, turn: int) -> Kind:
        """A tagged answer says by itself where it belongs, and that nothing older is to come."""
        self._owed = [owed for owed in self._owed if owed > turn]
        if turn in self._expired:
            return Kind.LATE
        if self._open and turn == self._turn:
            self._out_of_step = False
            return self._accept()
        if not self._open or turn in self._answered:
            return Kind.EXTRA
        self._open = False
        return Kind.WRONG

    def _accept(self) -> Kind:
        self._open = False
        self._answered.add(self._turn)
        return Kind.ANSWER
