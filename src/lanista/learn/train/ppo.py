"""Proximal policy optimisation: improves a network by the turns that it has played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from lanista.learn.train.adam import Adam, clipped
from lanista.learn.train.brain import Floats, Rows
from lanista.learn.train.network import Mask, Network, backward, forward, log_chances
from lanista.learn.train.task import Tuning

T = TypeVar("T")
R = TypeVar("R")
Map = Callable[[Callable[[T], R], Iterable[T]], Iterator[R]]

PARTS = 2  # of a portion, worked on side by side; fixed, so that results do not depend on the number of threads
MAX_LENGTH = 0.5  # of a gradient
SMALL = 1e-6


class Experience(NamedTuple):
    """Turns that were played, in any order."""

    rows: Rows
    masks: Mask
    actions: npt.NDArray[np.int32]
    logs: Floats  # of the chances that the actions had
    advantages: Floats
    returns: Floats

    def each(self, change: Callable[[Any], Any]) -> Experience:
        """The same change made to each array."""
        return Experience(*map(change, self))

    def at(self, chosen: npt.NDArray[np.int64] | slice) -> Experience:
        """Select some of the turns."""
        return self.each(lambda array: array[chosen])


class Losses(NamedTuple):
    """The mean losses of an update."""

    policy: float
    value: float
    entropy: float


def advantages(rewards: Floats, done: npt.NDArray[np.bool_], values: Floats, tuning: Tuning) -> Floats:
    """The advantage of each turn over its expectation; `values` has one turn more than the others."""
    found = np.zeros_like(rewards)
    ahead = np.zeros_like(rewards[0])
    for turn in reversed(range(len(rewards))):
        goes_on = (~done[turn]).astype(np.float32) * np.float32(tuning.discount)
        surprise = rewards[turn] + goes_on * values[turn + 1] - values[turn]
        ahead = surprise + goes_on * np.float32(tuning.trace) * ahead
        found[turn] = ahead
    return found


def improve(
    network: Network,
    adam: Adam,
    turns: Experience,
    tuning: Tuning,
    random: np.random.Generator,
    *,
    pace: float,
    is_lesson: bool = False,
    run: Map[Experience, tuple[Floats, Losses]],
) -> Losses:
    """Change the weights by some turns; `pace` is the part of the full rate, `run` maps over parts.

    In a lesson the actions are a teacher's, and their advantages 1: they become more likely.
    """
    found = []
    for _ in range(tuning.rounds):
        order = random.permutation(len(turns.rows))
        for begin in range(0, len(order), tuning.portion):
            portion = turns.at(order[begin : begin + tuning.portion])
            gradient, losses = _gradient(network, portion, tuning, is_lesson, run)
            adam.step(network.vector, clipped(gradient, MAX_LENGTH), tuning.rate * pace)
            found.append(losses)
    return Losses(*np.mean(found, axis=0).tolist())


def _gradient(
    network: Network,
    portion: Experience,
    tuning: Tuning,
    is_lesson: bool,
    run: Map[Experience, tuple[Floats, Losses]],
) -> tuple[Floats, Losses]:
    """The mean of the gradients and losses of the parts of a portion."""
    if not is_lesson:
        found = portion.advantages
        portion = portion._replace(advantages=(found - found.mean()) / (found.std() + SMALL))
    parts = [portion.at(slice(i, None, PARTS)) for i in range(PARTS)]
    results = list(run(lambda part: part_gradient(network, part, tuning, is_lesson=is_lesson), parts))
    gradient = sum((gradient for gradient, _ in results), np.zeros_like(network.vector))
    losses = np.mean([losses for _, losses in results], axis=0)
    return gradient / np.float32(PARTS), Losses(*losses.tolist())


def part_gradient(
    network: Network, part: Experience, tuning: Tuning, *, is_lesson: bool = False
) -> tuple[Floats, Losses]:
    """The gradient of the loss of some turns, and the parts of the loss."""
    passage = forward(network.weights, network.inputs, part.rows)
    last = passage.values[-1]
    logs = log_chances(last[:, :-1], part.masks)
    chances, each = np.exp(logs), np.arange(len(logs))
    entropy = -(chances * logs).sum(axis=1)
    error = last[:, -1] - part.returns
    chosen = logs[each, part.actions]
    loss, pull = (-chosen * part.advantages, -part.advantages) if is_lesson else _surrogate(chosen, part, tuning)

    slope = np.empty_like(last)
    slope[:, :-1] = -pull[:, None] * chances
    slope[each, part.actions] += pull
    slope[:, :-1] += np.float32(tuning.entropy) * chances * (logs + entropy[:, None])
    slope[:, -1] = np.float32(tuning.value_weight) * error
    slope /= np.float32(len(logs))
    losses = Losses(float(loss.mean()), 0.5 * float((error * error).mean()), float(entropy.mean()))
    return backward(network.shape, network.weights, passage, slope), losses


def _surrogate(chosen: Floats, part: Experience, tuning: Tuning) -> tuple[Floats, Floats]:
    """The clipped loss of each turn, and its slope by the logarithm of the action's chance."""
    ratio = np.exp(chosen - part.logs)
    clipped_ratio = np.clip(ratio, 1 - tuning.clip, 1 + tuning.clip)
    is_free = np.where(part.advantages > 0, ratio < 1 + tuning.clip, ratio > 1 - tuning.clip)
    loss = -np.minimum(ratio * part.advantages, clipped_ratio * part.advantages)
    return loss, -(ratio * part.advantages * is_free)
