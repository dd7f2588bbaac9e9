"""Names of seats: chosen by their authors, never `java`, `main` or `index`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lanista.bots.resolve import FoundBot, find_bot, unique_names
from lanista.bots.source.names import command_name, file_name, folder_name
from lanista.game import get_game
from tests.rows import every_row

OVERDRIVE = get_game("overdrive")

COMMANDS = [
    ("node bots/alice/index.js", "alice"),
    ("node bots/alice/racer.js", "racer"),
    ("python3 bots/alice/main.py", "alice"),
    ("python3 -u bots/alice/src/main.py", "alice"),
    ("java -jar bots/alice/target/alice-1.0-jar-with-dependencies.jar", "alice"),
    ("java -jar bots/alice/build/libs/bot.jar", "alice"),
    ("java -jar bots/alice/racer.jar", "racer"),
    ("java -cp bots/alice/target/classes Main", "alice"),
    ("bots/alice/target/release/racer", "racer"),
    ("bots/alice/build/bot", "alice"),
    ("bots/alice/java/run.sh", "alice/java"),
    ("python3 -m racer", "racer"),
    ("java Main", "contest"),
    ("dotnet run", "contest"),
    ("sh -c 'while read l; do echo NOTHING; done'", "sh"),
    ("cat", "cat"),
]


@pytest.fixture
def contest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the bots of somebody called alice."""
    folder = tmp_path / "contest"
    for name in [
        "index.js",
        "racer.js",
        "main.py",
        "src/main.py",
        "target/alice-1.0-jar-with-dependencies.jar",
        "build/libs/bot.jar",
        "racer.jar",
        "target/classes/Main.class",
        "target/release/racer",
        "build/bot",
        "java/run.sh",
    ]:
        path = folder / "bots" / "alice" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.usefixtures("contest")
@pytest.mark.parametrize(("command", "name"), COMMANDS)
def test_names_of_commands(command, name):
    import shlex

    assert command_name(shlex.split(command)) == name


@pytest.mark.parametrize(
    ("folder", "name"),
    [("alice", "alice"), ("alice/java", "alice/java"), ("alice/python3", "alice/python3"), ("main", "main")],
)
def test_names_of_folders(tmp_path, folder, name):
    (tmp_path / folder).mkdir(parents=True)
    assert folder_name(tmp_path / folder) == name


@pytest.mark.parametrize(
    ("file", "name"), [("racer.py", "racer"), ("bot.py", "alice"), ("src/Main.java", "alice")]
)
def test_names_of_files(tmp_path, file, name):
    assert file_name(tmp_path / "alice" / file) == name


def test_names_do_no_harm(tmp_path):
    odd = tmp_path / "\x1b[31mred\nline"
    odd.mkdir()
    assert folder_name(odd) == "�[31mred line"
    assert len(folder_name(tmp_path / ("x" * 200))) == 60


BOT_JSON = {"botLocation": "/", "botFileName": "run.py", "botLanguage": "python3"}


@pytest.mark.parametrize(
    ("members", "name"),
    [
        ({"nickName": "Flash", "author": "Ann"}, "Flash"),
        ({"nickName": "", "author": "Ann"}, "Ann"),
        ({"nickName": " ", "author": None}, "alice/java"),
    ],
)
def test_names_of_contest_bots(tmp_path, members, name):
    folder = tmp_path / "alice" / "java"
    folder.mkdir(parents=True)
    (folder / "run.py").touch()
    (folder / "bot.json").write_text(json.dumps(BOT_JSON | members))
    assert find_bot(OVERDRIVE, str(folder)).name == name


def bot(name: str, author: str = "", at: str = "") -> FoundBot:
    return FoundBot(at or name, name, "", author=author)


@every_row(
    ("bots", "names"),
    [
        ([bot("a"), bot("b"), bot("a"), bot("a")], ["a", "b", "a 2", "a 3"]),
        ([bot("Flash", "Ann"), bot("Flash", "Ben")], ["Flash (Ann)", "Flash (Ben)"]),
        ([bot("Flash", "Ann"), bot("Flash", "Ann")], ["Flash", "Flash 2"]),
        ([bot("Flash", "Ann"), bot("Flash")], ["Flash (Ann)", "Flash"]),
        ([bot("td", at="td"), bot("td", at="td_old")], ["td", "td_old"]),
        ([bot("td", at="bots/new/td"), bot("x"), bot("td", at="bots/td")], ["new/td", "x", "td"]),
        ([bot("td", at="/bots/ann/td"), bot("td", at="/bots/ben/td")], ["ann/td", "ben/td"]),
        ([bot("td", at="td"), bot("td", at="old"), bot("td", at="old")], ["td", "old", "old 2"]),
        ([bot("td", at="td"), bot("td", at="old/\x1b[31m")], ["td", "old/�[31m"]),
        ([bot("td", at="td"), bot("td", at="x/" * 99 + "y")], ["td", "…" + "x/" * 29 + "y"]),
    ],
)
def test_names_are_unique(bots, names):
    assert unique_names(bots) == names
