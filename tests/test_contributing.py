"""CONTRIBUTING's map of the project is complete and true."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAP = PAGE.partition("## Where things are")[2].partition("## Ten questions")[0]
QUESTIONS = PAGE.partition("## Ten questions")[2].partition("## Habits")[0]
SOURCE = ROOT / "src" / "lanista"
UNLISTED = {"__init__.py", "__main__.py", "__pycache__", "py.typed"}


def test_the_map_names_everything_in_the_package():
    entries = {path.name + "/" * path.is_dir() for path in SOURCE.iterdir() if path.name not in UNLISTED}
    named = set(re.findall(r"^    ([\w.]+/?)  ", MAP, re.MULTILINE))
    assert named == entries


def test_the_map_names_every_file_of_a_game_that_two_games_have():
    games = [path for path in (SOURCE / "games").iterdir() if (path / "game.py").is_file()]
    named = set(re.findall(r"`([\w.]+)/?`", MAP))
    for name in {path.name for game in games for path in game.iterdir()} - UNLISTED:
        if sum((game / name).exists() for game in games) > 2:
            assert name.removesuffix(".py") in named, name


@pytest.mark.parametrize("path", re.findall(r"`((?:src|docs|tests)/[^`]+)`", QUESTIONS))
def test_questions_are_answered_by_files_that_exist(path):
    assert (ROOT / path).is_file()


def test_there_are_ten_questions():
    assert QUESTIONS.count("? | `") == 10


@pytest.mark.parametrize(
    ("path", "name"), re.findall(r"^\d\. `([^`]+)`, `([^`]+)`", QUESTIONS, re.MULTILINE), ids=lambda text: text
)
def test_hops_of_walks_are_functions_that_exist(path, name):
    source = (ROOT / path).read_text(encoding="utf-8")
    assert all(re.search(rf"\b{part}\b", source) for part in name.split("."))


@pytest.mark.parametrize("walk", QUESTIONS.split("\n### ")[1:], ids=lambda walk: walk.partition("\n")[0])
def test_walks_have_at_most_eight_hops(walk):
    hops = [int(number) for number in re.findall(r"^(\d)\. `", walk, re.MULTILINE)]
    assert hops == list(range(1, len(hops) + 1))
    assert 1 < len(hops) <= 8
