"""The registry of games: entry points of installed packages."""

from __future__ import annotations

import traceback
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from lanista.core.errors import InputError, PluginError
from lanista.core.text import brief, quoted
from lanista.engine.record import closest
from lanista.game.base import Game

OWN = "lanista.games."
_REQUIRED = ("name", "title", "seats", "behaviour", "rulesets", "bots", "rules", "missing")


@cache
def _entries() -> dict[str, list[EntryPoint]]:
    """The entry points by name; several packages may use the same one."""
    found: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group="lanista.games"):
        found.setdefault(entry.name, []).append(entry)
    return found


def game_names() -> list[str]:
    """The names of the installed games."""
    return sorted(_entries())


def installed_games() -> tuple[list[Game[Any, Any, Any]], list[PluginError]]:
    """The games that can be loaded, and the errors of those that cannot."""
    games: list[Game[Any, Any, Any]] = []
    faults: list[PluginError] = []
    for name in game_names():
        try:
            games.append(get_game(name))
        except PluginError as error:
            faults.append(error)
    return games, [*faults, *(_refused(entry) for name in game_names() for entry in _candidates(name)[1])]


@cache
def get_game(name: str) -> Game[Any, Any, Any]:
    """A game by its name; raises PluginError, which names the package, if it cannot be loaded."""
    if name not in _entries():
        hint = closest(name, set(game_names())) or f"; there are: {', '.join(game_names())}"
        raise InputError(f"no game is called {quoted(name)}{hint}")
    entry, *others = _candidates(name)[0]
    if others:
        packages = " and ".join(_package(one) for one in (entry, *others))
        raise PluginError(f"several packages offer a game {quoted(name)}: {packages}; uninstall all but one")
    try:
        game = entry.load()
    except (Exception, SystemExit) as error:
        raise _broken(entry, _describe_import(error)) from error
    if not isinstance(game, Game):
        what = f"the class {game.__name__}" if isinstance(game, type) else f"of type {type(game).__name__}"
        raise _broken(entry, f"it is {what}; expected an object of a class derived from lanista.game.Game")
    missing = [attribute for attribute in _REQUIRED if not hasattr(game, attribute)]
    if missing:
        raise _broken(entry, f"its class lacks {', '.join(missing)}; see lanista.game.Game")
    if game.name != name:
        raise _broken(entry, f"the game calls itself {quoted(game.name)}; give its entry point the same name")
    return game


def _candidates(name: str) -> tuple[list[EntryPoint], list[EntryPoint]]:
    """The entry points that may be the game of a name, and those that are refused because it is a game of ours."""
    entries = _entries()[name]
    ours = [entry for entry in entries if entry.value.startswith(OWN)]
    return (ours, [entry for entry in entries if entry not in ours]) if ours else (entries, [])


def _refused(entry: EntryPoint) -> PluginError:
    return _broken(entry, f"{quoted(entry.name)} is a game of lanista, which stays; give this one another name")


def _broken(entry: EntryPoint, why: str) -> PluginError:
    where = f"{_package(entry)} ({brief(entry.value)})"
    return PluginError(f"the game {quoted(entry.name)} of {where} cannot be loaded: {why}")


def _package(entry: EntryPoint) -> str:
    return f"the package {entry.dist.name} {entry.dist.version}" if entry.dist else "an unknown package"


def _describe_import(error: BaseException) -> str:
    """The error of a failed import, with file and line."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "importlib" not in frame.filename]
    file, line = (frames[-1].filename, frames[-1].lineno) if frames else ("", None)
    if isinstance(error, SyntaxError) and error.filename:
        file, line = error.filename, error.lineno
    where = f" ({file}:{line})" if file and Path(file) != Path(__file__) else ""
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {brief(said)}{where}; fix it or uninstall it"
