"""The built-in bots: what they order on a few boards, and which of them wins."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lanista.engine import derive
from lanista.engine.batch import Batch
from lanista.engine.chooser import Chooser
from lanista.game import take_move
from lanista.games.tower_defence.bots.planner import planner
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.learn.seat_swap import swap_seats
from lanista.games.tower_defence.moves import Move
from tests.games.policies import chosen, reward_against_random
from tests.games.tower_defence.matches import RULESETS, Moment, begin, board, played
from tests.rows import every_row

EMPTY = "........"

# What is special about the board, the bot, the rest of the state, the board, and the order
BOARDS: list[tuple[str, str, dict[str, Any], tuple[str, ...], str]] = [
    ("too little energy", "turtle", {"energy": 19}, (EMPTY,) * 4, ""),
    ("a quiet row", "turtle", {"energy": 20}, (EMPTY, "....A...", "....A...", "....A..."), "0,0,2"),
    ("turrets of the enemy", "turtle", {"energy": 30}, ("....A...", EMPTY, "....AA..", EMPTY), "3,2,0"),
    ("walls enough", "turtle", {"energy": 30}, (EMPTY, EMPTY, "...DA...", EMPTY), "0,0,2"),
    ("a generator per row", "turtle", {"energy": 30}, ("EEA.....", "EE......", EMPTY, EMPTY), "2,1,1"),
    ("too little energy", "builder", {"energy": 19}, (EMPTY,) * 4, ""),
    (
        "missiles in a row",
        "builder",
        {"energy": 20, "missiles": 1},
        (EMPTY, EMPTY, "......AA", "....A..A"),
        "0,1,2",
    ),
    ("two generators", "builder", {"energy": 30}, ("E.......", "E......E", EMPTY, EMPTY), "3,1,1"),
    ("two generators, too little energy", "builder", {"energy": 29}, ("E.......", "E......E", EMPTY, EMPTY), ""),
    ("walls of the enemy", "builder", {"energy": 30}, ("EE.....E", "....D..E", "....D...", "....D..."), "3,0,1"),
    ("too little energy", "greedy", {"energy": 19}, (EMPTY,) * 4, ""),
    ("a quiet row", "greedy", {"energy": 20}, (EMPTY, "....A...", "....A...", "....A..."), "0,0,2"),
    (
        "missiles in a row",
        "greedy",
        {"energy": 20, "missiles": 1},
        (EMPTY, EMPTY, "......AA", "....A..A"),
        "0,1,2",
    ),
    ("many generators", "greedy", {"energy": 30}, ("EEE.....", "EE......", "EE.....E", "EE......"), "3,2,1"),
    ("many generators, too little energy", "greedy", {"energy": 29}, ("EE......",) * 4, ""),
    ("a full board", "greedy", {"energy": 500}, ("EEAA....",) * 4, ""),
    ("too little energy", "planner", {"energy": 19}, (EMPTY,) * 4, ""),
    ("a full board", "planner", {"energy": 500}, ("EEAA....",) * 4, ""),
]
NAMES = [f"{bot}: {about}" for about, bot, *_ in BOARDS]


@every_row(("about", "bot", "rest", "rows", "order"), BOARDS, ids=NAMES)
def test_bots_order(about: str, bot: str, rest: dict[str, Any], rows: tuple[str, ...], order: str) -> None:
    assert chosen(TOWER_DEFENCE, board(*rows, **rest), policy=bot) == order


@every_row(("about", "bot", "rest", "rows", "order"), BOARDS, ids=NAMES)
def test_bots_play_alike_on_both_sides(
    about: str, bot: str, rest: dict[str, Any], rows: tuple[str, ...], order: str
) -> None:
    assert chosen(TOWER_DEFENCE, swap_seats(board(*rows, **rest)), seat=1, policy=bot) == order


def test_greedy_builds_in_any_of_several_rows() -> None:
    state = board(*(EMPTY,) * 4, energy=20)
    assert {chosen(TOWER_DEFENCE, state, seed=seed) for seed in range(30)} == {f"0,{row},2" for row in range(4)}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_greedy_beats_random_orders(ruleset: str) -> None:
    assert [reward_against_random(TOWER_DEFENCE, ruleset, seed) for seed in range(10)] == [1000] * 10


def wins(ruleset: str, first: str, second: str, count: int = 10) -> int:
    """How many of twice as many matches the first bot wins, in both seats."""
    won = 0
    for seat in range(2):
        batch = Batch([begin(ruleset)], count, opponents={seat: first, 1 - seat: second}, seed=2)
        results, ended = np.zeros(count), np.zeros(count, bool)
        while not ended.all():
            batch.step(np.zeros((count, 2), np.int32))
            results = np.where(ended, results, batch.rewards[:, seat])
            ended |= batch.done
        won += int((results > 0).sum())
    return won


@every_row("ruleset", RULESETS)
@every_row(("stronger", "weaker"), [("greedy", "builder"), ("greedy", "turtle"), ("planner", "greedy")])
def test_stronger_bots_win(ruleset: str, stronger: str, weaker: str) -> None:
    assert wins(ruleset, stronger, weaker) >= 18


# The planner


def facing(rounds: int, hidden: int = 0) -> Moment:
    """Rounds after a turret of A at 3,1, next to B's half, was ordered; B can pay for one that faces it."""
    state = played([4, ["3,1,1", ""], rounds], changes={"d16_cooldown_hidden_from_b": hidden})
    state.record.players[1].energy = 30
    return state


FIRST_SHOTS = [(1, "3,1,1"), (2, "3,1,1"), (3, "0,2,2"), (4, "0,2,2"), (5, "3,1,1"), (6, "3,1,1"), (7, "0,2,2")]


@pytest.mark.parametrize(("rounds", "order"), FIRST_SHOTS)
def test_the_planner_faces_a_turret_if_it_shoots_first(rounds: int, order: str) -> None:
    """Unfinished turrets are destroyed: there must be two rounds left; otherwise it plays as `greedy` does."""
    assert chosen(TOWER_DEFENCE, facing(rounds), seat=1, seed=3, policy="greedy") == "0,2,2"
    assert chosen(TOWER_DEFENCE, facing(rounds), seat=1, seed=3, policy="planner") == order


@pytest.mark.parametrize(("rounds", "order"), FIRST_SHOTS)
def test_the_planner_remembers_when_turrets_fire_whose_cooldown_is_hidden(rounds: int, order: str) -> None:
    """Without having seen the turret unfinished, it expects a shot at once."""
    state = facing(rounds, hidden=1)
    assert chosen(TOWER_DEFENCE, state, seat=1, seed=3, policy="planner") == "0,2,2"
    bot = Chooser(state, 1, "planner")
    for before in range(rounds + 1):
        move = bot.choose(facing(before, hidden=1), derive(3, "policy"))
    assert TOWER_DEFENCE.write(take_move(Move, move)) == order


def test_the_planner_does_not_simulate_what_it_cannot_pay_for(monkeypatch: pytest.MonkeyPatch) -> None:
    state = played([["0,0,2", ""], 1])
    monkeypatch.setitem(planner.__globals__, "step", None)
    assert chosen(TOWER_DEFENCE, state, policy="planner") == ""
