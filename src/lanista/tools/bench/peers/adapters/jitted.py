"""Environments written in JAX: a batch of them, vectorised, compiled, and looped over in one compiled call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from lanista.tools.bench.peers.catalogue import Job

COUNT = 1024
STEPS = 16

Step = Callable[[Any, Any], Any]  # all environments and a key to those after a step


def stepping(environments: Any, step: Step) -> Job:
    """A job that plays some steps of all environments without returning to Python."""

    def steps(environments: Any, key: Any) -> tuple[Any, Any]:
        key, *keys = jax.random.split(key, STEPS + 1)
        after, _ = jax.lax.scan(lambda before, key: (step(before, key), None), environments, jnp.stack(keys))
        return after, key

    compiled, key = jax.jit(steps), jax.random.PRNGKey(2)

    def job() -> int:
        nonlocal environments, key
        environments, key = jax.block_until_ready(compiled(environments, key))
        return STEPS * COUNT

    return job


def keys_of(key: Any) -> Any:
    """A key for each environment."""
    return jax.random.split(key, COUNT)


def legal(key: Any, masks: Any) -> Any:
    """Random actions among those that the masks allow."""
    return jax.random.categorical(key, jnp.where(masks, 0.0, -jnp.inf), axis=-1)
