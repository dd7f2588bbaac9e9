"""The conditions of a league's matches, stored with the league so that every machine plays them alike."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from lanista.core.errors import ConfigError, InputError
from lanista.core.text import quoted
from lanista.game import Game, find_map
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxRequest

AnyGame = Game[Any, Any, Any]


# Bots stand still except in their turns, and those at a hub are waited for, so that a match does not depend on the
# machine's speed.
LEAGUE_MATCHES = MatchTerms(lock_step=True, wanted=SandboxRequest(freeze=True, model=False))

# What a league stores of its matches' terms, and of their sandbox: beside its own conditions, in one flat object
OF_MATCHES = ("ruleset", "settings", "start_ms", "turn_ms", "start_fuel", "turn_fuel", "no_timeout", "lock_step")
OF_SANDBOX = ("resources", "freeze", "build_network", "model", "allow_paths")


class LeagueTerms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms that all matches of a league share."""

    matches: MatchTerms = LEAGUE_MATCHES
    map_texts: dict[str, str] = {}  # of maps that were files, by the names that matches use
    sandbox: Level = Level.NONE  # the lowest level that is accepted where strangers' programs are started
    behaviour: int = 1  # the version of the game's rules
    metered: bool = False  # only metered bots take part: every machine gives the same results

    def map_word(self, name: str) -> str:
        """The name or text of a map in match specifications."""
        return self.map_texts.get(name, name)

    def check_behaviour(self, game: AnyGame) -> None:
        """Refuse to play by rules that differ from those of the earlier matches."""
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
            texts[name] = text if "\n" in text else f"{text}\n"  # distinguishes a text from a name
    return tuple(names), texts


def stored(conditions: LeagueTerms) -> dict[str, Any]:
    """Conditions as JSON."""
    plain: dict[str, Any] = msgspec.to_builtins(conditions)
    matches = plain.pop("matches")
    return plain | _only(matches, OF_MATCHES) | _only(matches["wanted"], OF_SANDBOX)


def _only(found: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: found[name] for name in names if name in found}


def read_conditions(options: Mapping[str, Any]) -> LeagueTerms:
    """Decode stored conditions; raises InputError for those of a newer version."""
    try:
        return msgspec.convert(_structured(msgspec.convert(options, dict[str, Any])), LeagueTerms)
    except msgspec.ValidationError as error:
        why = str(error).replace("$.matches.wanted.", "$.").replace("$.matches.", "$.")
        raise InputError(f"the league's conditions cannot be read: {why}; use the lanista that made it") from None


def _structured(options: Mapping[str, Any]) -> dict[str, Any]:
    """Stored conditions in the shape of `LeagueTerms`; what is missing has the value by default."""
    default = msgspec.to_builtins(LEAGUE_MATCHES)
    wanted = default["wanted"] | _only(options, OF_SANDBOX)
    others = {name: value for name, value in options.items() if name not in (*OF_MATCHES, *OF_SANDBOX, "matches")}
    return others | {"matches": default | _only(options, OF_MATCHES) | {"wanted": wanted}}
