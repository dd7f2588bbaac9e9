"""Environments for learners: every installed game behind the interfaces of Gymnasium and PettingZoo.

Imports `game`, `search` and `engine`, no bots or matches: a step of an environment starts no process.

>>> from lanista import learn
>>> env = learn.parallel_env("overdrive", max_turns=20)
>>> observations, infos = env.reset(seed=3)
>>> while env.agents:
...     actions = {agent: env.action_space(agent).sample(infos[agent]["action_mask"]) for agent in env.agents}
...     observations, rewards, terminations, truncations, infos = env.step(actions)
>>> turns = infos["seat_0"]["turn"]

Importing this module registers `lanista/NAME-v0` with Gymnasium for each game, for `gymnasium.make` and
`gymnasium.make_vec`. It needs the extra `learn`: `pip install 'lanista[learn]'`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from lanista.core.errors import InputError

if TYPE_CHECKING:
    from lanista.learn.parallel import MatchEnv, aec_env, parallel_env
    from lanista.learn.single import SeatEnv
    from lanista.learn.vector import BatchEnv, vector_env

__all__ = ["BatchEnv", "MatchEnv", "SeatEnv", "aec_env", "parallel_env", "vector_env"]

_MODULES = {
    "MatchEnv": "parallel",
    "parallel_env": "parallel",
    "aec_env": "parallel",
    "SeatEnv": "single",
    "BatchEnv": "vector",
    "vector_env": "vector",
}
_PEERS = ("gymnasium", "pettingzoo")


def __getattr__(name: str) -> Any:
    """Environments are loaded when they are asked for: training does without them and their dependencies."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    missing = [peer for peer in _PEERS if find_spec(peer) is None]
    if missing:
        raise InputError(
            f"lanista.learn.{name} needs {' and '.join(missing)}, which this Python does not have; "
            "run: pip install 'lanista[learn]'"
        )
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


if find_spec("gymnasium") is not None:
    from lanista.learn.ids import register_games

    register_games()
