"""The board of a battle: what it says of cells, players and tools is what the rules do."""

from __future__ import annotations

from typing import Any

from lanista.games.tower_defence.game import TOWER_DEFENCE
from tests.games.tower_defence.matches import Moment, begin, next_round
from tests.rows import every_row
from tests.web.drawing_js import draw, shot, still, tell, words

RICH = {"start_energy": 1000}


def after(ruleset: str, *rounds: tuple[str, str], changes: dict[str, int] | None = None) -> Moment:
    """The state after rounds of orders, played by the interpreted rules."""
    state = begin(ruleset, changes or RICH)
    for texts in rounds:
        next_round(state, *texts)
    return state


def facts(state: Moment, x: int, y: int, seat: int | None = None) -> list[str]:
    """The title and the lines about a cell."""
    (said,) = tell(TOWER_DEFENCE, [still(TOWER_DEFENCE, state, seat)], f"board.inspect(shot, {x}, {y})")
    return [said["title"], *said["lines"]]


# Cells

NOTHING = ("", "")
CELLS: list[tuple[str, list[tuple[str, str]], tuple[int, int], list[str]]] = [
    ("standard", [], (1, 2), ["Meadow of A at 1, 2", "Free: only A can build here."]),
    ("standard", [], (6, 2), ["Meadow of B at 1, 2", "Free: only B can build here."]),
    (
        "standard",
        [("1,2,0", "")],
        (1, 2),
        [
            "Wall of A at 1, 2",
            "Under construction: finished in 3 rounds; until then any missile destroys it.",
            "Health 20 of 20: 4 missiles of 5 damage would destroy it.",
            "Stops missiles.",
            "Cost 30 energy.",
        ],
    ),
    (
        "classic",
        [("", "0,1,2")],
        (7, 1),
        [
            "Generator of B at 0, 1",
            "Under construction: finished in the next round; until then missiles fly through it.",
            "Health 5 of 5: 1 missile of 5 damage would destroy it.",
            "Gives B +3 energy in every round.",
            "Cost 20 energy.",
        ],
    ),
    (
        "standard",
        [("0,0,1", ""), NOTHING],
        (0, 0),
        [
            "Turret of A at 0, 0",
            "Health 5 of 5: 1 missile of 5 damage would destroy it.",
            "Fires in 4 rounds: a missile of 5 damage, 1 cell per round.",
            "Cost 30 energy.",
        ],
    ),
    (
        "standard",
        [("0,0,1", ""), NOTHING],
        (1, 0),
        ["Meadow of A at 1, 0", "Free: only A can build here.", "1 missile of A here: at B's base in 7 rounds."],
    ),
    (
        "standard",
        [("0,0,1", "2,0,0"), NOTHING],
        (1, 0),
        [
            "Meadow of A at 1, 0",
            "Free: only A can build here.",
            "1 missile of A here: at B's wall at 2, 0 in 4 rounds.",
        ],
    ),
    (
        "extended",
        [("7,3,4", "")],
        (7, 3),
        [
            "Tesla tower of A at 7, 3",
            "Under construction: finished in 10 rounds; until then missiles fly through it.",
            "Health 5 of 5: 1 missile of 5 damage would destroy it.",
            "Fires in 10 rounds if A has 100 energy: 20 damage to a building in each of the next 9 columns; "
            "from the front column also to the base.",
            "Cost 100 energy; taking it down returns 5.",
        ],
    ),
]


@every_row(("ruleset", "rounds", "cell", "expected"), CELLS)
def test_a_cell_says_what_it_is(
    ruleset: str, rounds: list[tuple[str, str]], cell: tuple[int, int], expected: list[str]
) -> None:
    assert facts(after(ruleset, *rounds), *cell) == expected


def test_what_is_said_to_come_comes_in_that_round() -> None:
    """A turret fires, and its missile hits, after as many rounds as their facts say."""
    state = after("standard", ("0,0,1", "2,0,0"), NOTHING)
    fires, hits = 4, 4  # as in the table above
    full = state.record.health[5]
    for number in range(1, 5):
        last = next_round(state)
        fired = TOWER_DEFENCE.frame(state, None, last)["fired"]
        assert (fired == [0]) == (number == fires)
        assert (state.record.health[5] < full) == (number >= hits)


def test_an_iron_curtain_is_what_missiles_meet() -> None:
    changes = {"start_energy": 1000, "curtain_period": 1}
    state = after("extended", ("6,0,1", ""), ("", ""), ("", "0,0,5"), changes=changes)
    assert state.record.players[1].curtain_left >= 0
    next_round(state)
    frame = TOWER_DEFENCE.frame(state)
    shown = still(TOWER_DEFENCE, state)
    (said,) = tell(TOWER_DEFENCE, [shown], "board.inspectSeat(shot, 1)")
    left = frame["players"][1]["curtain_left"]
    falls = f"it falls in {left + 1} rounds." if left else "it falls in the next round."
    assert said["lines"][-1] == f"The iron curtain stops missiles and lightning; {falls}"
    shown["to"] = {**frame, "missiles": [7]}
    (about,) = tell(TOWER_DEFENCE, [shown], "board.inspect(shot, 7, 0)")
    assert about["lines"][-1] == "1 missile of A here: at B's curtain in the next round."


