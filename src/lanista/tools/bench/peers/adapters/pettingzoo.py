"""PettingZoo classic: written in Python; each seat reads its observation before it moves."""

from __future__ import annotations

import importlib

import numpy as np

from lanista.tools.bench.peers.catalogue import SEEN, PeerEnvironment

STEPS = 50


def make(name: str) -> PeerEnvironment:
    """An environment by the name of its module."""
    env = importlib.import_module(f"pettingzoo.classic.{name}").raw_env()
    rng = np.random.default_rng(1)
    env.reset(seed=1)

    def job() -> int:
        steps = 0
        while steps < STEPS:
            observation, _, ended, cut_off, _ = env.last()
            if ended or cut_off:
                env.reset()
                continue
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            steps += 1
        return steps

    seat = env.possible_agents[0]
    numbers = int(np.prod(env.observation_space(seat)["observation"].shape))
    return PeerEnvironment(len(env.possible_agents), 1, int(env.action_space(seat).n), numbers, {SEEN: job})
