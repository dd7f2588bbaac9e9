"""How the matches of a league are played; kept with the league, so that every machine plays them alike."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from lanista.errors import ConfigError, InputError
from lanista.game import Game, find_map
from lanista.sandbox import Level
from lanista.text import quoted

AnyGame = Game[Any, Any, Any]


class Conditions(msgspec.Struct, frozen=True, kw_only=True):
    """What all matches of a league share. A missing budget is the game's default."""

    ruleset: str = "standard"
    settings: dict[str, int] = {}
    map_texts: dict[str, str] = {}  # of maps that were files, by the names that matches use
    start_ms: int | None = None
    turn_ms: int | None = None
    no_timeout: bool = False
    lock_step: bool = True  # bots at a hub are waited for, so that a match does not depend on the machine's speed
    sandbox: Level = Level.NONE  # the lowest level that is accepted where strangers' programs are started
    resources: dict[str, int] = {}
    freeze: bool = True  # bots stand still except in their turns
    build_network: bool = False
    model: bool = False  # bots that ask for it may start the forward model
    allow_paths: tuple[str, ...] = ()  # files and folders that bots see besides, on every machine that plays
    behaviour: int = 1  # the version of the game's rules

    def map_word(self, name: str) -> str:
        """What a match specification calls a map."""
        return self.map_texts.get(name, name)

    def check_behaviour(self, game: AnyGame) -> None:
        """Refuse to play by other rules than those of the matches before."""
        if self.behaviour != game.behaviour:
            raise InputError(
                f"the league was made with version {self.behaviour} of the rules of {game.name}, and this is "
                f"version {game.behaviour}, so its results could not be compared; run it with the lanista that "
                "made it, or make a new league"
            )


def read_maps(game: AnyGame, words: tuple[str, ...]) -> tuple[tuple[str, ...], dict[str, str]]:
    """The names of maps for a league's matches, and the texts of those that are files."""
    names: list[str] = []
    texts: dict[str, str] = {}
    for word in words:
        text = find_map(game, word)
        name = word if text == word else Path(word).name
        if name in names:
            raise ConfigError(f"expected maps with different names, got {quoted(name)} twice; rename the file")
        names.append(name)
        if text != word:
            texts[name] = text if "\n" in text else f"{text}\n"  # by which a text differs from a name
    return tuple(names), texts


def stored(conditions: Conditions) -> dict[str, Any]:
    """Conditions as JSON."""
    plain: dict[str, Any] = msgspec.to_builtins(conditions)
    return plain


def read_conditions(options: Mapping[str, Any]) -> Conditions:
    """Conditions that were stored; raises InputError if a newer version has stored others."""
    try:
        return msgspec.convert(options, Conditions)
    except msgspec.ValidationError as error:
        raise InputError(
            f"the league's conditions cannot be read: {error}; use the lanista that made it"
        ) from None
