"""Facts of the board: cells and farmers in words, a farmer's memory, and what a person can do."""

from __future__ import annotations

import json
from typing import Any

from lanista.game import Played
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.moves import MISSING, Move
from lanista.games.sproutopia.state import Direction, Item
from tests.web.drawing_js import Call, draw, shot, tell

from .positions import position

RIGHT = Move.of([Direction.RIGHT])
LEFT = Move.of([Direction.LEFT])
SMALL = {"PlayerWindowSize": 4}  # a farmer sees five cells each way


def moment(*moves: Move, seat: int | None = None, **given: Any) -> dict[str, Any]:
    """After a tick of two farmers at opposite corners of nine by nine cells."""
    state = position(**given)
    return shot(SPROUTOPIA, Played(state, [*moves, MISSING, MISSING][:2]), 1, seat)


def facts(shown: dict[str, Any], *cells: tuple[int, int]) -> list[str]:
    """The facts of cells, each in one text."""
    asked = f"{json.dumps(cells)}.map(([x, y]) => board.inspect(shot, x, y))"
    (told,) = tell(SPROUTOPIA, [shown], asked)
    return [" | ".join([one["title"], *one["lines"]]) for one in told]


def test_ground_says_whose_it_is() -> None:
    land, free, home = facts(moment(), (0, 0), (4, 4), (7, 7))
    assert land.startswith("Land of A at 0, 0 | Others take it by closing a trail around it. | Home of A")
    assert free == "Free ground at 4, 4 | Becomes the land of the farmer that closes a trail around it."
    assert home.startswith("Farmer B (bot) at 7, 7 | 11.1 % of the garden, 9 cells. | Stands still. | Land of B.")


def test_a_trail_says_who_falls_with_it() -> None:
    shown = moment(RIGHT, a={"at": [2, 1]})
    farmer, start = facts(shown, (3, 1), (2, 1))
    assert "Walks right." in farmer
    assert "Its trail of 2 cells becomes land when it is back on its own" in farmer
    assert start.startswith(
        "Trail of A at 2, 1 | Any farmer that steps on it prunes A, even A itself. | Land of A."
    )


def test_what_grows_says_what_it_does() -> None:
    weed = {"cells": [[5, 5], [5, 6]], "super": int(Item.SUPER_FERTILIZER)}
    shown = moment(items=[[4, 4, int(Item.FREEZE)]], weeds=[weed])
    item, grown = facts(shown, (4, 4), (5, 6))
    assert item.startswith("Freeze at 4, 4 | For the farmer who steps here. | All other farmers stand still.")
    assert "Lasts 10 ticks." in item
    assert grown.startswith("Weed, 2 cells at 5, 6 | Prunes every farmer that steps on it.")
    assert "leaves Super Fertilizer" in grown
    (hidden,) = facts(moment(seat=0, weeds=[weed]), (5, 5))
    assert hidden.startswith("Weed at 5, 5 |")
    assert "leaves a super power-up" in hidden, "a farmer does not see what it hides"


def test_a_farmer_remembers_the_ground_it_has_left() -> None:
    """Its window moves on; trails are forgotten, and what was never seen stays unknown."""
    first = moment(seat=0, changes=SMALL)
    later = moment(seat=0, changes=SMALL, a={"at": [6, 1]})
    asked = "board.remember(board.remember(null, shot.from, shot.scene), shot.to, shot.scene)"
    (memory,) = tell(SPROUTOPIA, [{**first, "to": later["to"]}], asked)
    assert memory["land"][:9] == [1, 1, 1, 0, 0, 0, 0, 0, 0]
    assert memory["land"][45:54] == [-1] * 9
    seen, fog = facts({**later, "memory": memory}, (0, 0), (0, 8))
    assert seen == "Land of A at 0, 0 | As it was when it was last seen."
    assert fog == "Fog at 0, 8 | Not seen so far."
    (unknown,) = facts(later, (0, 0))
    assert unknown.startswith("Fog at 0, 0"), "without a memory a view says no more than it shows"
    with_memory, without = draw(SPROUTOPIA, [{**later, "memory": memory}, later])
    assert len(with_memory) > len(without)


def test_scores_and_commands() -> None:
    shown = moment(RIGHT, seat=0)
    asked = 'board.tools(shot, new Set(["UP", "DOWN", "RIGHT", "IDLE"]))'
    (tools,) = tell(SPROUTOPIA, [shown], asked)
    assert {tool["label"]: tool["why"] for tool in tools if "why" in tool} == {
        "left": "a farmer cannot double back"
    }
    (told,) = tell(SPROUTOPIA, [shown], "[board.standing(shot, 1), board.seatAt(shot, 1), board.seatAt(shot, 0)]")
    standing, hidden, own = told
    assert standing == {"out": False, "note": "11 %"}, "a farmer sees whole percents"
    assert hidden is None
    assert own is not None


# What changes within a tick


FIRST_TIME = "(() => { calls = []; board.draw(pen, shot); return calls; })()"  # later, paths are kept


def changing(seat: int | None, given: dict[str, Any], *moves: Move) -> list[Call]:
    """The drawing in the middle of a tick."""
    shown = shot(SPROUTOPIA, Played(position(**given), [*moves, MISSING, MISSING][:2]), 0.5, seat)
    (calls,) = tell(SPROUTOPIA, [shown], FIRST_TIME)
    return list(calls)


def wave(calls: list[Call]) -> set[tuple[int, int]]:
    """The cells that change hands."""
    return {
        (round(call[1] + 0.12), round(call[2] + 0.12)) for call in calls if call[0] == "rect" and call[3] == 1.24
    }


CLAIM = {"a": {"at": [3, 2], "dir": 3, "trail": [[2, 0], [3, 0], [4, 0], [4, 1], [4, 2], [3, 2]]}}


def test_land_changes_hands_where_an_audience_sees_it_before_and_after() -> None:
    claimed = {(3, 0), (4, 0), (3, 1), (4, 1), (3, 2), (4, 2)}
    assert wave(changing(None, CLAIM, LEFT)) == claimed
    assert wave(changing(0, CLAIM, LEFT)) == {(2, 0), *claimed}, "to a farmer, its trail hid the land at 2, 0"
    assert wave(changing(1, CLAIM, LEFT)) == {(3, 2), (4, 2)}, "the rest is out of sight"
    assert wave(changing(None, {})) == set()
    near = {**CLAIM, "changes": {"PlayerWindowSize": 2}}
    assert wave(changing(0, near, LEFT)) == {(3, 1), (3, 2)}, "the window was at 2 to 4, and is at 1 to 3"
