"""Executors that play nothing: made-up reports, in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from lanista.game import Outcome
from lanista.series.compare import Comparison, ComparisonQuestion, ComparisonStorage
from lanista.series.spec import MatchReport, MatchSpec
from lanista.series.stats import Sprt

Play = Callable[[MatchSpec], MatchReport]

QUESTION = ComparisonQuestion("overdrive", "greedy", "cruise", seed=5)
TEST = Sprt(0, 20)


class MadeUp:
    """Gives reports for specifications, `ahead` at a time, each group in reverse order."""

    def __init__(self, play: Play, ahead: int = 1) -> None:
        self.specs: list[MatchSpec] = []
        self.closed = False
        self._play = play
        self._ahead = ahead

    def run(self, specs: Iterable[MatchSpec]) -> Iterator[MatchReport]:
        waiting = iter(specs)
        try:
            while group := list(islice(waiting, self._ahead)):
                self.specs += group
                yield from map(self._play, reversed(group))
        finally:
            self.closed = True


def report(spec: MatchSpec, ranks: tuple[int, ...], **more: object) -> MatchReport:
    outcome = Outcome(ranks, tuple(-rank for rank in ranks), "end")
    return MatchReport(spec, command=f"repeat {spec.number}", outcome=outcome, turns=10, **more)  # type: ignore[arg-type]


def won_by(entrant: int) -> Play:
    """Every match is won by the seats of an entrant; if it has none, by those of NEW or OLD."""

    def play(spec: MatchSpec) -> MatchReport:
        return report(spec, tuple(1 if one == entrant else 2 for one in spec.entrants))

    return play


def compare(play: Play, question: ComparisonQuestion = QUESTION, *, ahead: int = 1, **more: object) -> Comparison:
    kept = {name: more.pop(name) for name in ("folder", "keep", "replays", "fresh") if name in more}
    options: dict[str, object] = {"max_units": 1000, "executor": MadeUp(play, ahead), **more}
    return Comparison(question, TEST, storage=ComparisonStorage(**kept), **options)  # type: ignore[arg-type]


def run(comparison: Comparison) -> Comparison:
    for _ in comparison.run():
        pass
    return comparison
