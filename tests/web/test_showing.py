"""A page shows the same as Python, of every game, for every audience and in every turn."""

import re
from pathlib import Path
from typing import Any

import pytest

from lanista.game import Game, game_names, get_game
from lanista.match.planning import plan_match
from lanista.match.replay import read_replay
from lanista.match.terms import MatchTerms
from lanista.web.scripts import rules_script
from tests.short import SHORT
from tests.sixth_game.game import FRUIT
from tests.web.showing_js import Match, answers, difference, expected, random_match, recorded_match


def matches_of(game: Game[Any, Any, Any], folder: Path) -> list[Match]:
    """Random matches under every ruleset with few and many seats, and one of bots under each ruleset."""
    seats = sorted({game.seats[0], game.default_seats})
    found = [random_match(game, ruleset, n, n, SHORT[game.name]) for ruleset in game.rulesets for n in seats]
    bots = (list(game.bots[::-1]) * game.default_seats)[: game.default_seats]
    for ruleset in game.rulesets:
        path = folder / f"{ruleset}.gz"
        plan_match(game.name, bots, MatchTerms(ruleset=ruleset, settings=SHORT[game.name]), seed=5).play(
            replay=path
        )
        found.append(recorded_match(read_replay(path)))
    return found


def check(matches: list[Match]) -> None:
    """Compare what a page and Python make of matches."""
    assert difference(answers(matches), [answer for match in matches for answer in expected(match)]) == ""


@pytest.mark.parametrize("name", game_names())
def test_a_page_shows_every_turn_as_python_does(name, tmp_path):
    check(matches_of(get_game(name), tmp_path))


LARGE = [
    ("sproutopia", {"Rows": 60, "Cols": 70, "MaxTicks": 60, "ranks_in_moves": 1}),
    ("rampage", {"any_size": 1, "width": 40, "height": 30, "max_turns": 30}),
    ("tanks", {"max_turns": 30, "ranks_in_moves": 1}),
]


@pytest.mark.parametrize(("name", "changes"), LARGE)
def test_a_page_shows_matches_of_other_sizes(name, changes):
    game = get_game(name)
    check([random_match(game, "standard", game.default_seats, 3, changes)])


def test_a_small_game_has_defaults():
    check([random_match(FRUIT, "standard", 2, 1, {})])


@pytest.mark.parametrize("name", game_names())
def test_a_script_can_stand_in_a_page(name):
    script = rules_script(get_game(name).rules)
    assert "</script" not in script.lower()
    assert "<!--" not in script
    assert not re.search(r"^import ", script, re.MULTILINE)
