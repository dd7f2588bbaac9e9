"""The events of a round, in words."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.engine.showing import ToldLine
from lanista.game import Played
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.moves import NOTHING, Move
from lanista.games.tower_defence.state import OrderType
from tests.games.tower_defence.matches import Moment, next_round, played
from tests.rows import every_row

RICH = {"start_energy": 1000}


def told_in(
    script: list[Any], last: tuple[str, str], changes: dict[str, int], ruleset: str = "standard"
) -> list[ToldLine]:
    """The lines about the last round after a script, which are the same for every audience."""
    state = played(script, ruleset, changes)
    round_played = next_round(state, *last)
    everybody, *seats = (TOWER_DEFENCE.pictures.told(state, round_played, seat) for seat in (None, 0, 1))
    assert seats == [everybody] * 2, "everything is seen by both"
    return everybody


WORDS: list[tuple[str, list[Any], tuple[str, str], dict[str, int], list[str]]] = [
    ("standard", [], ("", ""), {}, []),
    (
        "standard",
        [],
        ("0,0,2", "1,3,2"),
        {},
        ["A began a generator at 0,0 for 20 energy", "B began a generator at 1,3 for 20 energy"],
    ),
    (
        "standard",
        [],
        ("0,0,0", "9,3,2"),
        {},
        [
            "A's order was refused: DEFENSE costs 30 energy, and the player has 20",
            "B's order was refused: 9,3 is outside the player's half, which is 4 wide and 4 high",
        ],
    ),
    ("standard", [["", "2,1,1"]], ("", ""), RICH, ["B's turret at 2,1 is finished", "B fired 1 missile"]),
    (
        "standard",
        [["2,1,1", "3,1,0"], 4],
        ("3,0,1", ""),
        RICH,
        ["A began a turret at 3,0 for 30 energy", "A fired 1 missile"],
    ),
    ("standard", [["", "3,1,0"], 3, ["2,1,1", ""], 1], ("", ""), RICH, ["A hit B's wall at 3,1: health 20 to 15"]),
    (
        "standard",
        [["3,1,1", "3,1,2"]],
        ("", ""),
        RICH,
        [
            "A's turret at 3,1 is finished",
            "B's generator at 3,1 is finished",
            "A fired 1 missile",
            "A destroyed B's generator at 3,1, the last one: score +20",
        ],
    ),
    (
        "standard",
        [["3,1,1", ""]],
        ("", "3,1,0"),
        RICH,
        [
            "B began a wall at 3,1 for 30 energy",
            "A's turret at 3,1 is finished",
            "A fired 1 missile",
            "A destroyed B's wall at 3,1, the last one: score +30",
        ],
    ),
    ("standard", [["3,1,1", ""], 4], ("", ""), RICH, ["A fired 1 missile", "A hit B's base: health 100 to 95"]),
    (
        "standard",
        [["3,1,1", ""], 4],
        ("", ""),
        {**RICH, "start_health": 5},
        ["A fired 1 missile", "A hit B's base: health 5 to 0", "A base was destroyed: A wins, scores 0 to 0"],
    ),
    ("standard", [3], ("", ""), {"max_rounds": 4}, ["The round limit was reached: a tie, scores 0 to 0"]),
    ("extended", [], ("1,2,9", ""), {"max_do_nothings": 1}, ["Too many bad commands: a tie, scores 5 to 5"]),
    (
        "standard",
        [["3,1,1", ""], ["3,2,1", ""], ["3,3,1", ""], 4],
        ("", ""),
        {**RICH, "attack_cooldown": 0, "start_health": 30},
        [
            "A fired 3 missiles",
            "A hit B's base 3 times: health 15 to 0",
            "A base was destroyed: A wins, scores 0 to 0",
        ],
    ),
    (
        "extended",
        [["1,1,1", ""]],
        ("1,1,3", ""),
        RICH,
        ["A took down the turret at 1,1 for 5 energy"],
    ),
    ("extended", [30], ("", ""), {}, ["A has an iron curtain available", "B has an iron curtain available"]),
    ("extended", [31], ("0,0,5", ""), {}, ["A raised the iron curtain for 100 energy"]),
    (
        "extended",
        [60],
        ("0,0,5", ""),
        {},
        ["A raised the iron curtain for 100 energy", "A has an iron curtain available"],
    ),
    ("extended", [31, ["0,0,5", ""], 5], ("", ""), {}, ["A's iron curtain ended"]),
    (
        "extended",
        [28, ["", "0,5,1"], 2, ["0,0,5", ""]],
        ("", ""),
        RICH,
        ["A's iron curtain stopped 1 missile"],
    ),
    (
        "extended",
        [["7,2,4", "7,3,0"], ["", "5,1,0"], 8],
        ("", ""),
        RICH,
        [
            "A's tesla tower at 7,2 is finished",
            "A's tesla tower at 7,2 struck B's base and 2 buildings of B",
            "A destroyed B's wall at 5,1",
            "A destroyed B's wall at 7,3, the last one",
            "A hit B's base: health 100 to 80",
        ],
    ),
    (
        "extended",
        [["6,2,4", ""], 9],
        ("", ""),
        RICH,
        [
            "A's tesla tower at 6,2 is finished",
            "A's tesla tower at 6,2 struck nothing for 100 energy",
        ],
    ),
    (
        "extended",
        [25, ["6,2,4", ""], 5, ["", "0,0,5"], 3],
        ("", ""),
        RICH,
        ["A's tesla tower at 6,2 is finished", "A's tesla tower at 6,2 struck B's iron curtain"],
    ),
]


@every_row(("ruleset", "script", "last", "changes", "expected"), WORDS)
def test_a_round_in_words(
    ruleset: str, script: list[Any], last: tuple[str, str], changes: dict[str, int], expected: list[str]
) -> None:
    assert [line.text for line in told_in(script, last, changes, ruleset)] == expected


# A ruleset, a script, the orders of a round, and its key events with their cells on the real board
KEY: list[tuple[str, list[Any], tuple[str, str], list[tuple[str, tuple[int, int] | None]]]] = [
    ("standard", [["3,1,1", "3,1,2"]], ("", ""), [("loss", (4, 1))]),
    ("standard", [["3,1,1", "3,1,2"], ["", "0,0,2"]], ("", ""), []),
    ("standard", [["", "3,1,1"], 4], ("", ""), [("hit", (0, 1))]),
    ("standard", [["3,2,1", ""], 4], ("", ""), [("hit", (7, 2))]),
    ("standard", [999], ("", ""), [("end", None)]),
    ("extended", [["6,1,1", ""], 3, ["7,5,1", ""], 4], ("", ""), [("hit", (15, 5))]),  # the younger one is nearer
    ("extended", [], ("", "1,2,4"), [("build", (14, 2))]),
    ("extended", [31], ("0,0,5", ""), [("gain", None)]),
    (
        "extended",
        [["7,2,4", "7,3,0"], ["", "5,1,0"], 8],
        ("", ""),
        [("attack", (7, 2)), ("loss", (8, 3)), ("hit", (15, 2))],
    ),
]


@every_row(("ruleset", "script", "last", "expected"), KEY)
def test_key_events_have_a_kind_and_a_cell(
    ruleset: str, script: list[Any], last: tuple[str, str], expected: list[Any]
) -> None:
    lines = told_in(script, last, RICH, ruleset)
    assert [(line.kind, line.at) for line in lines if line.kind] == expected


def test_ordinary_events_have_a_cell_too() -> None:
    lines = told_in([["3,1,1", "3,1,2"]], ("0,0,0", "0,3,0"), RICH)
    assert [line.at for line in lines][:4] == [(0, 0), (7, 3), (3, 1), (4, 1)]


def test_nothing_is_told_after_the_end() -> None:
    assert told_in([4], ("0,0,2", ""), {"max_rounds": 4}) == []


# A ruleset, a script, an order of B's, and why it is refused
REFUSED: list[tuple[str, list[Any], Move, str]] = [
    ("standard", [], Move(OrderType.TESLA), "there is no order of type 4"),
    (
        "standard",
        [],
        Move(OrderType.ENERGY, -1, 7),
        "-1,7 is outside the player's half, which is 4 wide and 4 high",
    ),
    (
        "extended",
        [["", "0,0,4"], ["", "0,1,4"]],
        Move(OrderType.TESLA, 5, 5),
        "the player has 2 tesla towers already, the maximum",
    ),
    ("standard", [["", "2,3,0"]], Move(OrderType.ATTACK, 2, 3), "there is a building on 2,3 already"),
    ("extended", [], Move(OrderType.DECONSTRUCT, 7, 1), "there is no building on 7,1 to deconstruct"),
    (
        "extended",
        [],
        Move(OrderType.IRON_CURTAIN),
        "no iron curtain is available; one becomes available every 4 rounds",
    ),
    (
        "extended",
        [5, ["", "0,0,5"], 3],
        Move(OrderType.IRON_CURTAIN),
        "the iron curtain is still up for 2 rounds",
    ),
]


@pytest.mark.parametrize(("ruleset", "script", "order", "reason"), REFUSED)
def test_a_refused_order_is_told_with_its_reason(
    ruleset: str, script: list[Any], order: Move, reason: str
) -> None:
    state = played(script, ruleset, {**RICH, "curtain_period": 4})
    assert told_of_order(state, order) == f"B's order was refused: {reason}"


@pytest.mark.parametrize(
    ("order", "price"), [(OrderType.DEFENSE, 30), (OrderType.ENERGY, 20), (OrderType.IRON_CURTAIN, 100)]
)
def test_an_order_that_is_too_expensive_is_told_with_its_price(order: OrderType, price: int) -> None:
    changes = {"start_energy": 0, "round_income": 1, "curtain_period": 1}
    reason = f"{order.name} costs {price} energy, and the player has 2"
    assert told_of_order(played([2], "extended", changes), Move(order)) == f"B's order was refused: {reason}"


def told_of_order(state: Moment, order: Move) -> str:
    """The first line about a round in which B gives an order."""
    round_played = Played(state.clone(), [NOTHING, order])
    TOWER_DEFENCE.step(state, round_played.moves)
    return TOWER_DEFENCE.pictures.told(state, round_played)[0].text
