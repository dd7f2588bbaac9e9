"""`lanista bench stats`: how often sequential tests err, how long they take, and what a look at one costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lanista.bench.measure import Measure, rates
from lanista.stats import Sample, Sprt, strength
from lanista.stats.simulate import simulate

Report = Callable[[str], None]

SHAPES = {  # both lost, lost and drawn, even, won and drawn, both won
    "few draws": (23, 4, 46, 4, 23),
    "many draws": (1, 10, 78, 10, 1),
    "correlated pairs": (40, 5, 10, 5, 40),
}
ERRORS = (0.05, 0.01)
TESTS = 4000
SEED = 12
SAMPLE = Sample.of_pairs([30, 70, 120, 80, 40])


def run(report: Report = lambda _: None, *, tests: int = TESTS) -> Iterator[Measure]:
    """Yields the error rates and lengths of the default test, then its cost."""
    for error in ERRORS:
        test = Sprt(alpha=error, beta=error)
        for name, shape in SHAPES.items():
            report(f"{tests} tests at {error:g}, {name}")
            yield from _errors(test, name, shape, tests)
    report("the cost of a look at a test")
    yield from _costs()


def _errors(test: Sprt, name: str, shape: tuple[int, ...], tests: int) -> Iterator[Measure]:
    """Rates of wrong decisions at either bound, in percent, and the pairs that a decision takes."""
    equal = simulate(test, shape, test.elo0, tests=tests, seed=SEED)
    better = simulate(test, shape, test.elo1, tests=tests, seed=SEED + 1)
    between = simulate(test, shape, (test.elo0 + test.elo1) / 2, tests=tests // 4, seed=SEED + 2)
    at0, at1 = f"{name}, {test.elo0:g} Elo", f"{name}, {test.elo1:g} Elo"
    nominal = 100 * test.alpha, 100 * test.beta
    wrong = 100 * equal.accepted, 100 * better.rejected
    yield Measure(f"{at0}: accepted", wrong[0], "%", wrong[0] / nominal[0], f"nominal {nominal[0]:g} %")
    yield Measure(f"{at1}: rejected", wrong[1], "%", wrong[1] / nominal[1], f"nominal {nominal[1]:g} %")
    yield Measure(f"{at0}: length", equal.units, "pairs")
    yield Measure(f"{at1}: length", better.units, "pairs", better.units / equal.units, "equal bots")
    halfway = between.units / equal.units
    yield Measure(f"{name}, halfway: length", between.units, "pairs", halfway, "equal bots")


def _costs() -> Iterator[Measure]:
    """What a panel computes after each match."""
    test = Sprt()

    def status() -> int:
        return bool(test.status(SAMPLE))

    def everything() -> int:
        return bool(test.status(SAMPLE) and strength(SAMPLE))

    speed = rates({"status": status, "everything": everything}, seconds=0.1)
    yield Measure("ratio, decision and pairs left", 1e6 / speed["status"], "µs")
    ratio = speed["status"] / speed["everything"]
    yield Measure("and Elo with intervals", 1e6 / speed["everything"], "µs", ratio, "without Elo")
