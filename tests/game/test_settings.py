"""Settings have ranges, which are checked before anything is opened."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from lanista.cli.main import lanista
from lanista.core.errors import ConfigError
from lanista.game import Setting, game_names, get_game
from tests.rows import every_row

BOUNDS = [
    (game, name, value)
    for game in game_names()
    for name, setting in get_game(game).settings.items()
    for value in (setting.low - setting.step, setting.high + setting.step)
]


@pytest.mark.parametrize("game", game_names())
def test_every_setting_of_every_ruleset_is_in_its_range(game: str) -> None:
    chosen = get_game(game)
    for ruleset, config in chosen.rulesets.items():
        assert config.keys() == chosen.settings.keys()
        assert chosen.configure(ruleset) == config


@every_row(("game", "name", "value"), BOUNDS)
def test_a_value_out_of_its_range_is_refused(game: str, name: str, value: int) -> None:
    chosen = get_game(game)
    words = rf"setting {name} expects (even numbers )?-?\d+ to \d+, got {value}"
    with pytest.raises(ConfigError, match=words):
        chosen.configure("standard", {name: value})
    with pytest.raises(ConfigError, match=words):
        chosen.start({**chosen.configure(), name: value}, 1)


@pytest.mark.parametrize("game", game_names())
def test_a_refused_setting_leaves_no_replay_behind(game: str, tmp_path: Path) -> None:
    chosen = get_game(game)
    bots = [chosen.bots[0]] * chosen.default_seats
    for name, setting in chosen.settings.items():
        change = f"{name}={setting.low - setting.step}"
        arguments = ["play", game, *bots, "--set", change, "-o", str(tmp_path / "match.replay")]
        done = CliRunner().invoke(lanista, arguments)
        assert done.exit_code == 2
        assert f"setting {name} expects" in re.sub(r"\s+", " ", done.output)
        assert list(tmp_path.iterdir()) == []


def test_a_step_of_two_is_said_in_words() -> None:
    assert Setting(8, 2, 16, step=2).fault("width", 8) == ""
    assert Setting(8, 2, 16, step=2).fault("width", 7) == "setting width expects even numbers 2 to 16, got 7"
    assert Setting(5, 1, 9, step=2).fault("side", 4) == "setting side expects odd numbers 1 to 9, got 4"


@every_row(("game", "former"), [(game, name) for game in game_names() for name in get_game(game).renamed_settings])
def test_a_former_name_is_refused_with_the_new_one(game: str, former: str) -> None:
    chosen = get_game(game)
    with pytest.raises(ConfigError, match=f"it is now {chosen.renamed_settings[former]}, with 1 and 0 exchanged"):
        chosen.configure("standard", {former: 0})


def test_switches_of_decisions_are_1_for_the_slips_of_the_original() -> None:
    """Where text and engine differ, `standard` has 0 and `classic` has 1."""
    for chosen in map(get_game, game_names()):
        if "classic" in chosen.rulesets:
            standard, classic = chosen.rulesets["standard"], chosen.rulesets["classic"]
            switches = [name for name in standard if re.match(r"d\d+_", name) and standard[name] != classic[name]]
            assert switches, chosen.name
            assert {(standard[name], classic[name]) for name in switches} == {(0, 1)}, chosen.name
