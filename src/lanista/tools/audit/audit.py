"""An audit: plays its matches, and gathers their results."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from enum import Enum
from pathlib import Path

from lanista.series.executor import Executor
from lanista.series.spec import MatchReport, MatchSpec
from lanista.tools.audit.coverage import EventCoverage
from lanista.tools.audit.findings import MatchGroup, groups_of, repeating_cells
from lanista.tools.audit.plan import AuditPlan


class Audit:
    """Plays the matches of a plan; everything found so far can be asked for at any time."""

    def __init__(self, plan: AuditPlan, bias: float) -> None:
        self.plan = plan
        self.bias = bias
        self.reports: list[MatchReport] = []
        self.coverage = EventCoverage(plan.game)

    def run(self, executor: Executor) -> Iterator[MatchReport]:
        """Yield each report as its match ends; closing it early ends the matches and keeps what was played.

        A bot whose first matches on a map are all the same does not play there again: nothing depends on the seed.
        """
        with tempfile.TemporaryDirectory(prefix="lanista-audit-") as folder:
            for report in self._play(executor, self.plan.probes(Path(folder))):
                if report.counts:
                    self.coverage.add(Path(report.spec.replay))
                yield report
        repeating = repeating_cells(self.reports)
        yield from self._play(executor, self.plan.others([c for c in self.plan.cells if c not in repeating]))

    def _play(self, executor: Executor, specs: Iterator[MatchSpec]) -> Iterator[MatchReport]:
        with closing(executor.run(specs)) as running:  # type: ignore[type-var]
            for report in running:
                self.reports.append(report)
                yield report

    @property
    def groups(self) -> list[MatchGroup]:
        """The advantages of the seats over all matches, by bot and by map."""
        return groups_of(self.reports, self.bias)

    @property
    def endings(self) -> Counter[str]:
        """The number of matches by the reason of their end, with the game's reasons that never occurred."""
        reasons: type[Enum] | None = self.plan.game.modules.find("ending", "Reason", None)
        found = Counter({str(reason.value): 0 for reason in reasons or ()})
        found.update(report.outcome.reason for report in self.reports if report.counts and report.outcome)
        return found

    @property
    def voided(self) -> int:
        """The number of matches that were played again because of doubtful timeouts."""
        return sum(len(report.voided) for report in self.reports)

    @property
    def first_faults(self) -> dict[str, str]:
        """The first fault of every bot that had one, in words."""
        found: dict[str, str] = {}
        for report in self.reports:
            for bot, fault in zip(report.spec.bots, report.first_faults, strict=False):
                if fault:
                    found.setdefault(bot, fault)
        return found

    @property
    def failures(self) -> list[MatchReport]:
        """Matches without a result that counts."""
        return [report for report in self.reports if not report.counts]
