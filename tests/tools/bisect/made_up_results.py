"""Made-up commits and comparisons with known results."""

from __future__ import annotations

import random
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

from lanista.core.errors import BotError
from lanista.series.compare import ComparisonStanding, Side
from lanista.series.stats import PAIR_SCORES, ScoreSample, Sprt, strength
from lanista.tools.bisect.bisection import Bisection
from lanista.tools.bisect.git import Commit
from lanista.tools.bisect.prepare import Prepared

EVEN, LOST, UNCLEAR = [100, 0, 300, 0, 100], [300, 0, 150, 0, 50], [4, 0, 9, 0, 3]


def standing(counts: Sequence[int], test: Sprt, times: int = 10) -> ComparisonStanding:
    """A standing after these pairs, each counted several times."""
    sample = ScoreSample.of_pairs([times * count for count in counts])
    side = Side("bot")
    return ComparisonStanding(
        test,
        sample,
        test.status(sample),
        strength(sample),
        sample.units,
        10_000,
        2 * sample.units,
        0,
        side,
        side,
        0,
    )


@dataclass
class Made:
    """Comparisons with known results: the bot of commit i is `i`, and plays badly from the culprit on."""

    culprit: int
    broken: frozenset[int] = frozenset()
    results: dict[int, Sequence[int]] = field(default_factory=dict)  # of commits that play otherwise
    played: list[tuple[int, int]] = field(default_factory=list)
    closed: int = 0

    def prepare(self, commit: Commit) -> Prepared:
        if int(commit.sha) in self.broken:
            raise BotError("the build failed")
        return Prepared(commit.sha, commit.version)

    def compare(self, new: str, old: str, test: Sprt) -> Playing:
        self.played.append((int(new), int(old)))
        usual = LOST if int(old) < self.culprit <= int(new) else EVEN
        return Playing(self, standing([0] * 5, test), standing(self.results.get(int(new), usual), test))


@dataclass
class Playing:
    """A comparison that is over after one match."""

    made: Made
    standing: ComparisonStanding
    end: ComparisonStanding

    def run(self) -> Generator[ComparisonStanding, None, None]:
        try:
            self.standing = self.end
            yield self.end
        finally:
            self.made.closed += 1


def history(versions: Sequence[object]) -> list[Commit]:
    """Commits whose bots are these versions."""
    return [
        Commit(str(index), f"c{index}", (), "Ada", "2026-03-01", f"Commit {index}", str(version))
        for index, version in enumerate(versions)
    ]


def bisect(made: Made, versions: Sequence[object]) -> Bisection:
    """A bisection that has ended."""
    bisection = Bisection(history(versions), made.prepare, made.compare, Sprt(0, 20))
    for _ in bisection.run():
        pass
    return bisection


@dataclass
class Drawn:
    """A comparison whose pairs are drawn from shares of the five scores of a pair."""

    shares: Sequence[float]
    test: Sprt
    chance: random.Random

    def __post_init__(self) -> None:
        self._counts = [0] * len(PAIR_SCORES)
        self.standing = standing(self._counts, self.test, times=1)

    def run(self) -> Generator[ComparisonStanding, None, None]:
        while not self.standing.is_over:
            for score in self.chance.choices(range(len(PAIR_SCORES)), self.shares, k=8):
                self._counts[score] += 1
            self.standing = standing(self._counts, self.test, times=1)
            yield self.standing
