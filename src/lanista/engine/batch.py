"""`Batch`: many matches of one game stepped together by compiled rules; and random playouts of one state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.engine import loops
from lanista.engine.native import native
from lanista.engine.random import MASK64, Generator, derive
from lanista.engine.record import zeros
from lanista.engine.state import State
from lanista.errors import InputError
from lanista.text import shown

CACHE_ROW = 256


class Batch:
    """`count` matches in lock-step, each restarted from the pool of starts when it ends.

    After `step`, `rewards[i, seat]` is 1 for a win, -1 for a loss or a value between
    if the match just ended, and 0 if it runs; `done[i]` says whether it ended; `states[i]` then already holds the
    next start (same-step reset).
    The arrays are written in place and never replaced.
    `opponents` names the policy of each seat that is not played by actions, such as {1: "greedy"}; `seed` is that
    of their random choices.
    """

    def __init__(
        self,
        starts: Sequence[State[Any, Any]],
        count: int,
        *,
        threads: int = 1,
        opponents: Mapping[int, str] | None = None,
        seed: int = 0,
    ) -> None:
        _expect_alike(starts)
        count, threads = at_least_1("count", count), at_least_1("threads", threads)
        self.rules = starts[0].rules
        self.count = count
        self.seats = starts[0].seats
        self.threads = min(threads, count)
        self._native = native(self.rules)
        self._starts = np.concatenate([start.data for start in starts])
        self._consts = np.concatenate([start.fixed for start in starts])
        self._which = np.arange(count, dtype=np.int64) % len(starts)
        self.states = self._starts[self._which].copy()
        self.rewards = np.zeros((count, self.seats), dtype=np.float32)
        self.done = np.zeros(count, dtype=np.bool_)
        self.lengths = np.zeros(count, dtype=np.int32)
        self.resets = np.zeros(count, dtype=np.int32)
        self.observations = np.zeros((count, self.seats, *self.rules.observation), dtype=np.int16)
        self._actions, self._drawn = np.zeros((2, count, self.seats), dtype=np.int32)
        self._moves = apart(self.rules.move, self.threads, self.seats)
        self._works = apart(self.rules.work, self.threads)
        self._generator = zeros(Generator)
        self._add_opponents(opponents or {}, whole("seed", seed))

    def step(self, actions: npt.NDArray[np.int32]) -> None:
        """Every seat of every match takes its flat action."""
        np.copyto(self._actions, self._checked(actions))
        for choose in self._choosing:
            choose()
        self._step()

    @cached_property
    def _step(self) -> Callable[[], int]:
        """The compiled step of these arrays."""
        return self._native.loop(loops.step_batch).bound(
            self.states,
            self._consts,
            self._which,
            self._actions,
            self._moves,
            self._works,
            self._starts,
            self.rewards,
            self.done,
            self.lengths,
            self.resets,
            self._given,
            self._is_given,
            workers=self.threads,
        )

    @cached_property
    def _choosing(self) -> list[Callable[[], int]]:
        """The compiled policies of the opponents."""
        arrays = self.states, self._consts, self._which, self._generators, self._works, self._given
        return [
            self._native.loop(loops.policy_moves, policy).bound(*arrays, seat, workers=self.threads)
            for seat, policy in self._opponents.items()
        ]

    def _add_opponents(self, opponents: Mapping[int, str], seed: int) -> None:
        """Seats that are played by policies, and the arrays for their moves."""
        for seat, policy in opponents.items():
            if seat not in range(self.seats):
                raise InputError(f"opponents: expected seats from 0 to {self.seats - 1}, got {shown(seat)}")
            self.rules.policy(policy)
        self._opponents = dict(opponents)
        rows = self.count if opponents else 0
        self._given = zeros(self.rules.move, rows * self.seats).reshape(rows, self.seats)
        self._is_given = np.array([seat in opponents for seat in range(self.seats)])
        self._generators = zeros(Generator, rows)
        self._generators["position"] = [derive(seed, "opponents", i) for i in range(rows)]

    def _checked(self, actions: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """The actions; raises InputError for anything but one int32 for each seat of each match."""
        expected = (self.count, self.seats)
        if not isinstance(actions, np.ndarray):
            raise InputError(f"expected an int32 array of shape {expected}, got {type(actions).__name__}")
        if actions.shape != expected or actions.dtype != np.int32:
            raise InputError(f"expected int32 actions of shape {expected}, got {actions.dtype} {actions.shape}")
        if int(actions.view(np.uint32).max()) >= self.rules.actions:  # as unsigned, negative is large
            match, seat = np.argwhere((actions < 0) | (actions >= self.rules.actions))[0]
            raise InputError(
                f"expected actions from 0 to {self.rules.actions - 1}, got {actions[match, seat]} "
                f"at actions[{match}, {seat}]"
            )
        return actions

    def observe(self) -> npt.NDArray[np.int16]:
        """Write what every seat sees into `observations`, and return that array."""
        self._observe()
        return self.observations

    @cached_property
    def _observe(self) -> Callable[[], int]:
        arrays = self.states, self._consts, self._which, self.observations
        return self._native.loop(loops.observe_batch).bound(*arrays, self.threads, workers=self.threads)

    def draw_actions(self, seed: int) -> npt.NDArray[np.int32]:
        """Random legal actions for the current states."""
        self._generator["position"] = np.uint64(whole("seed", seed) & MASK64)
        self._draw()
        return self._drawn.copy()

    @cached_property
    def _draw(self) -> Callable[[], int]:
        arrays = self.states, self._consts, self._which, self._generator, self._drawn
        return self._native.loop(loops.draw_actions).bound(*arrays, self.rules.actions)


def apart(record: type[Any], workers: int, count: int = 1) -> npt.NDArray[np.void]:
    """At least `count` records for each worker, in rows long enough that no two workers share a cache line."""
    per_row = max(count, -(-CACHE_ROW // record.dtype.itemsize))
    return zeros(record, workers * per_row).reshape(workers, per_row)


def step_native(state: State[Any, Any], moves: npt.NDArray[np.void], work: npt.NDArray[np.void]) -> None:
    """Play one turn in place, by the compiled rules."""
    rules = expect_state(state).rules
    _expect_records("moves", moves, rules.move, state.seats)
    _expect_records("work", work, rules.work, 1)
    native(state.rules).loop(loops.step_once)(state.data, moves, state.fixed, work)


def playouts(
    state: State[Any, Any], count: int, seed: int, *, threads: int = 1
) -> tuple[npt.NDArray[np.float64], int]:
    """Play a state to its end `count` times with random legal moves: the mean result per seat, and all turns."""
    rules = expect_state(state).rules
    count, seed = at_least_1("count", count), whole("seed", seed)
    threads = min(at_least_1("threads", threads), count)
    moves, works = apart(rules.move, threads, state.seats), apart(rules.work, threads)
    generators = apart(Generator, threads)
    generators["position"][:, 0] = [derive(seed, "playouts", worker) for worker in range(threads)]
    limits = np.array([count * (w + 1) // threads - count * w // threads for w in range(threads)])
    totals = np.zeros((threads, state.seats), dtype=np.int64)
    turns = np.zeros((threads, CACHE_ROW), dtype=np.int64)
    scratch = zeros(rules.state, threads)
    play = native(rules).loop(loops.random_playouts)
    play(state.data, state.fixed, scratch, moves, works, generators, limits, totals, turns, workers=threads)
    return totals.sum(axis=0) / (1000.0 * count), int(turns.sum())


# Checks of arguments


def whole(name: str, value: Any) -> int:
    """The value as an int; raises InputError if it is not a whole number."""
    if not isinstance(value, int | np.integer) or isinstance(value, bool):
        raise InputError(f"{name}: expected a whole number, got {shown(value)}")
    return int(value)


def at_least_1(name: str, value: Any) -> int:
    """The value as an int; raises InputError if it is not a whole number from 1."""
    if whole(name, value) < 1:
        raise InputError(f"{name}: expected a whole number from 1, got {shown(value)}")
    return int(value)


def expect_state(state: Any, name: str = "state") -> State[Any, Any]:
    """The value as a state; raises InputError if it is none."""
    if not isinstance(state, State):
        raise InputError(f"{name}: expected a State, as `game.start` gives, got {type(state).__name__}")
    return state


def _expect_alike(starts: Any) -> None:
    """Refuse states that differ in game, layout or number of seats: a batch has one shape."""
    if not isinstance(starts, Sequence) or not starts:
        raise InputError("a batch needs at least one state to start from: a list of states")
    first = expect_state(starts[0], "starts[0]")
    for i, start in enumerate(starts):
        expect_state(start, f"starts[{i}]")
        if start.rules is not first.rules and start.rules != first.rules:
            why = (
                f"starts[0] is of {first.rules.name}" if start.rules.name != first.rules.name else "another layout"
            )
            raise InputError(f"starts[{i}] is of {start.rules.name} ({why}); a batch plays one game in one layout")
        if start.seats != first.seats:
            raise InputError(f"starts[{i}] has {start.seats} seats, starts[0] has {first.seats}; make them equal")


def _expect_records(name: str, records: Any, kind: type[Any], count: int) -> None:
    """Refuse anything but an array of at least `count` records of one kind."""
    fits = isinstance(records, np.ndarray) and records.dtype == kind.dtype and records.ndim == 1
    if not fits or len(records) < count:
        shape = getattr(records, "shape", type(records).__name__)
        raise InputError(f"{name}: expected `zeros({kind.__name__}, {count})`, got {shape}")
