"""Starters have notes for coding agents: the rules in brief with this game's numbers, and commands that parse."""

from __future__ import annotations

import re

import pytest

from lanista.game import get_game, installed_games
from lanista.tools.starters import LANGUAGES, STRATEGIES, game_strategies, starter_files
from tests.rows import every_row
from tests.test_documented_commands import parse

GAMES = [game.name for game in installed_games()[0]]
COMMAND = re.compile(r"^lanista (.+?)(?: +#.*)?$", re.MULTILINE)


@every_row("game", GAMES)
@every_row("language", LANGUAGES)
def test_the_notes_are_complete(language, game):
    chosen = get_game(game)
    if language not in game_strategies(chosen):
        pytest.fail(f"{game} has no {language} starter")
    notes = starter_files(language, chosen, "mybot")["AGENTS.md"]
    assert "{{" not in notes
    assert STRATEGIES[language] in notes
    assert f"{chosen.turn_budget('standard')} ms" in notes
    commands = COMMAND.findall(notes)
    assert len(commands) >= 5
    for command in commands:
        parse("AGENTS.md", command.split())


@pytest.mark.parametrize(
    ("game", "fact"),
    [
        ("overdrive", "after 600 rounds"),
        ("tower_defence", "after 1000 rounds"),
        ("sproutopia", "1000 ticks"),
        ("rampage", "750 for a hit"),
        ("tanks", "75 damage at the centre"),
    ],
)
def test_numbers_come_from_the_settings(game, fact):
    assert fact in starter_files("python", get_game(game), "mybot")["AGENTS.md"]
