"""`greedy`: what it plays in a few positions, and that it expects of a round what the rules make of it."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.engine import Stream
from lanista.games.overdrive.bots.greedy import price, worth_after
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.moves import Move
from lanista.games.overdrive.search.worth import ITEM_SUMS, MAX_COUNTED, VICTORY, can_help, worth_of
from lanista.games.overdrive.state import (
    BOOST_ROUNDS,
    FASTER,
    LANES,
    POWERUP_USED,
    SPEED_LIMIT,
    Command,
    Happening,
    Powerup,
    Surface,
)
from tests.games.overdrive.positions import Position, position
from tests.games.policies import chosen
from tests.rows import every_row

MUD, WALL = Surface.MUD, Surface.WALL
FAST = {"pos": [2, 100], "speed": 9}
ALL_LANES = [[lane, 104, WALL] for lane in (1, 2, 3, 4)]
SLALOM = [[2, 104, MUD], [1, 112, MUD]]

# What is special about the position, the car, the rest of the position, and the command
POSITIONS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("a free lane", {"pos": [2, 100], "speed": 6}, {}, "ACCELERATE"),
    ("a free lane at full speed", FAST, {}, "ACCELERATE"),
    ("damage that limits the speed", {**FAST, "speed": 8, "damage": 2}, {}, "FIX"),
    ("little damage and a boost", {**FAST, "damage": 1, "items": ["BOOST"]}, {}, "FIX"),
    ("a boost and a free lane", {**FAST, "items": ["BOOST"]}, {}, "USE_BOOST"),
    (
        "a boost and a wall far ahead",
        {**FAST, "items": ["BOOST"]},
        {"objects": [[lane, 114, WALL] for lane in (1, 2, 3)]},
        "ACCELERATE",
    ),
    (
        "walls that a slow car reaches only if it accelerates",
        {"pos": [2, 100], "speed": 6},
        {"objects": [[lane, 107, WALL] for lane in (1, 2, 3)]},
        "NOTHING",
    ),
    ("mud ahead, and to the left", FAST, {"objects": [[2, 104, MUD], [1, 105, MUD]]}, "TURN_RIGHT"),
    ("mud ahead, and behind the path to the left", FAST, {"objects": SLALOM}, "TURN_RIGHT"),
    ("a truck ahead, mud on one side", FAST, {"trucks": [[2, 104, 2]], "objects": [[1, 104, MUD]]}, "TURN_RIGHT"),
    ("a boost in the next lane", FAST, {"objects": [[1, 103, Surface.BOOST]]}, "TURN_LEFT"),
    (
        "oil in the next lane is not worth more than a block",
        FAST,
        {"objects": [[1, 103, Surface.OIL_ITEM]]},
        "ACCELERATE",
    ),
    ("walls in all lanes", {**FAST, "items": ["LIZARD"]}, {"objects": ALL_LANES}, "USE_LIZARD"),
    (
        "an EMP and the opponent ahead",
        {**FAST, "items": ["EMP"]},
        {"p2": {"pos": [3, 300], "speed": 8}},
        "USE_EMP",
    ),
    (
        "an EMP and the opponent two lanes away",
        {**FAST, "items": ["EMP"]},
        {"p2": {"pos": [4, 300], "speed": 8}},
        "ACCELERATE",
    ),
    ("oil and the opponent behind", {**FAST, "items": ["OIL"]}, {"p2": {"pos": [2, 50], "speed": 6}}, "USE_OIL"),
    ("a tweet", {**FAST, "items": ["TWEET"]}, {"p2": {"pos": [3, 90], "speed": 6}}, "USE_TWEET 3 103"),
    ("the finish in reach", {"pos": [2, 1495], "speed": 8}, {}, "ACCELERATE"),
]


@every_row(("about", "car", "rest", "command"), POSITIONS, ids=[row[0] for row in POSITIONS])
def test_greedy_plays(about: str, car: dict[str, Any], rest: dict[str, Any], command: str) -> None:
    assert chosen(OVERDRIVE, position(car, **rest)) == command


DRIVING = ("ACCELERATE", "NOTHING", "TURN_LEFT", "TURN_RIGHT", "USE_BOOST", "USE_LIZARD")


def busy_road(stream: Stream) -> Position:
    """A car among many objects and perhaps a truck; the opponent is far away."""
    block = 100 + stream.below(1000)
    things = [Surface.EMPTY] * 6 + [each for each in Surface if each != Surface.FINISH_LINE]
    objects = [[lane, block + ahead, stream.choice(things)] for lane in range(1, LANES + 1) for ahead in range(16)]
    damage = stream.below(3)
    speed = stream.choice([speed for speed in (3, 6, 8, 9, 15) if speed <= SPEED_LIMIT[damage]])
    car = {
        "pos": [1 + stream.below(LANES), block],
        "speed": speed,
        "damage": damage,
        "boost": stream.below(BOOST_ROUNDS) + 1 if speed == 15 else 0,
        "items": [stream.choice(list(Powerup)).name for _ in range(stream.below(6))],
    }
    trucks = [[1 + stream.below(LANES), block + 1 + stream.below(9), 2]] if stream.below(3) == 0 else []
    objects = [each for each in objects if each[2] and each[:2] not in [truck[:2] for truck in trucks]]
    return position(car, {"pos": [1, 1400], "speed": 0}, objects=objects, trucks=trucks)


def expected_worth(state: Position, command: Command) -> int:
    """The worth of greedy's car after a command, as it expects it, with the items that it holds."""
    race, car = state.record, state.record.cars[0]
    speed, rounds = car.speed, max(0, car.boost_counter - 1)
    lane, first = car.lane, car.block + 1
    if command == Command.ACCELERATE:
        speed = min(FASTER[car.speed], SPEED_LIMIT[car.damage])
    elif command == Command.USE_BOOST:
        speed, rounds = SPEED_LIMIT[car.damage], BOOST_ROUNDS
    elif command == Command.USE_LIZARD:
        first = car.block + car.speed
    elif command != Command.NOTHING:
        lane, first = car.lane + (1 if command == Command.TURN_RIGHT else -1), car.block
    used = POWERUP_USED[command]
    items = sum(ITEM_SUMS[kind * (MAX_COUNTED + 1) + car.held[kind]] for kind in Powerup)
    worth = worth_after(race, car, lane, first, speed, rounds, VICTORY)
    return worth + items - (price(car, used) if used else 0)


@pytest.mark.parametrize("text", DRIVING)
def test_what_greedy_expects_of_a_round_is_what_happens(text: str) -> None:
    """But for a kind of item that is used and found in the same round, and for jumps that end at a truck."""
    command, stream, seen = Command[text], Stream(5), 0
    while seen < 100:
        state = busy_road(stream)
        car = state.record.cars[0]
        if can_help(car, command) and not (car.boost_counter == 1 and command != Command.USE_BOOST):
            expected, held = expected_worth(state, command), list(car.held)
            OVERDRIVE.step(state, [Move(command), Move(Command.NOTHING)])
            used = POWERUP_USED[command]
            landed_badly = command == Command.USE_LIZARD and Happening.HIT_CYBER_TRUCK in list(car.states)
            if not landed_badly and (not used or car.held[used] == held[used] - 1):
                assert expected == worth_of(car)
                seen += 1
