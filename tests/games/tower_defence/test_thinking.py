"""The searcher in Tower Defence: values of battles, orders worth a try, and plans as marks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lanista.engine import Records, over, over_all, zeros
from lanista.engine.batch import Batch
from lanista.game import Played, take_move
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.learn.seat_swap import swap_seats
from lanista.games.tower_defence.moves import Move
from lanista.games.tower_defence.search.thinking import TUNING, marks, propose
from lanista.games.tower_defence.state import Order, OrderType, Work
from lanista.search.searcher import Searcher
from tests.games.policies import generator_of
from tests.games.thoughts import expect_same, worth
from tests.games.tower_defence.matches import RULESETS, Moment, begin, board, played
from tests.rows import every_row

ROOM = 15  # for proposals


def states_of(ruleset: str, rounds: int, count: int = 6) -> list[Moment]:
    """States after some rounds between two bots, by the compiled rules."""
    batch = Batch([begin(ruleset)], count, opponents={0: "greedy", 1: "planner"}, seed=4)
    for _ in range(rounds):
        batch.step(np.zeros((count, 2), np.int32))
    states = [begin(ruleset) for _ in range(count)]
    for state, row in zip(states, batch.states, strict=True):
        state.data[0] = row
    return states


def proposals(state: Moment, seat: int, room: int = ROOM) -> list[Move]:
    """The orders that are worth a try."""
    moves: Records[Order] = over_all(Order, zeros(Order, room))
    work = over(Work, zeros(Work).view("u1"))
    count = propose(state.record, state.const, seat, generator_of(1), moves, work)
    return [take_move(Move, moves[i]) for i in range(count)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_one_player_hopes_the_other_fears(ruleset: str) -> None:
    for state in states_of(ruleset, 30):
        mine, theirs = (worth(state, seat) for seat in range(2))
        assert mine == -theirs
        assert -1000 < mine < 1000
        other = swap_seats(state)
        assert worth(other, 1) == mine


BETTER: list[tuple[str, list[Any], list[Any]]] = [
    ("a generator", [4, ["0,0,2", ""], 3], [8]),
    ("a turret", [4, ["0,0,1", ""], 3], [8]),
    ("a hurt base of the enemy", [4, ["0,0,1", ""], 20], [25]),
    ("two generators", [["0,0,2", ""], 4, ["0,1,2", ""], 6], [["0,0,2", ""], 11]),
]


@every_row(("about", "better", "worse"), BETTER, ids=[row[0] for row in BETTER])
@every_row("ruleset", RULESETS)
def test_values_order_battles(ruleset: str, about: str, better: list[Any], worse: list[Any]) -> None:
    high, low = (played(script, ruleset) for script in (better, worse))
    assert worth(high, 0) > worth(low, 0)


@every_row("ruleset", RULESETS)
@every_row("rounds", [0, 12, 40])
def test_proposals_are_different_orders_that_are_carried_out(ruleset: str, rounds: int) -> None:
    for state in states_of(ruleset, rounds):
        for seat in range(2):
            tried = proposals(state, seat)
            assert len(set(tried)) == len(tried)
            assert Move(OrderType.NOTHING) in tried
            for move in tried:
                TOWER_DEFENCE.read(state, seat, TOWER_DEFENCE.write(move))


def test_there_are_no_more_proposals_than_there_is_room_for() -> None:
    state = states_of("extended", 30)[0]
    state.record.players[0].energy = 300
    assert [len(proposals(state, 0, room)) for room in (1, 2, 5)] == [1, 2, 5]


def test_rich_players_may_try_every_kind_of_order() -> None:
    state = states_of("extended", 40)[0]
    player = state.record.players[1]
    player.energy, player.curtain_available, player.curtain_left = 300, 1, -1
    assert {move.type for move in proposals(state, 1)} == set(OrderType) - {OrderType.DECONSTRUCT}


def test_no_row_is_proposed_that_is_full() -> None:
    """Only the last row has room."""
    state = board(*["EEAD...."] * 3, "EEA.....", energy=100)
    assert {(move.x, move.y) for move in proposals(state, 0) if move.type != OrderType.NOTHING} == {(3, 3)}


def test_the_last_free_cell_of_a_row_is_for_a_turret() -> None:
    """Otherwise a board without deconstruction could fill up with buildings that never win."""
    state = board(*["EED....."] * 4, energy=30)
    assert {move.type for move in proposals(state, 0)} == {OrderType.NOTHING, OrderType.ATTACK}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_search_finds_the_same_moves_again(ruleset: str) -> None:
    state = states_of(ruleset, 30)[0]
    first, second = (Searcher(TOWER_DEFENCE, 0, seed=5).think([state], playouts=200) for _ in range(2))
    assert [(option.text, option.visits) for option in first.options] == [
        (option.text, option.visits) for option in second.options
    ]
    assert first.playouts == 200


@pytest.mark.parametrize("ruleset", RULESETS)
def test_compiled_rules_think_the_same(ruleset: str) -> None:
    expect_same([*states_of(ruleset, 10), *states_of(ruleset, 45)], seats=2, width=TUNING.width)


def test_a_plan_is_shown_by_letters_on_its_cells() -> None:
    state = begin("extended")
    orders = [Move(OrderType.ENERGY, 0, 3), Move(OrderType.NOTHING), Move(OrderType.TESLA, 7, 1)]
    line = [Played(state, [order, Move(OrderType.NOTHING)]) for order in orders]
    assert marks(line, 0) == [{"x": 0, "y": 3, "text": "E"}, {"x": 7, "y": 1, "text": "T2"}]
    assert marks(line, 1) == []
