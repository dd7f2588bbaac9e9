"""`Starts`: the initial states of a batch: a pool of states, or a function that gives the n-th."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.core.errors import InputError
from lanista.engine.arguments import expect_like, expect_state
from lanista.engine.state import State

Start = State[Any, Any]
Source = Sequence[Start] | Callable[[int], Start]


class Starts:
    """The starts of a batch, as arrays of states and constants, and which of them each match began with.

    Match i begins with start i, then i + count, and so on, from the beginning again after the last one. Of a
    function there are two starts for each match: the one that it plays and the next one.
    """

    def __init__(self, source: Source, count: int) -> None:
        self._make = source if callable(source) else None
        self._next = np.arange(2 * count, 3 * count)  # the number of the start that comes after each match's next
        starts = [source(number) for number in range(2 * count)] if callable(source) else source
        _expect_same_shape(starts)
        self.first = starts[0]
        self.possible = _possible(starts)
        self.states = np.concatenate([start.data for start in starts])
        self.consts = np.concatenate([start.fixed for start in starts])
        self.which: npt.NDArray[np.int64] = np.arange(count, dtype=np.int64) % len(starts)

    @property
    def source(self) -> Source:
        """The function that gives the starts, or the states of the pool."""
        if self._make is not None:
            return self._make
        blocks = zip(np.split(self.states, len(self.states)), np.split(self.consts, len(self.consts)), strict=True)
        return [State(self.first.rules, data, fixed) for data, fixed in blocks]

    def replace_used(self, done: npt.NDArray[np.bool_]) -> None:
        """Replace the starts of ended matches by new ones, if there is a function for that."""
        if self._make is None:
            return
        count = len(self.which)
        for match in np.flatnonzero(done):
            used = (self.which[match] + count) % len(self.states)
            number = int(self._next[match])
            start = self._make(number)
            expect_like(self.first, start, f"starts({number})")
            self.states[used], self.consts[used] = start.data[0], start.fixed[0]
            self._next[match] += count

    def snapshot(self) -> dict[str, Any]:
        """The changing part: what `restore` needs."""
        changing = {"which": self.which.copy(), "next": self._next.copy()}
        fresh = {"states": self.states.copy(), "consts": self.consts.copy()} if self._make else {}
        return changing | fresh

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go back to a snapshot."""
        np.copyto(self.which, snapshot["which"])
        np.copyto(self._next, snapshot["next"])
        if self._make:
            np.copyto(self.states, snapshot["states"])
            np.copyto(self.consts, snapshot["consts"])


def _expect_same_shape(starts: Any) -> None:
    """Refuse states that differ in game, layout or number of seats: a batch has one shape."""
    if not isinstance(starts, Sequence) or not starts:
        raise InputError(
            "a batch needs at least one state to start from: a list of states, or a function of a number"
        )
    first = expect_state(starts[0], "starts[0]")
    for i, start in enumerate(starts):
        expect_like(first, start, f"starts[{i}]")


def _possible(starts: Sequence[Start]) -> npt.NDArray[np.int32]:
    """The flat actions that can be legal in matches from these starts, in ascending order."""
    rules = starts[0].rules
    if rules.possible_actions is None:
        return np.arange(rules.actions, dtype=np.int32)
    configurations = {start.fixed.tobytes(): start.const for start in starts}
    found = {action for const in configurations.values() for action in rules.possible_actions(const)}
    return np.array(sorted(found), dtype=np.int32)
