"""Targets: map files and dumped states of every installed game."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import msgspec

from lanista.game import find_map, game_names, get_game, map_warnings
from tests.fuzz.mutations import mutate_json_text
from tests.fuzz.target import Target, expect_plain
from tests.fuzz.targets.scratch import on_file
from tests.fuzz.test_recordings import MAP_TEXTS, SMALL_MAP, dumped


def on_map(name: str, path: Path) -> None:
    """Read a map, warn of it, and start a match on it."""
    game = get_game(name)
    text = find_map(game, str(path))
    for warning in map_warnings(game, text):
        expect_plain(warning)
    state = game.start(game.configure(), 1, game.default_seats, text)
    game.step(state, [game.missing] * state.seats)


def maps(name: str) -> list[bytes]:
    """Small maps in both formats, and the texts of built-in ones."""
    return [json.dumps(SMALL_MAP).encode(), *(text.encode() for text in MAP_TEXTS)]


def load(name: str, data: bytes) -> None:
    """A state that loads can be viewed and stepped."""
    game = get_game(name)
    try:
        value = msgspec.json.decode(data)
    except (ValueError, RecursionError):
        return
    state = game.load(value)
    game.view_json(state, 0)
    if game.outcome(state) is None:
        game.step(state, [game.missing] * state.seats)


def states(name: str) -> list[bytes]:
    return [msgspec.json.encode(dumped(name, ruleset)) for ruleset in get_game(name).rulesets]


MAP = "map.txt"
TARGETS = [
    *(
        Target(f"states.map_{name}", on_file(MAP, partial(on_map, name)), partial(maps, name), mutate_json_text,
               max_bytes=3000)
        for name in game_names() if get_game(name).maps
    ),
    *(
        Target(f"states.{name}", partial(load, name), partial(states, name), mutate_json_text, max_bytes=2**16)
        for name in game_names()
    ),
]  # fmt: skip
