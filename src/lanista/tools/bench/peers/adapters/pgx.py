"""Pgx: every step also writes the observation and the legal actions."""

from __future__ import annotations

from typing import Any

import jax
import pgx
from pgx.experimental import auto_reset

from lanista.tools.bench.peers.adapters.jitted import keys_of, legal, stepping
from lanista.tools.bench.peers.catalogue import SEEN, PeerEnvironment


def make(name: str) -> PeerEnvironment:
    """A game by its name."""
    env = pgx.make(name)
    step_all = jax.vmap(auto_reset(env.step, env.init))

    def step(states: Any, key: Any) -> Any:
        chosen, stepped = jax.random.split(key)
        return step_all(states, legal(chosen, states.legal_action_mask), keys_of(stepped))

    states = jax.vmap(env.init)(keys_of(jax.random.PRNGKey(1)))
    numbers = states.observation[0].size
    return PeerEnvironment(env.num_players, 1, env.num_actions, numbers, {SEEN: stepping(states, step)})
