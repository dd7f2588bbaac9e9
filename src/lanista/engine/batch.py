"""`Batch`: many matches of one game stepped together by compiled rules; and random playouts of one state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.engine import loops
from lanista.engine.native import native
from lanista.engine.random import MASK64, Generator, derive
from lanista.engine.record import zeros
from lanista.engine.state import State
from lanista.errors import InputError

CACHE_ROW = 256


class Batch:
    """`count` matches in lock-step, each beginning anew from the pool of starts when it ends.

    After `step`, `rewards[i, seat]` is 1 for a win, -1 for a loss and between in a match that just ended, else
    0; `done[i]` says whether it ended; `states[i]` then already holds the next match's start (same-step reset).
    The arrays are written in place and stay the same objects.
    """

    def __init__(self, starts: Sequence[State[Any, Any]], count: int, *, threads: int = 1) -> None:
        if not starts:
            raise InputError("a batch needs at least one state to start from")
        if count < 1 or threads < 1:
            raise InputError(f"a batch needs count >= 1 and threads >= 1, got {count} and {threads}")
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
        self._moves = apart(self.rules.move, self.threads, self.seats)
        self._works = apart(self.rules.work, self.threads)
        self._generator = zeros(Generator)

    def step(self, actions: npt.NDArray[np.int32]) -> None:
        """Every seat of every match takes its flat action."""
        expected = (self.count, self.seats)
        if actions.shape != expected or actions.dtype != np.int32:
            raise InputError(f"expected int32 actions of shape {expected}, got {actions.dtype} {actions.shape}")
        step = self._native.loop(loops.step_batch, parallel=self.threads > 1)
        with _threads(self.threads):
            step(
                self.states,
                self._consts,
                self._which,
                actions,
                self._moves,
                self._works,
                self._starts,
                self.rewards,
                self.done,
                self.lengths,
                self.resets,
            )

    def observe(self) -> npt.NDArray[np.int16]:
        """Write what every seat sees into `observations`, and return that array."""
        observe = self._native.loop(loops.observe_batch, parallel=self.threads > 1)
        with _threads(self.threads):
            observe(self.states, self._consts, self._which, self.observations)
        return self.observations

    def draw_actions(self, seed: int) -> npt.NDArray[np.int32]:
        """Random legal actions for the present states."""
        self._generator["position"] = np.uint64(seed & MASK64)
        actions = np.zeros((self.count, self.seats), dtype=np.int32)
        draw = self._native.loop(loops.draw_actions)
        draw(self.states, self._consts, self._which, self._generator, actions, self.rules.actions)
        return actions


def apart(record: type[Any], workers: int, count: int = 1) -> npt.NDArray[np.void]:
    """`count` records or more for each worker, in rows so long that no two workers share a cache line."""
    per_row = max(count, -(-CACHE_ROW // record.dtype.itemsize))
    return zeros(record, workers * per_row).reshape(workers, per_row)


class _threads:  # noqa: N801 - reads as the statement it is
    """Within it, parallel loops use so many threads."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __enter__(self) -> None:
        if self.count > 1:
            import numba

            self.before = numba.get_num_threads()
            numba.set_num_threads(min(self.count, numba.config.NUMBA_NUM_THREADS))  # type: ignore[attr-defined]

    def __exit__(self, *_: object) -> None:
        if self.count > 1:
            import numba

            numba.set_num_threads(self.before)


def step_native(state: State[Any, Any], moves: npt.NDArray[np.void], work: npt.NDArray[np.void]) -> None:
    """One turn by the compiled rules, on the state's own bytes."""
    native(state.rules).loop(loops.step_once)(state.data, moves, state.fixed, work)


def playouts(
    state: State[Any, Any], count: int, seed: int, *, threads: int = 1
) -> tuple[npt.NDArray[np.float64], int]:
    """Play a state to its end `count` times with random legal moves: the mean result per seat, and all turns."""
    rules = state.rules
    moves, works = apart(rules.move, threads, state.seats), apart(rules.work, threads)
    generators = apart(Generator, threads)
    generators["position"][:, 0] = [derive(seed, "playouts", worker) for worker in range(threads)]
    limits = np.array([count * (w + 1) // threads - count * w // threads for w in range(threads)])
    totals = np.zeros((threads, state.seats), dtype=np.int64)
    turns = np.zeros((threads, CACHE_ROW), dtype=np.int64)
    play = native(rules).loop(loops.random_playouts, parallel=threads > 1)
    scratch = zeros(rules.state, threads)
    with _threads(threads):
        play(state.data, state.fixed, scratch, moves, works, generators, limits, totals, turns)
    return totals.sum(axis=0) / (1000.0 * count), int(turns.sum())
