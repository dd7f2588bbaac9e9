"""An audit: plays its matches, and gathers what they show."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from enum import Enum
from pathlib import Path

from lanista.arena import Executor, MatchReport
from lanista.audit.coverage import Coverage
from lanista.audit.findings import Group, groups_of
from lanista.audit.plan import Plan


class Audit:
    """Plays the matches of a plan; everything found so far can be asked for at any time."""

    def __init__(self, plan: Plan, bias: float) -> None:
        self.plan = plan
        self.bias = bias
        self.reports: list[MatchReport] = []
        self.coverage = Coverage(plan.game)

    def run(self, executor: Executor) -> Iterator[MatchReport]:
        """Yield each report as its match ends; closing it early ends the matches and keeps what was played."""
        with (
            tempfile.TemporaryDirectory(prefix="lanista-audit-") as folder,
            closing(executor.run(self.plan.specs(Path(folder)))) as running,  # type: ignore[type-var]
        ):
            for report in running:
                self.reports.append(report)
                if report.spec.replay and report.counts:
                    self.coverage.add(Path(report.spec.replay))
                yield report

    @property
    def groups(self) -> list[Group]:
        """The advantages of the seats over all matches, by bot and by map."""
        return groups_of(self.reports, self.bias)

    @property
    def endings(self) -> Counter[str]:
        """How often a match ended for which reason, also those that the game names and that never occurred."""
        reasons: type[Enum] | None = self.plan.game.modules.find("game", "Reason", None)
        found = Counter({str(reason.value): 0 for reason in reasons or ()})
        found.update(report.outcome.reason for report in self.reports if report.counts and report.outcome)
        return found

    @property
    def failures(self) -> list[MatchReport]:
        """Matches without a result that counts."""
        return [report for report in self.reports if not report.counts]
