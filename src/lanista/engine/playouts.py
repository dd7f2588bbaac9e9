"""Single states by compiled rules: one turn, and random playouts."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.engine import loops
from lanista.engine.arguments import CACHE_ROW, at_least_1, expect_int, expect_records, expect_state, padded_rows
from lanista.engine.native import native
from lanista.engine.random import Generator, derive
from lanista.engine.record import zeros
from lanista.engine.state import State


def step_native(state: State[Any, Any], moves: npt.NDArray[np.void], work: npt.NDArray[np.void]) -> None:
    """Play one turn in place, by the compiled rules."""
    rules = expect_state(state).rules
    expect_records("moves", moves, rules.move, state.seats)
    expect_records("work", work, rules.work, 1)
    native(state.rules).loop(loops.step_once)(state.data, moves, state.fixed, work)


def playouts(
    state: State[Any, Any], count: int, seed: int, *, threads: int = 1
) -> tuple[npt.NDArray[np.float64], int]:
    """Play a state to its end `count` times with random legal moves: the mean result per seat, and all turns."""
    rules = expect_state(state).rules
    count, seed = at_least_1("count", count), expect_int("seed", seed)
    threads = min(at_least_1("threads", threads), count)
    moves, works = padded_rows(rules.move, threads, state.seats), padded_rows(rules.work, threads)
    generators = padded_rows(Generator, threads)
    generators["position"][:, 0] = [derive(seed, "playouts", worker) for worker in range(threads)]
    limits = np.array([count * (w + 1) // threads - count * w // threads for w in range(threads)])
    totals = np.zeros((threads, state.seats), dtype=np.int64)
    turns = np.zeros((threads, CACHE_ROW), dtype=np.int64)
    scratch = zeros(rules.state, threads)
    play = native(rules).loop(loops.random_playouts)
    play(state.data, state.fixed, scratch, moves, works, generators, limits, totals, turns, workers=threads)
    return totals.sum(axis=0) / (1000.0 * count), int(turns.sum())
