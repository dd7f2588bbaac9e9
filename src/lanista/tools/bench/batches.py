"""Batches under random legal play: steps on one core and on two, and what learners ask for besides.

Everything that is compared is measured alternately, on matches in progress.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from lanista.engine import State
from lanista.engine.batch import Batch
from lanista.engine.playouts import playouts
from lanista.game import Game
from lanista.tools.bench.measure import Measure, rates

Report = Callable[[str], None]
Job = Callable[[], int]

SMALL, LARGE = 1024, 4096  # matches in a batch
STARTS = 64
WARM_UP = 40  # turns before anything is measured
ACTION_SETS = 32
PLAYOUTS = 100
SEED = 20
WINDOW_SECONDS = 0.15
COMPILE_SECONDS = 600.0  # a deadline
M_TURNS = "M turns/s"

LEARNERS: Mapping[str, Mapping[str, Any]] = {
    "int8 observations": {"observations": "int8"},
    "int16 observations": {"observations": "int16"},
    "float32 observations": {"observations": "float32"},
    "masks": {"masks": "bytes"},
    "masks in bits": {"masks": "bits"},
    "int8 observations, masks": {"observations": "int8", "masks": "bytes"},
}


def batches(game: Game[Any, Any, Any], report: Report) -> Iterator[Measure]:
    """Turns per second of batches in every ruleset, and of whole matches of random moves."""
    for ruleset in game.rulesets:
        config = game.configure(ruleset)
        starts = [game.start(config, seed, game.default_seats) for seed in range(STARTS)]
        report(f"batches, {ruleset}")
        jobs = {**stepping_jobs(starts), **learner_jobs(starts), **playing_jobs(starts)}
        speed = rates(jobs, seconds=WINDOW_SECONDS)
        for measure in (*steps(speed), *additions(speed)):
            name = f"{ruleset}: {measure.name}"
            yield Measure(name, measure.value, measure.unit, measure.ratio, measure.against)


def stepping_jobs(starts: list[State[Any, Any]]) -> dict[str, Job]:
    """Steps alone."""
    return {
        "small": stepping(Batch(starts, SMALL)),
        "one": stepping(Batch(starts, LARGE)),
        "two": stepping(Batch(starts, LARGE, threads=2)),
    }


def learner_jobs(starts: list[State[Any, Any]]) -> dict[str, Job]:
    """Steps that also write what learners read, in the same pass."""
    return {name: stepping(Batch(starts, SMALL, **wanted)) for name, wanted in LEARNERS.items()}


def playing_jobs(starts: list[State[Any, Any]]) -> dict[str, Job]:
    """Steps whose moves are chosen natively: at random, by each bot in one seat, and in whole random matches."""
    jobs = {
        "drawn": drawing(Batch(starts, SMALL)),
        "playouts": lambda: playouts(starts[0], PLAYOUTS, SEED)[1],
    }
    for policy in starts[0].rules.policies:
        name = policy.__name__
        jobs[f"{name} in a seat"] = stepping(Batch(starts, SMALL, opponents={starts[0].seats - 1: name}))
    return jobs


def stepping(batch: Batch) -> Job:
    """A job that steps a batch from the middle of its matches, with actions drawn beforehand.

    The actions are legal when first used, and mostly later; drawing them is not part of the job.
    """
    for turn in range(WARM_UP):
        batch.step(batch.draw_actions(turn))
    sets = []
    for turn in range(ACTION_SETS):
        sets.append(batch.draw_actions(WARM_UP + turn))
        batch.step(sets[-1])

    def job() -> int:
        for actions in sets:
            batch.step(actions)
        return batch.count * len(sets)

    return job


def drawing(batch: Batch) -> Job:
    """A job that draws a random legal action for every seat before each step."""
    turn = 0

    def job() -> int:
        nonlocal turn
        for _ in range(ACTION_SETS):
            turn += 1
            batch.step(batch.draw_actions(turn))
        return batch.count * ACTION_SETS

    return job


def steps(speed: Mapping[str, float]) -> Iterator[Measure]:
    """Steps alone, on one thread and on two."""
    yield Measure(f"batch of {SMALL}, 1 thread", speed["small"] / 1e6, M_TURNS)
    yield Measure(f"batch of {LARGE}, 1 thread", speed["one"] / 1e6, M_TURNS)
    ratio = speed["two"] / speed["one"]
    yield Measure(f"batch of {LARGE}, 2 threads", speed["two"] / 1e6, M_TURNS, ratio, "1 thread")


def additions(speed: Mapping[str, float]) -> Iterator[Measure]:
    """The cost of rewards, observations and other extras for learners, compared with steps alone."""
    titles = {"drawn": "random legal actions", "playouts": "turns within random playouts"}
    for name, found in speed.items():
        if name not in ("small", "one", "two"):
            title = titles.get(name, f"{SMALL} + {name}")
            yield Measure(title, found / 1e6, M_TURNS, found / speed["small"], "steps alone")


FIRST_STEP = """
from lanista.engine.batch import Batch
from lanista.game import get_game
game = get_game({game!r})
batch = Batch([game.start(game.configure(), 1, game.default_seats)], 1, observations="int8", masks="bytes")
batch.step(batch.draw_actions(1))
"""


def first_compile(game: Game[Any, Any, Any], report: Report) -> Iterator[Measure]:
    """Processor time from nothing to the first step of a batch: with an empty cache, then with a full one."""
    report("compiling from scratch")
    with tempfile.TemporaryDirectory(prefix="lanista-") as folder:
        from_nothing, from_cache = (first_step(game, folder) for _ in range(2))
    ratio = from_nothing / from_cache
    yield Measure("first step of a batch, compiled first", from_nothing, "s CPU", ratio, "from the cache")


def first_step(game: Game[Any, Any, Any], cache: str) -> float:
    """Processor time of a process that steps a batch, and of the compiler that it starts."""
    before = os.times()
    command = [sys.executable, "-P", "-c", FIRST_STEP.format(game=game.name)]
    environment = {**os.environ, "LANISTA_CACHE": cache}
    subprocess.run(command, check=True, capture_output=True, timeout=COMPILE_SECONDS, env=environment)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
