"""The arrays of a search tree, and the results read from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lanista.engine import Generator, Rules, derive, zeros
from lanista.engine.arguments import CACHE_ROW, padded_rows
from lanista.game.tuning import SearchTuning
from lanista.search import loops

MAX_BYTES = 64_000_000  # of the candidates of one worker, in a tree that is full
NODES_PER_BRANCHED = 6  # most nodes are reached only once, and have no candidates
LINE_TURNS = 8  # of the line that is expected, at most


class TreeShape(NamedTuple):
    """The parameters that determine the array sizes."""

    rules: Rules
    seats: int
    choosers: tuple[int, ...]  # seats; the one that we play is the first
    worlds: int
    workers: int

    def branched(self, width: int) -> int:
        """The capacity of each worker, in nodes with candidates."""
        each = len(self.choosers) * width * (self.rules.move.dtype.itemsize + 12)
        return int(max(2, MAX_BYTES // each))


class SearchTree:
    """Reusable memory for searches of one shape."""

    def __init__(self, shape: TreeShape, plan: SearchTuning, seed: int) -> None:
        rules, choosers, workers = shape.rules, len(shape.choosers), shape.workers
        self.shape, self.plan = shape, plan
        self.branched = shape.branched(plan.width)
        self.nodes = NODES_PER_BRANCHED * self.branched
        rows = workers * self.branched * choosers
        self.worlds, self.consts = zeros(rules.state, shape.worlds), zeros(rules.const, shape.worlds)
        self.choosers = np.array(shape.choosers, np.int32)
        self.candidates = zeros(rules.move, rows * plan.width).reshape(rows, plan.width)
        self.counts = np.zeros(rows, np.int32)
        self.visits = np.zeros((rows, plan.width), np.int32)
        self.totals = np.zeros((rows, plan.width))
        self.sums = np.zeros((rows, 2))
        self.links = np.zeros((workers * self.nodes, 4), np.int32)
        self.bounds = np.zeros((workers, CACHE_ROW // 8))
        self.counters = np.zeros((workers, CACHE_ROW // 8), np.int64)
        self.states = zeros(rules.state, LINE_TURNS)
        self.played = zeros(rules.move, LINE_TURNS * shape.seats).reshape(LINE_TURNS, shape.seats)
        self._scratch = (
            padded_rows(rules.state, workers),
            padded_rows(rules.move, workers, shape.seats),
            padded_rows(rules.work, workers),
            padded_rows(rules.memory_of(plan.policy), workers, shape.seats + 1),
            padded_rows(Generator, workers),
            np.zeros((workers, (plan.depth + 1) * (choosers + 1) + CACHE_ROW), np.int32),
        )
        self.positions[:] = [derive(seed, "search", worker) for worker in range(workers)]
        self._weights = weights_of(plan)

    @property
    def positions(self) -> npt.NDArray[np.uint64]:
        """The position of each worker's random numbers."""
        generators: npt.NDArray[np.uint64] = self._scratch[4]["position"][:, 0]
        return generators

    @property
    def _common(self) -> tuple[Any, ...]:
        nodes = self.candidates, self.counts, self.visits, self.totals, self.sums, self.links
        return (self.worlds, self.consts, self.choosers, *nodes, *self._scratch)

    @property
    def grow_arguments(self) -> tuple[Any, ...]:
        """The arguments of `loops.grow`."""
        numbers = self.shape.seats, self.plan.depth, self.plan.turns, self.plan.wild
        return (*self._common, self.bounds, self._weights, self.counters, *numbers)

    @property
    def follow_arguments(self) -> tuple[Any, ...]:
        """The arguments of `loops.follow`."""
        return (*self._common, self.states, self.played, self.shape.seats)

    def clear(self) -> None:
        """Reset to empty roots."""
        roots, rows = np.arange(self.shape.workers) * self.nodes, self._root_rows
        self.links[roots] = -1
        self.links[roots, loops.ROWS] = rows
        for chooser in range(len(self.choosers)):
            self.counts[rows + chooser] = 0
        self.bounds[:, loops.LOW], self.bounds[:, loops.HIGH] = np.inf, -np.inf
        self.counters[:] = 0
        self.counters[:, loops.NODES] = self.counters[:, loops.BRANCHED] = 1

    @property
    def _root_rows(self) -> npt.NDArray[np.int64]:
        """The first row of each worker's root, which is ours."""
        return np.arange(self.shape.workers) * self.branched * len(self.choosers)

    @property
    def propose_arguments(self) -> tuple[Any, ...]:
        """The arguments of `loops.propose_all`."""
        worlds, width = self.shape.worlds, self.plan.width
        self.proposals = zeros(self.shape.rules.move, worlds * width).reshape(worlds, width)
        self.found = np.zeros(worlds, np.int32)
        scratch = self._scratch[2:5]
        seats = self.shape.choosers[0], self.shape.seats
        return (self.worlds, self.consts, self.proposals, self.found, *scratch, *seats)

    def put_candidates(self, moves: Sequence[bytes]) -> None:
        """Set our candidates at the root, given the most promising first."""
        records = np.frombuffer(b"".join([*moves[1:], *moves[:1]]), self.candidates.dtype)
        for row in self._root_rows:
            self.candidates[row, : len(moves)] = records
            self.counts[row] = len(moves)
            self.visits[row], self.totals[row], self.sums[row] = 0, 0.0, 0.0

    def root(self) -> tuple[npt.NDArray[np.void], npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """Our candidates at the root with their visits and total results, over all workers."""
        tried = [(row, int(self.counts[row])) for row in self._root_rows]
        moves = np.concatenate([self.candidates[row, :count] for row, count in tried])
        visits = np.concatenate([self.visits[row, :count] for row, count in tried]).astype(np.int64)
        totals = np.concatenate([self.totals[row, :count] for row, count in tried])
        return moves, visits, totals


def weights_of(plan: SearchTuning) -> npt.NDArray[np.float64]:
    """The weight of each candidate in rows of every length, the last one first; they sum up to `explore`."""
    weights = np.zeros((plan.width + 1, plan.width))
    for count in range(1, plan.width + 1):
        each = (1.0 + np.arange(count)) ** -plan.trust
        weights[count, :count] = np.roll(plan.explore * each / each.sum(), -1)
    return weights
