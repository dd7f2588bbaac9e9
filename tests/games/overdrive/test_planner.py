"""`planner`: what it plays, what it remembers, and that its simulated rounds leave no trace."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from lanista.engine import derive, over, zeros
from lanista.engine.chooser import Chooser
from lanista.engine.ready import ready
from lanista.game import take_move
from lanista.games.overdrive.bots.planner import find_trucks, predicted_command, see, take_down
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.moves import Move
from lanista.games.overdrive.search.worth import ITEM_SUMS, ITEM_WORTHS, MAX_COUNTED
from lanista.games.overdrive.state import TRUCK, Command, Powerup, Surface, Work
from tests.games.overdrive.positions import Position, play, position
from tests.games.policies import chosen, generator_of, memory_of

MUD, WALL, BOOST = Surface.MUD, Surface.WALL, Surface.BOOST
FAST = {"pos": [2, 100], "speed": 9}
MUD_ON_ALL_LANES = [[lane, 104, MUD] for lane in (1, 2, 3, 4)]

# What is special about the position, the car, the rest of the position, and the command
POSITIONS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("a free lane", {"pos": [2, 100], "speed": 6}, {}, "ACCELERATE"),
    ("a boost two turns away", FAST, {"objects": [[4, 113, BOOST]]}, "TURN_RIGHT"),
    (
        "a wall after the next round",
        FAST,
        {"objects": [[1, 113, WALL], [2, 113, WALL], [3, 113, WALL]]},
        "TURN_RIGHT",
    ),
    ("damage before a boost", {**FAST, "damage": 1, "items": ["BOOST"]}, {}, "FIX"),
    (
        "no way around",
        {**FAST, "items": ["LIZARD"]},
        {"objects": [*MUD_ON_ALL_LANES, [2, 105, WALL]]},
        "USE_LIZARD",
    ),
    ("a truck ahead", FAST, {"trucks": [[2, 104, 2]], "objects": [[1, 104, MUD]]}, "TURN_RIGHT"),
    (
        "nothing to do and a tweet",
        {**FAST, "items": ["TWEET"]},
        {"p2": {"pos": [3, 90], "speed": 6}},
        "USE_TWEET 3 103",
    ),
]


@pytest.mark.parametrize(("about", "car", "rest", "command"), POSITIONS, ids=[row[0] for row in POSITIONS])
def test_planner_plays(about: str, car: dict[str, Any], rest: dict[str, Any], command: str) -> None:
    assert chosen(OVERDRIVE, position(car, **rest), policy="planner") == command


def decide(state: Position, memory: Any, seat: int = 0) -> None:
    """Let the planner choose a move."""
    rules = state.rules
    move, work = (over(kind, zeros(kind).view("u1")) for kind in (rules.move, rules.work))
    rules.policy("planner")(state.record, state.const, seat, generator_of(1), move, work, memory)


def test_blocks_seen_are_remembered_and_others_are_empty() -> None:
    state = position({"pos": [2, 100], "speed": 15}, objects=[[3, 99, MUD], [4, 119, WALL], [1, 125, WALL]])
    memory = memory_of(state, "planner")
    decide(state, memory)
    assert memory.race.track[0, 124] == Surface.EMPTY
    play(state, "NOTHING", "NOTHING")
    decide(state, memory)
    assert memory.race.track[0, 124] == WALL
    assert memory.race.track[2, 98] == MUD, "no longer in sight"
    assert memory.race.track[3, 118] == WALL


def test_simulated_rounds_leave_no_trace_in_what_is_known() -> None:
    """Not even of trucks, into which both cars drive in some of them."""
    car = {"pos": [2, 100], "speed": 8, "damage": 1, "score": 20, "items": ["LIZARD", "BOOST", "BOOST"]}
    state = position(car, {"pos": [3, 98], "speed": 6}, trucks=[[2, 104, 2], [3, 103, 1]], round=30)
    memory = memory_of(state, "planner")
    decide(state, memory)
    race, known = state.record, memory.race
    assert known.round == race.round
    assert known.winner == -1
    assert all(known.track[lane - 1, block - 1] == TRUCK for lane, block in ((2, 104), (3, 103)))
    for seat in range(2):
        assert (known.cars[seat].lane, known.cars[seat].block) == (race.cars[seat].lane, race.cars[seat].block)
    assert [*known.cars[0].held] == [*race.cars[0].held]
    assert [*known.cars[1].held] == [0, 0, 0, 0, 0, 1], "the opponent may hold an EMP"


@pytest.mark.parametrize(
    ("objects", "command"), [([], "ACCELERATE"), ([[3, 96, WALL], [2, 96, WALL]], "TURN_RIGHT")]
)
def test_the_opponent_is_expected_to_dodge_what_was_seen_before(objects: list[list[int]], command: str) -> None:
    """The wall is behind the window when the opponent comes to it."""
    state = position({"pos": [1, 100], "speed": 15}, {"pos": [3, 90], "speed": 8}, objects=objects)
    memory = memory_of(state, "planner")
    decide(state, memory)
    play(state, "NOTHING", "FIX")
    work = over(Work, zeros(Work).view("u1"))
    see(memory.race, state.record, 0)
    find_trucks(memory.race, work)
    take_down(work.now, memory.race, work)
    assert Command(predicted_command(memory.race, state.const, work, 0)).name == command


@pytest.fixture
def compiled() -> Iterator[None]:
    """Compiled rules, which are compiled if they are not in the cache."""
    ready.prefer_compiled(compiling=True)
    yield
    ready.prefer_compiled(wanted=False)


def finish() -> Iterator[Move]:
    """The last rounds of a race, where lines end early: what the planner plays there."""
    state = OVERDRIVE.start(OVERDRIVE.configure("classic"), 20)
    state.record.cars[0].block, state.record.cars[1].block = 1300, 1290
    bot = Chooser(state, 0, "planner")
    while OVERDRIVE.outcome(state) is None:
        move = take_move(Move, bot.choose(state, derive(1, state.record.round)))
        yield move
        OVERDRIVE.step(state, [move, Move(Command.ACCELERATE)])


def test_compiled_rules_choose_the_same_commands(compiled: None) -> None:
    fast = [*finish()]
    ready.prefer_compiled(wanted=False)
    assert [*finish()] == fast
    assert len({move.command for move in fast}) > 3


def test_each_further_item_of_a_kind_is_worth_less() -> None:
    for kind in Powerup:
        sums = ITEM_SUMS[kind * (MAX_COUNTED + 1) : (kind + 1) * (MAX_COUNTED + 1)]
        gains = [after - before for before, after in pairwise(sums)]
        assert gains[0] == ITEM_WORTHS[kind]
        assert all(further <= gain + 1 for gain, further in pairwise(gains)), "but for rounding"
        assert gains[-1] <= 3
