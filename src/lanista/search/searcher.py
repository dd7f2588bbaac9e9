"""`Searcher`: finds a move by playing imagined matches, within a time budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from lanista.core.errors import InputError
from lanista.engine import Rules, State, over
from lanista.game import Game, InvalidMove, Played
from lanista.game.move_records import take_move
from lanista.game.tuning import DEFAULT_TUNING, SearchTuning
from lanista.search import loops
from lanista.search.compiled import CompiledSearch
from lanista.search.roots import merge_candidates, record_of
from lanista.search.tree import SearchTree, TreeShape

MAX_CHOOSERS = 4  # with more seats, the others play the policy
CHUNK_SECONDS = 0.001  # between two looks at the clock
Clock = Callable[[], float]


@dataclass(frozen=True)
class Option:
    """A move that was tried: how often, and the chance to win after it."""

    text: str
    move: Any
    visits: int
    win: float
    plan: Any = None  # of several turns, which begins with this move


@dataclass(frozen=True)
class Thought:
    """The findings of a search: the moves tried, most visited first, and the line that it expects."""

    options: tuple[Option, ...]
    playouts: int
    turns: int  # of all playouts, those in the tree included
    nodes: int
    seconds: float
    tail_ms: float = 0.0  # that reading the tree took, after the search
    line: tuple[Played, ...] = field(default=(), repr=False)

    @property
    def best(self) -> Option:
        """The move that was tried most."""
        return self.options[0]

    @property
    def move(self) -> Any:
        """The best move."""
        return self.best.move

    @property
    def text(self) -> str:
        """The best move as text."""
        return self.best.text

    @property
    def win(self) -> float:
        """The chance to win, from 0 to 1."""
        return self.best.win


class Searcher:
    """Searches for one seat of one match; it reuses its memory in every turn."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        seat: int,
        *,
        seats: int | None = None,
        rules: Rules | None = None,
        plan: SearchTuning | None = None,
        threads: int = 1,
        seed: int = 0,
    ) -> None:
        self.game = game
        self.seat = seat
        self.seats = game.default_seats if seats is None else seats
        self.rules = rules or game.rules
        self.plan = plan or plan_of(game)
        self._threads = threads
        self._seed = seed
        self._compiled = CompiledSearch(self.rules, self.plan.policy)
        self._tree: SearchTree | None = None
        self._grow: Callable[[], int] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy continues with the next random numbers; nothing else is left of earlier turns."""
        options = {
            "game": self.game,
            "seat": self.seat,
            "seats": self.seats,
            "rules": self.rules,
            "plan": self.plan,
            "threads": self._threads,
            "seed": self._seed,
        }
        tree = self._tree
        return _restore_searcher, (options, *((tree.shape.worlds, tree.positions.tolist()) if tree else (0, [])))

    def is_ready(self, seconds: float | None = 0.0) -> bool:
        """Whether the compiled search can be used; compiling continues in the background, and may be waited for.

        None waits until it has ended, which compilers do by a separate deadline.
        """
        return self._compiled.is_ready(seconds)

    @property
    def problem(self) -> str:
        """Why nothing can be compiled; "" if it can."""
        return self._compiled.problem

    def think(
        self,
        worlds: Sequence[State[Any, Any]],
        *,
        ms: float | None = None,
        playouts: int | None = None,
        clock: Clock = time.perf_counter,
        since: float | None = None,
        first: Sequence[Any] = (),
    ) -> Thought:
        """Search from imagined states of the present, for some milliseconds or a number of playouts.

        `since` is the moment from which the milliseconds count, by default now. `first` are moves to try first.
        """
        if (ms is None) == (playouts is None):
            raise InputError("think: expected either `ms` or `playouts`")
        tree = self._loaded(worlds, first)  # compiles what has to be compiled
        began = clock() if since is None else since
        if playouts is not None:
            self._run(tree, -(-playouts // self._threads))
        else:
            assert ms is not None
            self._run_until(tree, began + ms / 1000, clock)
        return self._thought(tree, worlds[0], first, began, clock)

    def _loaded(self, worlds: Sequence[State[Any, Any]], first: Sequence[Any]) -> SearchTree:
        """The tree, cleared, with these states at its root."""
        if not worlds or any(world.rules.state is not self.rules.state for world in worlds):
            raise InputError(f"think: expected imagined states of {self.rules.name} in the layout of the searcher")
        tree = self.prepare(len(worlds))
        for records, blocks in (
            (tree.worlds, [world.data for world in worlds]),
            (tree.consts, [world.fixed for world in worlds]),
        ):
            records.view(np.uint8)[:] = np.frombuffer(b"".join(block.tobytes() for block in blocks), np.uint8)
        tree.clear()
        if first:
            self._compiled.loop(loops.propose_all)(*tree.propose_arguments)
            advice = [record_of(self.rules, move) for move in first]
            tree.put_candidates(merge_candidates(advice, tree.proposals, tree.found, self.plan.width))
        return tree

    def prepare(self, worlds: int) -> SearchTree:
        """Get the memory for searches from this many imagined states, which takes longer than a turn may."""
        if self._tree is None or self._tree.shape.worlds != worlds:
            shape = TreeShape(self.rules, self.seats, self._choosers(), worlds, self._threads)
            self._tree = SearchTree(shape, self.plan, self._seed)
            self._grow = self._compiled.loop(loops.grow).bound(*self._tree.grow_arguments, workers=self._threads)
        return self._tree

    def _choosers(self) -> tuple[int, ...]:
        """The seats that choose in the tree, ours first."""
        if not self.plan.rivals or self.seats > MAX_CHOOSERS:
            return (self.seat,)
        return (self.seat, *(seat for seat in range(self.seats) if seat != self.seat))

    def _run(self, tree: SearchTree, iterations: int) -> None:
        assert self._grow is not None
        tree.counters[:, loops.WANTED] = iterations
        self._grow()

    def _run_until(self, tree: SearchTree, deadline: float, clock: Clock) -> None:
        """Search in chunks of about a millisecond until the deadline, but once in any case."""
        iterations, now = 1, clock()
        while True:
            self._run(tree, iterations)
            before, now = now, clock()
            each = max(now - before, 1e-6) / iterations
            if now + each >= deadline:
                return
            iterations = max(1, min(4 * iterations, int(min(CHUNK_SECONDS, deadline - now) / each)))

    def _thought(
        self, tree: SearchTree, world: State[Any, Any], first: Sequence[Any], began: float, clock: Clock
    ) -> Thought:
        ended = clock()
        counted = tree.counters[:, [loops.ITERATIONS, loops.TURNS, loops.NODES]].sum(axis=0)
        playouts, turns, nodes = (int(number) for number in counted)
        options, line = self._options(tree, world, first), self._line(tree, world)
        return Thought(options, playouts, turns, nodes, ended - began, 1000 * (clock() - ended), line)

    def _options(self, tree: SearchTree, world: State[Any, Any], first: Sequence[Any]) -> tuple[Option, ...]:
        """The moves that were tried and that the game accepts, most visited first; equal ones are added up."""
        found: dict[str, list[float]] = {}
        moves: dict[str, Any] = {}
        for record, visits, total in zip(*tree.root(), strict=True):
            move = self._taken(record)
            text = self.game.write(move)
            summed = found.setdefault(text, [0, 0.0])
            summed[0] += int(visits)
            summed[1] += float(total)
            moves[text] = move
        ranked = self._ranked(found, first)
        options = self._played_now(world, [(moves[text], *found[text]) for text in ranked])
        return tuple(option for option in options if self._accepts(world, option.text)) or tuple(options[:1])

    def _ranked(self, found: Mapping[str, Sequence[float]], first: Sequence[Any]) -> list[str]:
        """Moves by visits; first the plan being followed, while it looks nearly as good."""
        ranked = sorted(found, key=lambda text: -found[text][0])
        kept = self.game.write(first[0]) if first and self.plan.loyalty > 0 else None  # "" is a move of some games
        if kept is not None and kept in found and found[kept][0]:
            means = [found[text][1] / max(1, found[text][0]) for text in (kept, ranked[0])]
            if means[0] + self.plan.loyalty >= means[1]:
                ranked.sort(key=lambda text: text != kept)
        return ranked

    def _played_now(self, world: State[Any, Any], tried: Sequence[tuple[Any, float, float]]) -> list[Option]:
        """The first step of each move: in games that plan ahead, `moves.sent` says how a plan begins."""
        found: dict[str, list[Any]] = {}
        for plan, visits, total in tried:
            move = self.game.sent(world, self.seat, plan)
            summed = found.setdefault(self.game.write(move), [move, plan, 0.0, 0.0])
            summed[2] += visits
            summed[3] += total
        return [
            Option(text, move, int(visits), _chance(visits, total), plan)
            for text, (move, plan, visits, total) in found.items()
        ]

    def _accepts(self, world: State[Any, Any], text: str) -> bool:
        try:
            self.game.read(world, self.seat, text)
        except InvalidMove:
            return False
        return True

    def _taken(self, record: np.void) -> Any:
        """The move in a record."""
        kind = self.rules.move
        return take_move(type(self.game.missing), over(kind, bytearray(record.tobytes())))

    def _line(self, tree: SearchTree, world: State[Any, Any]) -> tuple[Played, ...]:
        """The turns that follow if everybody plays the most visited moves."""
        turns = self._compiled.loop(loops.follow)(*tree.follow_arguments)
        line = []
        for state, records in zip(tree.states[:turns], tree.played[:turns], strict=True):
            data = np.frombuffer(bytearray(state.tobytes()), self.rules.state.dtype)
            line.append(Played(State(self.rules, data, world.fixed, world.const), [*map(self._taken, records)]))
        return tuple(line)


def _restore_searcher(options: dict[str, Any], worlds: int, positions: list[int]) -> Searcher:
    """A copied or unpickled searcher."""
    searcher = Searcher(**options)
    if worlds:
        searcher.prepare(worlds).positions[:] = positions
    return searcher


def plan_of(game: Game[Any, Any, Any]) -> SearchTuning:
    """The plan of a game, with its policy named."""
    plan: SearchTuning = game.modules.find("search.thinking", "TUNING", DEFAULT_TUNING)
    return replace(plan, policy=game.rules.playouts)


def _chance(visits: float, total: float) -> float:
    """The chance to win that a mean result stands for."""
    return min(1.0, max(0.0, (total / visits + 1000) / 2000)) if visits else 0.5
