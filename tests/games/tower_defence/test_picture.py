"""The battle drawn for a terminal."""

from __future__ import annotations

from typing import Any

import pytest
from rich.cells import cell_len

from lanista.games.tower_defence.game import TOWER_DEFENCE
from tests.games.tower_defence.matches import RULESETS, begin, duel, played


def test_a_player_sees_himself_on_the_left_of_the_picture() -> None:
    state = played([["0,0,2", "1,1,2"], 1])
    rows = TOWER_DEFENCE.picture(state, 1, ["ann", "bob"]).plain.splitlines()
    first = next(row for row in rows if " 0 " in row and "┊" in row)
    second = next(row for row in rows if " 1 " in row and "┊" in row and "0" not in row)
    assert first.index("E") > first.index("┊")
    assert second.index("E") < second.index("┊")
    assert (
        next(row for row in rows if "bob" in row) < next(row for row in rows if "ann" in row) or "bob" in rows[2]
    )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_picture_is_at_most_80_columns_wide_whatever_the_names(ruleset: str) -> None:
    state = duel(ruleset, "greedy", "turtle", changes={"max_rounds": 90})
    names = ["\x1b[31m" + "x" * 200, "\N{DODO}\u202e" * 50]
    for moment in (begin(ruleset), state):
        for seat in (None, 0, 1):
            text = TOWER_DEFENCE.picture(moment, seat, names).plain
            assert max(cell_len(line) for line in text.splitlines()) <= 80
            assert "\x1b" not in text
            assert "\u202e" not in text


BESIDE: list[tuple[str, list[Any], str]] = [
    ("a wall to be finished in three rounds", [3, ["0,0,0", ""]], "d3"),
    ("a wall to be finished in one round", [3, ["0,0,0", ""], 2], "d1"),
    ("a finished wall", [3, ["0,0,0", ""], 3], "D "),
    ("a wall with three quarters of its health", [3, ["0,0,0", "0,0,1"], 10], "D▆"),
    ("a turret that has just been placed", [3, ["0,0,1", ""]], "a1"),
    ("a turret that has just shot", [3, ["0,0,1", ""], 1], "A3"),
    ("a turret that will shoot", [3, ["0,0,1", ""], 4], "A "),
]


@pytest.mark.parametrize(("script", "marks"), [b[1:] for b in BESIDE], ids=[b[0] for b in BESIDE])
def test_beside_a_building_stands_what_is_to_know_of_it(script: list[Any], marks: str) -> None:
    rows = TOWER_DEFENCE.picture(played(script)).plain.splitlines()
    row = next(row for row in rows if " 0 " in row and "┊" in row)
    assert row[5:7] == marks


def test_a_picture_says_how_it_ended() -> None:
    state = played([2, ["3,0,1", ""], 90], "standard")
    assert "ann wins: base destroyed" in TOWER_DEFENCE.picture(state, None, ["ann", "bob"]).plain
    tie = played([5], "standard", {"max_rounds": 5})
    assert "A tie: max rounds, 0 : 0 points" in TOWER_DEFENCE.picture(tie).plain


def test_no_curtain_is_up_before_the_first_round() -> None:
    assert "no curtain" in TOWER_DEFENCE.picture(begin("extended")).plain
    state = played([31, ["0,0,5", ""]], "extended")
    assert "curtain 5" in TOWER_DEFENCE.picture(state).plain


def test_the_score_is_the_one_that_decides() -> None:
    """Final health counts under `classic`."""
    assert "score 10000" in TOWER_DEFENCE.picture(begin("classic")).plain


def test_cooldowns_are_hidden_from_b_where_the_engine_hides_them() -> None:
    """D16, of which `classic` is the engine's side."""
    state = played([3, ["0,0,1", ""], 1], "classic")
    assert {seat: "A3" in TOWER_DEFENCE.picture(state, seat).plain for seat in (None, 0, 1)} == {
        None: True,
        0: True,
        1: False,
    }
