"""Facts of the board: cells and tanks in words, a seat's memory, and what a person can do."""

from __future__ import annotations

import json
from typing import Any

from lanista.game import Played
from lanista.games.tanks.game import TANKS
from tests.web.drawing_js import draw, shot, tell

from .positions import E, position

IDLE = ("IDLE", "IDLE", "IDLE")
CELL, EDGE = 20, 15


def moment(*rows: str, orders: tuple[str, ...] = IDLE, seat: int | None = None, **given: Any) -> dict[str, Any]:
    state = position(*rows, **given)
    return shot(TANKS, Played(state, [TANKS.read(state, i, text) for i, text in enumerate(orders)]), 1, seat)


def facts(shown: dict[str, Any], *cells: tuple[int, int]) -> list[str]:
    """The facts of cells, each in one text."""
    (told,) = tell(TANKS, [shown], f"{json.dumps(cells)}.map(([x, y]) => board.inspect(shot, x, y))")
    return [" | ".join([one["title"], *one["lines"]]) for one in told]


def test_terrain_says_what_it_does() -> None:
    rows = ("1.D....2", "........", ".L.S....", "........")
    forest, lake, swamp, field = facts(moment(*rows, orders=IDLE[:2]), (2, 0), (1, 2), (3, 2), (4, 2))
    assert forest.startswith("Deciduous forest at 2, 0 | No tank can enter: trying costs 25 health.")
    assert lake == "Lake at 1, 2 | A tank that drives in loses 100 health."
    assert swamp.startswith("Swamp at 3, 2 | A tank that drives in can never move again")
    assert field == "Field at 4, 2 | Free to drive on."


def test_tanks_and_shells_say_what_they_cost() -> None:
    orders = ("FIRE POSITIONAL 4 1", "IDLE")
    shown = moment("1......2", "........", orders=orders, facing={1: E}, health={2: 40}, stuck=[2])
    tank, stuck, hit, beside = facts(shown, (0, 0), (7, 0), (4, 1), (5, 0))
    assert tank.startswith("Tank A (bot) at 0, 0 | 100 of 100 health; faces east.")
    assert "costs it 75 on its cell and 25 beside it; a collision 10." in tank
    assert "40 of 100 health" in stuck
    assert "Stuck in a swamp for good" in stuck
    assert "A shell of A burst here this turn: 75 health." in hit
    assert "A shell of A burst beside this turn: 25 health." in beside


def test_a_seat_is_told_no_more_than_it_has_seen() -> None:
    """A scan is remembered; tanks in it have numbers instead of names, and the rest is fog."""
    rows = ("1.L....2" + 12 * ".", *3 * (20 * ".",))
    scanned = moment(*rows, orders=("SCAN OMNI", "IDLE"), seat=0)
    later = moment(*rows, orders=("IDLE", "IDLE"), seat=0)
    (memory,) = tell(
        TANKS,
        [{**scanned, "from": scanned["to"], "to": later["to"]}],
        "board.remember(board.remember(null, shot.from, shot.scene), shot.to, shot.scene)",
    )
    assert memory[0] == "..L....." + 12 * " "
    (echo,) = facts(scanned, (7, 0))
    assert echo.startswith("Tank 2 at 7, 0 | Faces north. | A scan says neither whose it is")
    lake, gone, fog = facts({**later, "memory": memory}, (2, 0), (7, 0), (15, 0))
    assert lake.endswith("Seen by an earlier scan.")
    assert gone.startswith("Field at 7, 0"), "where tanks were is forgotten"
    assert fog == "Fog at 15, 0 | No scan has shown it so far."
    (told,) = tell(TANKS, [later], "[board.inspectSeat(shot, 1), board.standing(shot, 1), board.seatAt(shot, 1)]")
    assert told == [
        {"title": "Tank B (bot)", "lines": ["Not known to this seat."]},
        {"out": False, "note": ""},
        None,
    ]


def test_wrecks_are_out() -> None:
    shown = moment("1..b..3.", orders=IDLE)
    (told,) = tell(TANKS, [shown], "[0, 1].map((seat) => [board.standing(shot, seat), board.seatAt(shot, seat)])")
    assert told == [
        [{"out": False, "note": "100 health"}, {"x": EDGE + CELL / 2, "y": EDGE + CELL / 2}],
        [{"out": True, "note": "0 health"}, None],
    ]
    (wreck,) = facts(shown, (3, 0))
    assert wreck.startswith("Tank B (bot) at 3, 0 | Destroyed. | The wreck stands in the way")


def test_tools_that_cannot_be_used_say_why() -> None:
    shown = moment("1......2", orders=IDLE[:2], stuck=[1], seat=0)
    legal = ["IDLE", "ROTATE CLOCKWISE", "ROTATE COUNTER_CLOCKWISE", "SCAN OMNI", "FIRE CARDINAL NORTH_EAST"]
    (tools,) = tell(TANKS, [shown], f"board.tools(shot, new Set({json.dumps(legal)}))")
    why = {tool.get("title") or tool["label"]: tool.get("why") for tool in tools}
    assert why["forward"] == "your tank is stuck in a swamp"
    assert why["fire north-east"] is None
    assert len({tool["group"] for tool in tools}) == 3
    assert len({tool["key"] for tool in tools}) == len(tools)


def test_only_what_the_camera_shows_is_drawn() -> None:
    shown = moment("1.D.....", "........", ".L.S.b3.", orders=IDLE)
    corner = {"x": 0, "y": 0, "width": 3 * CELL, "height": 2 * CELL}
    whole, part = draw(TANKS, [shown, {**shown, "view": corner, "scale": 3}])
    images = [sum(call[0] == "drawImage" for call in calls) for calls in (whole, part)]
    assert images == [1 + 4, 1 + 1], "the ground, two tanks, a wreck and its smoke; the ground and a tank"
