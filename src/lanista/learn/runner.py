"""Runs the rules of one match: compiled where that is possible, otherwise interpreted, with equal results."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from lanista.core.errors import NativeError
from lanista.engine import Generator, Rules, State, loops, over
from lanista.engine.batch import Batch
from lanista.engine.chooser import FIRST, RUNNING
from lanista.engine.native import native
from lanista.game.move_records import Slots
from lanista.learn.spaces import MASK, Numbers, in_kind

Dice = npt.NDArray[np.void]  # one generator of random numbers
Memories = npt.NDArray[np.void]  # what a policy remembers, and zeros


class EpisodeRunner(Protocol):
    """A match in progress. `observations` and `masks` have a row for each seat and are replaced or rewritten."""

    state: State[Any, Any]  # the same object in every turn
    observations: Numbers
    masks: npt.NDArray[np.int8]

    def step(self, slots: Slots) -> None:
        """Play one turn by the moves in the slots."""

    def show(self) -> None:
        """Write the seats' observations and masks."""

    def choose(self, seat: int, policy: str, dice: Dice, slots: Slots, memories: Memories) -> None:
        """Write the move that a policy chooses for a seat into its slot."""


class InterpretedMatch:
    """A match by the rules as they are written."""

    def __init__(self, start: State[Any, Any], kind: str) -> None:
        self.state = start
        self._kind = kind
        self._rows = np.zeros((start.seats, *start.rules.observation), dtype=np.int16)
        self.masks = np.zeros((start.seats, start.rules.actions), dtype=MASK)
        self.show()

    def __reduce__(self) -> tuple[Any, ...]:
        return run, (self.state, self._kind)

    def step(self, slots: Slots) -> None:
        """Play one turn by the moves in the slots."""
        self.state.rules.step(self.state.record, slots.moves, self.state.const, slots.work)

    def show(self) -> None:
        """Write the seats' observations and masks."""
        rules, record, const = self.state.rules, self.state.record, self.state.const
        for seat in range(self.state.seats):
            rules.observe(record, const, seat, self._rows[seat])
            rules.mask(record, const, seat, self.masks[seat])
        self.observations = in_kind(self._rows, rules.spec, self._kind)

    def choose(self, seat: int, policy: str, dice: Dice, slots: Slots, memories: Memories) -> None:
        """Write the move that a policy chooses for a seat into its slot."""
        rules, state = self.state.rules, self.state
        generator = over(Generator, dice.view(np.uint8))
        memory = over(rules.memory_of(policy), memories[:1].view(np.uint8))
        rules.policy(policy)(state.record, state.const, seat, generator, slots.moves[seat], slots.work, memory)


class CompiledMatch:
    """A match by compiled rules: a batch of one, stepped from outside, so that the end of the match stays."""

    def __init__(self, start: State[Any, Any], kind: str) -> None:
        self._kind = kind
        self._batch = Batch([start], 1, observations=kind, masks="bytes")
        self._native = native(start.rules)
        self._step = self._native.loop(loops.step_once)
        self.state = start
        start.move_to(self._batch.states)
        self.observations = self._batch.observations[0]
        self.masks = self._batch.masks[0].view(MASK)

    def __reduce__(self) -> tuple[Any, ...]:
        return run, (self.state, self._kind)

    def step(self, slots: Slots) -> None:
        """Play one turn by the moves in the slots."""
        self._step(self.state.data, slots.moves_data, self.state.fixed, slots.work_data)

    def show(self) -> None:
        """Write the seats' observations and masks."""
        self._batch.observe()

    def choose(self, seat: int, policy: str, dice: Dice, slots: Slots, memories: Memories) -> None:
        """Write the move that a policy chooses for a seat into its slot."""
        moves, works = slots.moves_data[np.newaxis], slots.work_data[np.newaxis]
        loop = self._native.loop(loops.policy_moves, policy)
        loop(self.state.data, self.state.fixed, FIRST, dice, works, moves, memories, RUNNING, seat)


def is_compiled(rules: Rules) -> bool:
    """Whether the rules can be compiled here, or are shipped in compiled form."""
    try:
        native(rules).loop(loops.step_once)
    except NativeError:
        return False
    return True


def run(start: State[Any, Any], kind: str) -> EpisodeRunner:
    """A match from a start, which it plays on, as fast as this machine can."""
    return CompiledMatch(start, kind) if is_compiled(start.rules) else InterpretedMatch(start, kind)
