"""The drawing knows no rule: what happened in a turn is drawn as the frame says, and nothing else is."""

from __future__ import annotations

from typing import Any

from lanista.game import Played
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.moves import Move
from lanista.games.rampage.notes import End
from lanista.games.rampage.state import Direction, Word
from lanista.games.rampage.views import bullet_code
from tests.web.drawing_js import discs, draw, shot, words

from .positions import position

BOARD = ("A..........", *9 * ("...........",), ".....B.....")
CELL = 900 / 11
HALFWAY = 0.3  # bullets are on their way, nothing has struck yet


def turn(*rows: str, words: str, **given: Any) -> Played:
    return Played(position(*rows, **given), [Move(Word[word]) for word in words.split("/")])


def changed(shown: dict[str, Any], robots: list[dict[str, Any]]) -> dict[str, Any]:
    """The same with other robots after the turn."""
    to = shown["to"]
    pairs = zip(to["robots"], robots, strict=True)
    return {**shown, "to": {**to, "robots": [robot | changes for robot, changes in pairs]}}


def near(calls: list[Any], x: float, y: float) -> bool:
    """Whether a circle is drawn within half a cell of the middle of a cell; the board begins at 36, 140."""
    px, py = 36 + (x + 0.5) * CELL, 140 + (y + 0.5) * CELL
    return any(abs(cx - px) < CELL / 4 and abs(cy - py) < CELL / 4 for cx, cy in discs(calls))


def test_bullets_fly_as_the_frame_says() -> None:
    played = turn(*BOARD, words="SHOOT/NONE")
    elsewhere = [bullet_code(4 * 11 + 4, Direction.DOWN, 0)]
    real, moved, none = draw(
        RAMPAGE,
        [
            shot(RAMPAGE, played, HALFWAY),
            shot(RAMPAGE, played, HALFWAY, flights=elsewhere, ends=[End.NOTHING], shots=0),
            shot(RAMPAGE, played, HALFWAY, flights=[], ends=[], shots=0),
        ],
    )
    assert [near(calls, 4, 4 + HALFWAY) for calls in (real, moved, none)] == [False, True, False]
    assert len(real) > len(none), "the move SHOOT alone draws no bullet"


def test_a_bullet_ends_where_the_frame_says() -> None:
    """Sparks instead of a bullet, whatever is on the board."""
    played = turn(*BOARD, words="SHOOT/NONE")
    code = bullet_code(4 * 11 + 4, Direction.RIGHT, 0)
    flies, ends = draw(
        RAMPAGE,
        [shot(RAMPAGE, played, 0.55, flights=[code], ends=[end], shots=0) for end in (End.NOTHING, End.WALL)],
    )
    assert near(flies, 4 + 0.55, 4)
    assert near(ends, 4 + 0.5, 4)
    assert flies != ends


def test_hp_are_lost_as_the_frame_says() -> None:
    played = turn(".AB........", *9 * ("...........",), words="SHOOT/NONE")
    real, other, none = draw(
        RAMPAGE,
        [
            shot(RAMPAGE, played, 0.9),
            changed(shot(RAMPAGE, played, 0.9), [{"hits": [{"kind": 0, "by": 1, "lost": 9}]}, {"hits": []}]),
            changed(shot(RAMPAGE, played, 0.9), [{"hits": []}, {"hits": []}]),
        ],
    )
    lost = [{text for text in words(calls) if text.startswith("-")} for calls in (real, other, none)]
    assert lost == [{"-1"}, {"-9"}, set()]


def test_beams_are_sent_back_as_the_frame_says() -> None:
    played = turn(".A.B.......", *9 * ("...........",), words="LASER/NONE", a={"laser": 1}, b={"shield_left": 4})
    real, none = draw(RAMPAGE, [shot(RAMPAGE, played, 0.8), shot(RAMPAGE, played, 0.8, reflections=[])])
    assert len(real) > len(none)


def test_a_teleport_is_drawn_for_who_has_spent_one() -> None:
    played = turn("A...0......", *9 * ("...........",), "....B......", words="NONE/TELEPORT_0")
    without = shot(RAMPAGE, played, 0.2)
    refused, spent = draw(RAMPAGE, [without, changed(without, [{}, {"spent_teleport": 1}])])
    assert len(spent) > len(refused)
