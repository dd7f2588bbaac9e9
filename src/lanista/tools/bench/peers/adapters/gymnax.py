"""gymnax: environments of one learner; every action is legal."""

from __future__ import annotations

from typing import Any

import gymnax
import jax

from lanista.tools.bench.peers.adapters.jitted import COUNT, keys_of, stepping
from lanista.tools.bench.peers.catalogue import SEEN, PeerEnvironment


def make(name: str) -> PeerEnvironment:
    """An environment by its name."""
    env, settings = gymnax.make(name)
    step_all = jax.vmap(env.step, in_axes=(0, 0, 0, None))

    def step(before: Any, key: Any) -> Any:
        chosen, stepped = jax.random.split(key)
        actions = jax.random.randint(chosen, (COUNT,), 0, env.num_actions)
        observations, states, *_ = step_all(keys_of(stepped), before[1], actions, settings)
        return observations, states

    first = jax.vmap(env.reset, in_axes=(0, None))(keys_of(jax.random.PRNGKey(1)), settings)
    return PeerEnvironment(1, 1, env.num_actions, first[0][0].size, {SEEN: stepping(first, step)})
