"""`lanista bench search`: how fast the searcher is in each game, where its time goes, and how punctual it is.

All of it in the middle of a match that the game's policy plays.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
import numpy as np

from lanista.engine import State, derive
from lanista.engine.batch import Batch
from lanista.engine.native import available
from lanista.game import BotStart, Game, game_names, get_game
from lanista.game.belief import SeatBelief, belief_of
from lanista.game.tuning import SearchTuning
from lanista.search import loops
from lanista.search.bot import SearchBot
from lanista.search.options import SearchOptions
from lanista.search.searcher import Searcher, plan_of
from lanista.tools.bench.measure import Measure, cpu_seconds, missing, rates
from lanista.tools.bench.rule_costs import RuleCosts, rule_costs

AnyGame = Game[Any, Any, Any]
AnyState = State[Any, Any]
Report = Callable[[str], None]

SEED = 20
PLAYOUTS = 2000  # of a search that is measured
TURNS_SEEN = 16  # of the match before its middle, for beliefs
BRANCHES, BRANCH_TURNS = 16, 12  # the middle played on in several ways, for the cost of rules
THOUGHTS = 200
THOUGHT_MS = 20


def run(report: Report = lambda _: None) -> Iterator[Measure]:
    """Yields the measures of all games."""
    if not available():
        yield missing("search", "no C compiler")
        return
    for game in map(get_game, game_names()):
        yield from measures(game, report)


def measures(game: AnyGame, report: Report = lambda _: None, *, thoughts: int = THOUGHTS) -> Iterator[Measure]:
    """Yields the measures of one game."""
    middle = Middle.of(game)
    report(f"{game.name}: speed of the search")
    yield from speeds(middle)
    report(f"{game.name}: where its time goes")
    yield from shares(middle)
    report(f"{game.name}: beliefs")
    yield from beliefs(middle)
    report(f"{game.name}: {thoughts} thoughts of {THOUGHT_MS} ms")
    yield overshoot(middle, thoughts)


class Middle(NamedTuple):
    """The turns up to the middle of a match; what seat 0 knows there."""

    game: AnyGame
    states: list[AnyState]

    @classmethod
    def of(cls, game: AnyGame) -> Middle:
        """By a match that the policy of playouts plays."""
        start = game.start(game.configure(), SEED, game.default_seats)
        states = [start, *(turn[0] for turn in played_on(start, 1, game.max_turns(start)))]
        half = max(1, len(states) // 2)
        return cls(game, states[max(0, half - TURNS_SEEN) : half])

    @property
    def start(self) -> BotStart:
        """The start message of a bot in seat 0."""
        fixed = self.game.fixed_json(self.states[0], 0)
        known = msgspec.json.decode(fixed) if fixed else None
        config = self.game.configure()
        return BotStart(0, self.states[0].seats, "standard", config, SEED, known)

    def belief(self) -> SeatBelief:
        """The seat's belief after all views so far."""
        belief = belief_of(self.game, self.start, self.states[-1])
        for state in self.states:
            belief.see(self.game.view(state, 0))
        return belief

    def worlds(self) -> list[AnyState]:
        """Imagined states of the present."""
        belief, count = self.belief(), 1 if self.game.nothing_hidden else plan_of(self.game).worlds
        return [belief.imagine(derive(SEED, "world", number)) for number in range(count)]

    def branches(self) -> list[AnyState]:
        """States that playouts may come to: rules cost less in states that they have just seen."""
        return [state for turn in played_on(self.states[-1], BRANCHES, BRANCH_TURNS) for state in turn]

    def searcher(self, threads: int = 1, plan: SearchTuning | None = None) -> Searcher:
        """A searcher for seat 0."""
        state = self.states[0]
        return Searcher(self.game, 0, seats=state.seats, rules=state.rules, plan=plan, threads=threads, seed=SEED)


def played_on(start: AnyState, count: int, turns: int) -> Iterator[list[AnyState]]:
    """The states of several matches after each turn by the policy of playouts, as long as all of them run."""
    rules = start.rules
    policies = dict.fromkeys(range(start.seats), rules.playouts)
    batch = Batch([start], count, opponents=policies, seed=SEED)
    for _ in range(turns):
        batch.step(np.zeros((count, start.seats), np.int32))
        if batch.done.any():
            return
        yield [State(rules, batch.states[i : i + 1].copy(), start.fixed, start.const) for i in range(count)]


