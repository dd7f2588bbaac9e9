"""The scripts of a game are made once and cached, under everything that they are made from."""

import logging
from pathlib import Path

import pytest

from lanista.game import game_names, get_game
from lanista.web import scripts
from lanista.web.scripts import rules_script, step_script

TANKS = get_game("tanks")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty cache, of which this process knows nothing yet."""
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path))
    for made in (rules_script, step_script):
        made.cache_clear()
    return tmp_path / "lanista" / "scripts"


def make_again(folder: Path) -> str:
    step_script.cache_clear()
    return step_script(TANKS.rules)


def test_a_script_is_made_once(folder, monkeypatch):
    script = step_script(TANKS.rules)
    assert [path.name.rpartition("-")[0] for path in folder.iterdir()] == ["tanks-step"]
    monkeypatch.setattr(scripts, "module_of", None)  # making it again fails
    assert make_again(folder) == script


def test_a_changed_file_makes_another_script(folder, monkeypatch):
    step_script(TANKS.rules)
    monkeypatch.setattr(scripts, "package_digest", lambda module: b"another version")
    make_again(folder)
    assert len(list(folder.iterdir())) == 2


def test_another_layout_is_another_script(folder):
    rampage = get_game("rampage")
    large = rampage.start(rampage.configure("standard", {"any_size": 1, "width": 40, "height": 30}), 1).rules
    assert step_script(rampage.rules) != step_script(large)
    assert len(list(folder.iterdir())) == 2


def test_a_forged_script_is_not_used(folder, caplog):
    script = step_script(TANKS.rules)
    (path,) = folder.iterdir()
    path.write_bytes(path.read_bytes().replace(b"export", b"import"))
    with caplog.at_level(logging.WARNING):
        assert make_again(folder) == script
    assert "was not written by Lanista; making this script again" in caplog.text


@pytest.mark.parametrize("name", game_names())
def test_what_shows_a_match_is_smaller_than_what_plays_it(name):
    game = get_game(name)
    assert len(step_script(game.rules)) < len(rules_script(game.rules))
