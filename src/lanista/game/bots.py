"""The built-in bots of a game: modules in its package `bots`, each with a class `Bot` or a function `move`."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from functools import partial
from typing import Any

from lanista.errors import InputError, PluginError
from lanista.game.base import Game
from lanista.game.values import BotStart

SEARCH = "search"  # the bot that every game has, unless it has one of that name itself


def builtin_names(game: Game[Any, Any, Any]) -> tuple[str, ...]:
    """The bots that can be named in a game: those of its package, weakest first, its policies, and the search."""
    return tuple(dict.fromkeys([*game.bots, *policy_names(game), SEARCH]))


def policy_names(game: Game[Any, Any, Any]) -> tuple[str, ...]:
    """The policies that can be named as bots: those whose name no bot of the game has."""
    names = (policy.__name__ for policy in game.rules.policies)
    return tuple(name for name in names if name not in (*game.bots, SEARCH))


def is_builtin(game: Game[Any, Any, Any], spec: str) -> bool:
    """Whether a text names a built-in bot; the search may be followed by options, `search:ms=100`."""
    return spec in game.bots or spec in policy_names(game) or spec.partition(":")[0] == SEARCH


def bot_class(game: Game[Any, Any, Any], name: str) -> Any:
    """The class of a built-in bot; an instance is made from a `BotStart` and has a method `move(view)`."""
    if name not in game.bots:
        raise InputError(f"{game.name} has no built-in bot {name!r}; it has: {', '.join(game.bots)}")
    module = game.modules.get(f"bots.{name}")
    if module is None:
        raise PluginError(f"{game.name} lists a bot {name!r}: expected a module {game.package}.bots.{name}")
    return module.Bot if hasattr(module, "Bot") else partial(FunctionBot, module.move)


def bot_modules(game: Game[Any, Any, Any]) -> list[str]:
    """The names of the modules in the game's package `bots`, except private ones."""
    package = game.modules.get("bots")
    found = pkgutil.iter_modules(package.__path__) if package else ()
    return sorted(module.name for module in found if not module.name.startswith("_"))


class FunctionBot:
    """A bot that is one function of the view: it stores nothing between turns."""

    def __init__(self, move: Callable[[dict[str, Any]], str], start: BotStart) -> None:
        self.move = move
