"""`lanista bench stats`: how often sequential tests err, how long they take, and what a look at one costs.

Then how often the intervals of ratings contain the truth, and how often ranks that seem certain are right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lanista.series.stats import ScoreSample, Sprt, strength
from lanista.series.stats.coverage import MadeUp, calibration, coverage
from lanista.series.stats.simulate import simulate
from lanista.tools.bench.measure import Measure, cpu_seconds

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
SAMPLE = ScoreSample.of_pairs([30, 70, 120, 80, 40])
INTERVALS = 2000  # of ratings, for each kind of league
LEAGUES = (
    MadeUp("10 bots, 6 matches each", 10, 2, 3),
    MadeUp("10 bots, 6 matches each, draws and a strong first seat", 10, 2, 3, draws=0.4, first_seat=50),
    MadeUp("10 bots, 8 matches each, 80 % of the pairs end alike", 10, 2, 4, draws=0.3, alike=0.8),
    MadeUp("10 bots, 40 matches each, 80 % of the pairs end alike", 10, 2, 20, draws=0.3, alike=0.8),
    MadeUp("10 bots, 40 matches each, draws and a strong first seat", 10, 2, 20, draws=0.4, first_seat=50),
    MadeUp("12 bots, four seats, 8 matches each", 12, 4, 2),
    MadeUp("12 bots, four seats, 40 matches each, ties", 12, 4, 10, draws=0.5, first_seat=50),
    MadeUp("2 bots, 20 matches", 2, 2, 10, draws=0.3),
    MadeUp("4 bots, 200 matches each", 4, 2, 100, draws=0.3),
    MadeUp("40 bots, 6 matches each, 500 Elo apart", 40, 2, 3, draws=0.2, spread=500),
    MadeUp("200 bots, 6 matches each", 200, 2, 3, draws=0.3),
    MadeUp("200 bots, 60 matches each", 200, 2, 30, draws=0.3),
)
PLACES, MARGIN = 3, 10.0
SURE = (MadeUp("10 bots, 100 matches each", 10, 2, 50), MadeUp("10 bots, 1000 matches each", 10, 2, 500))


def run(report: Report = lambda _: None, *, tests: int = TESTS, rated: int = INTERVALS) -> Iterator[Measure]:
    """Yields the error rates and lengths of the default test, its cost, then the coverage of ratings."""
    for error in ERRORS:
        test = Sprt(alpha=error, beta=error)
        for name, shape in SHAPES.items():
            report(f"{tests} tests at {error:g}, {name}")
            yield from _errors(test, name, shape, tests)
    report("the cost of a look at a test")
    yield from _costs()
    for league in LEAGUES:
        report(f"ratings of {league.name}")
        yield from _coverage(league, max(1, rated // league.bots))
    for league in SURE:
        report(f"ranks of {league.name}")
        yield from _calibration(league, max(1, rated // 5))


def _coverage(league: MadeUp, leagues: int) -> Iterator[Measure]:
    """The share of 95 % intervals that contain the truth."""
    found = coverage(league, leagues=leagues)
    precision = f"nominal 95 %, ± {100 * found.error:.1f}"
    yield Measure(f"{league.name}: covered", 100 * found.share, "%", found.share / 0.95, precision)
    yield Measure(f"{league.name}: width", found.width, "Elo")


def _calibration(league: MadeUp, leagues: int) -> Iterator[Measure]:
    """How often the first ranks are right, compared with the mean probability that was shown."""
    found = calibration(league, PLACES, MARGIN, leagues=leagues)
    against = f"promised {100 * found.promised:.1f} %, ± {100 * found.error:.1f}"
    yield Measure(
        f"{league.name}: first {PLACES} right", 100 * found.right, "%", found.right / found.promised, against
    )


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
    """The CPU time of a panel's computation after each match."""
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
