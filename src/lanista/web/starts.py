"""Starts that a site carries with it: maps are made in Python, so pages cannot make their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from lanista.engine import Generator, State, over
from lanista.game import Game
from lanista.web.film import PackedFrame
from lanista.web.playable import Start

AnyGame = Game[Any, Any, Any]

SEEDS = range(1, 5)
SEAT_COUNTS = (2, 4)  # beside the game's own
MAP_SEED = 1  # of the matches on built-in maps
WARM_UP = 24  # turns before a thumbnail


class PreparedStart(Start):
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
        packed = Start.of(game, state)
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


def thumbnail(game: AnyGame) -> dict[str, Any]:
    """Two frames of a match of the game's best policy, for a thumbnail."""
    state = game.start(game.configure(), MAP_SEED)
    before = state.clone()
    for turn in range(WARM_UP):
        before = state.clone()
        play_by_policy(game, state, turn)
        if game.outcome(state) is not None:
            break
    return {
        "scene": game.scene(before),
        "frames": [PackedFrame.of(game, moment) for moment in (before, state)],
        "seats": [{"name": "", "letter": ""} for _ in range(state.seats)],
    }


def play_by_policy(game: AnyGame, state: State[Any, Any], seed: int) -> None:
    """Play one turn in place by the last policy of the game's rules, or by random moves."""
    rules, slots = state.rules, game.scratch.of(state.rules, game.seats[-1])
    generator = over(Generator, bytearray(Generator.dtype.itemsize))  # type: ignore[attr-defined]
    generator.position = seed
    for seat in range(state.seats):
        arguments = (state.record, state.const, seat, generator, slots.moves[seat])
        if rules.policies:
            rules.policies[-1](*arguments, slots.work)
        else:
            rules.random_move(*arguments)
    rules.step(state.record, slots.moves, state.const, slots.work)