def test_b_is_not_told_cooldowns_that_it_does_not_see() -> None:
    state = after("classic", ("0,0,1", ""), NOTHING)
    assert facts(state, 0, 0)[2] == "Fires in 4 rounds: a missile of 5 damage, 1 cell per round."
    hidden = facts(state, 7, 0, seat=1)
    assert hidden[0] == "Turret of A at 0, 0"
    assert hidden[2].startswith("Fires when it is loaded, which B does not see")


# Where things are


def test_cells_and_boxes_agree_for_every_viewer() -> None:
    """A box is found again at its middle; on B's mirrored board the first seat's cells are on the other side."""
    state = begin()
    asked = """[[0, 0], [3, 1], [6, 3]].map(([x, y]) => {
        const middle = (box) => board.cell(shot, box.x + box.width / 2, box.y + box.height / 2);
        return [undefined, 0, 1].map((seat) => middle(board.place(shot, x, y, seat)));
    })"""
    views = tell(TOWER_DEFENCE, [still(TOWER_DEFENCE, state, seat) for seat in (None, 0, 1)], asked)
    for seat, found in zip((None, 0, 1), views, strict=True):
        for (x, y), boxes in zip([(0, 0), (3, 1), (6, 3)], found, strict=True):
            same, other = {"x": x, "y": y}, {"x": 7 - x, "y": y}
            assert boxes == [same, other if seat == 1 else same, same if seat == 1 else other]


def test_players_stand_on_their_side_until_they_fall() -> None:
    state = begin()
    asked = "[0, 1].map((seat) => [board.seatAt(shot, seat)?.x, board.standing(shot, seat)])"
    alive = {"out": False, "note": "100 HP"}
    both, mirrored = tell(TOWER_DEFENCE, [still(TOWER_DEFENCE, state, seat) for seat in (None, 1)], asked)
    assert both == [[280, alive], [680, alive]]
    assert mirrored == [[680, alive], [280, alive]]
    state.record.players[1].health = 0
    (fallen,) = tell(TOWER_DEFENCE, [still(TOWER_DEFENCE, state)], asked)
    assert fallen == [[280, alive], [None, {"out": True, "note": "0 HP"}]]


def test_numbers_are_in_the_panel_and_only_the_field_is_under_the_camera() -> None:
    played = next_round(begin("standard", RICH), "0,0,1", "")
    (calls,) = draw(TOWER_DEFENCE, [shot(TOWER_DEFENCE, played, 0.5)])
    assert "round 1" in words(calls)
    asked = "(board.draw(pen, shot), calls.filter(([name]) => name === 'fillText').map(([, text]) => text))"
    (field,) = tell(TOWER_DEFENCE, [shot(TOWER_DEFENCE, played, 0.5)], asked)
    assert "round 1" not in field
    (box,) = tell(TOWER_DEFENCE, [shot(TOWER_DEFENCE, played, 0.5)], "board.field(shot)")
    assert (box["y"], box["y"] + box["height"]) == (100, 540)


# A person

TOOLS: list[tuple[str, list[tuple[str, str]], dict[str, int], str, str | None]] = [
    ("standard", [], {"start_energy": 12}, "wall 30", "costs 30, you have 12"),
    ("standard", [], {"start_energy": 20}, "generator 20", None),
    ("standard", [], {"start_energy": 20}, "nothing", None),
    ("standard", [("0,0,0", "")], {"width": 2, "height": 1, **RICH}, "turret 30", "no free cell in your half"),
    ("extended", [], RICH, "take down", "you have no buildings"),
    ("extended", [("0,0,0", "")], RICH, "take down", None),
    ("extended", [("0,0,4", ""), ("1,0,4", "")], RICH, "tesla tower 100", "you have 2 already, the most allowed"),
    (
        "extended",
        [],
        RICH,
        "iron curtain 100",
        "none is ready; there is a new one every 30 rounds",
    ),
]


def test_tools_say_why_they_cannot_be_used() -> None:
    shots: list[dict[str, Any]] = []
    for ruleset, rounds, changes, *_ in TOOLS:
        state = after(ruleset, *rounds, changes=changes)
        actions = TOWER_DEFENCE.legal(state, 0).nonzero()[0].tolist()
        legal = [TOWER_DEFENCE.write(TOWER_DEFENCE.learning.decode(state, 0, action)) for action in actions]
        shots.append({**still(TOWER_DEFENCE, state, 0), "legal": legal})
    found = tell(TOWER_DEFENCE, shots, "board.tools(shot, new Set(shot.legal)).map(({ at, ...tool }) => tool)")
    for (*_, label, why), tools in zip(TOOLS, found, strict=True):
        assert [tool.get("why") for tool in tools if tool["label"] == label] == [why]
    (goal,) = tell(TOWER_DEFENCE, shots[:1], "board.goal(shot.scene, 0)")
    assert goal == "Destroy the other base, which has 100 health; after 1000 rounds the higher score wins."
