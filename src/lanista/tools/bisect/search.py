"""Binary search for the first bad one of a row of candidates, some of which cannot be tested."""

from __future__ import annotations

from enum import Enum


class CandidateMark(Enum):
    """The state of a candidate in the search."""

    UNTESTED = "untested"
    GOOD = "good"
    BAD = "bad"
    SKIPPED = "skipped"


class Search:
    """Finds the first bad candidate; the first of all is good, the last is bad.

    Each test halves the candidates that are left. A skipped one is left out, and costs no more than itself.
    """

    def __init__(self, candidates: int) -> None:
        if candidates < 2:
            raise ValueError(f"expected a good and a bad candidate at least, got {candidates}")
        self.marks = [CandidateMark.GOOD, *[CandidateMark.UNTESTED] * (candidates - 2), CandidateMark.BAD]
        self._low, self._high = 0, candidates - 1

    @property
    def max_tests(self) -> int:
        """The largest number of remaining tests that give an answer: the logarithm of the untested, rounded up."""
        return len(self._untested()).bit_length()

    @property
    def suspects(self) -> range:
        """The candidates of which one is the first bad one; a single one at the end unless others were skipped."""
        return range(self._low + 1, self._high + 1)

    def next(self) -> int | None:
        """The candidate to test: the middle of those that are left; None at the end."""
        untested = self._untested()
        return untested[len(untested) // 2] if untested else None

    def record(self, index: int, mark: CandidateMark) -> None:
        """Record the result of a test."""
        self.marks[index] = mark
        if mark is CandidateMark.GOOD:
            self._low = max(self._low, index)
        elif mark is CandidateMark.BAD:
            self._high = min(self._high, index)

    def _untested(self) -> list[int]:
        return [index for index in range(self._low + 1, self._high) if self.marks[index] is CandidateMark.UNTESTED]
