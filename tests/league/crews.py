"""Crews that play nothing: reports come when and how a test wants them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from lanista.game import Outcome
from lanista.series.spec import MatchReport, MatchSpec


def report_of(spec: MatchSpec) -> MatchReport:
    """A report that follows from the match alone: the entry with the lower number wins."""
    order = sorted(spec.entrants)
    places = tuple(order.index(entrant) + 1 for entrant in spec.entrants)
    if spec.replay:
        Path(spec.replay).write_text(f"replay of match {spec.number}")
    outcome = Outcome(places, tuple(-place for place in places), "made up")
    return MatchReport(spec, "made up", 1, outcome, faults=[0] * len(places), first_faults=[""] * len(places))


class FakeCrew:
    """Holds up to `jobs` matches; `change` makes reports of one match at a time, in the order of `pick`."""

    def __init__(
        self,
        jobs: int = 3,
        change: Callable[[MatchReport], list[MatchReport]] = lambda report: [report],
        pick: Callable[[list[MatchSpec]], MatchSpec] = lambda specs: specs[0],
    ) -> None:
        self.sent: list[MatchSpec] = []
        self.ended = 0
        self._jobs = jobs
        self._change = change
        self._pick = pick
        self._specs: list[MatchSpec] = []

    @property
    def pending(self) -> int:
        return len(self._specs)

    @property
    def held(self) -> list[MatchSpec]:
        """The matches without a report."""
        return list(self._specs)

    def wanted(self) -> int:
        return self._jobs - len(self._specs)

    def send(self, spec: MatchSpec) -> None:
        self.sent.append(spec)
        self._specs.append(spec)

    def collect(self, seconds: float | None) -> Iterator[MatchReport]:
        if self._specs and seconds != 0:
            spec = self._pick(self._specs)
            self._specs.remove(spec)
            yield from self._change(report_of(spec))

    def end(self) -> None:
        self.ended += 1
