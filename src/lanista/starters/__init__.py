"""Starters: a working bot for every language and game, put together from a client and a strategy.

Each language has a folder: `client/` is copied as it is, `games/` has one strategy per game, which becomes the
file that a person changes. `{{name}}`, `{{game}}`, `{{title}}` and the like are filled in.
"""

from __future__ import annotations

import re
from pathlib import Path

from lanista.errors import InputError
from lanista.files import write_folder

HERE = Path(__file__).parent

# Where each language has its strategy
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
OPPONENTS = {"overdrive": "cruise", "rampage": "hunter", "sproutopia": "squares", "tanks": "scout"}


def starter_files(language: str, game: str, name: str, title: str) -> dict[str, str]:
    """Every file of a starter by its path, filled in."""
    folder = HERE / language
    strategy = STRATEGIES[language]
    source = folder / "games" / f"{game}{Path(strategy).suffix}"
    if not source.is_file():
        games = ", ".join(sorted(path.stem for path in folder.glob(f"games/[a-z]*{source.suffix}")))
        raise InputError(f"there is no {language} starter for {game}; there are starters for {games}")
    files = {
        str(path.relative_to(folder / "client")).replace("dot-", "."): path.read_text(encoding="utf-8")
        for path in sorted((folder / "client").rglob("*"))
        if path.is_file()
    }
    files[strategy] = source.read_text(encoding="utf-8")
    files["README.md"] = (HERE / "README.md").read_text(encoding="utf-8")
    words = {
        "name": name,
        "game": game,
        "title": title,
        "strategy": strategy,
        "opponent": OPPONENTS.get(game, "random"),
        "notes": (folder / "notes.md").read_text(encoding="utf-8").strip(),
    }
    return {path: _filled_in(text, words) for path, text in files.items()}


def _filled_in(text: str, words: dict[str, str]) -> str:
    return re.sub(r"\{\{(\w+)\}\}", lambda found: words.get(found[1], found[0]), text)


def write_starter(folder: Path, files: dict[str, str]) -> None:
    """Write a starter into a folder of its own."""
    executable = frozenset(name for name, text in files.items() if text.startswith("#!"))
    write_folder(folder, {name: text.encode() for name, text in files.items()}, executable)


def name_of(folder: Path) -> str:
    """A name for the bot that every language's build files take: lower-case letters, digits and hyphens."""
    name = re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.lower()).strip("-")
    return name if name[:1].isalpha() else f"bot-{name}".rstrip("-")
