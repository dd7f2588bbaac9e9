"""The game as a whole: it conforms, and its bots play whole matches."""

from __future__ import annotations

import pytest

from lanista.games.tower_defence.game import TOWER_DEFENCE
from tests.games.tower_defence.matches import RULESETS, duel
from tests.programs import check_with_all_tools
from tests.rows import every_row


@pytest.mark.compiles
@pytest.mark.parametrize("turns", [80, pytest.param(300, marks=pytest.mark.long)])
def test_the_game_conforms(turns: int) -> None:
    lines = check_with_all_tools(TOWER_DEFENCE, turns=turns)
    assert [line for line in lines if "NOT" in line] == []
    for ruleset in RULESETS:
        assert f"tower_defence ({ruleset}, 2 seats): seats are treated alike" in lines


# Bots


@every_row("ruleset", RULESETS)
@every_row("name", TOWER_DEFENCE.bots)
def test_bots_play_whole_matches_without_an_invalid_order(ruleset: str, name: str) -> None:
    for names in ((name, "random"), ("random", name)):
        state = duel(ruleset, *names, changes={"max_rounds": 120})
        assert TOWER_DEFENCE.outcome(state) is not None


@every_row("ruleset", RULESETS)
@every_row("names", [("turtle", "builder"), ("builder", "greedy"), ("greedy", "planner")])
def test_the_stronger_bot_wins_from_either_seat(ruleset: str, names: tuple[str, str]) -> None:
    for seats in (names, names[::-1]):
        outcome = TOWER_DEFENCE.outcome(duel(ruleset, *seats))
        assert outcome is not None
        assert outcome.rule_ranks[seats.index(names[1])] == 1 < outcome.rule_ranks[seats.index(names[0])]
