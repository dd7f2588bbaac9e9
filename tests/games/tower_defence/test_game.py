"""The game as a whole: it conforms, its bots play whole matches, and its picture can be looked at."""

from __future__ import annotations

from typing import Any

import pytest
from rich.cells import cell_len

from lanista.game import BotStart
from lanista.games.tower_defence import TOWER_DEFENCE
from lanista.testing import check_game
from tests.games.tower_defence.matches import Moment, begin, played

RULESETS = ["standard", "classic", "extended"]


def test_the_game_conforms() -> None:
    lines: list[str] = []
    check_game(TOWER_DEFENCE, turns=300, native=True, report=lines.append)
    assert [line for line in lines if "NOT" in line] == []
    for ruleset in RULESETS:
        assert f"tower_defence ({ruleset}, 2 seats): seats are treated alike" in lines


# Bots


def duel(ruleset: str, *names: str, seed: int = 1, changes: dict[str, int] | None = None) -> Moment:
    """A whole match of built-in bots; every order must be a legal one."""
    config = TOWER_DEFENCE.configure(ruleset, changes)
    state = TOWER_DEFENCE.start(config, seed)
    starts = [BotStart(seat, 2, ruleset, config, 2 * seed + seat) for seat in range(2)]
    bots: list[Any] = [TOWER_DEFENCE.bot(name)(start) for name, start in zip(names, starts, strict=True)]
    while TOWER_DEFENCE.outcome(state) is None:
        texts = [bot.move(TOWER_DEFENCE.view(state, seat)) for seat, bot in enumerate(bots)]
        TOWER_DEFENCE.step(state, [TOWER_DEFENCE.read(state, seat, text) for seat, text in enumerate(texts)])
    return state


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", TOWER_DEFENCE.bots)
def test_bots_play_whole_matches_without_an_invalid_order(ruleset: str, name: str) -> None:
    for names in ((name, "random"), ("random", name)):
        state = duel(ruleset, *names, changes={"max_rounds": 120})
        assert TOWER_DEFENCE.outcome(state) is not None


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("names", [("turtle", "builder"), ("builder", "greedy"), ("turtle", "greedy")])
def test_the_stronger_bot_wins_from_either_seat(ruleset: str, names: tuple[str, str]) -> None:
    for seats in (names, names[::-1]):
        outcome = TOWER_DEFENCE.outcome(duel(ruleset, *seats))
        assert outcome is not None
        assert outcome.places[seats.index(names[1])] == 1 < outcome.places[seats.index(names[0])]


# The picture


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
