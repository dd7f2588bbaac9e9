"""The ids under which Gymnasium knows the installed games: `lanista/TowerDefence-v0`."""

from __future__ import annotations

import re

import gymnasium

from lanista.game import game_names

NAMESPACE = "lanista"
VERSION = 0


def environment_id(game: str) -> str:
    """The id of a game: each word of its name begins with a capital."""
    words = re.split(r"[^A-Za-z0-9]+", game)
    return f"{NAMESPACE}/{''.join(word[:1].upper() + word[1:] for word in words)}-v{VERSION}"


def register_games() -> None:
    """Register every installed game that is not registered yet; no game is loaded for that."""
    for game in game_names():
        if environment_id(game) not in gymnasium.registry:
            gymnasium.register(
                id=environment_id(game),
                entry_point="lanista.learn.single:SeatEnv",
                vector_entry_point="lanista.learn.vector:BatchEnv",
                kwargs={"game": game},
            )
