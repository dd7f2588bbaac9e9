"""Maps by name: built-in maps of a game, or map files."""

from __future__ import annotations

import os
from typing import Any

from lanista.core.errors import InputError
from lanista.core.files import read_text
from lanista.core.text import quoted
from lanista.engine.record import closest
from lanista.game.base import Game

MAX_CHARACTERS = 2**20  # of a map file


def find_map(game: Game[Any, Any, Any], word: str) -> str:
    """The argument `map` of `start` for a name given by a person: a built-in's name, or the text of a file.

    A text of several lines is taken for the map itself.
    """
    if not word or word in game.maps:
        return word
    if game.maps and "\n" in word:
        return _expect_short(word)
    if game.maps and os.path.isfile(word):  # also false for names that no file system allows
        return read_text(word, "a map", MAX_CHARACTERS)
    if not game.maps:
        raise InputError(f"{game.name} has no maps to choose from, got {quoted(word)}; its seed makes the map")
    hint = closest(word, set(game.maps)) or f"; there are: {', '.join(game.maps)}, or name a map file"
    raise InputError(f"{game.name} has no map {quoted(word)}{hint}")


def _expect_short(text: str) -> str:
    """The text of a map; raises InputError if it is too long, as `read_text` does for files."""
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"expected a map of at most {MAX_CHARACTERS:,} characters, got {len(text):,}")
    return text


def map_warnings(game: Game[Any, Any, Any], map: str) -> list[str]:  # noqa: A002
    """Warnings to show before a match on a map, from the game's `maps.map_warnings`."""
    warnings: list[str] = list(game.modules.find("maps", "map_warnings", lambda _: ())(map))
    return warnings
