"""A bisection as the object that --json prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanista.cli.bisect.screen import mark_word
from lanista.cli.bisect.shapes import BisectedCommit
from lanista.cli.bisect.shapes import BisectionReport as Shape
from lanista.cli.compare.as_json import estimated
from lanista.cli.shared.shapes import EstimateInfo

if TYPE_CHECKING:
    from lanista.cli.bisect.command import BisectRun
    from lanista.series.compare import ComparisonStanding
    from lanista.tools.bisect import Commit, CommitFinding


def as_json(run: BisectRun) -> Shape:
    """The bisection as the object that --json prints."""
    bisection, commands = run.bisection, run.commands()
    is_found = bisection.loss is not None
    return Shape(
        game=run.game,
        bot=run.history.bot.path,
        good=bisection.good.sha,
        bad=bisection.commits[-1].sha,
        outcome=bisection.outcome.value if bisection.outcome else "stopped",
        suspects=[commit.sha for commit in bisection.suspects] if is_lost(bisection.findings) else [],
        before=bisection.before.sha if is_found else None,
        elo=_elo(bisection.loss),
        pairs=bisection.loss.units if bisection.loss else 0,
        model=bisection.requested.model.value,
        commits=[_commit(run, commit) for commit in bisection.commits],
        changes=run.changes(),
        measure=commands.get("measure", ""),
        command=commands.get("again", commands.get("continue", "")),
    )


def is_lost(findings: list[CommitFinding]) -> bool:
    """Whether BAD is known to be weaker than GOOD."""
    return findings[-1].mark.value == "bad"


def _commit(run: BisectRun, commit: Commit) -> BisectedCommit:
    finding = next((found for found in run.bisection.findings if found.commit is commit), None)
    return BisectedCommit(
        sha=commit.sha,
        subject=commit.subject,
        author=commit.author,
        date=commit.date,
        mark=mark_word(run.bisection, finding) if finding else "same",
        reason=finding.reason if finding else "",
        elo=_elo(finding.standing) if finding else None,
        pairs=finding.standing.units if finding and finding.standing else 0,
    )


def _elo(standing: ComparisonStanding | None) -> EstimateInfo | None:
    return estimated(standing.elo) if standing and standing.elo else None
