"""Comparisons of hand-made bots whose difference is known: how often the verdict is right, and how long it takes.

    python -m tests.series.compare.known_difference --times 100 --jobs 2

Real matches of the game in `tests/sixth_game`, each of a few turns. A bot walks to the fruit, but every n-th turn
it walks at random. One that errs every fifth turn is 20 normalized Elo better than one that errs every fourth.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

from lanista.bots.player import NO_LIMITS
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.series.compare import Comparison, ComparisonQuestion, ComparisonStorage, Keep
from lanista.series.compare.result import result_of
from lanista.series.spec import MatchReport, MatchSpec
from lanista.series.stats import ScoreSample, Sprt, strength
from tests.plugins import forget_games, install

TURNS = 8
BETTER, WORSE = 5, 4  # every how many turns a bot errs
PAIR = ((0, 1), (1, 0))
SETTINGS = {"max_turns": TURNS}
Bot = Callable[[dict[str, Any]], str]


def seek(view: dict[str, Any]) -> str:
    """One step nearer to the fruit."""
    way = view["fruit"] - view["cells"][view["seat"]]
    return "RIGHT" if way > 0 else "LEFT" if way < 0 else "STAY"


def erring(every: int, seed: object) -> Bot:
    """A bot that walks at random every few turns."""
    numbers = random.Random(repr(seed))
    first = numbers.randrange(every)

    def move(view: dict[str, Any]) -> str:
        at_random = (view["turn"] + first) % every == 0
        return numbers.choice(("STAY", "LEFT", "RIGHT")) if at_random else seek(view)

    return move


class HandMade:
    """An executor in this process, with a hand-made bot for every entrant."""

    def __init__(self, *errs_every: int) -> None:
        self._errs_every = errs_every

    def run(self, specs: Iterable[MatchSpec]) -> Iterator[MatchReport]:
        yield from map(self.play, specs)

    def play(self, spec: MatchSpec) -> MatchReport:
        bots = [
            erring(self._errs_every[entrant], (spec.seed, entrant, seat))
            for seat, entrant in enumerate(spec.entrants)
        ]
        result = plan_match(
            spec.game, bots, MatchTerms(settings=SETTINGS).with_budgets(NO_LIMITS), seed=spec.seed
        ).play()
        assert not result.void, result.void
        return MatchReport(spec, turns=result.turns, outcome=result.outcome)


class Verdict(NamedTuple):
    """How one comparison ended."""

    decision: str
    units: int


def decide(every: tuple[int, int], seed: int) -> Verdict:
    """One comparison, until it is decided."""
    question = ComparisonQuestion("fruit", "seeker", "seeker", seed=seed, terms=MatchTerms(settings=SETTINGS))
    comparison = Comparison(
        question,
        Sprt(0, 20),
        max_units=100_000,
        executor=HandMade(*every),
        storage=ComparisonStorage(keep=Keep.NONE, fresh=True),
    )
    for _ in comparison.run():
        pass
    return Verdict(comparison.standing.decision.value, comparison.standing.units)


def measure(every: tuple[int, int], pairs: range) -> Counter[float]:
    """The scores of many pairs."""
    executor, scores = HandMade(*every), Counter[float]()
    for pair in pairs:
        specs = [MatchSpec(2 * pair + part, "fruit", ("", ""), seats, pair) for part, seats in enumerate(PAIR)]
        scores[sum(result_of(report, 2).score or 0 for report in executor.run(specs)) / 2] += 1
    return scores


def prepare(folder: str) -> None:
    """Install the game for this process, and store results where they are removed."""
    install(Path(folder), "fruit = tests.sixth_game.game:FRUIT", {}, package="fruit-game")
    sys.path.insert(0, folder)
    forget_games()
    os.chdir(tempfile.mkdtemp(dir=folder))


def say(text: str) -> None:
    print(text, flush=True)


def measured(pool: ProcessPoolExecutor, every: tuple[int, int], pairs: int, jobs: int) -> str:
    """The difference over a fixed number of pairs."""
    step = -(-pairs // (4 * jobs))
    parts = [
        pool.submit(measure, every, range(first, min(pairs, first + step))) for first in range(0, pairs, step)
    ]
    found = strength(ScoreSample(sum((part.result() for part in parts), Counter[float]())))
    assert found is not None
    elo = found.normalized_elo
    return f"{elo.value:+.1f} normalized Elo ({elo.low:+.1f} to {elo.high:+.1f}) over {pairs} pairs"


def decided(pool: ProcessPoolExecutor, every: tuple[int, int], times: int) -> str:
    """Many comparisons, with a line of progress for every tenth."""
    began = time.monotonic()
    running = [pool.submit(decide, every, seed) for seed in range(1, times + 1)]
    verdicts: list[Verdict] = []
    for done in as_completed(running):
        verdicts.append(done.result())
        if len(verdicts) % max(1, times // 10) == 0:
            say(f"  {len(verdicts)} of {times}, {time.monotonic() - began:.0f} s: {summary(verdicts)}")
    return summary(verdicts)


def summary(verdicts: list[Verdict]) -> str:
    counts = Counter(verdict.decision for verdict in verdicts)
    mean = sum(verdict.units for verdict in verdicts) / len(verdicts)
    return f"{counts['accepted']} accepted, {counts['rejected']} rejected, {mean:.0f} pairs on average"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=100, help="comparisons of each kind")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--measure", type=int, default=20_000, help="pairs to measure the differences with")
    options = parser.parse_args()
    kinds = {"equal bots": (WORSE, WORSE), "the better one": (BETTER, WORSE)}
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(options.jobs, initializer=prepare, initargs=(folder,)) as pool,
    ):
        for name, every in kinds.items():
            say(f"{name}: {measured(pool, every, options.measure, options.jobs)}")
            say(f"{name}: {decided(pool, every, options.times)}")


if __name__ == "__main__":
    main()
