"""Whatever is passed to `step`, `load`, `Batch` and the compile cache is accepted or refused with InputError."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from lanista.core.errors import InputError
from lanista.engine import State
from lanista.engine.batch import Batch
from lanista.engine.seal import read_sealed, write_sealed
from lanista.game import Game, game_names, get_game
from tests.coins import COINS
from tests.fuzz.mutations import VALUES, cases, mutate_bytes, mutate_json

STRANGE: list[Any] = [*VALUES, object(), b"\x01", np.int64(1), np.float32(1), (0,), range(3), ..., int]


def refusal(call: Callable[..., object], *given: Any) -> str:
    """Why a call was refused, in one short line, or an empty text; any other exception fails the test."""
    try:
        call(*given)
    except InputError as error:
        reason = str(error)
    else:
        return ""
    assert 0 < len(reason) < 1000
    assert "\n" not in reason
    return reason


def some_number(rng: random.Random) -> Any:
    """A number of any size, sometimes another value."""
    if rng.randrange(6) == 0:
        return rng.choice(STRANGE)
    return rng.choice([0, 1, -1, rng.randint(-9, 99), rng.randint(-(2**31), 2**31), rng.randint(-(2**63), 2**63)])


def some_moves(rng: random.Random, game: Game[Any, Any, Any], state: State[Any, Any]) -> Any:
    """Moves, some of them invalid."""
    if rng.randrange(20) == 0:
        return rng.choice(STRANGE)
    moves: list[Any] = [
        game.learning.decode(state, seat, rng.randrange(game.actions)) for seat in range(state.seats)
    ]
    seat = rng.randrange(state.seats)
    match rng.randrange(4):
        case 0:
            moves[seat] = rng.choice(STRANGE)
        case 1 | 2:
            moves[seat] = tuple(some_number(rng) if rng.randrange(2) else value for value in moves[seat])
        case 3:
            moves[seat] = tuple(moves[seat]) + (0,) * rng.randint(-1, 2)
    return moves


@pytest.mark.parametrize("name", game_names())
def test_moves_are_played_or_refused(name: str) -> None:
    game = get_game(name)
    for rng in cases(150, "steps", name):
        state = game.start(game.configure(), rng.randrange(5), min(game.seats))
        for _ in range(rng.randint(0, 3)):
            game.step(
                state, [game.learning.decode(state, s, rng.randrange(game.actions)) for s in range(state.seats)]
            )
        before, moves = state.bytes(), some_moves(rng, game, state)
        reason = refusal(game.step, state, moves)
        assert not reason or state.bytes() == before, "a refused move changes nothing"


@pytest.mark.parametrize("name", game_names())
def test_dumps_are_loaded_or_refused(name: str) -> None:
    game = get_game(name)
    good = game.dump(game.start(game.configure(), 1, min(game.seats)))
    for rng in cases(15, "dumps", name):
        refusal(game.load, mutate_json(rng, good))


def test_actions_are_played_or_refused() -> None:
    batch = Batch([COINS.start(COINS.configure(), seed, 2) for seed in range(3)], 4)
    kinds: list[Any] = [np.int32, np.int64, np.uint32, np.float64, np.bool_, object]
    for rng in cases(300, "actions"):
        actions: Any = np.array(
            [[rng.randint(-1, 3) for _ in range(2)] for _ in range(rng.choice([4, 4, 4, 3, 0]))]
        )
        actions = actions.astype(rng.choice([np.int32, np.int32, *kinds]))
        if rng.randrange(10) == 0:
            actions = rng.choice(STRANGE)
        refusal(batch.step, actions)


def test_cached_code_is_intact_or_refused(tmp_path: Any) -> None:
    path = tmp_path / "kept.rules"
    write_sealed(path, b"content" * 100)
    good = path.read_bytes()
    for rng in cases(300, "sealed"):
        changed = mutate_bytes(rng, good)
        path.write_bytes(changed)
        if changed == good:
            continue
        with pytest.raises(ValueError, match="damaged or was not written by Lanista"):
            read_sealed(path)
