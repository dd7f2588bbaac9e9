"""The names of the built-in bots of a game: its policies, which are rules, and the search."""

from __future__ import annotations

from typing import Any

from lanista.game.base import Game

USUAL = "greedy"  # the quick bot that most games have
SEARCH = "search"  # the bot that every game has, unless it has one of that name itself


def builtin_names(game: Game[Any, Any, Any]) -> tuple[str, ...]:
    """The names of built-in bots: the game's, weakest first, and the search."""
    return tuple(dict.fromkeys([*game.bots, SEARCH]))


def usual_bot(game: Game[Any, Any, Any]) -> str:
    """The default opponent: a quick bot, or the strongest."""
    return USUAL if USUAL in game.bots else game.bots[-1]


def is_builtin(game: Game[Any, Any, Any], spec: str) -> bool:
    """Whether a text names a built-in bot; the search may be followed by options, `search:ms=100`."""
    return spec in game.bots or spec.partition(":")[0] == SEARCH
