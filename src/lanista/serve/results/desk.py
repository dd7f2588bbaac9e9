"""The machinery of a contest, as its helpers see it: queues, runners, the disk, and what went wrong lately."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from lanista.core.text import inert
from lanista.league.store import contest_tables as tables
from lanista.serve import rows
from lanista.serve.records import Job, JobState, Lane, Upload, UploadState
from lanista.serve.results.book import LANE_SECONDS, ScheduledMatch
from lanista.serve.results.index import MatchState

if TYPE_CHECKING:
    from lanista.serve.visits import Visit

LATEST = 12  # errors of each kind
MAX_WHY = 300
GONE_SECONDS = 3600.0  # how long a runner that has stopped is still shown


class LaneView(msgspec.Struct, frozen=True):
    """A lane of a runner."""

    runner: int
    name: str
    says: str
    at: float
    alive: bool


class JobView(msgspec.Struct, frozen=True):
    """A piece of work beside the league's matches."""

    id: int
    kind: str
    team: str
    state: str
    created: float
    began: float
    ended: float
    attempts: int
    why: str


class ReportedTrouble(msgspec.Struct, frozen=True):
    """Something that went wrong."""

    at: float
    where: str
    path: str
    why: str


class DeskView(msgspec.Struct, frozen=True):
    """The desk of a contest."""

    lanes: list[LaneView]
    waiting: list[JobView]
    running: list[JobView]
    matches_waiting: int
    matches_playing: int
    disk: str
    disk_is_low: bool
    table_made: float
    table_seconds: float
    troubles: list[ReportedTrouble]


def desk_view(visit: Visit) -> DeskView:
    """The desk of a contest."""
    from lanista.serve.ops.disk import disk

    site, book, contest = visit.site, visit.book, visit.contest
    now, space = site.now(), disk(site)
    teams = {team.id: team.name for team in site.teams.all(contest.id)}
    return DeskView(
        lanes=[_lane(lane, now) for lane in book.lanes if _concerns(lane, contest.id, now)],
        waiting=[_job(job, teams) for job in site.jobs.waiting(contest.id)],
        running=[_job(job, teams) for job in site.jobs.running(contest.id)],
        matches_waiting=len(book.index.pending) - len(book.playing),
        matches_playing=len(book.playing),
        disk=space.says,
        disk_is_low=space.low,
        table_made=book.table.made,
        table_seconds=book.table.seconds,
        troubles=sorted(_troubles(visit, teams), key=lambda each: -each.at)[: 2 * LATEST],
    )


def _concerns(lane: Lane, contest_id: int, now: float) -> bool:
    """Whether a lane is about a contest, or all; those about others are not for its helpers."""
    return lane.contest_id in (0, contest_id) and now - lane.at < GONE_SECONDS


def _lane(lane: Lane, now: float) -> LaneView:
    return LaneView(lane.runner_id, inert(lane.name), inert(lane.says), lane.at, now - lane.at < LANE_SECONDS)


def _job(job: Job, teams: dict[int, str]) -> JobView:
    return JobView(
        id=job.id,
        kind=job.kind.value,
        team=inert(teams.get(job.team_id, "")),
        state=job.state.value,
        created=job.created,
        began=job.began,
        ended=job.ended,
        attempts=job.attempts,
        why=_why(job),
    )


def _why(job: Job) -> str:
    said = job.outcome.get("says") or job.outcome.get("why") or job.outcome.get("error") or ""
    return inert(str(said), MAX_WHY)


def _troubles(visit: Visit, teams: dict[int, str]) -> list[ReportedTrouble]:
    slug = visit.contest.slug
    found = [
        ReportedTrouble(job.ended, f"{job.kind.value} of {inert(teams.get(job.team_id, '?'))}", "", _why(job))
        for job in _failed_jobs(visit)
    ]
    for upload in _quarantined(visit):
        where = f"{inert(teams.get(upload.team_id, '?'))}, version {upload.number}"
        found.append(
            ReportedTrouble(upload.created, where, f"/c/{slug}/uploads/{upload.id}", inert(upload.why, MAX_WHY))
        )
    for each in _void_matches(visit):
        if each.result is not None:
            number = each.match.number
            path, why = f"/c/{slug}/matches/{number}", inert(each.result.void, MAX_WHY)
            found.append(ReportedTrouble(each.result.ended, f"match {number}", path, why))
    return found


def _failed_jobs(visit: Visit) -> list[Job]:
    table = tables.jobs
    wanted = rows.query(Job, table).where(table.c.contest_id == visit.contest.id, table.c.state == JobState.FAILED)
    newest = wanted.order_by(table.c.id.desc()).limit(LATEST)
    return visit.site.read(lambda connection: rows.found(connection, Job, newest))


def _quarantined(visit: Visit) -> list[Upload]:
    table = tables.uploads
    wanted = rows.query(Upload, table).where(
        table.c.contest_id == visit.contest.id, table.c.state == UploadState.QUARANTINED
    )
    newest = wanted.order_by(table.c.id.desc()).limit(LATEST)
    return visit.site.read(lambda connection: rows.found(connection, Upload, newest))


def _void_matches(visit: Visit) -> list[ScheduledMatch]:
    states = visit.book.index.states
    numbers: list[int] = []
    at = len(states)
    while len(numbers) < LATEST and (at := states.rfind(MatchState.VOID, 0, at)) >= 0:
        numbers.append(at)
    return visit.book.matches(numbers)
