"""The board of a race: what it says is what the rules do, and plates and letters cover nothing."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.game import Played
from lanista.games.overdrive.contest import recordings
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.state import LANES, LENGTH, Happening, Powerup, Surface
from tests.web.drawing_js import draw, shot, still, tell, texts

from .positions import Position, position

MUD, OIL, OIL_ITEM, WALL, BOOST = 1, 2, 3, 6, 5
BAR = 62  # height of the line above the roads


def go_on(state: Position, rounds: int = 1) -> Played:
    """Both cars drive straight on."""
    for _ in range(rounds):
        before = state.clone()
        moves = [recordings.read_move(OVERDRIVE, state, seat, "NOTHING") for seat in range(2)]
        OVERDRIVE.step(state, moves)
    return Played(before, moves)


# Facts

OBJECTS = [(2, 20, MUD), (3, 20, WALL), (1, 20, OIL), (4, 20, OIL_ITEM), (4, 1500, 4)]
SKID = "speed one step down (15 to 9, 9 to 8, 8 to 6, 6 to 3, 5 to 3)"
GROUND = {  # lane, block: title and lines
    (2, 20): ["Mud: lane 2, block 20", f"Damage +1, {SKID}, -3 points; a boost ends."],
    (1, 20): [
        "Oil: lane 1, block 20",
        f"Damage +1, {SKID}, -4 points; a boost ends.",
        "No harm to the car that spilled it.",
    ],
    (3, 20): ["Wall: lane 3, block 20", "Who hits it: damage +2, speed 3, -5 points; a boost ends."],
    (3, 22): [
        "Truck: lane 3, block 22",
        "Stops a car one block before it: damage +2, speed 3, -7 points; a boost ends.",
        "It is gone after a hit.",
    ],
    (4, 20): [
        "Oil can: lane 4, block 20",
        "A car that drives over it takes it: +4 points.",
        "When it is used: leaves oil on the block under the car.",
    ],
    (1, 21): ["Road: lane 1, block 21", "Free: nothing happens here."],
    (2, 300): ["Unknown: lane 2, block 300", "Not seen from here."],
    (5, 20): None,
    (2, 0): None,
    (2, LENGTH + 1): None,
}


def test_a_block_says_what_it_does() -> None:
    state = position({"pos": [1, 10], "speed": 5}, objects=OBJECTS, trucks=[[3, 22, 2]])
    cells = [[block, lane] for lane, block in GROUND]
    (said,) = tell(OVERDRIVE, [still(OVERDRIVE, state)], f"{cells}.map(([x, y]) => board.inspect(shot, x, y))")
    assert [fact and [fact["title"], *fact["lines"]] for fact in said] == list(GROUND.values())


SURFACES = ["Road", "Mud", "Oil", "Oil can", "Finish line", "Boost", "Wall", "Lizard", "Tweet", "EMP"]


def test_every_surface_has_its_name() -> None:
    objects = [[1, 10 + surface, surface] for surface in Surface]
    state = position({"pos": [4, 10], "speed": 5}, objects=objects)
    asked = f"{[row[1] for row in objects]}.map((block) => board.inspect(shot, block, 1).title.split(':')[0])"
    (said,) = tell(OVERDRIVE, [still(OVERDRIVE, state)], asked)
    assert said == SURFACES


CARS: list[tuple[dict[str, Any], list[str]]] = [  # a car, and what is said of it
    ({"speed": 8}, ["Speed 8; accelerating makes it 9.", "Straight on to block 18: nothing in the way."]),
    ({"speed": 9, "damage": 1}, ["Speed 9; accelerating makes it no faster.", "Damage 1 of 5: speed at most 9"]),
    ({"speed": 0, "damage": 5}, ["it stands until it is repaired", "It does not move by itself."]),
    ({"speed": 15, "boost": 3}, ["The boost ends in 3 rounds, with speed 9.", "Straight on to block 25"]),
    ({"speed": 15, "boost": 1}, ["The boost ends in the next round", "Straight on to block 19"]),
    ({"speed": 3, "items": ["OIL", "OIL", "EMP"]}, ["Holds 1 EMP and 2 oil cans."]),
    (
        {"speed": 3, "items": [powerup.name for powerup in Powerup for _ in range(powerup)]},
        ["Holds 1 boost, 5 EMPs, 3 lizards, 2 oil cans and 4 tweets."],
    ),
    ({"speed": 3}, ["Holds no power-ups.", "Score 0."]),
]


def test_a_car_says_its_numbers_and_gets_where_it_says() -> None:
    states = [position({"pos": [2, 10], **car}) for car, _ in CARS]
    said = tell(OVERDRIVE, [still(OVERDRIVE, state) for state in states], "board.inspectSeat(shot, 0)")
    for (_, expected), fact, state in zip(CARS, said, states, strict=True):
        text = " ".join(fact["lines"])
        assert fact["title"] == "Car A: lane 2, block 10"
        assert [line for line in expected if line not in text] == []
        go_on(state)
        block = state.record.cars[0].block
        assert ("Straight on to block " in text) == (block > 10)
        assert block == 10 or f"Straight on to block {block}:" in text


def test_a_car_says_what_is_in_its_way() -> None:
    objects = [(2, 12, MUD), (2, 13, MUD), (2, 14, WALL), (1, 15, MUD), (2, 30, WALL)]
    state = position({"pos": [2, 10], "speed": 9}, {"pos": [2, 18], "speed": 3}, objects=objects)
    (said,) = tell(OVERDRIVE, [still(OVERDRIVE, state)], "board.inspect(shot, 10, 2)")
    assert said["lines"][-2:] == [
        "Straight on to block 19: 2 mud, 1 wall and car B.",
        "On road: lane 2, block 10.",
    ]


def test_a_seat_is_told_only_what_it_sees() -> None:
    state = position({"pos": [2, 10], "speed": 5}, {"pos": [3, 20], "speed": 9, "damage": 3, "items": ["EMP"]})
    asked = "[board.inspectSeat(shot, 1), board.inspect(shot, 40, 1), board.standing(shot, 1)]"
    (said,) = tell(OVERDRIVE, [still(OVERDRIVE, state, 0)], asked)
    hidden, far, standing = said
    assert hidden["lines"][:2] == ["Speed 9.", "This seat does not see its damage and power-ups."]
    assert far == {"title": "Unknown: lane 1, block 40", "lines": ["Not seen from here."]}
    assert standing == {"out": False, "note": "block 20"}


# Memory


def test_a_seat_remembers_the_track_that_it_has_passed() -> None:
    state = OVERDRIVE.start(OVERDRIVE.configure("standard"), 3)
    frames = [OVERDRIVE.frame(state, 0)]
    for _ in range(12):
        go_on(state)
        frames.append(OVERDRIVE.frame(state, 0))
    seen = {**still(OVERDRIVE, state, 0), "frames": frames}
    fold = "plain(list.reduce((memory, frame) => board.remember(memory, frame, shot.scene), null))"
    plain = "({ first, codes }) => ({ first, codes: Array.from(codes) })"
    asked = f"((list, plain) => [{fold}, {fold}, list])(shot.frames, {plain})"
    (answer,) = tell(OVERDRIVE, [seen], asked)
    memory, again, unchanged = answer
    assert memory == again
    assert unchanged == frames
    tracks = [frame["tracks"][0] for frame in frames]
    known = {LANES * track["first"] + i for track in tracks for i in range(len(track["codes"]))}
    assert (LANES * memory["first"], len(memory["codes"])) == (min(known), len(known))
    for track in tracks:
        start = LANES * (track["first"] - memory["first"])
        remembered = memory["codes"][start : start + len(track["codes"])]
        assert remembered == track["codes"], "no truck and no oil came to this track"


def test_a_remembered_block_is_told_as_such() -> None:
    state = position({"pos": [2, 60], "speed": 5}, objects=[(2, 40, MUD)])
    passed = position({"pos": [2, 38], "speed": 5}, objects=[(2, 40, MUD)])
    memory = OVERDRIVE.frame(passed, 0)["tracks"][0]
    (said,) = tell(OVERDRIVE, [{**still(OVERDRIVE, state, 0), "memory": memory}], "board.inspect(shot, 40, 2)")
    assert said["title"] == "Mud: lane 2, block 40"
    assert said["lines"][-1] == "As this seat saw it last."


# What is drawn


@pytest.mark.parametrize("blocks", [(1, 1), (223, 222), (700, 640), (1500, 1480)])
def test_plates_cover_neither_cars_nor_obstacles_and_letters_no_words(blocks: tuple[int, int]) -> None:
    """On a road there are only the letters of the cars; above it badges keep clear of the words."""
    items = ["BOOST", "OIL", "OIL", "LIZARD", "TWEET", "EMP"]
    cars: list[dict[str, Any]] = [
        {"pos": [lane, block], "speed": 9, "items": items} for lane, block in zip((2, 3), blocks, strict=True)
    ]
    state = position(*cars)
    view = still(OVERDRIVE, state)
    (calls,) = draw(OVERDRIVE, [view])
    (boxes,) = tell(OVERDRIVE, [view], f"{list(blocks)}.map((x) => [1, 4].map((y) => board.place(shot, x, y)))")
    roads = {(top["y"], bottom["y"] + bottom["height"]) for top, bottom in boxes}
    drawn = texts(calls)
    on_roads = [text for text, _, y in drawn if any(top < y < bottom for top, bottom in roads)]
    assert sorted({*on_roads}) == ["A", "B"]
    plates = [text for text, *_ in drawn if text.startswith("speed")]
    assert len(plates) >= 2
    above = {text: x for text, x, y in drawn if y < BAR}
    left = above[f"round {state.record.round} of 600"] + 108  # the words are made to fit
    assert all(left < above[letter] - 9 for letter in "AB")
    assert all(above[letter] + 9 < above["finish"] - 40 for letter in "AB")


def test_a_seat_can_be_followed_to_the_middle_of_its_car() -> None:
    near = position({"pos": [2, 100], "speed": 9}, {"pos": [3, 110], "speed": 9})
    apart = position({"pos": [2, 100], "speed": 9}, {"pos": [3, 400], "speed": 9})
    shots = [still(OVERDRIVE, near), still(OVERDRIVE, apart), still(OVERDRIVE, apart, 0)]
    asked = (
        "[0, 1].map((seat) => { const at = board.seatAt(shot, seat); return at && board.cell(shot, at.x, at.y); })"
    )
    both = [{"x": 100, "y": 2}, {"x": 110, "y": 3}]
    far = [{"x": 100, "y": 2}, {"x": 400, "y": 3}]
    assert tell(OVERDRIVE, shots, asked) == [both, far, [{"x": 100, "y": 2}, None]]


def test_a_car_is_halfway_in_the_middle_of_a_round() -> None:
    played = go_on(position({"pos": [2, 100], "speed": 9}))
    asked = "board.cell(shot, board.seatAt(shot, 0).x, board.seatAt(shot, 0).y)"
    middles = tell(OVERDRIVE, [shot(OVERDRIVE, played, t) for t in (0, 0.5, 1)], asked)
    assert middles == [{"x": 100, "y": 2}, {"x": 105, "y": 2}, {"x": 109, "y": 2}]


ANIMATED = {
    "ACCELERATING",
    "USED_BOOST",
    "USED_LIZARD",
    *(name for name in Happening.__members__ if "HIT_" in name),
}


def test_what_happens_to_a_car_is_seen() -> None:
    played = go_on(position({"pos": [2, 100], "speed": 9}))
    halfway = shot(OVERDRIVE, played, 0.3)
    first, second = halfway["to"]["cars"]
    cars = [[{**first, "states": [happening]}, second] for happening in Happening]
    drawn = draw(OVERDRIVE, [{**halfway, "to": {**halfway["to"], "cars": both}} for both in cars])
    calls = dict(zip(Happening, drawn, strict=True))
    seen = {happening.name for happening in Happening if calls[happening] != calls[Happening.NOTHING]}
    assert seen == ANIMATED


# A person

TOOLS: list[tuple[dict[str, Any], str, str | None]] = [
    ({}, "USE_BOOST", "needs a boost, you hold none"),
    ({}, "USE_EMP", "needs an EMP, you hold none"),
    ({}, "USE_OIL", "needs an oil can, you hold none"),
    ({"items": ["BOOST"]}, "USE_BOOST", None),
    ({"pos": [1, 10]}, "TURN_LEFT", "leads off the track from lane 1"),
    ({"pos": [4, 10]}, "TURN_RIGHT", "leads off the track from lane 4"),
    ({"pos": [4, 10]}, "TURN_LEFT", None),
    ({}, "USE_TWEET", "needs a tweet, you hold none"),
    ({"items": ["TWEET"]}, "USE_TWEET", None),
]


def test_tools_say_why_they_cannot_be_used() -> None:
    shots = []
    for car, _, _ in TOOLS:
        state = position({"pos": [2, 10], "speed": 5, **car})
        legal = [
            OVERDRIVE.write(OVERDRIVE.learning.decode(state, 0, action))
            for action in OVERDRIVE.legal(state, 0).nonzero()[0].tolist()
        ]
        shots.append({**still(OVERDRIVE, state, 0), "legal": legal})
    tools = tell(OVERDRIVE, shots, "board.tools(shot, new Set(shot.legal)).map(({ at, ...tool }) => tool)")
    for (_, move, why), found in zip(TOOLS, tools, strict=True):
        (tool,) = [one for one in found if one.get("move", "USE_TWEET") == move]
        assert tool.get("why") == why
    (goal,) = tell(OVERDRIVE, shots[:1], "board.goal(shot.scene, 0)")
    assert goal == "Be the first to reach block 1500; after 600 rounds the car in front wins."
