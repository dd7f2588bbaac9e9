"""Our games, as batches: the standard ruleset, and as many seats as usual."""

from __future__ import annotations

import numpy as np

from lanista.engine.batch import Batch
from lanista.game import get_game
from lanista.tools.bench.batches import drawing
from lanista.tools.bench.peers.catalogue import ALONE, SEEN, PeerEnvironment

COUNT = 1024
STARTS = 64
TURNS_COUNTED = 400


def make(name: str) -> PeerEnvironment:
    """A game with all that a learner reads: observations of all seats, masks, rewards."""
    game = get_game(name)
    starts = [game.start(game.configure(), seed, game.default_seats) for seed in range(STARTS)]
    seen = Batch(starts, COUNT, observations="int8", masks="bytes")
    jobs = {SEEN: drawing(seen), ALONE: drawing(Batch(starts, COUNT))}
    return PeerEnvironment(game.default_seats, choosing(seen), game.actions, game.observation_spec.size, jobs)


def choosing(batch: Batch) -> float:
    """The mean number of seats that have a choice in a turn: those that are out, or must wait, have none."""
    found = []
    for turn in range(TURNS_COUNTED):
        batch.step(batch.draw_actions(turn))
        found.append(np.count_nonzero(batch.masks.sum(axis=-1) > 1) / batch.count)
    return float(np.mean(found))
