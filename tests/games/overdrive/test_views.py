"""A player's view (section 9): state.json, the text map, and states imagined from views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from lanista.game import Game
from lanista.games.overdrive import views
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.state import LANES, Surface
from lanista.tools.conformance.play import samples
from lanista.tools.conformance.trial import GameTrial
from tests.games.overdrive.positions import Position, busy, play, position

# state.json (9.1)


def names(value: Any, prefix: str = "") -> Iterator[str]:
    """The members of a JSON value in order; of an array those of its first element."""
    for name, member in value.items():
        yield prefix + name
        first = member
        while isinstance(first, list) and first:
            first = first[0]
        if isinstance(first, dict):
            yield from names(first, f"{prefix}{name}.")


MEMBERS = [
    "currentRound",
    "maxRounds",
    "player",
    "player.id",
    "player.position",
    "player.position.y",
    "player.position.x",
    "player.speed",
    "player.state",
    "player.statesThatOccurredThisRound",
    "player.powerups",
    "player.boosting",
    "player.boostCounter",
    "player.damage",
    "player.score",
    "opponent",
    "opponent.id",
    "opponent.position",
    "opponent.position.y",
    "opponent.position.x",
    "opponent.speed",
    "worldMap",
    "worldMap.position",
    "worldMap.position.y",
    "worldMap.position.x",
    "worldMap.surfaceObject",
    "worldMap.occupiedByPlayerId",
    "worldMap.isOccupiedByCyberTruck",
]


@pytest.mark.parametrize("seat", [0, 1])
def test_members_stand_in_the_order_of_the_contest(seat: int) -> None:
    text = OVERDRIVE.view_json(busy(), seat)
    assert list(names(msgspec.json.decode(text))) == MEMBERS


def test_a_player_sees_everything_about_its_car_and_little_about_the_opponents() -> None:
    view = OVERDRIVE.view(busy(), 0)
    assert {name: view[name] for name in ("currentRound", "maxRounds", "player", "opponent")} == {
        "currentRound": 12,
        "maxRounds": 600,
        "player": {
            "id": 1,
            "position": {"y": 2, "x": 40},
            "speed": 6,
            "state": "HIT_MUD",
            "statesThatOccurredThisRound": ["NOTHING", "HIT_MUD"],
            "powerups": ["OIL", "EMP", "OIL"],
            "boosting": True,
            "boostCounter": 3,
            "damage": 2,
            "score": 17,
        },
        "opponent": {"id": 2, "position": {"y": 3, "x": 46}, "speed": 8},
    }


def test_the_second_seat_is_player_2() -> None:
    view = OVERDRIVE.view(busy(), 1)
    assert (view["player"]["id"], view["opponent"]["id"]) == (2, 1)
    assert view["player"]["powerups"] == ["BOOST"]
    assert view["player"]["boosting"] is False


def test_every_visible_block_has_position_surface_car_and_truck() -> None:
    lanes = OVERDRIVE.view(busy(), 0)["worldMap"]
    surfaces = {(1, 35 + surface): int(surface) for surface in Surface}
    assert lanes == [
        [
            {
                "position": {"y": lane, "x": block},
                "surfaceObject": surfaces.get((lane, block), 0),
                "occupiedByPlayerId": {(2, 40): 1, (3, 46): 2}.get((lane, block), 0),
                "isOccupiedByCyberTruck": (lane, block) == (4, 60),
            }
            for block in range(35, 61)
        ]
        for lane in range(1, LANES + 1)
    ]


@pytest.mark.parametrize(
    ("block", "first", "last", "columns"),
    [
        (1, 1, 21, 21),
        (5, 1, 25, 25),
        (6, 1, 26, 26),
        (7, 2, 27, 26),
        (1480, 1475, 1500, 26),
        (1490, 1485, 1500, 16),
    ],
)
def test_the_window_is_5_blocks_back_and_20_ahead(block: int, first: int, last: int, columns: int) -> None:
    lanes = OVERDRIVE.view(position({"pos": [2, block], "speed": 6}), 0)["worldMap"]
    assert [len(lane) for lane in lanes] == [columns] * LANES
    assert [lane[0]["position"]["x"] for lane in lanes] == [first] * LANES
    assert [lane[-1]["position"]["x"] for lane in lanes] == [last] * LANES


def test_a_start_shows_21_columns_and_round_1() -> None:
    view = OVERDRIVE.view(OVERDRIVE.start(OVERDRIVE.configure(), 1, 2), 1)
    assert (view["currentRound"], len(view["worldMap"][3])) == (1, 21)
    assert view["player"]["statesThatOccurredThisRound"] == ["READY"]
    assert [block["surfaceObject"] for block in view["worldMap"][1]][-2:] == [Surface.TWEET, Surface.MUD]


def test_the_owner_of_oil_is_hidden() -> None:
    state = position({"pos": [2, 40], "speed": 3, "items": ["OIL"]})
    play(state, "USE_OIL", "NOTHING")
    spilled = next(block for block in OVERDRIVE.view(state, 0)["worldMap"][1] if block["position"]["x"] == 40)
    assert spilled["surfaceObject"] == Surface.OIL_SPILL


def test_view_json_is_the_view_as_compact_json() -> None:
    for seat in range(2):
        text = OVERDRIVE.view_json(busy(), seat)
        assert msgspec.json.encode(OVERDRIVE.view(busy(), seat)) == text


# The text map (9.2)

RULER = "=" * 102


def test_the_text_map_is_exactly_the_contests() -> None:
    player = (
        "player: id:1 position: y:2 x:40 speed:6 state:HIT_MUD statesThatOccurredThisRound:NOTHING, HIT_MUD "
        "boosting:true boost-counter:3 damage:2 score:17 powerups: OIL:2, EMP:1"
    )
    assert views.text_map(busy(), 0) == (
        f"{RULER}\r\n"
        "round:12\r\n"
        f"{player}\r\n"
        "opponent: id:2 position: y:3 x:46 speed:8\n\r\n"
        "[░▓█Φ║»#∱T*░░░░░░░░░░░░░░░░]\r\n"
        "[░░░░░1░░░░░░░░░░░░░░░░░░░░]\r\n"
        "[░░░░░░░░░░░2░░░░░░░░░░░░░░]\r\n"
        "[░░░░░░░░░░░░░░░░░░░░░░░░░C]\r\n"
        f"{RULER}"
    )


def test_the_text_map_of_a_start() -> None:
    lines = views.text_map(OVERDRIVE.start(OVERDRIVE.configure(), 1, 2), 1).split("\r\n")
    assert lines[1] == "round:1"
    assert lines[2].endswith("damage:0 score:0 powerups: ")
    assert lines[3] == "opponent: id:1 position: y:1 x:1 speed:5\n"
    assert [len(line) for line in lines[4:8]] == [23] * LANES
    assert lines[4][1] == "1"
    assert lines[7][1] == "2"


def test_a_car_hides_a_truck_and_a_truck_a_surface() -> None:
    state = position(
        {"pos": [1, 10], "speed": 0}, objects=[[1, 11, Surface.WALL]], trucks=[[1, 10, 0], [1, 11, 0]]
    )
    assert views.lane_marks(state.record, 1, range(9, 13)) == "░1C░"


# States imagined from views


def moments() -> Iterator[Position]:
    """Positions all over some random races."""
    game: Game[Any, Any, Any] = OVERDRIVE
    for moment in samples(GameTrial(game, "standard", 2, 2000, lambda _: None), 40):
        yield moment.state


@pytest.mark.parametrize("seat", [0, 1])
def test_an_imagined_state_has_the_same_view(seat: int) -> None:
    blank = OVERDRIVE.configure()
    for state in moments():
        imagined = OVERDRIVE.blank(blank)
        views.imagine(OVERDRIVE.view(state, seat), imagined)
        assert OVERDRIVE.view_json(imagined, seat) == OVERDRIVE.view_json(state, seat)
        assert OVERDRIVE.observe(imagined, seat).tolist() == OVERDRIVE.observe(state, seat).tolist()
        assert OVERDRIVE.legal(imagined, seat).tolist() == OVERDRIVE.legal(state, seat).tolist()


@pytest.mark.parametrize("seat", [0, 1])
def test_a_state_that_is_imagined_again_and_again_keeps_the_invariants(seat: int) -> None:
    """A bot uses one state for the whole race."""
    imagined = OVERDRIVE.blank(OVERDRIVE.configure())
    for state in moments():
        views.imagine(OVERDRIVE.view(state, seat), imagined)
        assert list(OVERDRIVE.broken_invariants(imagined)) == []


def test_a_truck_that_was_seen_is_remembered() -> None:
    imagined = OVERDRIVE.blank(OVERDRIVE.configure())
    views.imagine(OVERDRIVE.view(busy(), 0), imagined)
    views.imagine(OVERDRIVE.view(position({"pos": [2, 200], "speed": 6}), 0), imagined)
    assert imagined.record.n_trucks == 1
    assert views.lane_marks(imagined.record, 4, range(59, 62)) == "░C░"
