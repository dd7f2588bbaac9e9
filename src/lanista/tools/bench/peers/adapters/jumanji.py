"""Jumanji: observations hold the legal actions."""

from __future__ import annotations

from typing import Any

import jax
import jumanji
from jumanji.wrappers import VmapAutoResetWrapper

from lanista.tools.bench.peers.adapters.jitted import keys_of, legal, stepping
from lanista.tools.bench.peers.catalogue import SEEN, PeerEnvironment


def make(name: str) -> PeerEnvironment:
    """An environment by its name."""
    env = VmapAutoResetWrapper(jumanji.make(name))

    def step(before: Any, key: Any) -> Any:
        state, observation = before
        state, timestep = env.step(state, legal(key, observation.action_mask))
        return state, timestep.observation

    state, timestep = env.reset(keys_of(jax.random.PRNGKey(1)))
    mask = timestep.observation.action_mask[0]
    seats = mask.shape[0] if mask.ndim > 1 else 1
    numbers = sum(leaf[0].size for leaf in jax.tree.leaves(timestep.observation)) - mask.size  # all seats see them
    jobs = {SEEN: stepping((state, timestep.observation), step)}
    return PeerEnvironment(seats, seats, mask.shape[-1], numbers, jobs)
