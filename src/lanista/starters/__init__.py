"""Starters: a working bot for every language and game, made of a client and a strategy.

Each language has a folder here: `client/` is copied, `notes.md` goes into the README. The strategies, the files to
change, are in the folder `starters` of each game's package. Placeholders such as `{{name}}`, `{{game}}` and
`{{title}}` are filled in.
"""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from lanista.errors import InputError
from lanista.files import write_folder

if TYPE_CHECKING:
    from lanista.game import Game

HERE = Path(__file__).parent

# The file of the strategy in each language
STRATEGIES = {
    "python": "bot.py",
    "javascript": "bot.js",
    "java": "src/main/java/Bot.java",
    "go": "bot.go",
    "rust": "src/main.rs",
    "cpp": "bot.cpp",
    "sh": "bot.sh",
}
LANGUAGES = tuple(STRATEGIES)


def starter_files(language: str, game: Game[Any, Any, Any], name: str) -> dict[str, str]:
    """The files of a starter by path, with placeholders filled in."""
    strategies = game_strategies(game)
    if language not in strategies:
        there = f"it has starters in {', '.join(strategies)}" if strategies else "it has no starters"
        raise InputError(f"there is no {language} starter for {game.name}; {there}")
    client = HERE / language / "client"
    files = {
        str(path.relative_to(client)).replace("dot-", "."): path.read_text(encoding="utf-8")
        for path in sorted(client.rglob("*"))
        if path.is_file()
    }
    files[STRATEGIES[language]] = strategies[language]
    files["README.md"] = (HERE / "README.md").read_text(encoding="utf-8")
    values = {
        "name": name,
        "game": game.name,
        "title": game.title,
        "strategy": STRATEGIES[language],
        "play": play_command(game, "."),
        "notes": (HERE / language / "notes.md").read_text(encoding="utf-8").strip(),
    }
    return {path: _fill_in(text, values) for path, text in files.items()}


def game_strategies(game: Game[Any, Any, Any]) -> dict[str, str]:
    """The strategies in a game's package, by language."""
    part = game.modules.get("starters")
    if part is None:
        return {}
    folder = resources.files(part)
    files = {language: folder / PurePosixPath(path).name for language, path in STRATEGIES.items()}
    return {language: file.read_text(encoding="utf-8") for language, file in files.items() if file.is_file()}


def play_command(game: Game[Any, Any, Any], folder: str) -> str:
    """The command for a starter's first match."""
    from lanista.game import first_opponent

    opponent = first_opponent(game, otherwise=folder)
    seats = min(max(2, min(game.seats)), max(game.seats))
    return " ".join(["lanista play", game.name, folder, *[opponent] * (seats - 1)])


def _fill_in(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values.get(found[1], found[0]), text)


def write_starter(folder: Path, files: dict[str, str]) -> None:
    """Write a starter into a new folder."""
    executable = frozenset(name for name, text in files.items() if text.startswith("#!"))
    write_folder(folder, {name: text.encode() for name, text in files.items()}, executable)


def name_of(folder: Path) -> str:
    """A name for the bot that all build files accept: lower-case letters, digits and hyphens."""
    name = re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.lower()).strip("-")
    return name if name[:1].isalpha() else f"bot-{name}".rstrip("-")
