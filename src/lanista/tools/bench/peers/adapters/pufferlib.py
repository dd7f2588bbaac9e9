"""PufferLib's own environments, in C; they have no masks, so that actions are random ones, legal or not.

Its package cannot be imported beside a NumPy of today, but its compiled modules can be loaded one by one.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from lanista.tools.bench.peers.catalogue import SEEN, PeerEnvironment

COUNT = 1024  # environments
STEPS = 16
OWN_SYMBOLS_FIRST = (
    os.RTLD_NOW | os.RTLD_DEEPBIND
)  # otherwise its `step` is that of the C library, which does nothing
ACTION_SETS = 64  # drawn beforehand, as PufferLib's own measurements do


class Arrays(NamedTuple):
    """The arrays that an environment reads and writes, a row for each seat of each copy."""

    observations: Any
    actions: Any
    rewards: Any
    terminals: Any


class Design(NamedTuple):
    """An environment's class, its sizes, and its arguments after the arrays, which are its own defaults."""

    kind: str
    seats: int
    actions: int
    shape: tuple[int, ...]
    dtype: type
    arguments: tuple[Any, ...]


SNAKES = ROBOTS = 4
DESIGNS = {
    "connect4": Design("CyConnect4", 1, 7, (42,), np.float32, (COUNT, 672, 576, 96, 96)),
    "breakout": Design("CyBreakout", 1, 4, (119,), np.float32, (COUNT, 4, 576, 330, 62, 8, 32, 32, 32, 12, 6, 18)),
    "snake": Design(
        "CySnake",
        SNAKES,
        4,
        (11, 11),
        np.int8,
        ([26] * COUNT, [26] * COUNT, [SNAKES] * COUNT, [16] * COUNT, 5, 676, True, 0.1, 0.1, -1.0),
    ),
    "rware": Design("CyRware", ROBOTS, 5, (27,), np.float32, (COUNT, 1280, 1024, 1, ROBOTS, 4, 64, 0)),
}


def make(name: str) -> PeerEnvironment:
    """An environment by the name of its folder."""
    design = DESIGNS[name]
    rows = COUNT * design.seats
    arrays = Arrays(
        np.zeros((rows, *design.shape), design.dtype),
        np.zeros(rows, np.int32),
        np.zeros(rows, np.float32),
        np.zeros(rows, np.uint8),
    )
    envs = getattr(compiled(name), design.kind)(*arrays, *design.arguments)
    envs.reset()
    expect_steps(envs, arrays)
    numbers = int(np.prod(design.shape))
    return PeerEnvironment(
        design.seats, design.seats, design.actions, numbers, {SEEN: stepping(envs, arrays, design.actions)}
    )


def expect_steps(envs: Any, arrays: Arrays) -> None:
    """Refuse to measure environments that stand still."""
    before = arrays.observations.copy()
    arrays.actions[:] = 1
    envs.step()
    if np.array_equal(before, arrays.observations):
        raise RuntimeError("a step changes no observation")


def stepping(envs: Any, arrays: Arrays, actions: int) -> Callable[[], int]:
    """Random actions of all seats, and a step."""
    sets = np.random.default_rng(1).integers(0, actions, (ACTION_SETS, len(arrays.actions)), dtype=np.int32)
    turn = 0

    def job() -> int:
        nonlocal turn
        for _ in range(STEPS):
            turn += 1
            arrays.actions[:] = sets[turn % ACTION_SETS]
            envs.step()
        return STEPS * COUNT

    return job


def compiled(name: str) -> ModuleType:
    """The compiled module of an environment, from the folder where PufferLib is installed."""
    package = importlib.util.find_spec("pufferlib")
    if package is None or not package.submodule_search_locations:
        raise ModuleNotFoundError("No module named 'pufferlib'")
    folder = Path(package.submodule_search_locations[0], "ocean", name)
    path = next(path for suffix in EXTENSION_SUFFIXES for path in folder.glob(f"cy_{name}{suffix}"))
    spec = importlib.util.spec_from_file_location(f"cy_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    # Its own symbols first: the C library has a `step` too, which does nothing
    sys.setdlopenflags(os.RTLD_NOW | os.RTLD_DEEPBIND)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
