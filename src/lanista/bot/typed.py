"""Finds the types of a game's messages: the module `typed` in the package that holds the game."""

from __future__ import annotations

from importlib.util import find_spec

GAMES = "lanista.games"  # the package of the built-in games, and the group of all games' entry points


def typed_module(game: str) -> str:
    """The name of the module with a game's types, or an empty text; does not import the game."""
    ours = f"{GAMES}.{game}"
    # Built-in games first: reading the entry points takes longer than everything else that a bot imports.
    package = ours if game.isidentifier() and find_spec(ours) else _installed_package(game)
    return f"{package}.typed" if package and find_spec(f"{package}.typed") else ""


def _installed_package(game: str) -> str:
    """The package of a game's entry point: the module that it names, or that module's package."""
    from importlib.metadata import entry_points

    for entry in entry_points(group=GAMES, name=game):
        found = find_spec(entry.module)
        if found is not None:
            return found.name if found.submodule_search_locations is not None else found.parent or ""
    return ""
