"""As much of JAX as the adapters use, over NumPy: environments of the tests are vectorised already."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np


def modules() -> dict[str, Any]:
    """The modules by the names under which adapters import them."""
    jax: Any = ModuleType("jax")
    jax.numpy = SimpleNamespace(stack=np.stack, where=np.where, inf=np.inf)
    jax.jit = lambda function: function
    jax.vmap = lambda function, in_axes=0: function
    jax.block_until_ready = lambda value: value
    jax.lax = SimpleNamespace(scan=scan)
    jax.tree = SimpleNamespace(leaves=lambda tree: list(vars(tree).values()))
    jax.random = SimpleNamespace(PRNGKey=int, split=split, categorical=categorical, randint=randint)
    return {"jax": jax, "jax.numpy": jax.numpy}


def split(key: Any, count: int = 2) -> Any:
    """Other keys."""
    return np.arange(count) + int(np.sum(key))


def scan(step: Any, carry: Any, keys: Any) -> tuple[Any, None]:
    """A loop whose results are not kept."""
    for key in keys:
        carry, _ = step(carry, key)
    return carry, None


def categorical(_: Any, logits: Any, axis: int) -> Any:
    """The first action that is possible."""
    return np.argmax(logits, axis=axis)


def randint(_: Any, shape: tuple[int, ...], low: int, __: int) -> Any:
    """The lowest number."""
    return np.full(shape, low)