def speeds(middle: Middle) -> Iterator[Measure]:
    """Playouts, turns and nodes per second, on one thread and on two."""
    name, worlds = middle.game.name, middle.worlds()
    speed = PLAYOUTS / seconds_of(middle, plan_of(middle.game), worlds)
    one, two = (thinking(middle.searcher(threads), worlds) for threads in (1, 2))
    both = rates({"one": one, "two": two}, windows=3)
    thought = middle.searcher().think(worlds, playouts=PLAYOUTS)
    turns = thought.turns / thought.playouts
    yield Measure(f"{name}: playouts", speed, "per s CPU")
    yield Measure(f"{name}: playouts, 2 threads", both["two"], "per s", both["two"] / both["one"], "1 thread")
    yield Measure(f"{name}: turns of a playout", turns, "turns")
    yield Measure(f"{name}: turns", speed * turns, "per s CPU")
    yield Measure(f"{name}: new nodes", speed * thought.nodes / thought.playouts, "per s CPU")


def thinking(searcher: Searcher, worlds: list[AnyState]) -> Callable[[], int]:
    """A job that searches once."""
    return lambda: searcher.think(worlds, playouts=PLAYOUTS).playouts


def shares(middle: Middle) -> Iterator[Measure]:
    """The share of each rule in the time of a search: its calls by its cost; the rest is the tree itself.

    The policy of playouts is the time that a search without playouts saves, without their steps.
    """
    worlds, searcher = middle.worlds(), middle.searcher()
    total, without = (
        seconds_of(middle, plan, worlds) for plan in (searcher.plan, replace(searcher.plan, turns=0))
    )
    calls, costs = calls_of(searcher, worlds), rule_costs(middle.branches(), searcher.plan)
    spent = {part: 1e-9 * calls.of[part] * cost for part, cost in costs._asdict().items()}
    if searcher.plan.turns:
        spent["policy"] += max(0.0, total - without - 1e-9 * calls.played_on * costs.step)
    spent["the tree"] = max(0.0, total - sum(spent.values()))
    for part, seconds in spent.items():
        each, share = 1e6 * seconds / PLAYOUTS, seconds / total
        yield Measure(f"{middle.game.name}: {part}", each, "us CPU per playout", share, "the whole search")


def seconds_of(middle: Middle, plan: SearchTuning, worlds: list[AnyState]) -> float:
    """The processor time of a search."""
    searcher = middle.searcher(plan=plan)
    searcher.think(worlds, playouts=PLAYOUTS)
    return cpu_seconds(lambda: searcher.think(worlds, playouts=PLAYOUTS))


class CallsPerSearch(NamedTuple):
    """The calls of each rule in a search, without the policy in playouts, which have `played_on` turns."""

    of: dict[str, float]
    played_on: float


def calls_of(searcher: Searcher, worlds: list[AnyState]) -> CallsPerSearch:
    """Counted in a tree that a search has grown."""
    thought, tree = searcher.think(worlds, playouts=PLAYOUTS), searcher.prepare(len(worlds))
    choosers = len(tree.choosers)
    rows = slice(int(tree.counters[0, loops.BRANCHED]) * choosers)
    is_proposed = tree.counts[rows] > 0
    in_tree = float(tree.sums[rows, loops.VISITS][is_proposed].sum()) / choosers
    proposed = int(np.count_nonzero(is_proposed))
    calls = RuleCosts(
        copy=thought.playouts,
        step=thought.turns,
        policy=proposed + (searcher.seats - choosers) * in_tree,
        propose=proposed,
        value=choosers * thought.playouts,
    )
    return CallsPerSearch(calls._asdict(), thought.turns - in_tree)


def beliefs(middle: Middle) -> Iterator[Measure]:
    """The cost of taking in a view, and of imagining a state."""
    views = [middle.game.view(state, 0) for state in middle.states]

    def see_all() -> None:
        belief = belief_of(middle.game, middle.start, middle.states[-1])
        for view in views:
            belief.see(view)

    belief = middle.belief()
    seen = cpu_seconds(see_all) / len(views)
    imagined = cpu_seconds(lambda: [belief.imagine(seed) for seed in range(TURNS_SEEN)]) / TURNS_SEEN
    yield Measure(f"{middle.game.name}: seeing a view", 1000 * seen, "ms CPU")
    yield Measure(f"{middle.game.name}: imagining a state", 1000 * imagined, "ms CPU")


def overshoot(middle: Middle, thoughts: int) -> Measure:
    """By how much the longest of many moves exceeded its time, in processor time: others use this machine too."""
    options = SearchOptions(ms=THOUGHT_MS)
    bot = SearchBot(middle.game, middle.start, options, live=middle.states[-1], clock=time.process_time)
    view = middle.game.view(middle.states[-1], 0)
    longest = 0.0
    for _ in range(thoughts):
        began = time.process_time()
        bot.move(view)
        longest = max(longest, time.process_time() - began)
    over = 1000 * longest - THOUGHT_MS
    return Measure(
        f"{middle.game.name}: longest of {thoughts} moves of {THOUGHT_MS} ms, beyond that", over, "ms CPU"
    )
