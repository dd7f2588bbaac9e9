"""Facts of the board: squares and robots in words, who is out, and what a person can do."""

from __future__ import annotations

import json
from typing import Any

from lanista.game import Played
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.moves import Move
from lanista.games.rampage.state import Word
from tests.web.drawing_js import draw, shot, tell, words

from .positions import position, run

ROWS = (
    "...T....0..",
    "A..........",
    "#.>#...L...",
    "...........",
    "..........B",
)
CELL = 900 / 11
LEFT, TOP = 36, 140  # where the board begins


def moment(*rows: str, **given: Any) -> dict[str, Any]:
    """After a turn in which nobody does anything; turrets fire in the first two of six turns."""
    played = Played(position(*rows, **given), [Move(Word.NONE), Move(Word.NONE)])
    return shot(RAMPAGE, played, 1)


def facts(shown: dict[str, Any], *squares: tuple[int, int]) -> list[str]:
    """The facts of squares, each in one text."""
    asked = f"{json.dumps(squares)}.map(([x, y]) => board.inspect(shot, x, y))"
    (told,) = tell(RAMPAGE, [shown], asked)
    return [" | ".join([one["title"], *one["lines"]]) for one in told]


def test_things_say_what_they_are() -> None:
    turret, pad, wall, bullet, item, floor = facts(moment(*ROWS), (3, 0), (8, 0), (0, 2), (3, 2), (7, 2), (5, 3))
    assert turret.startswith("Turret at 3, 0 | Fires next turn, along its row and column: ")
    assert "Fires in 2 of every 6 turns." in turret
    assert pad.startswith("Pad 0 at 8, 0 | A robot with a teleport can jump here")
    assert wall == "Wall at 0, 2 | Stops robots, bullets and beams."
    assert bullet.startswith("Wall at 3, 2"), "the bullet of column 2 has ended here"
    assert item.startswith("Laser at 7, 2 | The robot that steps here gets it, and 200 points.")
    assert "up to 4 squares each" in item
    assert floor == "Floor at 5, 3"


def test_a_bullet_says_where_it_goes() -> None:
    free, wall = facts(moment("A..........", ".>.....>.#.", "..........B"), (2, 1), (8, 1))
    assert "Bullet of B at 2, 1 | Flies right: next turn it is at 3, 1 and hits any robot there." in free
    assert "next turn it ends at a wall." in wall


def test_a_square_says_what_strikes_it_next() -> None:
    fired, bullet, safe = facts(moment("A..T.......", "....v......", "..........B"), (5, 0), (4, 2), (6, 1))
    assert "Next turn in the fire of the turret at 3, 0." in fired
    assert bullet.startswith("Bullet of B at 4, 2")
    assert safe == "Floor at 6, 1"


def test_a_turret_says_when_it_fires_again() -> None:
    played = Played(run(position(*ROWS), "NONE/NONE, NONE/NONE"), [Move(Word.NONE), Move(Word.NONE)])
    (cold,) = facts(shot(RAMPAGE, played, 1), (3, 0))
    assert cold.startswith("Turret at 3, 0 | Fires in 4 turns, along its row and column: ")


def test_a_robot_says_how_it_is() -> None:
    shown = moment(*ROWS, a={"hp": 1, "laser": 12, "shield_left": 4}, b={"hp": 2})
    (told,) = facts(shown, (0, 1))
    assert told.startswith("Robot A (bot) at 0, 1 | 1 of 2 HP, 0 points; faces ")
    assert "Holds 12 lasers, 0 shields and 0 teleports." in told
    assert "Its shield takes hits for 2 more turns; the first one ends it." in told
    assert "Floor" not in told
    (other,) = tell(RAMPAGE, [shown], "board.inspectSeat(shot, 1)")
    assert other["lines"][-1] == "No shield: a hit costs 1 HP and pays its owner 750 points."
    assert "12" in words(draw(RAMPAGE, [shown])[0]), "the number of lasers stands beside the name"


def test_who_is_out_and_where_the_others_are() -> None:
    shown = moment(*ROWS)
    shown["to"]["robots"][1]["hp"] = 0
    asked = "[0, 1].map((seat) => [board.standing(shot, seat), board.seatAt(shot, seat)])"
    (((standing, alive), (out, dead)),) = tell(RAMPAGE, [shown], asked)
    assert (standing, out) == ({"out": False, "note": "2 HP"}, {"out": True, "note": "0 HP"})
    assert (alive["x"], alive["y"]) == (LEFT + CELL / 2, TOP + 1.5 * CELL)
    assert dead is None


def test_tools_that_cannot_be_used_say_why() -> None:
    shown = {**moment(*ROWS, a={"laser": 2}), "seat": 0}
    (tools,) = tell(RAMPAGE, [shown], 'board.tools(shot, new Set(["SHOOT", "LASER"]))')
    why = {tool["label"]: tool.get("why") for tool in tools}
    assert why["laser × 2"] is None
    assert why["shield"] == "you have no shield"
    assert why["teleport to …"] == "you have no teleport"
    assert len(tools) <= 10, "they stand in two rows"


def test_only_what_the_camera_shows_is_drawn() -> None:
    shown = moment(*ROWS, a={"laser": 12})
    corner = {"x": LEFT, "y": TOP, "width": 2 * CELL, "height": 2 * CELL}
    whole, part = draw(RAMPAGE, [shown, {**shown, "view": corner, "scale": 5}])
    assert len(part) < 0.7 * len(whole)
