"""The searcher over small games, and over all of them where the machine can compile."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from lanista.core.errors import InputError
from lanista.engine import State
from lanista.engine.native import available
from lanista.game import BotStart, Game, installed_games
from lanista.game.belief import belief_of
from lanista.game.tuning import SearchTuning
from lanista.search import loops, tree
from lanista.search.searcher import Searcher, plan_of
from lanista.search.tree import weights_of
from tests.coins import COINS
from tests.sixth_game.game import FRUIT

pytestmark = [
    pytest.mark.compiles,
    pytest.mark.skipif(not available(), reason="needs a C compiler"),
]
GAMES = {game.name: game for game in installed_games()[0]}


def fruit_beside_the_first_walker() -> State[Any, Any]:
    state = FRUIT.start(FRUIT.configure(), 3)
    state.record.fruit = 1
    return state


def test_it_takes_what_is_beside_it():
    thought = Searcher(FRUIT, 0, plan=SearchTuning(policy="random", turns=3, depth=3)).think(
        [fruit_beside_the_first_walker()], playouts=600
    )
    assert thought.text == "RIGHT"
    assert thought.best.visits == max(option.visits for option in thought.options)
    assert sum(option.visits for option in thought.options) == thought.playouts == 600


def test_the_line_is_played_by_the_rules():
    state = fruit_beside_the_first_walker()
    thought = Searcher(FRUIT, 0, plan=SearchTuning(policy="random", turns=3, depth=3)).think([state], playouts=600)
    assert thought.line[0].before.bytes() == state.bytes()
    after = state.clone()
    for played in thought.line:
        assert played.before.bytes() == after.bytes()
        FRUIT.step(after, played.moves)
    assert after.record.points[0] > 0


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_finds_the_same(threads):
    def found(seed: int) -> list[int]:
        searcher = Searcher(COINS, 0, seats=2, threads=threads, seed=seed)
        return [
            option.visits for option in searcher.think([COINS.start(COINS.configure(), 1)], playouts=300).options
        ]

    assert found(1) == found(1) != found(2)


def test_a_search_leaves_nothing_for_the_next():
    state = COINS.start(COINS.configure(), 1)
    other = COINS.start(COINS.configure(), 2)
    used, fresh = (Searcher(COINS, 0, seats=2, seed=1) for _ in range(2))
    used.think([other], playouts=1)
    used.prepare(1).positions[:] = fresh.prepare(1).positions
    assert used.think([state], playouts=300).options == fresh.think([state], playouts=300).options


def test_a_tree_that_is_full_is_searched_on(monkeypatch):
    def options(memory: int) -> tuple[Any, ...]:
        monkeypatch.setattr(tree, "MAX_BYTES", memory)
        searcher = Searcher(FRUIT, 0, plan=SearchTuning(policy="random", turns=3, depth=6), seed=2)
        thought = searcher.think([fruit_beside_the_first_walker()], playouts=2000)
        assert thought.playouts == sum(option.visits for option in thought.options) == 2000
        return thought.text, thought.nodes, searcher.prepare(1).branched

    move, nodes, branched = options(tree.MAX_BYTES)
    assert nodes > 200
    for memory in (1, 5_000):
        full = options(memory)
        assert full[0] == move == "RIGHT"
        assert full[1] <= tree.NODES_PER_BRANCHED * full[2] < nodes < branched


def test_nodes_get_candidates_when_they_are_reached_again():
    searcher = Searcher(FRUIT, 0, plan=SearchTuning(policy="random", turns=3, depth=3), seed=2)
    thought = searcher.think([fruit_beside_the_first_walker()], playouts=300)
    branched = int(searcher.prepare(1).counters[0, loops.BRANCHED])
    assert 1 < branched < thought.nodes <= 301


def test_worlds_are_taken_in_turn():
    left, right = (fruit_beside_the_first_walker() for _ in range(2))
    left.record.cells[0] = right.record.cells[0] = 5
    left.record.fruit, right.record.fruit = 4, 6
    searcher = Searcher(FRUIT, 0, plan=SearchTuning(policy="random", turns=0, depth=1, rivals=False, explore=50.0))
    chances = {option.text: option.win for option in searcher.think([left, right], playouts=900).options}
    lead = 0.5 + 0.5 / 9  # of one point, see `score_value`
    assert chances["LEFT"] == pytest.approx((lead + 0.5) / 2, abs=0.01)  # the fruit is there in one of two worlds
    assert chances["RIGHT"] == pytest.approx((lead + 0.5) / 2, abs=0.01)
    assert chances["STAY"] == pytest.approx(0.5, abs=0.001)


def test_time_is_kept_on_a_clock_that_jumps():
    ticks = iter(np.arange(0.0, 10.0, 0.004))
    searcher = Searcher(FRUIT, 0, plan=SearchTuning(policy="random", turns=1))
    thought = searcher.think([fruit_beside_the_first_walker()], ms=50, clock=lambda: float(next(ticks)))
    assert 0.044 <= thought.seconds <= 0.058
    late = searcher.think([fruit_beside_the_first_walker()], ms=-5, clock=lambda: float(next(ticks)))
    assert late.playouts == 1  # a move is found in any case


def test_wrong_calls_are_refused():
    searcher = Searcher(FRUIT, 0)
    with pytest.raises(InputError, match="either `ms` or `playouts`"):
        searcher.think([fruit_beside_the_first_walker()])
    with pytest.raises(InputError, match="imagined states of fruit"):
        searcher.think([COINS.start(COINS.configure(), 1)], playouts=1)
    with pytest.raises(InputError, match="imagined states of fruit"):
        searcher.think([], playouts=1)


def test_weights_favour_the_first_proposals():
    weights = weights_of(SearchTuning(width=4, explore=2.0, trust=1.0))
    assert weights[3, :3] == pytest.approx(np.array([3, 2, 6]) * 2 / 11)  # the last one is the policy's
    assert weights[4].sum() == pytest.approx(2.0)
    assert weights_of(SearchTuning(width=4, trust=0.0))[4] == pytest.approx(0.25)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_searched_from_its_first_view(name):
    game = GAMES[name]
    state = game.start(game.configure(), 2)
    start = BotStart(1, state.seats, "standard", game.configure(), 5, _map(game, state))
    belief = belief_of(game, start, state)
    belief.see(game.view(state, 1))
    thought = Searcher(game, 1, seats=state.seats, rules=state.rules).think(
        [belief.imagine(seed) for seed in range(2)], playouts=40
    )
    game.read(state, 1, thought.text)
    assert thought.playouts == 40
    assert 0.0 <= thought.win <= 1.0
    assert plan_of(game).policy in {policy.__name__ for policy in game.rules.policies}


def _map(game: Game[Any, Any, Any], state: State[Any, Any]) -> Any:
    fixed = game.fixed_json(state, 1)
    return msgspec.json.decode(fixed) if fixed else None
