"""The searcher in Sproutopia: values, plans worth a try, and the part of a plan that is sent."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from lanista.engine import Generator, over, over_all
from lanista.game import Played
from lanista.game.move_records import take_move
from lanista.games.sproutopia.bots.settler import ALERT, GLANCE
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.moves import Move, sent
from lanista.games.sproutopia.search.thinking import TUNING, marks
from lanista.games.sproutopia.state import REVERSE, Direction
from lanista.tools.conformance.play import RandomPlay
from tests.games.policies import memory_of
from tests.games.sproutopia.positions import Position, position
from tests.games.thoughts import expect_same, interpreted

SMALL = {"Rows": 16, "Cols": 18, "WeedsStartTick": 5, "PowerUpStartTick": 3, "PowerUpSpawnRateMean": 6}
UP, DOWN, LEFT, RIGHT = Direction.UP, Direction.DOWN, Direction.LEFT, Direction.RIGHT
WIDE = ("AAA............", "AAA............", "AAA............", *("...............",) * 7)
WIDE = (*WIDE[:-3], *("............BBB",) * 3)
B = {"at": [13, 8], "spawn": [13, 8]}


def moments(ruleset: str, ticks: int) -> Iterator[Position]:
    """Some states of a match of random moves."""
    state = SPROUTOPIA.start(SPROUTOPIA.configure(ruleset, SMALL), 4, 4)
    play = RandomPlay(SPROUTOPIA, 4)
    while state.record.tick < ticks:
        if state.record.tick % 6 == 0:
            yield state
        SPROUTOPIA.step(state, play.moves(state))


@pytest.mark.parametrize("ruleset", SPROUTOPIA.rulesets)
def test_compiled_rules_think_the_same(ruleset: str) -> None:
    expect_same(moments(ruleset, 30), seats=4, width=TUNING.width)


def test_a_value_grows_with_land_and_with_the_trail() -> None:
    few, many = position(*WIDE, b=B), position("AAAAAAAAAAAAAAA", *WIDE[1:], b=B)
    out = position(*WIDE, a={"at": [4, 1], "dir": RIGHT, "trail": [[2, 1], [3, 1], [4, 1]]}, b=B)
    values = [interpreted(state, 0, TUNING.width).value for state in (few, out, many)]
    assert values == sorted(set(values))
    assert abs(interpreted(many, 1, TUNING.width).value + values[2]) <= 1, "what one hopes for the other fears"


def proposed(state: Position, seat: int = 0) -> list[Move]:
    """The plans that are worth a try."""
    kind = state.rules.move
    records = bytearray(interpreted(state, seat, TUNING.width).moves)
    return [take_move(Move, record) for record in over_all(kind, np.frombuffer(records, kind.dtype))]


def test_plans_are_loops_that_come_home() -> None:
    plans = proposed(position(*WIDE, b=B))
    assert len(plans) > 5
    assert len({plan.commands[0] for plan in plans}) > 1
    for plan in plans:
        assert plan.length == len(plan.commands) > 1
        assert all(REVERSE[way] != after for way, after in zip(plan.commands, plan.commands[1:], strict=False))
        state = position(*WIDE, b=B)
        before = state.record.farmers[0].cells
        for command in plan.commands:
            SPROUTOPIA.step(state, [Move.of([command]), SPROUTOPIA.missing])
        assert state.record.farmers[0].trail == 0
        assert state.record.farmers[0].cells > before, "every loop claims something"


def test_from_outside_the_way_home_comes_first() -> None:
    out = {"at": [4, 1], "dir": RIGHT, "trail": [[2, 1], [3, 1], [4, 1]]}
    plan = proposed(position(*WIDE, a=out, b=B))[0]
    assert plan.commands in ((UP, LEFT, LEFT), (DOWN, LEFT, LEFT)), "around its own trail"


def test_trails_of_others_and_items_are_goals() -> None:
    hunted = {"at": [7, 4], "spawn": [13, 8], "dir": LEFT, "trail": [[9, 4], [8, 4], [7, 4]]}
    plans = [plan.commands for plan in proposed(position(*WIDE, a={"at": [4, 1], "spawn": [1, 1]}, b=hunted))]
    assert (RIGHT, RIGHT, RIGHT, DOWN, DOWN, DOWN) in plans
    item = [plan.commands for plan in proposed(position(*WIDE, b=B, items=[[4, 3, 1]]))]
    assert (RIGHT, RIGHT, RIGHT, DOWN, DOWN) in item


def test_only_the_first_command_of_a_plan_is_sent() -> None:
    state = position(*WIDE, a={"dir": RIGHT}, b=B)
    assert sent(state, 0, Move.of([DOWN, DOWN, RIGHT])) == Move.of([DOWN])
    assert sent(state, 0, Move.of([RIGHT, DOWN])) == SPROUTOPIA.missing, "an old command acts earlier"
    assert sent(state, 0, SPROUTOPIA.missing) == SPROUTOPIA.missing


def test_a_plan_is_drawn_from_corner_to_corner() -> None:
    state = position(*WIDE, b=B)
    line = [Played(state, [Move.of([DOWN, DOWN, RIGHT, UP, UP]), SPROUTOPIA.missing])]
    ends = [((mark["x"], mark["y"]), tuple(mark["to"])) for mark in marks(line, 0)]
    assert ends == [((1, 1), (1, 3)), ((1, 3), (2, 3)), ((2, 3), (2, 1))]
    assert marks([], 0) == []


@pytest.mark.parametrize(("other", "longest"), [([13, 8], GLANCE), ([5, 4], ALERT)])
def test_a_settler_looks_again_sooner_while_somebody_is_in_sight(other: list[int], longest: int) -> None:
    state = position(*WIDE, b={"at": other, "spawn": [13, 8]})
    rules = state.rules
    move, work = (over(kind, bytearray(kind.dtype.itemsize)) for kind in (rules.move, rules.work))
    generator = over(Generator, bytearray(8))
    rules.policy("settler")(state.record, state.const, 0, generator, move, work, memory_of(state, "settler"))
    assert 0 < take_move(Move, move).length <= longest
