"""A version under development as the object that --json prints."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from lanista.cli.compare.as_json import estimated
from lanista.cli.dev.shapes import Development, DevelopmentMatch, DevelopmentStanding, WatchableMatch
from lanista.cli.dev.text import rank_text
from lanista.cli.shared.common import print_json
from lanista.cli.shared.live_panel import LINE_SECONDS
from lanista.cli.shared.strength import five_counts
from lanista.tools.dev.job import OURS, Broken, Built, ComparedSoFar, Failed, FirstMatch, JobEnded

if TYPE_CHECKING:
    from lanista.series.compare import ComparisonStanding
    from lanista.tools.dev.job import JobEvent, Watchable
    from lanista.tools.dev.session import DevPlan
    from lanista.tools.dev.store import Line
    from lanista.tools.dev.version import BotVersion


EVENTS: dict[type[JobEvent], str] = {
    Broken: "broken",
    Built: "built",
    FirstMatch: "played",
    ComparedSoFar: "compared",
    Failed: "failed",
    JobEnded: "ended",
}


class JsonScreen:
    """Prints an object per event; with --once nothing, since the verb prints the last one."""

    def __init__(self, plan: DevPlan, now: Callable[[], float] = time.monotonic) -> None:
        self._plan = plan
        self._now = now
        self._last = -LINE_SECONDS

    def begin(self, version: BotVersion, history: list[Line]) -> None:
        """Print the saved version."""
        self._print(version, "saved")

    def update(self, version: BotVersion, event: JobEvent) -> None:
        """More is known of a version."""
        if isinstance(event, ComparedSoFar) and not event.standing.is_over:
            if self._now() - self._last < LINE_SECONDS:
                return
            self._last = self._now()
        if type(event) in EVENTS:
            self._print(version, EVENTS[type(event)])

    def accepted(self, version: BotVersion, line: Line) -> None:
        """The version was accepted."""
        self._print(version, "accepted")

    def matches(self, matches: Sequence[Watchable]) -> None:
        """Do nothing: every object lists them."""

    def note(self, text: str) -> None:
        """Do nothing: remarks are for people."""

    def _print(self, version: BotVersion, event: str) -> None:
        if not self._plan.once:
            print_json(as_json(version, self._plan, event))


def as_json(version: BotVersion, plan: DevPlan, event: str) -> Development:
    """A version as the object that --json prints."""
    return Development(
        event=event,
        time=version.began,
        game=plan.source.game,
        bot=plan.source.spec,
        version=version.id,
        base=version.base,
        result=version.result.value,
        light=version.light.value,
        accepted=version.accepted,
        reason=version.broken.reason if version.broken else version.failed,
        output=list(version.broken.output) if version.broken else [],
        build_seconds=round(version.seconds, 3),
        first_match=_match(version.first) if version.first else None,
        comparison=_standing(version.standing) if version.standing else None,
        watch=[WatchableMatch(match.why, match.replay) for match in version.watchable],
    )


def _match(first: FirstMatch) -> DevelopmentMatch:
    return DevelopmentMatch(
        opponent=first.opponent,
        result=rank_text(first.outcome.ranks) if first.outcome else "",
        turns=first.turns,
        void=first.void,
        fault=first.seats[OURS].fault,
        command=first.command,
        replay=first.replay or None,
        feed=first.feed,
    )


def _standing(standing: ComparisonStanding) -> DevelopmentStanding:
    return DevelopmentStanding(
        decision=standing.decision.value,
        llr=standing.status.llr,
        lower=standing.test.lower,
        upper=standing.test.upper,
        model=standing.test.model.value,
        score=estimated(standing.strength.score) if standing.strength else None,
        elo=estimated(standing.elo) if standing.elo else None,
        pairs=standing.units,
        counts=five_counts(standing.sample),
        matches=standing.matches,
        faults=standing.new.faults,
        first_fault=standing.new.first_fault,
        base_faults=standing.old.faults,
        errors=standing.errors,
        seconds_left=standing.seconds_left,
    )
