"""Matches answers to questions by their order alone.

When bytes arrive within a turn makes no difference: the first answer to a turn counts, and everything between it
and the next turn's answer is charged to the next turn.
"""

from __future__ import annotations

from enum import Enum

from lanista.core.enums import plain_members


@plain_members
class AnswerMatch(Enum):
    """The relation of an answer to the current turn."""

    ANSWER = "the answer to it"
    LATE = "an answer to a turn that ran out of time"
    EXTRA = "another answer to a turn that was answered, or one before its question"
    WRONG = "instead of the answer, but not an answer to it"


class AnswerMatcher:
    """Tracks which turns were asked, answered or timed out."""

    def __init__(self) -> None:
        self._turn = 0
        self._open = False  # the turn is not answered yet
        self._answered: set[int] = set()
        self._expired: set[int] = set()
        self._owed: list[int] = []  # the expired turns that may still be answered, in order
        self.out_of_step = False  # more bare answers than questions arrived, so they can no longer be matched

    @property
    def owed(self) -> tuple[int, ...]:
        """The timed-out turns that may still be answered, oldest first."""
        return tuple(self._owed)

    def asked(self, turn: int) -> None:
        """Open a turn."""
        self._turn = turn
        self._open = True

    def expired(self) -> None:
        """Time out the turn; its answer may still arrive, and must not count for a later turn."""
        self._open = False
        self._expired.add(self._turn)
        self._owed.append(self._turn)

    def match(self, tag: int | None) -> AnswerMatch:
        """Match an answer that names its turn in `tag`, or a bare one."""
        if tag is not None:
            return self._match_tagged(tag)
        return self.answered() if self._open and not self._owed else self.match_invalid()

    def match_invalid(self) -> AnswerMatch:
        """Match a line that is not an answer, as a bare answer to the oldest turn that is owed one."""
        if self._owed:
            self._owed.pop(0)
            return AnswerMatch.LATE
        if self._open:
            self._open = False
            return AnswerMatch.WRONG
        self.out_of_step = True
        return AnswerMatch.EXTRA

    def _match_tagged(self, turn: int) -> AnswerMatch:
        """Match an answer that names its turn, which shows that no older turn will be answered."""
        if self._owed:
            self._owed = [owed for owed in self._owed if owed > turn]
        if turn in self._expired:
            return AnswerMatch.LATE
        if self._open and turn == self._turn:
            self.out_of_step = False
            return self.answered()
        if not self._open or turn in self._answered:
            return AnswerMatch.EXTRA
        self._open = False
        return AnswerMatch.WRONG

    def answered(self) -> AnswerMatch:
        """Close the turn with its answer."""
        self._open = False
        self._answered.add(self._turn)
        return AnswerMatch.ANSWER
