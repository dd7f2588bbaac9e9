"""Starts that a site carries with it: maps are made in Python, so pages cannot make their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from lanista.engine import State, derive
from lanista.engine.chooser import Chooser
from lanista.game import Game, usual_bot
from lanista.game.move_records import take_move
from lanista.web.film import PackedFrame
from lanista.web.playable import EncodedState

AnyGame = Game[Any, Any, Any]

SEEDS = range(1, 5)
SEAT_COUNTS = (2, 4)  # beside the game's own
MAP_SEED = 1  # of the matches on built-in maps
WARM_UP = 24  # turns before a thumbnail


class PreparedStart(EncodedState):
    """A start with the choices that lead to it."""

    ruleset: str
    map: str  # what people choose
    seed: int


def prepared_starts(game: AnyGame) -> list[PreparedStart]:
    """Starts for every ruleset, some seat counts, seeds and all built-in maps; equal ones once."""
    found: dict[tuple[str, str, str], PreparedStart] = {}
    for ruleset, seats, seed, map_ in _choices(game):
        state = game.start(game.configure(ruleset), seed, seats, map_)
        if state.rules is not game.rules:
            continue  # a page has scripts for one layout
        packed = EncodedState.of(game, state)
        label = map_ or f"made from seed {seed}"
        start = PreparedStart(**msgspec.structs.asdict(packed), ruleset=ruleset, map=label, seed=seed)
        found.setdefault((ruleset, packed.state, packed.const), start)
    return list(found.values())


def _choices(game: AnyGame) -> Iterator[tuple[str, int, int, str]]:
    counts = [game.default_seats, *(n for n in SEAT_COUNTS if n in game.seats and n != game.default_seats)]
    for ruleset in game.rulesets:
        for seats in counts:
            for seed in SEEDS:
                yield ruleset, seats, seed, ""
            for map_ in game.maps:
                yield ruleset, seats, MAP_SEED, map_


def warm_up(game: AnyGame, state: State[Any, Any]) -> State[Any, Any]:
    """Let the game's usual bot play the first turns at all seats; returns the state before the last of them."""
    before = state.clone()
    players = [Chooser(state, seat, usual_bot(game)) for seat in range(state.seats)]
    for turn in range(WARM_UP):
        before = state.clone()
        chosen = [player.choose(before, derive(turn, seat)) for seat, player in enumerate(players)]
        game.step(state, [take_move(type(game.missing), move) for move in chosen])
        if game.outcome(state) is not None:
            break
    return before


def thumbnail(game: AnyGame) -> dict[str, Any]:
    """Two frames of a match of the game's usual bot, for a thumbnail."""
    state = game.start(game.configure(), MAP_SEED)
    before = warm_up(game, state)
    return {
        "scene": game.scene(before),
        "frames": [PackedFrame.of(game, moment) for moment in (before, state)],
        "seats": [{"name": "", "letter": ""} for _ in range(state.seats)],
    }
