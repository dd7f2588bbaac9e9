"""Recorded random play: a digest after every turn, which tests of kits compare."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from lanista.engine import Generator, State, over, over_all, zeros

TURNS = 200
SEED = 2  # with which random matches of all games are long enough
FNV_PRIME = 16777619
FNV_STARTS = 2166136261, 84696351  # two digests of 32 bits each
MASK = 2**32 - 1


def recorded_play(start: State[Any, Any], turns: int = TURNS) -> str:
    """The seed, and on a line for each turn the digest of `digest_of` after it."""
    return "\n".join([f"seed {SEED}", *_digests(start.clone(), turns)]) + "\n"


def _digests(state: State[Any, Any], turns: int) -> Iterator[str]:
    rules, const, seats = state.rules, state.const, state.seats
    data = zeros(rules.move, seats)
    moves, work = over_all(rules.move, data), over(rules.work, zeros(rules.work).view(np.uint8))
    generator = over(Generator, zeros(Generator).view(np.uint8))
    generator.position = SEED
    for turn in range(turns):
        if rules.is_over(state.record, const):
            return
        data.view(np.uint8)[:] = 0
        for seat in range(seats):
            rules.random_move(state.record, const, seat, generator, moves[seat])
        rules.step(state.record, moves, const, work)
        yield digest_of(state, turn % seats)


def digest_of(state: State[Any, Any], seat: int) -> str:
    """A digest of a state, of what a seat observes in it, and of the flat actions that it may take."""
    rules = state.rules
    row = np.zeros(rules.observation, dtype=np.int16)
    rules.observe(state.record, state.const, seat, row)
    legal = bytes(bool(rules.legal(state.record, state.const, seat, action)) for action in range(rules.actions))
    return fnv(state.bytes() + row.astype("<i2").tobytes() + legal)


def fnv(data: bytes) -> str:
    """FNV-1a of 32 bits from two starts: short to write in any language."""
    first, second = FNV_STARTS
    for byte in data:
        first = (first ^ byte) * FNV_PRIME & MASK
        second = (second ^ byte) * FNV_PRIME & MASK
    return f"{first:08x}{second:08x}"
