"""The matches that a ladder saves, by simulation of bots whose strengths are known."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator

import numpy as np

from lanista.league.format import Format, FormatRank, Outlook, Planned
from lanista.league.formats import GameFacts, make_format
from lanista.league.history import LeagueHistory
from lanista.league.ladder.certainty import Certainty
from lanista.league.ladder.checkpoints import Checkpoints
from lanista.league.ladder.evidence import LadderEvidence
from lanista.league.ladder.rules import LadderRules
from lanista.league.simulation import SimulatedLeague
from lanista.tools.bench.measure import Measure

FACTS = GameFacts("simulated", range(2, 41), 2)
SPREAD_ELO = 150.0
MAX_MATCHES = 30_000
RULES = LadderRules()


def run(bots: int = 20, runs: int = 10) -> Iterator[Measure]:
    """Matches until the first ranks are certain, of a ladder and of pairings that do not look at results."""
    found: dict[str, list[int]] = {name: [] for name in WAYS}
    for seed in range(runs):
        elo = np.random.default_rng(seed).normal(0, SPREAD_ELO, bots).tolist()
        for name, make in WAYS.items():
            found[name].append(matches_until_sure(SimulatedLeague(make(seed), elo, seed=seed)))
    about = f"matches until the top {RULES.places} of {bots} is sure"
    first = next(iter(found))
    for name, matches in found.items():
        ratio = statistics.median(a / b for a, b in zip(matches, found[first], strict=True))
        yield Measure(f"{about}: {name}", statistics.median(matches), "matches", ratio, first)


def matches_until_sure(league: SimulatedLeague) -> int:
    """The matches before the first checkpoint at which a ladder would end, at most MAX_MATCHES."""
    evidence, checkpoints, counts = LadderEvidence(), Checkpoints(), np.zeros(len(league.elo), int)
    while new := league.plan():
        for match in new:
            league.play(match.number)
            checkpoints.add(match.entries)
            evidence.follow(league.history)
            np.add.at(counts, list(match.entries), 1)
            at = match.number + 1
            if at == checkpoints.last(at) and (at >= MAX_MATCHES or _is_sure(evidence, at, counts)):
                return at
    return len(league.history.matches)


def _is_sure(evidence: LadderEvidence, at: int, counts: np.ndarray) -> bool:
    if np.min(counts) < RULES.min_matches:
        return False
    certainty = Certainty.of(evidence.fit_before(at), range(len(counts)), RULES.places, RULES.margin)
    return certainty.probability >= RULES.sure


class RandomPairs:
    """Units of two bots drawn by chance."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def next(self, history: LeagueHistory) -> list[Planned]:
        """One unit."""
        a, b = self._random.choice(len(history.entries), 2, replace=False).tolist()
        unit = len(history.matches) // 2
        return [Planned(unit, (a, b)), Planned(unit, (b, a))]

    def is_over(self, history: LeagueHistory) -> bool:
        """Never."""
        return False

    def standings(self, history: LeagueHistory) -> list[FormatRank]:
        """None."""
        return []

    def outlook(self, history: LeagueHistory) -> Outlook:
        """None."""
        return Outlook(None)


WAYS: dict[str, Callable[[int], Format]] = {
    "ladder": lambda _: make_format("ladder", {"sure": 0.9999}, FACTS),  # ends where it is asked here
    "round robin": lambda _: make_format("round-robin", {"rounds": 10_000}, FACTS),
    "random pairs": RandomPairs,
}
