"""Bot folders, however broken: `find_bot` finds a bot or says in one short sentence why not."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

import pytest

from lanista.bots.resolve import find_bot
from lanista.core.errors import BotError
from lanista.game import get_game
from tests.fuzz.mutations import FRAGMENTS, VALUES, cases, mutate_bytes, mutate_json

GAMES = [get_game("overdrive"), get_game("tower_defence")]
TOML = b"""name = "racer"
games = ["overdrive", "tower_defence"]
protocol = "lines"
build = []
command = "sh bot.sh --fast 3"
files = ["*.sh", "src/**"]
"""
BOT_JSON = {
    "author": "An Author",
    "email": "author@example.com",
    "nickName": "Racer",
    "botLocation": "/src",
    "botFileName": "bot.sh",
    "botLanguage": "rust",
    "arguments": {"coreCount": 2},
}
MAX_MESSAGE = 2_000  # characters: two paths, a quotation, and the known names
ODD_TOML = [
    b"command = " + b"[" * 20_000,
    b"a" + b".a" * 20_000 + b" = 1",
    b'command = "sh"\nx = ' + b"9" * 50_000,
    b'command = "sh"\nx = 0x' + b"f" * 50_000,
    b'command = "sh"\nfiles = [""]',
    b'command = "sh"\nfiles = ["."]',
    b'command = "sh"\nfiles = ["***"]',
    b'command = "sh"\nfiles = ["a\\u0000b"]',
    b'command = "sh"\nfiles = ["' + b"[" * 5000 + b'"]',
    b'command = "sh"\nfiles = ["' + b"x" * 5000 + b'"]',
    b'command = "\\u0000"',
    b'command = "./\\u0000"',
    b"command = \"''\"",
    b'command = "' + b"x" * 5000 + b'"',
    b'command = "./' + b"x" * 5000 + b'"',
    b'command = "bot.py"\nprotocol = "python"\nname = "\\u202e\\u0007"',
    b'command = "' + b"x" * 5000 + b'.py"\nprotocol = "python"',
    b'command = "sh"\nprotocol = "' + b"x" * 5000 + b'"',
    b'command = "sh"\ngames = ["' + b"x" * 5000 + b'"]',
    b'command = "sh"\nbuild = "\\u0000"',
    b"\xff\xfe",
    b"x" * 100_000,
]


def bot_folder(path: Path) -> Path:
    """A folder with a script and a source folder."""
    (path / "src").mkdir(parents=True)
    for file in ("bot.sh", "src/bot.sh"):
        (path / file).write_text("#!/bin/sh\n")
        (path / file).chmod(0o755)
    return path


def look(spec: str | Path) -> str:
    """Look for a bot in both games; the last error message, if any."""
    said = ""
    for game in GAMES:
        try:
            bot = find_bot(game, str(spec))
        except BotError as error:
            said = str(error)
            assert len(said) < MAX_MESSAGE
            assert "Traceback" not in said
        else:
            bot.name.encode()
            assert bot.name.isprintable() or "�" in bot.name
            assert 0 < len(bot.name) <= 60
            assert all("\0" not in word for word in bot.command)
    return said


@pytest.mark.parametrize("toml", ODD_TOML, ids=range(len(ODD_TOML)))
def test_odd_lanista_toml(tmp_path, toml):
    folder = bot_folder(tmp_path / "bot")
    (folder / "lanista.toml").write_bytes(toml)
    look(folder)


def test_mutated_lanista_toml(tmp_path):
    folder = bot_folder(tmp_path / "bot")
    for rng in cases(300, "toml"):
        (folder / "lanista.toml").write_bytes(mutate_bytes(rng, TOML).replace(b"build = [", b"build_ = ["))
        look(folder)


def toml_value(value: object) -> str:
    """A value in TOML, as far as TOML can express it."""
    return json.dumps(value).replace("null", '""').replace("\\ud", "\\u0d")


def test_lanista_toml_with_other_values(tmp_path):
    folder = bot_folder(tmp_path / "bot")
    for rng in cases(150, "values"):
        members = {"command": "sh bot.sh", "files": ["*.sh"], "protocol": "lines", "name": "x", "games": []}
        members[rng.choice(list(members))] = rng.choice(VALUES)
        try:
            text = "\n".join(f"{name} = {toml_value(value)}" for name, value in members.items())
        except ValueError:  # an integer with more digits than `str` allows
            text = "command = " + "9" * 5000
        (folder / "lanista.toml").write_text(text)
        look(folder)


def test_mutated_bot_json(tmp_path):
    folder = bot_folder(tmp_path / "bot")
    good = json.dumps(BOT_JSON).encode()
    for rng in cases(300, "bot.json"):
        (folder / "bot.json").write_bytes(mutate_bytes(rng, good))
        look(folder)
    for rng in cases(200, "members"):
        value = mutate_json(rng, BOT_JSON)
        try:
            (folder / "bot.json").write_text(json.dumps(value))
        except ValueError:
            continue
        look(folder)


@pytest.mark.parametrize("member", sorted(BOT_JSON))
@pytest.mark.parametrize("text", [b"\xff", b"\\ud800", b"\\u0000", b"x" * 5000, b"../" * 2000, b"\\u202e"])
def test_odd_members_of_bot_json(tmp_path, member, text):
    folder = bot_folder(tmp_path / "bot")
    members = {name: value for name, value in BOT_JSON.items() if name != "arguments"} | {member: "@"}
    (folder / "bot.json").write_bytes(json.dumps(members).encode().replace(b"@", text))
    look(folder)


def odd_entry(rng: random.Random, folder: Path) -> None:
    """Add an unexpected entry to a folder."""
    name = os.fsdecode(
        rng.choice([b"x", b"\xff\xfe", b"bot.py", b"package.json", b"a\nb", b" ", b"bot.json", b"-rf"])
    )
    path = folder / rng.choice([".", "src"]) / name
    if os.path.lexists(path):
        return
    match rng.randrange(8):
        case 0:
            path.symlink_to(path.name)  # a loop
        case 1:
            path.symlink_to("..")
        case 2:
            os.mkfifo(path)
        case 3:
            path.mkdir()
        case 4:
            path.symlink_to("/dev/zero")
        case 5:
            path.symlink_to("/nonexistent")
        case 6:
            path.write_bytes(rng.choice(FRAGMENTS))
        case 7:
            with path.open("wb") as file:
                file.truncate(2**40)  # sparse; reading all of it would take forever


def test_folders_with_odd_entries(tmp_path):
    for number, rng in enumerate(cases(60, "entries")):
        folder = bot_folder(tmp_path / str(number))
        if rng.random() < 0.3:
            (folder / "lanista.toml").write_bytes(b'command = "./bot.sh"\nfiles = ["*.sh"]')
        for _ in range(rng.randint(1, 4)):
            odd_entry(rng, folder)
        look(folder)


def test_folders_with_odd_names(tmp_path):
    for name in (b"\xff\xfe", b"a\nb", b"\x1b[31m", b" ", b"-x", "\u202e".encode(), b"x" * 255, b"java", b"main"):
        folder = bot_folder(Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)))
        look(folder)
        here = os.getcwd()
        os.chdir(folder)
        try:
            look(".")
            look("./bot.sh")
        finally:
            os.chdir(here)


def test_odd_words_for_a_bot(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for rng in cases(300, "spec"):
        spec = mutate_bytes(
            rng, rng.choice([b"sh bot.sh", b"bot.py", b"./bot", b"~/bot", b"signalr:./bot", b"greedy"])
        )
        look(os.fsdecode(spec))
    for odd in ("~nosuchuser/bot", "x" * 5000, "x/" * 5000, "\0", "sh \0", "", " ", "''", "'", "\ud800", "."):
        look(odd)
