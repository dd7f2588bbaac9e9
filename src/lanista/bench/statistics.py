"""`lanista bench stats`: how often sequential tests err, how long they take, and what a look at one costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lanista.bench.measure import Measure, cpu_seconds
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
LOOKS = 200
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
    nominal = 100 * test.alpha, 100 * test.beta
    about = f"{nominal[0]:g} %, {name}"
    at0, at1 = f"{about}, {test.elo0:g} Elo", f"{about}, {test.elo1:g} Elo"
    wrong = 100 * equal.accepted, 100 * better.rejected
    yield Measure(f"{at0}: accepted", wrong[0], "%", wrong[0] / nominal[0], f"nominal {nominal[0]:g} %")
    yield Measure(f"{at1}: rejected", wrong[1], "%", wrong[1] / nominal[1], f"nominal {nominal[1]:g} %")
    yield Measure(f"{at0}: length", equal.units, "pairs")
    yield Measure(f"{at1}: length", better.units, "pairs", better.units / equal.units, "equal bots")
    halfway = between.units / equal.units
    yield Measure(f"{about}, halfway: length", between.units, "pairs", halfway, "equal bots")


def _costs() -> Iterator[Measure]:
    """What a panel computes after each match, in CPU time."""
    test = Sprt()

    def status() -> None:
        for _ in range(LOOKS):
            test.status(SAMPLE)

    def estimates() -> None:
        for _ in range(LOOKS):
            strength(SAMPLE)

    first, second = (1e6 * cpu_seconds(job) / LOOKS for job in (status, estimates))
    yield Measure("ratio, decision and pairs left", first, "µs")
    yield Measure("Elo with intervals", second, "µs", second / first, "the ratio")
