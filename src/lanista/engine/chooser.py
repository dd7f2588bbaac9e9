"""`Chooser`: a policy at one seat of one match, with its memory."""

from __future__ import annotations

import time
from functools import cached_property
from typing import Any

import numpy as np

from lanista.engine import loops
from lanista.engine.random import Generator
from lanista.engine.ready import REPAID_SECONDS, ready
from lanista.engine.record import over, over_all, zeros
from lanista.engine.state import State

FIRST = np.zeros(1, np.int64)  # which constant record a match has: there is one
COMPILING_SECONDS = 3.0  # of interpreting, after which compiling repays itself
RUNNING = np.ones(1, np.int32)  # turns of a match whose memory is kept


class Chooser:
    """Chooses moves in successive states of one match; compiled and interpreted rules choose the same."""

    def __init__(self, state: State[Any, Any], seat: int, policy: str) -> None:
        self._rules = rules = state.rules
        self._seat, self._policy = seat, policy
        self._memories = zeros(rules.memory_of(policy), 2)  # the second one never changes
        self._generators = zeros(Generator)
        self._moves = zeros(rules.move, state.seats).reshape(1, state.seats)
        self._works = zeros(rules.work).reshape(1, 1)
        self._move = over_all(rules.move, self._moves[0])[seat]
        self._seconds = 0.0  # spent on interpreting

    def choose(self, state: State[Any, Any], seed: int) -> Any:
        """The record of the policy's move, valid until the next call."""
        compiled = ready.loop_beside(self._rules, loops.policy_moves, self._policy)
        if compiled is None:
            began = time.perf_counter()
            self.interpret(state, seed)
            self._count(time.perf_counter() - began)
        else:
            self._generators["position"] = np.uint64(seed)
            chosen = self._generators, self._works, self._moves, self._memories, RUNNING
            compiled(state.data, state.fixed, FIRST, *chosen, self._seat)
        return self._move

    def interpret(self, state: State[Any, Any], seed: int) -> Any:
        """The same, by the interpreted rules."""
        self._generators["position"] = np.uint64(seed)
        generator, work, memory = self._views
        choose = self._rules.policy(self._policy)
        choose(state.record, state.const, self._seat, generator, self._move, work, memory)
        return self._move

    @cached_property
    def _views(self) -> tuple[Any, Any, Any]:
        """Interpreted views of the generator, the working space and the memory."""
        kinds: Any = Generator, self._rules.work, self._rules.memory_of(self._policy)
        arrays = self._generators, self._works, self._memories[:1]
        generator, work, memory = (
            over(kind, array.view(np.uint8).reshape(-1)) for kind, array in zip(kinds, arrays, strict=True)
        )
        return generator, work, memory

    def remembered(self) -> bytes:
        """The policy's memory."""
        return bytes(self._memories[:1].tobytes())

    def _count(self, seconds: float) -> None:
        """Look for compiled rules, or make some, once interpreting has taken as long."""
        before, self._seconds = self._seconds, self._seconds + seconds
        if before < COMPILING_SECONDS <= self._seconds:
            ready.compile_beside(self._rules, loops.policy_moves, self._policy)
        elif before < REPAID_SECONDS <= self._seconds and not ready.wanted:
            ready.prefer_compiled()
