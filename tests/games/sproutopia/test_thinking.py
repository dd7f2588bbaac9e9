"""The searcher in Sproutopia: values, plans worth a try, and the part of a plan that is sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
from lanista.search.searcher import Searcher, Thought
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
    few, many = position(*WIDE, b=B), position(*("AAAAAAAAAAAAAAA",) * 3, *WIDE[3:], b=B)
    trail = [*([x, 1] for x in range(2, 9)), [8, 2], [8, 3], [8, 4]]  # nearly around 20 cells
    out = position(*WIDE, a={"at": [8, 4], "dir": DOWN, "trail": trail}, b=B)
    values = [interpreted(state, 0, TUNING.width).value for state in (few, out, many)]
    assert values == sorted(set(values))
    assert abs(interpreted(many, 1, TUNING.width).value + values[2]) <= 1, "what one hopes for the other fears"


def proposed(state: Position, seat: int = 0) -> list[Move]:
    """The plans that are worth a try."""
    kind = state.rules.move
    records = bytearray(interpreted(state, seat, TUNING.width).moves)
    return [take_move(Move, record) for record in over_all(kind, np.frombuffer(records, kind.dtype))]


def test_on_its_land_a_stroll_comes_first_that_stays_there() -> None:
    state = position(*WIDE, b=B)
    for command in proposed(state)[0].commands:
        SPROUTOPIA.step(state, [Move.of([command]), SPROUTOPIA.missing])
        assert state.record.farmers[0].trail == 0
    assert state.record.farmers[0].cells == 9


def test_other_plans_are_loops_that_come_home() -> None:
    aside = {"at": [14, 9], "spawn": [13, 8]}  # where no loop leads
    plans = proposed(position(*WIDE, b=aside))[1:]
    assert len(plans) > 5
    assert len({plan.commands[0] for plan in plans}) > 1
    for plan in plans:
        assert plan.length == len(plan.commands) > 1
        assert all(REVERSE[way] != after for way, after in zip(plan.commands, plan.commands[1:], strict=False))
        state = position(*WIDE, b=aside)
        before = state.record.farmers[0].cells
        for command in plan.commands:
            SPROUTOPIA.step(state, [Move.of([command]), SPROUTOPIA.missing])
        assert state.record.farmers[0].trail == 0
        assert state.record.farmers[0].cells > before, "every loop claims something"


def test_loops_are_short_and_long_but_end_before_the_match() -> None:
    lengths = [plan.length for plan in proposed(position(*WIDE, b=B))[1:]]
    assert min(lengths) < 8
    assert max(lengths) > 36
    late = position(*WIDE, b=B, changes={"MaxTicks": 12})
    assert max(plan.length for plan in proposed(late)[1:]) <= 12


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


def searched(state: Position, playouts: int) -> Thought:
    """The findings of a search for the first farmer if nothing is hidden."""
    return Searcher(SPROUTOPIA, 0, seats=2, seed=1).think([state], playouts=playouts)


SPARSE = (
    *("AAA" + "." * 27,) * 3,
    *("." * 11 + "A" + "." * 18,) * 9,
    *("." * 30,) * 8,
    *("." * 27 + "BBB",) * 3,
)
LARGE = (*("A" * 12 + "." * 18,) * 12, *("." * 30,) * 8, *("." * 27 + "BBB",) * 3)


@pytest.mark.compiles
def test_in_an_open_field_it_walks_a_long_loop() -> None:
    rows = ("AAA" + "." * 37,) * 3 + ("." * 40,) * 34 + ("." * 37 + "BBB",) * 3
    state = position(*rows, b={"at": [38, 38], "spawn": [38, 38]}, changes={"MaxTicks": 250})
    assert searched(state, 300).best.plan.length > 36


@pytest.mark.compiles
def test_it_goes_home_before_its_trail_is_cut() -> None:
    """B is four steps from the trail, A two steps from its land."""
    trail = [[11, 5], *([x, 5] for x in range(12, 18)), [17, 6], [17, 7], *([x, 7] for x in range(16, 12, -1))]
    a = {"at": [13, 7], "spawn": [1, 1], "dir": LEFT, "trail": trail}
    b = {"at": [20, 3], "spawn": [28, 21], "dir": LEFT}
    thought = searched(position(*LARGE, a=a, b=b, changes={"MaxTicks": 250}), 200)
    assert thought.best.plan.commands[:2] == (LEFT, LEFT)


@pytest.mark.parametrize(("rows", "dares"), [(LARGE, False), (SPARSE, True)])
def test_who_has_much_to_lose_dares_less(rows: Sequence[str], dares: bool) -> None:
    """Nearly around 36 cells, B as near to the trail as A to its land."""
    b = {"at": [26, 9], "spawn": [28, 21]}
    trail = [[11, 4], *([x, 4] for x in range(12, 19)), *([18, y] for y in range(5, 10))]
    out = {"at": [18, 9], "spawn": [1, 1], "dir": DOWN, "trail": trail}
    home = {"at": [11, 4], "spawn": [1, 1], "dir": RIGHT}
    values = [interpreted(position(*rows, a=a, b=b, changes={"MaxTicks": 60}), 0, 20).value for a in (home, out)]
    assert (values[1] > values[0]) is dares


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
