"""A bot sees its own files, and none of another seat's."""

from pathlib import Path

import pytest

from lanista.bots.process.confinement import confinements
from lanista.bots.resolve import find_bot
from lanista.game import get_game
from lanista.sandbox import NO_SANDBOX

MOVE = "def move(view):\n    return 'NOTHING'\n"
PROJECT = 'command = "bot.py"\nprotocol = "python"\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    monkeypatch.setenv("HOME", str(tmp_path / "elsewhere"))
    return tmp_path


def write(path: Path, text: str = MOVE) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def seen(*specs: str) -> list[tuple[list[str], list[str]]]:
    """The names of what each bot sees, and of what is hidden in it."""
    game = get_game("overdrive")
    found = confinements([find_bot(game, spec) for spec in specs], NO_SANDBOX)
    return [([path.name for path in one.visible], [path.name for path in one.hidden]) for one in found]


def test_files_in_one_folder_are_seen_one_by_one(folder):
    one, two = write(folder / "bots" / "a.py"), write(folder / "bots" / "b.py")
    assert seen(one, two) == [(["a.py"], []), (["b.py"], [])]


def test_a_file_in_a_folder_of_its_own_sees_that_folder(folder):
    one, two = write(folder / "a" / "bot.py"), write(folder / "b" / "bot.py")
    assert seen(one, two) == [(["a"], []), (["b"], [])]


def test_a_file_in_the_working_directory_sees_itself_and_what_it_imports(folder, monkeypatch):
    monkeypatch.chdir(folder)
    write(folder / "helper.py", "X = 1\n")
    assert seen(write(folder / "a.py", f"import helper\n{MOVE}"), "cruise")[0] == (["a.py", "helper.py"], [])


def test_a_folder_above_home_is_never_seen(folder):
    assert seen(write(folder / "a.py"), "cruise")[0] == (["a.py"], [])


def test_a_folder_hides_earlier_matches_and_another_seat_within_it(folder):
    write(folder / "a" / "lanista.toml", PROJECT)
    write(folder / "a" / "bot.py")
    write(folder / "a" / "replays" / "1.jsonl.gz", "")
    inner = write(folder / "a" / "old" / "bot.py")
    assert seen(str(folder / "a"), inner) == [(["a"], ["replays", "bot.py"]), (["old"], [])]


def test_a_bot_that_plays_itself_hides_nothing_from_itself(folder):
    bot = write(folder / "a" / "bot.py")
    assert seen(bot, bot) == [(["a"], []), (["a"], [])]


def test_the_files_of_a_command_are_seen(folder):
    script = write(folder / "a" / "bot.sh", "#!/bin/sh\n")
    assert seen(f"sh {script}", "cruise")[0] == (["a"], [])
