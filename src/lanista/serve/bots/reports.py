"""The result of a practice match or a comparison, as its team sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select

from lanista.core.text import inert
from lanista.league.store.tables import entries
from lanista.serve.bots.practice import BUILTIN, ENTRY, VERSION
from lanista.serve.errors import Missing
from lanista.serve.records import Job, JobKind, JobState

if TYPE_CHECKING:
    from lanista.serve.contests import Contest
    from lanista.serve.site import Site

MAX_TEXT = 500


class ShownOutcome(msgspec.Struct, frozen=True):
    """The parts of an outcome that a team may see; what is missing does not apply."""

    says: str = ""  # in a sentence
    error: str = ""  # why it failed, by our fault
    ranks: tuple[int, ...] = ()  # of a match, by seat
    scores: tuple[int, ...] = ()
    faults: tuple[int, ...] = ()  # turns at fault, by seat
    turns: int = 0
    matches: int = 0  # of a comparison
    wins: int = 0  # of the first version
    draws: int = 0
    losses: int = 0
    decision: str = ""  # accepted: not worse; rejected: worse; undecided, or open while it is compared


class JobReport(msgspec.Struct, frozen=True):
    """A practice match or a comparison."""

    id: int
    kind: str  # practice or gate
    decides: bool  # whether a version plays or is held back by it
    upload: int  # the version that it is about
    players: tuple[str, ...]  # by seat, or the two versions
    map: str
    state: str
    ahead: int  # jobs that are done before it
    created: float
    ended: float
    outcome: ShownOutcome
    watch: str  # the path of the page that shows the match; empty if there is none


def job_report(site: Site, contest: Contest, job: Job) -> JobReport:
    """A job as its team sees it."""
    has_replay = job.kind is JobKind.PRACTICE and bool(job.replay)
    return JobReport(
        id=job.id,
        kind=job.kind.value,
        decides=bool(job.request.get("decides", False)),
        upload=job.upload_id,
        players=_players(site, contest, job),
        map=str(job.request.get("map", "")),
        state=job.state.value,
        ahead=site.jobs.ahead_of(job) if job.state is JobState.WAITING else 0,
        created=job.created,
        ended=job.ended,
        outcome=_outcome(job.outcome),
        watch=f"/c/{contest.slug}/m/practice-{job.id}/" if has_replay else "",
    )


def _outcome(found: dict[str, Any]) -> ShownOutcome:
    try:
        shown = msgspec.convert(found, ShownOutcome)
    except msgspec.ValidationError:
        return ShownOutcome()
    return msgspec.structs.replace(shown, says=inert(shown.says, MAX_TEXT), error=inert(shown.error, MAX_TEXT))


def _players(site: Site, contest: Contest, job: Job) -> tuple[str, ...]:
    """The names of those who play."""
    if job.kind is JobKind.GATE:
        named = [{VERSION: job.request.get("first", 0)}, {VERSION: job.request.get("second", 0)}]
    else:
        named = list(job.request.get("players", []))
    return tuple(_name(site, contest, player) for player in named)


def _name(site: Site, contest: Contest, player: dict[str, Any]) -> str:
    if BUILTIN in player:
        return inert(str(player[BUILTIN]), MAX_TEXT)
    if VERSION in player:
        try:
            return f"version {site.uploads.get(contest.id, int(player[VERSION])).number}"
        except Missing:
            return "a version"
    its = (entries.c.league_id == contest.league.id) & (entries.c.id == int(player.get(ENTRY, -1)))
    name = site.read(lambda connection: connection.execute(select(entries.c.bot).where(its)).scalar())
    return inert(str(name or "a bot"), MAX_TEXT)
