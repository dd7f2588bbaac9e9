"""Key events of all games: their kinds are the documented ones, and all events lie on their boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from lanista.engine.showing import ToldLine
from lanista.game import KINDS, Played, get_game
from lanista.tools.conformance.play import RandomPlay

Scene = dict[str, Any]

# The columns and rows of a game's board, from its scene
BOARDS: dict[str, Callable[[Scene], tuple[range, range]]] = {
    "overdrive": lambda scene: (range(1, scene["length"] + 1), range(1, scene["lanes"] + 1)),
    "rampage": lambda scene: (range(scene["width"]), range(scene["height"])),
    "sproutopia": lambda scene: (range(scene["cols"]), range(scene["rows"])),
    "tanks": lambda scene: (range(scene["width"]), range(scene["height"])),
    "tower_defence": lambda scene: (range(scene["width"]), range(scene["height"])),
}
TURNS = 120


def events_of(name: str) -> list[ToldLine]:
    """The events of a random match."""
    game = get_game(name)
    state, play = game.start(game.configure(), 1), RandomPlay(game, 1)
    found: list[ToldLine] = []
    for _ in range(TURNS):
        before, moves = state.clone(), play.moves(state)
        game.step(state, moves)
        found += game.pictures.told(state, Played(before, moves))
    return found


@pytest.mark.parametrize("name", BOARDS)
def test_key_events_are_few_and_all_events_lie_on_the_board(name: str) -> None:
    game, events = get_game(name), events_of(name)
    columns, rows = BOARDS[name](game.scene(game.start(game.configure(), 1)))
    assert {event.kind for event in events} <= {"", *KINDS}
    assert 0 < sum(bool(event.kind) for event in events) < len(events) / 4
    assert all(event.at[0] in columns and event.at[1] in rows for event in events if event.at)
    assert sum(event.at is not None for event in events) > len(events) / 2
